import CZlib

/// Bodies that are compressed although the answer does not say so, or more often than it says, or that libcurl cannot
/// decompress.
enum CompressedBody {
    /// The bytes without their compression, of which there may be several layers. What is behind the end of the
    /// compressed bytes is left out. Of a body that breaks off, the beginning is read.
    /// - Parameters:
    ///   - encoding: the `Content-Encoding`, if it was not undone. It may be wrong.
    ///   - limit: the bytes of each layer.
    static func plain(_ body: [UInt8], encoding: String?, upTo limit: Int) throws(HTTPError.Reason) -> [UInt8] {
        var bytes = body
        if encoding?.lowercased().contains("deflate") == true, let plain = try inflated(bytes, .either, upTo: limit) {
            bytes = plain
        }
        for _ in 0..<mostLayers where bytes.starts(with: gzip) {
            guard let plain = try inflated(bytes, .gzip, upTo: limit) else { throw .brokenCompression }
            bytes = plain
        }
        // The body is not what its encoding says. Perhaps it is not encoded at all.
        if encoding != nil, !bytes.looksLikeText { throw .brokenCompression }
        return bytes
    }

    private static let mostLayers = 3
    /// The beginning of gzip with its only method of compression (RFC 1952, section 2.3).
    private static let gzip: [UInt8] = [0x1F, 0x8B, 8]

    /// The formats of zlib, as its parameter `windowBits` names them.
    private enum Format: Int32 {
        case gzip = 31
        /// gzip, or zlib (RFC 1950), which HTTP calls `deflate`.
        case either = 47
    }

    /// Nil for bytes that are not in this format.
    private static func inflated(
        _ bytes: [UInt8], _ format: Format, upTo limit: Int
    ) throws(HTTPError.Reason) -> [UInt8]? {
        var stream = z_stream()
        // zlib stores the address of its stream, so the stream must not move.
        let result = withUnsafeMutablePointer(to: &stream) { stream in
            Result { () throws(HTTPError.Reason) in
                guard
                    inflateInit2_(stream, format.rawValue, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
                else { throw .brokenCompression }
                defer { inflateEnd(stream) }
                return try inflated(bytes, by: stream, upTo: limit)
            }
        }
        return try result.get()
    }

    private static func inflated(
        _ bytes: [UInt8], by stream: UnsafeMutablePointer<z_stream>, upTo limit: Int
    ) throws(HTTPError.Reason) -> [UInt8]? {
        var output: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        var status = Z_OK
        bytes.withUnsafeBufferPointer { input in
            stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.pointee.avail_in = uInt(input.count)
            while status == Z_OK, output.count <= limit {
                let room = piece.count
                let written = piece.withUnsafeMutableBufferPointer { piece in
                    stream.pointee.next_out = piece.baseAddress
                    stream.pointee.avail_out = uInt(room)
                    status = inflate(stream, Z_NO_FLUSH)
                    return room - Int(stream.pointee.avail_out)
                }
                output += piece.prefix(written)
                // A gzip file is a series of members (RFC 1952, section 2.2).
                let rest = input.suffix(Int(stream.pointee.avail_in))
                if status == Z_STREAM_END, rest.starts(with: gzip) { status = inflateReset(stream) }
            }
        }
        guard output.count <= limit else { throw .bodyTooLarge(limit: limit) }
        // A wrong checksum at the end, or an end too early, leaves bytes that are worth reading.
        return output.isEmpty && status != Z_STREAM_END ? nil : output
    }
}

extension [UInt8] {
    /// Whether no byte at the beginning is a control that texts do not have. UTF-16 has zeros.
    fileprivate var looksLikeText: Bool {
        prefix(1000).allSatisfy { $0 >= 0x20 || $0 == 0 || (0x08...0x0D).contains($0) || $0 == 0x1B }
    }
}
