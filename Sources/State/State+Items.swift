import Foundation
import InFlight
import Values

extension State {
    /// Stores the items that the sources gave, and the record of each source, in one commit. If a crash left a record
    /// with a validator but not its items, the server would answer 304 and the items would be lost.
    ///
    /// Nothing is stored of a source that another machine took over (`isLost`).
    /// - Returns: the stored items, source by source in the given order. An item that a source gave twice is returned
    ///   once.
    @discardableResult
    package func remember(_ gathered: [Gathered], now: Date) throws -> [StoredItem] {
        failpoint(.gathered)
        // There is nothing to store of a source that was not requested. Another machine may still request it.
        let gathered = gathered.filter { $0.status != .unasked || $0.count > 0 }
        let stored = try write { db in
            let lost = try lost(.source, among: gathered.map(\.sourceID), completed: now, in: db)
            return try gathered.filter { !lost.contains($0.sourceID) }.flatMap { gathered in
                try Self.remember(gathered, now: now, in: db)
            }
        }
        failpoint(.remembered)
        return stored
    }

    /// The items of these sources for which all of this is true. They are ordered by source, then in the source's
    /// order.
    ///
    /// * They were not sent to the profile.
    /// * They are in no pending digest of the profile.
    /// * Their source contained them within the `maxAge` seconds before `now`.
    ///
    /// Select decides whether an item is too old by its own date. The cost depends on the recent items alone.
    /// - Parameter texts: whether to read `html`. Most candidates do not become part of a digest and do not need it
    ///   (`withTexts`).
    package func candidates(
        profile: String, sources: [String], includingSent: Bool = false, now: Date, maxAge: TimeInterval,
        texts: Bool = true
    ) throws -> [StoredItem] {
        try read { db in
            let profile = try Self.known(profile, in: db) ?? 0
            let isUnsent = """
                AND NOT EXISTS (SELECT 1 FROM sent WHERE sent.profile = ?3 AND sent.item = seen.number)
                """
            let statement = try db.cachedStatement(
                sql: Self.itemSQL + """
                     WHERE item.number IN (
                         -- An index has all of this, so that most items are not read at all.
                         SELECT seen.number FROM item AS seen
                         WHERE seen.source = (SELECT number FROM source WHERE id = ?1) AND seen.lastSeen >= ?2
                           AND seen.isCurrent \(includingSent ? "" : isUnsent))
                       AND NOT item.isPast
                     ORDER BY item.position, item.number
                    """)
            // With these in the statement above, PostgreSQL would read all items.
            let pending = try pendingItems(of: profile, in: db)
            let arguments: [any SQLConvertible] = [Self.seconds(now - maxAge)] + (includingSent ? [] : [profile])
            return try sources.flatMap { source in
                try statement.map(arguments: [source] + arguments) { row in
                    try pending.contains(row.value("number")) ? nil : StoredItem(row, html: texts)
                }.compactMap(\.self)
            }
        }
    }

