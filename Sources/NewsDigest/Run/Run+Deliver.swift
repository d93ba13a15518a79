import Foundation
import HTTP
import State
import Values

extension Run {
    /// Delivers stored bytes to every destination, and stores which destinations accepted them.
    /// - Parameter taken: the parts that each destination has already accepted.
    /// - Returns: the names of the destinations that did not accept the bytes.
    @discardableResult
    func deliver(
        _ digest: Digest, _ renderings: [StoredRendering], taken: [String: Set<String>] = [:], for plan: Plan,
        from state: State, _ outcome: inout Outcome
    ) async throws -> Set<String> {
        let parcels = renderings.compactMap { rendering -> Parcel? in
            guard let delivery = plan.delivery(for: rendering), !plan.failing.contains(delivery.name) else {
                return nil
            }
            return Parcel(
                delivery: delivery, digestID: digest.id, profile: digest.profile, title: digest.title,
                copies: rendering.copies, accepted: taken[delivery.name] ?? [])
        }
        var failed: [Failure] = []
        for (parcel, arrival) in zip(parcels, await arrivals(of: parcels, by: plan.deliverer, in: state)) {
            let name = parcel.delivery.name
            switch arrival {
            case .taken(let notes):
                for note in notes { report(.notice("deliver '\(name)': \(note)")) }
                report(.detail("deliver '\(name)': digest \(digest.id), \(parcel.size)"))
            case .refused(let reason): failed.append(Failure(.deliver, name, reason))
            case .unmarked(let error): throw error
            }
        }
        if try state.finish(digest.id, now: now) {
            outcome.delivered.append(digest)
        } else if plan.isInteractive, failed.first?.subject == plan.deliveries[0].name {
            // The user who named the output sees that it failed, and can run the command again.
            try state.release(digest.id, now: now)
            outcome.outputFailure = failed.first
        } else {
            for failure in failed { report(.failure(failure)) }
            outcome.deliveryFailures += failed
        }
        return Set(failed.map(\.subject))
    }

    /// The result of a delivery to one destination.
    private enum Arrival: Sendable {
        /// The destination accepted the digest. The notes are for the user.
        case taken(notes: [String])
        case refused(reason: String)
        /// The state could not be written.
        case unmarked(any Error)
    }

    /// Delivers the parcels to different destinations at the same time, so that a slow one delays no other. Marks each
    /// as soon as it ends. Parcels for the same destination are delivered one after the other.
    private func arrivals(of parcels: [Parcel], by deliverer: Deliverer, in state: State) async -> [Arrival] {
        let end = statistics.begin(.deliver)
        defer { end() }
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
        // The only mail of a delivery is the whole of it. It is marked before the connection sends another mail.
        let isOnlyMail = parcel.delivery.isPerRecipient && parcel.copies.count == 1 && parcel.accepted.isEmpty
        do {
            let notes: [String]
            do throws(DeliveryFailure) {
                notes = try await deliverer.deliver(parcel) { part in
                    guard !isOnlyMail else { return try state.markDelivered(digest, to: name, now: now) }
                    try state.markTaken(part, of: digest, by: name)
                }
            } catch {
                try state.markFailed(digest, to: name, reason: error.reason)
                return .refused(reason: error.reason)
            }
            if !isOnlyMail { try state.markDelivered(digest, to: name, now: now) }
            return .taken(notes: notes)
        } catch {
            return .unmarked(error)
        }
    }

    /// Delivers what an earlier run stored and could not deliver everywhere. The bytes are exactly the same.
    func deliverPending(for plan: inout Plan, from state: State, _ outcome: inout Outcome) async throws {
        guard !options.isDryRun else { return }
        for pending in try state.pendings(profile: plan.reader.profileName) {
            let digest = pending.digest
            // An earlier run ended after it marked the last destination and before it marked the digest.
            if try state.finish(digest.id, now: now) { continue }
            let isStale = now.timeIntervalSince(digest.created) > plan.rules.maxAge
            let known = pending.open.filter { plan.delivery(for: $0) != nil }
            // A destination that failed in this run, or that shows another digest since this run, waits for the next
            // run.
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

    /// - Parameter reader: the reader whose digests it delivers.
    func newDeliverer(for reader: Configuration) -> Deliverer {
        var deliverer = Deliverer(environment: environment) { try newClient(hasDeadline: false) }
        deliverer.pool = parts.mailPool
        deliverer.unsubscribed = reader.unsubscribed.map(parts.unsubscribed(in:))
        return deliverer
    }

    /// - Throws: `RunError.usage` when the recording cannot be used.
    func newClient(hasDeadline: Bool = true) throws -> HTTPClient {
        do {
            return try HTTPClient(
                readers[0].network, mode: options.mode, hasDeadline: hasDeadline, traffic: statistics.traffic,
                environment: environment)
        } catch {
            guard case .recording = error.reason else { throw error }
            throw RunError.usage("\(error)")
        }
    }
}
