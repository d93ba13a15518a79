import Foundation
import Grouping
import InFlight
import Languages
import Settings
import Synchronization
import Values

/// The stories of one digest, and why each candidate is in it or not.
///
/// A pure function of its arguments. The same candidates in another order give the same selection.
package struct Selection: Sendable, Equatable {
    /// The sections in the profile's order. No section is empty.
    package var sections: [Digest.Section]
    /// The decision on each candidate, by its id.
    package var decisions: [String: Decision]
    /// The candidates that each story of `sections` stands for, the lead first, by the story's id. All of them count as
    /// sent when the digest is sent.
    package var members: [String: [String]]
    /// The number of stories that did not fit and can be in the next digest.
    package var leftOver: Int
    /// The stories that can be in the next digest if they are not in this one, by their ids.
    package var lasting: Set<String>
    /// The number of stories whose score is below the least one.
    package var belowScore: Int
    /// Failures of patterns that took too long.
    package var failures: [Failure]
    /// The stories with the greatest scores, whether they are shown or not, as many as were asked for.
    package var best: [Story]

    /// - Parameters:
    ///   - leftOver: the candidates that did not fit into the last digest.
    ///   - language: the reader's language, as a tag such as `en`.
    ///   - words: returns how common words are on other days. It is called if there is anything to compare.
    ///   - earlier: returns the words of the newest texts of a source, which tell its habits.
    ///   - vectors: sentence vectors of the candidates by their ids, as far as there are any.
    ///   - ratings: how important a model finds the stories, from 0 to 10, by the id of any of their items.
    ///   - best: the number of the best stories that are listed.
    ///   - shared: what selections for other readers have in common with this one.
    ///   - sent: returns the sent stories that matter for the items that passed the filters. If there are none,
    ///     everything is shown again.
    package init(
        candidates: [Candidate], rules: SelectionRules, leftOver: Set<String> = [], language: String = "en", now: Date,
        words: () throws -> WordCounts, earlier: EarlierTexts, vectors: [String: SentenceVector],
        ratings: [String: Double] = [:], best: Int = 0, shared: SharedSelection = SharedSelection(),
        sent: ([Candidate]) throws -> [SentStory]
    ) rethrows {
        var filter = ItemFilter(rules: rules, language: language, now: now)
        var decisions: [String: Decision] = [:]
        let sorted = shared.sorted(candidates, rules, now: now) { [filter] candidate in
            Self.during(candidate) { filter.sort(candidate) }
        }
        let kept = Self.filter(sorted, by: &filter, shared, &decisions)
        let ranking = Ranking(
            rules: rules, leftOver: leftOver, boosts: filter.boosts, language: language, now: now,
            taste: TasteScore(rules.taste, among: kept, dayOfFreshness: Ranking.freshnessOfDay(maxAge: rules.maxAge)))
        var unsent: [TellingGroup] = []
        let sent = try sent(kept.map(\.candidate))
        let groups = try shared.groups(of: kept, sent: sent, vectors: vectors) {
            try TellingGroup.groups(of: kept, sent: sent, words: words, earlier: earlier, vectors: vectors)
        }
        for group in groups {
            let isDropped = rules.leftovers == .drop && group.members.allSatisfy { leftOver.contains($0.entry.id) }
            if let decision = group.alreadySent(growth: rules.growth) ?? (isDropped ? .dropped : nil) {
                for member in group.members { decisions[member.entry.id] = decision }
            } else {
                unsent.append(group)
            }
        }
        let unrated = TellingGroup.affairs(unsent).map { group in
            let id = group.members[0].entry.id
            return InFlight.during(.selecting, of: Quarantine.subject(ofItem: id)) { ranking.rank(group) }
        }
        let ranked = RankedStory.withoutRareAboveSeveral(Ratings(ratings, of: unrated).applied(to: unrated))
        let stories = ranked.filter { !$0.isBelow(rules.minScore) }
        belowScore = ranked.count - stories.count
        let slots = Slots(stories, rules: rules)
        for story in ranked {
            decisions.merge(story.decisionsOfOthers) { first, _ in first }
            decisions[story.lead.id] =
                story.isBelow(rules.minScore)
                ? .belowScore(story.score)
                : slots.cap(of: story).map { .queued($0, story.score) } ?? .shown(story.score)
        }
        sections = slots.sections(language: Language(code: language))
        members = Dictionary(uniqueKeysWithValues: slots.shown.map { ($0.lead.id, $0.ids) })
        lasting = Set(stories.filter(\.lasts).map(\.lead.id))
        self.leftOver = lasting.count - slots.shown.count(where: \.lasts)
        self.decisions = decisions
        failures = filter.failures
        self.best =
            best == 0
            ? []
            : stories.filter { $0.lead.item.kind == .article }.sorted(by: RankedStory.best).prefix(best).map(\.story)
    }

    /// The candidates that pass the filters. The others get a decision.
    private static func filter(
        _ sorted: [(candidate: Candidate, verdict: ItemFilter.Verdict)], by filter: inout ItemFilter,
        _ shared: SharedSelection,
        _ decisions: inout [String: Decision]
    ) -> [FilteredItem] {
        var kept: [FilteredItem] = []
        for (candidate, verdict) in sorted {
            switch verdict {
            case .out(let decision): decisions[candidate.id] = decision
            case .kept(let entry):
                let objection = during(candidate) { filter.objection(to: entry, shared) }
                if let objection { decisions[candidate.id] = objection } else { kept.append(entry) }
            }
        }
        return kept
    }

    private static func during<Result>(_ candidate: Candidate, _ work: () -> Result) -> Result {
        InFlight.during(.selecting, of: Quarantine.subject(ofItem: candidate.id), work)
    }
}

