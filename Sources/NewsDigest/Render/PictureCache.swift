import Files
import Foundation
import HTTP
import Texts

/// Pictures to embed. They are fetched with the same HTTP client as everything else and kept for some time.
///
/// Pictures are not changed. They are never decoded here, so a harmful picture cannot harm this program. A picture that
/// is too large is left out, and the digest contains a link to it.
struct PictureCache: Sendable {
    /// The folder for pictures; nil to keep none.
    var folder: URL?

    /// The limit in bytes for all pictures of one digest. As base64 that is 6.7 MB; many mail servers accept 10 MB.
    static let longestTotal = 5_000_000
    /// A picture is kept for this number of seconds after its last use.
    static let lifetime: TimeInterval = 30 * 86_400

    /// The bytes of the pictures by address. A picture that cannot be fetched, or for which there is no room, is left
    /// out.
    ///
    /// - Parameter addresses: the addresses in the order of the stories. The first pictures get the room.
    func pictures(at addresses: [String], over client: HTTPClient, now: Date) async -> [String: [UInt8]] {
        defer { prune(now) }
        var pictures: [String: [UInt8]] = [:]
        var room = Self.longestTotal
        // Few pictures are fetched at a time, so that memory holds only a few pictures for which there is no room.
        for start in stride(from: 0, to: addresses.count, by: Self.atOnce) {
            let some = addresses[start...].prefix(Self.atOnce)
            let found = await all(Set(some).subtracting(pictures.keys), over: client)
            for address in some where pictures[address] == nil {
                guard let bytes = found[address], bytes.count <= room else { continue }
                pictures[address] = bytes
                room -= bytes.count
            }
        }
        return pictures
    }
}

extension PictureCache {
    private static let atOnce = 16

    private func all(_ addresses: Set<String>, over client: HTTPClient) async -> [String: [UInt8]] {
        await withTaskGroup(of: (String, [UInt8]?).self) { group in
            for address in addresses { group.addTask { (address, await picture(at: address, over: client)) } }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }

    private func picture(at address: String, over client: HTTPClient) async -> [UInt8]? {
        let file = folder?.appending(path: String(UInt64(bitPattern: StableHash.hash(address)), radix: 36))
        if let file, let kept = try? Data(contentsOf: file) {
            try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: file.path)
            return Array(kept)
        }
        // A server gave this address, so the request must not reach a private address.
        var request = HTTPRequest(url: address, configuredURL: nil)
        request.limits = client.configuration.limits
        request.limits?.maxBody = Picture.longest
        guard let answer = try? await client.send(request), answer.isSuccess, Picture(answer.body) != nil else {
            return nil
        }
        if let file {
            try? FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try? FileReplacement(of: file.path).write(answer.body)
        }
        return answer.body
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
