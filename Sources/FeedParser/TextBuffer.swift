/// The text of the elements that are open, one after the other in one buffer that is used again and again.
struct TextBuffer {
    private var bytes: [UInt8] = []

    init() {
        bytes.reserveCapacity(65_536)
    }

    var count: Int { bytes.count }

    /// Valid until the buffer is written to again.
    subscript(from start: Int) -> Bytes {
        bytes.withUnsafeBufferPointer { Bytes(rebasing: $0[start...]) }
    }

    mutating func append(_ more: Bytes) { bytes.append(contentsOf: more) }
    mutating func append(_ byte: UInt8) { bytes.append(byte) }

    mutating func append(_ text: StaticString) {
        bytes.append(contentsOf: Bytes(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Text as HTML.
    mutating func appendEscaped(_ more: Bytes) {
        for byte in more {
            switch byte {
            case 0x26: append("&amp;")
            case 0x3C: append("&lt;")
            case 0x3E: append("&gt;")
            case 0x22: append("&quot;")
            default: bytes.append(byte)
            }
        }
    }

    mutating func truncate(to count: Int) {
        if bytes.count > count { bytes.removeSubrange(count...) }
    }
}
