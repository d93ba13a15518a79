import Foundation
import Values

extension State {
    /// A table that every engine has.
    struct Table: Sendable {
        var name: String
        /// All columns. The key comes first.
        var columns: [String]
        /// The number of columns that make up the key.
        var keys: Int

        init(_ name: String, key: [String], _ others: [String] = []) {
            self.name = name
            columns = key + others
            keys = key.count
        }
    }

    /// All tables but the indexes of words, which are made from these.
    static let tables = [
        Table("name", key: ["number"], ["text"]),
        Table("source", key: ["number"], ["id", "name", "record"]),
        Table(
            "item", key: ["number"],
            [
                "id", "source", "link", "title", "url", "category", "publisher", "position", "firstSeen", "lastSeen",
                "version", "isPast", "isCurrent", "content", "said",
            ]),
        Table("identity", key: ["hash"], ["item"]),
        Table(
            "digest", key: ["number"],
            [
                "id", "profile", "title", "created", "status", "finished", "isSent", "leftOver", "content", "edition",
            ]),
        Table(
            "history", key: ["profile"],
            ["digests", "times", "scatteredTimes", "items", "numbers", "scatteredNumbers"]),
        Table("entry", key: ["digest", "place"], ["item", "lead", "category", "isSameArticle"]),
        Table("earlier", key: ["digest", "place", "position"], ["item", "sent"]),
        Table("storyKey", key: ["key", "profile", "digest", "place"]),
        Table("rendering", key: ["number"], ["digest", "bytes", "form"]),
        Table("form", key: ["number"], ["bytes"]),
        Table(
            "delivery", key: ["digest", "destination"],
            ["place", "rendering", "format", "finished", "tries", "reason", "parts"]),
        Table("taken", key: ["digest", "place", "part"]),
        Table("sent", key: ["item", "profile"], ["digest"]),
        Table("run", key: ["number"], ["started", "ended", "summary"]),
        Table("decision", key: ["run", "profile"], ["log", "sameAs"]),
        Table("request", key: ["number"], ["key", "time"]),
        Table("announced", key: ["profile", "source"]),
        Table("saved", key: ["item"], ["time", "profile"]),
        Table("opinion", key: ["profile", "item"], ["isLiked", "time"]),
        Table("answer", key: ["subject", "program"], ["version", "time", "title", "summary"]),
        Table("told", key: ["digest"], ["stories"]),
        Table("choices", key: ["profile"], ["content"]),
        Table("wordCount", key: ["language", "period"], ["texts", "words", "newest"]),
        Table("quarantine", key: ["subject"], ["step", "version", "time", "url"]),
        Table("page", key: ["item"], ["asked", "until", "refusal", "content"]),
        Table("robots", key: ["host"], ["asked", "rules"]),
    ]

    /// Copies everything into another state, which must be empty. If the copy fails, that state stays empty.
    /// - Throws: `RunError.usage` when the other state is not empty.
    package func copy(to other: State) throws {
        try read { source in
            try other.write { target in
                guard try Self.isEmpty(target) else {
                    throw RunError.usage("'\(other.path)' is not empty; copy to a new state")
                }
                for table in Self.tables { try Self.copy(table, from: source, to: target) }
                try Self.indexAllWords(in: target)
                try Self.indexPages(in: target)
                let indexes = [WordIndex.items, .stories, .pages].map(\.rawValue)
                try target.connection.analyze(Self.tables.map(\.name) + indexes)
            }
        }
    }

    static func isEmpty(_ db: Database) throws -> Bool {
        try tables.allSatisfy { try Row.fetchOne(db, sql: "SELECT 1 FROM \($0.name) LIMIT 1") == nil }
    }

    /// The number of rows that are in memory at the same time.
    private static let rowsAtOnce = 500

    private static func copy(_ table: Table, from source: Database, to target: Database) throws {
        let columns = table.columns.joined(separator: ", ")
        let keys = table.columns.prefix(table.keys).joined(separator: ", ")
        let placeholders = Database.placeholders(table.keys)
        let end = "ORDER BY \(keys) LIMIT \(rowsAtOnce)"
        var rows = try Row.fetchAll(source, sql: "SELECT \(columns) FROM \(table.name) \(end)").map(\.values)
        let next = try source.cachedStatement(
            sql: "SELECT \(columns) FROM \(table.name) WHERE (\(keys)) > (\(placeholders)) \(end)")
        while let last = rows.last {
            try target.connection.insert(rows, into: table.name, columns: table.columns)
            rows = try Row.fetchAll(next, arguments: Array(last.prefix(table.keys))).map(\.values)
        }
        if table.columns[0] == "number" { try target.connection.settle(numbersOf: table.name) }
    }
}
