import Foundation
import HTTP
import InFlight
import State
import Values

/// One run of the job for one reader or several.
package struct Run: Sendable {
    /// What this run does differently from what the configuration says.
    package struct Options: Sendable {
        /// Sections by name, as people write them.
        package var categories: [String] = []
        package var kinds: [SourceKind] = []
        /// The one destination in place of the configured ones.
        package var out: String?
        package var format: Format?
        package var limit: Int?
        /// What a greater limit stands for.
        static let mostStories = 1_000_000
        /// The oldest publication date.
        package var since: Date?
        package var share: [ShareLink] = []
        package var includesSent = false
        package var isDryRun = false
        package var evenIfEmpty = false
        package var mode = HTTPClient.Mode.live

        package init() {}
    }

    package enum Event: Sendable {
        case failure(Failure)
        /// Worth the user's attention, and no failure.
        case notice(String)
        /// For those who want to know what each stage did.
        case detail(String)
        case gathering(GatherProgress, done: Int, of: Int)
        case gathered
    }

    /// What a run did.
    package struct Outcome: Sendable {
        /// Delivered everywhere, in the order in which they went out.
        package var delivered: [Digest] = []
        /// A source has failed three runs in a row.
        package var hasBrokenSource = false
        /// No source of one of several readers could be used.
        package var hasReaderWithoutSource = false
        package var gatherFailures: [Failure] = []
        package var deliveryFailures: [Failure] = []
        /// The output named on the command line, or standard output, could not be written.
        package var outputFailure: Failure?

        init() {}
    }

    var options: Options
    package var readers: [Configuration]
    var statePath: String
    var now: Date
    var environment: [String: String]
    var report: @Sendable (Event) -> Void

    package init(
        _ readers: [Configuration], options: Options = Options(), statePath: String, now: Date,
        environment: [String: String] = ProcessInfo.processInfo.environment,
        report: @escaping @Sendable (Event) -> Void = { _ in }
    ) {
        self.readers = readers
        self.options = options
        self.statePath = statePath
        self.now = now
        self.environment = environment
        self.report = report
    }

    /// The whole job: gather, select, render, deliver, remember.
    ///
    /// - Throws: `RunError`, when nothing more can be done; what was delivered before stays delivered.
    package func perform() async throws -> Outcome {
        var plans: [Plan] = []
        for reader in readers { plans.append(try await Plan(reader, run: self)) }
        let lock = options.isDryRun ? nil : try StateLock(besideState: statePath)
        defer { withExtendedLifetime(lock) {} }
        let state = try State(path: statePath, mode: options.isDryRun ? .dryRun : .readWrite)
        defer { close(state) }
        let client = try newClient()
        let number = try state.begin(at: now)
        let context = RunContext(
            number: number, state: state, client: client, quarantine: try takeUp(state), watchdog: watchdog())
        defer { context.end() }
        let newest = try state.newestItem()

        var outcome = Outcome()
        context.watchdog.pause()
        for index in plans.indices { try await deliverPending(for: &plans[index], from: state, &outcome) }
        context.watchdog.resume()
        let (answers, items) = try await gather(for: plans, in: context, &outcome)
        try requireUsable(answers, for: plans, &outcome)
        let titles = answers.reduce(into: [:]) { titles, answer in titles[answer.sourceID] = answer.record.title }
        for plan in plans {
            let gathered = plan.sourceIDs.flatMap { items[$0] ?? [] }
            try await serve(plan, gathered: gathered, titles: titles, in: context, &outcome)
        }
        try state.prune(after: answers, isGrown: try state.newestItem() != newest, now: now)
        try state.end(number, summary: Summary(answers, outcome), now: now)
        return outcome
    }
}

extension Run {
    /// What a finished run leaves in the state for people and scripts.
    private struct Summary: Encodable {
        var sources: [String: Int]
        var delivered: [String]
        var failures: [String]

        init(_ answers: [Gathered], _ outcome: Outcome) {
            sources = Dictionary(answers.map { ($0.sourceID, $0.count) }) { first, _ in first }
            delivered = outcome.delivered.map(\.id)
            failures = (outcome.gatherFailures + outcome.deliveryFailures).map(\.description)
        }
    }

    /// Names what the last run crashed or hung on, and has a crash of this one leave its traces.
    /// - Returns: all that is left aside.
    private func takeUp(_ state: State) throws -> Quarantine {
        if !options.isDryRun {
            if let casualty = InFlight.casualty(in: state.inFlightPath) {
                report(.failure(try state.quarantine(casualty, now: now)))
            }
            // Without a record, as on a full disk, a crash leaves no traces.
            _ = InFlight.keep(in: state.inFlightPath)
        }
        return try state.quarantine(now: now)
    }

