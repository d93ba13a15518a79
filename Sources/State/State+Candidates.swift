import Foundation
import Synchronization
import Values

extension State {
    /// The items of these sources for which all of this is true. They are ordered by source, then in the source's
    /// order.
    ///
    /// * They were not sent to the profile, or are events that changed since then.
    /// * They are in no pending digest of the profile, or are events that changed since it was made.
    /// * Their source contained them since its time in `since`, or they compete once more.
    ///
    /// Select decides whether an item is too old. The cost depends on the recent items alone.
    /// - Parameter since: returns the earliest time for a source.
    /// - Parameter again: the numbers of items that are returned however old they are.
    /// - Parameter texts: whether to read `html`. Most candidates do not become part of a digest and do not need it
    ///   (`withTexts`).
    /// - Parameter read: the items that were read for other profiles of the run. Items with texts are not kept.
    package func candidates(
        profile: String, sources: [String], includingSent: Bool = false, since: (String) -> Date,
        again: [Int64] = [], texts: Bool = true, read: ReadItems? = nil
    ) throws -> [StoredItem] {
        let known = texts ? nil : read
        return try self.read { db in
            let profile = try Self.known(profile, in: db) ?? 0
            let isUnsent = """
                AND NOT EXISTS (SELECT 1 FROM sent WHERE sent.profile = ?3 AND sent.item = seen.number)
                """
            // An index has all of this, so that most items are not read at all.
            let numbers = """
                SELECT seen.number FROM item AS seen
                WHERE seen.source = (SELECT number FROM source WHERE id = ?1) AND seen.lastSeen >= ?2
                  AND seen.isCurrent \(includingSent ? "" : isUnsent)
                """
            let statement = try db.cachedStatement(
                sql: Self.itemSQL + """
                     WHERE item.number IN (\(numbers)) AND NOT item.isPast
                     ORDER BY item.position, item.number
                    """)
            // With these in the statement above, PostgreSQL would read all items.
            let pending = try pendingItems(of: profile, in: db)
            let old = Dictionary(grouping: try waiting(again, of: profile, html: texts, in: db), by: \.item.sourceID)
            var candidates = try sources.flatMap { source -> [StoredItem] in
                let earliest: [any SQLConvertible] = [source, Self.seconds(since(source))]
                let arguments = earliest + (includingSent ? [] : [profile])
                func read() throws -> [StoredItem] {
                    try statement.map(arguments: arguments) { try StoredItem($0, html: texts) }
                }
                let all =
                    try known?.items(Int64.fetchAll(db.cachedStatement(sql: numbers), arguments: arguments), read)
                    ?? read()
                let found = all.filter { !pending.contains($0.number) }
                let numbers = Set(found.map(\.number))
                return found + (old[source] ?? []).filter { !numbers.contains($0.number) }
            }
            let unchanged = try Self.markSent(&candidates, profile, in: db)
            if !includingSent { candidates.removeAll { unchanged.contains($0.number) } }
            return try Self.markingSharedPages(of: candidates) { numbers in
                try known?.sharedPages(among: numbers) { try Self.sharedPages(of: $0, in: db) }
                    ?? Self.sharedPages(of: numbers, in: db)
            }
        }
    }

    /// The items that a source contained last, the newest first, without `html`.
    package func itemsContainedLast(by source: String, limit: Int) throws -> [StoredItem] {
        try read { db in
            try db.cachedStatement(
                sql: Self.itemSQL + """
                     WHERE item.number IN (
                        SELECT number FROM item WHERE source = (SELECT number FROM source WHERE id = ?1) AND isCurrent
                        ORDER BY lastSeen DESC, number DESC LIMIT ?2)
                     ORDER BY item.lastSeen DESC, item.number DESC
                    """
            ).map(arguments: [source, limit]) { try StoredItem($0, html: false) }
        }
    }

    /// Marks those of some items whose address a source has given to several of its items.
    /// - Parameter sharedPages: returns those of these numbers.
    private static func markingSharedPages(
        of items: consuming [StoredItem], _ sharedPages: ([Int64]) throws -> Set<Int64>
    ) rethrows -> [StoredItem] {
        let shared = try sharedPages(items.map(\.number))
        for index in items.indices { items[index].isOnSharedPage = shared.contains(items[index].number) }
        return items
    }

