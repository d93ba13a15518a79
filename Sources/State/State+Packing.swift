import CZlib
import Foundation
import Values

// The forms in which the state stores times and values.
extension State {
    /// Whole seconds since 1970.
    static func seconds(_ date: Date) -> Int64 {
        Int64(date.bounded.timeIntervalSince1970.rounded(.down))
    }

    /// - Throws: if `seconds` cannot have returned this number.
    static func date(_ seconds: Int64) throws -> Date {
        let date = Date(timeIntervalSince1970: Double(seconds))
        guard date == date.bounded else { throw DatabaseError.damaged("a time") }
        return date
    }

    static func packed(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        return Compressed(try encoder.encode(value)).data
    }

    static func unpacked<Value: Decodable>(_ type: Value.Type, _ data: Data) throws -> Value {
        try reading(data) { try JSONDecoder.bounded.decode(type, from: $0) }
    }

    static func content(_ data: Data, html: Bool = true) throws -> StoredContent {
        try reading(data) { try StoredContent(unpacking: $0, html: html) }
    }

    /// Decompresses stored bytes and reads a value from them.
    static func reading<Value>(_ data: Data, _ read: (Data) throws -> Value) throws -> Value {
        guard let bytes = Compressed(stored: data).bytes, let value = try? read(bytes) else {
            throw DatabaseError.damaged("a stored \(Value.self)")
        }
        return value
    }
}

/// Bytes in the form that the state stores: their count (4 bytes, big-endian), then the bytes. They are in the zlib
/// format (RFC 1950) or, if they are short, plain. The first byte after the count tells which: the low half of zlib's
/// first byte is always 8.
struct Compressed: Sendable, Equatable {
    var data: Data

    /// Takes stored bytes without a change.
    init(stored data: Data) {
        self.data = data
    }

    /// - Parameter plain: this number of bytes or fewer are stored plain. The low half of their first byte must not be
    ///   8.
    init(_ bytes: Data, over plain: Int = 0) {
        data = withUnsafeBytes(of: UInt32(bytes.count).bigEndian) { Data($0) }
        data.append(bytes.count > plain ? Self.deflated(bytes) : bytes)
    }

    /// Nil when the stored bytes are damaged.
    var bytes: Data? {
        guard data.count >= 4 else { return nil }
        let count = data.withUnsafeBytes { Int(UInt32(bigEndian: $0.loadUnaligned(as: UInt32.self))) }
        let packed = data.dropFirst(4)
        guard let first = packed.first, first & 0x0F == Self.method else { return packed.count == count ? packed : nil }
        // zlib cannot compress better than 1032 to 1.
        guard count <= data.count * 1032 else { return nil }
        return Self.inflated(packed, count: count)
    }

    private static func inflated(_ packed: Data, count: Int) -> Data? {
        var size = uLong(count)
        // zlib needs a valid address for the output, even if the output is empty.
        var bytes = Data(count: max(count, 1))
        let status = bytes.withUnsafeMutableBytes { output in
            packed.withUnsafeBytes { input in
                uncompress(output.bound, &size, input.bound, uLong(input.count))
            }
        }
        guard status == Z_OK, size == count else { return nil }
        return count == 0 ? Data() : bytes
    }

    private static let method: UInt8 = 8

    private static func deflated(_ bytes: Data) -> Data {
        var stream = z_stream()
        // zlib stores the address of its stream, so the stream must not move.
        return withUnsafeMutablePointer(to: &stream) { deflated(bytes, by: $0) }
    }

    private static func deflated(_ bytes: Data, by stream: UnsafeMutablePointer<z_stream>) -> Data {
        // zlib clears a quarter of a megabyte of tables. For a few hundred bytes that would be most of the work, so a
        // short text gets a smaller window.
        let isShort = bytes.count <= 1 << shortWindow
        let (window, memory) = isShort ? (shortWindow, 4) : (MAX_WBITS, 8)
        let start = deflateInit2_(
            stream, 6, Z_DEFLATED, window, Int32(memory), Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        defer { deflateEnd(stream) }
        var output = Data(count: Int(deflateBound(stream, uLong(bytes.count))))
        let end = output.withUnsafeMutableBytes { output in
            bytes.withUnsafeBytes { input in
                stream.pointee.next_in = UnsafeMutablePointer(mutating: input.bound)
                stream.pointee.avail_in = uInt(input.count)
                stream.pointee.next_out = output.bound
                stream.pointee.avail_out = uInt(output.count)
                return deflate(stream, Z_FINISH)
            }
        }
        // Only memory can be missing: `deflateBound` gives enough room.
        precondition(start == Z_OK && end == Z_STREAM_END, "zlib answered \(start), \(end)")
        return output.prefix(Int(stream.pointee.total_out))
    }

    /// The size of the window for short texts, as a power of two.
    private static let shortWindow: Int32 = 11
}

extension UnsafeRawBufferPointer {
    fileprivate var bound: UnsafePointer<UInt8>? { bindMemory(to: UInt8.self).baseAddress }
}

extension UnsafeMutableRawBufferPointer {
    fileprivate var bound: UnsafeMutablePointer<UInt8>? { bindMemory(to: UInt8.self).baseAddress }
}
