import Foundation
import GRDB

/// How a source has been doing.
public struct SourceHealth: Sendable, Equatable {
    public var sourceID: String
    public var name: String
    public var lastTry: Date?
    public var lastSuccess: Date?
    /// How many runs in a row it has failed.
    public var streak: Int
    /// When the streak began.
    public var failingSince: Date?
    /// Of the last failure.
    public var reason: String?
    /// New items a day over the last 30 days, or since it is known.
    public var itemsADay: Double

    /// One failure is a blip, three in a row are a fact the reader should know.
    public var isBroken: Bool { streak >= 3 }
}

extension State {
    /// What gather kept of the source.
    public func record(of sourceID: String) throws -> Data? {
        try read { try Data.fetchOne($0, sql: "SELECT record FROM source WHERE id = ?", arguments: [sourceID]) }
    }

    /// Every source there ever was, by its id.
    public func health(now: Date) throws -> [SourceHealth] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT id, name, lastTry, lastSuccess, streak, failingSince, reason,
                        known, (SELECT count(*) FROM item
                            WHERE item.source = source.number AND lastSeen > ?1 AND firstSeen > ?1) AS recent
                    FROM source ORDER BY id
                    """, arguments: [Self.seconds(now - 30 * 86_400)]
            ).map { row in
                let days = min(30, max(1, now.timeIntervalSince(Self.date(row["known"])) / 86_400))
                return SourceHealth(
                    sourceID: row["id"], name: row["name"], lastTry: (row["lastTry"] as Int64?).map(Self.date),
                    lastSuccess: (row["lastSuccess"] as Int64?).map(Self.date), streak: row["streak"],
                    failingSince: (row["failingSince"] as Int64?).map(Self.date), reason: row["reason"],
                    itemsADay: Double(row["recent"] as Int) / days)
            }
        }
    }

    /// Those of the sources that have failed three runs in a row, for the digest's foot and the exit status.
    public func broken(among sources: [String]) throws -> [Digest.SourceFailure] {
        try read { db in
            try sources.compactMap { source in
                try Row.fetchOne(
                    db.cachedStatement(
                        sql: "SELECT name, failingSince, reason FROM source WHERE id = ? AND streak >= 3"),
                    arguments: [source]
                ).map { Digest.SourceFailure(source: $0[0], since: Self.date($0[1] ?? 0), reason: $0[2] ?? "") }
            }
        }
    }

    /// The names of those sources that the profile was told of as broken, and that answer again. A digest that
    /// says so and is delivered has them said.
    public func recovered(among sources: [String], profile: String) throws -> [String] {
        try read { db in
            guard let profile = try Self.known(profile, in: db) else { return [] }
            return try sources.compactMap { source in
                try String.fetchOne(
                    db.cachedStatement(
                        sql: """
                            SELECT source.name FROM source JOIN announced ON announced.source = source.number
                            WHERE source.id = ? AND announced.profile = ? AND source.streak = 0
                            """), arguments: [source, profile])
            }
        }
    }

    /// Writes down who was told of which sources, once the digest that tells is delivered.
    static func announce(_ digest: Digest, profile: Int64, in db: Database) throws {
        for failure in digest.failures {
            try db.execute(
                sql: "INSERT OR IGNORE INTO announced SELECT ?, number FROM source WHERE name = ? AND streak > 0",
                arguments: [profile, failure.source])
        }
        for name in digest.recovered {
            try db.execute(
                sql: "DELETE FROM announced WHERE profile = ? AND source IN (SELECT number FROM source WHERE name = ?)",
                arguments: [profile, name])
        }
    }

    /// - Returns: the source's number.
    static func update(sourceOf answer: SourceAnswer, now: Date, in db: Database) throws -> Int64 {
        try db.cachedStatement(
            sql: """
                INSERT INTO source (id, name, record, known) VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT (id) DO UPDATE SET name = ?2, record = coalesce(?3, record)
                """
        ).execute(arguments: [answer.sourceID, answer.name, answer.record, seconds(now)])
        let number = try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT number FROM source WHERE id = ?"), arguments: [answer.sourceID])!
        switch answer.outcome {
        case .complete, .unchanged:
            try db.cachedStatement(
                sql: """
                    UPDATE source SET lastTry = ?2, lastSuccess = ?2, streak = 0, failingSince = NULL, reason = NULL
                    WHERE number = ?1
                    """
            ).execute(arguments: [number, seconds(now)])
        case .failed(let reason):
            try db.cachedStatement(
                sql: """
                    UPDATE source SET lastTry = ?2, streak = streak + 1, failingSince = coalesce(failingSince, ?2),
                        reason = ?3 WHERE number = ?1
                    """
            ).execute(arguments: [number, seconds(now), reason])
        case .skipped: break
        }
        return number
    }
}