    private func watchdog() -> Watchdog {
        Watchdog(deadline: readers[0].network.deadline) { failure in report(.failure(failure)) }
    }

    func close(_ state: State) {
        if let failure = state.close() { report(.failure(failure)) }
    }
}

/// What one run works with, whoever it is for.
private struct RunContext {
    /// Of the run.
    let number: Int64
    let state: State
    let client: HTTPClient
    let quarantine: Quarantine
    let watchdog: Watchdog

    func end() {
        watchdog.stop()
        if state.mode == .dryRun { return }
        InFlight.release()
        unlink(state.inFlightPath)
    }
}

// MARK: - Gather

extension Run {
    /// Asks all sources, and stores what they give as it comes.
    /// - Returns: the answers, in the order of the sources and without their items; and by source what the items are
    ///   stored as.
    private func gather(
        for plans: [Plan], in context: RunContext, _ outcome: inout Outcome
    ) async throws -> (answers: [Gathered], items: [String: [StoredItem.Name]]) {
        let (state, quarantine) = (context.state, context.quarantine)
        outcome.gatherFailures = Set(plans.flatMap(\.list.failures)).sorted { $0.description < $1.description }
        let sources = plans.flatMap(\.list.sources)
        let places = Dictionary(zip(sources.map(\.id), sources.indices)) { first, _ in first }
        let counter = Counter()
        let stream = NewsDigest.answers(
            of: sources, records: try state.records(of: sources.map(\.id)), over: context.client, now: now,
            besides: quarantine, until: .now + .seconds(readers[0].network.deadline),
            reserve: { account, limit in try reserve(account, limit, in: state) },
            progress: { step in
                report(.gathering(step, done: counter.count(step), of: places.count))
            })
        var answers: [Gathered] = []
        var items: [String: [StoredItem.Name]] = [:]
        var batch: [Gathered] = []
        func store() throws {
            for index in batch.indices { try state.nameQuarantined(batch[index].leaveAside(quarantine)) }
            for stored in try state.remember(batch, now: now) {
                items[stored.item.sourceID, default: []].append(stored.name)
            }
            for index in batch.indices { batch[index].letItemsGo() }
            answers += batch
            batch = []
        }
        for await lane in stream {
            batch += lane
            if batch.reduce(0, { $0 + $1.items.count + $1.past.count }) >= Self.itemsAtOnce { try store() }
        }
        try store()
        answers.sort { places[$0.sourceID]! < places[$1.sourceID]! }
        report(.gathered)
        outcome.gatherFailures += answers.failures
        for failure in outcome.gatherFailures { report(.failure(failure)) }
        for answer in answers {
            for notice in answer.notices { report(.notice("gather '\(answer.name)': \(notice)")) }
            report(.detail("gather '\(answer.name)': \(answer.summary)"))
        }
        outcome.hasBrokenSource = answers.contains(where: \.record.isBroken)
        return (answers, items)
    }

    /// Comes after the answers are remembered: failures in a row count also where nothing else came of the run.
    private func requireUsable(_ answers: [Gathered], for plans: [Plan], _ outcome: inout Outcome) throws {
        let usable = Set(answers.filter(\.isUsable).map(\.sourceID))
        guard !usable.isEmpty else { throw RunError.noSource(outcome.gatherFailures) }
        for plan in plans where plan.hasSources && plan.sourceIDs.isDisjoint(with: usable) {
            outcome.hasReaderWithoutSource = true
            report(.failure(Failure(.gather, "profile \(plan.reader.profileName)", "no source could be used")))
        }
    }

    /// One commit for each source would wait for the disk too often, and one for all would hold every item until then.
    private static let itemsAtOnce = 1000

    func reserve(_ account: String, _ limit: Int, in state: State) throws -> Allowance {
        // A replay asks nobody.
        if case .replay = options.mode { return .granted }
        let next = try state.reserve(key: account, limit: limit, window: 86_400, now: now)
        return next.map { .spent(until: $0) } ?? .granted
    }

    /// How many sources have answered.
    private final class Counter: @unchecked Sendable {
        private let lock = NSLock()
        private var finished = 0

        func count(_ step: GatherProgress) -> Int {
            lock.withLock {
                if case .finished = step { finished += 1 }
                return finished
            }
        }
    }
}

// MARK: - Select, render, deliver

