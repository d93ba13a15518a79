import Foundation
import TestServer
import Testing

@testable import HTTP

@Suite struct RecordingTests {
    @Test func `what was recorded is replayed without the network, failures too`() async throws {
        try await withTemporaryFolder { folder in
            let server = try TestServer([
                "/a": .redirect(301, to: "/b"), "/b": .ok("<rss>привет</rss>", type: "text/xml", [("ETag", "\"1\"")]),
                "/gone": .status(410), "/bad": .closed,
            ])
            let paths = ["/a", "/gone", "/bad"]
            let recording = try await outcomes(try HTTPClient.test(mode: .record(folder)), server, paths)
            server.stop()
            let connections = server.connections
            let replayed = try await outcomes(try HTTPClient.test(mode: .replay(folder)), server, paths)
            let again = try await outcomes(try HTTPClient.test(mode: .replay(folder)), server, paths)
            #expect(replayed == recording)
            #expect(again == replayed)
            #expect(replayed[0].contains("<rss>привет</rss>"))
            #expect(replayed[2].contains("ended without an answer"))
            #expect(server.connections == connections)
        }
    }

    @Test func `the same request again gets its own answer, and then the last one`() async throws {
        try await withTemporaryFolder { folder in
            let server = try TestServer { request in .ok(request.header("X-N") ?? "") }
            let recorder = try HTTPClient.test(mode: .record(folder))
            for number in 1...3 { _ = try await recorder.get(server.url("/"), [HTTPHeader("X-N", "\(number)")]) }
            let replay = try HTTPClient.test(mode: .replay(folder))
            var texts: [String] = []
            for _ in 1...4 { texts.append(try await replay.get(server.url("/")).text) }
            #expect(texts == ["1", "2", "3", "3"])
        }
    }

    @Test func `a replay reads no more than the limit of a body, and of an exchange`() async throws {
        try await withTemporaryFolder { folder in
            func write(_ text: String, _ name: String) throws {
                try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
            }
            for name in ["small", "large"] {
                let exchange = #"{"method": "GET", "url": "http://a.example/\#(name)", "body": "\#(name)"}"#
                try write(exchange, "\(name).json")
                try write("words", name)
            }
            #expect(truncate("\(folder)/large", 1 << 30) == 0)
            let client = try HTTPClient.test(limits: HTTPLimits(maxBody: 5), mode: .replay(folder))
            #expect(try await client.get("http://a.example/small").text == "words")
            #expect(await client.failure(of: "http://a.example/large")?.reason == .bodyTooLarge(limit: 5))
            try write("{}", "sparse.json")
            #expect(truncate("\(folder)/sparse.json", 1 << 30) == 0)
            #expect(throws: HTTPError.self) { try HTTPClient.test(mode: .replay(folder)) }
        }
    }

    @Test func `a replay reads nothing outside its folder`() async throws {
        try await withTemporaryFolder { outer in
            let folder = "\(outer)/recording"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            func write(_ text: String, _ path: String) throws { try Data(text.utf8).write(to: URL(filePath: path)) }
            try write("secret", "\(outer)/secret")
            try FileManager.default.createSymbolicLink(atPath: "\(folder)/link", withDestinationPath: "../secret")
            #expect(mkfifo("\(folder)/pipe", 0o600) == 0)
            let bodies = ["../secret", "\(outer)/secret", "link", "pipe", ".", "..", ""]
            for (number, body) in bodies.enumerated() {
                try write(
                    #"{"method": "GET", "url": "http://a.example/\#(number)", "status": 200, "body": "\#(body)"}"#,
                    "\(folder)/\(number).json")
            }
            let client = try HTTPClient.test(mode: .replay(folder))
            for number in bodies.indices {
                guard case .recording = await client.failure(of: "http://a.example/\(number)")?.reason else {
                    Issue.record("\(bodies[number]) was read")
                    continue
                }
            }
            try write(#"{"method": "GET", "url": "http://b.example/", "status": 200}"#, "\(outer)/one.json")
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/one.json", withDestinationPath: "../one.json")
            #expect(throws: HTTPError.self) { try HTTPClient.test(mode: .replay(folder)) }
        }
    }

    @Test func `requests are told apart by method, query and body`() async throws {
        try await withTemporaryFolder { folder in
            let server = try TestServer { .ok("\($0.method) \($0.query) \(String(decoding: $0.body, as: UTF8.self))") }
            func requests() -> [HTTPRequest] {
                [
                    HTTPRequest(url: server.url("/?page=1"), configuredURL: server.url),
                    HTTPRequest(url: server.url("/?page=2"), configuredURL: server.url),
                    HTTPRequest(.post, url: server.url("/?page=1"), configuredURL: server.url, body: Array("a".utf8)),
                    HTTPRequest(.post, url: server.url("/?page=1"), configuredURL: server.url, body: Array("b".utf8)),
                ]
            }
            let recorder = try HTTPClient.test(mode: .record(folder))
            for request in requests() { _ = try await recorder.send(request) }
            let replay = try HTTPClient.test(mode: .replay(folder))
            var texts: [String] = []
            for request in requests().reversed() { texts.append(try await replay.send(request).text) }
            #expect(texts == ["POST page=1 b", "POST page=1 a", "GET page=2 ", "GET page=1 "])
        }
    }

    @Test func `no secret stands in a recording, and it is found without knowing the secret`() async throws {
        try await withTemporaryFolder { folder in
            let server = try TestServer { request in
                .ok(
                    "you sent \(request.headers) \(request.path)?\(request.query)",
                    [("Set-Cookie", "sid=s3cr3t-cookie")])
            }
            func request(_ key: String) -> HTTPRequest {
                HTTPRequest(
                    url: server.url("/bot\(key)/x?apiKey=\(key)&q=1").replacingOccurrences(
                        of: "//", with: "//anna:\(key)@"),
                    configuredURL: server.url,
                    headers: [
                        HTTPHeader("X-Api-Key", key), HTTPHeader("X-Mine", key),
                        HTTPHeader("Authorization", "Bearer \(key)"),
                    ],
                    secretHeaders: ["x-mine"], secrets: [key])
            }
            _ = try await HTTPClient.test(mode: .record(folder)).send(request("s3cr3t-0123456789"))
            let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            #expect(files.count == 2)
            for file in files {
                let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
                #expect(!text.contains("s3cr3t"))
                #expect(!file.contains("s3cr3t"))
            }
            let replay = try HTTPClient.test(mode: .replay(folder))
            #expect(try await replay.send(request("another-key-9876")).text.hasPrefix("you sent"))
        }
    }

    @Test func `an error says no secret`() async throws {
        let server = try TestServer([:])
        server.stop()
        let url = server.url("/bot123:TOKEN/send?api_key=QUERYSECRET&q=1")
            .replacingOccurrences(of: "//", with: "//anna:PASSWORD@")
        let request = HTTPRequest(url: url, configuredURL: url, secrets: ["123:TOKEN"])
        let error = await (try HTTPClient.test()).failure(of: request)
        #expect(
            error?.description
                == "\(server.url)/bot<hidden>/send?api_key=<hidden>&q=1 was not reached: connection refused")
    }

