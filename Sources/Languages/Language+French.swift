extension Language {
    static let french = Language(
        code: "fr",
        dates: DateFormats(
            locale: "fr", isLowercase: true, firstDay: "1er",
            full: "\(weekday: .wide) \(day: .defaultDigits) \(month: .wide) \(year: .defaultDigits)",
            day: "\(weekday: .abbreviated) \(day: .defaultDigits) \(month: .wide)",
            short: "\(day: .defaultDigits) \(month: .abbreviated)",
            shortWithYear: "\(day: .defaultDigits) \(month: .abbreviated) \(year: .defaultDigits)"),
        words: Words(
            title: "Revue de presse", contents: "Dans ce numéro", alsoIn: "Aussi dans",
            parts: "Sur le même sujet", earlier: "Précédemment", later: "Plus tard", share: "Partager",
            colonSpace: "\u{A0}",
            picture: "Image",
            comments: "Commentaires", audio: "Audio", video: "Vidéo", minutes: "min", free: "gratuit",
            today: "aujourd’hui", tomorrow: "demain", weekend: "ce week-end", lastDay: "dernier jour",
            cancelled: "annulé",
            nothingNew: "Rien de nouveau.", read: "Lire", links: "Liens", copyLink: "Lien", email: "E-mail",
            unsubscribe: "Se désabonner", online: "Ouvrir dans le navigateur", history: "Numéros précédents",
            recap: "Rétrospective", saved: "Enregistrés",
            search: "Rechercher", digest: "numéro", nothingYet: "Rien pour le moment.",
            nothingFound: "Aucun résultat.", searchNeedsScript: "La recherche a besoin de JavaScript.",
            generatedSummary: "résumé généré automatiquement",
            generatedTitle: "titre et résumé générés automatiquement",
            generatedIntro: "généré automatiquement",
            generatedTranslation: "traduit automatiquement, titre original"),
        greeting: { time, name in
            switch time {
            case .morning: "Bonjour \(name)"
            case .day: "Bonjour \(name)"
            case .evening: "Bonsoir \(name)"
            case .night: "Bonsoir \(name)"
            }
        },
        plural: { $0 < 2 ? .one : .many },
        counts: Counts(
            stories: Plural(one: "# article", many: "# articles"),
            sources: Plural(one: "# source", many: "# sources"),
            leftOver: Plural(one: "# autre la prochaine fois", many: "# autres la prochaine fois"),
            unfit: Plural(one: "# autre n’a pas trouvé place", many: "# autres n’ont pas trouvé place"),
            leftOut: Plural(one: "# article plus ancien a été omis", many: "# articles plus anciens ont été omis"),
            belowScore: Plural(
                one: "# article n’est pas assez important", many: "# articles ne sont pas assez importants"),
            days: Plural(one: "# jour", many: "# jours"),
            occasions: Plural(one: "et # autre date", many: "et # autres dates"),
            more: Plural(one: "et # autre", many: "et # autres")),
        sentences: Sentences(
            since: { period, date in "\(period), depuis le \(date)" },
            unreachable: { source, date in "\(source)\u{A0}: injoignable depuis le \(date)" },
            recovered: { sources in "De nouveau en ligne\u{A0}: \(sources)" },
            until: { date in "jusqu’au \(date)" },
            from: { date in "à partir du \(date)" },
            failed: { cause in
                switch cause {
                case .answered(let status): "réponse \(status)"
                case .unreachable: "pas de connexion"
                case .late: "la réponse n’est pas arrivée à temps"
                case .brokenOff: "la connexion a été interrompue"
                case .insecure: "pas de connexion sécurisée"
                case .tooLarge: "la réponse est trop volumineuse"
                case .redirected: "la redirection a été refusée"
                case .forbidden: "l’adresse n’est pas autorisée"
                case .unreadable: "la réponse est illisible"
                case .endsRuns: "sa lecture a interrompu le programme, la source est donc mise de côté"
                case .other: "détails\u{A0}: newsdigest sources list"
                }
            }),
        categories: [
            "business": "Économie", "entertainment": "Divertissement", "general": "À la une",
            "health": "Santé", "science": "Sciences", "sports": "Sport", "technology": "Technologie",
            "events": "Événements", "world": "Monde", "politics": "Politique", "culture": "Culture",
            "business-events": "Rencontres professionnelles", "cinema": "Cinéma", "concert": "Concerts",
            "education": "Éducation", "exhibition": "Expositions", "fashion": "Mode", "festival": "Festivals",
            "holiday": "Fêtes", "kids": "Pour les enfants", "other": "Divers", "party": "Soirées",
            "photo": "Photographie", "quest": "Jeux d’énigmes", "recreation": "Loisirs",
            "shopping": "Shopping", "social-activity": "Solidarité", "stock": "Bons plans", "theater": "Théâtre",
            "tour": "Visites", "wellness-and-health": "Bien-être",
            "yarmarki-razvlecheniya-yarmarki": "Foires",
        ],
        offeredFeeds: OfferedFeed.list([
            ("Le Monde", "general", "https://www.lemonde.fr/rss/une.xml"),
            ("franceinfo", "general", "https://www.francetvinfo.fr/titres.rss"),
            ("Le Monde Pixels", "technology", "https://www.lemonde.fr/pixels/rss_full.xml"),
            ("Numerama", "technology", "https://www.numerama.com/feed/"),
            ("Le Monde Sciences", "science", "https://www.lemonde.fr/sciences/rss_full.xml"),
            ("Le Monde Économie", "business", "https://www.lemonde.fr/economie/rss_full.xml"),
            ("Le Monde Sport", "sports", "https://www.lemonde.fr/sport/rss_full.xml"),
            ("Le Monde Santé", "health", "https://www.lemonde.fr/sante/rss_full.xml"),
            ("Le Monde Culture", "entertainment", "https://www.lemonde.fr/culture/rss_full.xml"),
        ]))
}
