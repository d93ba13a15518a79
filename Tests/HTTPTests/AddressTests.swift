import Foundation
import TestServer
import Testing

@testable import HTTP

@Suite struct AddressTests {
    @Test(arguments: [
        ("127.0.0.1", IPAddress.Kind.loopback), ("127.255.0.9", .loopback), ("::1", .loopback),
        ("10.1.2.3", .private), ("172.16.0.1", .private), ("172.31.255.255", .private), ("192.168.1.1", .private),
        ("100.64.0.1", .private), ("100.127.255.255", .private), ("fd12:3456::1", .private), ("fc00::", .private),
        ("169.254.169.254", .linkLocal), ("fe80::1", .linkLocal), ("fe80::1%eth0", .linkLocal),
        ("fd00:ec2::254", .linkLocal), ("168.63.129.16", .linkLocal),
        ("0.0.0.0", .reserved), ("0.1.2.3", .reserved), ("224.0.0.1", .reserved), ("239.255.255.250", .reserved),
        ("255.255.255.255", .reserved), ("240.0.0.1", .reserved), ("::", .reserved), ("ff02::1", .reserved),
        ("192.0.2.1", .reserved), ("2001:db8::1", .reserved), ("2001::1", .reserved),
        ("::ffff:127.0.0.1", .loopback), ("::ffff:10.0.0.1", .private), ("::ffff:169.254.169.254", .linkLocal),
        ("::127.0.0.1", .loopback), ("64:ff9b::7f00:1", .loopback), ("64:ff9b::10.0.0.1", .private),
        ("2002:7f00:1::", .loopback), ("2002:c0a8:101::1", .private), ("2002:a9fe:a9fe::", .linkLocal),
    ])
    func `addresses that are not public are known`(address: String, kind: IPAddress.Kind) {
        #expect(IPAddress(address)?.kind == kind)
    }

    @Test(arguments: [
        "8.8.8.8", "1.1.1.1", "172.15.255.255", "172.32.0.1", "192.167.1.1", "100.63.255.255", "100.128.0.1",
        "11.0.0.1", "223.255.255.255", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::",
    ])
    func `public addresses are known`(address: String) throws {
        #expect(try #require(IPAddress(address)).kind == nil)
    }

    @Test(arguments: [
        "http://127.0.0.1:9/", "http://127.1:9/", "http://2130706433:9/", "http://0x7f.0.0.1:9/",
        "http://0177.0.0.1:9/",
        "http://[::1]:9/", "http://[::ffff:127.0.0.1]:9/", "http://localhost:9/", "http://LOCALHOST.:9/",
        "http://a.localhost:9/", "http://10.0.0.1/", "http://169.254.169.254/latest/meta-data/", "http://0.0.0.0:9/",
        "http://[::]:9/", "http://１２７.0.0.1:9/", "http://①②⑦.0.0.1:9/", "http://[fe80::1]/", "http://nas/",
        "http://printer.local/", "http://router.lan/",
        "http://metadata.google.internal/",
    ])
    func `what a server names may not be at such an address`(url: String) async throws {
        let client = try HTTPClient.test(limits: HTTPLimits(connectTimeout: .seconds(1)))
        let error = await client.failure(of: HTTPRequest(url: url, configuredURL: "https://example.org/feed"))
        guard case .forbiddenAddress = error?.reason else {
            Issue.record("\(url) gave \(String(describing: error))")
            return
        }
        let unnamed = await client.failure(of: HTTPRequest(url: url, configuredURL: nil))
        #expect(unnamed == error)
    }

    @Test func `a public name that resolves to this machine opens no socket`() async throws {
        let server = try TestServer(["/": .ok("secret")])
        let url = "http://rebind.example.org:\(server.port)/"
        for address in ["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0"] {
            let network = NetworkPolicy(resolve: ["rebind.example.org:\(server.port):\(address)"])
            let error = await (try HTTPClient.test(network: network)).failure(of: url)
            guard case .forbiddenAddress = error?.reason else {
                Issue.record("\(address) gave \(String(describing: error))")
                continue
            }
        }
        #expect(server.connections == 0)
    }

    @Test func `a name that changes its mind is stopped at the next connection`() async throws {
        let server = try TestServer { _ in .ok("x") }
        let port = server.port
        let trusted = try HTTPClient.test(network: NetworkPolicy(resolve: ["feed.example.org:\(port):127.0.0.1"]))
        let url = "http://feed.example.org:\(port)/"
        // A request that a local address of the user led to may use that name, and leaves a connection open.
        let allowed = HTTPRequest(url: url, configuredURL: "http://localhost/")
        #expect(try await trusted.send(allowed).text == "x")
        let error = await trusted.failure(of: url)
        guard case .forbiddenAddress = error?.reason else {
            Issue.record("the open connection was used: \(String(describing: error))")
            return
        }
        #expect(server.requests.count == 1)
    }

