import CZlib
import Foundation

/// Bytes as the state keeps them: their own number (4 bytes, big-endian), and then they themselves in the zlib format
/// (RFC 1950) or, some short ones, as they are. The first byte behind the number tells: the low half of zlib's is 8.
struct Compressed: Sendable, Equatable {
    var data: Data

    /// Takes stored bytes as they are.
    init(stored data: Data) {
        self.data = data
    }

    /// - Parameter plain: as many bytes at most stay as they are. The first of such bytes must not look like zlib's.
    init(_ bytes: Data, over plain: Int = 0) {
        data = withUnsafeBytes(of: UInt32(bytes.count).bigEndian) { Data($0) }
        data.append(bytes.count > plain || plain == 0 ? Self.deflated(bytes) : bytes)
    }

    /// Nil when the stored bytes are damaged.
    var bytes: Data? {
        guard data.count > 4 else { return nil }
        let count = data.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        let packed = data.dropFirst(4)
        guard packed.first! & 0x0F == Self.method else { return packed.count == count ? Data(packed) : nil }
        // zlib cannot shrink anything further than 1032 to 1.
        guard count <= data.count * 1032 else { return nil }
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
        var size = compressBound(uLong(bytes.count))
        var output = Data(count: Int(size))
        let status = output.withUnsafeMutableBytes { output in
            bytes.withUnsafeBytes { input in
                // zlib refuses a null pointer, which is what empty data has.
                withUnsafePointer(to: UInt8(0)) { none in
                    compress2(output.bound, &size, input.bound ?? none, uLong(input.count), 6)
                }
            }
        }
        // compressBound leaves memory as the only thing that can be missing.
        precondition(status == Z_OK, "zlib answered \(status)")
        return output.prefix(Int(size))
    }
}

extension UnsafeRawBufferPointer {
    fileprivate var bound: UnsafePointer<UInt8>? { bindMemory(to: UInt8.self).baseAddress }
}

extension UnsafeMutableRawBufferPointer {
    fileprivate var bound: UnsafeMutablePointer<UInt8>? { bindMemory(to: UInt8.self).baseAddress }
}