extension Selection {
    /// Leaves a story queued for the next digest.
    package mutating func postpone(_ storyID: String, because cap: Decision.Cap) {
        let lasts = lasting.contains(storyID)
        for index in sections.indices {
            let count = sections[index].stories.count
            sections[index].stories.removeAll { $0.id == storyID }
            if lasts { sections[index].leftOver += count - sections[index].stories.count }
        }
        sections.removeAll(where: \.stories.isEmpty)
        members[storyID] = nil
        if lasts { leftOver += 1 }
        if case .shown(let score) = decisions[storyID] { decisions[storyID] = .queued(cap, score) }
    }

    package mutating func postponeAll(because cap: Decision.Cap) {
        for story in sections.flatMap(\.stories) { postpone(story.id, because: cap) }
    }

    /// Gives a reason to those of these items that have none: a filter command removed them.
    package mutating func filteredOut(_ ids: [String]) {
        for id in ids where decisions[id] == nil { decisions[id] = .filteredOut }
    }

    /// Gives these items their reason: they are quarantined, because a run crashed or hung on each.
    package mutating func quarantined(_ steps: [String: InFlight.Step]) {
        for (id, step) in steps { decisions[id] = .quarantined(while: "\(step)") }
    }

    /// The dates of the articles that are too old.
    package var tooOld: [Date] {
        decisions.values.compactMap { if case .tooOld(let date, _) = $0 { date } else { nil } }
    }

    /// The number of candidates for each decision, such as `3 duplicate, 12 shown`.
    package var summary: String {
        let counts = Dictionary(decisions.values.map { ($0.name, 1) }, uniquingKeysWith: +)
        return counts.isEmpty
            ? "nothing new" : counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    }
}

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
    fileprivate func sorted(
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

    fileprivate func groups(
        of entries: [FilteredItem], sent: [SentStory], vectors: [String: SentenceVector],
        _ group: () throws -> [TellingGroup]
    ) rethrows -> [TellingGroup] {
        try groups.value(for: Comparison(entries: entries, sent: sent, vectors: vectors), group)
    }
}

/// The last values that were made, by what they were made from. Whoever needs one that is being made waits for it.
private final class Memo<Key: Equatable & Sendable, Value: Sendable>: Sendable {
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
