extension Language {
    static let german = Language(
        code: "de",
        dates: DateFormats(
            locale: "de",
            full: "\(weekday: .wide), \(day: .defaultDigits). \(month: .wide) \(year: .defaultDigits)",
            day: "\(weekday: .abbreviated), \(day: .defaultDigits). \(month: .wide)",
            short: "\(day: .defaultDigits). \(month: .abbreviated)",
            shortWithYear: "\(day: .defaultDigits). \(month: .abbreviated) \(year: .defaultDigits)"),
        words: Words(
            title: "Nachrichtenüberblick", contents: "In dieser Ausgabe", alsoIn: "Auch bei",
            parts: "Mehr dazu", earlier: "Früher", later: "Später", share: "Teilen", picture: "Bild",
            comments: "Kommentare",
            audio: "Audio", video: "Video", minutes: "Min.", free: "kostenlos", today: "heute",
            tomorrow: "morgen", weekend: "dieses Wochenende", lastDay: "letzter Tag", cancelled: "abgesagt",
            nothingNew: "Nichts Neues.", read: "Lesen", links: "Links", copyLink: "Link", email: "E-Mail",
            unsubscribe: "Abbestellen", online: "Im Browser lesen", history: "Bisherige Ausgaben", recap: "Rückblick",
            saved: "Gespeichert",
            search: "Suchen",
            digest: "Ausgabe", nothingYet: "Noch nichts.",
            nothingFound: "Nichts gefunden.", searchNeedsScript: "Die Suche braucht JavaScript.",
            generatedSummary: "maschinell zusammengefasst",
            generatedTitle: "Titel und Zusammenfassung maschinell erstellt",
            generatedIntro: "maschinell erstellt",
            generatedTranslation: "maschinell übersetzt, Originaltitel"),
        greeting: { time, name in
            switch time {
            case .morning: "Guten Morgen, \(name)"
            case .day: "Guten Tag, \(name)"
            case .evening: "Guten Abend, \(name)"
            case .night: "Hallo, \(name)"
            }
        },
        plural: { $0 == 1 ? .one : .many },
        counts: Counts(
            stories: Plural(one: "# Meldung", many: "# Meldungen"),
            sources: Plural(one: "# Quelle", many: "# Quellen"),
            leftOver: Plural(one: "# weitere Meldung beim nächsten Mal", many: "# weitere Meldungen beim nächsten Mal"),
            unfit: Plural(one: "# weitere Meldung fand keinen Platz", many: "# weitere Meldungen fanden keinen Platz"),
            leftOut: Plural(one: "# ältere Meldung wurde weggelassen", many: "# ältere Meldungen wurden weggelassen"),
            belowScore: Plural(one: "# Meldung ist nicht wichtig genug", many: "# Meldungen sind nicht wichtig genug"),
            days: Plural(one: "# Tag", many: "# Tage"),
            occasions: Plural(one: "und # weiterer Termin", many: "und # weitere Termine"),
            more: Plural(one: "und # weitere", many: "und # weitere")),
        sentences: Sentences(
            since: { period, date in "\(period), seit \(date)" },
            unreachable: { source, date in "\(source): nicht erreichbar seit \(date)" },
            recovered: { sources in "Wieder erreichbar: \(sources)" },
            until: { date in "bis \(date)" },
            from: { date in "ab \(date)" },
            failed: { cause in
                switch cause {
                case .answered(let status): "Antwort \(status)"
                case .unreachable: "keine Verbindung"
                case .late: "die Antwort kam nicht rechtzeitig"
                case .brokenOff: "die Verbindung brach ab"
                case .insecure: "keine sichere Verbindung"
                case .tooLarge: "die Antwort ist zu groß"
                case .redirected: "die Weiterleitung wurde abgelehnt"
                case .forbidden: "die Adresse ist nicht erlaubt"
                case .unreadable: "die Antwort ist nicht lesbar"
                case .endsRuns: "beim Lesen brach das Programm ab, daher ist die Quelle zurückgestellt"
                case .other: "Einzelheiten: newsdigest sources list"
                }
            }),
        categories: [
            "business": "Wirtschaft", "entertainment": "Unterhaltung", "general": "Das Wichtigste",
            "health": "Gesundheit", "science": "Wissenschaft", "sports": "Sport", "technology": "Technik",
            "events": "Veranstaltungen", "world": "Welt", "politics": "Politik", "culture": "Kultur",
            "business-events": "Business-Veranstaltungen", "cinema": "Kino", "concert": "Konzerte",
            "education": "Bildung", "exhibition": "Ausstellungen", "fashion": "Mode", "festival": "Festivals",
            "holiday": "Feiertage", "kids": "Für Kinder", "other": "Sonstiges", "party": "Partys",
            "photo": "Fotografie", "quest": "Escape-Spiele", "recreation": "Freizeit", "shopping": "Einkaufen",
            "social-activity": "Soziales", "stock": "Angebote", "theater": "Theater", "tour": "Führungen",
            "wellness-and-health": "Wellness", "yarmarki-razvlecheniya-yarmarki": "Märkte",
        ],
        offeredFeeds: OfferedFeed.list([
            ("Tagesschau", "general", "https://www.tagesschau.de/infoservices/alle-meldungen-100~rss2.xml"),
            ("DER SPIEGEL", "general", "https://www.spiegel.de/schlagzeilen/index.rss"),
            ("ZEIT ONLINE", "general", "https://newsfeed.zeit.de/index"),
            ("heise online", "technology", "https://www.heise.de/rss/heise-atom.xml"),
            ("Golem.de", "technology", "https://rss.golem.de/rss.php?feed=RSS2.0"),
            ("ZEIT ONLINE Wissen", "science", "https://newsfeed.zeit.de/wissen/index"),
            ("ZEIT ONLINE Wirtschaft", "business", "https://newsfeed.zeit.de/wirtschaft/index"),
            ("SPIEGEL Sport", "sports", "https://www.spiegel.de/sport/index.rss"),
            ("ZEIT ONLINE Gesundheit", "health", "https://newsfeed.zeit.de/gesundheit/index"),
            ("SPIEGEL Kultur", "entertainment", "https://www.spiegel.de/kultur/index.rss"),
        ]))
}
