extension Sequence<UInt8> {
    /// Whether a line has no visible character. Everything that reads JSON Lines skips such lines.
    package var isBlankLine: Bool { allSatisfy { $0 <= 0x20 } }
}
