import Foundation
import Gather
import HTTP
import Settings
import State
import Values

/// A digest that is stored with its bytes.
struct StoredIssue: Sendable {
    var digest: Digest
    var renderings: [StoredRendering]
    /// The parts that each destination has already accepted.
    var taken: [String: Set<String>] = [:]
}

/// The digests that are being delivered side by side by a group of tasks.
struct Deliveries {
    typealias Group = ThrowingTaskGroup<Arrived, any Error>

    /// A digest with the answers of its destinations.
    struct Arrived: Sendable {
        var plan: Plan
        var digest: Digest
        fileprivate var parcels: [Parcel]
        fileprivate var arrivals: [Run.Arrival]
    }

    /// The profiles whose digests are under way.
    fileprivate var underWay: Set<String> = []
    /// Ends the measurement of the time.
    fileprivate var end = {}
    /// The digests that arrived, but are not yet marked as sent.
    fileprivate var arrived: [Arrived] = []
    /// The greatest number of digests under way. A digest whose server asks to wait delays no other.
    fileprivate static let most = 256
}

extension Run {
    /// Calls `serve`, and waits until all that it delivers has arrived, even if `serve` throws.
    func delivering(
        in context: RunContext, _ outcome: inout Outcome,
        serve: (inout Deliveries, inout Deliveries.Group, inout Outcome) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Deliveries.Arrived.self) { group in
            var deliveries = Deliveries()
            do {
                try await serve(&deliveries, &group, &outcome)
            } catch {
                try? await awaitAll(of: &deliveries, &group, in: context, &outcome)
                throw error
            }
            try await awaitAll(of: &deliveries, &group, in: context, &outcome)
        }
    }

    /// Delivers a stored digest. Mails are delivered side by side with those of other readers; anything else is
    /// delivered in the order of the readers.
    func deliver(
        _ digest: StoredIssue, for plan: Plan, in context: RunContext, _ deliveries: inout Deliveries,
        _ group: inout Deliveries.Group, _ outcome: inout Outcome
    ) async throws {
        context.watchdog.pause()
        defer { context.watchdog.resume() }
        guard plan.isForMailOnly else {
            try await deliver(digest, for: plan, from: context.state, &outcome)
            return
        }
        if deliveries.underWay.count == Deliveries.most {
            try await awaitOne(of: &deliveries, &group, in: context.state, &outcome)
        }
        if deliveries.underWay.isEmpty { deliveries.end = statistics.begin(.deliver) }
        deliveries.underWay.insert(digest.digest.profile)
        // An immediate task starts before the next one is added, so that mails to one server keep the order of the
        // readers.
        // On the run's own thread, each mail would change threads several times.
        group.addImmediateTask(executorPreference: globalConcurrentExecutor) {
            await arrived(digest, for: plan, from: context.state)
        }
    }

    /// Waits until all digests are delivered.
    func awaitAll(
        of deliveries: inout Deliveries, _ group: inout Deliveries.Group, in context: RunContext,
        _ outcome: inout Outcome
    ) async throws {
        context.watchdog.pause()
        defer { context.watchdog.resume() }
        while !deliveries.underWay.isEmpty { try await awaitOne(of: &deliveries, &group, in: context.state, &outcome) }
        try conclude(&deliveries, in: context.state, &outcome)
    }

    /// Waits until the digests of some profiles are delivered.
    func awaitDigests(
        of profiles: [String], among deliveries: inout Deliveries, _ group: inout Deliveries.Group,
        in context: RunContext, _ outcome: inout Outcome
    ) async throws {
        context.watchdog.pause()
        defer { context.watchdog.resume() }
        while !deliveries.underWay.isDisjoint(with: profiles) {
            try await awaitOne(of: &deliveries, &group, in: context.state, &outcome)
        }
        try conclude(&deliveries, in: context.state, &outcome)
    }

    private func awaitOne(
        of deliveries: inout Deliveries, _ group: inout Deliveries.Group, in state: State, _ outcome: inout Outcome
    ) async throws {
        guard let next = try await group.next() else { return }
        deliveries.underWay.remove(next.digest.profile)
        if deliveries.underWay.isEmpty { deliveries.end() }
        deliveries.arrived.append(next)
        if deliveries.arrived.count >= Self.readersAtOnce { try conclude(&deliveries, in: state, &outcome) }
    }

    private func conclude(_ deliveries: inout Deliveries, in state: State, _ outcome: inout Outcome) throws {
        let arrived = deliveries.arrived
        deliveries.arrived = []
        if !arrived.isEmpty { try conclude(arrived, in: state, &outcome) }
    }

    /// Delivers stored bytes to every destination, and stores which destinations accepted them.
    /// - Returns: the names of the destinations that did not accept the bytes.
    @discardableResult
    func deliver(
        _ digest: StoredIssue, for plan: Plan, from state: State, _ outcome: inout Outcome
    ) async throws -> Set<String> {
        let end = statistics.begin(.deliver)
        let arrived = await arrived(digest, for: plan, from: state)
        end()
        return try conclude([arrived], in: state, &outcome)
    }

    private func arrived(_ stored: StoredIssue, for plan: Plan, from state: State) async -> Deliveries.Arrived {
        let parcels = stored.renderings.compactMap { rendering -> Parcel? in
            guard let delivery = plan.delivery(for: rendering), !plan.failing.contains(delivery.name) else {
                return nil
            }
            let profile = stored.digest.profile
            var parcel = Parcel(
                delivery: plan.filled(delivery, for: stored.digest), digestID: stored.digest.id, profile: profile,
                title: stored.digest.title, copies: rendering.copies, accepted: stored.taken[delivery.name] ?? [])
            parcel.page = plan.page(of: stored.digest, for: delivery)
            parcel.isOurs = { state.mayDeliver(to: profile) }
            return parcel
        }
        return Deliveries.Arrived(
            plan: plan, digest: stored.digest, parcels: parcels,
            arrivals: await arrivals(of: parcels, by: plan.deliverer, in: state))
    }

    /// Marks those digests as sent that all their destinations accepted, and reports why the others failed.
    /// - Returns: the names of the destinations that did not accept the bytes.
    @discardableResult
    private func conclude(
        _ arrived: [Deliveries.Arrived], in state: State, _ outcome: inout Outcome
    ) throws -> Set<String> {
        let finished = try state.finish(arrived.map(\.digest.id), now: now)
        var failed: Set<String> = []
        for arrived in arrived {
            let refused = report(arrived)
            let failures = refused.map(\.failure)
            failed.formUnion(refused.map(\.name))
            if finished.contains(arrived.digest.id) {
                let mayPrintLinks = readers.count == 1 || arrived.plan.hasSingleOutput
                outcome.delivered.append(Delivered(arrived.digest, mayPrintLinks: mayPrintLinks))
            } else if state.isLost(.reader, arrived.digest.profile) {
                // The machine that took over the reader delivers it, and reports what fails.
                continue
            } else if arrived.plan.hasSingleOutput, refused.first?.name == arrived.plan.deliveries[0].name {
                // The user who named the output sees that it failed, and can run the command again.
                do {
                    try state.giveUp(arrived.digest.id, now: now)
                } catch is ClaimLost {}
                outcome.outputFailure = failures.first
            } else {
                for failure in failures { report(.failure(failure)) }
                outcome.deliveryFailures += failures
            }
        }
        for case .unmarked(let error) in arrived.flatMap(\.arrivals) where !(error is ClaimLost) { throw error }
        return failed
    }

    /// Reports what was accepted.
    /// - Returns: what was not, by the names of the destinations, which may contain secrets.
    private func report(_ arrived: Deliveries.Arrived) -> [(name: String, failure: Failure)] {
        var failed: [(name: String, failure: Failure)] = []
        for (parcel, arrival) in zip(arrived.parcels, arrived.arrivals) {
            let name = parcel.delivery.name
            switch arrival {
            case .taken(let notes):
                for note in notes { report(.notice("deliver '\(name)': \(note)")) }
                report(.detail("deliver '\(name)': digest \(arrived.digest.id), \(parcel.size)"))
            case .refused(let reason): failed.append((name, Failure(.deliver, name, reason)))
            case .unmarked: break
            }
        }
        return failed
    }

    /// The result of a delivery to one destination.
    fileprivate enum Arrival: Sendable {
        /// The destination accepted the digest. The notes are for the user.
        case taken(notes: [String])
        case refused(reason: String)
        /// The state could not be written.
        case unmarked(any Error)
    }

    /// Delivers the parcels to different destinations at the same time, so that a slow one delays no other. Marks each
    /// as soon as it ends. Parcels for the same destination are delivered one after the other.
    private func arrivals(of parcels: [Parcel], by deliverer: Deliverer, in state: State) async -> [Arrival] {
        let ways = parcels.indices.reduce(into: [[Int]]()) { ways, index in
            let destination = parcels[index].delivery.destination
            if let way = ways.firstIndex(where: { parcels[$0[0]].delivery.destination.equals(destination) }) {
                ways[way].append(index)
            } else {
                ways.append([index])
            }
        }
        return await withTaskGroup(of: [(Int, Arrival)].self) { group in
            for way in ways {
                group.addImmediateTask {
                    var arrivals: [(Int, Arrival)] = []
                    for index in way {
                        arrivals.append((index, await arrival(of: parcels[index], by: deliverer, in: state)))
                    }
                    return arrivals
                }
            }
            return await group.reduce(into: []) { $0 += $1 }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private func arrival(of parcel: Parcel, by deliverer: Deliverer, in state: State) async -> Arrival {
        let (digest, name) = (parcel.digestID, parcel.delivery.name)
        // If a delivery has only one mail, the delivery itself is marked, before the connection sends another mail.
        let isOnlyMail = parcel.delivery.isPerRecipient && parcel.copies.count == 1 && parcel.accepted.isEmpty
        let isOneOfMany = readers.count > Self.readersAtOnce
        do {
            let notes: [String]
            do throws(DeliveryFailure) {
                notes = try await deliverer.deliver(parcel) { part in
                    guard !isOnlyMail else {
                        return try state.markDelivered(digest, to: name, isOneOfMany: isOneOfMany, now: now)
                    }
                    try state.markTaken(part, of: digest, by: name, isOneOfMany: isOneOfMany)
                }
            } catch {
                if let error = state.missingMark { return .unmarked(error) }
                try state.markFailed(digest, to: name, reason: error.reason)
                return .refused(reason: error.reason)
            }
            if !isOnlyMail { try state.markDelivered(digest, to: name, now: now) }
            return .taken(notes: notes)
        } catch {
            return .unmarked(error)
        }
    }

    /// Delivers what earlier runs stored and could not deliver everywhere. The readers are served side by side, except
    /// those with another destination than a mail server.
    /// - Parameter indices: the indices of these readers in the plans.
    func deliverPendings(
        for plans: inout [Plan], at indices: [Int], from state: State, _ outcome: inout Outcome
    ) async throws {
        guard !options.isDryRun else { return }
        let pending = try state.profilesWithPendings()
        let indices = indices.filter { pending.contains(plans[$0].memory) }
        typealias Served = (index: Int, plan: Plan, outcome: Outcome)
        try await withThrowingTaskGroup(of: Served.self) { group in
            var count = 0
            func awaitOne() async throws {
                guard let served = try await group.next() else { return }
                count -= 1
                plans[served.index] = served.plan
                outcome.add(served.outcome)
            }
            for index in indices {
                guard plans[index].isForMailOnly else {
                    try await deliverPendingIfOurs(for: &plans[index], from: state, &outcome)
                    continue
                }
                if count == Deliveries.most { try await awaitOne() }
                count += 1
                group.addImmediateTask { [plan = plans[index]] in
                    var served: Served = (index, plan, Outcome())
                    try await deliverPendingIfOurs(for: &served.plan, from: state, &served.outcome)
                    return served
                }
            }
            while count > 0 { try await awaitOne() }
        }
    }

    /// Does nothing more for a profile that another machine took over.
    private func deliverPendingIfOurs(
        for plan: inout Plan, from state: State, _ outcome: inout Outcome
    ) async throws {
        do {
            try await deliverPending(for: &plan, from: state, &outcome)
        } catch is ClaimLost {}
    }

    /// Delivers what an earlier run stored for one profile. The bytes are exactly the same.
    /// - Throws: `RunError.state`; `ClaimLost` when another machine took over the profile.
    func deliverPending(for plan: inout Plan, from state: State, _ outcome: inout Outcome) async throws {
        for pending in try state.pendings(profile: plan.memory).map(plan.named) {
            let digest = pending.digest
            // An earlier run ended after it marked the last destination and before it marked the digest.
            if try state.finish(digest.id, now: now) { continue }
            let isStale = now.timeIntervalSince(digest.created) > Self.longestDelivery
            let known = pending.open.filter { plan.delivery(for: $0) != nil }
            var due = known.filter { plan.isFree(for: $0, of: digest) }
            var failed: Set<String> = []
            if !isStale { try leaveOut(&due, of: digest, for: plan, in: state, &outcome) }
            if !isStale, !due.isEmpty {
                let taken = Dictionary(pending.destinations.map { ($0.rendering.destination, $0.parts) }) {
                    $0.union($1)
                }
                failed = try await deliver(
                    StoredIssue(digest: digest, renderings: due, taken: taken), for: plan, from: state, &outcome)
                plan.noteDelivery(of: due, of: digest, failed: failed, at: now)
            }
            if isStale || (failed.isEmpty && due.count == known.count && known.count < pending.open.count) {
                let isSent = try state.giveUp(digest.id, now: now)
                let missing = pending.open.map { "'\($0.destination)'" }.joined(separator: ", ")
                let why = isStale ? "was not delivered to \(missing) in 14 days" : "\(missing) is no longer configured"
                report(.notice(Self.notice(ofGivenUp: pending, because: why, isSent: isSent)))
            }
        }
    }

    /// Leaves out the files that have another digest of this run. Their bytes wait for the next run.
    private func leaveOut(
        _ renderings: inout [StoredRendering], of digest: Digest, for plan: Plan, in state: State,
        _ outcome: inout Outcome
    ) throws {
        var free: [StoredRendering] = []
        for rendering in renderings {
            guard let failure = plan.objection(to: rendering, of: digest, &outcome.files) else {
                free.append(rendering)
                continue
            }
            outcome.unwritten.append(failure)
            try state.markFailed(digest.id, to: rendering.destination, reason: failure.reason)
        }
        renderings = free
    }

    /// Gives up the old digests of profiles and readers whom no run serves any more.
    func giveUpAbandoned(by plans: [Plan], in state: State) throws {
        guard !options.isDryRun else { return }
        let served = Set(readers.map(\.profileName) + plans.map(\.memory))
        let before = now - Self.longestDelivery
        for (pending, isSent) in try state.giveUpAbandoned(before: before, except: served, now: now) {
            let why = "no run served '\(pending.digest.profile)' for 14 days"
            report(.notice(Self.notice(ofGivenUp: pending, because: why, isSent: isSent)))
        }
    }

    /// The seconds for which a finished digest waits for its destinations.
    private static let longestDelivery: TimeInterval = 14 * 86_400

    private static func notice(ofGivenUp pending: PendingDigest, because why: String, isSent: Bool) -> String {
        let (id, count) = (pending.digest.id, pending.digest.stories.count)
        let others = pending.destinations.filter(\.isDelivered).map { "'\($0.rendering.destination)'" }
        let place = others.isEmpty ? "some of its recipients" : others.joined(separator: ", ")
        let next =
            isSent
            ? "it was delivered to \(place), so its \(count.counted("story counts", "stories count")) as sent; "
                + "'newsdigest resend \(id)' delivers it again"
            : "its \(count.counted("story competes", "stories compete")) once more"
        return "deliver 'digest \(id)': \(why), so it was given up; \(next)"
    }

    /// - Parameter reader: the reader whose digests it delivers.
    func newDeliverer(for reader: Configuration) -> Deliverer {
        var deliverer = Deliverer(environment: environment) { try newClient(hasDeadline: false) }
        deliverer.pool = cache.mailPool
        deliverer.unsubscribed = reader.unsubscribed.map(cache.unsubscribed(in:))
        return deliverer
    }

    /// - Throws: `RunError.usage` when the recording cannot be used.
    func newClient(hasDeadline: Bool = true) throws -> HTTPClient {
        do {
            return try HTTPClient(
                settings.network, mode: options.mode, hasDeadline: hasDeadline, traffic: statistics.traffic,
                environment: environment)
        } catch {
            guard case .recording = error.reason else { throw error }
            throw RunError.usage("\(error)")
        }
    }
}
