import Foundation
import TestServer
import Testing

@testable import HTTP

@Suite struct RequestTests {
    @Test func `an answer arrives with its status, all its headers and its body`() async throws {
        let server = try TestServer(["/feed": .ok("hello", [("X-Two", "1"), ("x-two", "2")])])
        let response = try await HTTPClient.test().get(server.url("/feed"))
        #expect(response.status == 200)
        #expect(response.isSuccess)
        #expect(response.headers.all("X-TWO") == ["1", "2"])
        #expect(response.headers["content-length"] == "5")
        #expect(response.text == "hello")
        #expect(response.url == server.url("/feed"))
        #expect(response.redirects.isEmpty)
    }

    @Test func `a status of 404 or 500 is an answer`() async throws {
        let server = try TestServer(["/500": .json(#"{"error":1}"#, status: 500)])
        let client = try HTTPClient.test()
        #expect(try await client.get(server.url("/none")).status == 404)
        let answer = try await client.get(server.url("/500"))
        #expect(answer.status == 500)
        #expect(answer.text == #"{"error":1}"#)
    }

    @Test func `a request names newsdigest, and sends no cookies and no referrer`() async throws {
        let server = try TestServer(["/feed": .ok("", [("Set-Cookie", "id=1")]), "/start": .redirect(to: "/feed")])
        let client = try HTTPClient.test()
        _ = try await client.get(server.url("/feed"))
        _ = try await client.get(server.url("/start"))
        for request in server.requests {
            #expect(request.header("User-Agent") == "newsdigest/test (+https://example.org)")
            #expect(request.header("Cookie") == nil)
            #expect(request.header("Referer") == nil)
            #expect(request.header("Accept-Encoding")?.contains("gzip") == true)
        }
        #expect(server.paths == ["/feed", "/start", "/feed"])
    }

    @Test func `headers go out verbatim, validators and empty values among them`() async throws {
        let server = try TestServer(["/": .status(304)])
        let headers = [
            HTTPHeader("If-None-Match", #"W/"a  b,c""#), HTTPHeader("If-Modified-Since", "yesterday, GMT"),
            HTTPHeader("X-Empty", ""), HTTPHeader("X-Name", "привет"),
        ]
        let response = try await HTTPClient.test().get(server.url("/"), headers)
        #expect(response.status == 304)
        let request = try #require(server.requests.first)
        #expect(request.header("If-None-Match") == #"W/"a  b,c""#)
        #expect(request.header("If-Modified-Since") == "yesterday, GMT")
        #expect(request.header("X-Empty")?.isEmpty == true)
        #expect(request.header("X-Name") == "привет")
    }

    @Test(arguments: [HTTPRequest.Method.post, .put])
    func `a POST or PUT carries its body and gives the answer's`(method: HTTPRequest.Method) async throws {
        let server = try TestServer { request in
            .json(#"{"got":\#(request.body.count)}"#, status: request.method == method.rawValue ? 201 : 405)
        }
        let body = [UInt8](repeating: 0x7B, count: 100_000)
        let request = HTTPRequest(
            method, url: server.url("/hook"), configuredURL: server.url,
            headers: [HTTPHeader("Content-Type", "application/json")], body: body)
        let response = try await HTTPClient.test().send(request)
        #expect(response.status == 201)
        #expect(response.text == #"{"got":100000}"#)
        #expect(server.requests.first?.header("Expect") == nil)
        #expect(server.requests.first?.body == body)
    }

    @Test func `a HEAD gets the headers of a body over the limit`() async throws {
        let server = try TestServer(["/": .ok(String(repeating: "x", count: 5000))])
        let client = try HTTPClient.test(limits: HTTPLimits(maxBody: 100))
        let response = try await client.send(HTTPRequest(.head, url: server.url("/"), configuredURL: server.url))
        #expect(response.headers["Content-Length"] == "5000")
        #expect(response.body.isEmpty)
    }

    @Test func `an IPv6 address answers`() async throws {
        guard let server = try? TestServer(on: .ipv6, ["/": .ok("six")]) else {
            return print("skipped: this machine has no IPv6 loopback")
        }
        #expect(try await HTTPClient.test().get(server.url("/")).text == "six")
    }

    @Test func `userinfo becomes basic authentication and stands in no answer`() async throws {
        let server = try TestServer(["/": .ok("")])
        let url = server.url("/").replacingOccurrences(of: "http://", with: "http://anna:s%40cret@")
        let response = try await HTTPClient.test().get(url)
        let expected = Data("anna:s@cret".utf8).base64EncodedString()
        #expect(server.requests.first?.header("Authorization") == "Basic \(expected)")
        #expect(response.url == server.url("/"))
    }

    @Test func `names and paths in any script are asked for as the web writes them`() async throws {
        let server = try TestServer { .ok("\($0.header("Host") ?? "") \($0.path)?\($0.query)") }
        let policy = NetworkPolicy(environment: ["NEWSDIGEST_CONNECT_TO": "*=127.0.0.1:\(server.port)"])
        let client = try HTTPClient.test(network: policy)
        let text = try await client.get("http://новости.рф/лента новостей?q=один два&x=%20").text
        #expect(
            text
                == "xn--b1amnebsh.xn--p1ai /%d0%bb%d0%b5%d0%bd%d1%82%d0%b0%20"
                + "%d0%bd%d0%be%d0%b2%d0%be%d1%81%d1%82%d0%b5%d0%b9?q=%d0%be%d0%b4%d0%b8%d0%bd+%d0%b4%d0%b2%d0%b0&x=%20"
        )
    }

    @Test func `an address for messages hides the values of key-like parameters`() {
        let response = HTTPResponse(status: 200, url: "https://example.org/feed?Token=abc&q=1&apikey=#top?key=x")
        #expect(response.shownURL == "https://example.org/feed?Token=<hidden>&q=1&apikey=<hidden>#top?key=<hidden>")
    }

    @Test func `a connection is used again`() async throws {
        let server = try TestServer(["/": .ok("")])
        let client = try HTTPClient.test()
        for _ in 0..<5 { _ = try await client.get(server.url("/")) }
        #expect(server.connections == 1)
    }

    @Test(arguments: ["gzip -c", "zstd -c", "brotli -c"])
    func `compressed answers are decompressed`(program: String) async throws {
        let coding = ["gzip -c": "gzip", "zstd -c": "zstd", "brotli -c": "br"][program]!
        guard let data = try await shell("printf 'the same words' | \(program)") else {
            return print("skipped: \(program) is not installed")
        }
        let server = try TestServer(["/": .answer(200, [("Content-Encoding", coding)], body: data)])
        #expect(try await HTTPClient.test().get(server.url("/")).text == "the same words")
    }

    @Test func `a made-up Content-Encoding leaves the body as it is`() async throws {
        for encoding in ["utf-8", "gzip", "deflate", "br", "zstd", "gzip, gzip", "none"] {
            let server = try TestServer(["/": .ok("plain", [("Content-Encoding", encoding)])])
            #expect(try await HTTPClient.test().get(server.url("/")).text == "plain", "\(encoding)")
        }
    }

    @Test func `gzip without a header, in gzip, or before rubbish is undone`() async throws {
        let once = try #require(try await shell("printf 'the same words' | gzip -c"))
        let twice = try #require(try await shell("printf 'the same words' | gzip -c | gzip -c"))
        let empty = try #require(try await shell("printf '' | gzip -c"))
        let (rubbish, cut) = (Array("</rss>\n".utf8), Array(once.dropLast(4)))
        let answers: [(encoding: String?, body: [UInt8])] = [
            (nil, once), (nil, twice), ("gzip", twice), ("gzip", once + rubbish), ("gzip", once + [0, 0]),
            ("gzip", empty + once), (nil, once + empty), ("br", once), ("deflate", once), ("gzip", cut),
            (nil, cut), ("gzip", Array(once.dropLast()) + [7]),
        ]
        for (encoding, body) in answers {
            let headers = encoding.map { [("Content-Encoding", $0)] } ?? []
            let server = try TestServer(["/": .answer(200, headers, body: body)])
            #expect(
                try await HTTPClient.test().get(server.url("/")).text == "the same words", "\(headers) \(body.count)")
        }
    }

    @Test func `a body that cannot be decompressed is named as such`() async throws {
        let broken: [(encoding: String, body: [UInt8])] = [
            ("gzip", [0x1F, 0x8B, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8]), ("x-none", [0x1F, 0x8B, 8]),
            ("gzip", Array(0...255)), ("br", [0, 1, 2]), ("deflate", Array("<rss>\u{1}".utf8)),
        ]
        for (encoding, body) in broken {
            let server = try TestServer(["/": .answer(200, [("Content-Encoding", encoding)], body: body)])
            let error = await (try HTTPClient.test()).failure(of: server.url("/"))
            #expect(error?.description == "\(server.url("/")) sent a body that cannot be decompressed", "\(encoding)")
        }
    }

    @Test func `each layer of compression has the limit of a body`() async throws {
        let program = "head -c 100000000 /dev/zero | gzip -c | gzip -c"
        let bomb = try #require(try await shell(program))
        let all: [[(String, String)]] = [[], [("Content-Encoding", "gzip")]]
        for headers in all {
            let server = try TestServer(["/": .answer(200, headers, body: bomb)])
            let client = try HTTPClient.test(limits: HTTPLimits(maxBody: 1 << 20))
            #expect(await client.failure(of: server.url("/"))?.reason == .bodyTooLarge(limit: 1 << 20))
        }
    }

    @Test(arguments: [
        "file:///etc/passwd", "ftp://example.org/", "gopher://127.0.0.1:25/_HELO", "dict://127.0.0.1/", "", "nonsense",
        "http://", "http://127.0.0.1:1/a\r\nX: y", "http://127.0.0.1:1/\0", "http://a b/", "//example.org/",
        "javascript:alert(1)", "http://127.0.0.1:99999/",
    ])
    func `an address that is none is refused before anything is sent`(url: String) async throws {
        let error = await (try HTTPClient.test()).failure(of: url)
        guard case .invalidRequest = error?.reason else {
            Issue.record("\(url.debugDescription) gave \(String(describing: error))")
            return
        }
        #expect(error!.isOneLine)
    }

    @Test(arguments: [
        HTTPHeader("X", "a\r\nY: b"), HTTPHeader("X", "a\nb"), HTTPHeader("X", "a\0b"), HTTPHeader("X\r\nY", "b"),
        HTTPHeader("X Y", "b"), HTTPHeader("", "b"), HTTPHeader("X:", "b"), HTTPHeader("Content-Length", "0"),
        HTTPHeader("transfer-encoding", "chunked"),
    ])
    func `a header that would inject another is refused before anything is sent`(header: HTTPHeader) async throws {
        let server = try TestServer(["/": .ok("")])
        let request = HTTPRequest(url: server.url("/"), configuredURL: server.url, headers: [header])
        let error = await (try HTTPClient.test()).failure(of: request)
        guard case .invalidRequest = error?.reason else {
            Issue.record("\(header) gave \(String(describing: error))")
            return
        }
        #expect(server.connections == 0)
        #expect(error!.isOneLine)
    }
}
