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

    /// The other articles on the lead's own story, without those on the other stories of its affair.
    var ownArticles: [OtherArticle] { otherArticles.filter { $0.telling.story == nil } }

    /// The articles on the other stories of an affair.
    var partArticles: [OtherArticle] { otherArticles.filter { $0.telling.story != nil } }

    /// What a page says of the other stories of an affair.
    ///
    /// - Parameter most: the greatest number of stories that are named.
    func parts(most: Int) -> Parts {
        let others = partArticles
        let firsts = others.filter { $0.telling.story == $0.telling.id }
        let publishers = Dictionary(grouping: also.filter { $0.story != nil }) { $0.story }
            .mapValues { Self.eachPublisherOnce($0).count }
        func count(_ part: Int) -> Int { publishers[firsts[part].telling.story] ?? 0 }
        let main = firsts.indices.sorted { (count($1), $0) < (count($0), $1) }.prefix(most).sorted()
        let named = main.map { part in
            OtherArticle(telling: firsts[part].telling, sources: Array(firsts[part].sources.prefix(Parts.mostSources)))
        }
        return Parts(named: named, more: others.count - main.count)
    }

    struct Parts: Equatable {
        /// The first article of each story that is named. These are the stories that most publishers tell, in the order
        /// of `also`.
        var named: [OtherArticle]
        /// The number of all other articles.
        var more: Int

        /// The greatest number of stories that are named on a page, and of the publishers of each.
        static let most = 4
        static let mostSources = 3
    }

    /// What stands under the story in one line: publishers, each once, and the number of all others.
    ///
    /// Publishers that wrote an article come before those with a copy. The line leaves out the other stories of an
    /// affair.
    var alsoLine: AlsoLine {
        let articles = Dictionary(grouping: also) { $0.isSameArticle ? id : $0.article ?? $0.id }
        let firsts = ownArticles.map(\.telling)
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
