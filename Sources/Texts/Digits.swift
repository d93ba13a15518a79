extension Sequence<UInt8> {
    /// Whether all bytes are digits of ASCII.
    package var areDigits: Bool { allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } }
}
