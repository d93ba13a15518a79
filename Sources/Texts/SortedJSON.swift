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
}
