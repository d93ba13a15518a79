import Foundation
import Values

extension State {
    /// What the digests of a profile were chosen from. If only earlier versions made digests, the last of these counts
    /// for every source.
    package func choices(of profile: String) throws -> Choices {
        try read { db in
            guard let profile = try Self.known(profile, in: db) else { return Choices() }
            return try Self.choices(of: profile, in: db)
        }
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
        let rows = try reasons.compactMap { reasons -> (profile: Int64, content: Data)? in
            guard let choices = reasons.choices else { return nil }
            let content = try packed[choices] ?? self.packed(choices)
            packed[choices] = content
            return (try number(of: reasons.profile, in: db), content)
        }
        try db.insert(
            rows.map { [$0.profile, $0.content] }, into: "choices", columns: "profile, content",
            "ON CONFLICT (profile) DO UPDATE SET content = excluded.content")
    }

    /// The items of a digest that was given up compete once more.
    static func competeAgain(itemsOf edition: Int64, profile: Int64, in db: Database) throws {
        var choices = try choices(of: profile, in: db)
        let items = try Int64.fetchAll(
            db.cachedStatement(sql: "SELECT item FROM entry WHERE digest = ?"), arguments: [edition])
        choices.again = Set(choices.again).union(items).sorted()
        try store(choices, of: profile, in: db)
    }

    /// Removes an item that is gone. Another item may get its number.
    static func forgetChoices(of item: Int64, in db: Database) throws {
        for profile in try Int64.fetchAll(db, sql: "SELECT profile FROM choices") {
            let old = try choices(of: profile, in: db)
            var new = old
            new.forget(item)
            if new != old { try store(new, of: profile, in: db) }
        }
    }

    private static func store(_ choices: Choices, of profile: Int64, in db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO choices (profile, content) VALUES (?, ?)
                ON CONFLICT (profile) DO UPDATE SET content = excluded.content
                """
        ).execute(arguments: [profile, try packed(choices)])
    }
}
