import Foundation
import Select
import State
import Values

/// What becomes of the items that wait for a later digest.
struct Waiting {
    /// The items that a digest can still show, by their numbers.
    private var stays: [Int64] = []
    /// Those of them that compete once more.
    private var again: [Int64] = []
    /// The articles that competed and are not shown any more.
    private(set) var leftOut: [Int64] = []

    /// - Parameter candidates: all candidates of the run.
    init(
        in choices: Choices, candidates: [StoredItem], selection: Selection, _ newness: Newness, of plan: Plan,
        from state: State
    ) throws {
        let places = Dictionary(candidates.indices.map { (candidates[$0].number, $0) }) { first, _ in first }
        func known(_ number: Int64) -> StoredItem? { places[number].map { candidates[$0] } }
        let rest = (choices.queued + choices.again).filter { places[$0] == nil }
        let old = try state.waiting(rest, profile: plan.memory)
        let others = Dictionary(old.map { ($0.number, $0) }) { first, _ in first }
        var out: [StoredItem] = []
        for number in choices.queued {
            let item = known(number) ?? others[number]
            switch item.map({ plan.fate(of: $0, known(number).flatMap { selection.decisions[$0.id] }) }) {
            case .waits: stays.append(number)
            case .leftOut: if let item { out.append(item) }
            case .ended, nil: break
            }
        }
        again = choices.again.filter { number in
            guard let item = known(number) ?? others[number] else { return false }
            return plan.fate(of: item, selection.decisions[item.id]) == .waits
        }
        queue(candidates, selection, newness, of: plan)
        leftOut = Self.withoutCopies(out, besides: candidates, selection)
    }

    private mutating func queue(_ candidates: [StoredItem], _ selection: Selection, _ newness: Newness, of plan: Plan) {
        var leads: Set<String> = []
        for item in candidates {
            guard case .queued = selection.decisions[item.id] else { continue }
            leads.insert(item.id)
            stays.append(item.number)
        }
        again += candidates.filter { leads.contains($0.id) && newness.standsAlone(Candidate($0)) }.map(\.number)
        // The digest of `--since` says that they come next time, however old they are.
        guard plan.rules.since != nil else { return }
        again += candidates.filter { item in
            leads.contains(item.id) || selection.decisions[item.id]?.lead.map(leads.contains) == true
        }.map(\.number)
    }

    /// Copies of one article count once, and not at all if one of them is in a digest or can still be in one. Two items
    /// of one source are no copies.
    private static func withoutCopies(
        _ items: [StoredItem], besides candidates: [StoredItem], _ selection: Selection
    ) -> [Int64] {
        if items.isEmpty { return [] }
        let isAlive = { (item: StoredItem) -> Bool in
            switch selection.decisions[item.id] {
            case .shown, .queued, .alreadySent, .duplicate, .sameStory, .sameAffair: true
            default: false
            }
        }
        var sources: [Int64: Set<String>] = [:]
        func note(_ item: StoredItem) {
            for key in Candidate(item).storyKeys.all { sources[key, default: []].insert(item.item.sourceID) }
        }
        for item in candidates where isAlive(item) { note(item) }
        return items.filter { item in
            let others = Candidate(item).storyKeys.all.reduce(into: Set()) { $0.formUnion(sources[$1] ?? []) }
            note(item)
            return others.isSubset(of: [item.item.sourceID])
        }.map(\.number)
    }

    /// - Parameter isDue: whether there is a digest, which says how many were left out.
    func choices(after choices: Choices, isDue: Bool, of plan: Plan, at now: Date) -> Choices {
        var choices = choices
        choices.queued = Set(stays).sorted()
        choices.untold += leftOut
        // Where an earlier digest is delivered first, no digest could show anything. So nothing has competed.
        if plan.isHeld { return choices }
        choices.add(
            Choices.Choice(at: now.wholeSeconds, since: plan.rules.since, sections: plan.wantedSections),
            of: plan.sourceIDs, configured: plan.configuredIDs, ungrouped: plan.ungrouped)
        choices.again = Set(again).sorted()
        if isDue { (choices.told, choices.untold) = (choices.untold, []) }
        return choices
    }
}

extension Plan {
    fileprivate enum Fate { case waits, leftOut, ended }

    /// - Parameter decision: nil for an item that is not a candidate.
    fileprivate func fate(of stored: StoredItem, _ decision: Decision?) -> Fate {
        guard sourceIDs.contains(stored.item.sourceID) else {
            return configuredIDs.contains(stored.item.sourceID) ? .waits : .ended
        }
        switch decision {
        case .beforeSince: return .waits
        // It is dropped again in the next run.
        case .dropped where stored.item.kind == .event: return .waits
        case .otherCategory: return wantedSections == nil ? .ended : .waits
        case .tooOld, .dropped, nil: return stored.item.kind == .article ? .leftOut : .ended
        default: return .ended
        }
    }
}
