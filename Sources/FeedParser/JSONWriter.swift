import FoundationEssentials

/// Writes JSON into one growing buffer of bytes.
struct JSONWriter {
    private let buffer = ByteBuffer(capacity: 1 << 17)
    private var needsComma = false

    var bytes: UnsafeRawBufferPointer { buffer.bytes }

    mutating func removeAll() { buffer.truncate(to: 0) }

    // MARK: Structure

    mutating func object(_ key: StaticString? = nil, _ members: (inout JSONWriter) -> Void) {
        begin(key, 0x7B)
        members(&self)
        end(0x7D)
    }

    mutating func array<Value>(_ key: StaticString, _ values: [Value], _ write: (inout JSONWriter, Value) -> Void) {
        guard !values.isEmpty else { return }
        begin(key, 0x5B)
        for value in values { write(&self, value) }
        end(0x5D)
    }

    mutating func begin(_ key: StaticString?, _ bracket: UInt8) {
        self.key(key)
        buffer.append(bracket)
        needsComma = false
    }

    mutating func end(_ bracket: UInt8) {
        buffer.append(bracket)
        needsComma = true
    }

    /// Ends the outermost object and its line.
    mutating func endLine() {
        end(0x7D)
        buffer.append(0x0A)
    }

    mutating func truncate(to count: Int, needsComma: Bool) {
        buffer.truncate(to: count)
        self.needsComma = needsComma
    }

    // MARK: Members; one without a value is left out

    mutating func member(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        key(name)
        string(value)
    }

    /// Writes a text that may be printed as it is, such as the name of a file: characters that act on a terminal or
    /// are invisible become `\u` escapes (RFC 8259, section 7).
    mutating func member(_ name: StaticString, escaping value: String?) {
        guard let value else { return }
        key(name)
        buffer.append(0x22)
        for scalar in value.unicodeScalars {
            var text = String(scalar)
            if scalar.acts {
                for unit in text.utf16 { append(escape: unit) }
            } else {
                text.withUTF8 { buffer.append(escapingJSON: $0) }
            }
        }
        buffer.append(0x22)
    }

    mutating func member(_ name: StaticString, _ value: Int?) {
        guard let value else { return }
        key(name)
        number(value)
    }

    /// Writes a date in the format of RFC 3339, in UTC.
    mutating func member(_ name: StaticString, _ value: Date?) {
        guard let value else { return }
        key(name)
        buffer.append(0x22)
        date(value)
        buffer.append(0x22)
    }

    mutating func element(_ value: String?) {
        guard let value else { return }
        key(nil)
        string(value)
    }

    private mutating func key(_ name: StaticString?) {
        if needsComma { buffer.append(0x2C) }
        needsComma = true
        guard let name else { return }
        buffer.append(0x22)
        buffer.append(name)
        buffer.append(0x22)
        buffer.append(0x3A)
    }

    // MARK: Values

    private mutating func string(_ value: String) {
        buffer.append(0x22)
        if value.utf8.withContiguousStorageIfAvailable({ buffer.append(escapingJSON: $0) }) == nil {
            var copy = value
            copy.withUTF8 { buffer.append(escapingJSON: $0) }
        }
        buffer.append(0x22)
    }

    private mutating func append(escape unit: UInt16) {
        let digits = String(unit, radix: 16)
        var text = "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        text.withUTF8 { buffer.append($0) }
    }

    private mutating func number(_ value: Int) {
        var text = String(value)
        text.withUTF8 { buffer.append($0) }
    }

    private mutating func date(_ value: Date) {
        let seconds = Int(value.timeIntervalSince1970.rounded(.down))
        let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let (year, month, day) = FeedDate.civil(days: days)
        let second = seconds - days * 86_400
        digits(year / 100)
        digits(year % 100)
        buffer.append(0x2D)
        digits(month)
        buffer.append(0x2D)
        digits(day)
        buffer.append(0x54)
        digits(second / 3600)
        buffer.append(0x3A)
        digits(second / 60 % 60)
        buffer.append(0x3A)
        digits(second % 60)
        buffer.append(0x5A)
    }

    /// Writes two digits.
    private func digits(_ value: Int) {
        buffer.append(0x30 + UInt8(truncatingIfNeeded: value / 10))
        buffer.append(0x30 + UInt8(truncatingIfNeeded: value % 10))
    }
}

extension Unicode.Scalar {
    fileprivate var acts: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: properties.isDefaultIgnorableCodePoint
        }
    }
}
