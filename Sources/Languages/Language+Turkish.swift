extension Language {
    static let turkish = Language(
        code: "tr",
        dates: DateFormats(
            locale: "tr",
            full: "\(day: .defaultDigits) \(month: .wide) \(year: .defaultDigits) \(weekday: .wide)",
            day: "\(day: .defaultDigits) \(month: .wide) \(weekday: .abbreviated)",
            short: "\(day: .defaultDigits) \(month: .wide)",
            shortWithYear: "\(day: .defaultDigits) \(month: .wide) \(year: .defaultDigits)"),
        words: Words(
            title: "Haber özeti", contents: "Bu sayıda", alsoIn: "Ayrıca", parts: "Aynı konuda",
            earlier: "Daha önce", later: "Daha sonra", share: "Paylaş",
            picture: "Görsel", comments: "Yorumlar", audio: "Ses", video: "Video", minutes: "dk",
            free: "ücretsiz",
            today: "bugün", tomorrow: "yarın", weekend: "bu hafta sonu", lastDay: "son gün", cancelled: "iptal edildi",
            nothingNew: "Yeni bir şey yok.", read: "Oku", links: "Bağlantılar", copyLink: "Bağlantı",
            email: "E-posta", unsubscribe: "Abonelikten çık", online: "Tarayıcıda aç",
            history: "Bülten geçmişi", recap: "Özet", saved: "Kaydedilenler", search: "Ara", digest: "bülten",
            nothingYet: "Henüz bir şey yok.",
            nothingFound: "Hiçbir şey bulunamadı.", searchNeedsScript: "Arama için JavaScript gerekir.",
            generatedSummary: "özeti bir program yazdı", generatedTitle: "başlığı ve özeti bir program yazdı",
            generatedIntro: "bir program yazdı",
            generatedTranslation: "bir program çevirdi, özgün başlık"),
        greeting: { time, name in
            switch time {
            case .morning: "Günaydın \(name)"
            case .day: "İyi günler \(name)"
            case .evening: "İyi akşamlar \(name)"
            case .night: "Merhaba \(name)"
            }
        },
        plural: { $0 == 1 ? .one : .many },
        // A Turkish noun stays singular after a number.
        counts: Counts(
            stories: Plural(one: "# haber", many: "# haber"),
            sources: Plural(one: "# kaynak", many: "# kaynak"),
            leftOver: Plural(one: "# haber daha bir sonraki sayıda", many: "# haber daha bir sonraki sayıda"),
            unfit: Plural(one: "# haber daha sığmadı", many: "# haber daha sığmadı"),
            leftOut: Plural(one: "# eski haber gösterilmedi", many: "# eski haber gösterilmedi"),
            belowScore: Plural(one: "# haber yeterince önemli değil", many: "# haber yeterince önemli değil"),
            days: Plural(one: "# gün", many: "# gün"),
            occasions: Plural(one: "ve # tarih daha", many: "ve # tarih daha"),
            more: Plural(one: "ve # haber daha", many: "ve # haber daha")),
        sentences: Sentences(
            since: { period, date in "\(date) tarihinden bu yana \(period)" },
            unreachable: { source, date in "\(source): \(date) tarihinden beri ulaşılamıyor" },
            recovered: { sources in "Yeniden ulaşılıyor: \(sources)" },
            until: { date in "\(date) tarihine kadar" },
            from: { date in "\(date) tarihinden itibaren" },
            failed: { cause in
                switch cause {
                case .answered(let status): "\(status) yanıtı"
                case .unreachable: "bağlantı kurulamadı"
                case .late: "yanıt zamanında gelmedi"
                case .brokenOff: "bağlantı koptu"
                case .insecure: "güvenli bağlantı kurulamadı"
                case .tooLarge: "yanıt çok büyük"
                case .redirected: "yönlendirme reddedildi"
                case .forbidden: "adrese izin verilmiyor"
                case .unreadable: "yanıt okunamadı"
                case .endsRuns: "okunurken program sonlandı; kaynak bekletiliyor"
                case .other: "ayrıntılar: newsdigest sources list"
                }
            }),
        categories: [
            "business": "Ekonomi", "entertainment": "Eğlence", "general": "Gündem", "health": "Sağlık",
            "science": "Bilim", "sports": "Spor", "technology": "Teknoloji", "events": "Etkinlikler",
            "world": "Dünya", "politics": "Politika", "culture": "Kültür",
            "business-events": "İş etkinlikleri", "cinema": "Sinema", "concert": "Konserler", "education": "Eğitim",
            "exhibition": "Sergiler", "fashion": "Moda", "festival": "Festivaller", "holiday": "Bayramlar",
            "kids": "Çocuklar için", "other": "Diğer", "party": "Partiler", "photo": "Fotoğraf",
            "quest": "Macera oyunları", "recreation": "Açık hava", "shopping": "Alışveriş",
            "social-activity": "Yardım", "stock": "İndirimler", "theater": "Tiyatro", "tour": "Geziler",
            "wellness-and-health": "Güzellik ve sağlık", "yarmarki-razvlecheniya-yarmarki": "Panayırlar",
        ],
        offeredFeeds: OfferedFeed.list([
            ("BBC Türkçe", "general", "https://feeds.bbci.co.uk/turkce/rss.xml"),
            ("TRT Haber", "general", "https://www.trthaber.com/manset_articles.rss"),
            ("NTV", "general", "https://www.ntv.com.tr/gundem.rss"),
            ("Webrazzi", "technology", "https://webrazzi.com/feed/"),
            ("NTV Teknoloji", "technology", "https://www.ntv.com.tr/teknoloji.rss"),
            ("Evrim Ağacı", "science", "https://evrimagaci.org/rss.xml"),
            ("NTV Ekonomi", "business", "https://www.ntv.com.tr/ekonomi.rss"),
            ("TRT Haber Ekonomi", "business", "https://www.trthaber.com/ekonomi_articles.rss"),
            ("NTV Spor", "sports", "https://www.ntv.com.tr/sporskor.rss"),
            ("NTV Sağlık", "health", "https://www.ntv.com.tr/saglik.rss"),
        ]))
}
