import Foundation
import Settings
import State
import Values

/// A digest that is stored with its bytes.
struct DueDigest: Sendable {
    var digest: Digest
    var renderings: [StoredRendering]
    /// The parts that each destination has already accepted.
    var accepted: [String: Set<String>] = [:]
    /// Whether a newer digest may replace it in a file in the same run: its reader has had it elsewhere for long.
    var isReplaceable = false
}

/// A digest with the answers of its destinations.
struct AnsweredDigest: Sendable {
    var plan: Plan
    var digest: Digest
    fileprivate var parcels: [Parcel]
    fileprivate var answers: [Answer]

    /// The answer of one destination.
    fileprivate enum Answer: Sendable {
        /// The destination accepted the digest. The notes are for the user.
        case accepted(notes: [String])
        case refused(DeliveryFailure)
        /// The state could not be written.
        case unmarked(any Error)
    }
}

/// How the deliveries of earlier digests went for one reader in this run.
struct DeliveryStatus: Sendable {
    /// The destinations that failed.
    private(set) var failing: Set<String> = []
    /// The places that show one digest at a time and received an earlier digest (`Delivery.place`).
    private var showing: Set<String> = []
    /// Whether a new digest must wait: each destination failed, or is a file or standard output with an earlier one.
    private(set) var isHolding = false

    /// Whether the bytes of an earlier digest can be delivered now. A destination that failed in this run waits for the
    /// next run, and so does one that shows a digest of this run.
    func isFree(for rendering: StoredRendering, of digest: Digest, for plan: Plan) -> Bool {
        guard let delivery = plan.delivery(for: rendering) else { return true }
        guard !failing.contains(delivery.name) else { return false }
        return plan.place(of: delivery, at: digest.created).map { !showing.contains($0) } ?? true
    }

    /// Notes where an earlier digest was delivered and where it failed.
    mutating func note(_ due: DueDigest, for plan: Plan, failed: Set<String>, at now: Date) {
        let waiting = plan.deliverer.waiting
        let able = plan.deliveries.filter { $0.isPerRecipient && waiting.areOnlySome(of: $0, for: due.digest.profile) }
        failing.formUnion(failed.subtracting(able.map(\.name)))
        for rendering in due.renderings {
            guard let delivery = plan.delivery(for: rendering), !failed.contains(delivery.name),
                let place = plan.place(of: delivery, at: due.digest.created)
            else { continue }
            if !due.isReplaceable || delivery.destination.ownedPath == nil { showing.insert(place) }
        }
        isHolding =
            isHolding
            || plan.deliveries.allSatisfy { delivery in
                failing.contains(delivery.name) || plan.place(of: delivery, at: now).map(showing.contains) == true
            }
    }
}

/// The digests that are being delivered side by side by a group of tasks.
final class DeliveryQueue {
    private let run: ActiveRun
    /// It is used only until the closure of the group ends (`ActiveRun.withDistribution`).
    private var group: ThrowingTaskGroup<AnsweredDigest, any Error>
    /// The profiles whose digests are under way.
    private var underWay: Set<String> = []
    /// Ends the measurement of the time.
    private var end = {}
    /// The digests that have their answers, but are not yet marked as sent.
    private var answered: [AnsweredDigest] = []
    /// The greatest number of digests under way. A digest whose server asks to wait delays no other.
    static let most = 256

    init(_ run: ActiveRun, _ group: ThrowingTaskGroup<AnsweredDigest, any Error>) {
        (self.run, self.group) = (run, group)
    }

    /// Delivers a stored digest. Mails are delivered side by side with those of other readers; anything else is
    /// delivered in the order of the readers.
    func deliver(_ due: DueDigest, for plan: Plan) async throws {
        try await run.context.watchdog.pausing {
            guard plan.isForMailOnly else {
                try await run.deliver(due, for: plan)
                return
            }
            if underWay.count == Self.most { try await awaitOne() }
            if underWay.isEmpty { end = run.run.statistics.begin(.deliver) }
            underWay.insert(due.digest.profile)
            // An immediate task starts before the next one is added, so that mails to one server keep the order of the
            // readers. On the run's own thread, each mail would change threads several times.
            group.addImmediateTask(executorPreference: globalConcurrentExecutor) { [context = run.context] in
                await context.answered(due, for: plan)
            }
        }
    }

    /// Waits until all digests are delivered.
    func awaitAll() async throws { try await awaitDigests { !underWay.isEmpty } }

    /// Waits until the digests of some profiles are delivered.
    func awaitDigests(of profiles: [String]) async throws {
        try await awaitDigests { !underWay.isDisjoint(with: profiles) }
    }

    private func awaitDigests(while isWaiting: () -> Bool) async throws {
        try await run.context.watchdog.pausing {
            while isWaiting() { try await awaitOne() }
            try conclude()
        }
    }

    private func awaitOne() async throws {
        guard let next = try await group.next() else { return }
        underWay.remove(next.digest.profile)
        if underWay.isEmpty { end() }
        answered.append(next)
        if answered.count >= Distribution.readersAtOnce { try conclude() }
    }

    private func conclude() throws {
        defer { answered = [] }
        if !answered.isEmpty { try run.conclude(answered) }
    }
}

extension ActiveRun {
    /// Delivers stored bytes to every destination, and stores which destinations accepted them.
    /// - Returns: the names of the destinations that did not accept the bytes.
    @discardableResult
    func deliver(_ due: DueDigest, for plan: Plan) async throws -> Set<String> {
        let end = run.statistics.begin(.deliver)
        let answered = await context.answered(due, for: plan)
        end()
        return try conclude([answered])
    }

