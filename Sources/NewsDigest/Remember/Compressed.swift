import CZlib
import Foundation

/// Bytes as the state keeps them: in the zlib format (RFC 1950), preceded by their own number (4 bytes, big-endian).
struct Compressed: Sendable, Equatable {
    var data: Data

    /// Takes stored bytes as they are.
    init(stored data: Data) {
        self.data = data
    }

    init(_ bytes: Data) {
        var size = compressBound(uLong(bytes.count))
        var output = [UInt8](repeating: 0, count: Int(size))
        let status = bytes.withUnsafeBytes { input in
            // zlib refuses a null pointer, which is what empty data has.
            let start = input.bindMemory(to: UInt8.self).baseAddress
            return withUnsafePointer(to: UInt8(0)) { none in
                compress2(&output, &size, start ?? none, uLong(bytes.count), 6)
            }
        }
        // compressBound leaves memory as the only thing that can be missing.
        precondition(status == Z_OK, "zlib answered \(status)")
        data = withUnsafeBytes(of: UInt32(bytes.count).bigEndian) { Data($0) } + output[..<Int(size)]
    }

    /// Nil when the stored bytes are damaged.
    var bytes: Data? {
        guard data.count >= 4 else { return nil }
        let count = data.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        // zlib cannot shrink anything further than 1032 to 1.
        guard count <= data.count * 1032 else { return nil }
        var size = uLong(count)
        var output = [UInt8](repeating: 0, count: max(count, 1))
        let packed = [UInt8](data.dropFirst(4))
        guard uncompress(&output, &size, packed, uLong(packed.count)) == Z_OK, size == count else { return nil }
        return Data(output[..<count])
    }
}
