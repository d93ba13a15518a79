import Foundation
import TestServer
import Testing

@testable import HTTP

@Suite struct RedirectTests {
    @Test func `redirects are followed and told, the permanent ones apart`() async throws {
        let server = try TestServer([
            "/a": .redirect(301, to: "/b"), "/b": .redirect(308, to: "c?x=1"), "/c": .redirect(302, to: "/d"),
            "/d": .ok("here"),
        ])
        let response = try await HTTPClient.test().get(server.url("/a"))
        #expect(response.text == "here")
        #expect(response.url == server.url("/d"))
        #expect(
            response.redirects == [
                .init(status: 301, url: server.url("/b")), .init(status: 308, url: server.url("/c?x=1")),
                .init(status: 302, url: server.url("/d")),
            ])
        #expect(response.permanentURL == server.url("/c?x=1"))
    }

    @Test func `a temporary redirect first means that nothing moved for good`() async throws {
        let server = try TestServer(["/a": .redirect(302, to: "/b"), "/b": .redirect(301, to: "/c"), "/c": .ok("")])
        #expect(try await HTTPClient.test().get(server.url("/a")).permanentURL == nil)
    }

    @Test func `a loop ends at the limit`() async throws {
        let server = try TestServer { .redirect(to: $0.path == "/a" ? "/b" : "/a") }
        let error = await (try HTTPClient.test(limits: HTTPLimits(maxRedirects: 4))).failure(of: server.url("/a"))
        #expect(error == HTTPError(url: server.url("/a"), .tooManyRedirects(limit: 4)))
        #expect(server.requests.count == 5)
    }

    @Test func `redirects that grow, and a redirect to nowhere, end too`() async throws {
        let server = try TestServer { .redirect(to: $0.path + "/more") }
        let client = try HTTPClient.test()
        #expect(await client.failure(of: server.url("/a"))?.reason == .tooManyRedirects(limit: 5))
        let nowhere = try TestServer(["/": .status(302)])
        #expect(try await client.get(nowhere.url("/")).status == 302)
    }

    @Test(arguments: [
        "file:///etc/passwd", "ftp://example.org/", "gopher://127.0.0.1:6379/_FLUSHALL", "dict://127.0.0.1:6379/",
        "javascript:alert(1)", "data:text/plain,x", "http://",
    ])
    func `a redirect to another scheme is not followed`(target: String) async throws {
        let server = try TestServer(["/": .redirect(to: target)])
        let error = await (try HTTPClient.test()).failure(of: server.url("/"))
        guard case .refusedRedirect = error?.reason else {
            Issue.record("\(target) gave \(String(describing: error))")
            return
        }
        #expect(server.requests.count == 1)
    }

    @Test func `nothing secret goes along to another host, and what is harmless does`() async throws {
        let other = try TestServer(["/feed": .ok("moved")])
        let server = try TestServer(["/feed": .redirect(to: other.url("/feed")), "/near": .redirect(to: "/here")])
        let headers = [
            HTTPHeader("Authorization", "Bearer t0psecret"), HTTPHeader("X-Feed-Token", "t0psecret"),
            HTTPHeader("Cookie", "id=t0psecret"), HTTPHeader("If-None-Match", "\"1\""),
            HTTPHeader("Accept", "text/xml"),
        ]
        let client = try HTTPClient.test()
        let url = server.url("/feed").replacingOccurrences(of: "//", with: "//anna:t0psecret@")
        #expect(try await client.get(url, headers).text == "moved")
        let request = try #require(other.requests.first)
        #expect(!request.headers.contains { $0.value.contains("t0psecret") || $0.value.contains("Basic") })
        #expect(request.header("If-None-Match") == "\"1\"")
        #expect(request.header("Accept") == "text/xml")

        _ = try await client.get(server.url("/near"), headers)
        #expect(server.requests.last?.path == "/here")
        #expect(server.requests.last?.header("X-Feed-Token") == "t0psecret")
    }

    @Test func `userinfo that a server puts into a redirect is not used`() async throws {
        let other = try TestServer(["/": .ok("")])
        let target = other.url("/").replacingOccurrences(of: "//", with: "//eve:pw@")
        let server = try TestServer(["/": .redirect(to: target)])
        let response = try await HTTPClient.test().get(server.url("/"))
        #expect(response.url == other.url("/"))
        #expect(other.requests.first?.header("Authorization") == nil)
    }

    @Test(arguments: [HTTPRequest.Method.post, .put])
    func `a POST or PUT follows no redirect`(method: HTTPRequest.Method) async throws {
        let server = try TestServer(["/hook": .redirect(307, to: "/other")])
        let request = HTTPRequest(method, url: server.url("/hook"), configuredURL: server.url, body: [1])
        #expect(try await HTTPClient.test().send(request).status == 307)
        #expect(server.paths == ["/hook"])
    }

    @Test func `all redirects share one total time`() async throws {
        let server = try TestServer { request in .redirect(to: request.path + "x").after(0.3) }
        let limits = HTTPLimits(totalTimeout: .seconds(1), maxRedirects: 100)
        let client = try HTTPClient.test(limits: limits)
        let spent = await seconds { _ = await client.failure(of: server.url("/")) }
        #expect(spent < 20)
        #expect((2...5).contains(server.requests.count))
    }

    @Test func `a cookie goes along with the redirects of its host, and no further`() async throws {
        let elsewhere = try TestServer { .ok($0.header("Cookie") ?? "none") }
        let server = try TestServer { request in
            switch (request.path, request.header("Cookie")) {
            case ("/away", _): .answer(302, [("Location", elsewhere.url("/")), ("Set-Cookie", "seen=1")])
            case (_, "lang=en; seen=1"): .ok("here")
            default: .answer(302, [("Location", "/"), ("Set-Cookie", "seen=1; Path=/"), ("Set-Cookie", "lang=en")])
            }
        }
        let client = try HTTPClient.test()
        for _ in 1...2 { #expect(try await client.get(server.url("/")).text == "here") }
        #expect(server.requests.map { $0.header("Cookie") } == [nil, "lang=en; seen=1", nil, "lang=en; seen=1"])
        #expect(try await client.get(server.url("/away")).text == "none")
    }
}
