import Texts

extension String {
    /// The text with the characters that a source encoded twice: `Ã©` as `é`, `â€™` as `’`.
    ///
    /// A run of characters beyond ASCII is read as the bytes of windows-1252 that it is made of. It changes only if
    /// these bytes are UTF-8.
    var withoutTwiceEncoded: String {
        guard mayBeEncodedTwice else { return self }
        var result = ""
        var run: [Unicode.Scalar] = []
        for scalar in unicodeScalars {
            if scalar.isASCII {
                // The second byte of `à` and of a wide space looks like a wide space, which is a plain one by now.
                if scalar == " ", run.last == "Ã" || run.last == "Â" { run.append("\u{A0}") }
                result += Self.decoded(run)
                if result.unicodeScalars.last == "\u{A0}" { result.unicodeScalars.removeLast() }
                run = []
                result.unicodeScalars.append(scalar)
            } else {
                run.append(scalar)
            }
        }
        return result + Self.decoded(run)
    }

    /// Whether it contains the first byte of a character of Latin, of the signs or of Cyrillic, as a letter, before what
    /// can be its second byte.
    private var mayBeEncodedTwice: Bool {
        var (isLatin, isFirst) = (false, false)
        return utf8.contains { byte in
            // Ã, Â, â, Ð and Ñ are C3 with 83, 82, A2, 90 and 91. What follows them is beyond ASCII, too.
            if isFirst, byte >= 0xC2 { return true }
            isFirst = isLatin && (byte == 0x82 || byte == 0x83 || byte == 0x90 || byte == 0x91 || byte == 0xA2)
            isLatin = byte == 0xC3
            return false
        }
    }

    private static func decoded(_ run: [Unicode.Scalar]) -> String {
        let text = String(scalars: run)
        let bytes = run.compactMap { $0.value < 0x100 ? UInt8($0.value) : windows1252[$0.value] }
        guard run.count > 1, bytes.count == run.count, let decoded = String(validating: bytes, as: UTF8.self) else {
            return text
        }
        return decoded
    }

    /// The bytes 0x80 to 0x9F of windows-1252 (WHATWG Encoding, index windows-1252).
    private static let windows1252: [UInt32: UInt8] = [
        0x20AC: 0x80, 0x201A: 0x82, 0x0192: 0x83, 0x201E: 0x84, 0x2026: 0x85, 0x2020: 0x86, 0x2021: 0x87, 0x02C6: 0x88,
        0x2030: 0x89, 0x0160: 0x8A, 0x2039: 0x8B, 0x0152: 0x8C, 0x017D: 0x8E, 0x2018: 0x91, 0x2019: 0x92, 0x201C: 0x93,
        0x201D: 0x94, 0x2022: 0x95, 0x2013: 0x96, 0x2014: 0x97, 0x02DC: 0x98, 0x2122: 0x99, 0x0161: 0x9A, 0x203A: 0x9B,
        0x0153: 0x9C, 0x017E: 0x9E, 0x0178: 0x9F,
    ]
}