    private func pendingItems(of profile: Int64, in db: Database) throws -> Set<Int64> {
        try Set(
            Int64.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT entry.item FROM digest JOIN entry ON entry.digest = digest.edition
                        WHERE digest.status = 'pending' AND digest.profile = ?
                        """), arguments: [profile]))
    }

    /// The digest with the fullest text of each story in it.
    package func withTexts(_ digest: Digest) throws -> Digest {
        var digest = digest
        for section in digest.sections.indices {
            for story in digest.sections[section].stories.indices {
                let id = digest.sections[section].stories[story].id
                digest.sections[section].stories[story].item.html = try item(id)?.item.html
            }
        }
        return digest
    }

    /// The number of the item that was stored last; 0 if there is none.
    package func newestItem() throws -> Int64 {
        try read { try Int64.fetchOne($0, sql: "SELECT max(number) FROM item") ?? 0 }
    }

    /// An item by its id, or the item with this address that was seen last.
    package func item(_ idOrAddress: String) throws -> StoredItem? {
        try read { db in
            try Self.number(ofItem: idOrAddress, in: db).flatMap { number in
                try Row.fetchOne(db, sql: Self.itemSQL + " WHERE item.number = ?", arguments: [number])
                    .map { try StoredItem($0) }
            }
        }
    }

    /// The stored items, sent or not, that contain all of these words or words that begin with them. The newest is
    /// first.
    /// - Parameter kinds: the kinds of the sources; empty for all.
    package func search(
        _ words: String, kinds: [SourceKind] = [], limit: Int = 100
    ) throws -> [StoredItem] {
        try read { db in
            guard let pattern = try Self.pattern(words, in: db) else { return [] }
            let prefixes = kinds.map { "id LIKE '\($0.sourcePrefix)%'" }.joined(separator: " OR ")
            let wanted = "SELECT number FROM item WHERE source IN (SELECT number FROM source WHERE \(prefixes))"
            func isWanted(_ number: String) -> String { kinds.isEmpty ? "" : "AND \(number) IN (\(wanted))" }
            return try Row.fetchAll(
                db,
                sql: Self.itemSQL + """
                     WHERE item.number IN (
                         SELECT rowid FROM (SELECT rowid FROM itemWords WHERE \(db.connection.matching(.items, "?1"))
                             \(isWanted("rowid")) ORDER BY rowid DESC LIMIT ?2) AS found
                         UNION SELECT entry.item FROM entry JOIN (
                             SELECT rowid FROM storyWords WHERE \(db.connection.matching(.stories, "?1"))
                             ORDER BY rowid DESC LIMIT ?2
                         ) AS storyWords ON \(StoryPlace.condition)) \(isWanted("item.number"))
                     ORDER BY item.number DESC LIMIT ?2
                    """, arguments: [pattern, limit]
            ).map { try StoredItem($0) }
        }
    }
}

// MARK: - Storing

extension State {
    private static func remember(_ gathered: Gathered, now: Date, in db: Database) throws -> [StoredItem] {
        let source = try store(sourceOf: gathered, in: db)
        if gathered.status == .notModified {
            // The source still contains the items of its last answer.
            try db.execute(
                sql: """
                    UPDATE item SET lastSeen = \(Self.later)
                    WHERE source = ?1 AND isCurrent
                      AND lastSeen = (SELECT max(lastSeen) FROM item WHERE source = ?1 AND isCurrent)
                    """, arguments: [source, seconds(now)])
        }
        let (items, shared) = Identity.items(gathered.items + gathered.past)
        for key in shared {
            try db.cachedStatement(
                sql: "INSERT INTO identity VALUES (?, NULL) ON CONFLICT (hash) DO UPDATE SET item = NULL"
            ).execute(arguments: [key])
        }
        let past = Set(gathered.past.map(\.position))
        var known = try KnownItems(items.flatMap(\.identity.keys), in: db)
        return try items.map { item, identity in
            try InFlight.during(.storing, of: identity.subject) {
                try store(
                    item, identity, source: source, isPast: past.contains(item.position), now: now, &known, in: db)
            }
        }
    }

    private static func store(
        _ item: Item, _ identity: Identity, source: Int64, isPast: Bool, now: Date, _ known: inout KnownItems,
        in db: Database
    ) throws -> StoredItem {
        let matches = identity.keys.compactMap { known.numbers[$0] }
        let number: Int64
        if let match = matches.first {
            number = match
            try refresh(match, &known, with: item, link: identity.link, now: now, in: db)
            for other in Set(matches) where other != match { try mergeSent(match, other, in: db) }
        } else {
            let new = try insert(item, source: source, link: identity.link, isPast: isPast, now: now, in: db)
            number = new.number
            known.rows[number] = KnownItems.Stored(
                id: new.id, firstSeen: seconds(now), lastSeen: seconds(now), version: StoredContent.version(of: item),
                link: identity.link)
        }
        let addKey = try db.cachedStatement(sql: "INSERT INTO identity VALUES (?, ?) ON CONFLICT DO NOTHING")
        for key in identity.keys where known.numbers[key] == nil { try addKey.execute(arguments: [key, number]) }
        let row = try known.row(number)
        return try StoredItem(
            id: row.id, number: number, item: item, firstSeen: date(row.firstSeen), lastSeen: date(row.lastSeen))
    }

    /// Stores a new item.
    /// - Returns: its number and its id.
    static func insert(
        _ item: Item, source: Int64, link: Int64?, isPast: Bool, now: Date, in db: Database
    ) throws -> (number: Int64, id: String) {
        let id = try freeID(for: item, in: db)
        let number = try db.cachedStatement(
            sql: """
                INSERT INTO item (id, source, link, title, url, category, publisher, position, firstSeen, lastSeen,
                    version, isPast, content)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?9, ?9, ?, ?, ?)
                """
        ).insert(arguments: [
            id, source, link, item.title, item.url, number(of: item.category, in: db),
            number(of: item.source, in: db), item.position, seconds(now), StoredContent.version(of: item),
            isPast, StoredContent(item).stored,
        ])
        try addWords(text(title: item.title, summary: item.summary), of: number, in: db)
        return (number, id)
    }

    /// Updates a stored item with what the source says now.
    private static func refresh(
        _ number: Int64, _ known: inout KnownItems, with item: Item, link: Int64?, now: Date, in db: Database
    ) throws {
        let old = try known.row(number)
        let version = StoredContent.version(of: item)
        known.rows[number] = KnownItems.Stored(
            id: old.id, firstSeen: old.firstSeen, lastSeen: max(old.lastSeen, seconds(now)), version: version,
            link: link)
        let isSame = old.version == version && old.isCurrent && old.link == link
        guard !isSame else {
            // If the statement named the link, SQLite would write its index again.
            try db.cachedStatement(
                sql: "UPDATE item SET lastSeen = \(later), position = ?3 WHERE number = ?1"
            ).execute(arguments: [number, seconds(now), item.position])
            return
        }
        if let event = item.event,
            try self.event(of: number, in: db).map({ event.hasMoved(since: $0, at: now) }) == true
        {
            try tellAgain(of: number, in: db)
        }
        try reindexing(number, in: db) {
            try db.cachedStatement(
                sql: """
                    UPDATE item SET link = ?2, title = ?3, url = ?4, category = ?5, publisher = ?6, position = ?7,
                        lastSeen = CASE WHEN lastSeen < ?8 THEN ?8 ELSE lastSeen END, version = ?9, content = ?10,
                        isCurrent = TRUE WHERE number = ?1
                    """
            ).execute(arguments: [
                number, link, item.title, item.url, self.number(of: item.category, in: db),
                self.number(of: item.source, in: db), item.position, seconds(now), version,
                StoredContent(item).stored,
            ])
        }
    }

    /// The SQL for the later of `lastSeen` and the second parameter.
    private static let later = "CASE WHEN lastSeen < ?2 THEN ?2 ELSE lastSeen END"

    /// The row of an item to which another row refers.
    static func row(_ sql: String, _ number: Int64, in db: Database) throws -> Row {
        guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [number]) else {
            throw DatabaseError.damaged("the list of items")
        }
        return row
    }

    private static func event(of number: Int64, in db: Database) throws -> Event? {
        try Data.fetchOne(
            db.cachedStatement(sql: "SELECT content FROM item WHERE number = ?"), arguments: [number]
        ).flatMap { try content($0).event }
    }

    /// Makes an item unsent for every profile. The history does not change.
    private static func tellAgain(of number: Int64, in db: Database) throws {
        try forgetStories(of: number, in: db)
        try db.execute(sql: "DELETE FROM sent WHERE item = ?", arguments: [number])
    }

    /// Removes the keys and the stored forms of the stories that contain this item.
    static func forgetStories(of number: Int64, in db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM storyKey WHERE (digest, place) IN
                    (SELECT digest, coalesce(lead, place) FROM entry WHERE item = ?1)
                """, arguments: [number])
        try db.execute(
            sql: "DELETE FROM told WHERE digest IN (SELECT digest FROM entry WHERE item = ?)", arguments: [number])
    }

    /// Two stored items turned out to be one item. A profile that was sent one of them now counts as sent both.
    private static func mergeSent(_ a: Int64, _ b: Int64, in db: Database) throws {
        for (from, to) in [(a, b), (b, a)] {
            try db.execute(
                sql: "INSERT INTO sent SELECT profile, ?2, digest FROM sent WHERE item = ?1 ON CONFLICT DO NOTHING",
                arguments: [from, to])
        }
    }

    /// The shortest free beginning of the item's hash, with at least seven characters.
    private static func freeID(for item: Item, in db: Database) throws -> String {
        let whole = Identity.id(of: item)
        let isTaken = try db.cachedStatement(sql: "SELECT 1 FROM item WHERE id = ?")
        for length in 7...whole.count {
            let id = String(whole.prefix(length))
            if try Row.fetchOne(isTaken, arguments: [id]) == nil { return id }
        }
        // Different items of a source have the same hash if they have the same guid or, without a guid, address.
        var number = 2
        while try Row.fetchOne(isTaken, arguments: ["\(whole)\(number)"]) != nil { number += 1 }
        return "\(whole)\(number)"
    }
}

