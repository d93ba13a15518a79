extension Language {
    package static let english = Language(
        code: "en",
        dates: DateFormats(
            locale: "en_GB",
            full: "\(weekday: .wide), \(day: .defaultDigits) \(month: .wide) \(year: .defaultDigits)",
            day: "\(weekday: .abbreviated), \(day: .defaultDigits) \(month: .wide)",
            short: "\(day: .defaultDigits) \(month: .abbreviated)",
            shortWithYear: "\(day: .defaultDigits) \(month: .abbreviated) \(year: .defaultDigits)"),
        words: Words(
            title: "News digest", contents: "In this issue", alsoIn: "Also in", parts: "More on this",
            earlier: "Earlier", later: "Later", share: "Share",
            picture: "Picture", comments: "Comments", audio: "Audio", video: "Video", minutes: "min",
            free: "free",
            today: "today", tomorrow: "tomorrow", weekend: "this weekend", lastDay: "last day", cancelled: "cancelled",
            nothingNew: "Nothing new.", read: "Read", links: "Links", copyLink: "Link", email: "Email",
            unsubscribe: "Unsubscribe", online: "View in browser",
            history: "Digest history", recap: "Recap", saved: "Saved", search: "Search", digest: "digest",
            nothingYet: "Nothing yet.",
            nothingFound: "Nothing found.", searchNeedsScript: "The search needs JavaScript.",
            generatedSummary: "summary by a machine", generatedTitle: "title and summary by a machine",
            generatedIntro: "written by a machine",
            generatedTranslation: "translated by a machine, original title"),
        greeting: { time, name in
            switch time {
            case .morning: "Good morning, \(name)"
            case .day: "Good afternoon, \(name)"
            case .evening: "Good evening, \(name)"
            case .night: "Hello, \(name)"
            }
        },
        plural: { $0 == 1 ? .one : .many },
        counts: Counts(
            stories: Plural(one: "# story", many: "# stories"),
            sources: Plural(one: "# source", many: "# sources"),
            leftOver: Plural(one: "# more next time", many: "# more next time"),
            unfit: Plural(one: "# more did not fit", many: "# more did not fit"),
            leftOut: Plural(one: "# older story was left out", many: "# older stories were left out"),
            belowScore: Plural(
                one: "# story is not important enough", many: "# stories are not important enough"),
            days: Plural(one: "# day", many: "# days"),
            occasions: Plural(one: "and # more date", many: "and # more dates"),
            more: Plural(one: "and # more", many: "and # more")),
        sentences: Sentences(
            since: { period, date in "\(period) since \(date)" },
            unreachable: { source, date in "\(source) unreachable since \(date)" },
            recovered: { sources in "Back again: \(sources)" },
            until: { date in "until \(date)" },
            from: { date in "from \(date)" }),
        categories: [
            "business": "Business", "entertainment": "Entertainment", "general": "Top news", "health": "Health",
            "science": "Science", "sports": "Sports", "technology": "Technology", "events": "Events",
            "world": "World", "politics": "Politics", "culture": "Culture",
            "business-events": "Business events", "cinema": "Cinema", "concert": "Concerts",
            "education": "Education", "exhibition": "Exhibitions", "fashion": "Fashion", "festival": "Festivals",
            "holiday": "Holidays", "kids": "For children", "other": "Other", "party": "Parties",
            "photo": "Photography", "quest": "Quests", "recreation": "Recreation", "shopping": "Shopping",
            "social-activity": "Charity", "stock": "Offers", "theater": "Theatre", "tour": "Tours",
            "wellness-and-health": "Wellness", "yarmarki-razvlecheniya-yarmarki": "Fairs",
        ],
        // Two or three publishers for each of newsapi.org's categories, so that no publisher alone decides what is
        // news.
        offeredFeeds: OfferedFeed.list([
            ("BBC News", "general", "https://feeds.bbci.co.uk/news/world/rss.xml"),
            ("The Guardian", "general", "https://www.theguardian.com/world/rss"),
            ("Deutsche Welle", "general", "https://rss.dw.com/rdf/rss-en-all"),
            ("Ars Technica", "technology", "https://feeds.arstechnica.com/arstechnica/index"),
            ("The Verge", "technology", "https://www.theverge.com/rss/index.xml"),
            ("Hacker News", "technology", "https://news.ycombinator.com/rss"),
            ("BBC Science", "science", "https://feeds.bbci.co.uk/news/science_and_environment/rss.xml"),
            ("Phys.org", "science", "https://phys.org/rss-feed/"),
            ("Nature", "science", "https://www.nature.com/nature.rss"),
            ("CNBC", "business", "https://www.cnbc.com/id/100003114/device/rss/rss.html"),
            ("Yahoo Finance", "business", "https://finance.yahoo.com/news/rssindex"),
            ("BBC Sport", "sports", "https://feeds.bbci.co.uk/sport/rss.xml"),
            ("BBC Health", "health", "https://feeds.bbci.co.uk/news/health/rss.xml"),
            ("BBC Entertainment", "entertainment", "https://feeds.bbci.co.uk/news/entertainment_and_arts/rss.xml"),
        ]))
}
