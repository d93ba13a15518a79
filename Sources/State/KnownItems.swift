import Addresses
import Foundation
import Values

/// What is stored of the items of one answer. A few statements find it for all items, because each statement waits for
/// the server.
struct KnownItems {
    /// Times are in seconds since 1970.
    struct Stored {
        var id: String
        var firstSeen: Int64
        var lastSeen: Int64
        var version: Int64
        var isCurrent = true
        var isPast = false
        var page: Int64?
        /// What its source said. Nil if an older version stored the item, or if its text was removed.
        var said: Fingerprint?
        /// What is known of the words of an item that an older version stored.
        var cleaned: Fingerprint?
    }

    /// The numbers of the stored items, by their keys.
    private(set) var numbers: [Int64: Int64] = [:]
    /// The keys that prove nothing, because several items had them.
    private(set) var shared: Set<Int64> = []
    /// By the numbers of the items.
    var rows: [Int64: Stored] = [:]

    private static let keysAtOnce = 500

    /// Looks up the keys that are not known yet.
    mutating func lookUp(_ keys: [Int64], in db: Database) throws {
        let new = Array(Set(keys.filter { numbers[$0] == nil && !shared.contains($0) }))
        for start in stride(from: 0, to: new.count, by: Self.keysAtOnce) {
            let keys = new[start...].prefix(Self.keysAtOnce)
            let found = try Row.fetchAll(
                db,
                sql: """
                    SELECT hash, identity.item, item.id, firstSeen, lastSeen, version, isCurrent, isPast, link, said,
                        CASE WHEN said IS NULL AND isCurrent THEN content END AS content, title, url, source.id AS sourceID
                    FROM identity LEFT JOIN item ON item.number = identity.item
                    LEFT JOIN source ON source.number = item.source
                    WHERE hash IN (\(Database.placeholders(keys.count)))
                    """, arguments: Array(keys))
            for row in found { try add(row) }
        }
    }

    func row(_ number: Int64) throws -> Stored {
        guard let row = rows[number] else { throw DatabaseError.damaged("the list of items") }
        return row
    }

    private mutating func add(_ row: Row) throws {
        let hash: Int64 = try row.value("hash")
        guard let number: Int64 = try row.value("item") else {
            shared.insert(hash)
            return
        }
        numbers[hash] = number
        if rows[number] == nil { rows[number] = try Stored(row) }
    }
}

extension KnownItems.Stored {
    fileprivate init(_ row: Row) throws {
        id = try row.value("id")
        firstSeen = try row.value("firstSeen")
        lastSeen = try row.value("lastSeen")
        version = try row.value("version")
        isCurrent = try row.value("isCurrent")
        isPast = try row.value("isPast")
        page = try row.value("link")
        said = try (row.value("said") as Data?).map { try Fingerprint(packed: $0) }
        guard let content: Data = try row.value("content") else { return }
        let item = try Item(
            State.content(content, html: false), sourceID: row.value("sourceID"), source: "", url: row.value("url"),
            title: row.value("title"), category: "", position: 0)
        cleaned = Fingerprint.cleaned(item, address: CanonicalURL(item.url))
    }
}
