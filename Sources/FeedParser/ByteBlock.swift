import CLibXML2

/// Sixteen bytes that are tested together. The result for each byte is its high bit.
struct ByteBlock {
    static let count = 16

    private var bytes: newsdigest_block

    @inline(__always)
    init(_ base: UnsafeRawPointer, at offset: Int) {
        bytes = newsdigest_load(base + offset)
    }

    @inline(__always)
    private init(_ bytes: newsdigest_block) {
        self.bytes = bytes
    }

    @inline(__always)
    func store(at start: UnsafeMutablePointer<UInt8>) { newsdigest_store(bytes, start) }

    @inline(__always)
    func equal(_ byte: UInt8) -> ByteBlock { ByteBlock(newsdigest_equal(bytes, byte)) }

    @inline(__always)
    func less(than bound: UInt8) -> ByteBlock { ByteBlock(newsdigest_less(bytes, bound)) }

    @inline(__always)
    func within(_ range: ClosedRange<UInt8>) -> ByteBlock {
        ByteBlock(newsdigest_within(bytes, range.lowerBound, range.upperBound))
    }

    @inline(__always)
    static func | (left: ByteBlock, right: ByteBlock) -> ByteBlock { ByteBlock(newsdigest_or(left.bytes, right.bytes)) }

    @inline(__always)
    static func & (left: ByteBlock, right: ByteBlock) -> ByteBlock {
        ByteBlock(newsdigest_and(left.bytes, right.bytes))
    }

    @inline(__always)
    static func ^ (left: ByteBlock, right: ByteBlock) -> ByteBlock {
        ByteBlock(newsdigest_xor(left.bytes, right.bytes))
    }

    /// Whether no byte has its high bit set.
    @inline(__always)
    var isClear: Bool { newsdigest_marks(bytes) == 0 }

    /// The first byte whose high bit is set; 16 or more if there is none.
    @inline(__always)
    var first: Int { newsdigest_marks(bytes).trailingZeroBitCount }
}
