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

    /// Whether any run has ended.
    package var hasEndedRun: Bool {
        get throws {
            try read { try Row.fetchOne($0, sql: "SELECT 1 FROM run WHERE ended IS NOT NULL LIMIT 1") != nil }
        }
    }

    /// Whether a run of these times began more than a year later than the one before it, or more than a day earlier: the
    /// clock is wrong, or was wrong before. The clocks of two machines may differ a little.
    package func hasClockStep(_ times: ClosedRange<Date>) throws -> Bool {
        try read { db in
            try Int64.fetchOne(
                db,
                sql: """
                    SELECT 1 FROM run WHERE started BETWEEN ? AND ? AND started - (
                        SELECT started FROM run AS before WHERE before.number < run.number
                        ORDER BY before.number DESC LIMIT 1) NOT BETWEEN ? AND ?
                    LIMIT 1
                    """,
                arguments: [Self.seconds(times.lowerBound), Self.seconds(times.upperBound), -86_400, 366 * 86_400]
            ) != nil
        }
    }

    /// Stores the result of a run.
    /// - Parameters:
    ///   - summary: for people and scripts that look at past runs.
    ///   - count: counts the words of new items; nil if there are none.
    package func end(
        _ run: Int64, summary: some Encodable, counting count: CountWords? = nil, now: Date
    ) throws {
        // Machines that end at the same time add to the same counts.
        try write(alone: count != nil) { db in
            if let count { try Self.countWords(count, now: now, in: db) }
            try db.execute(
                sql: "UPDATE run SET ended = ?, summary = ? WHERE number = ?",
                arguments: [Self.seconds(now), Self.packed(summary), run])
            try Self.dropContents(before: isShared ? now - 86_400 : .distantFuture, in: db)
        }
    }

    /// Stores why each item was in the digest of its profile or not.
    ///
    /// Each item has at most one reason. An item that was not offered to select gets `.alreadySent` if it was sent to
    /// the profile or is in a pending digest of it. Otherwise it gets `.past`, if it is past.
    static func record(_ all: [Reasons], run: Int64, in db: Database) throws {
        if all.isEmpty { return }
        let profiles = try all.map { try number(of: $0.profile, in: db) }
        let rows = try zip(all, profiles).map { reasons, profile -> [any SQLConvertible] in
            let other = try reasons.sameAs.map { try number(of: $0, in: db) }
            return [run, profile, try other == nil ? log(reasons, profile: profile, in: db) : Data(), other]
        }
        // The last reasons of a run count.
        let placeholders = Database.placeholders(profiles.count)
        try db.cachedStatement(sql: "DELETE FROM decision WHERE run = ? AND profile IN (\(placeholders))")
            .execute(arguments: [run] + profiles)
        try db.insert(rows, into: "decision", columns: "run, profile, log, sameAs")
    }

    private static func log(_ reasons: Reasons, profile: Int64, in db: Database) throws -> Data {
        var log = DecisionLog()
        for item in Set(reasons.items).sorted(by: { $0.number < $1.number }) {
            let decision = try reasons.decisions[item.id] ?? reason(for: item.number, profile: profile, in: db)
            if let decision { log.append(decision, on: item.number) }
        }
        return Compressed(log.packed).data
    }

    /// The decisions of all runs on an item, the oldest first.
    /// - Parameters:
    ///   - profile: the only profile; nil for all.
    ///   - limit: the greatest number of profiles.
    /// - Returns: the decisions, and the number of profiles that were left out.
    package func decisions(
        on itemID: String, profile: String?, limit: Int
    ) throws -> (decisions: [RunDecision], others: Int) {
        try read { db in
            guard
                let item = try Row.fetchOne(
                    db, sql: "SELECT number, firstSeen, lastSeen FROM item WHERE id = ?", arguments: [itemID])
            else { return ([], 0) }
            let first = State.seconds(try item.date("firstSeen")) - 86_400
            let last = State.seconds(try item.date("lastSeen")) + Self.longestCandidacy
            // The few runs are read first, because a state may have a million rows of decisions.
            let runs = "run \(db.connection.orderedJoin) decision ON decision.run = run.number"
            let isWanted = "run.started BETWEEN ?1 AND ?2"
            let all =
                try profile.map { try Self.memories(of: $0, in: db) }
                ?? Int64.fetchAll(
                    db,
                    sql: """
                        SELECT DISTINCT decision.profile FROM \(runs) WHERE \(isWanted) ORDER BY decision.profile
                        """, arguments: [first, last])
            let number: Int64 = try item.value("number")
            let decisions = try all.prefix(limit).flatMap { profile in
                try Row.fetchAll(
                    db.cachedStatement(
                        sql: """
                            SELECT decision.run, run.started, name.text, \(Self.log)
                            FROM \(runs) AND decision.profile = ?3 JOIN name ON name.number = decision.profile
                            WHERE \(isWanted) ORDER BY run.number
                            """), arguments: [first, last, profile]
                ).compactMap { row in
                    try Self.decision(on: number, of: profile, row, in: db).map { (profile: profile, decision: $0) }
                }
            }
            let sorted = decisions.sorted { ($0.decision.run, $0.profile) < ($1.decision.run, $1.profile) }
            return (sorted.map(\.decision), all.count - min(limit, all.count))
        }
    }

    /// The last decision on each item, by its number: for the two memories of one profile, or for any. It reads the logs of the runs from
    /// the last one back, and only until all are found.
    static func lastDecisions(
        on items: [StoredItem], of profiles: [Int64]?, in db: Database
    ) throws -> [Int64: Decision] {
        guard let first = items.map(\.firstSeen).min() else { return [:] }
        let runs = try Int64.fetchAll(
            db, sql: "SELECT number FROM run WHERE started >= ? ORDER BY number DESC",
            arguments: [seconds(first) - 86_400])
        let logs = try db.cachedStatement(
            sql: profiles == nil
                ? "SELECT log FROM decision WHERE run = ? AND sameAs IS NULL ORDER BY profile DESC"
                : "SELECT \(log) FROM decision WHERE run = ? AND profile IN (?, ?)")
        var wanted = Set(items.map(\.number))
        var found: [Int64: Decision] = [:]
        for run in runs where !wanted.isEmpty {
            for row in try Row.fetchAll(logs, arguments: [run] + (profiles ?? [])) {
                let decisions = try reading(row.value(0)) { try DecisionLog.decisions($0, on: wanted) }
                found.merge(decisions) { first, _ in first }
            }
            wanted.subtract(found.keys)
        }
        return found
    }

    /// The decision in a row with run, time, name of the profile, and log. Nil if the log has none on the item.
    private static func decision(on item: Int64, of profile: Int64, _ row: Row, in db: Database) throws -> RunDecision?
    {
        let decision = try reading(row.value(3)) { try DecisionLog.decision(on: item, in: $0) }
        return try decision.map {
            try RunDecision(
                run: row.value("run"), time: row.date("started"), profile: row.value("text"),
                decision: own($0, of: profile, in: db))
        }
    }

    /// SQL for the log of a row of `decision`: its own, or that of the profile with the same reasons.
    private static let log = """
        CASE WHEN decision.sameAs IS NULL THEN decision.log ELSE (
            SELECT other.log FROM decision AS other
            WHERE other.run = decision.run AND other.profile = decision.sameAs) END
        """

    /// A decision from a log that profiles share. It gets the profile's own digest, which was made at the same time:
    /// profiles that share reasons were sent the same items at the same times.
    private static func own(_ decision: Decision, of profile: Int64, in db: Database) throws -> Decision {
        guard case .alreadySent(let digest, let story, let newPublishers) = decision else { return decision }
        let own = try String.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT own.id FROM digest AS known JOIN digest AS own ON own.created = known.created
                    WHERE known.id = ?1 AND own.profile = ?2
                    ORDER BY known.number = own.number DESC, known.edition = own.edition DESC LIMIT 1
                    """), arguments: [digest, profile])
        return .alreadySent(digest: own ?? digest, story: story, newPublishers: newPublishers)
    }

    /// Seconds for which an item can be a candidate after its source last contained it: the greatest `max_age`.
    private static let longestCandidacy: Int64 = 365 * 86_400

    /// Removes the reasons of an item that is gone. Another item may get its number, and must not get its reasons.
    static func forgetReasons(on item: Int64, in db: Database) throws {
        for row in try Row.fetchAll(db, sql: "SELECT run, profile, log FROM decision WHERE sameAs IS NULL") {
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
                          JOIN entry ON entry.digest = digest.edition
                          WHERE digest.status = 'pending' AND digest.profile = ?2) AS sent ON sent.item = item.number
                    JOIN digest ON digest.number = sent.digest
                    LEFT JOIN entry ON entry.digest = digest.edition AND entry.item = item.number
                    LEFT JOIN entry AS lead ON lead.digest = entry.digest AND lead.place = entry.lead
                    LEFT JOIN item AS story ON story.number = lead.item
                    WHERE item.number = ?1 LIMIT 1
                    """), arguments: [item, profile]
        ).map { try .alreadySent(digest: $0.value(0), story: $0.value(1), newPublishers: 0) }
    }
}

