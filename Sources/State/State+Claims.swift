import Foundation
import Synchronization
import Values

/// The kinds of work that machines share out. Only one machine at a time does a piece of work.
package enum Work: String, Sendable, CaseIterable {
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

/// Another machine has claimed the work, because this machine lost its connection or let its lease run out. Nothing was
/// changed.
package struct ClaimLost: Error, Equatable, CustomStringConvertible {
    var work: Work
    var subject: String

    package var description: String { "another machine took over '\(subject)'" }
}

/// The claims that a machine has now, and those that it lost.
final class OwnClaims: Sendable {
    private let content = Mutex(Content())

    private struct Content {
        var claims: [Work: [String: Claim]] = [:]
        var lost: [Work: Set<String>] = [:]
        /// The profiles of digests that are being made or delivered, by the digests' ids.
        var profiles: [String: String] = [:]
        /// How many connections had been made when lost claims were last looked for.
        var connections = 1
    }

    func claims(_ work: Work, on subjects: [String]? = nil) -> [Claim] {
        content.withLock {
            let own = $0.claims[work] ?? [:]
            return subjects.map { $0.compactMap { own[$0] } } ?? Array(own.values)
        }
    }

    func add(_ new: [Claim]) {
        content.withLock {
            for claim in new {
                $0.claims[claim.work, default: [:]][claim.subject] = claim
                $0.lost[claim.work]?.remove(claim.subject)
            }
        }
    }

    func remove(_ old: [Claim]) {
        let subjects = Set(old.lazy.filter { $0.work == .reader }.map(\.subject))
        content.withLock {
            for claim in old { $0.claims[claim.work]?[claim.subject] = nil }
            if !subjects.isEmpty { $0.profiles = $0.profiles.filter { !subjects.contains($0.value) } }
        }
    }

    func lose(_ old: [Claim]) {
        content.withLock {
            for claim in old {
                $0.claims[claim.work]?[claim.subject] = nil
                $0.lost[claim.work, default: []].insert(claim.subject)
            }
        }
    }

    func isLost(_ work: Work, _ subject: String) -> Bool {
        content.withLock { $0.lost[work]?.contains(subject) == true }
    }

    subscript(profileOf digest: String) -> String? {
        get { content.withLock { $0.profiles[digest] } }
        set { content.withLock { $0.profiles[digest] = newValue } }
    }

    /// Whether a connection was made since the last call of this function.
    func isReconnected(_ number: Int) -> Bool {
        content.withLock {
            let isReconnected = $0.connections != number
            $0.connections = number
            return isReconnected
        }
    }
}

extension State {
    /// Whether other machines may use the state at the same time.
    package var isShared: Bool { engine.isShared && mode == .readWrite }

    /// Claims those subjects that are free. If only one machine uses the state, all subjects are free.
    ///
    /// What another machine claimed is free again as soon as the connection of that machine is gone, or after `lease`.
    /// - Parameters:
    ///   - window: seconds. Work that was completed less than this time before or after `now` is not claimed.
    ///   - lease: seconds. They are counted by the clock of the server.
    /// - Returns: the claimed subjects, in the given order.
    package func claim(
        _ work: Work, _ subjects: [String], notWithin window: TimeInterval = 0, lease: TimeInterval, now: Date
    ) throws -> [String] {
        guard isShared, !subjects.isEmpty else { return subjects }
        let claims = try transaction(.claiming) { db in
            try engine.claim(
                work, subjects, notWithin: Int64(window), lease: lease, now: Self.seconds(now), in: db)
        }
        ownClaims.add(claims)
        let claimed = Set(claims.map(\.subject))
        return subjects.filter(claimed.contains)
    }

    /// Ends claims.
    /// - Parameter completed: when the work was completed; nil when it was not.
    package func release(_ work: Work, _ subjects: [String], completed: Date? = nil) throws {
        let claims = ownClaims.claims(work, on: subjects)
        guard !claims.isEmpty else { return }
        try transaction(.claiming) { db in try engine.release(claims, completed: completed.map(Self.seconds), in: db) }
        ownClaims.remove(claims)
    }

    /// Whether another machine took over a piece of work that this one had claimed. Then this one must not go on with
    /// it: what it delivers would be delivered twice.
    package func isLost(_ work: Work, _ subject: String) -> Bool { ownClaims.isLost(work, subject) }

    /// Whether this machine may go on with pieces of work that take long. If its connection is gone, it makes a new
    /// one, and looks which claims other machines took over meanwhile.
    package func mayGoOn(_ work: Work, _ subjects: Set<String>) throws -> Bool {
        guard isShared else { return true }
        if engine.isCut { try read { _ in } }
        return !subjects.contains { isLost(work, $0) }
    }

    /// Finds out, in the transaction of a change, which claims on its work still hold, and renews these. A machine that
    /// hung for longer than its lease, or that lost its connection, must change nothing that another machine has
    /// claimed since.
    /// - Parameter completed: when the work was completed; nil when it was not.
    /// - Returns: the subjects that another machine has claimed.
    func lost(
        _ work: Work, among subjects: [String], completed: Date? = nil, in db: Database
    ) throws -> Set<String> {
        guard isShared else { return [] }
        let claims = ownClaims.claims(work, on: subjects)
        if !claims.isEmpty {
            let valid = try engine.renew(claims, completed: completed.map(Self.seconds), in: db)
            if valid.count < claims.count {
                ownClaims.lose(claims.filter { !valid.contains($0.subject) })
                // The machine that took over one claim has perhaps taken over others.
                try findLost(in: db)
            }
        }
        return Set(subjects.filter { ownClaims.isLost(work, $0) })
    }

    /// - Throws: `ClaimLost`.
    func requireClaim(_ work: Work, _ subject: String, in db: Database) throws {
        guard try lost(work, among: [subject], in: db).isEmpty else { throw ClaimLost(work: work, subject: subject) }
    }

    /// Checks that this machine has not lost a claim on the profile of a digest.
    /// - Throws: `ClaimLost`.
    func requireClaim(ofDigest id: String, in db: Database) throws {
        guard isShared else { return }
        let profile =
            try ownClaims[profileOf: id]
            ?? String.fetchOne(
                db.cachedStatement(
                    sql: "SELECT name.text FROM digest JOIN name ON name.number = digest.profile WHERE digest.id = ?"),
                arguments: [id])
        if let profile { try requireClaim(.reader, profile, in: db) }
    }

    /// Notes the profile of each digest, so that a claim on it is found without asking the database.
    func note(_ digests: [Digest]) {
        guard isShared else { return }
        for digest in digests { ownClaims[profileOf: digest.id] = digest.profile }
    }

    /// Whether this machine may deliver to a profile: no other machine took it over, and every delivery so far could be
    /// marked. A mail without a mark would be sent again.
    package func mayDeliver(to profile: String) -> Bool {
        !isLost(.reader, profile) && missingMark == nil
    }

    /// Changes rows of a digest by one statement, in a transaction of its own. This machine must not have lost a claim
    /// on the profile of the digest.
    /// - Parameter sql: gets an SQL condition for the changed rows.
    /// - Throws: `RunError.state`; `ClaimLost`.
    func mark(
        _ digest: String, _ access: Access, arguments: [any SQLConvertible], sql: (_ condition: String) -> String
    ) throws {
        do {
            try tryToMark(digest, access, arguments: arguments, sql: sql)
        } catch {
            if !(error is ClaimLost) { missingMark = error }
            throw error
        }
    }

    private func tryToMark(
        _ digest: String, _ access: Access, arguments: [any SQLConvertible], sql: (_ condition: String) -> String
    ) throws {
        let claim = ownClaims[profileOf: digest].flatMap { ownClaims.claims(.reader, on: [$0]).first }
        guard isShared, let claim else {
            return try transaction(access) { db in
                try requireClaim(ofDigest: digest, in: db)
                try db.cachedStatement(sql: sql("TRUE")).execute(arguments: arguments)
            }
        }
        let holds = try engine.change(access, under: claim, sql: sql, arguments: arguments)
        try followConnection()
        guard holds else {
            ownClaims.lose([claim])
            try transaction(.claiming) { try findLost(in: $0) }
            throw ClaimLost(work: .reader, subject: claim.subject)
        }
    }

    /// After a new connection, finds out which claims are lost: without one, other machines could take them over.
    func followConnection() throws {
        guard isShared, ownClaims.isReconnected(engine.connections) else { return }
        try transaction(.claiming) { try findLost(in: $0) }
    }

    private func findLost(in db: Database) throws {
        for work in Work.allCases {
            let claims = ownClaims.claims(work)
            if claims.isEmpty { continue }
            let valid = try engine.renew(claims, completed: nil, in: db)
            ownClaims.lose(claims.filter { !valid.contains($0.subject) })
        }
    }
}

/// An engine that only one machine uses needs no claims.
extension Engine {
    var isShared: Bool { false }
    var connections: Int { 1 }
    var isCut: Bool { false }

    func claim(
        _ work: Work, _ subjects: [String], notWithin window: Int64, lease: TimeInterval, now: Int64, in db: Database
    ) throws -> [Claim] { [] }

    func renew(_ claims: [Claim], completed: Int64?, in db: Database) throws -> Set<String> {
        Set(claims.map(\.subject))
    }

    func release(_ claims: [Claim], completed: Int64?, in db: Database) throws {}

    func change(
        _ access: Access, under claim: Claim, sql: (String) -> String, arguments: [any SQLConvertible]
    ) throws -> Bool {
        try transaction(access) { try $0.cachedStatement(sql: sql("TRUE")).execute(arguments: arguments) }
        return true
    }
}
