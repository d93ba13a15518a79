extension Language {
    static let italian = Language(
        code: "it",
        dates: DateFormats(
            locale: "it", isLowercase: true,
            full: "\(weekday: .wide) \(day: .defaultDigits) \(month: .wide) \(year: .defaultDigits)",
            day: "\(weekday: .abbreviated) \(day: .defaultDigits) \(month: .wide)",
            short: "\(day: .defaultDigits) \(month: .abbreviated)",
            shortWithYear: "\(day: .defaultDigits) \(month: .abbreviated) \(year: .defaultDigits)"),
        words: Words(
            title: "Rassegna stampa", contents: "In questo numero", alsoIn: "Anche su",
            parts: "Sullo stesso tema", earlier: "In precedenza", later: "Più tardi", share: "Condividi",
            picture: "Immagine",
            comments: "Commenti", audio: "Audio", video: "Video", minutes: "min", free: "gratis",
            today: "oggi", tomorrow: "domani", weekend: "questo fine settimana", lastDay: "ultimo giorno",
            cancelled: "annullato",
            nothingNew: "Nulla di nuovo.", read: "Leggi", links: "Link", copyLink: "Link", email: "E-mail",
            unsubscribe: "Annulla l’iscrizione", online: "Apri nel browser", history: "Numeri precedenti",
            recap: "Riepilogo", saved: "Salvati",
            search: "Cerca", digest: "numero", nothingYet: "Ancora nulla.",
            nothingFound: "Nessun risultato.", searchNeedsScript: "La ricerca richiede JavaScript.",
            generatedSummary: "riassunto generato automaticamente",
            generatedTitle: "titolo e riassunto generati automaticamente",
            generatedIntro: "generato automaticamente",
            generatedTranslation: "tradotto automaticamente, titolo originale"),
        greeting: { time, name in
            switch time {
            case .morning: "Buongiorno, \(name)"
            case .day: "Buon pomeriggio, \(name)"
            case .evening: "Buonasera, \(name)"
            case .night: "Ciao, \(name)"
            }
        },
        plural: { $0 == 1 ? .one : .many },
        counts: Counts(
            stories: Plural(one: "# notizia", many: "# notizie"),
            sources: Plural(one: "# fonte", many: "# fonti"),
            leftOver: Plural(one: "# altra la prossima volta", many: "# altre la prossima volta"),
            unfit: Plural(one: "# altra non ha trovato spazio", many: "# altre non hanno trovato spazio"),
            leftOut: Plural(
                one: "# notizia meno recente è stata omessa", many: "# notizie meno recenti sono state omesse"),
            belowScore: Plural(
                one: "# notizia non è abbastanza importante", many: "# notizie non sono abbastanza importanti"),
            days: Plural(one: "# giorno", many: "# giorni"),
            occasions: Plural(one: "e # altra data", many: "e # altre date"),
            more: Plural(one: "e # altra", many: "e # altre")),
        sentences: Sentences(
            since: { period, date in "\(period), da \(date)" },
            unreachable: { source, date in "\(source): non raggiungibile \(since(date))" },
            recovered: { sources in "Di nuovo online: \(sources)" },
            until: { date in "fino a \(date)" },
            from: { date in "da \(date)" },
            failed: { cause in
                switch cause {
                case .answered(let status): "risposta \(status)"
                case .unreachable: "nessuna connessione"
                case .late: "la risposta non è arrivata in tempo"
                case .brokenOff: "la connessione si è interrotta"
                case .insecure: "nessuna connessione sicura"
                case .tooLarge: "la risposta è troppo grande"
                case .redirected: "il reindirizzamento è stato rifiutato"
                case .forbidden: "l’indirizzo non è consentito"
                case .unreadable: "la risposta non è leggibile"
                case .endsRuns: "il programma si è interrotto durante la lettura, perciò la fonte è sospesa"
                case .other: "dettagli: newsdigest sources list"
                }
            }),
        categories: [
            "business": "Economia", "entertainment": "Spettacoli", "general": "In primo piano",
            "health": "Salute", "science": "Scienza", "sports": "Sport", "technology": "Tecnologia",
            "events": "Eventi", "world": "Mondo", "politics": "Politica", "culture": "Cultura",
            "business-events": "Incontri professionali", "cinema": "Cinema", "concert": "Concerti",
            "education": "Istruzione", "exhibition": "Mostre", "fashion": "Moda", "festival": "Festival",
            "holiday": "Feste", "kids": "Per i bambini", "other": "Altro", "party": "Serate",
            "photo": "Fotografia", "quest": "Giochi a enigmi", "recreation": "Tempo libero",
            "shopping": "Acquisti", "social-activity": "Solidarietà", "stock": "Offerte", "theater": "Teatro",
            "tour": "Visite guidate", "wellness-and-health": "Benessere",
            "yarmarki-razvlecheniya-yarmarki": "Fiere",
        ],
        offeredFeeds: OfferedFeed.list([
            ("ANSA", "general", "https://www.ansa.it/sito/ansait_rss.xml"),
            ("la Repubblica", "general", "https://www.repubblica.it/rss/homepage/rss2.0.xml"),
            ("ANSA Tecnologia", "technology", "https://www.ansa.it/sito/notizie/tecnologia/tecnologia_rss.xml"),
            ("ANSA Economia", "business", "https://www.ansa.it/sito/notizie/economia/economia_rss.xml"),
            ("ANSA Sport", "sports", "https://www.ansa.it/sito/notizie/sport/sport_rss.xml"),
            ("ANSA Cultura", "entertainment", "https://www.ansa.it/sito/notizie/cultura/cultura_rss.xml"),
        ]))
}

/// "dal 3 nov": since a day of the month. Before 8 (otto) and 11 (undici), "dal" becomes "dall’".
private func since(_ date: String) -> String {
    ["8 ", "11 "].contains(where: date.hasPrefix) ? "dall’\(date)" : "dal \(date)"
}
