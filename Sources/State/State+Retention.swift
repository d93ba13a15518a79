import Foundation
import InFlight
import Values

/// For how long things are kept, in seconds.
package struct Retention: Sendable, Equatable {
    /// The text of an item, from the time when its source last contained it. A sent item keeps its title, its address
    /// and its first lines. Any other item keeps a tombstone, so that it is not taken for a new item.
    package var text: TimeInterval = 90 * 86_400
    /// The reasons of each run.
    package var reasons: TimeInterval = 90 * 86_400
    /// The bytes of a digest, from the time when it was made.
    package var bytes: TimeInterval = 400 * 86_400
    /// The articles of web pages.
    package var pages: TimeInterval = 90 * 86_400
    /// The greatest number of runs and digests that one run removes.
    package var batch = 50
    /// The greatest number of items that one run removes, besides one for each item that it gathered. So it removes as
    /// fast as items arrive, and no run has to remove a year's items.
    static let items = 25

    package init() {}
}

extension State {
    /// Removes what is older than the retention. It removes items only of those sources that were read in full in this
    /// run: a source in trouble may still contain what it does not show now.
    ///
    /// Nothing is removed when the clock is before the last run or more than 30 days after it, because then either the
    /// clock or the ages are wrong. A run that stored no new item removes nothing either, except the first run of a day
    /// (UTC): the state has not grown, and retention is counted in months.
    /// - Parameter isGrown: whether the run stored a new item.
    package func prune(
        after gathered: [Gathered], isGrown: Bool = false, retention: Retention = Retention(), now: Date
    ) throws {
        try write { db in
            guard try Self.isDue(now, isGrown: isGrown, in: db) else { return }
            var allowance = Retention.items + gathered.reduce(0) { $0 + $1.count }
            for source in gathered where source.status == .fresh || source.status == .notModified {
                allowance -= try Self.pruneItems(of: source.sourceID, retention, limit: allowance, now: now, in: db)
            }
            try Self.pruneRuns(retention, now: now, in: db)
            try Self.pruneWordCounts(retention, now: now, in: db)
            try Self.prunePages(retention, now: now, in: db)
        }
        failpoint(.pruned)
    }

    /// Forgets an item completely: in the history, in what was sent and in what was seen. With an address, it forgets
    /// the item of every source. If a source still contains the item, the next run takes it for a new one. The
    /// quarantine of the item ends. The counts of words stay: they do not tell from which item a word was.
    /// - Returns: false when there is no such item.
    package func forget(_ idOrAddress: String) throws -> Bool {
        try write { db in
            let numbers = try Self.numbers(ofItems: idOrAddress, in: db)
            var wasQuarantined = try Self.endQuarantine(of: idOrAddress, in: db)
            for number in numbers {
                let id = try String.fetchOne(db, sql: "SELECT id FROM item WHERE number = ?", arguments: [number])
                if let id, try Self.endQuarantine(of: id, in: db) { wasQuarantined = true }
                try Self.forgetValidators(ofSourceWith: number, in: db)
                try Self.forgetReasons(on: number, in: db)
                try Self.forgetChoices(of: number, in: db)
                try Self.forget(number, in: db)
            }
            return !numbers.isEmpty || wasQuarantined
        }
    }
}

extension State {
    static func forget(_ number: Int64, in db: Database) throws {
        try reindexing(number, in: db) {
            try dropChecksums(with: number, in: db)
            try forgetStories(of: number, in: db)
            try removePage(of: number, in: db)
            for table in ["entry", "earlier", "sent", "identity", "saved", "opinion", "rating", "vector"] {
                try db.execute(sql: "DELETE FROM \(table) WHERE item = ?", arguments: [number])
            }
            try db.execute(
                sql: "DELETE FROM answer WHERE subject = (SELECT id FROM item WHERE number = ?)", arguments: [number])
            try db.execute(sql: "DELETE FROM item WHERE number = ?", arguments: [number])
        }
    }

    private static func isDue(_ now: Date, isGrown: Bool, in db: Database) throws -> Bool {
        let last = try Int64.fetchOne(
            db, sql: "SELECT started FROM run WHERE ended IS NOT NULL ORDER BY number DESC LIMIT 1")
        guard let last else { return true }
        let isPlausible = try (0...30 * 86_400).contains(seconds(now) - seconds(date(last)))
        return try isPlausible && (isGrown || now.day() > date(last).day())
    }

