/// FNV-1a with 32 bits (draft-eastlake-fnv), for loops that add one value after the other.
enum FNV32 {
    static let start: UInt32 = 0x811C_9DC5

    @inline(__always) static func adding(_ value: UInt32, to hash: UInt32) -> UInt32 { (hash ^ value) &* 0x0100_0193 }
}
