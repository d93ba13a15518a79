import Addresses
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
                guard !gathered.items.isEmpty || !gathered.past.isEmpty else {
                    return try Self.remember(gathered, now: now, in: db)
                }
                return try InFlight.during(.storing, ofSource: gathered.sourceID) {
                    try Self.remember(gathered, now: now, in: db)
                }
            }
        }
        failpoint(.remembered)
        return stored
    }

    /// The digest with the fullest text of each story in it.
    package func withTexts(_ digest: Digest) throws -> Digest {
        try digest.mapStories { $0.item.html = try item($0.id)?.item.html }
    }

    /// The number of the item that was stored last; 0 if there is none.
    package func newestItem() throws -> Int64 {
        try read { try Int64.fetchOne($0, sql: "SELECT max(number) FROM item") ?? 0 }
    }

    /// The items of a source that have their texts, the newest first.
    package func newestItems(ofSource source: String, limit: Int) throws -> [StoredItem] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: Self.itemSQL + """
                     WHERE item.source = (SELECT number FROM source WHERE id = ?) AND item.isCurrent
                    ORDER BY item.firstSeen DESC, item.position, item.number DESC LIMIT ?
                    """, arguments: [source, limit]
            ).map { try StoredItem($0) }
        }
    }

    /// An item by its id, or the item with this address that was seen last.
    package func item(_ idOrAddress: String) throws -> StoredItem? {
        try read { db in
            try Self.number(ofItem: idOrAddress, in: db).map { try Self.storedItem($0, in: db) }
        }
    }

    /// The items with these numbers, in the same order.
    package func items(_ numbers: [Int64]) throws -> [StoredItem] {
        try read { db in try numbers.map { try Self.storedItem($0, in: db) } }
    }

    /// Whether each of these events is cancelled by now, by its id, if it is known from its calendar. An event that the
    /// calendar does not have any more is cancelled, too: it was removed, or its series moved.
    package func cancellations(ofEvents ids: Set<String>) throws -> [String: Bool] {
        try read { db in
            var records: [String: SourceRecord] = [:]
            var cancellations: [String: Bool] = [:]
            let items = try db.cachedStatement(sql: Self.itemSQL + " WHERE item.id = ?")
            for stored in try ids.flatMap({ try items.map(arguments: [$0]) { try StoredItem($0, html: false) } }) {
                let source = stored.item.sourceID
                guard source.hasPrefix(SourceKind.calendars.sourcePrefix), let event = stored.item.event,
                    let record = try records[source] ?? Self.record(of: source, in: db)?.record,
                    let read = record.lastSuccess?.wholeSeconds
                else { continue }
                records[source] = record
                // What was over then is not read, nor all that comes after `reach`.
                let starts = event.occurrences.first?.starts ?? .distantFuture
                let isExpected = !event.isOver(at: read) && starts < record.reach ?? .distantPast
                let isGone = stored.lastSeen < read
                if !isGone || isExpected { cancellations[stored.id] = event.isCancelled || isGone }
            }
            return cancellations
        }
    }

    /// Those of these events, by their ids, whose source gives all dates of an event together.
    package func datedEvents(_ ids: Set<String>) throws -> [String: Event] {
        try read { db in
            let items = try db.cachedStatement(sql: Self.itemSQL + " WHERE item.id = ?")
            let stored = try ids.flatMap { try items.map(arguments: [$0]) { try StoredItem($0, html: false) } }
            let events = stored.filter { !$0.item.isKnownByIDAlone }.compactMap { item in
                item.item.event.map { (item.id, $0) }
            }
            return Dictionary(events) { first, _ in first }
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
                         ) AS storyWords ON \(StoryPlace.condition)
                         UNION SELECT rowid FROM (SELECT rowid FROM pageWords
                             WHERE \(db.connection.matching(.pages, "?1")) ORDER BY rowid DESC LIMIT ?2) AS read
                     ) \(isWanted("item.number"))
                     ORDER BY item.number DESC LIMIT ?2
                    """, arguments: [pattern, limit]
            ).map { try StoredItem($0) }
        }
    }
}

extension State {
    /// The stored items in which any of these words stands, with the words that each has: those with all of them, and the
    /// newest ones with each. The items with most words come first, and of those the newer ones.
    package func items(withAny words: [String], limit: Int = 300) throws -> [(item: StoredItem, words: Set<String>)] {
        var found: [String: (item: StoredItem, words: Set<String>)] = [:]
        for wanted in [words] + words.map({ [$0] }) {
            for item in try search(wanted.joined(separator: " "), limit: limit) {
                found[item.id, default: (item, [])].words.formUnion(wanted)
            }
        }
        return found.values.sorted { ($1.words.count, $1.item.number) < ($0.words.count, $0.item.number) }
    }
}

// MARK: - Storing

extension State {
    private static func remember(_ gathered: Gathered, now: Date, in db: Database) throws -> [StoredItem] {
        let source = try store(source: gathered.sourceID, named: gathered.name, record: gathered.record, in: db)
        if gathered.status == .notModified {
            // The source still contains the items of its last answer, if that had any.
            try db.cachedStatement(
                sql: """
                    UPDATE item SET lastSeen = \(Self.later)
                    WHERE source = ?1 AND isCurrent AND lastSeen >= ?3
                      AND lastSeen = (SELECT max(lastSeen) FROM item WHERE source = ?1 AND isCurrent)
                    """
            ).execute(arguments: [source, seconds(now), gathered.record.lastBody.map(seconds) ?? .min])
        }
        guard !gathered.items.isEmpty || !gathered.past.isEmpty else { return [] }
        let past = Set(gathered.past.map(\.position))
        var matcher = try ItemMatcher(gathered.items + gathered.past, ofSource: gathered.sourceID, in: db)
        let stored = try matcher.entries.indices.compactMap { index -> StoredItem? in
            let entry = matcher.entries[index]
            if entry.number == nil, entry.item.event?.isOver(at: now) == true { return nil }
            return try InFlight.during(.storing, of: entry.identity.subject) {
                let item = try store(
                    entry, source: source, isPast: past.contains(entry.item.position), now: now, matcher, in: db)
                matcher.set(item.number, ofEntry: index)
                return item
            }
        }
        try matcher.storeKeys(in: db)
        return stored
    }

    private static func store(
        _ entry: ItemMatcher.Entry, source: Int64, isPast: Bool, now: Date, _ matcher: ItemMatcher, in db: Database
    ) throws -> StoredItem {
        let item = entry.item
        guard let number = entry.number else {
            return try insert(entry, source: source, isPast: isPast, now: now, in: db)
        }
        let row = try matcher.known.row(number)
        try refresh(number, row, with: entry, now: now, in: db)
        for other in matcher.numbers(ofIDsOf: entry) where other != number { try mergeSent(number, other, in: db) }
        return try StoredItem(
            id: row.id, number: number, item: item, firstSeen: date(row.firstSeen),
            lastSeen: date(max(row.lastSeen, seconds(now))))
    }

    /// Stores a new item. Of an item that an older version kept together with others as one, it is not known when it
    /// was first seen; when it was published tells it.
    private static func insert(
        _ entry: ItemMatcher.Entry, source: Int64, isPast: Bool, now: Date, in db: Database
    ) throws -> StoredItem {
        var (firstSeen, isPast) = (now, isPast)
        if let former = entry.former {
            let start = try date(former.firstSeen)
            firstSeen = min(now, max(start, entry.item.published ?? .distantPast))
            isPast = isPast || former.isPast && firstSeen == start
        }
        let new = try insert(
            entry.item, source: source, page: entry.identity.page, said: entry.identity.fingerprint, isPast: isPast,
            now: now, firstSeen: firstSeen, in: db)
        return try StoredItem(
            id: new.id, number: new.number, item: entry.item, firstSeen: date(seconds(firstSeen)),
            lastSeen: date(seconds(now)))
    }

    /// Stores a new item.
    /// - Parameter said: nil if it was not calculated yet.
    /// - Returns: its number and its id.
    static func insert(
        _ item: Item, source: Int64, page: Int64?, said: Fingerprint? = nil, isPast: Bool, now: Date,
        firstSeen: Date? = nil, in db: Database
    ) throws -> (number: Int64, id: String) {
        let id = try freeID(for: item, in: db)
        let number = try db.cachedStatement(
            sql: """
                INSERT INTO item (id, source, link, title, url, category, publisher, position, firstSeen, lastSeen,
                    version, isPast, content, said)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).insert(arguments: [
            id, source, page, item.title, item.url, number(of: item.category, in: db),
            number(of: item.source, in: db), item.position, seconds(firstSeen ?? now), seconds(now),
            StoredContent.version(of: item), isPast, StoredContent(item).stored,
            (said ?? Fingerprint(item, address: CanonicalURL(item.url))).packed,
        ])
        try addWords(text(title: item.title, summary: item.summary), of: number, in: db)
        return (number, id)
    }

    /// Updates a stored item with what the source says now.
    private static func refresh(
        _ number: Int64, _ old: KnownItems.Stored, with entry: ItemMatcher.Entry, now: Date, in db: Database
    ) throws {
        var item = entry.item
        let (page, said) = (entry.identity.page, entry.identity.fingerprint)
        let version = StoredContent.version(of: item)
        let isSame = old.version == version && old.isCurrent && old.page == page && old.said == said
        guard !isSame else {
            // If the statement named the link, SQLite would write its index again.
            try db.cachedStatement(
                sql: "UPDATE item SET lastSeen = \(later), position = ?3 WHERE number = ?1"
            ).execute(arguments: [number, seconds(now), item.position])
            return
        }
        // An event of a calendar has one time, which may change after it has passed. Other events lose the dates that
        // pass, so that nobody knows whether a new date takes the place of one of them.
        let passed = item.isKnownByIDAlone ? .distantPast : now
        if let event = item.event, let earlier = try self.event(of: number, in: db) {
            var former = earlier.former ?? []
            let matters = !event.isOver(at: now) || !earlier.isOver(at: now)
            if matters, event.hasMoved(since: earlier, after: passed) {
                try tellAgain(of: number, in: db)
                let newest = try Int64.fetchOne(db, sql: "SELECT max(number) FROM digest") ?? 0
                former.append(Event.Former(digest: newest, event: earlier))
            }
            item.event?.remember(former)
            if event.place == nil { item.event?.formerPlace = earlier.place ?? earlier.formerPlace }
        }
        if old.page != page, item.kind == .article { try addStoryKeys(of: item, number, in: db) }
        try reindexing(number, in: db) {
            // The history tells what was sent.
            try db.cachedStatement(
                sql: """
                    UPDATE entry SET title = (SELECT title FROM item WHERE number = ?1)
                    WHERE item = ?1 AND title IS NULL AND (SELECT title FROM item WHERE number = ?1) <> ?2
                    """
            ).execute(arguments: [number, item.title])
            try db.cachedStatement(
                sql: """
                    UPDATE item SET link = ?2, title = ?3, url = ?4, category = ?5, publisher = ?6, position = ?7,
                        lastSeen = CASE WHEN lastSeen < ?8 THEN ?8 ELSE lastSeen END, version = ?9, content = ?10,
                        said = ?11, isCurrent = TRUE WHERE number = ?1
                    """
            ).execute(arguments: [
                number, page, item.title, item.url, self.number(of: item.category, in: db),
                self.number(of: item.source, in: db), item.position, seconds(now), version,
                StoredContent(item).stored, said.packed,
            ])
        }
    }

    /// Lets the stories that told an item be found by the address that it has now, too. The row of `told` has its earlier
    /// address.
    private static func addStoryKeys(of item: Item, _ number: Int64, in db: Database) throws {
        let insert = try db.cachedStatement(
            sql: """
                INSERT INTO storyKey (key, profile, digest, place)
                SELECT ?1, 0, digest, coalesce(lead, place) FROM entry WHERE item = ?2 AND category IS NOT NULL
                ON CONFLICT DO NOTHING
                """)
        for key in item.storyKeys(address: CanonicalURL(item.url)).all {
            try insert.execute(arguments: [key, number])
        }
        try db.cachedStatement(
            sql: "DELETE FROM told WHERE digest IN (SELECT digest FROM entry WHERE item = ?)"
        ).execute(arguments: [number])
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

    /// The events of a pending digest that have changed since it was made, with their ids and what it tells of them. They
    /// are told again, although no row of `sent` says yet that they were told.
    static func changedEvents(ofPending digest: Int64, in db: Database) throws -> [Int64: (id: String, told: Event)] {
        // An event that changes takes the row of `told` away (`forgetStories`).
        let content = try Data.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT first.content FROM digest JOIN digest AS first ON first.number = digest.edition
                    WHERE digest.number = ? AND digest.status = 'pending' AND first.content IS NOT NULL
                      AND NOT EXISTS (SELECT 1 FROM told WHERE told.digest = digest.edition)
                    """), arguments: [digest])
        guard let content else { return [:] }
        let stored = try db.cachedStatement(sql: itemSQL + " WHERE item.id = ?")
        return try unpacked(Digest.self, content).stories.reduce(into: [:]) { changed, story in
            guard let told = story.item.event,
                let now = try stored.map(arguments: [story.id], { try StoredItem($0, html: false) }).first,
                let event = now.item.event
            else { return }
            let passed = now.item.isKnownByIDAlone ? .distantPast : now.lastSeen
            if event.hasMoved(since: told, after: passed) { changed[now.number] = (now.id, told) }
        }
    }

    /// Stores what a digest told of an event, if a machine stored its change while another one made the digest.
    static func remember(_ told: Event, of number: Int64, inDigest digest: Int64, in db: Database) throws {
        let bytes = try Data.fetchOne(db, sql: "SELECT content FROM item WHERE number = ?", arguments: [number])
        guard var stored = try bytes.map({ try content($0) }) else { return }
        let former = stored.event?.former ?? []
        guard former.last.map({ $0.digest < digest }) ?? true else { return }
        stored.event?.remember(former + [Event.Former(digest: digest, event: told)])
        try db.execute(sql: "UPDATE item SET content = ? WHERE number = ?", arguments: [stored.stored, number])
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
                sql: """
                    INSERT INTO sent (profile, item, digest)
                    SELECT profile, ?2, digest FROM sent WHERE item = ?1 ON CONFLICT DO NOTHING
                    """, arguments: [from, to])
        }
    }

    /// The shortest free beginning of the item's hash, with at least seven characters.
    static func freeID(for item: Item, in db: Database) throws -> String {
        let whole = Identity.id(of: item)
        let isTaken = try db.cachedStatement(sql: "SELECT 1 FROM item WHERE id = ?")
        for length in 7...whole.count {
            let id = String(whole.prefix(length))
            if try Row.fetchOne(isTaken, arguments: [id]) == nil { return id }
        }
        // Different items of a source have the same hash if they have the same guid or, without a guid, address.
        let number = try freeNumber { try Row.fetchOne(isTaken, arguments: ["\(whole)\($0)"]) == nil }
        return "\(whole)\(number)"
    }

    /// A free number from 2 on, and the next one if none was given back. A feed may have thousands of items with one
    /// guid, so not every number is looked up.
    static func freeNumber(_ isFree: (Int) throws -> Bool) rethrows -> Int {
        var (taken, free) = (1, 2)
        while try !isFree(free) { (taken, free) = (free, 2 * free) }
        while free - taken > 1 {
            let middle = (taken + free) / 2
            if try isFree(middle) { free = middle } else { taken = middle }
        }
        return free
    }
}

// MARK: - Rows

extension State {
    static let itemSQL = """
        SELECT item.number, item.id, source.id AS sourceID, publisher.text AS publisher, item.url, item.title,
            category.text AS category, item.position, item.firstSeen, item.lastSeen, item.content,
            item.said
        FROM item JOIN source ON source.number = item.source
        LEFT JOIN name AS publisher ON publisher.number = item.publisher
        LEFT JOIN name AS category ON category.number = item.category
        """

    static func storedItem(_ number: Int64, html: Bool = true, in db: Database) throws -> StoredItem {
        try StoredItem(row(itemSQL + " WHERE item.number = ?", number, in: db), html: html)
    }
}

extension StoredItem {
    init(_ row: Row, html: Bool = true) throws {
        let content: Data? = try row.value("content")
        let publisher: String? = try row.value("publisher")
        let category: String? = try row.value("category")
        let position: Int? = try row.value("position")
        let said = try (row.value("said") as Data?).map { try Fingerprint(packed: $0) }
        try self.init(
            id: row.value("id"), number: row.value("number"),
            item: Item(
                content.flatMap { $0.isEmpty ? nil : try State.content($0, html: html) } ?? StoredContent.tombstone,
                sourceID: row.value("sourceID"), source: publisher ?? "", url: row.value("url"),
                title: row.value("title"), category: category ?? "", position: position ?? 0, wording: said?.wording),
            firstSeen: row.date("firstSeen"), lastSeen: row.date("lastSeen"))
    }
}
