extension UInt8 {
    /// Whether it is a digit of ASCII.
    package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// Whether it is a letter or a digit of ASCII.
    package var isLetterOrDigit: Bool { isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}

extension Sequence<UInt8> {
    /// Whether all bytes are digits of ASCII.
    package var areDigits: Bool { allSatisfy(\.isDigit) }
}

extension Sequence<UInt8> {
    /// Whether there is no visible character. Everything that reads JSON Lines skips such lines.
    package var isBlank: Bool { allSatisfy { $0 <= 0x20 } }
}
