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
