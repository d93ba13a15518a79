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

    /// The number of bytes, counted from the first, that are whole and valid characters. The check begins at `start`.
    ///
    /// A document is checked once, so the many strings from it need no checks.
    func validCount(from start: Int = 0) -> Int {
        do {
            _ = try UTF8Span(validating: Bytes(rebasing: self[start...]).span)
            return count
        } catch {
            return start + error.byteOffsets.lowerBound
        }
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
