/// Hashes that are the same on every machine and in every process, unlike `hashValue`.
package enum StableHash {
    /// The start value of FNV-1a (draft-eastlake-fnv, 64 bits).
    package static let start: UInt64 = 0xCBF2_9CE4_8422_2325

    /// FNV-1a with 64 bits.
    package static func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(start) { ($0 ^ UInt64($1)) &* prime }
    }

    /// The same for a buffer from `offset` on. It is not generic, because a generic function of another target is slow.
    package static func fnv1a(_ bytes: UnsafeBufferPointer<UInt8>, offset: Int, from start: UInt64) -> UInt64 {
        var hash = start
        for index in offset..<bytes.count { hash = (hash ^ UInt64(bytes[index])) &* prime }
        return hash
    }

    /// A faster hash for long texts: FNV-1a with eight bytes at a time, mixed down after each step.
    package static func ofBlocks(_ bytes: UnsafeRawBufferPointer, from start: UInt64) -> UInt64 {
        var hash = start
        let end = bytes.count & ~7
        for offset in stride(from: 0, to: end, by: 8) {
            hash = (hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian) &* mixer
            hash ^= hash >> 32
        }
        return fnv1a(bytes.bindMemory(to: UInt8.self), offset: end, from: hash)
    }

    private static let prime: UInt64 = 0x100_0000_01B3
    /// The odd multiplier of MurmurHash3's last step.
    private static let mixer: UInt64 = 0xFF51_AFD7_ED55_8CCD

    /// FNV-1a with a final mix. The state stores these hashes as keys of items, so they must never change.
    package static func hash(_ text: String) -> Int64 {
        var text = text
        var hash = text.withUTF8 { fnv1a($0, offset: 0, from: start) }
        hash = (hash ^ (hash >> 33)) &* mixer
        return Int64(bitPattern: hash ^ (hash >> 33))
    }

    /// FNV-1a as 16 hexadecimal digits.
    package static func digits(_ bytes: some Sequence<UInt8>) -> String {
        let digits = String(fnv1a(bytes), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