    /// Marks the events that the profile was sent before they changed, or will be sent with a pending digest.
    /// - Returns: those that are again as the profile was told.
    private static func markSent(
        _ items: inout [StoredItem], _ profile: Int64, in db: Database
    ) throws -> Set<Int64> {
        let events = items.filter { $0.item.kind == .event }.map(\.number)
        let rows = try found(among: events) { numbers in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT entry.item, digest.number, digest.isSent FROM entry
                    JOIN digest ON digest.edition = entry.digest
                    WHERE entry.item IN (\(numbers)) AND digest.profile = ?
                      AND (digest.isSent OR digest.status = 'pending') ORDER BY digest.number
                    """, arguments: [profile])
        }
        let last = try Dictionary(rows.map { (try $0.value("item") as Int64, $0) }) { $1 }
        var unchanged: Set<Int64> = []
        for index in items.indices {
            guard let digest = last[items[index].number], let event = items[index].item.event else { continue }
            items[index].wasSent = true
            items[index].told = event.told(inDigest: try digest.value("number"))
            guard let told = items[index].told, try digest.value("isSent"),
                !event.hasMoved(since: told, after: .distantPast)
            else { continue }
            unchanged.insert(items[index].number)
        }
        return unchanged
    }

    private static func sharedPages(of numbers: [Int64], in db: Database) throws -> Set<Int64> {
        Set(
            try found(among: numbers) { numbers in
                try Int64.fetchAll(
                    db,
                    sql: """
                        SELECT number FROM item WHERE number IN (\(numbers)) AND EXISTS (
                            SELECT 1 FROM item AS other WHERE other.link = item.link
                            GROUP BY other.source HAVING count(*) > 1)
                        """)
            })
    }

    /// - Parameter find: returns what it finds of some items, whose numbers it gets as SQL.
    private static func found<Found>(among numbers: [Int64], _ find: (String) throws -> [Found]) rethrows -> [Found] {
        try stride(from: 0, to: numbers.count, by: 1000).flatMap { start in
            try find(numbers[start..<min(start + 1000, numbers.count)].map(String.init).joined(separator: ","))
        }
    }

    /// Those of some items, by their numbers, that still wait: they are in no digest of the profile, neither sent nor
    /// pending, and the state still has their text.
    package func waiting(_ numbers: [Int64], profile: String) throws -> [StoredItem] {
        try read { db in
            let items = try waiting(numbers, of: try Self.known(profile, in: db) ?? 0, in: db)
            return try Self.markingSharedPages(of: items) { try Self.sharedPages(of: $0, in: db) }
        }
    }

    private func waiting(
        _ numbers: [Int64], of profile: Int64, html: Bool = false, in db: Database
    ) throws -> [StoredItem] {
        if numbers.isEmpty { return [] }
        let pending = try pendingItems(of: profile, in: db)
        let statement = try db.cachedStatement(
            sql: Self.itemSQL + """
                 WHERE item.number = ?1 AND item.isCurrent
                   AND NOT EXISTS (SELECT 1 FROM sent WHERE sent.profile = ?2 AND sent.item = item.number)
                """)
        return try numbers.filter { !pending.contains($0) }.compactMap { number in
            try statement.map(arguments: [number, profile]) { try StoredItem($0, html: html) }.first
        }
    }

    /// The items that pending digests tell, except the events that have changed since the last of them.
    private func pendingItems(of profile: Int64, in db: Database) throws -> Set<Int64> {
        let digests = try Row.fetchAll(
            db.cachedStatement(
                sql: "SELECT number, edition FROM digest WHERE status = 'pending' AND profile = ? ORDER BY number"),
            arguments: [profile])
        let items = try db.cachedStatement(sql: "SELECT item FROM entry WHERE digest = ?")
        return try digests.reduce(into: []) { pending, digest in
            pending.formUnion(try Int64.fetchAll(items, arguments: [digest.value("edition") as Int64]))
            pending.subtract(try Self.changedEvents(ofPending: digest.value("number"), in: db).keys)
        }
    }
}

/// The items that were read from the state in one run, so that each is read and decoded once for all profiles.
package final class ReadItems: Sendable {
    /// Nil for an item that was there before its source, which is no candidate.
    private let items = Mutex<[Int64: StoredItem?]>([:])
    private let isOnSharedPage = Mutex<[Int64: Bool]>([:])

    package init() {}

    /// - Parameter read: reads the items with these numbers in their order.
    func items(_ numbers: [Int64], _ read: () throws -> [StoredItem]) rethrows -> [StoredItem] {
        let known = items.withLock { items in numbers.map { items[$0] } }
        if known.allSatisfy({ $0 != nil }) {
            return known.compactMap { $0 ?? nil }.sorted {
                ($0.item.position, $0.number) < ($1.item.position, $1.number)
            }
        }
        let found = try read()
        items.withLock { items in
            for number in numbers { items[number] = .some(nil) }
            for item in found { items[item.number] = item }
        }
        return found
    }

    /// - Parameter look: returns those of some items whose address a source has given to several of its items.
    func sharedPages(among numbers: [Int64], _ look: ([Int64]) throws -> Set<Int64>) rethrows -> Set<Int64> {
        let new = isOnSharedPage.withLock { known in numbers.filter { known[$0] == nil } }
        let shared = new.isEmpty ? [] : try look(new)
        return isOnSharedPage.withLock { known in
            for number in new { known[number] = shared.contains(number) }
            return Set(numbers.filter { known[$0] == true })
        }
    }
}