extension State {
    /// What the digests of a profile were chosen from. If only earlier versions made digests, the last of these counts
    /// for every source.
    package func choices(of profile: String) throws -> Choices {
        try read { db in
            guard let profile = try Self.known(profile, in: db) else { return Choices() }
            return try Self.choices(of: profile, in: db)
        }
    }

    /// Why no run had to decide on an item for a profile whose digests its source can enter, in English; nil if that is
    /// not known.
    package func obstacle(to item: StoredItem, for profile: String, now: Date) throws -> String? {
        if let reason = try obstacle(to: item) { return reason }
        // Of older items, retention may have removed the reasons.
        guard now.timeIntervalSince(item.firstSeen) < Retention().reasons,
            let first = try choices(of: profile).first(of: item.item.sourceID), item.lastSeen < first
        else { return nil }
        return "it left its source, and was too old, before its source could enter a digest of \(profile)"
    }

    /// What keeps an item out of the digests of all, in English; nil if that is nothing or not known.
    package func obstacle(to item: StoredItem) throws -> String? {
        let row = try read { db in
            try Row.fetchOne(
                db, sql: "SELECT version FROM item WHERE number = ? AND isPast", arguments: [item.number])
        }
        guard let row else { return nil }
        if Self.isOfNoSource(item.item.sourceID) { return "no source has given it" }
        // Only an item without content has this version (`insertShown`).
        return try row.value("version") == 0
            ? "'newsdigest import' counted it as seen, because the other program had shown it"
            : Decision.past.description
    }

