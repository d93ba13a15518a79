import Files
import Foundation
import HTTP
import Texts

/// Pictures to embed. They are fetched with the same HTTP client as everything else and kept for some time.
///
/// Pictures are not changed. They are never decoded here, so a harmful picture cannot harm this program. A picture that
/// is too large is left out.
package struct PictureCache: Sendable {
    /// The folder for pictures; nil to keep none.
    var folder: URL?

    package init(folder: URL?) { self.folder = folder }

    /// The limit in bytes for all pictures of one digest. As base64 that is 6.7 MB; many mail servers accept 10 MB.
    static let longestTotal = 5_000_000
    /// A picture is kept for this number of seconds after its last use.
    static let lifetime: TimeInterval = 30 * 86_400

    /// Pictures by their addresses.
    package struct Found: Sendable {
        package var bytes: [String: [UInt8]] = [:]
        /// Why the others are left out.
        package var missing: [String: String] = [:]

        package init() {}
    }

    /// The bytes of the pictures. A picture that cannot be fetched, or for which there is no room, is left out.
    ///
    /// - Parameter addresses: the addresses in the order of the stories. The first pictures get the room.
    package func pictures(at addresses: [String], over client: HTTPClient, now: Date) async -> Found {
        defer { prune(now) }
        var pictures = Found()
        var room = Self.longestTotal
        // Few pictures are fetched at a time, so that memory holds only a few pictures for which there is no room.
        for start in stride(from: 0, to: addresses.count, by: Self.atOnce) {
            let some = addresses[start...].prefix(Self.atOnce)
            let found = await all(Set(some).subtracting(pictures.bytes.keys), over: client)
            for address in some where pictures.bytes[address] == nil {
                switch found[address] {
                case .success(let bytes) where bytes.count <= room:
                    pictures.bytes[address] = bytes
                    room -= bytes.count
                case .success: pictures.missing[address] = "the pictures before it take all the room of a digest"
                case .failure(let reason): pictures.missing[address] = reason.text
                case nil: break
                }
            }
        }
        return pictures
    }
}

extension PictureCache {
    private static let atOnce = 16

    /// Why a picture cannot be embedded.
    private struct Reason: Error {
        var text: String

        init(_ text: String) { self.text = text }
    }

    private func all(
        _ addresses: Set<String>, over client: HTTPClient
    ) async -> [String: Result<[UInt8], Reason>] {
        await withTaskGroup(of: (String, Result<[UInt8], Reason>).self) { group in
            for address in addresses { group.addTask { (address, await picture(at: address, over: client)) } }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }

    /// A `Result`, and no typed error: when the tasks of the group above caught one, release builds of Swift 6.3 crashed.
    private func picture(at address: String, over client: HTTPClient) async -> Result<[UInt8], Reason> {
        let file = folder?.appending(path: String(UInt64(bitPattern: StableHash.hash(address)), radix: 36))
        if let file, let kept = try? Data(contentsOf: file) {
            try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: file.path)
            return .success(Array(kept))
        }
        let answer = await fetch(address, over: client)
        guard case .success(let bytes) = answer else { return answer }
        guard Picture(bytes) != nil else {
            return .failure(Reason("it is no JPEG, PNG, GIF or WebP of at most \(Picture.longest / 1000) kB"))
        }
        if let file {
            try? FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try? FileReplacement(of: file.path).write(bytes)
        }
        return answer
    }

    private func fetch(_ address: String, over client: HTTPClient) async -> Result<[UInt8], Reason> {
        // A server gave this address, so the request must not reach a private address.
        var request = HTTPRequest(url: address, configuredURL: nil)
        request.limits = client.configuration.limits
        request.limits?.maxBody = Picture.longest
        let answer: HTTPResponse
        do {
            answer = try await client.send(request)
        } catch {
            return .failure(Reason(error.withoutAdvice))
        }
        guard answer.isSuccess else { return .failure(Reason("it answered \(answer.status)")) }
        return .success(answer.body)
    }

    private func prune(_ now: Date) {
        guard let folder else { return }
        let files = try? FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: [.contentModificationDateKey])
        for file in files ?? [] {
            let used = try? file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
            if let used, now.timeIntervalSince(used) > Self.lifetime { try? FileManager.default.removeItem(at: file) }
        }
    }
}

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
