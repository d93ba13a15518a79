import FoundationEssentials

/// Reads a JSON document value by value, and copies only what its caller wants.
///
/// It reads JSON (RFC 8259), and what generators write although JSON does not allow it: comments, a comma at the end,
/// single quotes, names without quotes and numbers as in JSON5, and in strings any byte and any escape. It refuses
/// everything else. The text must be valid UTF-8.
struct JSONReader {
    private let text: Bytes
    private(set) var position: Int
    /// The bytes of the last string that had escapes.
    private let unescaped = ByteBuffer(capacity: 256)
    private var depth = 0

    init(_ text: Bytes, at position: Int = 0) {
        self.text = text
        self.position = position
    }

    /// The value that begins here, without what it contains.
    enum Kind { case object, list, string, other }

    mutating func kind() throws(FeedError) -> Kind {
        switch try next() {
        case 0x7B: .object
        case 0x5B: .list
        case 0x22, 0x27: .string
        default: .other
        }
    }

    /// Reads the members of an object. A value of another kind is skipped.
    /// - Parameter read: may read the value of the member. The bytes of the name are valid until it reads.
    mutating func members(
        _ read: (inout JSONReader, _ name: Bytes) throws(FeedError) -> Void
    ) throws(FeedError) {
        guard try kind() == .object else { return try skip() }
        try enter()
        defer { depth -= 1 }
        while try !ends(with: 0x7D) {
            let name = try self.name()
            guard try next() == 0x3A else { throw broken("a colon is missing") }
            position += 1
            _ = try next()
            let start = position
            try read(&self, name)
            if position == start { try skip() }
            try passComma(before: 0x7D)
        }
    }

    /// Reads the values of a list. A value of another kind is skipped.
    /// - Parameter read: may read one value of the list.
    mutating func values(_ read: (inout JSONReader) throws(FeedError) -> Void) throws(FeedError) {
        guard try kind() == .list else { return try skip() }
        try enter()
        defer { depth -= 1 }
        while try !ends(with: 0x5D) {
            let start = position
            try read(&self)
            if position == start { try skip() }
            try passComma(before: 0x5D)
        }
    }

    /// The bytes of a string, which are valid until the next value is read; nil for a value of another kind, which is
    /// skipped.
    mutating func string() throws(FeedError) -> Bytes? {
        guard try kind() == .string else {
            try skip()
            return nil
        }
        return try quoted()
    }

    /// The text of a number, a truth value or `null`; nil for a value of another kind, which is skipped.
    mutating func literal() throws(FeedError) -> Bytes? {
        guard try kind() == .other else {
            try skip()
            return nil
        }
        return try value()
    }

    /// Skips a value with everything in it.
    mutating func skip() throws(FeedError) {
        switch try kind() {
        case .object: try members { _, _ throws(FeedError) in }
        case .list: try values { _ throws(FeedError) in }
        case .string: try skipString()
        case .other: _ = try value()
        }
    }

    /// - Throws: ``FeedError/malformedJSON(_:)`` if something follows, other than spaces and comments.
    mutating func end() throws(FeedError) {
        if try hasMore() { throw broken("something follows its end") }
    }
}

extension JSONReader {
    /// The next byte that is neither space nor part of a comment.
    private mutating func next() throws(FeedError) -> UInt8 {
        guard try hasMore() else { throw broken("it ends too early") }
        return text[position]
    }

    /// Passes spaces and comments.
    private mutating func hasMore() throws(FeedError) -> Bool {
        while position < text.count {
            if text[position] == 0x2F {
                try skipComment()
            } else if text[position].isSpace {
                position += 1
            } else {
                return true
            }
        }
        return false
    }

    private mutating func enter() throws(FeedError) {
        guard depth < FeedLimits.jsonDepth else {
            throw .limit("lists and objects in more than \(FeedLimits.jsonDepth) others in JSON")
        }
        depth += 1
        position += 1
    }

    /// Passes the end of the list or object, if it is here.
    private mutating func ends(with end: UInt8) throws(FeedError) -> Bool {
        guard try next() == end else { return false }
        position += 1
        return true
    }

    private mutating func passComma(before end: UInt8) throws(FeedError) {
        let byte = try next()
        if byte == end { return }
        guard byte == 0x2C else { throw broken("a comma is missing") }
        position += 1
    }

    private mutating func name() throws(FeedError) -> Bytes {
        let byte = try next()
        if byte == 0x22 || byte == 0x27 { return try quoted() }
        guard byte.isLetter || byte == 0x5F || byte == 0x24 || byte >= 0x80 else { throw broken("a name is missing") }
        return try word()
    }

    /// A number, a truth value or `null`.
    private mutating func value() throws(FeedError) -> Bytes {
        let word = try word()
        guard word.isJSONLiteral else { throw broken("a value is missing, or has no quotes") }
        return word
    }

    /// Bytes without quotes up to the next sign of JSON.
    private mutating func word() throws(FeedError) -> Bytes {
        let start = position
        while position < text.count, !text[position].endsWord { position += 1 }
        guard position > start else { throw broken("a value is missing") }
        return Bytes(rebasing: text[start..<position])
    }

