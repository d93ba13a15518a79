import Foundation

/// A row of a query's result.
struct Row: Sendable {
    private let columns: Columns
    let values: [SQLValue]

    init(_ columns: Columns, _ values: [SQLValue]) {
        self.columns = columns
        self.values = values
    }

    /// The names of a result's columns. PostgreSQL writes them in lower case.
    final class Columns: Sendable {
        let names: [String]

        init(_ names: [String]) {
            self.names = names
        }

        func index(of name: String) -> Int? {
            names.firstIndex(of: name) ?? names.firstIndex(of: name.lowercased())
        }
    }
}

extension Row {
    /// A column's value.
    /// - Throws: `DatabaseError` when the value has another type, as in a damaged file, or when there is no such
    ///   column.
    func value<Value: SQLReadable>(_ column: String) throws -> Value {
        guard let index = columns.index(of: column) else { throw DatabaseError.damaged("the column \(column)") }
        return try value(index)
    }

    func value<Value: SQLReadable>(_ index: Int) throws -> Value {
        guard values.indices.contains(index) else { throw DatabaseError.damaged("a row") }
        return try Value(values[index])
    }

    func date(_ column: String) throws -> Date { try State.date(value(column)) }

    func dateIfAny(_ column: String) throws -> Date? { try (value(column) as Int64?).map(State.date) }
}

extension Row {
    static func fetchAll(
        _ db: Database, sql: String, arguments: [any SQLConvertible] = []
    ) throws -> [Row] {
        try fetchAll(db.statement(sql: sql), arguments: arguments)
    }

    static func fetchAll(_ statement: Statement, arguments: [any SQLConvertible] = []) throws -> [Row] {
        try statement.map(arguments: arguments) { $0 }
    }

    static func fetchOne(
        _ db: Database, sql: String, arguments: [any SQLConvertible] = []
    ) throws -> Row? {
        try fetchOne(db.statement(sql: sql), arguments: arguments)
    }

    static func fetchOne(_ statement: Statement, arguments: [any SQLConvertible] = []) throws -> Row? {
        try statement.first(arguments: arguments)
    }
}

extension SQLReadable {
    /// The first column of every row.
    static func fetchAll(
        _ db: Database, sql: String, arguments: [any SQLConvertible] = []
    ) throws -> [Self] {
        try fetchAll(db.statement(sql: sql), arguments: arguments)
    }

    static func fetchAll(_ statement: Statement, arguments: [any SQLConvertible] = []) throws -> [Self] {
        try statement.map(arguments: arguments) { try $0.value(0) }
    }

    /// The first column of the first row; nil when there is no row, or when it is NULL.
    static func fetchOne(
        _ db: Database, sql: String, arguments: [any SQLConvertible] = []
    ) throws -> Self? {
        try fetchOne(db.statement(sql: sql), arguments: arguments)
    }

    static func fetchOne(_ statement: Statement, arguments: [any SQLConvertible] = []) throws -> Self? {
        try statement.first(arguments: arguments)?.value(0)
    }
}
