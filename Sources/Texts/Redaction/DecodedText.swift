/// The bytes of a decoded text. Each byte has its position in the original text.
struct DecodedText {
    private(set) var bytes: [UInt8]
    /// The position of each byte in the original text.
    private var sources: [Range<UInt32>]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        sources = (0..<UInt32(bytes.count)).map { $0..<($0 + 1) }
    }

    /// The text without its invisible characters, which may stand between those of a secret.
    init(visibleOf text: String) {
        self.init()
        var position: UInt32 = 0
        for scalar in text.unicodeScalars {
            let length = UInt32(scalar.utf8.count)
            if !scalar.isInvisible {
                for (offset, byte) in scalar.utf8.enumerated() {
                    append([byte], from: (position + UInt32(offset))..<(position + UInt32(offset) + 1))
                }
            }
            position += length
        }
    }

    private init() {
        bytes = []
        sources = []
    }

    /// The position of some bytes in the original text.
    func source(of range: Range<Int>) -> Range<Int> {
        guard let last = range.last else { return 0..<0 }
        return Int(sources[range.lowerBound].lowerBound)..<Int(sources[last].upperBound)
    }

    /// The empty range after a byte.
    func end(of index: Int) -> Range<Int> { Int(sources[index].upperBound)..<Int(sources[index].upperBound) }

    /// Calls `body` with the text itself, with its escapes undone, and with the base64 in each of these decoded.
    func eachReading(_ body: (DecodedText) -> Void) {
        eachUnescaped { text in
            body(text)
            text.eachBase64 { $0.eachUnescaped(body) }
        }
    }

    /// Calls `body` with the text itself, then with its escapes undone, level by level.
    func eachUnescaped(_ body: (DecodedText) -> Void) {
        var text = self
        for _ in 0..<Self.levels {
            body(text)
            guard let next = text.unescaped else { return }
            text = next
        }
    }

    /// The greatest number of levels. The worst real case is an address in a form of a page, percent-encoded twice.
    private static let levels = 4
}

// MARK: - Escapes

