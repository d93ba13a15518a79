import Foundation
import Values

extension State {
    /// Stores the stories of a search that no source has given yet, so that other commands know them by their ids.
    ///
    /// They are in no digest. If a source gives such a story later, it is new. Stories that nobody saved are forgotten
    /// by a later search, when they are older than the retention of texts.
    /// - Returns: the digest with the ids under which its stories are stored.
    package func keep(_ found: Digest, now: Date) throws -> Digest {
        try write { db in
            try Self.forgetFound(before: now - Retention().text, in: db)
            return try found.mapStories { try Self.keep(&$0, now: now, in: db) }
        }
    }

    private static func keep(_ story: inout Story, now: Date, in db: Database) throws {
        let known = try numbers(ofItems: story.id, in: db) + numbers(ofItems: story.item.url, in: db)
        for number in known {
            let row = try row("SELECT id, url, title FROM item WHERE number = ?", number, in: db)
            // A tombstone has nothing left to show.
            if try (row.value("url") as String).isEmpty && (row.value("title") as String).isEmpty { continue }
            story.id = try row.value("id")
            return
        }
        let kind = story.item.sourceID.prefix { $0 != ":" }
        let source = try store(source: kind + searches, named: "a search", in: db)
        story.id = try insert(
            story.item, source: source, page: Identity.page(story.item.url), isPast: true, now: now, in: db
        ).id
    }

    private static func forgetFound(before date: Date, in db: Database) throws {
        let numbers = try Int64.fetchAll(
            db,
            sql: """
                SELECT number FROM item WHERE source IN (SELECT number FROM source WHERE id LIKE ?) AND lastSeen < ?
                  AND number NOT IN (SELECT item FROM saved)
                """, arguments: ["%" + searches, seconds(date)])
        for number in numbers { try forget(number, in: db) }
    }

    /// The end of the ids of the sources for found items. There is one such source for each kind.
    private static let searches = ":search"

    /// Whether a search or a person gave the items of a source.
    static func isOfNoSource(_ source: String) -> Bool { source.hasSuffix(searches) || source == Item.savedPages }
}

extension State {
    /// Stores the items of a source that another program has shown, so that no digest shows them. They have no text:
    /// when their source brings them, they are found by their ids, their addresses, or their titles with their dates.
    ///
    /// Nothing is stored of a source that newsdigest has read, because it knows the items of that source better.
    /// - Parameter name: the name of the source.
    /// - Returns: the number of items that were not known.
    package func countAsShown(_ items: [Item], ofSource source: String, named name: String, now: Date) throws -> Int {
        try write { db in
            let record = try Self.record(of: source, in: db)?.record ?? SourceRecord()
            guard record.started == nil else { return 0 }
            let number = try Self.store(source: source, named: name, record: record, in: db)
            var matcher = try ItemMatcher(items, ofSource: source, in: db)
            let new = matcher.entries.indices.filter { matcher.entries[$0].number == nil }
            for index in new {
                let entry = matcher.entries[index]
                let item = try Self.insertShown(entry.item, source: number, page: entry.identity.page, now: now, in: db)
                matcher.set(item, ofEntry: index)
            }
            try matcher.storeKeys(withEvidence: false, in: db)
            return new.count
        }
    }

    /// Stores an item as one whose text was removed.
    private static func insertShown(
        _ item: Item, source: Int64, page: Int64?, now: Date, in db: Database
    ) throws -> Int64 {
        try db.cachedStatement(
            sql: """
                INSERT INTO item (id, source, link, title, url, category, publisher, position, firstSeen, lastSeen,
                    version, isPast, isCurrent, content, said)
                VALUES (?, ?, ?, '', '', NULL, NULL, 0, ?, ?, 0, TRUE, FALSE, NULL, NULL)
                """
        ).insert(arguments: [freeID(for: item, in: db), source, page, seconds(now), seconds(now)])
    }
}
