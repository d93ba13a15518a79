import Foundation

/// A picture to embed, of a type that mail clients show.
///
/// The type is found from the bytes, because a server may declare any type. SVG is not used, because it can contain
/// scripts.
struct Picture: Sendable, Equatable {
    var mediaType: String
    var bytes: [UInt8]

    /// Nil for bytes of another type, or for more than `longest` bytes.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.longest, let type = Self.mediaType(of: bytes) else { return nil }
        mediaType = type
        self.bytes = bytes
    }

    var dataURL: String { "data:\(mediaType);base64,\(Data(bytes).base64EncodedString())" }

    /// The size limit in bytes. A larger picture is too much for a mail.
    static let longest = 300_000

    /// The type by the signatures of https://mimesniff.spec.whatwg.org/#image-type-pattern-matching-algorithm
    private static func mediaType(of bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
        if bytes.starts(with: Array("GIF87a".utf8)) || bytes.starts(with: Array("GIF89a".utf8)) { return "image/gif" }
        if bytes.starts(with: Array("RIFF".utf8)) && bytes.dropFirst(8).starts(with: Array("WEBPVP".utf8)) {
            return "image/webp"
        }
        return nil
    }
}
