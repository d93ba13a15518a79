import CLibXML2

/// Bytes that grow at the end, without the checks of an array for each of many small appends.
final class ByteBuffer {
    // Only short functions of this class use the bytes, and none of them calls other code.
    @exclusivity(unchecked) private var base: UnsafeMutablePointer<UInt8>
    @exclusivity(unchecked) private var capacity: Int
    @exclusivity(unchecked) private(set) var count = 0

    init(capacity: Int = 65_536) {
        self.capacity = capacity
        base = .allocate(capacity: capacity)
    }

    deinit {
        base.deallocate()
    }

    /// The bytes from `start` on. They are valid until the next write to the buffer.
    subscript(from start: Int) -> Bytes { Bytes(start: base + start, count: count - start) }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

    func truncate(to count: Int) {
        if count < self.count { self.count = count }
    }

    @inline(__always)
    func append(_ byte: UInt8) {
        reserve(1)
        base[count] = byte
        count += 1
    }

    @inline(__always)
    func append(_ more: Bytes) {
        guard let start = more.baseAddress else { return }
        reserve(more.count)
        (base + count).update(from: start, count: more.count)
        count += more.count
    }

    @inline(__always)
    func append(_ text: StaticString) {
        append(Bytes(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends text as HTML that is parsed again before anybody shows it. Its attributes have double quotes, so an
    /// apostrophe stays as it is. `HTMLText.escape` is for all other places, and escapes the apostrophe too.
    func append(escapingHTML more: Bytes) {
        for byte in more { append(escapingHTML: byte) }
    }

    func append(escapingHTML byte: UInt8) {
        switch byte {
        case 0x26: append("&amp;")
        case 0x3C: append("&lt;")
        case 0x3E: append("&gt;")
        case 0x22: append("&quot;")
        default: append(byte)
        }
    }

    /// Appends text as the inside of a JSON string. It copies sixteen bytes at a time up to the next byte that needs an
    /// escape.
    func append(escapingJSON text: Bytes) {
        guard let start = text.baseAddress else { return }
        var position = 0
        while position < text.count {
            let end = min(position + 4096, text.count)
            // The longest escape has six bytes.
            reserve((end - position) * 6)
            var output = base + count
            while position + ByteBlock.count <= end {
                let block = ByteBlock(start, at: position)
                let escaped = block.escapedInJSON
                block.store(at: output)
                let clean = escaped.isClear ? ByteBlock.count : escaped.first
                output += clean
                position += clean
                guard clean < ByteBlock.count else { continue }
                ByteBuffer.write(start[position], escapedTo: &output)
                position += 1
            }
            let rest = end - position
            let overlap = ByteBlock.count - rest
            if rest > 0, position >= overlap {
                // The last block overlaps the one before it. There it writes the same bytes again.
                let block = ByteBlock(start, at: position - overlap)
                if block.escapedInJSON.isClear {
                    block.store(at: output - overlap)
                    output += rest
                    position = end
                }
            }
            while position < end {
                ByteBuffer.write(start[position], escapedTo: &output)
                position += 1
            }
            count = output - base
        }
    }

    @inline(__always)
    private static func write(_ byte: UInt8, escapedTo output: inout UnsafeMutablePointer<UInt8>) {
        if byte >= 0x20 && byte != 0x22 && byte != 0x5C {
            output.pointee = byte
            output += 1
            return
        }
        output.pointee = 0x5C
        switch byte {
        case 0x0A: output[1] = 0x6E
        case 0x0D: output[1] = 0x72
        case 0x09: output[1] = 0x74
        case 0..<0x20:
            (output[1], output[2], output[3], output[4]) = (0x75, 0x30, 0x30, 0x30 + byte >> 4)
            output[5] = byte & 15 < 10 ? 0x30 + byte & 15 : 0x57 + byte & 15
            output += 4
        default: output[1] = byte
        }
        output += 2
    }

    @inline(__always)
    private func reserve(_ more: Int) {
        if count + more > capacity { grow(to: count + more) }
    }

    @inline(never)
    private func grow(to needed: Int) {
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: max(needed, capacity * 2))
        larger.update(from: base, count: count)
        base.deallocate()
        base = larger
        capacity = max(needed, capacity * 2)
    }
}

extension ByteBlock {
    /// The bytes that need an escape in a JSON string (RFC 8259, section 7).
    @inline(__always)
    fileprivate var escapedInJSON: ByteBlock { less(than: 0x20) | equal(0x22) | equal(0x5C) }
}

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

    /// Whether no byte has its high bit set.
    @inline(__always)
    var isClear: Bool { newsdigest_marks(bytes) == 0 }

    /// The first byte whose high bit is set; 16 or more if there is none.
    @inline(__always)
    var first: Int { newsdigest_marks(bytes).trailingZeroBitCount }
}
