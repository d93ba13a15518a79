/// Sixteen bytes looked at together.
///
/// What is asked of each byte is answered by its high bit, right up to the first byte in each half of which it is
/// true: by integer arithmetic, which becomes vector instructions where comparisons of vectors do not.
struct ByteBlock {
    static let count = 16

    private var halves: SIMD2<UInt64>

    @inline(__always)
    init(_ base: UnsafeRawPointer, at offset: Int) {
        halves = base.loadUnaligned(fromByteOffset: offset, as: SIMD2<UInt64>.self)
    }

    @inline(__always)
    private init(_ halves: SIMD2<UInt64>) {
        self.halves = halves
    }

    @inline(__always)
    private static func every(_ byte: UInt8) -> SIMD2<UInt64> {
        SIMD2(repeating: UInt64(byte) &* 0x0101_0101_0101_0101)
    }

    @inline(__always)
    func equal(_ byte: UInt8) -> ByteBlock {
        let difference = halves ^ ByteBlock.every(byte)
        return ByteBlock((difference &- ByteBlock.every(1)) & ~difference)
    }

    /// Less than `bound`, which is at most 0x80.
    @inline(__always)
    func less(than bound: UInt8) -> ByteBlock {
        ByteBlock((halves &- ByteBlock.every(bound)) & ~halves)
    }

    /// Begins with so many one bits, of which there are at most four.
    @inline(__always)
    func leadingOnes(_ count: Int) -> ByteBlock {
        var ones = halves
        for shift in 1..<UInt64(count) { ones &= halves &<< SIMD2(repeating: shift) }
        return ByteBlock(ones)
    }

    @inline(__always)
    func masked(_ mask: UInt8) -> ByteBlock { ByteBlock(halves & ByteBlock.every(mask)) }

    @inline(__always)
    static func | (left: ByteBlock, right: ByteBlock) -> ByteBlock { ByteBlock(left.halves | right.halves) }

    @inline(__always)
    static func & (left: ByteBlock, right: ByteBlock) -> ByteBlock { ByteBlock(left.halves & right.halves) }

    @inline(__always)
    static func ^ (left: ByteBlock, right: ByteBlock) -> ByteBlock { ByteBlock(left.halves ^ right.halves) }

    /// Whether no byte has its high bit.
    @inline(__always)
    var isClear: Bool { (halves.x | halves.y) & 0x8080_8080_8080_8080 == 0 }

    /// The first byte that has its high bit; 16 where none has.
    @inline(__always)
    var first: Int {
        let marks = halves & ByteBlock.every(0x80)
        return (marks.x != 0 ? marks.x.trailingZeroBitCount : 64 + marks.y.trailingZeroBitCount) / 8
    }
}
