/// Bytes that grow at the end, without the checks that an array makes at each of many small appends.
final class ByteBuffer {
    // Only its own short functions touch them, none of which calls out.
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

    /// Valid until the buffer is written to again.
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

    /// Text as HTML.
    func append(escapingHTML more: Bytes) {
        for byte in more {
            switch byte {
            case 0x26: append("&amp;")
            case 0x3C: append("&lt;")
            case 0x3E: append("&gt;")
            case 0x22: append("&quot;")
            default: append(byte)
            }
        }
    }

    /// Text as the inside of a JSON string, eight bytes at a time up to the next that needs an escape.
    func append(escapingJSON text: Bytes) {
        guard let start = text.baseAddress.map({ UnsafeRawPointer($0) }) else { return }
        reserve(text.count + 16)
        var position = 0
        while position + 8 <= text.count {
            if position + 16 <= text.count {
                let two = start.loadUnaligned(fromByteOffset: position, as: SIMD2<UInt64>.self)
                UnsafeMutableRawPointer(base + count).storeBytes(of: two, as: SIMD2<UInt64>.self)
                if ByteBuffer.bytesToEscape(two.x) | ByteBuffer.bytesToEscape(two.y) == 0 {
                    count += 16
                    position += 16
                    continue
                }
            }
            let block = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            UnsafeMutableRawPointer(base + count).storeBytes(of: block.littleEndian, as: UInt64.self)
            let special = ByteBuffer.bytesToEscape(block)
            let clean = special == 0 ? 8 : special.trailingZeroBitCount / 8
            count += clean
            position += clean
            if special != 0 {
                append(escaping: text[position])
                position += 1
                reserve(text.count - position + 16)
            }
        }
        while position < text.count {
            append(escaping: text[position])
            position += 1
        }
    }

    private func append(escaping byte: UInt8) {
        switch byte {
        case 0x22: append("\\\"")
        case 0x5C: append("\\\\")
        case 0x0A: append("\\n")
        case 0x0D: append("\\r")
        case 0x09: append("\\t")
        case 0..<0x20:
            append("\\u00")
            append(0x30 + byte >> 4)
            append(byte & 15 < 10 ? 0x30 + byte & 15 : 0x57 + byte & 15)
        default: append(byte)
        }
    }

    /// The high bit of each of eight bytes that is a control character, a quote or a backslash; exact up to the first.
    @inline(__always)
    private static func bytesToEscape(_ block: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quote = block ^ (ones &* 0x22)
        let backslash = block ^ (ones &* 0x5C)
        let control = (block &- ones &* 0x20) & ~block
        return (control | (quote &- ones) & ~quote | (backslash &- ones) & ~backslash) & (ones &* 0x80)
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