    private static func choices(of profile: Int64, in db: Database) throws -> Choices {
        let content = try Data.fetchOne(
            db.cachedStatement(sql: "SELECT content FROM choices WHERE profile = ?"), arguments: [profile])
        if let content { return try unpacked(Choices.self, content) }
        let last = try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT created FROM digest WHERE profile = ? ORDER BY created DESC LIMIT 1"),
            arguments: [profile])
        return try last.map { Choices(lastDigest: try date($0)) } ?? Choices()
    }

    static func store(choicesOf reasons: [Reasons], in db: Database) throws {
        var packed: [Choices: Data] = [:]
        let stored = try reasons.compactMap { reasons -> (profile: Int64, content: Data)? in
            guard let choices = reasons.choices else { return nil }
            let content = try packed[choices] ?? self.packed(choices)
            packed[choices] = content
            return (try number(of: reasons.profile, in: db), content)
        }
        try store(stored, in: db)
    }

    private static func store(_ choices: [(profile: Int64, content: Data)], in db: Database) throws {
        try db.upsert(choices.map { [$0.profile, $0.content] }, into: "choices", key: "profile", "content")
    }

    /// The items of a digest that was given up compete once more, and its stories are queued.
    static func competeAgain(itemsOf edition: Int64, profile: Int64, in db: Database) throws {
        var choices = try choices(of: profile, in: db)
        func items(_ condition: String) throws -> [Int64] {
            try Int64.fetchAll(
                db.cachedStatement(sql: "SELECT item FROM entry WHERE digest = ? \(condition)"), arguments: [edition])
        }
        choices.again = try Set(choices.again).union(items("")).sorted()
        choices.queued = try Set(choices.queued).union(items("AND lead IS NULL")).sorted()
        try store([(profile, packed(choices))], in: db)
    }

    /// Removes an item that is gone. Another item may get its number.
    static func forgetChoices(of item: Int64, in db: Database) throws {
        for profile in try Int64.fetchAll(db, sql: "SELECT profile FROM choices") {
            let old = try choices(of: profile, in: db)
            var new = old
            new.forget(item)
            if new != old { try store([(profile, packed(new))], in: db) }
        }
    }
}
