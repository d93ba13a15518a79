import Foundation
import Values

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
            let gathered = Gathered(sourceID: source, name: name, status: .notModified, record: record)
            let number = try Self.store(sourceOf: gathered, in: db)
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