/// What is stored of the items of one fetch. A few statements find it for all items, because each statement waits for
/// the server.
private struct KnownItems {
    /// Times are in seconds since 1970.
    struct Stored {
        var id: String
        var firstSeen: Int64
        var lastSeen: Int64
        var version: Int64
        var isCurrent = true
        var link: Int64?
    }

    /// The numbers of the stored items, by the hashes of their keys. A key that several items share has none.
    private(set) var numbers: [Int64: Int64] = [:]
    /// By the numbers of the items.
    var rows: [Int64: Stored] = [:]

    private static let keysAtOnce = 500

    init(_ keys: [Int64], in db: Database) throws {
        for start in stride(from: 0, to: keys.count, by: Self.keysAtOnce) {
            let keys = keys[start...].prefix(Self.keysAtOnce)
            let found = try Row.fetchAll(
                db,
                sql: """
                    SELECT hash, item, id, firstSeen, lastSeen, version, isCurrent, link
                    FROM identity JOIN item ON item.number = identity.item
                    WHERE hash IN (\(Database.placeholders(keys.count)))
                    """, arguments: Array(keys))
            for row in found {
                let number: Int64 = try row.value("item")
                numbers[try row.value("hash")] = number
                rows[number] = try Stored(
                    id: row.value("id"), firstSeen: row.value("firstSeen"), lastSeen: row.value("lastSeen"),
                    version: row.value("version"), isCurrent: row.value("isCurrent"), link: row.value("link"))
            }
        }
    }

