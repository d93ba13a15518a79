import FoundationEssentials

/// Writes JSON into one growing buffer of bytes.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    private var needsComma = false

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    // MARK: Structure

    mutating func object(_ key: StaticString? = nil, _ members: (inout JSONWriter) -> Void) {
        begin(key, 0x7B)
        members(&self)
        end(0x7D)
    }

    mutating func array<Values: Sequence>(
        _ key: StaticString, _ values: Values, _ write: (inout JSONWriter, Values.Element) -> Void
    ) {
        begin(key, 0x5B)
        for value in values { write(&self, value) }
        end(0x5D)
    }

    mutating func begin(_ key: StaticString?, _ bracket: UInt8) {
        self.key(key)
        bytes.append(bracket)
        needsComma = false
    }

    mutating func end(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    mutating func line() {
        bytes.append(0x0A)
        needsComma = false
    }

    // MARK: Members; one without a value is left out

    mutating func member(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        key(name)
        string(value)
    }

    mutating func member(_ name: StaticString, _ value: Int?) {
        guard let value else { return }
        key(name)
        number(value)
    }

    /// As RFC 3339 in UTC.
    mutating func member(_ name: StaticString, _ value: Date?) {
        guard let value else { return }
        key(name)
        bytes.append(0x22)
        date(value)
        bytes.append(0x22)
    }

    mutating func element(_ value: String) {
        key(nil)
        string(value)
    }

    private mutating func key(_ name: StaticString?) {
        if needsComma { bytes.append(0x2C) }
        needsComma = true
        guard let name else { return }
        bytes.append(0x22)
        bytes.append(contentsOf: Bytes(start: name.utf8Start, count: name.utf8CodeUnitCount))
        bytes.append(0x22)
        bytes.append(0x3A)
    }

    // MARK: Values

    private mutating func string(_ value: String) {
        bytes.append(0x22)
        var value = value
        value.withUTF8 { append(escaping: $0) }
        bytes.append(0x22)
    }

    /// Copies what needs no escaping in one piece.
    private mutating func append(escaping text: Bytes) {
        var start = 0
        while start < text.count {
            let end = JSONWriter.firstToEscape(in: text, from: start)
            bytes.append(contentsOf: Bytes(rebasing: text[start..<end]))
            guard end < text.count else { return }
            escape(text[end])
            start = end + 1
        }
    }

    private static func firstToEscape(in text: Bytes, from start: Int) -> Int {
        let base = UnsafeRawPointer(text.baseAddress!)
        var position = start
        while position + 16 <= text.count {
            let block = base.loadUnaligned(fromByteOffset: position, as: SIMD16<UInt8>.self)
            if any(block .< 0x20 .| block .== 0x22 .| block .== 0x5C) { break }
            position += 16
        }
        while position < text.count, text[position] >= 0x20, text[position] != 0x22, text[position] != 0x5C {
            position += 1
        }
        return position
    }

    private mutating func escape(_ byte: UInt8) {
        bytes.append(0x5C)
        switch byte {
        case 0x22, 0x5C: bytes.append(byte)
        case 0x0A: bytes.append(0x6E)
        case 0x0D: bytes.append(0x72)
        case 0x09: bytes.append(0x74)
        default:
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(JSONWriter.hexadecimal(byte >> 4))
            bytes.append(JSONWriter.hexadecimal(byte & 15))
        }
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8 { digit < 10 ? 0x30 + digit : 0x57 + digit }

    private mutating func number(_ value: Int) { bytes.append(contentsOf: String(value).utf8) }

    private mutating func date(_ value: Date) {
        let seconds = Int(value.timeIntervalSince1970.rounded(.down))
        let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let (year, month, day) = FeedDate.civil(days: days)
        let second = seconds - days * 86_400
        digits(year, 4)
        bytes.append(0x2D)
        digits(month, 2)
        bytes.append(0x2D)
        digits(day, 2)
        bytes.append(0x54)
        digits(second / 3600, 2)
        bytes.append(0x3A)
        digits(second / 60 % 60, 2)
        bytes.append(0x3A)
        digits(second % 60, 2)
        bytes.append(0x5A)
    }

    private mutating func digits(_ value: Int, _ count: Int) {
        var divisor = 1
        for _ in 1..<count { divisor *= 10 }
        while divisor > 0 {
            bytes.append(0x30 + UInt8(value / divisor % 10))
            divisor /= 10
        }
    }
}
