import Foundation
import Values

extension State {
    /// Stores that a run began. This is the first commit of a run: it shows that the state can be written.
    /// - Returns: the run's number.
    package func begin(at now: Date) throws -> Int64 {
        try write(alone: false) { db in
            try db.cachedStatement(sql: "INSERT INTO run (started) VALUES (?)").insert(arguments: [Self.seconds(now)])
        }
    }

    /// Stores the result of a run. `summary` is for people and scripts that look at past runs.
    package func end(_ run: Int64, summary: some Encodable, now: Date) throws {
        try write(alone: false) { db in
            try db.execute(
                sql: "UPDATE run SET ended = ?, summary = ? WHERE number = ?",
                arguments: [Self.seconds(now), Self.packed(summary), run])
        }
    }

    /// Stores why each item was in the profile's digest or not. Each item has exactly one reason.
    ///
    /// - Parameters:
    ///   - decisions: the decisions of select, by item id.
    ///   - items: the items that the profile's sources gave in this run, and the candidates. An item that was not
    ///     offered to select gets `.alreadySent`, because it was sent to the profile or is in a pending digest of it,
    ///     or `.past`.
    /// - Returns: the decision on each of the items.
    @discardableResult
    package func record(
        _ decisions: [String: Decision], on items: some Sequence<StoredItem.Name>, run: Int64, profile: String
    ) throws -> [String: Decision] {
        try write(alone: false) { db in
            let profile = try Self.number(of: profile, in: db)
            var log = DecisionLog()
            var all: [String: Decision] = [:]
            for item in Set(items).sorted(by: { $0.number < $1.number }) {
                let decision = try decisions[item.id] ?? Self.reason(for: item.number, profile: profile, in: db)
                guard let decision else { continue }
                log.append(decision, on: item.number)
                all[item.id] = decision
            }
            try db.execute(
                sql: """
                    INSERT INTO decision VALUES (?, ?, ?)
                    ON CONFLICT (run, profile) DO UPDATE SET log = excluded.log
                    """,
                arguments: [run, profile, Compressed(log.packed).data])
            return all
        }
    }

    /// The decisions of a run for a profile, by item id.
    package func decisions(run: Int64, profile: String) throws -> [String: Decision] {
        try read { db in
            let log = try Data.fetchOne(
                db,
                sql: "SELECT log FROM decision WHERE run = ? AND profile = (SELECT number FROM name WHERE text = ?)",
                arguments: [run, profile])
            guard let log else { return [:] }
            var decisions: [String: Decision] = [:]
            for (number, decision) in try Self.reading(log, DecisionLog.decisions) {
                let id = try String.fetchOne(db, sql: "SELECT id FROM item WHERE number = ?", arguments: [number])
                if let id { decisions[id] = decision }
            }
            return decisions
        }
    }

    /// The decisions of all runs on an item, the oldest first.
    package func decisions(on itemID: String) throws -> [RunDecision] {
        try read { db in
            guard
                let item = try Row.fetchOne(
                    db, sql: "SELECT number, firstSeen, lastSeen FROM item WHERE id = ?", arguments: [itemID])
            else { return [] }
            let firstSeen = State.seconds(try item.date("firstSeen"))
            let lastSeen = State.seconds(try item.date("lastSeen"))
            return try Row.fetchAll(
                db,
                sql: """
                    SELECT decision.run, run.started, name.text, decision.log
                    FROM run JOIN decision ON decision.run = run.number JOIN name ON name.number = decision.profile
                    WHERE run.started BETWEEN ?1 AND ?2 ORDER BY decision.run, decision.profile
                    """, arguments: [firstSeen - 86_400, lastSeen + Self.longestCandidacy]
            ).compactMap { row in
                let number: Int64 = try item.value("number")
                return try Self.reading(row.value("log")) { try DecisionLog.decision(on: number, in: $0) }.map {
                    try RunDecision(
                        run: row.value("run"), time: row.date("started"), profile: row.value("text"), decision: $0)
                }
            }
        }
    }

    /// The decisions of the profile's last run before this one, by the numbers of the items.
    package func lastDecisions(profile: String, before run: Int64) throws -> [Int64: Decision] {
        try read { db in
            guard let profile = try Self.known(profile, in: db) else { return [:] }
            // Goes back from run to run, because there may be many profiles in each.
            let log = try Data.fetchOne(
                db,
                sql: """
                    SELECT decision.log FROM run JOIN decision
                        ON decision.run = run.number AND decision.profile = ?2
                    WHERE run.number < ?1 ORDER BY run.number DESC LIMIT 1
                    """, arguments: [run, profile])
            return try log.map { try Self.reading($0) { try DecisionLog.decisions($0) } } ?? [:]
        }
    }

    /// An item is a candidate for `max_age` after its source last contained it, but never longer than this.
    private static let longestCandidacy: Int64 = 60 * 86_400

    /// Removes the reasons of an item that is gone. Another item may get its number, and must not get its reasons.
    static func forgetReasons(on item: Int64, in db: Database) throws {
        for row in try Row.fetchAll(db, sql: "SELECT run, profile, log FROM decision") {
            let log = try reading(row.value("log")) { try DecisionLog.without(item, in: $0) }
            guard let log else { continue }
            try db.execute(
                sql: "UPDATE decision SET log = ? WHERE run = ? AND profile = ?",
                arguments: [Compressed(log.packed).data, row.value("run") as Int64, row.value("profile") as Int64])
        }
    }

    /// Why an item was not offered to select.
    private static func reason(for item: Int64, profile: Int64, in db: Database) throws -> Decision? {
        if let sent = try alreadySent(item, profile: profile, in: db) { return sent }
        let isPast = try db.cachedStatement(sql: "SELECT isPast FROM item WHERE number = ?")
        return try Bool.fetchOne(isPast, arguments: [item]) == true ? .past : nil
    }

    private static func alreadySent(_ item: Int64, profile: Int64, in db: Database) throws -> Decision? {
        try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT digest.id, coalesce(story.id, item.id) FROM item
                    JOIN (SELECT digest, item FROM sent WHERE profile = ?2
                          UNION ALL SELECT entry.digest, entry.item FROM digest
                          JOIN entry ON entry.digest = digest.number
                          WHERE digest.status = 'pending' AND digest.profile = ?2) AS sent ON sent.item = item.number
                    JOIN digest ON digest.number = sent.digest
                    LEFT JOIN entry ON entry.digest = sent.digest AND entry.item = item.number
                    LEFT JOIN entry AS lead ON lead.digest = entry.digest AND lead.place = entry.lead
                    LEFT JOIN item AS story ON story.number = lead.item
                    WHERE item.number = ?1 LIMIT 1
                    """), arguments: [item, profile]
        ).map { try .alreadySent(digest: $0.value(0), story: $0.value(1), newPublishers: 0) }
    }
}
