import Foundation
import Values

extension State {
    /// Stores whether the profile likes an item. A later opinion on the same item replaces the earlier one.
    /// - Returns: false when there is no such item.
    @discardableResult
    package func judge(_ idOrAddress: String, liked: Bool, profile: String, now: Date) throws -> Bool {
        try write { db in
            guard let number = try Self.number(ofItem: idOrAddress, in: db) else { return false }
            try db.execute(
                sql: """
                    INSERT INTO opinion (profile, item, isLiked, time) VALUES (?, ?, ?, ?)
                    ON CONFLICT (profile, item) DO UPDATE SET isLiked = excluded.isLiked, time = excluded.time
                    """, arguments: [Self.number(of: profile, in: db), number, liked, Self.seconds(now)])
            return true
        }
    }

    /// What the profile likes, dislikes and saved, the latest first.
    /// - Parameters:
    ///   - since: the earliest time of an opinion; nil for all.
    ///   - limit: the greatest number; nil for all.
    package func opinions(of profile: String, since: Date? = nil, limit: Int? = nil) throws -> [Opinion] {
        try read { db in
            let number = try Self.known(profile, in: db) ?? 0
            let rows = try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT judged.item, judged.isLiked, judged.time, (
                            SELECT name.text FROM entry JOIN digest ON digest.edition = entry.digest
                            JOIN name ON name.number = entry.category
                            WHERE entry.item = judged.item AND digest.profile = ?1 ORDER BY entry.digest DESC LIMIT 1)
                        FROM (SELECT item, isLiked, time FROM opinion WHERE profile = ?1
                              UNION ALL SELECT item, 2, time FROM saved
                              WHERE profile = ?1 AND item NOT IN (SELECT item FROM opinion WHERE profile = ?1)
                        ) AS judged
                        WHERE judged.time >= ?2 ORDER BY judged.time DESC, judged.item LIMIT ?3
                        """), arguments: [number, since.map(Self.seconds) ?? .min, limit ?? .max])
            return try rows.map { row in
                let stored = try Self.row(Self.itemSQL + " WHERE item.number = ?", row.value("item"), in: db)
                let item = try StoredItem(stored, html: false)
                let kinds: [Opinion.Kind] = [.disliked, .liked, .saved]
                return Opinion(
                    kinds[min(2, max(0, try row.value("isLiked")))], item: item,
                    section: try row.value(3) ?? item.item.category, date: try row.date("time"))
            }
        }
    }

    /// Removes the profile's opinion on an item. What is saved stays saved.
    /// - Returns: false when there was none.
    package func removeOpinion(on idOrAddress: String, profile: String) throws -> Bool {
        try write { db in
            let profile = try Self.known(profile, in: db) ?? 0
            return try Self.numbers(ofItems: idOrAddress, in: db).reduce(0) {
                try $0
                    + db.changes(
                        sql: "DELETE FROM opinion WHERE profile = ? AND item = ?", arguments: [profile, $1])
            } > 0
        }
    }

    /// Removes all opinions of the profile. What is saved stays saved, but no longer counts.
    /// - Returns: the number of opinions.
    @discardableResult
    package func clearOpinions(of profile: String) throws -> Int {
        try write { db in
            let profile = try Self.known(profile, in: db) ?? 0
            return try db.changes(sql: "DELETE FROM opinion WHERE profile = ?", arguments: [profile])
                + db.changes(sql: "UPDATE saved SET profile = NULL WHERE profile = ?", arguments: [profile])
        }
    }
}
