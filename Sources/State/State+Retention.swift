import Foundation
import GRDB
import InFlight
import Values

/// For how long things are kept, in seconds.
package struct Retention: Sendable, Equatable {
    /// What an item says, from when its source last carried it. Of an item that was sent the title, the address
    /// and the first lines stay; of another a tombstone, which keeps it from coming again.
    package var text: TimeInterval = 90 * 86_400
    /// Each run's reasons.
    package var reasons: TimeInterval = 90 * 86_400
    /// The bytes of a digest, from when it was made.
    package var bytes: TimeInterval = 400 * 86_400
    /// So many runs and digests are let go in one run at most; half as many items, and one more for each that the run
    /// gathered: it keeps up with what comes, and no run pays for a year.
    package var batch = 50

    package init() {}
}

extension State {
    /// Lets go of what is older than the retention, of those sources only that were read in full in this run: what a
    /// source in trouble does not show now may still be there.
    ///
    /// Does nothing when the clock stands before the run before this one, or more than 30 days after it: then
    /// either the clock or the ages are wrong. And nothing in a run that stored no new item, but for the first of a day
    /// (UTC): the state has not grown, and all this is a matter of months.
    /// - Parameter isGrown: whether the run stored a new item.
    package func prune(
        after gathered: [Gathered], isGrown: Bool = false, retention: Retention = Retention(), now: Date
    ) throws {
        try write { db in
            guard try Self.isDue(now, isGrown: isGrown, in: db) else { return }
            var allowance = retention.batch / 2 + gathered.reduce(0) { $0 + $1.count }
            for source in gathered where source.outcome == .fresh || source.outcome == .notModified {
                allowance -= try Self.pruneItems(of: source.sourceID, retention, limit: allowance, now: now, in: db)
            }
            try Self.pruneRuns(retention, now: now, in: db)
        }
        failpoint(.pruned)
    }

    /// Forgets an item altogether, by an address every source's: out of the history, of what was sent and of what was
    /// seen. A source that still carries it brings it as new. What was left aside is tried again.
    /// - Returns: false when there is no such item.
    package func forget(_ idOrAddress: String) throws -> Bool {
        try write { db in
            let numbers = try Self.numbers(ofItems: idOrAddress, in: db)
            var isReleased = try Self.release(idOrAddress, in: db)
            for number in numbers {
                let id = try String.fetchOne(db, sql: "SELECT id FROM item WHERE number = ?", arguments: [number])
                if let id, try Self.release(id, in: db) { isReleased = true }
                try Self.forgetValidators(ofSourceWith: number, in: db)
                try Self.forgetReasons(on: number, in: db)
                try Self.forget(number, in: db)
            }
            return !numbers.isEmpty || isReleased
        }
    }
}

extension State {
    package static func forget(_ number: Int64, in db: Database) throws {
        try reindexing(number, in: db) {
            try forgetStories(of: number, in: db)
            for table in ["entry", "sent", "identity", "saved"] {
                try db.execute(sql: "DELETE FROM \(table) WHERE item = ?", arguments: [number])
            }
            try db.execute(sql: "DELETE FROM item WHERE number = ?", arguments: [number])
        }
    }

    private static func isDue(_ now: Date, isGrown: Bool, in db: Database) throws -> Bool {
        let last = try Int64.fetchOne(
            db, sql: "SELECT started FROM run WHERE ended IS NOT NULL ORDER BY number DESC LIMIT 1")
        guard let last else { return true }
        let isPlausible = try (0...30 * 86_400).contains(seconds(now) - seconds(date(last)))
        return isPlausible && (isGrown || seconds(now) / 86_400 > last / 86_400)
    }

    /// - Returns: how many items were let go.
    private static func pruneItems(
        of source: String, _ retention: Retention, limit: Int, now: Date, in db: Database
    ) throws -> Int {
        let old = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT number, title, content, EXISTS (SELECT 1 FROM sent WHERE sent.item = item.number) AS isSent FROM item
                    WHERE source = (SELECT number FROM source WHERE id = ?) AND lastSeen < ? AND isCurrent
                      AND NOT EXISTS (SELECT 1 FROM saved WHERE saved.item = item.number)
                      AND NOT EXISTS (SELECT 1 FROM entry JOIN digest ON digest.number = entry.digest
                          WHERE entry.item = item.number AND digest.status = 'pending')
                    LIMIT ?
                    """), arguments: [source, seconds(now - retention.text), limit])
        for row in old {
            let number: Int64 = try row.value("number")
            let content = try (row.value("content") as Data?).map { try self.content($0) }
            if let content {
                try removeWords(text(title: row.value("title"), summary: content.summary), of: number, in: db)
            }
            if try row.value("isSent"), let content {
                try db.cachedStatement(sql: "UPDATE item SET content = ?, isCurrent = 0 WHERE number = ?")
                    .execute(arguments: [content.shortened.archived, number])
            } else {
                try db.cachedStatement(
                    sql: "UPDATE item SET content = NULL, title = '', url = '', isCurrent = 0 WHERE number = ?"
                ).execute(arguments: [number])
            }
        }
        return old.count
    }

    /// The numbers of runs and digests grow with time, so the oldest are found without looking at the rest.
    private static func pruneRuns(_ retention: Retention, now: Date, in db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM decision WHERE run IN (
                    SELECT run.number FROM run WHERE run.started < ? AND run.number IN (
                        SELECT DISTINCT run FROM decision ORDER BY run LIMIT ?))
                """, arguments: [seconds(now - retention.reasons), retention.batch])
        try db.execute(
            sql: """
                DELETE FROM rendering WHERE digest IN (
                    SELECT digest.number FROM digest WHERE digest.created < ? AND digest.status != 'pending'
                    AND digest.number IN (SELECT DISTINCT digest FROM rendering ORDER BY digest LIMIT ?))
                """, arguments: [seconds(now - retention.bytes), retention.batch])
        // Twice as long as they are asked for, should the clock be set back a little.
        try db.execute(
            sql: """
                DELETE FROM told WHERE digest IN (
                    SELECT digest.number FROM digest WHERE digest.created < ?
                    AND digest.number IN (SELECT digest FROM told))
                """, arguments: [seconds(now - 2 * SentStory.memory)])
    }
}
