import Texts

/// Percent-encoding (RFC 3986, section 2.1).
package enum PercentEncoding {
    /// The unreserved characters (RFC 3986, section 2.3).
    package static let unreserved = ByteSet.lettersAndDigits.union("-._~".utf8)

    /// The text with all octets of its UTF-8 as `%XX`, except those in `kept` (RFC 3986, section 2.1).
    package static func encoded(_ text: String, keeping kept: ByteSet) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if kept.contains(byte) {
                bytes.append(byte)
            } else {
                appendEncoded(byte, to: &bytes)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    package static let digits = Array("0123456789ABCDEF".utf8)

    /// The normal form of an address (RFC 3986, section 6.2.2). Unreserved characters are plain, and all others are
    /// encoded with upper-case digits. `%2F` never becomes a slash. A percent sign that begins no escape stays, and the
    /// digits after it keep their escapes. Otherwise `%%33` would become `%3`, the beginning of another escape.
    static func normalized(_ text: String) -> String {
        if !text.utf8.contains(where: { $0 == percent || $0 <= 0x20 || $0 >= 0x7F }) { return text }
        let bytes = Array(text.utf8)
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count + 16)
        var index = 0
        // Whether a digit would complete an escape at the end of `out`.
        var isOpen = false
        while index < bytes.count {
            let byte = bytes[index]
            if byte == percent, index + 2 < bytes.count, let high = digit(bytes[index + 1]),
                let low = digit(bytes[index + 2])
            {
                let value = high << 4 | low
                let isPlain = unreserved.contains(value) && !(isOpen && digit(value) != nil)
                if isPlain { out.append(value) } else { appendEncoded(value, to: &out) }
                isOpen = false
                index += 3
            } else {
                isOpen = byte == percent || isOpen && digit(byte) != nil
                if byte <= 0x20 || byte >= 0x7F { appendEncoded(byte, to: &out) } else { out.append(byte) }
                index += 1
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    private static let percent = UInt8(ascii: "%")

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private static func appendEncoded(_ byte: UInt8, to out: inout [UInt8]) {
        out += [percent, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
}

/// A set of bytes, as one bit for each.
package struct ByteSet: Sendable {
    private var bits = SIMD4<UInt64>()

    /// Those of ASCII.
    package static let lettersAndDigits = ByteSet((0...UInt8.max).filter(\.isLetterOrDigit))

    package init(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { bits[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }
    }

    package func contains(_ byte: UInt8) -> Bool { bits[Int(byte >> 6)] >> UInt64(byte & 63) & 1 == 1 }

    package func union(_ bytes: some Sequence<UInt8>) -> ByteSet {
        var union = ByteSet(bytes)
        union.bits |= bits
        return union
    }
}
