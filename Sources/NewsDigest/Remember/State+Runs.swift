import Foundation
import GRDB

extension State {
    /// Writes down that a run began. The first thing a run commits: it shows that the state can be written.
    /// - Returns: the run's number.
    public func begin(at now: Date) throws -> Int64 {
        try write { db in
            try db.execute(sql: "INSERT INTO run (started) VALUES (?)", arguments: [Self.seconds(now)])
            return db.lastInsertedRowID
        }
    }

    /// Writes down how a run went. `summary` is for people and scripts that look into past runs.
    public func end(_ run: Int64, summary: some Encodable, now: Date) throws {
        try write { db in
            try db.execute(
                sql: "UPDATE run SET ended = ?, summary = ? WHERE number = ?",
                arguments: [Self.seconds(now), Self.packed(summary), run])
        }
    }

    /// Keeps why each gathered item was in the profile's digest or not: exactly one reason for each.
    ///
    /// - Parameters:
    ///   - decisions: of select, by item id.
    ///   - gathered: the ids of the items that the profile's sources gave in this run. Those that select was not
    ///     offered get `.alreadySent`, because the profile has them or a pending digest of it does, or `.past`.
    public func record(_ decisions: [String: Decision], gathered: [String], run: Int64, profile: String) throws {
        try write { db in
            let number = try Self.number(of: profile, in: db)
            var all = decisions
            for id in gathered where all[id] == nil {
                all[id] = try Self.alreadySent(id, profile: number, in: db) ?? Self.past(id, in: db)
            }
            let lookUp = try db.cachedStatement(sql: "SELECT number FROM item WHERE id = ?")
            var log = DecisionLog()
            for (item, decision) in try all.compactMap({ id, decision in
                try Int64.fetchOne(lookUp, arguments: [id]).map { ($0, decision) }
            }).sorted(by: { $0.0 < $1.0 }) {
                try log.append(decision, on: item)
            }
            try db.execute(
                sql: "INSERT OR REPLACE INTO decision VALUES (?, ?, ?)",
                arguments: [run, number, Self.packed(log)])
        }
    }

    /// What a run decided for a profile, by item id.
    public func decisions(run: Int64, profile: String) throws -> [String: Decision] {
        try read { db in
            let log = try Data.fetchOne(
                db,
                sql: "SELECT log FROM decision WHERE run = ? AND profile = (SELECT number FROM name WHERE text = ?)",
                arguments: [run, profile])
            guard let log else { return [:] }
            var decisions: [String: Decision] = [:]
            for (number, decision) in try Self.unpacked(DecisionLog.self, log).decisions {
                let id = try String.fetchOne(db, sql: "SELECT id FROM item WHERE number = ?", arguments: [number])
                if let id { decisions[id] = decision }
            }
            return decisions
        }
    }

    /// What each run decided on an item, the oldest first.
    public func decisions(on itemID: String) throws -> [RunDecision] {
        try read { db in
            guard
                let item = try Row.fetchOne(
                    db, sql: "SELECT number, firstSeen, lastSeen FROM item WHERE id = ?", arguments: [itemID])
            else { return [] }
            let firstSeen: Int64 = item["firstSeen"]
            let lastSeen: Int64 = item["lastSeen"]
            return try Row.fetchAll(
                db,
                sql: """
                    SELECT decision.run, run.started, name.text, decision.log
                    FROM run JOIN decision ON decision.run = run.number JOIN name ON name.number = decision.profile
                    WHERE run.started BETWEEN ?1 AND ?2 ORDER BY decision.run, decision.profile
                    """, arguments: [firstSeen - 86_400, lastSeen + Self.longestCandidacy]
            ).compactMap { row in
                try Self.unpacked(DecisionLog.self, row["log"]).decision(on: item["number"]).map {
                    RunDecision(run: row["run"], time: Self.date(row["started"]), profile: row["text"], decision: $0)
                }
            }
        }
    }

    /// A run looks at items that their source has not carried for as long as `max_age`, and not for longer than this.
    private static let longestCandidacy: Int64 = 60 * 86_400

    private static func alreadySent(_ id: String, profile: Int64, in db: Database) throws -> Decision? {
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
                    WHERE item.id = ?1 LIMIT 1
                    """), arguments: [id, profile]
        ).map { .alreadySent(digest: $0[0], story: $0[1], newPublishers: 0) }
    }
}

extension State {
    private static func past(_ id: String, in db: Database) throws -> Decision? {
        let isPast = try db.cachedStatement(sql: "SELECT isPast FROM item WHERE id = ?")
        return try Bool.fetchOne(isPast, arguments: [id]) == true ? .past : nil
    }
}

/// What one run decided on one item for one profile.
public struct RunDecision: Sendable, Equatable {
    public var run: Int64
    /// When the run started.
    public var time: Date
    public var profile: String
    public var decision: Decision
}

/// The decisions of one run, small: each different one once, the items by their distance from one another.
struct DecisionLog: Codable {
    private var texts: [String] = []
    private var steps: [Int64] = []
    private var choices: [Int] = []
    private var last: Int64 = 0
    private var indices: [String: Int] = [:]

    enum CodingKeys: String, CodingKey {
        case texts = "d"
        case steps = "s"
        case choices = "c"
    }

    /// Items come in the order of their numbers.
    mutating func append(_ decision: Decision, on item: Int64) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(decision), as: UTF8.self)
        let index = indices[text] ?? texts.count
        if index == texts.count {
            indices[text] = index
            texts.append(text)
        }
        steps.append(item - last)
        choices.append(index)
        last = item
    }

    var decisions: [Int64: Decision] {
        get throws {
            let known = try texts.map { try JSONDecoder().decode(Decision.self, from: Data($0.utf8)) }
            var item: Int64 = 0
            return zip(steps, choices).reduce(into: [:]) { decisions, next in
                item += next.0
                if known.indices.contains(next.1) { decisions[item] = known[next.1] }
            }
        }
    }

    func decision(on wanted: Int64) throws -> Decision? {
        var item: Int64 = 0
        for (step, choice) in zip(steps, choices) {
            item += step
            if item == wanted, texts.indices.contains(choice) {
                return try JSONDecoder().decode(Decision.self, from: Data(texts[choice].utf8))
            }
        }
        return nil
    }
}