    @Test func `a redirect from a public name to this machine is not followed`() async throws {
        let inner = try TestServer(["/": .ok("secret")])
        let outer = try TestServer(["/": .redirect(to: inner.url("/"))])
        // The user sends that name to loopback by their own hand; the server's redirect has no such right.
        let network = NetworkPolicy(
            environment: ["NEWSDIGEST_CONNECT_TO": "news.example.org=127.0.0.1:\(outer.port)"])
        let error = await (try HTTPClient.test(network: network)).failure(of: "http://news.example.org/")
        guard case .refusedRedirect(to: inner.url("/"), _) = error?.reason else {
            Issue.record("gave \(String(describing: error))")
            return
        }
        #expect(inner.connections == 0)
        #expect(outer.requests.count == 1)
    }

    @Test(arguments: ["http://169.254.169.254/", "http://10.0.0.1/", "http://192.168.0.1/", "http://[fd00::1]/"])
    func `a configured address on this machine opens the way to this machine alone`(target: String) async throws {
        let server = try TestServer(["/": .redirect(to: target)])
        let error = await (try HTTPClient.test()).failure(of: server.url("/"))
        guard case .refusedRedirect = error?.reason else {
            Issue.record("gave \(String(describing: error))")
            return
        }
    }

    @Test(arguments: [
        ("http://127.0.0.1/", [IPAddress.Kind.loopback]), ("http://[::1]:8080/", [.loopback]),
        ("http://localhost/", [.loopback]), ("http://192.168.1.5/", [.private]),
        ("http://nas/", [.loopback, .private]),
        ("http://rsshub.example.org/", [.private]), ("http://example.org/", []), ("http://169.254.1.1/", [.linkLocal]),
    ])
    func `the spelling of the configured host decides which addresses are allowed`(url: String, kinds: [IPAddress.Kind])
    {
        let hosts = HostsFile("127.0.0.1 localhost\n192.168.1.9\trsshub.example.org rsshub # mine\n")
        #expect(AddressPermit(HTTPRequest(url: url, configuredURL: url), hosts: hosts).kinds == Set(kinds))
    }

    @Test func `a host of the user's own may be at a private address`() async throws {
        let server = try TestServer(["/": .ok("mine")])
        var policy = NetworkPolicy(resolve: [
            "rss.example.org:\(server.port):127.0.0.1", "eve.example.org:\(server.port):127.0.0.1",
        ])
        policy.privateHosts = ["rss.example.org"]
        let client = try HTTPClient.test(network: policy)
        #expect(try await client.get("http://rss.example.org:\(server.port)/").text == "mine")
        let url = "http://eve.example.org:\(server.port)/"
        #expect(
            await client.failure(of: url)?.description
                == "\(url) was not requested: its host is at 127.0.0.1, a loopback address; "
                + "if it is yours, list the configured host in private_hosts")
    }

    @Test func `a host can be sent to another address by the user's own hand`() async throws {
        let server = try TestServer { .ok($0.header("Host") ?? "") }
        let policy = NetworkPolicy(environment: [
            "NEWSDIGEST_CONNECT_TO": "a.example=127.0.0.1:\(server.port) *.b.example=127.0.0.1:\(server.port)"
        ])
        let client = try HTTPClient.test(network: policy)
        #expect(try await client.get("http://a.example/").text == "a.example")
        #expect(try await client.get("http://x.y.b.example/").text == "x.y.b.example")
    }
}

@Suite struct ProxyTests {
    static let environment = [
        "http_proxy": "http://127.0.0.1:3128", "HTTPS_PROXY": "http://proxy.example:8080",
        "HTTP_PROXY": "http://evil:1",
        "no_proxy": "localhost, .example.org,10.0.0.0/8,news.example",
    ]

    @Test(arguments: [
        ("http://news.com/", "http://127.0.0.1:3128" as String?), ("https://news.com/", "http://proxy.example:8080"),
        ("http://localhost/", nil), ("http://example.org/", nil), ("http://a.example.org/", nil),
        ("http://badexample.org/", "http://127.0.0.1:3128"), ("http://10.2.3.4/", nil), ("http://news.example/", nil),
    ])
    func `the environment names the proxy`(url: String, proxy: String?) throws {
        #expect(Proxy(for: try RequestAddress(url), environment: Self.environment)?.url == proxy)
    }

