import Foundation
import TestServer
import TestSupport
import Testing

@testable import HTTP

/// What a server can do wrong, each ending within its bound and as one line.
@Suite struct FaultTests {
    /// Time is short only where it is to end the transfer: on a busy machine any other fault would end by it, too.
    static func limits(total: Duration = .seconds(30), idle: Duration = .seconds(15)) -> HTTPLimits {
        HTTPLimits(totalTimeout: total, idleTimeout: idle, maxBody: 1 << 20, maxRedirects: 3)
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        var name: String
        var reply: Reply
        var limits = FaultTests.limits()
        var reason: HTTPError.Reason
        var testDescription: String { name }
    }

    static let faults = [
        Fault(
            name: "silent", reply: .silent, limits: limits(idle: .seconds(0.4)), reason: .timeout(.idle, seconds: 0.4)),
        Fault(
            name: "silent amid the body", reply: .stalled("<rss>"), limits: limits(idle: .seconds(0.4)),
            reason: .timeout(.idle, seconds: 0.4)),
        Fault(
            name: "a byte now and then", reply: .dripping(String(repeating: "x", count: 500), every: 0.05),
            limits: limits(total: .seconds(1.5)), reason: .timeout(.total, seconds: 1.5)),
        Fault(
            name: "closed without a word", reply: .closed,
            reason: .interrupted("the connection ended without an answer")),
        Fault(name: "reset", reply: .reset, reason: .interrupted("connection reset by peer")),
        Fault(
            name: "cut off", reply: .lying("<rss>", length: 100),
            reason: .interrupted("the connection ended before the answer was complete")),
        Fault(
            name: "half of a chunk", reply: .halfChunked("<rss>"),
            reason: .interrupted("the connection ended before the answer was complete")),
        Fault(name: "endless body", reply: .endless, reason: .bodyTooLarge(limit: 1 << 20)),
        Fault(
            name: "announced to be too large", reply: .lying("x", length: 5_000_000),
            reason: .bodyTooLarge(limit: 1 << 20)),
        Fault(name: "endless headers", reply: .endlessHeaders, reason: .headersTooLarge(limit: 256 << 10)),
        Fault(
            name: "a long header", reply: .ok("x", [("ETag", String(repeating: "x", count: 200_000))]),
            reason: .headersTooLarge(limit: 100 << 10)),
    ]

    @Test(arguments: faults)
    func `a fault ends within its bound as one clear line`(fault: Fault) async throws {
        let server = try TestServer(["/feed": fault.reply])
        let client = try HTTPClient.test(limits: fault.limits)
        var error: HTTPError?
        let spent = await seconds { error = await client.failure(of: server.url("/feed")) }
        #expect(error == HTTPError(url: server.url("/feed"), fault.reason))
        #expect(spent < 20)
        #expect(error?.isOneLine == true)
    }

    /// What a server can send without end outside of a body. The limits of size do not see all of it, so time ends it.
    static let floods: [(String, Reply)] = [
        ("interim answers", .endlessInterim), ("chunks of one byte", .endlessChunks),
        ("the extension of a chunk", .endlessExtension), ("trailer fields", .endlessTrailers),
    ]

    @Test(arguments: floods)
    func `a flood ends within its bound`(name: String, reply: Reply) async throws {
        let server = try TestServer(["/feed": reply])
        let client = try HTTPClient.test(limits: Self.limits(total: .seconds(1.5)))
        var error: HTTPError?
        let spent = await seconds { error = await client.failure(of: server.url("/feed")) }
        #expect(spent < 20)
        #expect(error?.isOneLine == true, "\(name) did not end in an error")
    }

    static let malformed: [(String, Reply)] = [
        ("no HTTP at all", .garbage(Array("SSH-2.0-OpenSSH_9.2\r\n".utf8))),
        ("bytes", .garbage((0..<2000).map { UInt8(truncatingIfNeeded: $0 &* 37) })),
        ("a status that is no number", .garbage(Array("HTTP/1.1 abc OK\r\n\r\n".utf8))),
        ("a version of the future", .garbage(Array("HTTP/9.9 200 OK\r\n\r\n".utf8))),
        ("a negative length", .garbage(Array("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n".utf8))),
        ("a chunk without a size", .brokenChunks("<rss>")),
    ]

    @Test(arguments: malformed)
    func `an answer that is not HTTP is reported as such`(name: String, reply: Reply) async throws {
        let server = try TestServer(["/feed": reply])
        let error = await (try HTTPClient.test(limits: Self.limits())).failure(of: server.url("/feed"))
        guard case .malformedResponse = error?.reason else {
            Issue.record("\(name) gave \(String(describing: error))")
            return
        }
        #expect(error!.isOneLine)
    }

    @Test func `a body longer than announced ends where it was announced to`() async throws {
        let server = try TestServer(["/": .lying("0123456789", length: 4)])
        #expect(try await HTTPClient.test().get(server.url("/")).text == "0123")
    }

    @Test func `a port where nothing listens is refused at once`() async throws {
        let server = try TestServer([:])
        server.stop()
        let error = await (try HTTPClient.test()).failure(of: server.url("/"))
        #expect(error?.reason == .network("connection refused"))
        #expect(error?.description == "\(server.url("/")) was not reached: connection refused")
    }

    @Test func `a name that does not exist says so`() async throws {
        // A label of 64 octets can be no name (RFC 1035, section 2.3.4), so the resolver asks no server about it.
        let name = String(repeating: "a", count: 64) + ".invalid"
        let error = await (try HTTPClient.test(limits: Self.limits())).failure(of: "http://\(name)/feed")
        #expect(error?.reason == .unresolvedHost(name))
    }

    /// Runs in a process of its own, because the memory of other tests would count too.
    @Test func `a compression bomb ends at the limit of decoded bytes`() async {
        await #expect(processExitsWith: .success) {
            for (program, coding) in [("gzip", "gzip"), ("zstd", "zstd"), ("brotli", "br")] {
                guard let bomb = try await shell("head -c 100000000 /dev/zero | \(program) -1 -c") else {
                    print("skipped: \(program) is not installed")
                    continue
                }
                let server = try TestServer(["/": .answer(200, [("Content-Encoding", coding)], body: bomb)])
                let client = try HTTPClient.test(limits: HTTPLimits(maxBody: 1 << 20))
                #expect(bomb.count < 1 << 20)
                let before = try residentMegabytes()
                let error = await client.failure(of: server.url("/"))
                #expect(error?.reason == .bodyTooLarge(limit: 1 << 20))
                #expect(try residentMegabytes() - before < 60)
            }
        }
    }

    @Test func `one server's faults leave the others complete`() async throws {
        let good = try TestServer { .ok("good \($0.path)").after(0.05) }
        let bad = try Self.faults.map { try TestServer(["/": $0.reply]) }
        let limits = HTTPLimits(totalTimeout: .seconds(5), idleTimeout: .seconds(3), maxBody: 1 << 20)
        let client = try HTTPClient.test(maxParallel: 20, limits: limits)
        let answers = await withTaskGroup(of: String?.self) { group in
            for server in bad { group.addTask { try? await client.get(server.url("/")).text } }
            for number in 0..<10 {
                group.addTask {
                    do { return try await client.get(good.url("/\(number)")).text } catch { return "\(error)" }
                }
            }
            return await group.reduce(into: [String]()) { if let text = $1 { $0.append(text) } }
        }
        #expect(answers.sorted() == (0..<10).map { "good /\($0)" })
    }
}
