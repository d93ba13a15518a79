/// The bytes of a decoded text. Each byte has its place in the original text.
struct DecodedText {
    private(set) var bytes: [UInt8]
    /// The place of each byte in the original text.
    private var sources: [Range<UInt32>]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        sources = (0..<UInt32(bytes.count)).map { $0..<($0 + 1) }
    }

    private init() {
        bytes = []
        sources = []
    }

    /// The place of some bytes in the original text.
    func source(of range: Range<Int>) -> Range<Int> {
        guard let last = range.last else { return 0..<0 }
        return Int(sources[range.lowerBound].lowerBound)..<Int(sources[last].upperBound)
    }

    /// The empty place after a byte.
    func end(of place: Int) -> Range<Int> { Int(sources[place].upperBound)..<Int(sources[place].upperBound) }

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
    /// The text with percent-encoding, references of HTML and escapes of JSON undone once; nil if there are none.
    private var unescaped: DecodedText? {
        guard bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "\\") })
        else { return nil }
        var result = DecodedText()
        var place = 0
        var isChanged = false
        while place < bytes.count {
            let (meaning, length) = escape(at: place) ?? ([bytes[place]], 1)
            result.append(meaning, from: sources[place].lowerBound..<sources[place + length - 1].upperBound)
            isChanged = isChanged || length > 1
            place += length
        }
        return isChanged ? result : nil
    }

    private mutating func append(_ meaning: [UInt8], from source: Range<UInt32>) {
        bytes += meaning
        sources += Array(repeating: source, count: meaning.count)
    }

    /// The bytes for which the escape at this place stands, and the length of the escape.
    private func escape(at place: Int) -> ([UInt8], Int)? {
        switch bytes[place] {
        case UInt8(ascii: "%"): hex(place + 1, digits: 2).map { ([UInt8($0)], 3) }
        case UInt8(ascii: "\\"): backslash(at: place)
        case UInt8(ascii: "&"): reference(at: place)
        default: nil
        }
    }

    private func backslash(at place: Int) -> ([UInt8], Int)? {
        guard place + 1 < bytes.count else { return nil }
        switch bytes[place + 1] {
        case UInt8(ascii: "u"):
            guard let unit = hex(place + 2, digits: 4) else { return nil }
            if let low = lowSurrogate(after: unit, at: place + 6) {
                return (Self.utf8(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)), 12)
            }
            return (Self.utf8(unit), 6)
        case UInt8(ascii: "x"): return hex(place + 2, digits: 2).map { ([UInt8($0)], 4) }
        case let byte where byte > 0x20 && byte < 0x7F && !byte.isLetterOrDigit: return ([byte], 2)
        default: return nil
        }
    }

    private func lowSurrogate(after unit: UInt32, at place: Int) -> UInt32? {
        guard (0xD800..<0xDC00).contains(unit), place + 1 < bytes.count, bytes[place] == UInt8(ascii: "\\"),
            bytes[place + 1] == UInt8(ascii: "u"), let low = hex(place + 2, digits: 4), (0xDC00..<0xE000).contains(low)
        else { return nil }
        return low
    }

    private func reference(at place: Int) -> ([UInt8], Int)? {
        let longest = bytes[(place + 1)...].prefix(10)
        guard let end = longest.firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let name = String(decoding: bytes[(place + 1)..<end], as: UTF8.self)
        return Self.character(name).map { ($0, end + 1 - place) }
    }

    private static func character(_ name: String) -> [UInt8]? {
        guard name.hasPrefix("#") else { return characters[name].map { [$0] } }
        let digits = name.dropFirst()
        let value = digits.first == "x" || digits.first == "X" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return value.map(utf8)
    }

    /// HTML's names for characters that may be in an address or a password.
    private static let characters: [String: UInt8] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "sol": "/", "bsol": "\\", "num": "#",
        "commat": "@", "colon": ":", "semi": ";", "comma": ",", "period": ".", "quest": "?", "excl": "!",
        "percnt": "%", "equals": "=", "plus": "+", "ast": "*", "dollar": "$", "lowbar": "_", "lpar": "(", "rpar": ")",
        "lsqb": "[", "lbrack": "[", "rsqb": "]", "rbrack": "]", "lcub": "{", "lbrace": "{", "rcub": "}",
        "rbrace": "}", "verbar": "|", "vert": "|", "Hat": "^", "grave": "`", "AMP": "&", "LT": "<", "GT": ">",
        "QUOT": "\"",
    ].mapValues { (character: Character) in character.asciiValue! }

    private func hex(_ place: Int, digits: Int) -> UInt32? {
        guard place + digits <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[place..<(place + digits)] {
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
    /// Calls `body` with each base64 sequence, decoded from each of its first four characters.
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
        for place in range {
            if count == 0 { first = place }
            bits = bits << 6 | UInt32(Self.sextet(bytes[place]) ?? 0)
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            result.append(
                [UInt8(truncatingIfNeeded: bits >> UInt32(count))],
                from: sources[first].lowerBound..<sources[place].upperBound)
            first = place
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
