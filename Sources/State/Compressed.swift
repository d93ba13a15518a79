import CZlib
import Foundation

/// Bytes as the state keeps them: their own number (4 bytes, big-endian), and then they themselves in the zlib format
/// (RFC 1950) or, some short ones, as they are. The first byte behind the number tells: the low half of zlib's is 8.
struct Compressed: Sendable, Equatable {
    package var data: Data

    /// Takes stored bytes as they are.
    init(stored data: Data) {
        self.data = data
    }

    /// - Parameter plain: as many bytes at most stay as they are. The first of such bytes must not look like zlib's.
    init(_ bytes: Data, over plain: Int = 0) {
        data = withUnsafeBytes(of: UInt32(bytes.count).bigEndian) { Data($0) }
        data.append(bytes.count > plain ? Self.deflated(bytes) : bytes)
    }

    /// Nil when the stored bytes are damaged.
    package var bytes: Data? {
        guard data.count >= 4 else { return nil }
        let count = data.withUnsafeBytes { Int(UInt32(bigEndian: $0.loadUnaligned(as: UInt32.self))) }
        let packed = data.dropFirst(4)
        guard let first = packed.first, first & 0x0F == Self.method else { return packed.count == count ? packed : nil }
        // zlib cannot shrink anything further than 1032 to 1.
        guard count <= data.count * 1032 else { return nil }
        return Self.inflated(packed, count: count)
    }

    private static func inflated(_ packed: Data, count: Int) -> Data? {
        var size = uLong(count)
        // Even of nothing zlib wants to know where it would stand.
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
        // zlib remembers where its stream stands.
        return withUnsafeMutablePointer(to: &stream) { deflated(bytes, by: $0) }
    }

    private static func deflated(_ bytes: Data, by stream: UnsafeMutablePointer<z_stream>) -> Data {
        // zlib clears a quarter of a megabyte of tables, which for a few hundred bytes would be most of the work; the
        // window need not be wider than what it looks at.
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
        // Memory is all that can be missing: `deflateBound` is enough room.
        precondition(start == Z_OK && end == Z_STREAM_END, "zlib answered \(start), \(end)")
        return output.prefix(Int(stream.pointee.total_out))
    }

    /// As a power of two.
    private static let shortWindow: Int32 = 11
}

extension UnsafeRawBufferPointer {
    fileprivate var bound: UnsafePointer<UInt8>? { bindMemory(to: UInt8.self).baseAddress }
}

extension UnsafeMutableRawBufferPointer {
    fileprivate var bound: UnsafeMutablePointer<UInt8>? { bindMemory(to: UInt8.self).baseAddress }
}
