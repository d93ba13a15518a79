import FeedParser
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
                // The second byte of `à` and of a no-break space reads as a no-break space. Earlier steps made it a
                // plain space.
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

    /// Whether it contains a letter that can be the first byte of a Latin or Cyrillic letter or of a punctuation mark,
    /// and a character beyond ASCII after it.
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
        let bytes = run.compactMap(Windows1252.byte)
        guard run.count > 1, bytes.count == run.count, let decoded = String(validating: bytes, as: UTF8.self) else {
            return text
        }
        return decoded
    }
}
