import Foundation
import GRDB

extension Row {
    /// A column's value. GRDB's subscripts end the process if the value has another type, and a damaged file may
    /// contain such a value.
    package func value<Value: DatabaseValueConvertible>(_ column: String) throws -> Value {
        try decode(Value.self, forColumn: column)
    }

    package func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ column: String) throws -> Value {
        try decode(Value.self, forColumn: column)
    }

    package func value<Value: DatabaseValueConvertible>(_ index: Int) throws -> Value {
        try decode(Value.self, atIndex: index)
    }

    package func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ index: Int) throws -> Value {
        try decode(Value.self, atIndex: index)
    }

    package func date(_ column: String) throws -> Date { try State.date(value(column)) }

    func dateIfAny(_ column: String) throws -> Date? { try (value(column) as Int64?).map(State.date) }
}

extension DatabaseError {
    /// The error for a value that no run can have written.
    static func damaged(_ what: String) -> DatabaseError {
        DatabaseError(resultCode: .SQLITE_CORRUPT, message: "\(what) is damaged")
    }
}
