/// Bytes of UTF-8, as libxml2 gives them.
typealias Bytes = UnsafeBufferPointer<UInt8>

extension Bytes {
    /// The bytes without whitespace (XML's: space, tab, CR, LF) at both ends.
    var trimmed: Bytes {
        var start = startIndex
        var end = endIndex
        while start < end, self[start].isSpace { start += 1 }
        while end > start, self[end - 1].isSpace { end -= 1 }
        return Bytes(rebasing: self[start..<end])
    }

    /// At most this number of bytes, without half a character at the end.
    func prefix(wholeCharacters count: Int) -> Bytes {
        var end = Swift.min(count, self.count)
        while end > 0, end < self.count, self[end] & 0xC0 == 0x80 { end -= 1 }
        return Bytes(rebasing: self[..<end])
    }

    func equals(_ text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && elementsEqual(Bytes(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Whether this text is at `position`.
    @inline(__always)
    func has(_ text: StaticString, at position: Int) -> Bool {
        let count = text.utf8CodeUnitCount
        guard position + count <= self.count else { return false }
        for offset in 0..<count where self[position + offset] != text.utf8Start[offset] { return false }
        return true
    }

    /// Compares with lower-case ASCII, ignoring the case of the bytes.
    func equalsIgnoringCase(_ lower: StaticString) -> Bool {
        count == lower.utf8CodeUnitCount
            && zip(self, Bytes(start: lower.utf8Start, count: lower.utf8CodeUnitCount)).allSatisfy {
                $0.lowercased == $1
            }
    }
}

extension UInt8 {
    var isSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
    var isDigit: Bool { self >= 0x30 && self <= 0x39 }
    var isLetter: Bool { lowercased >= 0x61 && lowercased <= 0x7A }
    var lowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
    /// The value of a hexadecimal digit.
    var hexadecimalDigit: UInt8? {
        isDigit ? self - 0x30 : (0x61...0x66).contains(lowercased) ? lowercased - 0x57 : nil
    }
}

extension String {
    /// Text from bytes that are known to be UTF-8. All bytes that libxml2 gives for a valid document are.
    init(valid bytes: Bytes) {
        self = String(copying: UTF8Span(unchecked: bytes.span))
    }
}

/// Checks whether bytes are UTF-8 (RFC 3629: shortest form, no surrogates, at most U+10FFFF). Characters of up to three
/// bytes are checked sixteen bytes at a time.
///
/// A document is checked once, so the many strings from it need no checks.
enum UTF8Validation {
    /// The number of bytes, counted from the first, that are whole and valid characters. The check begins at `start`.
    static func validCount(_ bytes: Bytes, from start: Int = 0) -> Int {
        guard let base = bytes.baseAddress.map({ UnsafeRawPointer($0) }) else { return 0 }
        var position = start
        while position < bytes.count {
            // A block is checked together with the two bytes before it.
            if position >= start + 2 { position = endOfBlocks(base, from: position, to: bytes.count) }
            let end = min(position + ByteBlock.count, bytes.count)
            while position < end {
                guard let length = characterLength(bytes, position) else { return position }
                position += length
            }
        }
        return position
    }

    /// The first byte after the last whole character of the blocks that are certainly valid. Continuation bytes must be
    /// exactly where the bytes before require them.
    private static func endOfBlocks(_ base: UnsafeRawPointer, from start: Int, to end: Int) -> Int {
        var position = start
        while position + ByteBlock.count <= end {
            let bytes = ByteBlock(base, at: position)
            if bytes.isClear, base.load(fromByteOffset: position - 1, as: UInt8.self) < 0x80 {
                position += ByteBlock.count
                continue
            }
            let follows = bytes.within(0x80...0xBF)
            let isCalledFor =
                ByteBlock(base, at: position - 1).within(0xC0...0xFF)
                | ByteBlock(base, at: position - 2).within(0xE0...0xFF)
            // Forms that are too long, surrogates, and characters of four bytes are checked one by one.
            let isRare =
                bytes.within(0xC0...0xC1) | bytes.equal(0xE0) | bytes.equal(0xED) | bytes.within(0xF0...0xFF)
            guard ((follows ^ isCalledFor) | isRare).isClear else { break }
            position += ByteBlock.count
        }
        if base.load(fromByteOffset: position - 1, as: UInt8.self) >= 0xC0 { return position - 1 }
        return base.load(fromByteOffset: position - 2, as: UInt8.self) >= 0xE0 ? position - 2 : position
    }

    /// The number of bytes of the character at `position`; nil if it is not valid.
    private static func characterLength(_ bytes: Bytes, _ position: Int) -> Int? {
        func continues(_ offset: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
            position + offset < bytes.count && range.contains(bytes[position + offset])
        }
        switch bytes[position] {
        case 0x00...0x7F: return 1
        case 0xC2...0xDF: return continues(1) ? 2 : nil
        case 0xE0: return continues(1, 0xA0...0xBF) && continues(2) ? 3 : nil
        case 0xED: return continues(1, 0x80...0x9F) && continues(2) ? 3 : nil
        case 0xE1...0xEF: return continues(1) && continues(2) ? 3 : nil
        case 0xF0: return continues(1, 0x90...0xBF) && continues(2) && continues(3) ? 4 : nil
        case 0xF4: return continues(1, 0x80...0x8F) && continues(2) && continues(3) ? 4 : nil
        case 0xF1...0xF3: return continues(1) && continues(2) && continues(3) ? 4 : nil
        default: return nil
        }
    }
}