    @Test func `HTTP_PROXY in capitals never counts, and an empty variable is none`() throws {
        #expect(Proxy(for: try RequestAddress("http://a.b/"), environment: ["HTTP_PROXY": "http://evil:1"]) == nil)
        #expect(Proxy(for: try RequestAddress("http://a.b/"), environment: ["http_proxy": ""]) == nil)
        let all = ["ALL_PROXY": "socks5://127.0.0.1:9"]
        #expect(Proxy(for: try RequestAddress("https://a.b/"), environment: all)?.url == "socks5h://127.0.0.1:9")
    }

    @Test(arguments: [
        "１６９.254.169.254", "１２７.1", "127。0。0。1", "0x7f.1", "2130706433", "0177.0.0.1", "0x7f.1.", "127.0.0.1.",
        "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "localhost.", "ｌｏｃａｌｈｏｓｔ", "127.0.0\u{AD}.1", "router", "nas.local.",
    ])
    func `through a proxy a host is judged as it is looked up`(host: String) async throws {
        let proxy = try TestServer { _ in .ok("inside") }
        let client = try HTTPClient.test(network: NetworkPolicy(environment: ["http_proxy": proxy.url]))
        let error = await client.failure(of: HTTPRequest(url: "http://\(host)/", configuredURL: "http://example.org/"))
        guard case .forbiddenAddress = error?.reason else {
            Issue.record("\(host) gave \(String(describing: error))")
            return
        }
        #expect(proxy.requests.isEmpty)
    }

    @Test(arguments: [
        ("http://127.0.0.1/feed", "https://example.org/" as String?, false),
        ("http://１２７.1/feed", "https://example.org/", false),
        ("http://10.0.0.1/feed", nil, false), ("http://nas/feed", nil, false), ("http://mine.example/feed", nil, false),
        ("http://169.254.169.254/feed", "http://127.0.0.1/", false), ("http://nas/feed", "http://127.0.0.1/", false),
        ("http://mine.example/feed", "https://example.org/", false), ("file:///etc/passwd", nil, false),
        ("http://127.0.0.2/feed", "http://localhost:8080/", true), ("http://10.0.0.1/feed", "http://nas/", true),
        ("https://other.example/feed", "https://example.org/", true), ("https://example.org/feed", nil, true),
    ])
    func `an address that somebody else names is judged as theirs`(url: String, page: String?, isTaken: Bool) {
        var policy = NetworkPolicy()
        policy.privateHosts = ["mine.example"]
        #expect((policy.objection(to: url, namedBy: page) == nil) == isTaken)
    }

    @Test func `a proxy that refuses a connection is named with its status`() async throws {
        let proxy = try TestServer { _ in .status(407) }
        let client = try HTTPClient.test(network: NetworkPolicy(environment: ["https_proxy": proxy.url]))
        let failure = await client.failure(of: "https://news.example.org/feed")
        #expect(failure?.reason == .network("the proxy answered 407"))
    }

    @Test func `a request goes through the proxy, which may be on this machine`() async throws {
        let proxy = try TestServer { .ok("by proxy: \($0.path)") }
        let client = try HTTPClient.test(network: NetworkPolicy(environment: ["http_proxy": proxy.url]))
        #expect(try await client.get("http://news.example.org/feed").text == "by proxy: http://news.example.org/feed")
    }

    @Test(arguments: ["socks5", "socks5h", "SOCKS5"])
    func `a SOCKS proxy is given names and never addresses`(scheme: String) async throws {
        let proxy = try TestSOCKSServer { .ok("by proxy: \($0.path)") }
        let direct = try TestServer(["/": .ok("direct")])
        let environment = [
            "all_proxy": "\(scheme)://\(proxy.address)", "NO_PROXY": "localhost,127.0.0.0/8",
        ]
        let client = try HTTPClient.test(
            network: NetworkPolicy(resolve: ["news.example.org:80:127.0.0.1"], environment: environment))
        #expect(try await client.get("http://news.example.org/feed").text == "by proxy: /feed")
        #expect(proxy.targets == ["name news.example.org:80"])
        #expect(try await client.get(direct.url("/")).text == "direct")
        #expect(proxy.targets.count == 1)
    }

    @Test(arguments: ["http://127.0.0.1/", "http://localhost/", "http://169.254.169.254/", "http://nas.local/"])
    func `the way through a proxy is no way round the address rules`(target: String) async throws {
        let proxy = try TestServer { _ in .redirect(to: target) }
        let client = try HTTPClient.test(network: NetworkPolicy(environment: ["http_proxy": proxy.url]))
        let error = await client.failure(of: "http://news.example.org/feed")
        guard case .refusedRedirect = error?.reason else {
            Issue.record("gave \(String(describing: error))")
            return
        }
        #expect(proxy.requests.count == 1)
    }
}
