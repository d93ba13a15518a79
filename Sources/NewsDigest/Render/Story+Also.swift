import Addresses
import Values

/// The list under a story: each article once, and each publisher of an article once.
extension Story {
    /// Another article on the story, with the names of the publishers that carry it.
    struct OtherArticle: Equatable {
        var telling: Telling
        var sources: [String]
    }

    /// The tellings of the story's own article by other publishers.
    var copies: [Telling] {
        let own = Publisher.name(source: item.source, url: url)
        return Self.eachPublisherOnce(also.filter(\.isSameArticle), except: own)
    }

    /// The publishers of the story's own article. Its own source is first.
    var sources: [String] { [item.source] + copies.map(\.source) }

    /// The other articles, in the order of their first tellings.
    var otherArticles: [OtherArticle] {
        let others = also.filter { !$0.isSameArticle }
        let tellings = Dictionary(grouping: others) { $0.article ?? $0.id }
        return others.filter { ($0.article ?? $0.id) == $0.id }.map { first in
            let carriers = Self.eachPublisherOnce(tellings[first.id] ?? [first])
            return OtherArticle(telling: first, sources: carriers.map(\.source))
        }
    }

    private static func eachPublisherOnce(_ tellings: [Telling], except own: String? = nil) -> [Telling] {
        var seen = Set([own].compactMap(\.self))
        return tellings.filter { seen.insert(Publisher.name(source: $0.source, url: $0.url)).inserted }
    }
}
