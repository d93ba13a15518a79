import Foundation
import Platform
import Render
import Select
import Settings
import State
import Synchronization
import Values

/// The digest of one profile in one run, as far as it is decided.
struct PlannedDigest: Sendable {
    var plan: Plan
    /// All candidates, including the quarantined ones.
    var candidates: [StoredItem.Name]
    /// The items that waited and are no candidates any more.
    var gone: [StoredItem.Name: Decision] = [:]
    /// What the profile remembers of its choices after this digest.
    var choices: Choices
    var selection: Selection
    var digest: Digest
    /// Whether there would be a digest, but it must wait (`Plan.isHeld`).
    var isWaiting = false
    var renderings: [StoredRendering] = []
    var outputFailure: Failure?
    /// Why some files do not get this digest (`Plan.leaveOutFiles`).
    var unwritten: [Failure] = []
    /// The pictures to embed.
    var pictures: [String: [UInt8]] = [:]
    /// The renderings of the edition, and the digest under which the state stores it.
    var shared = RenderingCache()
    var edition = FirstStored()
    /// The reader whose reasons the state stores for all with the same digest.
    let sameReasons = FirstStored()

    /// Whether there is a digest to store and to deliver.
    var isDue: Bool { !digest.stories.isEmpty || (plan.wantsEmptyDigest && !plan.isHeld) }

    /// This digest for another reader who gets the same stories.
    fileprivate func serving(_ plan: Plan, in context: RunContext) -> PlannedDigest {
        var planned = self
        planned.plan = plan
        planned.digest.id =
            plan.digest(of: selection, run: context.number, previous: digest.previous, now: context.now).id
        planned.digest.profile = plan.historyName
        planned.digest.name = plan.profile.name
        return planned
    }
}

/// Makes the digests of all readers from what was gathered, and delivers them. Each step serves some readers at once.
final class Distribution {
    private let run: ActiveRun
    private let queue: DeliveryQueue
    private let feeds: FeedFacts
    /// The number of the newest item that was gathered.
    private let newest: Int64
    /// The gathered items by source.
    private let items: [String: [StoredItem.Name]]
    private var shared = SharedDigests()
    /// The files with those of the digests that are being made.
    private var files = OutputFiles()

    fileprivate init(_ gathered: GatheredSources, by run: ActiveRun, _ queue: DeliveryQueue) throws {
        (self.run, self.queue, items) = (run, queue, gathered.items)
        newest = try run.state.newestItem()
        let broken = try run.state.broken(among: Set(run.plans.flatMap(\.sourceIDs)).sorted())
        feeds = FeedFacts(gathered.answers, broken: broken)
    }

    /// The greatest number of readers whose digests are stored in one commit.
    static let readersAtOnce = 64

    /// Calls `serve` for some readers after the others. If machines share the state, each serves some of the readers.
    func each(_ serve: ([Plan]) async throws -> Void) async throws {
        func serveAll(_ plans: [Plan]) async throws {
            for batch in batches(of: plans) { try await serve(batch.filter { !$0.isUnwanted }) }
        }
        guard run.state.isShared else { return try await serveAll(run.plans) }
        // The output that the command line names, or standard output, gets a digest in any case.
        let round = run.plans.contains(where: \.hasSingleOutput) ? 0 : run.run.settings.round
        // While the digests of some readers are being delivered, those of the next are made.
        try await run.context.each(of: run.plans, notServedWithin: round) { plans in
            // A machine that has gone since then may have left digests.
            try await run.context.watchdog.pausing { try await run.deliverPendings(ofClaimed: plans) }
            try await serveAll(plans)
        } end: { [queue] in
            try await queue.awaitDigests(of: $0)
        }
    }

    /// The readers who are served together. A reader with another destination than a mail server is served alone.
    private func batches(of plans: [Plan]) -> [ArraySlice<Plan>] {
        var batches: [ArraySlice<Plan>] = []
        var rest = plans[...]
        while let first = rest.first {
            let mails = rest.prefix(Self.readersAtOnce).prefix(while: \.isForMailOnly)
            let batch = first.isForMailOnly ? mails : rest.prefix(1)
            batches.append(batch)
            rest = rest.dropFirst(batch.count)
        }
        return batches
    }

    /// Decides the digests of some readers.
    func select(for readers: [Plan]) async throws -> [PlannedDigest] {
        files = run.outcome.files
        var plans = readers
        let unwritten = plans.indices.map { index in
            plans[index].isHeld = run.outcome.statuses[plans[index].historyName]?.isHolding ?? false
            return plans[index].leaveOutFiles(of: &files, at: run.now)
        }
        var digests = try await digests(for: plans)
        for (index, failures) in unwritten.enumerated() { digests[index].unwritten = failures }
        return digests
    }

