/// Whether bytes are UTF-8 (RFC 3629: shortest form, no surrogates, at most U+10FFFF), eight bytes at a time where
/// they are ASCII or characters of two bytes.
///
/// A document is looked at once, so that the many strings made of it need no checks of their own.
enum UTF8Validation {
    /// How many bytes are whole, valid characters, counted from the first byte; looked at from `start` on.
    static func validCount(_ bytes: Bytes, from start: Int = 0) -> Int {
        guard let base = bytes.baseAddress.map({ UnsafeRawPointer($0) }) else { return 0 }
        var position = start
        /// 1 where the block before ended with the first byte of a character of two.
        var pending = 0
        while position + 8 <= bytes.count {
            let block = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            if block & high == 0 && pending == 0 {
                position += 8
            } else if let next = pendingAfterPairs(block, pending) {
                position += 8
                pending = next
            } else {
                let end = position + 8
                position -= pending
                pending = 0
                while position < end {
                    guard let length = characterLength(bytes, position) else { return position }
                    position += length
                }
            }
        }
        position -= pending
        while position < bytes.count {
            guard let length = characterLength(bytes, position) else { return position }
            position += length
        }
        return position
    }

    private static let high: UInt64 = 0x8080_8080_8080_8080

    /// For a block of ASCII and characters of two bytes: whether it ends inside one. Nil for any other block.
    @inline(__always)
    private static func pendingAfterPairs(_ block: UInt64, _ pending: Int) -> Int? {
        let leads = block & (block << 1) & high
        let longer = leads & (block << 2)
        let continuations = block & ~(block << 1) & high
        let expected = leads << 8 | (pending == 1 ? 0x80 : 0)
        // C0 and C1 would be of a form longer than needed.
        let notOverlong = ((block & 0x1E1E_1E1E_1E1E_1E1E) &+ 0x7E7E_7E7E_7E7E_7E7E) & high
        guard longer | (continuations ^ expected) | (leads & ~notOverlong) == 0 else { return nil }
        return Int(leads >> 63)
    }

    /// The bytes of the character at `position`; nil where it is not valid.
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
