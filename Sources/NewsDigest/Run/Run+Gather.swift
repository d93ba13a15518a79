import Foundation
import Gather
import Settings
import State
import Synchronization
import Texts
import Values

extension Run {
    /// Fetches all sources, and stores the items of each source as its answer arrives.
    /// - Returns: the answers in the order of the sources, without their items; and the stored items by source.
    func gather(
        for plans: [Plan], in context: RunContext, _ outcome: inout Outcome
    ) async throws -> (answers: [Gathered], items: [String: [StoredItem.Name]]) {
        let end = statistics.begin(.gather)
        defer { end() }
        let (state, quarantine) = (context.state, context.quarantine)
        outcome.gatherFailures = Set(plans.flatMap(\.list.failures)).sorted { $0.description < $1.description }
        let sources = plans.flatMap(\.list.sources).distinct
        let counter = Counter()
        let deadline = ContinuousClock.now + .seconds(settings.network.deadline)
        var arrived = Arrived()
        let ordered = sources.longestUnaskedFirst(try state.records(of: sources.map(\.id)))
        let (elsewhere, unasked) = try await requestClaimed(ordered, until: deadline, in: state) { sources, mayGoOn in
            var (answered, goesOn) = (Set<String>(), true)
            let records = try records(of: sources, in: state)
            for some in sources.unfinishedFirst(records) where goesOn {
                let backlog = Backlog()
                defer { backlog.end() }
                let stream = Gather.answers(
                    of: some, records: records, over: context.client, now: now, except: quarantine, until: deadline,
                    reserve: { account, limit in try reserve(account, limit, in: state) }, backlog: backlog,
                    progress: { report(.gathering($0, done: counter.count($0), of: sources.count)) })
                // If the loop ends early, the requests that have not answered end too.
                for await lane in stream {
                    arrived.batch += lane
                    answered.formUnion(lane.map(\.sourceID))
                    goesOn = try mayGoOn()
                    guard goesOn else { break }
                    if arrived.batch.reduce(0, { $0 + $1.held }) >= Self.itemsAtOnce {
                        try store(&arrived, in: context)
                    }
                    backlog.took(lane.reduce(0) { $0 + $1.held })
                }
                try store(&arrived, in: context)
            }
            return answered
        }
        let all = arrived.answers + (try self.answers(elsewhere: elsewhere, unasked: unasked, in: state))
        let bySource = Dictionary(grouping: all, by: \.sourceID)
        let answered = sources.flatMap { source in (bySource[source.id] ?? []).map { (source: source, answer: $0) } }
        let answers = answered.map(\.answer)
        reportAnswers(answers, for: plans, &outcome)
        report(unasked: answered)
        statistics.note(answers, of: answered.map(\.source), now: now)
        outcome.hasBrokenSource = answers.contains(where: \.record.isBroken)
        return (answers, arrived.items)
    }

    /// The answers that have arrived.
    private struct Arrived {
        /// The answers that are stored, without their items.
        var answers: [Gathered] = []
        /// The stored items by source.
        var items: [String: [StoredItem.Name]] = [:]
        /// The answers that are not stored yet.
        var batch: [Gathered] = []
    }

    private func store(_ arrived: inout Arrived, in context: RunContext) throws {
        let end = statistics.begin(.remember)
        defer { end() }
        let state = context.state
        for index in arrived.batch.indices {
            try state.nameQuarantined(arrived.batch[index].removeQuarantined(context.quarantine))
        }
        for stored in try state.remember(arrived.batch, now: now) {
            arrived.items[stored.item.sourceID, default: []].append(stored.name)
        }
        for index in arrived.batch.indices { arrived.batch[index].freeItems() }
        arrived.answers += arrived.batch.filter { !state.isLost(.source, $0.sourceID) }
        arrived.batch = []
    }

    private func reportAnswers(_ answers: [Gathered], for plans: [Plan], _ outcome: inout Outcome) {
        report(.gathered)
        for failure in outcome.gatherFailures + answers.failures(without: heldBack(answers, for: plans)) {
            report(.failure(failure))
        }
        outcome.gatherFailures += answers.failures()
        for answer in answers {
            for notice in answer.notices { report(.notice("gather '\(answer.name)': \(notice)")) }
            report(.detail("gather '\(answer.name)': \(answer.summary)"))
        }
    }

    private func report(unasked answered: [(source: any ItemSource, answer: Gathered)]) {
        let unasked = answered.filter { $0.answer.status == .unasked }.map(\.source)
        if let sentence = sentence(aboutUnasked: unasked) { report(.notice(sentence)) }
    }

    /// Checks that the run has something to use. It runs after the answers are stored: failures in a row count even
    /// when the run ends here.
    func requireUsable(_ answers: [Gathered], for plans: [Plan], _ outcome: inout Outcome) throws {
        let usable = Set(answers.filter(\.isUsable).map(\.sourceID))
        guard !usable.isEmpty else {
            let resting = answers.count { if case .backingOff = $0.status { true } else { false } }
            if resting > 0 {
                let failure = Failure(
                    .gather, resting.counted("source"),
                    "not requested, because of earlier failures; --ask-all requests failed sources too")
                outcome.gatherFailures.append(failure)
                report(.failure(failure))
            }
            throw RunError.noSource(outcome.gatherFailures)
        }
        for plan in plans where plan.hasSources && plan.sourceIDs.isDisjoint(with: usable) {
            outcome.hasReaderWithoutSource = true
            report(.failure(Failure(.gather, "profile \(plan.reader.profileName)", "no source could be used")))
        }
    }

    /// The records of the sources; with `--ask-all` nothing backs off.
    private func records(of sources: [any ItemSource], in state: State) throws -> [String: SourceRecord] {
        let records = try state.records(of: sources.map(\.id))
        guard options.asksAll else { return records }
        return records.mapValues {
            var record = $0
            record.backsOffUntil = nil
            return record
        }
    }

    /// The ids of the sources whose failures are not reported yet, because they may pass. A profile that has no usable
    /// source is told why.
    private func heldBack(_ answers: [Gathered], for plans: [Plan]) -> Set<String> {
        guard !readers.contains(where: { $0.report == .all }), !options.reportsAll else { return [] }
        let usable = Set(answers.filter(\.isUsable).map(\.sourceID))
        let unserved = plans.map(\.sourceIDs).filter { $0.isDisjoint(with: usable) }
        return Set(answers.filter(\.mayPass).map(\.sourceID)).subtracting(unserved.joined())
    }

    /// The number of items in one commit. One commit for each source would wait for the disk too often. One commit for
    /// all sources would keep all items in memory until then.
    private static let itemsAtOnce = 1000

    func reserve(_ account: String, _ limit: Int, in state: State) throws -> Allowance {
        // A replay sends no request.
        if case .replay = options.mode { return .granted }
        return Allowance(
            next: try state.reserve(key: account, limit: limit, window: RequestQuota.window, now: now))
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