    /// Marks those digests as sent that all their destinations accepted, and reports why the others failed.
    /// - Returns: the names of the destinations that did not accept the bytes.
    @discardableResult
    func conclude(_ all: [AnsweredDigest]) throws -> Set<String> {
        let finished = try state.finish(all.map(\.digest.id), now: now)
        var failed: Set<String> = []
        for answered in all {
            let refused = report(answered)
            let failures = refused.map(\.failure)
            failed.formUnion(refused.map(\.name))
            if finished.contains(answered.digest.id) {
                let mayPrintLinks = run.readers.count == 1 || answered.plan.hasSingleOutput
                let delivered = Run.Delivered(answered.digest, mayPrintLinks: mayPrintLinks)
                outcome.delivered.append(delivered)
                run.statistics.note { numbers in
                    numbers.digests += 1
                    numbers.stories += delivered.storyCount
                }
            } else if state.isLost(.reader, answered.digest.profile) {
                // The machine that took over the reader delivers it, and reports what fails.
                continue
            } else if answered.plan.hasSingleOutput, refused.first?.name == answered.plan.deliveries[0].name {
                // The user who named the output sees that it failed, and can run the command again.
                do {
                    try state.giveUp(answered.digest.id, now: now)
                } catch is ClaimLost {}
                outcome.outputFailure = failures.first
            } else {
                for failure in failures where context.deliveryFailures.isFirst(failure) {
                    context.report(.failure(failure))
                }
                outcome.deliveryFailures += failures
            }
        }
        for case .unmarked(let error) in all.flatMap(\.answers) where !(error is ClaimLost) { throw error }
        return failed
    }

    /// Reports what was accepted.
    /// - Returns: what was not, by the names of the destinations, which may contain secrets.
    private func report(_ answered: AnsweredDigest) -> [(name: String, failure: Failure)] {
        var failed: [(name: String, failure: Failure)] = []
        for (parcel, answer) in zip(answered.parcels, answered.answers) {
            let name = parcel.delivery.name
            switch answer {
            case .accepted(let notes):
                context.run.reportNotes(notes, of: name)
                context.report(.detail("deliver '\(name)': digest \(answered.digest.id), \(parcel.size)"))
            case .refused(let failure):
                context.run.reportNotes(failure.notes, of: name)
                failed.append((name, Failure(.deliver, name, failure.reason)))
            case .unmarked: break
            }
        }
        return failed
    }
}

extension RunContext {
    fileprivate func answered(_ due: DueDigest, for plan: Plan) async -> AnsweredDigest {
        let (digest, profile) = (due.digest, due.digest.profile)
        let parcels = due.renderings.compactMap { rendering -> Parcel? in
            guard let delivery = plan.delivery(for: rendering) else { return nil }
            var parcel = Parcel(
                digest, rendering, to: plan.filled(delivery, for: digest),
                accepted: due.accepted[rendering.destination] ?? [])
            parcel.page = Renderer(plan: plan).page(of: digest, for: delivery)
            parcel.isOurs = { [state] in state.mayDeliver(to: profile) }
            return parcel
        }
        return AnsweredDigest(
            plan: plan, digest: digest, parcels: parcels, answers: await answers(of: parcels, by: plan.deliverer))
    }

    /// Delivers the parcels to different destinations at the same time, so that a slow one delays no other. Marks each
    /// as soon as it ends. Parcels for the same destination are delivered one after the other.
    private func answers(of parcels: [Parcel], by deliverer: Deliverer) async -> [AnsweredDigest.Answer] {
        let ways = parcels.indices.reduce(into: [[Int]]()) { ways, index in
            let destination = parcels[index].delivery.destination
            if let way = ways.firstIndex(where: { parcels[$0[0]].delivery.destination.equals(destination) }) {
                ways[way].append(index)
            } else {
                ways.append([index])
            }
        }
        return await withTaskGroup(of: [(Int, AnsweredDigest.Answer)].self) { group in
            for way in ways {
                group.addImmediateTask {
                    var answers: [(Int, AnsweredDigest.Answer)] = []
                    for index in way {
                        answers.append((index, await answer(of: parcels[index], by: deliverer)))
                    }
                    return answers
                }
            }
            return await group.reduce(into: []) { $0 += $1 }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private func answer(of parcel: Parcel, by deliverer: Deliverer) async -> AnsweredDigest.Answer {
        let (digest, name) = (parcel.digestID, parcel.storedName)
        // If a delivery has only one mail, the delivery itself is marked, before the connection sends another mail.
        let isOnlyMail = parcel.delivery.isPerRecipient && parcel.copies.count == 1 && parcel.accepted.isEmpty
        let waitsForDisk = run.readers.count <= Distribution.readersAtOnce
        do {
            let notes: [String]
            do throws(DeliveryFailure) {
                notes = try await deliverer.deliver(parcel) { [state, now] part in
                    guard !isOnlyMail else {
                        return try state.markDelivered(digest, to: name, waitsForDisk: waitsForDisk, now: now)
                    }
                    try state.markTaken(part, of: digest, by: name, waitsForDisk: waitsForDisk)
                }
            } catch {
                if let error = state.missingMark { return .unmarked(error) }
                try state.markFailed(digest, to: name, reason: error.reason)
                return .refused(error)
            }
            if !isOnlyMail { try state.markDelivered(digest, to: name, now: now) }
            return .accepted(notes: notes)
        } catch {
            return .unmarked(error)
        }
    }
}
