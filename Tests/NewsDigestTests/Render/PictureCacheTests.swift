import Foundation
import HTTP
import TestServer
import Testing

@testable import Render

@Suite struct PictureCacheTests {
    private let folder: TemporaryFolder
    private let server: TestServer

    /// A server of pictures; a path's number is how many bytes it has.
    init() throws {
        folder = try TemporaryFolder()
        server = try TestServer { request in
            guard let size = Int(request.path.split(separator: "/").last ?? "") else { return .status(404) }
            return .answer(200, body: Self.gif(size))
        }
    }

    private static func gif(_ size: Int) -> [UInt8] {
        Array("GIF89a".utf8) + Array(repeating: 0, count: size - 6)
    }

    /// A client for which a host that anybody may have named is at the server.
    private func client() throws -> HTTPClient {
        try HTTPClient.test(
            network: NetworkPolicy(environment: [
                "NEWSDIGEST_CONNECT_TO": "pictures.example=127.0.0.1:\(server.port)"
            ]))
    }

    @Test func `each picture that is left out has a reason`() async throws {
        let paths = ["a/300000", "b/300001", "missing"]
        let found = await PictureCache(folder: nil).pictures(
            at: paths.map { "http://pictures.example/\($0)" }, over: try client(), now: Sample.now)
        #expect(found.bytes.count == 1 && found.missing.count == 2)
        #expect(found.missing["http://pictures.example/missing"] == "it answered 404")
        // No setting allows what somebody else named.
        let own = "http://127.0.0.1:\(server.port)/a/100"
        let refused = await PictureCache(folder: nil).pictures(at: [own], over: try client(), now: Sample.now)
        #expect(refused.missing[own] == "\(own) was not requested: 127.0.0.1 is a loopback address")
    }

    private func pictures(_ paths: [String]) async throws -> [String: Int] {
        let cache = PictureCache(folder: folder.url.appending(path: "pictures"))
        let found = await cache.pictures(
            at: paths.map { "http://pictures.example/\($0)" }, over: try client(), now: Sample.now)
        return Dictionary(
            uniqueKeysWithValues: found.bytes.map { (String($0.dropFirst("http://pictures.example/".count)), $1.count) }
        )
    }

    @Test func `a picture over the limit is left out, and what is not there too`() async throws {
        #expect(try await pictures(["a/300000", "b/300001", "missing"]) == ["a/300000": 300_000])
    }

    @Test func `the pictures of the first stories get the room there is`() async throws {
        // 16 of them fill 4.8 MB; of the rest, only those that are small enough fit.
        let paths = (1...16).map { "\($0)/300000" } + ["17/300000", "18/150000", "19/60000", "20/50000"]
        let found = try await pictures(paths + ["1/300000"])
        #expect(found.values.reduce(0, +) <= PictureCache.longestTotal)
        #expect(Set(found.keys) == Set((1...16).map { "\($0)/300000" } + ["18/150000", "20/50000"]))
    }

    @Test func `a picture is asked for once, and kept for the next digest`() async throws {
        #expect(try await pictures(["a/100", "a/100"]).count == 1)
        #expect(try await pictures(["a/100"]) == ["a/100": 100])
        #expect(server.requests.count == 1)
    }
}
