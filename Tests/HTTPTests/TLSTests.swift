import Foundation
import TestServer
import Testing

@testable import HTTP

@Suite struct TLSTests {
    @Test func `a certificate nobody vouches for is one clear line`() async throws {
        guard let server = try await TestTLSServer(.http(["feed": .ok("hello")])) else {
            return print("skipped: openssl is not installed")
        }
        let url = "https://localhost:\(server.port)/feed"
        let error = await (try HTTPClient.test(retries: 1)).failure(of: url)
        #expect(
            error?.description
                == "\(url) has no secure connection: SSL certificate problem: self-signed certificate")
    }

    @Test(arguments: [
        (TestTLSServer.Certificate.expired, "SSL certificate problem: certificate has expired"),
        (
            .forAnotherHost,
            "SSL: no alternative certificate subject name matches target host name 'localhost'"
        ),
    ])
    func `a certificate that is out of date or another host's is one clear line, whoever vouches for it`(
        kind: TestTLSServer.Certificate, words: String
    ) async throws {
        guard let server = try await TestTLSServer(.http(["feed": .ok("hello")]), certificate: kind) else {
            return print("skipped: openssl is not installed")
        }
        let url = "https://localhost:\(server.port)/feed"
        let client = try HTTPClient.test(
            retries: 1, network: NetworkPolicy(environment: ["SSL_CERT_FILE": server.certificate]))
        let error = await client.failure(of: url)
        #expect(error?.description == "\(url) has no secure connection: \(words)")
    }

    @Test func `a certificate the user trusts is accepted, for its own host`() async throws {
        guard let server = try await TestTLSServer(.http(["feed": .ok("hello")])) else {
            return print("skipped: openssl is not installed")
        }
        let policy = NetworkPolicy(environment: ["SSL_CERT_FILE": server.certificate])
        #expect(try await HTTPClient.test(network: policy).get("https://localhost:\(server.port)/feed").text == "hello")
        let error = await (try HTTPClient.test(network: policy)).failure(
            of: "https://other.localhost:\(server.port)/feed")
        guard case .tls = error?.reason else {
            Issue.record("gave \(String(describing: error))")
            return
        }
        #expect(error!.isOneLine)
    }

    @Test func `https never leads to http unless configured`() async throws {
        let plain = try TestServer(["/": .ok("plain")])
        guard let server = try await TestTLSServer(.http(["feed": .redirect(to: plain.url("/"))])) else {
            return print("skipped: openssl is not installed")
        }
        let url = "https://localhost:\(server.port)/feed"
        var policy = NetworkPolicy(environment: ["SSL_CERT_FILE": server.certificate])
        let error = await (try HTTPClient.test(network: policy)).failure(of: url)
        #expect(
            error?.reason == .refusedRedirect(to: plain.url("/"), "it leads from https to http"))
        #expect(plain.connections == 0)
        policy.allowsDowngrade = true
        #expect(try await HTTPClient.test(network: policy).get(url).text == "plain")
    }

    @Test func `TLS that ends before the answer does is a broken connection`() async throws {
        guard let server = try await TestTLSServer(.http(["feed": .lying("<rss>", length: 100)])) else {
            return print("skipped: openssl is not installed")
        }
        let client = try HTTPClient.test(network: NetworkPolicy(environment: ["SSL_CERT_FILE": server.certificate]))
        let error = await client.failure(of: "https://localhost:\(server.port)/feed")
        guard case .interrupted = error?.reason else {
            Issue.record("gave \(String(describing: error))")
            return
        }
    }

    /// Over HTTP/2 a server could keep libcurl in one call for ever.
    @Test func `HTTP/1.1 is all that a server is offered`() async throws {
        let server = try HelloListener()
        _ = await (try HTTPClient.test()).failure(of: "https://127.0.0.1:\(server.port)/")
        let hello = try #require(server.first.first)
        // Of RFC 7301: the extension's number, its length, that of the list, and each name behind its own length.
        let offer = [0, 16, 0, 11, 0, 9, 8] + Array("http/1.1".utf8)
        #expect(hello.firstRange(of: offer) != nil, "\(hello)")
        #expect(hello.firstRange(of: [2] + Array("h2".utf8)) == nil)
    }

    @Test func `a server that speaks no TLS is one clear line`() async throws {
        let server = try TestServer { _ in .ok("") }
        let garbage = try TestServer { _ in .closed }
        for port in [server.port, garbage.port] {
            let limits = HTTPLimits(connectTimeout: .milliseconds(800), totalTimeout: .seconds(2))
            let error = await (try HTTPClient.test(limits: limits)).failure(of: "https://127.0.0.1:\(port)/")
            #expect(error?.isOneLine == true)
        }
    }

    @Test func `a mail goes over TLS from the first byte`() async throws {
        var rules = TestMailServer.Rules()
        rules.login = ("anna", "s3cret")
        guard let server = try await TestTLSServer(.mail(rules)) else {
            return print("skipped: openssl is not installed")
        }
        let client = try HTTPClient.test(network: NetworkPolicy(environment: ["SSL_CERT_FILE": server.certificate]))
        let receipt = try await client.send(
            SMTPMessage(
                server: "smtps://localhost:\(server.port)", credentials: .init(user: "anna", password: "s3cret"),
                sender: "digest@example.org", recipients: ["anna@example.org"],
                message: Array("Subject: x\n\nhi\n".utf8)))
        #expect(receipt.accepted == ["anna@example.org"])
        #expect(server.mails.map(\.text) == ["Subject: x\r\n\r\nhi\r\n"])
    }

    @Test func `a mail server with a certificate nobody vouches for gets nothing`() async throws {
        guard let server = try await TestTLSServer(.mail(.init())) else {
            return print("skipped: openssl is not installed")
        }
        let message = SMTPMessage(
            server: "smtps://localhost:\(server.port)", sender: "a@example.org", recipients: ["b@example.org"],
            message: [])
        await #expect(throws: SMTPError.self) { try await HTTPClient.test().send(message) }
        #expect(server.mails.isEmpty)
    }
}
