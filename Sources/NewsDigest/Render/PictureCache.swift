import Foundation
import HTTP

/// Pictures to embed, fetched through the same door as everything else and kept for a while.
struct PictureCache: Sendable {
    /// Nil keeps nothing.
    var folder: URL?

    /// A larger picture is left out: a mail is no place for it.
    static let longest = 300_000
    /// Seconds that a picture is kept after it was last asked for.
    static let lifetime: TimeInterval = 30 * 86_400

    /// Bytes by address. A picture that cannot be had is left out: the digest goes without it.
    func pictures(at addresses: [String], over client: HTTPClient, now: Date) async -> [String: [UInt8]] {
        defer { prune(now) }
        return await withTaskGroup(of: (String, [UInt8]?).self) { group in
            for address in Set(addresses) {
                group.addTask { (address, await picture(at: address, over: client)) }
            }
            var pictures: [String: [UInt8]] = [:]
            for await (address, bytes) in group { pictures[address] = bytes }
            return pictures
        }
    }
}

extension PictureCache {
    private func picture(at address: String, over client: HTTPClient) async -> [UInt8]? {
        let file = folder?.appending(path: String(UInt64(bitPattern: stableHash(address)), radix: 36))
        if let file, let kept = try? Data(contentsOf: file) {
            try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: file.path)
            return Array(kept)
        }
        // A server named this address, so it opens no way to a private one.
        var request = HTTPRequest(url: address, configuredURL: nil)
        request.limits = client.configuration.limits
        request.limits?.maxBody = Self.longest
        guard let answer = try? await client.send(request), answer.isSuccess, Picture(answer.body) != nil else {
            return nil
        }
        if let file {
            try? FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try? Data(answer.body).write(to: file, options: .atomic)
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