    /// The digests of the profiles. Each is decided once for all profiles that get the same stories.
    private func digests(for plans: [Plan]) async throws -> [PlannedDigest] {
        let keys = try keys(of: plans)
        var new: [Int] = []
        var indices: [SharedDigests.Key: Int] = [:]
        for (index, key) in keys.enumerated() {
            if let key {
                if shared[key] != nil || indices[key] != nil { continue }
                indices[key] = new.count
            }
            new.append(index)
        }
        let end = run.run.statistics.begin(.select)
        defer { end() }
        let events = try await new.map { plans[$0] }.mapOnAllCores { [context = run.context, feeds, newest] plan in
            let events = ReportedEvents()
            let editor = Editor(plan: plan, context: context, feeds: feeds, newest: newest, report: events.add)
            return (planned: try await editor.digest(), events: events)
        }
        for event in events.flatMap(\.events.all) { run.context.report(event) }
        var decided = events.map(\.planned)
        for index in decided.indices { shared.join(&decided[index]) }
        let own = Dictionary(uniqueKeysWithValues: zip(new, decided))
        let digests = zip(plans.indices, keys).map { index, key in
            let known = key.flatMap { key in indices[key].map { decided[$0] } ?? shared[key] }
            return own[index] ?? known!.serving(plans[index], in: run.context)
        }
        for (key, index) in indices { shared.add(decided[index], for: key) }
        return digests
    }

    /// The keys by which readers share a digest; nil if the digest is the profile's own. If `leftovers` is not
    /// `compete`, no digest is shared: what did not fit is known for each profile alone.
    private func keys(of plans: [Plan]) throws -> [SharedDigests.Key?] {
        guard run.run.readers.count > 1 else { return plans.map { _ in nil } }
        return try zip(plans, run.state.checksums(of: plans.map(\.historyName))).map { plan, checksum in
            guard plan.rules.leftovers == .compete else { return nil }
            return checksum.map {
                SharedDigests.Key(settings: plan.settingsIndex, checksum: $0, isHeld: plan.isHeld)
            }
        }
    }

    /// Makes the bytes of each digest for each destination. An output that cannot be written is found before anything
    /// is stored.
    func render(_ digests: [PlannedDigest]) async throws -> [PlannedDigest] {
        let end = run.run.statistics.begin(.render)
        defer { end() }
        return try await digests.mapOnAllCores { [state = run.state] planned in
            guard planned.isDue, !planned.plan.isPreview else { return planned }
            return try planned.rendered(with: state)
        }
    }

    /// Stores the digests, and why each item is in them or not.
    /// - Returns: the digests that are to be delivered.
    func store(_ digests: [PlannedDigest]) throws -> [PlannedDigest] {
        if digests.isEmpty { return [] }
        let due = digests.filter(note)
        if !due.isEmpty { run.outcome.files = files }
        let stored = due.map { planned in
            StoredDigest(
                planned.digest, renderings: planned.renderings, members: planned.selection.members,
                sameStories: planned.edition.first(planned.digest.id))
        }
        let lost = try run.state.store(stored, reasons: digests.map(reasons), run: run.context.number)
        run.context.watchdog.goOn()
        return due.filter { !lost.contains($0.plan.historyName) }
    }

    /// Notes what the run tells about a profile.
    /// - Returns: whether the digest is to be stored and delivered.
    private func note(_ planned: PlannedDigest) -> Bool {
        let plan = planned.plan
        // A file that another digest has is no failure for a profile without anything new.
        if planned.isWaiting || planned.isDue { run.outcome.unwritten += planned.unwritten }
        run.context.report(.detail("select '\(plan.profile.profileName)': \(planned.selection.summary)"))
        if let failure = planned.outputFailure { run.outcome.outputFailure = failure }
        run.run.statistics.note { $0.readers += 1 }
        if !planned.isDue, !plan.isHeld {
            run.outcome.idle.append(
                Run.Idle(
                    timeZone: plan.profile.timeZone, since: planned.digest.previous, old: planned.selection.tooOld,
                    maxAge: plan.rules.maxAge, belowScore: planned.selection.belowScore))
        }
        guard planned.isDue, planned.outputFailure == nil else { return false }
        if plan.isPreview { run.outcome.delivered.append(Run.Delivered(planned.digest)) }
        return !plan.isPreview
    }

    /// Why each item is in the digest or not.
    private func reasons(_ planned: PlannedDigest) -> Reasons {
        let profile = planned.plan.historyName
        // What could not be written has not competed.
        let choices = planned.outputFailure == nil ? planned.choices : nil
        // If an output cannot be written, this is the reason for this profile alone.
        if planned.outputFailure == nil, let other = planned.sameReasons.first(profile) {
            return Reasons(of: profile, sameAs: other, choices: choices)
        }
        let gathered = planned.plan.sourceIDs.flatMap { items[$0] ?? [] }
        var decisions = planned.selection.decisions
        for (item, decision) in planned.gone { decisions[item.id] = decision }
        return Reasons(
            of: profile, decisions: decisions, items: gathered + planned.candidates + planned.gone.keys,
            choices: choices)
    }

