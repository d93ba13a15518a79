import Values

/// A public feed that `newsdigest init` offers.
package struct OfferedFeed: Sendable, Equatable {
    package var name: String
    package var category: String
    package var url: String

    package init(name: String, category: String, url: String) {
        self.name = name
        self.category = category
        self.url = url
    }

    /// The feeds in a language for these sections; for no section, all in this language.
    package static func all(language: String, sections: [String]) -> [OfferedFeed] {
        let feeds = language == "ru" ? russian : language == "tr" ? turkish : english
        return sections.isEmpty ? feeds : feeds.filter { sections.contains($0.category) }
    }

    private static let english = feeds(Configuration.builtInFeeds)

    private static let russian = feeds([
        ("Meduza", "general", "https://meduza.io/rss/all"),
        ("Коммерсантъ", "general", "https://www.kommersant.ru/RSS/main.xml"),
        ("Би-би-си", "general", "https://feeds.bbci.co.uk/russian/rss.xml"),
        ("Лента.ру", "general", "https://lenta.ru/rss"),
        ("Хабр", "technology", "https://habr.com/ru/rss/articles/"),
        ("N+1", "science", "https://nplus1.ru/rss"),
        ("Naked Science", "science", "https://naked-science.ru/feed"),
        ("Ведомости", "business", "https://www.vedomosti.ru/rss/news"),
        ("РБК", "business", "https://rssexport.rbc.ru/rbcnews/news/30/full.rss"),
        ("Спорт-Экспресс", "sports", "https://www.sport-express.ru/services/materials/news/se/"),
        ("Sports.ru", "sports", "https://www.sports.ru/rss/all_news.xml"),
    ])

    private static let turkish = feeds([
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
    ])

    private static func feeds(_ rows: [(name: String, category: String, url: String)]) -> [OfferedFeed] {
        rows.map { OfferedFeed(name: $0.name, category: $0.category, url: $0.url) }
    }
}

extension [OfferedFeed] {
    /// The feeds with these numbers, counted from 1; all for a text without a number.
    /// - Throws: `RunError.usage` for anything that is not the number of a feed.
    package func numbered(_ text: String) throws -> [OfferedFeed] {
        let numbers = try text.split { $0 == "," || $0.isWhitespace }.map { word in
            guard let number = Int(word), indices.contains(number - 1) else {
                throw RunError.usage("'\(word)' is not a number from 1 to \(count)")
            }
            return number
        }
        return numbers.isEmpty ? self : Set(numbers).sorted().map { self[$0 - 1] }
    }
}
