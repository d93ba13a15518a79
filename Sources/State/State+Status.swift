import Foundation
import Texts
import Values

/// A digest that one destination does not have yet.
package struct PendingDelivery: Sendable, Equatable, Encodable {
    package var digest: String
    package var destination: String
    /// When the digest was made.
    package var since: Date
    /// The number of runs that could not deliver it.
    package var tries: Int
    /// Why the last of them could not.
    package var reason: String?

    private enum CodingKeys: String, CodingKey { case digest, destination, since, tries, reason }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(digest, forKey: .digest)
        try container.encode(destination, forKey: .destination)
        try container.encode(since, forKey: .since)
        try container.encode(tries, forKey: .tries)
        // Null, and not missing.
        try container.encode(reason, forKey: .reason)
    }
}

extension State {
    /// When the last runs began, the latest first.
    package func lastRuns(_ count: Int) throws -> [Date] {
        try read { db in
            try Int64.fetchAll(
                db, sql: "SELECT started FROM run ORDER BY number DESC LIMIT ?", arguments: [count]
            ).map(Self.date)
        }
    }

    /// What waits for its destinations, the oldest first.
    /// - Parameter profile: the only profile; nil for all.
    package func pendingDeliveries(profile: String? = nil) throws -> [PendingDelivery] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT digest.id, delivery.destination, digest.created, delivery.tries, delivery.reason, name.text
                    FROM digest JOIN delivery ON delivery.digest = digest.number
                    JOIN name ON name.number = digest.profile
                    WHERE digest.status = 'pending' AND delivery.finished IS NULL
                    ORDER BY digest.number, delivery.place
                    """
            ).filter { row in try profile.map { try row.value("text") == $0 } ?? true }.map { row in
                try PendingDelivery(
                    digest: row.value("id"), destination: DestinationName(row.value("destination")).stored,
                    since: row.date("created"), tries: row.value("tries"),
                    reason: (row.value("reason") as String?)?.cleanMessage)
            }
        }
    }
}
