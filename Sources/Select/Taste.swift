import Addresses
import Foundation
import Grouping
import Settings
import Texts
import Values

/// What a reader likes, learned from the items that they liked, disliked and saved: the words of the titles, the
/// publishers and the sections.
package struct Taste: Sendable, Equatable {
    /// How often something occurs among liked and among disliked items. An older opinion counts less.
    struct Evidence: Sendable, Equatable {
        var liked = 0.0
        var disliked = 0.0
    }

    private(set) var words: [String: Evidence] = [:]
    private(set) var publishers: [String: Evidence] = [:]
    private(set) var sections: [String: Evidence] = [:]
    private(set) var all = Evidence()
    /// The reader's language, as a tag such as `en`.
    let language: String

    package init(_ opinions: [Opinion] = [], language: String = "en", now: Date = .distantPast) {
        self.language = language
        for opinion in opinions {
            let weight = opinion.weight(at: now)
            guard weight > 0 else { continue }
            let side: WritableKeyPath<Evidence, Double> = opinion.kind == .disliked ? \.disliked : \.liked
            let item = opinion.item.item
            for word in Self.words(of: item, reader: language) {
                words[word, default: Evidence()][keyPath: side] += weight
            }
            publishers[Self.publisher(of: item), default: Evidence()][keyPath: side] += weight
            sections[opinion.section, default: Evidence()][keyPath: side] += weight
            all[keyPath: side] += weight
        }
    }

    package var isEmpty: Bool { all == Evidence() }

    /// The stems of the words in an item's title that have a topic, each once. Words of one or two letters are left out.
    /// - Parameter reader: the reader's language, as a tag.
    static func words(of item: Item, reader: String) -> Set<String> {
        // A page that was saved by its address has no other title.
        if item.title == item.url { return [] }
        let language = StemLanguage(of: item, reader: reader)
        let words = language.words(of: item.title).filter { $0.unicodeScalars.count > 2 && !CommonWords.hasNoTopic($0) }
        return Set(words.map(language.stem))
    }

    private static func publisher(of item: Item) -> String {
        Publisher.name(source: item.publisherName, host: CanonicalURL(item.url)?.host)
    }
}

extension Taste {
    /// What was learned, to show to people: the words, publishers and sections that move stories most, the strongest
    /// first.
    /// - Parameter limit: the greatest number of each kind.
    package func strongest(_ limit: Int) -> [(kind: String, names: [(name: String, value: Double)])] {
        [
            (kind: "word stems", names: Self.strongest(limit, of: words)),
            (kind: "sources", names: Self.strongest(limit, of: publishers)),
            (kind: "sections", names: Self.strongest(limit, of: sections)),
        ]
    }

    private static func strongest(_ limit: Int, of evidence: [String: Evidence]) -> [(name: String, value: Double)] {
        let all: [(name: String, value: Double)] = evidence.map { ($0.key, $0.value.liked - $0.value.disliked) }
        let known = all.filter { abs($0.value) >= 0.05 }
        return Array(known.sorted { (-abs($0.value), $0.name) < (-abs($1.value), $1.name) }.prefix(limit))
    }
}

/// A taste, compared with the candidates of one run.
///
/// It is naive Bayes: for each word, publisher and section of a story, how much more often it occurs among liked items
/// than among all candidates, minus the same for disliked items. So a word that is everywhere has no effect, and a rare
/// word has a large one.
struct TasteScore {
    private let taste: Taste
    private let words: [String: Double]
    private let publishers: [String: Double]
    private let sections: [String: Double]
    private let count: Double
    /// The greatest cost of one dislike for the other items of its source.
    private let mostCost: Double

    /// The number of candidates whose titles are counted. More would not change the fractions.
    private static let counted = 1_000
    /// The usual fraction of titles with a word counts as much as this number of opinions.
    private static let caution = 10.0
    /// The greatest score. A second publisher gives 1.
    private static let most = 0.8
    /// The evidence that gives half of `most`.
    private static let half = 4.0

    /// Nil when nothing was learned.
    /// - Parameter dayOfFreshness: what an article loses in a day. One dislike costs its source less.
    init?(_ taste: Taste, among entries: [FilteredItem], dayOfFreshness: Double) {
        if taste.isEmpty { return nil }
        mostCost = 0.9 * dayOfFreshness
        self.taste = taste
        let sample = entries.prefix(Self.counted)
        count = Double(sample.count)
        words = Self.counts(
            sample.flatMap { $0.titleWords(reader: taste.language).filter { taste.words[$0] != nil } })
        publishers = Self.counts(sample.map(\.publisher))
        sections = Self.counts(sample.map(\.section.name))
    }

    /// From -0.8 for a story of a kind that the reader dislikes to 0.8 for one that they like, in hundredths.
    func value(of lead: FilteredItem) -> Double {
        let own = lead.titleWords(reader: taste.language)
        let ofWords = own.reduce(0) { $0 + weight(of: taste.words[$1], words[$1]) }
        let publisher = taste.publishers[lead.publisher]
        let section = taste.sections[lead.section.name]
        let evidence =
            ofWords + weight(of: publisher, publishers[lead.publisher])
            + weight(of: section, sections[lead.section.name])
        let dislikes = max(publisher?.disliked ?? 0, section?.disliked ?? 0)
        let value = max(Self.value(of: evidence), Self.value(of: ofWords) - mostCost * dislikes)
        return (100 * value).rounded() / 100
    }

    private static func value(of evidence: Double) -> Double { most * evidence / (abs(evidence) + half) }

    private func weight(of evidence: Taste.Evidence?, _ occurrences: Double?) -> Double {
        guard let evidence else { return 0 }
        let fraction = ((occurrences ?? 0) + 1) / (count + 2)
        func lift(_ found: Double, of all: Double) -> Double {
            guard found > 0 else { return 0 }
            return max(0, log2((found + Self.caution * fraction) / (all + Self.caution) / fraction))
        }
        return lift(evidence.liked, of: taste.all.liked) - lift(evidence.disliked, of: taste.all.disliked)
    }

    private static func counts(_ names: [String]) -> [String: Double] {
        Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
    }
}
