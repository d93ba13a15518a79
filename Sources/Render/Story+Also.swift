import Addresses
import Texts
import Values

/// The list under a story: each article once, and each carrier of an article once.
extension Story {
    /// Another article on the story, with the names of the publishers that carry it.
    struct OtherArticle: Equatable {
        var telling: Telling
        var sources: [String]
    }

    /// The tellings of the story's own article by other carriers.
    var copies: [Telling] {
        let own = Publisher.carrier(source: item.source, url: url)
        return Self.eachCarrierOnce(also.filter(\.isSameArticle), except: own)
    }

    /// The carriers of the story's own article. Its own source is first.
    var sources: [String] { [item.source] + copies.map(\.source) }

    /// The other articles, in the order of their first tellings. A copy by the lead's own publisher under another title is
    /// one of them: the publisher's name alone would not say that there is another article.
    var otherArticles: [OtherArticle] {
        let own = Publisher.name(source: item.source, url: url)
        var titles: Set<[String]> = [FoldedText.bareWords(of: item.title)]
        let others = also.filter { telling in
            guard telling.isSameArticle else { return true }
            return telling.url != url && Publisher.name(source: telling.source, url: telling.url) == own
                && titles.insert(FoldedText.bareWords(of: telling.title)).inserted
        }
        let tellings = Dictionary(grouping: others) { $0.article ?? $0.id }
        return others.filter { ($0.article ?? $0.id) == $0.id }.map { first in
            let carriers = Self.eachCarrierOnce(tellings[first.id] ?? [first])
            return OtherArticle(telling: first, sources: carriers.map(\.source))
        }
    }

    /// The other articles that a page names with their titles, in their order, and the number of those that it only
    /// counts.
    ///
    /// An article of the lead's own publisher is always named: its publisher alone would not say that there is another
    /// article. Then come the other stories of an affair, each with its first article, those that most publishers tell
    /// before the others.
    /// - Parameter most: the greatest number of articles that are named, besides those of the own publisher.
    func named(most: Int = Self.mostNamed) -> (articles: [OtherArticle], more: Int) {
        let others = otherArticles
        let own = Publisher.name(source: item.source, url: url)
        let isOwn = others.map { Publisher.name(source: $0.telling.source, url: $0.telling.url) == own }
        let parts = mainParts(among: others)
        var named = Set(others.indices.filter { isOwn[$0] })
        for index in parts + others.indices.filter({ others[$0].telling.story == nil }) + others.indices
        where named.count < most { named.insert(index) }
        return (named.sorted().map { others[$0] }, others.count - named.count)
    }

    /// The greatest number of other articles that a page names with their titles.
    static let mostNamed = 5
    /// The greatest number of other stories of an affair that come before the other articles of the own story.
    private static let mostParts = 4

    /// The first articles of the other stories of an affair that most publishers tell.
    private func mainParts(among others: [OtherArticle]) -> [Int] {
        let publishers = Dictionary(grouping: also.filter { $0.story != nil }) { $0.story }
            .mapValues { Set($0.map { Publisher.name(source: $0.source, url: $0.url) }).count }
        func count(_ part: Int) -> Int { publishers[others[part].telling.story] ?? 0 }
        let firsts = others.indices.filter { others[$0].telling.story == others[$0].telling.id }
        return Array(firsts.sorted { (count($1), $0) < (count($0), $1) }.prefix(Self.mostParts))
    }

    private static func eachCarrierOnce(_ tellings: [Telling], except own: String? = nil) -> [Telling] {
        var seen = Set([own].compactMap(\.self))
        return tellings.filter { seen.insert(Publisher.carrier(source: $0.source, url: $0.url)).inserted }
    }
}
