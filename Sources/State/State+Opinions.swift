import Addresses
import Foundation
import Texts
import Values

extension State {
    /// Stores whether the profile likes an item. A later opinion on the same item replaces the earlier one.
    /// - Returns: false when there is no such item.
    @discardableResult
    package func judge(_ idOrAddress: String, liked: Bool, profile: String, now: Date) throws -> Bool {
        try write { db in
            guard let number = try Self.number(ofItem: idOrAddress, in: db) else { return false }
            try db.upsert(
                [[Self.number(of: profile, in: db), number, liked, Self.seconds(now)]], into: "opinion",
                key: "profile, item", "isLiked, time")
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
                let item = try Self.storedItem(row.value("item"), html: false, in: db)
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

extension State {
    /// Saves an item by its id or by any address that it had. A page that no source contained is saved by its address.
    /// Saving an item again changes nothing.
    /// - Parameter profile: the profile for whose order of stories it counts.
    /// - Returns: nil if the text is neither an item nor an address.
    @discardableResult
    package func save(_ idOrAddress: String, profile: String, now: Date) throws -> StoredItem? {
        let number: Int64? = try write { db in
            if let saved = try Self.saved(idOrAddress, in: db).first { return saved }
            let number = try Self.number(ofItem: idOrAddress, in: db) ?? Self.insertPage(idOrAddress, now: now, in: db)
            try db.execute(
                sql: """
                    INSERT INTO saved (item, time, profile) SELECT number, ?, ? FROM item WHERE number = ?
                    ON CONFLICT DO NOTHING
                    """, arguments: [Self.seconds(now), Self.number(of: profile, in: db), number])
            return number
        }
        return try number == nil ? nil : item(idOrAddress)
    }

    /// The saved items, the latest first.
    package func saved() throws -> [SavedItem] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT saved.time AS savedTime, stored.* FROM saved JOIN (\(Self.itemSQL)) AS stored
                        ON stored.number = saved.item ORDER BY saved.time DESC, saved.item
                    """
            ).map { try SavedItem(item: StoredItem($0), saved: $0.date("savedTime")) }
        }
    }

    package func isSaved(_ idOrAddress: String) throws -> Bool {
        try read { try !Self.saved(idOrAddress, in: $0).isEmpty }
    }

    /// - Returns: false when the item was not saved.
    package func removeSaved(_ idOrAddress: String) throws -> Bool {
        try write { db in
            let numbers = try Self.saved(idOrAddress, in: db)
            for number in numbers { try db.execute(sql: "DELETE FROM saved WHERE item = ?", arguments: [number]) }
            try Self.forgetPagesNotSaved(in: db)
            return !numbers.isEmpty
        }
    }

    /// - Returns: the number of items that were saved.
    package func clearSaved() throws -> Int {
        try write { db in
            let count = try db.changes(sql: "DELETE FROM saved")
            try Self.forgetPagesNotSaved(in: db)
            return count
        }
    }
}

extension State {
    /// The numbers of the saved items with this id or address.
    private static func saved(_ idOrAddress: String, in db: Database) throws -> [Int64] {
        try numbers(ofItems: idOrAddress, in: db).filter {
            try Row.fetchOne(db, sql: "SELECT 1 FROM saved WHERE item = ?", arguments: [$0]) != nil
        }
    }

    private static func insertPage(_ address: String, now: Date, in db: Database) throws -> Int64? {
        guard let url = CanonicalURL(address) else { return nil }
        // The title is shown. The address is shown as its `safeURL`.
        let title = SecretParameters.replacingUserInfo(in: url.clean, with: "hidden", isAddress: true)
        let item = Item(
            sourceID: Item.savedPages, source: url.host, url: url.clean, title: title, category: "general")
        let source = try store(source: Item.savedPages, named: "Saved pages", in: db)
        return try insert(
            item, source: source, page: Identity.page(address), isPast: true, now: now, in: db
        ).number
    }

    private static func forgetPagesNotSaved(in db: Database) throws {
        let numbers = try Int64.fetchAll(
            db,
            sql: """
                SELECT number FROM item WHERE source = (SELECT number FROM source WHERE id = ?)
                  AND number NOT IN (SELECT item FROM saved)
                """, arguments: [Item.savedPages])
        for number in numbers { try forget(number, in: db) }
    }
}