    /// Delivers the digests, or adds them to those that are being delivered.
    func deliver(_ digests: [PlannedDigest]) async throws {
        for planned in digests {
            try await queue.deliver(run.due(planned.digest, planned.renderings, for: planned.plan), for: planned.plan)
        }
    }
}

extension ActiveRun {
    /// Calls `distribute`, and waits until all that it delivers has its answers, even if `distribute` throws.
    func withDistribution(of gathered: GatheredSources, _ distribute: (Distribution) async throws -> Void) async throws
    {
        try await withThrowingTaskGroup(of: AnsweredDigest.self) { group in
            let queue = DeliveryQueue(self, group)
            do {
                try await distribute(try Distribution(gathered, by: self, queue))
            } catch {
                try? await queue.awaitAll()
                throw error
            }
            try await queue.awaitAll()
        }
        reportUnwritten()
    }

    /// A file of several profiles stays with the first that has a digest. All other destinations are served.
    private func reportUnwritten() {
        guard let first = outcome.unwritten.first else { return }
        outcome.deliveryFailures += outcome.unwritten
        let others = (outcome.unwritten.count - 1).counted("other digest")
        let more = outcome.unwritten.count == 1 ? "" : "; \(others) had the same fault, see 'newsdigest check'"
        context.report(.failure(Failure(first.stage, first.subject, first.reason + more)))
    }
}

extension PlannedDigest {
    fileprivate func rendered(with state: State) throws -> PlannedDigest {
        var planned = self
        let renderer = Renderer(plan: plan, pictures: pictures, shared: shared)
        planned.renderings = try renderer.rendered(digest, lastOf: plan.historyName, in: state)
        planned.outputFailure = planned.unwritableOutput()
        if planned.outputFailure != nil { planned.selection.postponeAll(because: .output) }
        return planned
    }

    /// Why an output that the user waits for cannot be written.
    private func unwritableOutput() -> Failure? {
        guard plan.hasSingleOutput else { return nil }
        for (delivery, rendering) in zip(plan.deliveries, renderings) {
            do throws(DeliveryFailure) {
                let output = plan.filled(delivery, for: digest)
                try output.destination.check(size: rendering.bytes.count)
            } catch {
                return Failure(.deliver, delivery.name, error.reason)
            }
        }
        return nil
    }
}

/// What a part of a run reports, until it is reported in order.
private final class ReportedEvents: Sendable {
    private let events = Mutex<[RunMessage]>([])

    var all: [RunMessage] { events.withLock(\.self) }

    @Sendable func add(_ event: RunMessage) { events.withLock { $0.append(event) } }
}

/// The digests that were decided for one reader, and that serve other readers too.
///
/// These readers have the same settings, and were sent the same items at the same times.
private struct SharedDigests {
    struct Key: Hashable {
        /// The index of the settings among those of the run.
        var settings: Int
        var checksum: SentChecksum
        var isHeld: Bool
    }

    private var digests: [(key: Key, planned: PlannedDigest)] = []
    private var editions: [(edition: Edition, shared: RenderingCache, stored: FirstStored)] = []
    /// The greatest numbers of digests and of editions that are kept in memory.
    private static let most = 16
    private static let mostEditions = 64

    subscript(key: Key) -> PlannedDigest? { digests.first { $0.key == key }?.planned }

    mutating func add(_ planned: PlannedDigest, for key: Key) {
        digests = ([(key, planned)] + digests.filter { $0.key != key }).prefix(Self.most).map { $0 }
    }

    /// Gives a digest the edition of an equal one, whatever led to the choice of its stories.
    mutating func join(_ planned: inout PlannedDigest) {
        let edition = Edition(planned)
        let index = editions.firstIndex { $0.edition == edition }
        let known =
            index.map { editions.remove(at: $0) } ?? (edition: edition, shared: planned.shared, stored: planned.edition)
        (planned.shared, planned.edition) = (known.shared, known.stored)
        editions = Array(([known] + editions).prefix(Self.mostEditions))
    }
}

/// What digests have in common that differ only by what is a reader's own (`PersonalField`).
private struct Edition: Equatable {
    private let digest: Digest
    private let members: [String: [String]]
    private let look: Renderer.Look

    init(_ planned: PlannedDigest) {
        var digest = planned.digest
        (digest.id, digest.profile, digest.name) = ("", "", nil)
        (self.digest, members, look) = (digest, planned.selection.members, Renderer(plan: planned.plan).look)
    }
}

/// The renderings of one digest that serve many readers, by what else they depend on.
typealias RenderingCache = OnceForEach<String, SharedRendering>

/// The reader or the digest under which the state stores what many readers share.
final class FirstStored: Sendable {
    private let known = Mutex<String?>(nil)

    /// The name of what is stored for all. The first call returns nil, and its name becomes this one.
    func first(_ name: String) -> String? {
        known.withLock { known in
            defer { known = known ?? name }
            return known
        }
    }
}
