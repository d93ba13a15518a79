import Foundation
import GRDB

extension Row {
    /// A column's value. GRDB's subscripts end the process at a value of another type, which a damaged file may have.
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
    /// What a state says that no run can have written.
    static func damaged(_ what: String) -> DatabaseError {
        DatabaseError(resultCode: .SQLITE_CORRUPT, message: "\(what) is damaged")
    }
}
