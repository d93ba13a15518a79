import Foundation
import Values

/// What machines share out among themselves, so that only one does it at a time.
package enum Work: String, Sendable {
    /// The requests to a host.
    case host
    /// Requesting a source and storing its items.
    case source
    /// Making and delivering the digests of a reader.
    case reader
}

/// The right of this machine to one piece of work.
struct Claim: Sendable, Hashable {
    var work: Work
    var subject: String
    /// The number of this claim among all claims on the same work. A later claim has a higher number.
    var fence: Int64
}

/// The claims that a machine has now.
final class HeldClaims: @unchecked Sendable {
    private let lock = NSLock()
    private var claims: [Work: [String: Claim]] = [:]

    subscript(work: Work, subject: String) -> Claim? {
        get { lock.withLock { claims[work]?[subject] } }
        set { lock.withLock { claims[work, default: [:]][subject] = newValue } }
    }
}

extension State {
    /// Whether other machines use the state at the same time.
    package var isShared: Bool { engine.isShared && mode == .readWrite }

    /// Claims what is free. A state that only one machine uses gives everything.
    ///
    /// What another machine claimed is free again as soon as the connection of that machine is gone, or after `lease`.
    /// - Parameters:
    ///   - window: seconds. What was completed within this time of `now` is not claimed.
    ///   - lease: seconds. They are counted by the clock of the server.
    /// - Returns: the claimed subjects, in the given order.
    package func claim(
        _ work: Work, _ subjects: [String], besides window: TimeInterval = 0, lease: TimeInterval, now: Date
    ) throws -> [String] {
        guard isShared, !subjects.isEmpty else { return subjects }
        let claims = try engine.transaction(.claiming) { db in
            try engine.claim(
                work, subjects, besides: Int64(window), lease: lease, now: Self.seconds(now), in: db)
        }
        for claim in claims { held[work, claim.subject] = claim }
        let claimed = Set(claims.map(\.subject))
        return subjects.filter(claimed.contains)
    }

    /// Ends claims.
    /// - Parameter completed: when the work was completed; nil when it was not.
    package func release(_ work: Work, _ subjects: [String], completed: Date? = nil) throws {
        let claims = subjects.compactMap { held[work, $0] }
        guard !claims.isEmpty else { return }
        try engine.transaction(.claiming) { db in
            for claim in claims {
                if let completed { try engine.complete(claim, at: Self.seconds(completed), in: db) }
                try engine.release(claim, in: db)
            }
        }
        for claim in claims { held[work, claim.subject] = nil }
    }

    /// Checks in the transaction of a change that the claim on its work still holds, and renews it. A machine that
    /// hung for longer than its lease changes nothing.
    /// - Throws: `DatabaseError`.
    func requireClaim(_ work: Work, _ subject: String, in db: Database) throws {
        guard isShared, let claim = held[work, subject] else { return }
        guard try engine.holds(claim, in: db) else {
            throw RunError.state(
                path: path,
                reason: "another machine took over '\(subject)', because this one did not go on in time; nothing was "
                    + "marked")
        }
    }

    /// Stores in the transaction of a change that the work was completed.
    func complete(_ work: Work, _ subject: String, now: Date, in db: Database) throws {
        guard isShared, let claim = held[work, subject] else { return }
        try engine.complete(claim, at: Self.seconds(now), in: db)
    }

    /// The profile of a digest must still be claimed by this machine, if it was.
    func requireClaim(ofDigest id: String, in db: Database) throws {
        guard isShared else { return }
        let profile = try String.fetchOne(
            db.cachedStatement(
                sql: "SELECT name.text FROM digest JOIN name ON name.number = digest.profile WHERE digest.id = ?"),
            arguments: [id])
        if let profile { try requireClaim(.reader, profile, in: db) }
    }
}

/// Claims are for engines that several machines share.
extension Engine {
    var isShared: Bool { false }

    func claim(
        _ work: Work, _ subjects: [String], besides window: Int64, lease: TimeInterval, now: Int64, in db: Database
    ) throws -> [Claim] { [] }

    func holds(_ claim: Claim, in db: Database) throws -> Bool { true }

    func complete(_ claim: Claim, at time: Int64, in db: Database) throws {}

    func release(_ claim: Claim, in db: Database) throws {}
}
