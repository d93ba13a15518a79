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

    /// What stands under the story in one line: publishers, each once, and the number of all others.
    ///
    /// Publishers with an article of their own come before those with a copy.
    var alsoLine: AlsoLine {
        let articles = Dictionary(grouping: also) { $0.isSameArticle ? id : $0.article ?? $0.id }
        let firsts = otherArticles.map(\.telling)
        let carriers = firsts.flatMap { Self.eachPublisherOnce(articles[$0.id] ?? [$0]).dropFirst() }
        let all = firsts + copies + carriers
        let named = Set(Self.eachPublisherOnce(all).prefix(AlsoLine.most).map(\.id))
        return AlsoLine(named: all.filter { named.contains($0.id) }, others: all.filter { !named.contains($0.id) })
    }

    struct AlsoLine: Equatable {
        /// One telling of each publisher that is named.
        var named: [Telling]
        /// The tellings of all other publishers, and further articles of those that are named.
        var others: [Telling]

        /// The greatest number of publishers that are named.
        static let most = 5

    }

    private static func eachPublisherOnce(_ tellings: [Telling], except own: String? = nil) -> [Telling] {
        var seen = Set([own].compactMap(\.self))
        return tellings.filter { seen.insert(Publisher.name(source: $0.source, url: $0.url)).inserted }
    }
}