extension Run {
    /// Makes and delivers the digest of one reader, if there is anything new.
    private func serve(
        _ plan: Plan, gathered: [StoredItem.Name], titles: [String: String], in context: RunContext,
        _ outcome: inout Outcome
    ) async throws {
        let state = context.state
        let profile = plan.reader.profileName
        let sources = plan.sourceIDs.sorted()
        // A filter is given whole items, and may take their texts away.
        let hasFilters = !plan.reader.filters.isEmpty
        let candidates = try state.candidates(
            profile: profile, sources: sources, includingSent: options.includesSent, now: now,
            maxAge: plan.rules.maxAge, texts: hasFilters)
        let leftAside = context.quarantine.steps(of: candidates)
        let stored = plan.configured(candidates.filter { leftAside[$0.id] == nil }, titles: titles)
        let previous = try state.lastDelivered(profile: profile)
        let ids = stored.map(\.id)
        let (kept, filterFailures) = await filtered(stored, by: plan.reader.filters)
        var selection = try Selection(
            candidates: kept.map(Candidate.init), rules: plan.rules, previous: previous,
            language: plan.reader.language, now: now
        ) { items in
            options.includesSent ? [] : try state.sentStories(profile: profile, candidates: items, now: now)
        }
        selection.filteredOut(ids)
        selection.leaveAside(leftAside)
        for failure in filterFailures + selection.failures { report(.failure(failure)) }
        if plan.isHeld { selection.postponeAll(because: .delivery) }

        var digest = plan.digest(of: selection, run: context.number, previous: previous, now: now)
        if !hasFilters { digest = try state.withTexts(digest) }
        digest.failures = try state.broken(among: sources)
        digest.recovered = try state.recovered(among: sources, profile: profile)
        digest = InFlight.during(.rendering) { plan.fit(digest, &selection) }
        let isWanted = options.evenIfEmpty || plan.reader.digest.evenIfEmpty
        let isDue = !digest.stories.isEmpty || (isWanted && !plan.isHeld)
        var renderings: [StoredRendering] = []
        var outputFailure: Failure?
        if isDue, !plan.isPreview {
            let pictures = await plan.pictures(for: digest, over: context.client)
            renderings = InFlight.during(.rendering) {
                plan.deliveries.map { plan.rendered(digest, for: $0, pictures: pictures) }
            }
            outputFailure = self.outputFailure(of: renderings, for: plan)
            if outputFailure != nil { selection.postponeAll(because: .output) }
        }
        try state.record(
            selection.decisions, on: gathered + candidates.map(\.name), run: context.number, profile: profile)
        report(.detail("select '\(profile)': \(selection.summary)"))
        if let outputFailure { outcome.outputFailure = outputFailure }
        guard isDue, outputFailure == nil else { return }
        guard !plan.isPreview else { return outcome.delivered.append(digest) }
        try state.store(digest, renderings: renderings, members: selection.members)
        context.watchdog.pause()
        defer { context.watchdog.resume() }
        try await deliver(digest, renderings, for: plan, from: state, &outcome)
    }

    /// An output that cannot be written is found out before anything is stored.
    private func outputFailure(of renderings: [StoredRendering], for plan: Plan) -> Failure? {
        guard plan.isInteractive else { return nil }
        for (delivery, rendering) in zip(plan.deliveries, renderings) {
            do throws(DeliveryFailure) {
                try deliverer.check(delivery, size: rendering.bytes.count)
            } catch {
                return Failure(.deliver, delivery.name, error.reason)
            }
        }
        return nil
    }

    /// Hands stored bytes to every destination, and writes down which of them took it.
    /// - Parameter taken: the parts of it that each has taken already.
    /// - Returns: the names of those that did not take it.
    @discardableResult
    private func deliver(
        _ digest: Digest, _ renderings: [StoredRendering], taken: [String: Set<String>] = [:], for plan: Plan,
        from state: State, _ outcome: inout Outcome
    ) async throws -> Set<String> {
        let parcels = renderings.compactMap { rendering -> Parcel? in
            guard let delivery = plan.delivery(for: rendering), !plan.failing.contains(delivery.name) else {
                return nil
            }
            return Parcel(
                delivery: delivery, digestID: digest.id, profile: digest.profile, title: digest.title,
                bytes: Array(rendering.bytes), accepted: taken[delivery.name] ?? [])
        }
        var failed: [Failure] = []
        for (parcel, arrival) in zip(parcels, await arrivals(of: parcels, in: state)) {
            let name = parcel.delivery.name
            switch arrival {
            case .taken(let notes):
                for note in notes { report(.notice("deliver '\(name)': \(note)")) }
                report(.detail("deliver '\(name)': digest \(digest.id), \(parcel.bytes.count) bytes"))
            case .refused(let reason): failed.append(Failure(.deliver, name, reason))
            case .unmarked(let error): throw error
            }
        }
        if try state.finish(digest.id, now: now) {
            outcome.delivered.append(digest)
        } else if plan.isInteractive, failed.first?.subject == plan.deliveries[0].name {
            // Whoever named the output is there to see it fail, and asks again with the next run.
            try state.release(digest.id, now: now)
            outcome.outputFailure = failed.first
        } else {
            for failure in failed { report(.failure(failure)) }
            outcome.deliveryFailures += failed
        }
        return Set(failed.map(\.subject))
    }

