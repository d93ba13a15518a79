import Foundation
import Values

// The forms in which the state stores times and values.
extension State {
    /// Whole seconds since 1970.
    static func seconds(_ date: Date) -> Int64 {
        Int64(date.bounded.timeIntervalSince1970.rounded(.down))
    }

    /// - Throws: if `seconds` cannot have returned this number.
    static func date(_ seconds: Int64) throws -> Date {
        let date = Date(timeIntervalSince1970: Double(seconds))
        guard date == date.bounded else { throw DatabaseError.damaged("a time") }
        return date
    }

    static func packed(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        return Compressed(try encoder.encode(value)).data
    }

    static func unpacked<Value: Decodable>(_ type: Value.Type, _ data: Data) throws -> Value {
        try reading(data) { try JSONDecoder.bounded.decode(type, from: $0) }
    }

    static func content(_ data: Data, html: Bool = true) throws -> StoredContent {
        try reading(data) { try StoredContent(unpacking: $0, html: html) }
    }

    /// Decompresses stored bytes and reads a value from them.
    static func reading<Value>(_ data: Data, _ read: (Data) throws -> Value) throws -> Value {
        guard let bytes = Compressed(stored: data).bytes, let value = try? read(bytes) else {
            throw DatabaseError.damaged("a stored \(Value.self)")
        }
        return value
    }
}
