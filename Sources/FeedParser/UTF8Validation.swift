/// Whether bytes are UTF-8 (RFC 3629: shortest form, no surrogates, at most U+10FFFF), sixteen at a time.
///
/// A document is looked at once, so that the many strings made of it need no checks of their own.
enum UTF8Validation {
    /// How many bytes from the start are whole, valid characters; all of them where the text is valid.
    static func validCount(_ bytes: Bytes, from start: Int = 0) -> Int {
        guard let base = bytes.baseAddress.map({ UnsafeRawPointer($0) }) else { return 0 }
        var position = start
        // The blocks look back three bytes.
        while position < start + 3 {
            guard let length = characterLength(bytes, position) else { return position }
            guard length > 0 else { return position }
            position += length
        }
        while position + 16 <= bytes.count, isValidBlock(base + position) { position += 16 }
        position = boundary(bytes, position, notBefore: start)
        while position < bytes.count {
            guard let length = characterLength(bytes, position) else { return position }
            position += length
        }
        return position
    }

    @inline(__always)
    private static func isValidBlock(_ pointer: UnsafeRawPointer) -> Bool {
        let block = pointer.loadUnaligned(as: SIMD16<UInt8>.self)
        let third = pointer.loadUnaligned(fromByteOffset: -3, as: SIMD16<UInt8>.self)
        if ((block | third) & 0x80) == SIMD16(repeating: 0) { return true }
        let first = pointer.loadUnaligned(fromByteOffset: -1, as: SIMD16<UInt8>.self)
        let second = pointer.loadUnaligned(fromByteOffset: -2, as: SIMD16<UInt8>.self)
        let isContinuation = (block & 0xC0) .== 0x80
        let mustContinue = (first .>= 0xC0) .| (second .>= 0xE0) .| (third .>= 0xF0)
        let isNever = (block .== 0xC0) .| (block .== 0xC1) .| (block .> 0xF4)
        let isOverlong = ((first .== 0xE0) .& (block .< 0xA0)) .| ((first .== 0xF0) .& (block .< 0x90))
        let isBeyond = ((first .== 0xED) .& (block .>= 0xA0)) .| ((first .== 0xF4) .& (block .>= 0x90))
        return !any((isContinuation .^ mustContinue) .| isNever .| isOverlong .| isBeyond)
    }

    /// The start of the character that the byte before `position` belongs to.
    private static func boundary(_ bytes: Bytes, _ position: Int, notBefore start: Int) -> Int {
        var boundary = position
        while boundary > start, boundary > position - 3, boundary == bytes.count || bytes[boundary] & 0xC0 == 0x80 {
            boundary -= 1
        }
        while boundary > start, bytes[boundary] & 0xC0 == 0x80 { boundary -= 1 }
        return boundary
    }

    /// The bytes of the character at `position`: nil where it is not valid, 0 at the end.
    private static func characterLength(_ bytes: Bytes, _ position: Int) -> Int? {
        guard position < bytes.count else { return 0 }
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
