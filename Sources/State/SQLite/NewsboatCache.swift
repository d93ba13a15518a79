import Foundation
import GRDB
import Values

/// The `cache.db` of newsboat: an SQLite file with a row for each item that newsboat keeps.
package enum NewsboatCache {
    /// The items that its user has read or deleted.
    ///
    /// newsboat makes an id for an item without one: of its address, else its title (`RssParser::get_guid`). An item
    /// with an address is found by that, so only the title is left out here.
    /// - Throws: `RunError.unusableInput` for a file that newsboat did not write, or that cannot be read.
    package static func readItems(_ path: String) throws -> [ShownItem] {
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        try SQLiteEngine.requireFiles(beside: path)
        do {
            return try DatabaseQueue(path: path, configuration: configuration).read { db in
                let rows = try GRDB.Row.fetchCursor(
                    db, sql: "SELECT feedurl, guid, url, title, pubDate FROM rss_item WHERE unread = 0 OR deleted = 1")
                var items: [ShownItem] = []
                while let row = try rows.next() { items.append(ShownItem(row)) }
                return items
            }
        } catch let error as GRDB.DatabaseError {
            throw RunError.unusableInput(
                "\(path) cannot be read as a cache of newsboat: \(error.message ?? "\(error.resultCode)")")
        }
    }
}

extension ShownItem {
    fileprivate init(_ row: GRDB.Row) {
        func text(_ column: String) -> String { String.fromDatabaseValue(row[column]) ?? "" }
        let (id, link, title) = (text("guid"), text("url"), text("title"))
        let isTitle = link.isEmpty && id == title
        let seconds = Int64.fromDatabaseValue(row["pubDate"]) ?? 0
        self.init(
            feed: text("feedurl"), id: isTitle || id.isEmpty ? nil : id, link: link, title: title,
            published: seconds > 0 ? Date(timeIntervalSince1970: TimeInterval(seconds)) : nil)
    }
}