    /// - Returns: the number of removed items.
    private static func pruneItems(
        of source: String, _ retention: Retention, limit: Int, now: Date, in db: Database
    ) throws -> Int {
        let old = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT number, title, content, said, EXISTS (SELECT 1 FROM sent WHERE sent.item = item.number) AS isSent FROM item
                    WHERE source = (SELECT number FROM source WHERE id = ?) AND lastSeen < ? AND isCurrent
                      AND NOT EXISTS (SELECT 1 FROM saved WHERE saved.item = item.number)
                      AND NOT EXISTS (SELECT 1 FROM opinion WHERE opinion.item = item.number)
                      AND NOT EXISTS (SELECT 1 FROM entry WHERE entry.item = item.number
                          AND entry.digest IN (SELECT edition FROM digest WHERE digest.status = 'pending'))
                    LIMIT ?
                    """), arguments: [source, seconds(now - retention.text), limit])
        for row in old {
            let number: Int64 = try row.value("number")
            let content = try (row.value("content") as Data?).map { try self.content($0) }
            if let content {
                try removeWords(text(title: row.value("title"), summary: content.summary), of: number, in: db)
            }
            try forgetEvidence(of: number, row.value("said"), source: source, in: db)
            if try row.value("isSent"), let content {
                try db.cachedStatement(
                    sql: "UPDATE item SET content = ?, said = NULL, isCurrent = FALSE WHERE number = ?"
                )
                .execute(arguments: [content.shortened.archived, number])
            } else {
                try db.cachedStatement(
                    sql:
                        "UPDATE item SET content = NULL, said = NULL, title = '', url = '', isCurrent = FALSE WHERE number = ?"
                ).execute(arguments: [number])
            }
        }
        return old.count
    }

    /// Removes the keys by which an item is found only while its source may still rename it.
    private static func forgetEvidence(of number: Int64, _ said: Data?, source: String, in db: Database) throws {
        guard let said = try said.map({ try Fingerprint(packed: $0) }) else { return }
        let keys = said.evidence(ofSource: source) + [said.whole(ofSource: source)].compactMap(\.self)
        try db.execute(
            sql: "DELETE FROM identity WHERE hash IN (\(Database.placeholders(keys.count))) AND item = ?",
            arguments: keys + [number])
    }

    /// Removes old reasons, bytes, answers of programs, and packed stories. The numbers of runs and digests grow with
    /// time, so the oldest are found without reading the rest.
    private static func pruneRuns(_ retention: Retention, now: Date, in db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM decision WHERE run IN (
                    SELECT run.number FROM run
                    WHERE run.number >= (SELECT min(decision.run) FROM decision) AND run.started < ?
                    ORDER BY run.number LIMIT ?)
                """, arguments: [seconds(now - retention.reasons), retention.batch])
        // The next digest is added to the last bytes of a feed or a calendar in a file.
        let isLast = """
            EXISTS (
                SELECT 1 FROM delivery JOIN digest AS own ON own.number = delivery.digest
                WHERE delivery.digest = rendering.digest
                  AND delivery.format IN (\(Database.placeholders(Format.rolling.count))) AND NOT EXISTS (
                    SELECT 1 FROM digest AS later JOIN delivery AS other ON other.digest = later.number
                    WHERE later.profile = own.profile AND later.number > own.number AND later.status <> ?
                      AND other.destination = delivery.destination AND other.format = delivery.format))
            """
        let lasting: [any SQLConvertible] = Format.rolling.map(\.rawValue) + [DigestStatus.givenUp.rawValue]
        try db.execute(
            sql: """
                DELETE FROM rendering WHERE digest IN (
                    SELECT digest.number FROM digest WHERE digest.created < ? AND digest.status != 'pending'
                    AND digest.number IN (
                        SELECT DISTINCT digest FROM rendering WHERE NOT \(isLast) ORDER BY digest LIMIT ?))
                """, arguments: [seconds(now - retention.bytes)] + lasting + [retention.batch])
        for table in ["answer", "rating", "intro", "vector"] {
            try db.execute(sql: "DELETE FROM \(table) WHERE time < ?", arguments: [seconds(now - retention.text)])
        }
        try db.execute(
            sql: """
                DELETE FROM form WHERE number < (
                    SELECT coalesce(min(form), 9223372036854775807) FROM rendering WHERE form IS NOT NULL)
                """)
        // They are kept twice as long as they are needed, in case the clock is set back a little.
        try db.execute(
            sql: """
                DELETE FROM told WHERE digest IN (
                    SELECT digest.number FROM digest WHERE digest.created < ?
                    AND digest.number IN (SELECT digest FROM told))
                """, arguments: [seconds(now - 2 * SentStory.memory)])
    }

    /// Removes the contents of the editions of which no digest is pending.
    /// - Parameter earliest: the contents of later digests stay. Other machines may still add digests to their
    ///   editions.
    static func dropContents(before earliest: Date, in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE digest SET content = NULL WHERE content IS NOT NULL AND created < ?
                  AND number NOT IN (SELECT other.edition FROM digest AS other WHERE other.status = 'pending')
                """, arguments: [seconds(earliest)])
    }
}
