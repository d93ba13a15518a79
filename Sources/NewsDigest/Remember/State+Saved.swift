import Foundation
import GRDB

/// An item that a reader put aside.
public struct SavedItem: Sendable, Equatable {
    public var item: StoredItem
    public var saved: Date
}

extension State {
    /// Puts an item aside, by its id or an address it was seen under. Saving it again changes nothing.
    /// - Returns: nil when there is no such item.
    @discardableResult
    public func save(_ idOrAddress: String, now: Date) throws -> StoredItem? {
        guard let stored = try item(idOrAddress) else { return nil }
        try write { db in
            try db.execute(
                sql: "INSERT OR IGNORE INTO saved SELECT number, ? FROM item WHERE id = ?",
                arguments: [Self.seconds(now), stored.id])
        }
        return stored
    }

    /// What is saved, the latest first.
    public func saved() throws -> [SavedItem] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT saved.time AS savedTime, stored.* FROM saved JOIN (\(Self.itemSQL)) AS stored
                        ON stored.number = saved.item ORDER BY saved.time DESC, saved.item
                    """
            ).map { SavedItem(item: try StoredItem($0), saved: Self.date($0["savedTime"])) }
        }
    }

    /// - Returns: false when the item was not saved.
    public func removeSaved(_ idOrAddress: String) throws -> Bool {
        try write { db in
            guard let number = try Self.number(ofItem: idOrAddress, in: db) else { return false }
            try db.execute(sql: "DELETE FROM saved WHERE item = ?", arguments: [number])
            return db.changesCount > 0
        }
    }

    /// - Returns: how many there were.
    public func clearSaved() throws -> Int {
        try write { db in
            try db.execute(sql: "DELETE FROM saved")
            return db.changesCount
        }
    }
}
