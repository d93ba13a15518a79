import Foundation
import Grouping
import Synchronization
import Values

/// What the selections of one run have in common. Readers with the same candidates and feeds differ by their patterns
/// and tastes: these choose from items that are placed and compared once.
package final class SharedSelection: Sendable {
    private let sorted = Memo<Sorting, [(candidate: Candidate, verdict: ItemFilter.Verdict)]>()
    private let groups = Memo<Comparison, [TellingGroup]>()
    private let texts = Mutex<[TextKey: (entry: FilteredItem, text: FilteredText)]>([:])

    package init() {}
    /// The greatest number of texts that are kept in memory.
    private static let mostTexts = 1000

    private struct TextKey: Hashable {
        var entry: ObjectIdentifier
        var language: String
    }

    private struct Sorting: Equatable, Sendable {
        var candidates: [Candidate]
        var rules: SelectionRules
        var now: Date
    }

    private struct Comparison: Equatable, Sendable {
        var entries: [FilteredItem]
        var sent: [SentStory]
        var vectors: [String: SentenceVector]

        static func == (a: Self, b: Self) -> Bool {
            a.entries.elementsEqual(b.entries, by: ===) && a.sent == b.sent && a.vectors == b.vectors
        }
    }

    /// The candidates in an order that does not depend on theirs, with what the rules say of each without its patterns.
    func sorted(
        _ candidates: [Candidate], _ rules: SelectionRules, now: Date, _ sort: (Candidate) -> ItemFilter.Verdict
    ) -> [(candidate: Candidate, verdict: ItemFilter.Verdict)] {
        sorted.value(for: Sorting(candidates: candidates, rules: rules.withoutTaste, now: now)) {
            let order = candidates.indices.sorted { Candidate.inOrder(candidates[$0], candidates[$1]) }
            return order.map { (candidates[$0], sort(candidates[$0])) }
        }
    }

    /// The text of an entry that the patterns of a reader of this language search. Two threads may make the same one:
    /// this is cheap, and there are more texts than are kept.
    func text(of entry: FilteredItem, hasNoCategory: Bool, reader language: String) -> FilteredText {
        let key = TextKey(entry: ObjectIdentifier(entry), language: language)
        if let known = texts.withLock({ $0[key]?.text }) { return known }
        let text = FilteredText(entry.item, hasNoCategory: hasNoCategory, reader: language)
        texts.withLock { texts in
            if texts.count < Self.mostTexts { texts[key] = (entry, text) }
        }
        return text
    }

    /// The groups of entries.
    func groups(
        of entries: [FilteredItem], sent: [SentStory], vectors: [String: SentenceVector],
        _ group: () throws -> [TellingGroup]
    ) rethrows -> [TellingGroup] {
        try groups.value(for: Comparison(entries: entries, sent: sent, vectors: vectors), group)
    }
}

/// The last values that were made, by what they were made from. Whoever needs one that is being made waits for it.
final class Memo<Key: Equatable & Sendable, Value: Sendable>: Sendable {
    private let known = Mutex<[(key: Key, value: Once<Value>)]>([])
    private static var most: Int { 16 }

    func value(for key: Key, _ make: () throws -> Value) rethrows -> Value {
        let value = known.withLock { known in
            let index = known.firstIndex { $0.key == key }
            let last = index.map { known.remove(at: $0) } ?? (key: key, value: Once())
            known = Array(([last] + known).prefix(Self.most))
            return last.value
        }
        return try value.value(make)
    }
}