extension DecodedText {
    /// Whether an escape may begin with this byte.
    static func mayBeginEscape(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "%") || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "\\") || byte == fullWidth
    }

    /// The text with percent-encoding, references of HTML and escapes of JSON undone once, and with ASCII for
    /// full-width characters; nil if there are none.
    private var unescaped: DecodedText? {
        guard bytes.contains(where: Self.mayBeginEscape) else { return nil }
        var result = DecodedText()
        var index = 0
        var isChanged = false
        while index < bytes.count {
            let (meaning, length) = escape(at: index) ?? ([bytes[index]], 1)
            result.append(meaning, from: sources[index].lowerBound..<sources[index + length - 1].upperBound)
            isChanged = isChanged || length > 1
            index += length
        }
        return isChanged ? result : nil
    }

    private mutating func append(_ meaning: [UInt8], from source: Range<UInt32>) {
        bytes += meaning
        sources += Array(repeating: source, count: meaning.count)
    }

    /// The bytes for which the escape at this index stands, and the length of the escape.
    private func escape(at index: Int) -> ([UInt8], Int)? {
        switch bytes[index] {
        case UInt8(ascii: "%"): hex(index + 1, digits: 2).map { ([UInt8($0)], 3) }
        case UInt8(ascii: "\\"): backslash(at: index)
        case UInt8(ascii: "&"): reference(at: index)
        case Self.fullWidth: ascii(at: index)
        default: nil
        }
    }

    /// The first byte of a full-width character in UTF-8.
    private static let fullWidth: UInt8 = 0xEF

    /// The ASCII character for a full-width one (U+FF01 to U+FF5E), which some keyboards write.
    private func ascii(at index: Int) -> ([UInt8], Int)? {
        guard index + 2 < bytes.count else { return nil }
        switch (bytes[index + 1], bytes[index + 2]) {
        case (0xBC, let last) where 0x81...0xBF ~= last: return ([last - 0x60], 3)
        case (0xBD, let last) where 0x80...0x9E ~= last: return ([last - 0x20], 3)
        default: return nil
        }
    }

    private func backslash(at index: Int) -> ([UInt8], Int)? {
        guard index + 1 < bytes.count else { return nil }
        switch bytes[index + 1] {
        case UInt8(ascii: "u"):
            guard let unit = hex(index + 2, digits: 4) else { return nil }
            if let low = lowSurrogate(after: unit, at: index + 6) {
                return (Self.utf8(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)), 12)
            }
            return (Self.utf8(unit), 6)
        case UInt8(ascii: "x"): return hex(index + 2, digits: 2).map { ([UInt8($0)], 4) }
        case let byte where byte > 0x20 && byte < 0x7F && !byte.isLetterOrDigit: return ([byte], 2)
        default: return nil
        }
    }

    private func lowSurrogate(after unit: UInt32, at index: Int) -> UInt32? {
        guard (0xD800..<0xDC00).contains(unit), index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
            bytes[index + 1] == UInt8(ascii: "u"), let low = hex(index + 2, digits: 4), (0xDC00..<0xE000).contains(low)
        else { return nil }
        return low
    }

    private func reference(at index: Int) -> ([UInt8], Int)? {
        let longest = bytes[(index + 1)...].prefix(10)
        guard let end = longest.firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let name = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
        return Self.character(name).map { ($0, end + 1 - index) }
    }

    /// Empty for an invisible character, which may stand between those of a secret.
    private static func character(_ name: String) -> [UInt8]? {
        if invisible.contains(name) { return [] }
        guard name.hasPrefix("#") else { return characters[name].map { [$0] } }
        let digits = name.dropFirst()
        let value = digits.first == "x" || digits.first == "X" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return value.map { Unicode.Scalar($0)?.isInvisible == true ? [] : utf8($0) }
    }

    /// HTML's names for invisible characters.
    private static let invisible: Set = [
        "shy", "zwj", "zwnj", "lrm", "rlm", "NoBreak", "ZeroWidthSpace", "NegativeThinSpace", "NegativeMediumSpace",
        "NegativeThickSpace", "NegativeVeryThinSpace", "ApplyFunction", "af", "InvisibleTimes", "it",
        "InvisibleComma", "ic",
    ]

    /// HTML's names for characters that may be in an address or a password.
    private static let characters: [String: UInt8] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "sol": "/", "bsol": "\\", "num": "#",
        "commat": "@", "colon": ":", "semi": ";", "comma": ",", "period": ".", "quest": "?", "excl": "!",
        "percnt": "%", "equals": "=", "plus": "+", "ast": "*", "dollar": "$", "lowbar": "_", "lpar": "(", "rpar": ")",
        "lsqb": "[", "lbrack": "[", "rsqb": "]", "rbrack": "]", "lcub": "{", "lbrace": "{", "rcub": "}",
        "rbrace": "}", "verbar": "|", "vert": "|", "Hat": "^", "grave": "`", "AMP": "&", "LT": "<", "GT": ">",
        "QUOT": "\"",
    ].mapValues { (character: Character) in character.asciiValue! }

    private func hex(_ index: Int, digits: Int) -> UInt32? {
        guard index + digits <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[index..<(index + digits)] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }

    private static func utf8(_ value: UInt32) -> [UInt8] {
        Array(String(Character(Unicode.Scalar(value) ?? "\u{FFFD}")).utf8)
    }
}

// MARK: - Base64

extension DecodedText {
    /// Calls `body` with each base64 sequence, decoded four times: from each of its first four characters on.
    private func eachBase64(_ body: (DecodedText) -> Void) {
        var start = 0
        while start < bytes.count {
            guard Self.sextet(bytes[start]) != nil else {
                start += 1
                continue
            }
            let end = bytes[start...].firstIndex { Self.sextet($0) == nil } ?? bytes.count
            if end - start >= Self.shortestBase64 {
                for offset in 0..<4 { body(base64(in: (start + offset)..<end)) }
            }
            start = end
        }
    }

    /// The length of the shortest secret, four bytes, in base64.
    private static let shortestBase64 = 6

    private func base64(in range: Range<Int>) -> DecodedText {
        var result = DecodedText()
        var bits: UInt32 = 0
        var count = 0
        var first = range.lowerBound
        for index in range {
            if count == 0 { first = index }
            bits = bits << 6 | UInt32(Self.sextet(bytes[index]) ?? 0)
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            result.append(
                [UInt8(truncatingIfNeeded: bits >> UInt32(count))],
                from: sources[first].lowerBound..<sources[index].upperBound)
            first = index
        }
        return result
    }

    /// The value of a character in the alphabets of RFC 4648, including the one for addresses.
    private static func sextet(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
