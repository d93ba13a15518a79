/// The encoding windows-1252 (WHATWG Encoding, index windows-1252).
package enum Windows1252 {
    /// The character of a byte. Five bytes have none, and give U+FFFD.
    static func scalar(_ byte: UInt8) -> Unicode.Scalar {
        (0x80...0x9F).contains(byte) ? special[Int(byte - 0x80)] : Unicode.Scalar(byte)
    }

    /// The byte of a character. A control character U+0080 to U+009F counts as the byte with its number.
    package static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
        scalar.value < 0x100 ? UInt8(scalar.value) : bytes[scalar]
    }

    /// The characters of the bytes 0x80 to 0x9F.
    private static let special = Array(
        "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ".unicodeScalars)

    private static let bytes: [Unicode.Scalar: UInt8] = Dictionary(
        uniqueKeysWithValues: zip(special, UInt8(0x80)...0x9F).filter { $0.0 != "\u{FFFD}" })
}
