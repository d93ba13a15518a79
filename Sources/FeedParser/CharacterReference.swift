import CLibXML2

/// References to characters that need no declaration. Each result includes the length from `&` to `;`.
enum CharacterReference {
    /// One of the five entities of XML (XML 1.0, section 4.6); nil for all others.
    @inline(__always)
    static func entity(_ text: Bytes, at position: Int) -> (UInt8, length: Int)? {
        guard text[position] == 0x26, position + 3 < text.count else { return nil }
        switch text[position + 1] {
        case 0x6C: return text.has("&lt;", at: position) ? (0x3C, 4) : nil
        case 0x67: return text.has("&gt;", at: position) ? (0x3E, 4) : nil
        case 0x71: return text.has("&quot;", at: position) ? (0x22, 6) : nil
        case 0x61 where text[position + 2] == 0x6D: return text.has("&amp;", at: position) ? (0x26, 5) : nil
        case 0x61: return text.has("&apos;", at: position) ? (0x27, 6) : nil
        default: return nil
        }
    }

    /// A character by its number; nil if it is not a number, or if the character is not allowed.
    static func number(_ text: Bytes, at position: Int) -> (Unicode.Scalar, length: Int)? {
        guard text.has("&#", at: position) else { return nil }
        let radix: UInt32 = text.has("x", at: position + 2) ? 16 : 10
        let start = position + (radix == 16 ? 3 : 2)
        var value: UInt32 = 0
        // The largest number has seven digits.
        for index in start..<max(start, min(start + 8, text.count)) {
            if text[index] == 0x3B {
                guard index > start, isCharacter(value), let scalar = Unicode.Scalar(value) else { return nil }
                return (scalar, index + 1 - position)
            }
            guard let digit = text[index].hexadecimalDigit, digit < radix else { return nil }
            value = value * radix + digit
        }
        return nil
    }

    /// Whether XML allows the character (XML 1.0, production 2).
    static func isCharacter(_ value: UInt32) -> Bool {
        switch value {
        case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    /// The text of HTML without tags. Nil if there is a tag, or a reference that only an HTML parser understands.
    static func resolved(inHTML html: Bytes) -> [UInt8]? {
        guard !html.contains(0x3C) else { return nil }
        var text: [UInt8] = []
        text.reserveCapacity(html.count)
        var position = 0
        while let next = html[position...].firstIndex(of: 0x26) {
            text.append(contentsOf: html[position..<next])
            guard let length = append(html, at: next, to: &text) else { return nil }
            position = next + length
        }
        text.append(contentsOf: html[position...])
        return text
    }

    /// Appends one character or reference, and returns the number of bytes that were read.
    private static func append(_ html: Bytes, at position: Int, to text: inout [UInt8]) -> Int? {
        if let (character, length) = entity(html, at: position) {
            text.append(character)
            return length
        }
        if let (character, length) = number(html, at: position) {
            text.append(contentsOf: character.utf8)
            return length
        }
        guard position + 1 < html.count, html[position + 1].isLetter || html[position + 1] == 0x23 else {
            text.append(0x26)
            return 1
        }
        let name = HTMLEntities.name(in: html, at: position)
        guard name.endIndex < html.endIndex, html[name.endIndex] == 0x3B,
            let characters = HTMLEntities.text(String(decoding: name, as: UTF8.self))
        else { return nil }
        text.append(contentsOf: characters.utf8)
        return name.count + 2
    }
}

extension UInt8 {
    fileprivate var hexadecimalDigit: UInt32? {
        if isDigit { return UInt32(self - 0x30) }
        return (0x61...0x66).contains(lowercased) ? UInt32(lowercased - 0x57) : nil
    }
}
