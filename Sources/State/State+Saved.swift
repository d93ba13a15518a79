import Addresses
import Foundation
import Texts
import Values

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
    /// The source of saved pages that no source contained. Its items are in no digest.
    private static let pages = Gathered(
        sourceID: Item.savedPages, name: "Saved pages", items: [], status: .fresh, record: SourceRecord())

    /// The numbers of the saved items with this id or address.
    private static func saved(_ idOrAddress: String, in db: Database) throws -> [Int64] {
        try numbers(ofItems: idOrAddress, in: db).filter {
            try Row.fetchOne(db, sql: "SELECT 1 FROM saved WHERE item = ?", arguments: [$0]) != nil
        }
    }

    private static func insertPage(_ address: String, now: Date, in db: Database) throws -> Int64? {
        guard let url = CanonicalURL(address) else { return nil }
        // The title is shown. The address is shown as a `SafeURL`.
        let title = SecretParameters.replacingUserInfo(in: url.clean, with: "hidden", isAddress: true)
        let item = Item(
            sourceID: pages.sourceID, source: url.host, url: url.clean, title: title, category: "general")
        return try insert(
            item, source: store(sourceOf: pages, in: db), page: Identity.page(address), isPast: true, now: now, in: db
        ).number
    }

    private static func forgetPagesNotSaved(in db: Database) throws {
        let numbers = try Int64.fetchAll(
            db,
            sql: """
                SELECT number FROM item WHERE source = (SELECT number FROM source WHERE id = ?)
                  AND number NOT IN (SELECT item FROM saved)
                """, arguments: [pages.sourceID])
        for number in numbers { try forget(number, in: db) }
    }
}
