import Foundation
import Gather
import InFlight
import Select
import Settings
import State
import Values

/// Decides the digest of one reader: selects its stories, and asks for their articles and for what programs and models
/// write. Editors of several readers work side by side.
struct Editor: Sendable {
    let plan: Plan
    let context: RunContext
    let feeds: FeedFacts
    /// The number of the newest item that was there when the run began to choose; nil if it chooses no digest.
    var newest: Int64?
    let report: @Sendable (RunMessage) -> Void

    var state: State { context.state }
    var now: Date { context.now }
    private var renderer: Renderer { Renderer(plan: plan) }
    private var includesSent: Bool { context.run.options.includesSent }

    /// The digest of what the reader was not sent yet.
    func digest() async throws -> PlannedDigest {
        let choices = try state.choices(of: plan.historyName)
        let rules = try rules(choices)
        let candidates = try candidates(choices, rules)
        var selection = try await selection(of: candidates, choices, rules)
        let isWaiting = plan.isHeld && (!selection.sections.isEmpty || plan.wantsEmptyDigest)
        if plan.isHeld { selection.postponeAll(because: .delivery) }

        let draft = try await draft(of: selection)
        let fitting = InFlight.during(.rendering, of: plan.style.quarantineSubject) {
            renderer.fit(draft, lasting: selection.lasting)
        }
        for story in fitting.dropped { selection.postpone(story.id, because: .digest) }
        var digest = try await introduced(fitting.digest)
        let waiting = try Waiting(
            in: choices, candidates: candidates, selection: selection, rules.newness, of: plan, from: state, at: now)
        digest.belowScore = selection.belowScore > 0 ? selection.belowScore : nil
        digest.leftOut = choices.untold.count + waiting.leftOut.count
        var planned = PlannedDigest(
            plan: plan, candidates: candidates.map(\.stored.name), choices: choices, selection: selection,
            digest: digest, isWaiting: isWaiting)
        planned.choices = waiting.choices(after: choices, isDue: planned.isDue, of: plan, at: now, newest: newest)
        planned.gone = waiting.gone
        if planned.isDue, !plan.isPreview { planned.pictures = await pictures(for: digest) }
        return planned
    }

    /// The stored items that compete.
    private func candidates(_ choices: Choices, _ rules: SelectionRules) throws -> [Candidate] {
        configured(
            try state.candidates(
                profile: plan.historyName, sources: plan.sourceIDs.sorted(), includingSent: includesSent,
                since: { feeds.lastRead[$0] ?? rules.newness.earliest(of: $0, at: now) },
                again: choices.again, texts: !plan.profile.filters.isEmpty,
                read: context.run.readers.count > 1 ? context.items : nil)
        ).map(Candidate.init)
    }

    /// Stored items with the settings that this profile has for their sources now.
    private func configured(_ items: consuming [StoredItem]) -> [StoredItem] {
        let sources = Dictionary(plan.list.sources.map { ($0.id, $0) }) { first, _ in first }
        for index in items.indices {
            let id = items[index].item.sourceID
            guard let source = sources[id] else { continue }
            items[index].item = source.applied(to: items[index].item, title: feeds.titles[id])
        }
        return items
    }

    /// Chooses the stories from the candidates that no program of the reader takes out.
    private func selection(
        of candidates: [Candidate], _ choices: Choices, _ rules: SelectionRules
    ) async throws -> Selection {
        let quarantined = context.quarantine.steps(of: candidates)
        let sound = quarantined.isEmpty ? candidates : candidates.filter { quarantined[$0.id] == nil }
        let (kept, filterFailures) = await filtered(
            sound, by: plan.profile.filters, names: plan.profile.sectionNames,
            unsorted: Set(plan.profile.feeds.filter { $0.category == nil }.map(\.sourceID)))
        let vectors = try await vectors(of: kept)
        func choose(best: Int, ratings: [String: Double] = [:]) throws -> Selection {
            try Selection(
                candidates: kept, rules: rules,
                leftOver: leftOver(of: kept, choices, rules), language: plan.profile.language, now: now,
                words: { try context.words.counts(in: state, now: now) },
                earlier: { try context.newestTexts.texts(of: $0, except: $1, in: state, context.quarantine) },
                vectors: vectors, ratings: ratings, best: best, shared: context.selections,
                sent: { candidates in
                    includesSent
                        ? []
                        : try state.sentStories(
                            profile: plan.historyName, candidates: candidates, recognised: choices.recognised ?? [:],
                            now: now)
                })
        }
        var selection = try choose(best: plan.profile.model?.rate == true ? Configuration.Model.mostRated : 0)
        let ratings = try await ratings(of: selection.best)
        if !ratings.isEmpty { selection = try choose(best: 0, ratings: ratings) }
        selection.filteredOut(sound.map(\.id))
        selection.quarantined(quarantined)
        for failure in filterFailures + selection.failures { report(.failure(failure)) }
        return selection
    }

