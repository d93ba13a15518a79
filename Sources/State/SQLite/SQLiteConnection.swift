import Foundation
import GRDB
import Texts

/// A transaction on a SQLite file.
struct SQLiteConnection: Connection {
    private let db: GRDB.Database
    /// These names are remembered in one transaction only: SQLite finds a name fast enough.
    let names = KnownNames()

    init(_ db: GRDB.Database) {
        self.db = db
    }

    func query(_ statement: Statement, _ arguments: [SQLValue], _ body: (Row) throws -> Bool) throws {
        let prepared = try prepared(statement)
        let columns = Row.Columns(prepared.columnNames)
        let rows = try GRDB.Row.fetchCursor(prepared, arguments: StatementArguments(arguments))
        while let row = try rows.next() {
            let values = columns.names.indices.map { SQLValue(row[$0] as DatabaseValue) }
            guard try body(Row(columns, values)) else { return }
        }
    }

    func execute(_ statement: Statement, _ arguments: [SQLValue]) throws {
        try prepared(statement).execute(arguments: StatementArguments(arguments))
    }

    func changes(_ statement: Statement, _ arguments: [SQLValue]) throws -> Int {
        try execute(statement, arguments)
        return db.changesCount
    }

    func insert(_ statement: Statement, _ arguments: [SQLValue]) throws -> Int64 {
        try execute(statement, arguments)
        return db.lastInsertedRowID
    }

    func insert(_ rows: [[SQLValue]], into table: String, columns: [String]) throws {
        let placeholders = Database.placeholders(columns.count)
        let statement = try db.cachedStatement(
            sql: "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(placeholders))")
        for row in rows { try statement.execute(arguments: StatementArguments(row)) }
    }

    /// SQLite always uses the number after the highest one.
    func settle(numbersOf table: String) {}

    /// SQLite plans every statement without counts.
    func analyze(_ tables: [String]) {}

    func newNumbers(_ count: Int, of table: String) throws -> [Int64] {
        let highest = try Int64.fetchOne(db, sql: "SELECT max(number) FROM \(table)") ?? 0
        return (0..<count).map { highest + 1 + Int64($0) }
    }

    func define(_ sql: String) throws {
        try db.execute(sql: Self.words.reduce(sql) { $0.replacing(literal: $1.key, with: $1.value) })
    }

    /// What stands for other engines in the SQL of tables, and what SQLite has in its place. Its indexes always contain
    /// the numbers.
    private static let words: KeyValuePairs = [
        " BOOLEAN": " INTEGER", " TRUE": " 1", " FALSE": " 0", " INCLUDE (number)": "",
    ]

    func define(_ index: WordIndex) throws {
        try db.execute(
            sql: """
                CREATE VIRTUAL TABLE \(index.rawValue) USING fts5 (
                    text, content = '', columnsize = 0, detail = none, tokenize = 'unicode61 remove_diacritics 1')
                """)
    }

    private func prepared(_ statement: Statement) throws -> GRDB.Statement {
        try statement.isCached ? db.cachedStatement(sql: statement.sql) : db.makeStatement(sql: statement.sql)
    }
}

extension SQLiteConnection {
    func pattern(_ text: String, spellings: (String) -> [String]) throws -> String? {
        // This is the tokenizer of the indexes. It splits the words of some scripts at their vowel signs. The parts are
        // looked for one by one, because an index without positions cannot search for phrases.
        let words = try db.makeTokenizer(.unicode61()).tokenize(query: text).map(\.token)
        let parts = words.map { word in
            let phrases = spellings(word).map { "\"\($0)\"" + (SearchWords.isBeginning($0) ? "*" : "") }
            return phrases.count == 1 ? phrases[0] : "(\(phrases.joined(separator: " OR ")))"
        }
        return parts.isEmpty ? nil : parts.joined(separator: " AND ")
    }

    func matching(_ index: WordIndex, _ parameter: String) -> String { "\(index.rawValue) MATCH \(parameter)" }

    /// SQLite does not reorder this join.
    var orderedJoin: String { "CROSS JOIN" }

    func addWords(_ text: String, of row: Int64, to index: WordIndex) throws {
        try db.cachedStatement(sql: "INSERT INTO \(index.rawValue) (rowid, text) VALUES (?, ?)")
            .execute(arguments: [row, text])
    }

    func removeWords(_ text: String, of row: Int64, from index: WordIndex) throws {
        let name = index.rawValue
        try db.cachedStatement(sql: "INSERT INTO \(name) (\(name), rowid, text) VALUES ('delete', ?, ?)")
            .execute(arguments: [row, text])
    }
}

extension StatementArguments {
    fileprivate init(_ values: [SQLValue]) {
        // GRDB converts optionals by a closure. For other values it makes a key path for each statement.
        self.init(values.map { $0.databaseValue as (any DatabaseValueConvertible)? })
    }
}

extension SQLValue {
    fileprivate init(_ value: DatabaseValue) {
        self =
            switch value.storage {
            case .null: .null
            case .int64(let number): .integer(number)
            case .double(let number): .double(number)
            case .string(let text): .text(text)
            case .blob(let bytes): .blob(bytes)
            }
    }

    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let number): number.databaseValue
        case .double(let number): number.databaseValue
        case .text(let text): text.databaseValue
        case .blob(let bytes): bytes.databaseValue
        }
    }
}

/// Splits a text into words by the tokenizer of SQLite's indexes, so that every engine finds the same words.
final class WordTokenizer: Sendable {
    private let queue: DatabaseQueue

    init() throws {
        queue = try DatabaseQueue()
    }

    func words(of text: String) throws -> [String] {
        try queue.inDatabase { db in try db.makeTokenizer(.unicode61()).tokenize(query: text).map(\.token) }
    }
}
