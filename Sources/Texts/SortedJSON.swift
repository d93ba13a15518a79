import Foundation

extension JSONEncoder {
    /// An encoder that writes equal values as equal bytes.
    /// - Parameter isIndented: whether people read the result.
    package static func sorted(isIndented: Bool = false, dates: DateEncodingStrategy = .iso8601) -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if isIndented { encoder.outputFormatting.insert(.prettyPrinted) }
        encoder.dateEncodingStrategy = dates
        return encoder
    }

    /// A value as JSON for people, which ends with a line break.
    package static func indentedText(of value: some Encodable) throws -> String {
        String(decoding: try sorted(isIndented: true).encode(value), as: UTF8.self) + "\n"
    }
}