    @Test func `what was not recorded is an error that names the address and the folder`() async throws {
        try await withTemporaryFolder { folder in
            let error = await (try HTTPClient.test(mode: .replay(folder))).failure(of: "https://example.org/feed")
            #expect(error?.description == "https://example.org/feed is not in the recording '\(folder)'")
        }
    }

    @Test func `a folder that cannot be used is an error at the start`() async throws {
        try await withTemporaryFolder { folder in
            #expect(throws: HTTPError.self) { try HTTPClient.test(mode: .replay("\(folder)/none")) }
            try Data("{".utf8).write(to: URL(filePath: "\(folder)/x.json"))
            #expect(throws: HTTPError(url: "\(folder)/x.json", .recording("the file is not a recorded exchange"))) {
                try HTTPClient.test(mode: .replay(folder))
            }
            #expect(throws: HTTPError.self) { try HTTPClient.test(mode: .record("\(folder)/x.json/sub")) }
        }
    }

    @Test func `a recording can be written by hand`() async throws {
        try await withTemporaryFolder { folder in
            let exchange = """
                {"method": "GET", "url": "https://example.org/feed", "status": 200,
                 "headers": ["Content-Type: text/xml", "ETag: \\"a:b\\""], "body": "feed.xml"}
                """
            try Data(exchange.utf8).write(to: URL(filePath: "\(folder)/1.json"))
            try Data("<rss/>".utf8).write(to: URL(filePath: "\(folder)/feed.xml"))
            let response = try await HTTPClient.test(mode: .replay(folder)).get("https://example.org/feed")
            #expect(
                response
                    == HTTPResponse(
                        status: 200, headers: [HTTPHeader("Content-Type", "text/xml"), HTTPHeader("ETag", "\"a:b\"")],
                        body: Array("<rss/>".utf8), url: "https://example.org/feed"))
        }
    }

    @Test func `a second recording replaces the answers of the first`() async throws {
        try await withTemporaryFolder { folder in
            let server = try TestServer { .ok($0.header("X-N") ?? "") }
            for run in ["a", "b"] {
                let recorder = try HTTPClient.test(mode: .record(folder))
                for number in 1...(run == "a" ? 3 : 1) {
                    _ = try await recorder.get(server.url("/"), [HTTPHeader("X-N", "\(run)\(number)")])
                }
            }
            let replay = try HTTPClient.test(mode: .replay(folder))
            #expect(try await replay.get(server.url("/")).text == "b1")
            #expect(try await replay.get(server.url("/")).text == "b1")
        }
    }

    /// Every outcome in words, timings left out.
    private func outcomes(_ client: HTTPClient, _ server: TestServer, _ paths: [String]) async throws -> [String] {
        var result: [String] = []
        for path in paths {
            do {
                let response = try await client.get(server.url(path))
                result.append(
                    "\(response.status) \(response.headers) \(response.text) \(response.url) \(response.redirects)")
            } catch {
                result.append("\(error)")
            }
        }
        return result
    }
}