    func row(_ number: Int64) throws -> Stored {
        guard let row = rows[number] else { throw DatabaseError.damaged("the list of items") }
        return row
    }
}

// MARK: - Rows

extension State {
    static let itemSQL = """
        SELECT item.number, item.id, source.id AS sourceID, publisher.text AS publisher, item.url, item.title,
            category.text AS category, item.position, item.firstSeen, item.lastSeen, item.content
        FROM item JOIN source ON source.number = item.source
        LEFT JOIN name AS publisher ON publisher.number = item.publisher
        LEFT JOIN name AS category ON category.number = item.category
        """
}

extension StoredItem {
    init(_ row: Row, html: Bool = true) throws {
        let content: Data? = try row.value("content")
        let publisher: String? = try row.value("publisher")
        let category: String? = try row.value("category")
        let position: Int? = try row.value("position")
        try self.init(
            id: row.value("id"), number: row.value("number"),
            item: Item(
                content.flatMap { $0.isEmpty ? nil : try State.content($0, html: html) } ?? StoredContent.tombstone,
                sourceID: row.value("sourceID"), source: publisher ?? "", url: row.value("url"),
                title: row.value("title"), category: category ?? "", position: position ?? 0),
            firstSeen: row.date("firstSeen"), lastSeen: row.date("lastSeen"))
    }
}
