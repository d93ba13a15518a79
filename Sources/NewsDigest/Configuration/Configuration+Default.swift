import Foundation

extension Configuration {
    /// The configuration that is used without a file: public feeds, events in Moscow, and newsapi.org if its key is in
    /// the environment.
    static func `default`(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> Configuration {
        var configuration = Configuration()
        configuration.feeds = builtInFeeds.map { name, category, url in
            var feed = Feed(url: url)
            feed.name = name
            feed.category = category
            return feed
        }
        configuration.sectionOrder = configuration.feeds.map(\.category)
        configuration.kudago = KudaGo()
        if environment["NEWSAPI_KEY"]?.isEmpty == false { configuration.newsapi = NewsAPI() }
        return configuration
    }

    /// Two or three publishers for each of newsapi.org's categories, so that no publisher alone decides what is news.
    static let builtInFeeds: [(name: String, category: String, url: String)] = [
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
    ]
}
