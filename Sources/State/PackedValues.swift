import Foundation
import Values

/// Values one after the other, for data of which every run reads hundreds. The reader need not search for ends, names
/// or escapes.
///
/// A number uses seven bits of each byte, the lowest first; the eighth bit is set if more bytes follow (LEB128). A text
/// is its length in UTF-8 plus one, then its bytes; 0 means no text. A date is the bits of its seconds since 2001,
/// little-endian.
struct PackedValues {
    private var bytes: [UInt8] = []

    var data: Data { Data(bytes) }

    mutating func append(_ number: UInt64) {
        var rest = number
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func append(_ count: Int) { append(UInt64(count)) }

    mutating func append(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    mutating func append(_ text: String?) {
        guard var text else { return append(0 as UInt64) }
        text.withUTF8 {
            append($0.count + 1)
            bytes.append(contentsOf: $0)
        }
    }

    mutating func append(_ data: Data) {
        append(data.count)
        bytes.append(contentsOf: data)
    }

    mutating func append(_ texts: [String]) {
        append(texts.count)
        for text in texts { append(text) }
    }

    mutating func append(_ number: Double) {
        withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func append(_ date: Date?) {
        append(date != nil)
        if let date { append(date.timeIntervalSinceReferenceDate) }
    }
}

extension PackedValues {
    /// The bytes end too early, or they contain something that this type never writes.
    struct Damaged: Error {}

    /// Reads what was packed, in the same order.
    struct Reader {
        private let bytes: UnsafeRawBufferPointer
        private var position = 0

        /// - Parameter bytes: the bytes must not move or change while the reader is used.
        init(_ bytes: UnsafeRawBufferPointer) {
            self.bytes = bytes
        }

        var isAtEnd: Bool { position == bytes.count }

        mutating func number() throws(Damaged) -> UInt64 {
            var number: UInt64 = 0
            var shift: UInt64 = 0
            while position < bytes.count, shift < 64 {
                let byte = bytes[position]
                position += 1
                number |= UInt64(byte & 0x7F) << shift
                if byte < 0x80 { return number }
                shift += 7
            }
            throw Damaged()
        }

        /// A count of things. It cannot be greater than the number of bytes left, because each thing takes at least
        /// one.
        mutating func count() throws(Damaged) -> Int {
            let count = try number()
            guard count <= bytes.count - position else { throw Damaged() }
            return Int(count)
        }

        mutating func flag() throws(Damaged) -> Bool { try number() != 0 }

        mutating func text() throws(Damaged) -> String? {
            try textBytes().map { String(decoding: bytes[$0], as: UTF8.self) }
        }

        mutating func skipText() throws(Damaged) { _ = try textBytes() }

        private mutating func textBytes() throws(Damaged) -> Range<Int>? {
            let number = try number()
            guard number > 0 else { return nil }
            guard number - 1 <= bytes.count - position else { throw Damaged() }
            defer { position += Int(number - 1) }
            return position..<position + Int(number - 1)
        }

        mutating func blob() throws(Damaged) -> Data {
            let count = try count()
            defer { position += count }
            return Data(bytes[position..<position + count])
        }

        mutating func texts() throws(Damaged) -> [String] {
            var texts: [String] = []
            for _ in 0..<(try count()) { texts.append(try text() ?? "") }
            return texts
        }

        mutating func double() throws(Damaged) -> Double {
            guard bytes.count - position >= 8 else { throw Damaged() }
            defer { position += 8 }
            let bits = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            return Double(bitPattern: UInt64(littleEndian: bits))
        }

        mutating func date() throws(Damaged) -> Date? {
            try flag() ? Date(timeIntervalSinceReferenceDate: try double()).bounded : nil
        }
    }
}
