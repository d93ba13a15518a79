import Foundation
import Values

extension State {
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
                try target.connection.analyze(Self.tables.map(\.name) + WordIndex.allCases.map(\.rawValue))
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
