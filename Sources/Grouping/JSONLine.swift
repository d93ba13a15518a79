/// Reads one JSON object of a line (RFC 8259) member by member, without making strings or dictionaries.
///
/// With it, `newsdigest group` reads 50,000 items in much less than a second. A general decoder takes longer than that.
struct JSONLine {
    /// The JSON text of the value that was read last.
    var raw: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: bytes[rawStart..<position]) }
    /// Whether the line was read to its end and is one JSON object.
    private(set) var isComplete = false

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var rawStart = 0
    private var isFirst = true

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Reads the next member. For a string, `value` becomes its text; for `null`, it becomes empty; for anything else,
    /// it becomes the JSON itself. False at the end, or if the line is not a JSON object.
    mutating func next(_ name: inout [UInt8], _ value: inout [UInt8]) -> Bool {
        if isFirst {
            guard take(UInt8(ascii: "{")) else { return false }
        }
        if take(UInt8(ascii: "}")) {
            skipSpace()
            isComplete = position == bytes.count
            return false
        }
        guard isFirst || take(UInt8(ascii: ",")) else { return false }
        isFirst = false
        skipSpace()
        guard readString(&name), take(UInt8(ascii: ":")) else { return false }
        skipSpace()
        rawStart = position
        return readValue(&value)
    }
}

extension JSONLine {
    private mutating func skipSpace() {
        while position < bytes.count, bytes[position] == 0x20 || (bytes[position] >= 9 && bytes[position] <= 13) {
            position += 1
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func readValue(_ value: inout [UInt8]) -> Bool {
        guard position < bytes.count else { return false }
        if bytes[position] == UInt8(ascii: "\"") { return readString(&value) }
        let start = position
        guard skipValue() else { return false }
        value.removeAll(keepingCapacity: true)
        if bytes[start] != UInt8(ascii: "n") { value.append(contentsOf: bytes[start..<position]) }
        return true
    }

    /// Skips a number, a literal, an array or an object. Only the number of opening and closing brackets is checked.
    private mutating func skipValue() -> Bool {
        var depth = 0
        let start = position
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                var ignored: [UInt8] = []
                guard depth > 0, readString(&ignored) else { return false }
                continue
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]") where depth > 0:
                depth -= 1
                if depth == 0 {
                    position += 1
                    return true
                }
            case UInt8(ascii: "}") where depth > 0:
                depth -= 1
                if depth == 0 {
                    position += 1
                    return true
                }
            case UInt8(ascii: ","), UInt8(ascii: "}"), 0x20, 9...13:
                if depth == 0 { return position > start }
            default: break
            }
            position += 1
        }
        return false
    }

    private mutating func readString(_ out: inout [UInt8]) -> Bool {
        out.removeAll(keepingCapacity: true)
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { return false }
        position += 1
        var start = position
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                out.append(contentsOf: bytes[start..<position])
                position += 1
                return true
            }
            if byte == UInt8(ascii: "\\") {
                out.append(contentsOf: bytes[start..<position])
                position += 1
                guard readEscape(&out) else { return false }
                start = position
            } else {
                position += 1
            }
        }
        return false
    }

    private mutating func readEscape(_ out: inout [UInt8]) -> Bool {
        guard position < bytes.count else { return false }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "n"): out.append(0x0A)
        case UInt8(ascii: "t"): out.append(0x09)
        case UInt8(ascii: "r"): out.append(0x0D)
        case UInt8(ascii: "b"): out.append(0x08)
        case UInt8(ascii: "f"): out.append(0x0C)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): out.append(byte)
        case UInt8(ascii: "u"):
            guard var scalar = readHex() else { return false }
            if scalar & 0xFC00 == 0xD800, position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
                bytes[position + 1] == UInt8(ascii: "u")
            {
                position += 2
                guard let low = readHex() else { return false }
                scalar = 0x10000 + ((scalar & 0x3FF) << 10) + (low & 0x3FF)
            }
            out.append(contentsOf: String(Character(Unicode.Scalar(scalar) ?? "\u{FFFD}")).utf8)
        default: return false
        }
        return true
    }

    private mutating func readHex() -> UInt32? {
        guard position + 4 <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[position..<position + 4] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            value = value << 4 | UInt32(digit)
        }
        position += 4
        return value
    }
}