    /// The digest before it is fitted, with the articles and the texts of its stories.
    private func draft(of selection: Selection) async throws -> Digest {
        let previous = try state.lastDelivered(profile: plan.historyName, at: now)
        var digest = plan.digest(of: selection, run: context.number, previous: previous, now: now)
        if renderer.readsTexts, plan.profile.filters.isEmpty { digest = try state.withTexts(digest) }
        digest = try await withArticles(digest)
        digest.failures = try feeds.broken.compactMap { failure in
            guard let id = failure.id, plan.sourceIDs.contains(id) else { return nil }
            var failure = failure
            failure.source = try shownName(ofSource: id, or: failure.source)
            return failure
        }
        digest.recovered = try state.recovered(among: plan.sourceIDs.sorted(), profile: plan.historyName).map {
            try shownName(ofSource: $0.id, or: $0.name)
        }
        return try await translated(try await summarized(digest))
    }

    /// The name that the profile has for a source. Another one may have another name for it.
    private func shownName(ofSource id: String, or name: String) throws -> String {
        try plan.list.sources.first { $0.id == id }?.shownName(state.records(of: [id])[id] ?? SourceRecord()) ?? name
    }

    /// The pictures to embed, by address.
    private func pictures(for digest: Digest) async -> [String: [UInt8]] {
        let pictures = await renderer.pictures(for: digest, over: context.client)
        for (address, reason) in pictures.missing.sorted(by: { $0.key < $1.key }) {
            report(.detail("render '\(plan.profile.profileName)': the picture \(address) is left out: \(reason)"))
        }
        return pictures.bytes
    }

    /// The rules of the profile, with what its feeds and its reader's opinions add to them.
    private func rules(_ choices: Choices) throws -> SelectionRules {
        var rules = plan.rules
        rules.newness = Newness(maxAge: rules.maxAge, choices, sources: plan.sourceIDs)
        rules.newness.started = feeds.started
        rules.newness.searches = Set(plan.list.sources.filter(\.isOrderedByRelevance).map(\.id))
        rules.newness.letStandAlone(plan.ungrouped, at: now)
        rules.itemsADay = feeds.itemsADay
        let opinions = try state.opinions(
            of: plan.profile.profileName, since: now - Opinion.memory, limit: Opinion.mostUsed)
        rules.taste = Taste(opinions, language: plan.profile.language, now: now)
        return rules
    }

    /// The items that did not fit into an earlier digest of the profile. With `leftovers = "drop"`, these are also all
    /// articles that were there for one, unless the command line asks for what was shown or is older.
    private func leftOver(of items: [Candidate], _ choices: Choices, _ rules: SelectionRules) -> Set<String> {
        guard rules.leftovers != .compete, !includesSent, rules.since == nil else { return [] }
        let queued = Set(choices.queued)
        let left = items.filter { candidate in
            if rules.leftovers == .lead { return queued.contains(candidate.number) }
            return rules.newness.hasCompeted(candidate, sections: [candidate.item.category])
                && !rules.newness.standsAlone(candidate)
                && (candidate.item.kind == .article || queued.contains(candidate.number))
        }
        return Set(left.map(\.id))
    }
}

/// What becomes of the items that wait for a later digest.
private struct Waiting {
    /// The items that a digest can still show, by their numbers.
    private var stays: [Int64] = []
    /// Those of them that compete once more.
    private var again: [Int64] = []
    /// Those that tell a sent story, by the id of that story.
    private var recognised: [String: [Int64]] = [:]
    /// The articles that competed and are not shown any more.
    private(set) var leftOut: [Int64] = []
    /// Why those that are no candidates of the run any more are not shown.
    private(set) var gone: [StoredItem.Name: Decision] = [:]

