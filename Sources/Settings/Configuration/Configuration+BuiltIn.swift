import Foundation
import Languages

extension Configuration {
    /// The configuration that is used without a file: public feeds, events in Moscow, and newsapi.org if its key is in
    /// the environment.
    static func builtIn(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> Configuration {
        var configuration = Configuration()
        configuration.feeds = Language.english.offeredFeeds.map { offered in
            var feed = Feed(url: offered.url)
            feed.name = offered.name
            feed.category = offered.category
            return feed
        }
        configuration.sectionOrder = configuration.feeds.compactMap(\.category)
        configuration.kudago = KudaGo()
        if environment["NEWSAPI_KEY"]?.isEmpty == false { configuration.newsapi = NewsAPI() }
        return configuration
    }
}
