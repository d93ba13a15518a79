import Foundation
import Gather
import HTTP
import Settings
import State
import Synchronization
import Values

/// What a run has gathered.
struct GatheredSources {
    /// The answers that are stored, without their items; at the end in the order of the sources.
    fileprivate(set) var answers: [Gathered] = []
    /// The stored items by source.
    private(set) var items: [String: [StoredItem.Name]] = [:]
    /// The answers that are not stored yet.
    fileprivate var batch: [Gathered] = []

    /// The number of items in one commit. One commit for each source would wait for the disk too often. One commit for
    /// all sources would keep all items in memory until then.
    private static let itemsAtOnce = 1000

    fileprivate var isBatchFull: Bool { batch.reduce(0) { $0 + $1.held } >= Self.itemsAtOnce }

    fileprivate mutating func store(in context: RunContext) throws {
        let end = context.run.statistics.begin(.remember)
        defer { end() }
        let state = context.state
        for index in batch.indices {
            try state.nameQuarantined(batch[index].removeQuarantined(context.quarantine))
        }
        for stored in try state.remember(batch, now: context.now) {
            items[stored.item.sourceID, default: []].append(stored.name)
        }
        for index in batch.indices { batch[index].freeItems() }
        answers += batch.filter { !state.isLost(.source, $0.sourceID) }
        batch = []
    }
}

extension ActiveRun {
    /// Fetches all sources, and stores the items of each source as its answer arrives.
    /// - Throws: `RunError`; `.noSource` when the run has nothing to use.
    func gather() async throws -> GatheredSources {
        let gathered = try await fetch()
        trimHeaps()
        try requireUsable(gathered.answers)
        outcome.waits = gathered.answers.compactMap { $0.record.waiting(at: now) }
        outcome.sourceCount = gathered.answers.count
        return gathered
    }

    private func fetch() async throws -> GatheredSources {
        let end = run.statistics.begin(.gather)
        defer { end() }
        outcome.gatherFailures = Set(plans.flatMap(\.list.failures)).sorted { $0.description < $1.description }
        let sources = plans.flatMap(\.list.sources).distinct
        let counter = Counter()
        let deadline = ContinuousClock.now + .seconds(run.settings.network.deadline)
        var gathered = GatheredSources()
        let ordered = sources.longestUnaskedFirst(try state.records(of: sources.map(\.id)), at: now)
        let (elsewhere, late) = try await context.requestClaimed(ordered, until: deadline) { sources, mayGoOn in
            var (answered, goesOn) = (Set<String>(), true)
            let records = try records(of: sources)
            for some in sources.unfinishedFirst(records) where goesOn {
                let backlog = Backlog()
                defer { backlog.end() }
                let fetcher = Fetcher(
                    client: context.client, now: now, except: context.quarantine, until: deadline, backlog: backlog,
                    reserve: context.reserve)
                let stream = fetcher.gather(some, records: records) { [context, count = sources.count] in
                    context.report(.gathering($0, done: counter.count($0), of: count))
                }
                // If the loop ends early, the requests that have not answered end too.
                for await answers in stream {
                    gathered.batch += answers
                    answered.formUnion(answers.map(\.sourceID))
                    goesOn = try mayGoOn()
                    guard goesOn else { break }
                    if gathered.isBatchFull { try gathered.store(in: context) }
                    backlog.remove(answers.reduce(0) { $0 + $1.held })
                }
                try gathered.store(in: context)
            }
            return answered
        }
        let all = gathered.answers + (try context.answers(elsewhere: elsewhere, unasked: late))
        let bySource = Dictionary(grouping: all, by: \.sourceID)
        let answered = sources.flatMap { source in (bySource[source.id] ?? []).map { (source: source, answer: $0) } }
        gathered.answers = answered.map(\.answer)
        report(gathered.answers)
        let unasked = answered.filter { $0.answer.status == .unasked }.map(\.source)
        if let sentence = sentence(aboutUnasked: unasked) { context.report(.notice(sentence)) }
        run.statistics.note(gathered.answers, of: answered.map(\.source), now: now)
        outcome.hasBrokenSource = gathered.answers.contains(where: \.record.isBroken)
        return gathered
    }

    private func report(_ answers: [Gathered]) {
        context.report(.gathered)
        for failure in outcome.gatherFailures + answers.failures(without: heldBack(answers)) {
            context.report(.failure(failure))
        }
        outcome.gatherFailures += answers.failures()
        for answer in answers {
            for notice in answer.notices { context.report(.notice("gather '\(answer.name)': \(notice)")) }
            context.report(.detail("gather '\(answer.name)': \(answer.summary)"))
        }
    }

    /// Checks that the run has something to use. It runs after the answers are stored: failures in a row count even
    /// when the run ends here.
    private func requireUsable(_ answers: [Gathered]) throws {
        let usable = Set(answers.filter(\.isUsable).map(\.sourceID))
        guard !usable.isEmpty else {
            let resting = answers.count { if case .backingOff = $0.status { true } else { false } }
            if resting > 0 {
                let failure = Failure(
                    .gather, resting.counted("source"),
                    "not requested, because of earlier failures; --ask-all requests failed sources too")
                outcome.gatherFailures.append(failure)
                context.report(.failure(failure))
            }
            throw RunError.noSource(outcome.gatherFailures)
        }
        for plan in plans where plan.hasSources && plan.sourceIDs.isDisjoint(with: usable) {
            outcome.hasReaderWithoutSource = true
            context.report(.failure(Failure(.gather, "profile \(plan.profile.profileName)", "no source could be used")))
        }
    }

    /// The records of the sources; with `--ask-all` nothing backs off.
    private func records(of sources: [any ItemSource]) throws -> [String: SourceRecord] {
        let records = try state.records(of: sources.map(\.id))
        guard run.options.asksAll else { return records }
        return records.mapValues {
            var record = $0
            record.backsOffUntil = nil
            return record
        }
    }

    /// The ids of the sources whose failures are not reported yet, because they may pass. A profile that has no usable
    /// source is told why.
    private func heldBack(_ answers: [Gathered]) -> Set<String> {
        guard !run.readers.contains(where: { $0.report == .all }), !run.options.reportsAll else { return [] }
        let usable = Set(answers.filter(\.isUsable).map(\.sourceID))
        let unserved = plans.map(\.sourceIDs).filter { $0.isDisjoint(with: usable) }
        return Set(answers.filter(\.mayPass).map(\.sourceID)).subtracting(unserved.joined())
    }

    /// Counts the sources that have answered.
    private final class Counter: Sendable {
        private let finished = Mutex<Set<String>>([])

        func count(_ step: GatherProgress) -> Int {
            finished.withLock {
                if case .finished(let source, _) = step { $0.insert(source) }
                return $0.count
            }
        }
    }
}