    /// What became of a digest on its way to one destination.
    private enum Arrival: Sendable {
        /// With what the reader should know all the same.
        case taken(notes: [String])
        case refused(reason: String)
        /// The state could not be written.
        case unmarked(any Error)
    }

    /// Brings the parcels to their destinations side by side, so that a slow one delays nobody else, and marks each as
    /// soon as it ends. Those for one and the same destination go one after the other.
    private func arrivals(of parcels: [Parcel], in state: State) async -> [Arrival] {
        let ways = parcels.indices.reduce(into: [[Int]]()) { ways, index in
            let destination = parcels[index].delivery.destination
            if let way = ways.firstIndex(where: { parcels[$0[0]].delivery.destination == destination }) {
                ways[way].append(index)
            } else {
                ways.append([index])
            }
        }
        return await withTaskGroup(of: [(Int, Arrival)].self) { group in
            for way in ways {
                group.addTask {
                    var arrivals: [(Int, Arrival)] = []
                    for index in way { arrivals.append((index, await arrival(of: parcels[index], in: state))) }
                    return arrivals
                }
            }
            return await group.reduce(into: []) { $0 += $1 }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private func arrival(of parcel: Parcel, in state: State) async -> Arrival {
        let (digest, name) = (parcel.digestID, parcel.delivery.name)
        do {
            let notes: [String]
            do throws(DeliveryFailure) {
                notes = try await deliverer.deliver(parcel) { part in
                    try state.markTaken(part, of: digest, by: name)
                }
            } catch {
                try state.markFailed(digest, to: name, reason: error.reason)
                return .refused(reason: error.reason)
            }
            try state.markDelivered(digest, to: name, now: now)
            return .taken(notes: notes)
        } catch {
            return .unmarked(error)
        }
    }

    /// Delivers what an earlier run stored and could not deliver everywhere: the very same bytes.
    private func deliverPending(for plan: inout Plan, from state: State, _ outcome: inout Outcome) async throws {
        guard !options.isDryRun else { return }
        for pending in try state.pendings(profile: plan.reader.profileName) {
            let digest = pending.digest
            // A run that ended between the last destination's mark and the digest's.
            if try state.finish(digest.id, now: now) { continue }
            let isStale = now.timeIntervalSince(digest.created) > plan.rules.maxAge
            let known = pending.open.filter { plan.delivery(for: $0) != nil }
            // What failed a moment ago, and what shows an earlier digest since this run, waits for the next.
            let due = known.filter { !plan.failing.contains($0.destination) && !plan.showing.contains($0.destination) }
            var failed: Set<String> = []
            if !isStale, !due.isEmpty {
                let taken = Dictionary(pending.destinations.map { ($0.rendering.destination, $0.parts) }) {
                    $0.union($1)
                }
                failed = try await deliver(digest, due, taken: taken, for: plan, from: state, &outcome)
                plan.holdsNew(after: due, failed: failed)
            }
            if isStale || (failed.isEmpty && due.count == known.count && known.count < pending.open.count) {
                let isSent = try state.release(digest.id, now: now)
                let next = isSent ? "the other destinations have it" : "items that are not too old are sent again"
                let why = isStale ? "was not delivered in time" : "was for a destination that is no longer configured"
                report(
                    .notice("deliver 'digest \(digest.id)': \(why) and is given up; \(next)"))
            }
        }
    }

    var deliverer: Deliverer {
        Deliverer(environment: environment) { try newClient(hasDeadline: false) }
    }

    /// - Throws: `RunError.usage` for a recording that cannot be used.
    func newClient(hasDeadline: Bool = true) throws -> HTTPClient {
        do {
            return try HTTPClient(
                readers[0].network, mode: options.mode, hasDeadline: hasDeadline, environment: environment)
        } catch {
            guard case .recording = error.reason else { throw error }
            throw RunError.usage("\(error)")
        }
    }
}