    /// - Parameter candidates: all candidates of the run.
    init(
        in choices: Choices, candidates: [Candidate], selection: Selection, _ newness: Newness, of plan: Plan,
        from state: State, at now: Date
    ) throws {
        let places = Dictionary(candidates.indices.map { (candidates[$0].number, $0) }) { first, _ in first }
        func known(_ number: Int64) -> Candidate? { places[number].map { candidates[$0] } }
        let rest = (choices.queued + choices.again).filter { places[$0] == nil }
        let old = try state.waiting(rest, profile: plan.historyName).map(Candidate.init)
        let others = Dictionary(old.map { ($0.number, $0) }) { first, _ in first }
        var out: [Candidate] = []
        for number in choices.queued {
            let item = known(number) ?? others[number]
            switch item.map({ plan.fate(of: $0, known(number).flatMap { selection.decisions[$0.id] }) }) {
            case .waits: stays.append(number)
            case .leftOut: if let item { out.append(item) }
            case .ended, nil: break
            }
        }
        func waits(_ item: Candidate) -> Bool { plan.fate(of: item, selection.decisions[item.id]) == .waits }
        again = choices.again.filter { (known($0) ?? others[$0]).map(waits) ?? false }
        // The items of sources that the command line keeps out are no candidates, and come back.
        let isPart = plan.sourceIDs != plan.configuredIDs
        recognised = (choices.recognised ?? [:]).mapValues { $0.filter { known($0).map(waits) ?? isPart } }
        for item in candidates {
            guard case .alreadySent(_, let story, _) = selection.decisions[item.id] else { continue }
            recognised[story, default: []].append(item.number)
        }
        queue(candidates, selection, newness, of: plan)
        if out.isEmpty, old.isEmpty { return }
        let alive = candidates.filter { item in
            switch selection.decisions[item.id] {
            case .shown, .queued, .alreadySent, .duplicate, .sameStory, .sameAffair: true
            default: waits(item)
            }
        }
        let copies = Copies(alive)
        for item in old where plan.sourceIDs.contains(item.item.sourceID) {
            gone[item.stored.name] =
                copies.copy(of: item).map { .duplicate(of: $0.id) } ?? Self.reason(forGone: item, newness, at: now)
        }
        let staying = Set(stays)
        leftOut = out.withoutCopies(in: Copies(alive + old.filter { staying.contains($0.number) })).map(\.number)
    }

    /// Why an item that left its source while it waited is not shown; nil for an event that vanished.
    private static func reason(forGone item: Candidate, _ newness: Newness, at now: Date) -> Decision? {
        if let event = item.item.event { return event.isOver(at: now) ? .eventOver : nil }
        return newness.tooOld(item, sections: [item.item.category], at: now)
            ?? .tooOld(item.firstSeen, .firstSeen)
    }

    private mutating func queue(_ candidates: [Candidate], _ selection: Selection, _ newness: Newness, of plan: Plan) {
        var leads: Set<String> = []
        var copies: [String: [Candidate]] = [:]
        for item in candidates {
            switch selection.decisions[item.id] {
            case .queued:
                leads.insert(item.id)
                stays.append(item.number)
            case .duplicate(let lead): copies[lead, default: []].append(item)
            default: break
            }
        }
        // A copy waits as well, because it still competes when the lead is too old, or when its source is switched off.
        for item in candidates where leads.contains(item.id) && copies[item.id] != nil {
            let lead = Copies([item])
            stays += copies[item.id, default: []].filter { lead.copy(of: $0) != nil }.map(\.number)
        }
        again += candidates.filter { leads.contains($0.id) && newness.standsAlone($0) }.map(\.number)
        // The digest of `--since` says that they come next time, however old they are.
        guard plan.rules.since != nil else { return }
        again += candidates.filter { item in
            leads.contains(item.id) || selection.decisions[item.id]?.lead.map(leads.contains) == true
        }.map(\.number)
    }

    /// - Parameters:
    ///   - isDue: whether there is a digest, which says how many were left out.
    ///   - newest: the number of the newest item.
    func choices(after choices: Choices, isDue: Bool, of plan: Plan, at now: Date, newest: Int64?) -> Choices {
        var choices = choices
        choices.queued = Set(stays).sorted()
        choices.untold += leftOut
        // Where an earlier digest is delivered first, no digest could show anything. So nothing has competed.
        if plan.isHeld { return choices }
        choices.add(
            Choices.Choice(
                at: now.wholeSeconds, newest: newest, since: plan.rules.since, sections: plan.wantedSections),
            of: plan.sourceIDs, configured: plan.configuredIDs, ungrouped: plan.ungrouped)
        choices.again = Set(again).sorted()
        choices.recognised = recognised.filter { !$0.value.isEmpty }
        if isDue { (choices.told, choices.untold) = (choices.untold, []) }
        return choices
    }
}

extension Plan {
    fileprivate enum Fate { case waits, leftOut, ended }

    /// - Parameter decision: nil for an item that is not a candidate.
    fileprivate func fate(of item: Candidate, _ decision: Decision?) -> Fate {
        guard sourceIDs.contains(item.item.sourceID) else {
            return configuredIDs.contains(item.item.sourceID) ? .waits : .ended
        }
        switch decision {
        case .beforeSince: return .waits
        // It is dropped again in the next run.
        case .dropped where item.item.kind == .event: return .waits
        case .otherCategory: return wantedSections == nil ? .ended : .waits
        case .tooOld, .dropped, nil: return item.item.kind == .article ? .leftOut : .ended
        default: return .ended
        }
    }
}
