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
    func value<Value: SQLConvertible>(_ column: String) throws -> Value {
        guard let index = columns.index(of: column) else { throw DatabaseError.damaged("the column \(column)") }
        return try value(index)
    }

    func value<Value: SQLConvertible>(_ index: Int) throws -> Value {
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

extension SQLConvertible {
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

/// A value in a cell of the state. Yes and no are 1 and 0; times are seconds since 1970.
enum SQLValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case double(Double)
    case text(String)
    case blob(Data)
}

/// A type that can be stored in a cell.
protocol SQLConvertible {
    /// - Throws: `DatabaseError` when the cell has a value of another type.
    init(_ value: SQLValue) throws

    var sqlValue: SQLValue { get }
}

/// Something in the state that no run can have written.
struct DatabaseError: Error, Equatable {
    let fact: String

    static func damaged(_ what: String) -> DatabaseError { DatabaseError(fact: "\(what) is damaged") }
}

extension SQLValue: SQLConvertible {
    init(_ value: SQLValue) { self = value }

    var sqlValue: SQLValue { self }
}

extension Int64: SQLConvertible {
    init(_ value: SQLValue) throws {
        guard case .integer(let number) = value else { throw DatabaseError.damaged("a number") }
        self = number
    }

    var sqlValue: SQLValue { .integer(self) }
}

extension Int: SQLConvertible {
    init(_ value: SQLValue) throws { self = Int(try Int64(value)) }

    var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension UInt32: SQLConvertible {
    init(_ value: SQLValue) throws {
        guard let number = Self(exactly: try Int64(value)) else { throw DatabaseError.damaged("a number") }
        self = number
    }

    var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Bool: SQLConvertible {
    init(_ value: SQLValue) throws { self = try Int64(value) != 0 }

    var sqlValue: SQLValue { .integer(self ? 1 : 0) }
}

extension Double: SQLConvertible {
    init(_ value: SQLValue) throws {
        guard case .double(let number) = value else { throw DatabaseError.damaged("a number") }
        self = number
    }

    var sqlValue: SQLValue { .double(self) }
}

extension String: SQLConvertible {
    init(_ value: SQLValue) throws {
        guard case .text(let text) = value else { throw DatabaseError.damaged("a text") }
        self = text
    }

    var sqlValue: SQLValue { .text(self) }
}

extension Data: SQLConvertible {
    init(_ value: SQLValue) throws {
        guard case .blob(let bytes) = value else { throw DatabaseError.damaged("a blob") }
        self = bytes
    }

    var sqlValue: SQLValue { .blob(self) }
}

extension Optional: SQLConvertible where Wrapped: SQLConvertible {
    init(_ value: SQLValue) throws { self = value == .null ? nil : try Wrapped(value) }

    var sqlValue: SQLValue { self?.sqlValue ?? .null }
}
