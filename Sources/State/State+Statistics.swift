import Foundation
import Texts
import Values

/// What became of an item of a source.
package enum ItemFate: Int, Sendable, CaseIterable {
    /// It led a story of a digest, stood under one, or was in no digest.
    case shown, joined, leftOut
}

/// The items of one source that were first seen within half an hour and of which the same became.
package struct ItemCount: Sendable, Equatable {
    /// The source's id and name.
    package var source: String
    package var name: String
    /// The beginning of the half hour.
    package var seen: Date
    package var fate: ItemFate
    package var count: Int
}

extension State {
    /// The items since a time, without those that a source already had when it was first read.
    /// - Parameter profile: the only profile whose digests count; nil for all.
    package func itemCounts(since: Date, profile: String? = nil) throws -> [ItemCount] {
        try read { db in
            let only = try Self.condition(on: profile, in: db)
            return try Row.fetchAll(
                db,
                sql: """
                    SELECT source.id, source.name, item.firstSeen / \(Self.slot), fates.fate, count(*)
                    FROM item JOIN source ON source.number = item.source
                    LEFT JOIN (
                        SELECT entry.item AS item, min(CASE WHEN entry.lead IS NULL THEN 0 ELSE 1 END) AS fate
                        FROM entry WHERE entry.digest IN (
                            SELECT edition FROM digest
                            WHERE created >= ?1 AND (isSent OR status = 'pending') \(only.sql))
                        GROUP BY entry.item
                    ) AS fates ON fates.item = item.number
                    WHERE item.firstSeen >= ?1 AND NOT item.isPast
                    GROUP BY source.id, source.name, item.firstSeen / \(Self.slot), fates.fate
                    ORDER BY 1, 3
                    """, arguments: [Self.seconds(since)] + only.arguments
            ).map { row in
                let fate: Int? = try row.value(3)
                return try ItemCount(
                    source: row.value(0), name: row.value(1), seen: Self.date(row.value(2) * Self.slot),
                    fate: fate.flatMap(ItemFate.init) ?? .leftOut, count: row.value(4))
            }
        }
    }

    private static let slot: Int64 = 1800

    /// What a statement with one argument adds for the only profile; nothing for all profiles.
    private static func condition(on profile: String?, in db: Database) throws -> (sql: String, arguments: [Int64]) {
        guard let profile else { return ("", []) }
        return ("AND profile IN (?2, ?3)", try memories(of: profile, in: db))
    }

    /// How many items of each source were liked, and how many disliked, since a time, by the source's id.
    /// - Parameter profile: the only profile; nil for all.
    package func opinionCounts(
        since: Date, profile: String? = nil
    ) throws -> [String: (liked: Int, disliked: Int)] {
        try read { db in
            let only = try Self.condition(on: profile, in: db)
            return try Row.fetchAll(
                db,
                sql: """
                    SELECT source.id, opinion.isLiked, count(*) FROM opinion
                    JOIN item ON item.number = opinion.item JOIN source ON source.number = item.source
                    WHERE opinion.time >= ?1 \(only.sql)
                    GROUP BY source.id, opinion.isLiked
                    """, arguments: [Self.seconds(since)] + only.arguments
            ).reduce(into: [:]) { counts, row in
                let (isLiked, count): (Int, Int) = try (row.value(1), row.value(2))
                if isLiked == 0 {
                    counts[try row.value(0), default: (0, 0)].disliked += count
                } else {
                    counts[try row.value(0), default: (0, 0)].liked += count
                }
            }
        }
    }

    /// When the items since a time were published, as far as that is known. Of very many, the newest count.
    package func publicationTimes(since: Date, limit: Int = 5_000) throws -> [Date] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: Self.itemSQL + " WHERE item.firstSeen >= ? AND NOT item.isPast ORDER BY item.number DESC LIMIT ?",
                arguments: [Self.seconds(since), limit]
            ).compactMap { row in
                let item = try StoredItem(row, html: false).item
                return item.isPublishedOnDay == true ? nil : item.published
            }
        }
    }

    /// The numbers of items that were first seen in each half hour since a time.
    package func storedCounts(since: Date) throws -> [(seen: Date, count: Int)] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT firstSeen / \(Self.slot), count(*) FROM item WHERE firstSeen >= ?
                    GROUP BY firstSeen / \(Self.slot)
                    """, arguments: [Self.seconds(since)]
            ).map { (try Self.date(row: $0), try $0.value(1)) }
        }
    }

    private static func date(row: Row) throws -> Date { try date(row.value(0) * slot) }

    /// The number of items that were first seen before a time.
    package func itemCount(before time: Date) throws -> Int {
        try read { db in
            try Int.fetchOne(
                db, sql: "SELECT count(*) FROM item WHERE firstSeen < ?", arguments: [Self.seconds(time)]) ?? 0
        }
    }

    /// The number of digests since a time that were sent or wait for a destination. A recap tells what digests told, and is none here.
    /// - Parameter profile: the only profile; nil for all.
    package func digestCount(since: Date, profile: String? = nil) throws -> Int {
        try read { db in
            let only = try Self.condition(on: profile, in: db)
            return try Int.fetchOne(
                db,
                sql: """
                    SELECT count(*) FROM digest
                    WHERE created >= ?1 AND (isSent OR status = 'pending') \(only.sql)
                      AND profile NOT IN (SELECT number FROM name WHERE text LIKE '\(Self.nameOfRecaps(of: "%"))')
                    """, arguments: [Self.seconds(since)] + only.arguments) ?? 0
        }
    }
}

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
    /// The number of parts that the destination has: mails, or messages in a chat.
    package var parts: Int

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
                    SELECT digest.id, delivery.destination, digest.created, delivery.tries, delivery.reason, name.text,
                        (
                            SELECT count(*) FROM taken
                            WHERE taken.digest = delivery.digest AND taken.place = delivery.place
                        ) AS parts
                    FROM digest JOIN delivery ON delivery.digest = digest.number
                    JOIN name ON name.number = digest.profile
                    WHERE digest.status = 'pending' AND delivery.finished IS NULL
                    ORDER BY digest.number, delivery.place
                    """
            ).filter { row in try profile.map { try row.value("text") == $0 } ?? true }.map { row in
                try PendingDelivery(
                    digest: row.value("id"), destination: DestinationName(row.value("destination")).stored,
                    since: row.date("created"), tries: row.value("tries"),
                    reason: (row.value("reason") as String?)?.cleanMessage, parts: row.value("parts"))
            }
        }
    }
}