    private mutating func skipComment() throws(FeedError) {
        if text.has("//", at: position) {
            position = text[position...].firstIndex { $0 == 0x0A } ?? text.count
        } else if text.has("/*", at: position) {
            position += 2
            while !text.has("*/", at: position) {
                guard position < text.count else { throw broken("a comment has no end") }
                position += 1
            }
            position += 2
        } else {
            throw broken("a slash stands outside of a string")
        }
    }

    private func broken(_ what: String) -> FeedError {
        .malformedJSON("\(what) (byte \(min(position, text.count) + 1))")
    }
}

// MARK: - Strings

extension JSONReader {
    private mutating func skipString() throws(FeedError) {
        let quote = text[position]
        position += 1
        while position < text.count, text[position] != quote { position += text[position] == 0x5C ? 2 : 1 }
        guard position < text.count else { throw broken("a string has no end") }
        position += 1
    }

    private mutating func quoted() throws(FeedError) -> Bytes {
        let start = position + 1
        try skipString()
        let inside = Bytes(rebasing: text[start..<(position - 1)])
        return inside.contains(0x5C) ? unescape(inside) : inside
    }

    /// The text with the characters for which its escapes stand.
    private func unescape(_ inside: Bytes) -> Bytes {
        unescaped.truncate(to: 0)
        var position = 0
        while position < inside.count {
            let byte = inside[position]
            position += 1
            guard byte == 0x5C, position < inside.count else {
                unescaped.append(byte)
                continue
            }
            let escaped = inside[position]
            position += 1
            switch escaped {
            case 0x6E: unescaped.append(0x0A)
            case 0x72: unescaped.append(0x0D)
            case 0x74: unescaped.append(0x09)
            case 0x62, 0x66: unescaped.append(0x20)
            case 0x75: appendCharacter(inside, &position)
            // A line break that is escaped continues the string on the next line.
            case 0x0A, 0x0D: break
            default: unescaped.append(escaped)
            }
        }
        return unescaped[from: 0]
    }

    /// Appends the character of `\uXXXX`, or of the two that write one outside of the first 65,536.
    private func appendCharacter(_ inside: Bytes, _ position: inout Int) {
        guard let unit = inside.hexadecimal(at: position) else { return unescaped.append(0x75) }
        position += 4
        var value = UInt32(unit)
        if unit & 0xFC00 == 0xD800, inside.has("\\u", at: position),
            let second = inside.hexadecimal(at: position + 2), second & 0xFC00 == 0xDC00
        {
            position += 6
            value = 0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(second & 0x3FF))
        }
        for byte in UTF8.encode(Unicode.Scalar(value) ?? "\u{FFFD}")! { unescaped.append(byte) }
    }
}

extension UInt8 {
    /// Whether it ends a word without quotes.
    fileprivate var endsWord: Bool {
        switch self {
        case 0...0x20, 0x22, 0x27, 0x2C, 0x2F, 0x3A, 0x5B, 0x5D, 0x7B, 0x7D: true
        default: false
        }
    }
}

extension Bytes {
    /// Whether it is a truth value, `null`, or a number. JSON5 also has `NaN`, `Infinity`, `0x1F`, `+1`, `.5` and `5.`.
    fileprivate var isJSONLiteral: Bool {
        if equals("true") || equals("false") || equals("null") { return true }
        let isSigned = first == 0x2D || first == 0x2B
        let number = Bytes(rebasing: dropFirst(isSigned ? 1 : 0))
        if number.equals("NaN") || number.equals("Infinity") { return true }
        if number.has("0x", at: 0) || number.has("0X", at: 0) {
            return number.count > 2 && number.dropFirst(2).allSatisfy { $0.hexadecimalDigit != nil }
        }
        return number.isDecimal
    }

    /// RFC 8259, section 6, without the sign: `1`, `1.5`, `1e-5`. No digit may follow a zero at the beginning.
    private var isDecimal: Bool {
        let whole = prefix(while: \.isDigit)
        guard whole.count < 2 || whole.first != 0x30 else { return false }
        var rest = dropFirst(whole.count)
        var fraction = 0
        if rest.first == 0x2E {
            fraction = rest.dropFirst().prefix(while: \.isDigit).count
            rest = rest.dropFirst(1 + fraction)
        }
        guard whole.count + fraction > 0 else { return false }
        guard let first = rest.first else { return true }
        let exponent = rest.dropFirst(rest.dropFirst().first == 0x2D || rest.dropFirst().first == 0x2B ? 2 : 1)
        return first.lowercased == 0x65 && !exponent.isEmpty && exponent.allSatisfy(\.isDigit)
    }

    /// The value of the four hexadecimal digits at this position.
    fileprivate func hexadecimal(at position: Int) -> UInt16? {
        guard position + 4 <= count else { return nil }
        return self[position..<(position + 4)].reduce(0 as UInt16?) { value, digit in
            guard let value, let digit = digit.hexadecimalDigit else { return nil }
            return value << 4 | UInt16(digit)
        }
    }
}
