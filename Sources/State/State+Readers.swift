import Foundation
import Values

/// What a profile was sent, as numbers. Profiles with equal values were sent the same items at the same times, or will be
/// with a pending digest, and were told of the same broken sources.
package struct ProfileHistory: Hashable, Sendable {
    private let digests: [Int64]
    private let items: [Int64]
    private let announced: [Int64]

    fileprivate init(digests: [Int64], items: [Int64], announced: [Int64]) {
        self.digests = digests
        self.items = items
        self.announced = announced
    }
}

extension State {
    /// What a profile was sent; nil if its opinions count for its digests, so that they are its own.
    package func history(of profile: String) throws -> ProfileHistory? {
        try read { db in
            guard let profile = try Self.known(profile, in: db) else {
                return ProfileHistory(digests: [0, 0, 0], items: [0, 0, 0], announced: [0, 0, 0])
            }
            let opinions = "SELECT 1 FROM opinion WHERE profile = ?1 UNION ALL SELECT 1 FROM saved WHERE profile = ?1"
            guard try Row.fetchOne(db.cachedStatement(sql: opinions), arguments: [profile]) == nil else { return nil }
            let isSent = "digest.profile = ? AND (digest.isSent OR digest.status = 'pending')"
            // The sums of the numbers and of their scattered forms tell different sets apart.
            return ProfileHistory(
                digests: try Self.sums(
                    ["1", "created", Self.scattered("created")], "digest WHERE \(isSent)", profile,
                    in: db),
                items: try Self.sums(
                    ["1", "entry.item", Self.scattered("entry.item")],
                    "digest JOIN entry ON entry.digest = digest.number WHERE \(isSent)", profile, in: db),
                announced: try Self.sums(
                    ["1", "source", Self.scattered("source")], "announced WHERE profile = ?", profile, in: db))
        }
    }

    /// For each digest of a profile, the digest of another profile with the same history at its place.
    package func sameDigests(of profile: String, and other: String) throws -> [String: String] {
        try read { db in
            let list = try db.cachedStatement(
                sql: """
                    SELECT id FROM digest WHERE profile = (SELECT number FROM name WHERE text = ?)
                      AND (isSent OR status = 'pending') ORDER BY created, number
                    """)
            let ids = try String.fetchAll(list, arguments: [profile])
            return Dictionary(zip(ids, try String.fetchAll(list, arguments: [other]))) { first, _ in first }
        }
    }

    /// SQL for a number below 2^31 in which each bit depends on the whole value. Sums of such numbers are the same only
    /// for the same set, and sums of squares are not: 1, 5, 6 and 2, 3, 7.
    private static func scattered(_ column: String) -> String {
        let prime = "2147483647"
        return (1...3).reduce("\(column) % \(prime)") { value, round in
            "(((\(value)) * (\(value)) + \(column) + \(round)) % \(prime))"
        }
    }

    private static func sums(
        _ values: [String], _ source: String, _ profile: Int64, in db: Database
    ) throws -> [Int64] {
        let columns = values.map { "CAST(coalesce(sum(\($0)), 0) AS BIGINT)" }.joined(separator: ", ")
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT \(columns) FROM \(source)"), arguments: [profile])
        return try values.indices.map { try row?.value($0) ?? 0 }
    }
}
