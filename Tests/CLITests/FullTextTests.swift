import Foundation
import TestServer
import Testing

/// `full_text`: the pages of the chosen stories are asked for their articles.
@Suite(.ownThread) struct FullTextTests {
    private let world: World

    init() throws {
        world = try World("sources = [\"feeds\"]") { _ in }
        let server = world.server
        world.change { sources in
            sources.feeds["/feed"] = Self.feed(server, ["ferry", "market"])
            for name in ["ferry", "market"] { sources.feeds["/\(name)"] = Self.page(of: name) }
        }
        try configure()
    }

    private func configure(_ digest: String = "full_text = true", feed: String = "") throws {
        try world.binary.write(
            """
            timezone = "UTC"
            sources = ["feeds"]
            [digest]
            \(digest)
            [network]
            host_gap = "0s"
            [[feeds]]
            url = "\(world.server.url("/feed"))"
            name = "Quay"
            category = "technology"
            \(feed)

            """, to: "config.toml")
    }

    private static let leads = [
        "ferry": "The ferry to Elsom left two hours late because the tide was low",
        "market": "Elsom council opens its winter market beside the harbour office",
    ]

    private static func feed(_ server: TestServer, _ names: [String]) -> Reply {
        let items = names.map { name in
            """
            <item><title>\(name.capitalized) news from Elsom</title><link>\(server.url("/\(name)"))</link>
            <description>\(leads[name] ?? name) …</description><pubDate>Sat, 21 Nov 2026 06:00:00 GMT</pubDate></item>
            """
        }
        return .ok(
            "<rss version='2.0'><channel><title>Quay</title>\(items.joined())</channel></rss>",
            type: "application/rss+xml")
    }

    private static func page(of name: String, text: String? = nil) -> Reply {
        let lead = text ?? leads[name] ?? name
        let more = (1...4).map { "<p>Paragraph \($0) of \(name), with a word, a comma, and the end of it said.</p>" }
        return .ok(
            """
            <html lang=en><head><title>\(name)</title></head><body><nav><a href=/>Home</a></nav>
            <article><p>\(lead) on Saturday, said the clerk.</p>\(more.joined())<script>alert(1)</script></article>
            </body></html>
            """, type: "text/html; charset=utf-8")
    }

    private func asked(_ path: String) -> Int { world.server.paths.count { $0 == path } }

    private func asked(_ paths: [String]) -> [Int] { paths.map { asked($0) } }

    private func story(_ output: String, _ name: String) throws -> [String: Any] {
        let digest = try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
        let sections = try #require(digest["sections"] as? [[String: Any]])
        let stories = sections.flatMap { $0["stories"] as? [[String: Any]] ?? [] }
        return try #require(stories.first { ($0["title"] as? String)?.lowercased().hasPrefix(name) == true })
    }

    @Test func `the digest shows the articles of the chosen stories, in each format`() throws {
        defer { world.end() }
        let json = try world.run("--out", "-", "--format", "json")
        #expect(json.status == 0 && json.stderr == "")
        let ferry = try story(json.stdout, "ferry")
        let text = try #require(ferry["text"] as? String)
        #expect(text.hasPrefix("The ferry to Elsom left two hours late because the tide was low on Saturday"))
        #expect(text.contains("Paragraph 4 of ferry") && !text.contains("Home") && !text.contains("alert"))
        // What the feed has cut is completed.
        #expect((ferry["summary"] as? String)?.hasSuffix("the tide was low on Saturday, said the clerk.") == true)
        for format in ["html", "markdown", "text"] {
            let shown = try world.run("--include-sent", "--out", "-", "--format", format)
            #expect(shown.stdout.contains("Paragraph 4 of market"), "\(format)")
            #expect(!shown.stdout.contains("alert(1)"))
        }
        // Each page was asked once, and the rules of the host once.
        #expect(asked(["/ferry", "/market", "/robots.txt"]) == [1, 1, 1])
    }

    @Test func `a kept article is shown by show, found by searches and explained by why`() throws {
        defer { world.end() }
        try configure("full_text = \"show\"")
        let digest = try world.run("--out", "-", "--format", "json")
        let ferry = try story(digest.stdout, "ferry")
        #expect(ferry["text"] == nil)
        let id = try #require(ferry["id"] as? String)
        for (format, sign) in [("text", "Paragraph 4 of ferry"), ("markdown", "# ["), ("html", "<article")] {
            let shown = try world.run("show", id, "--format", format)
            #expect(shown.status == 0 && shown.stdout.contains(sign) && shown.stdout.contains("Paragraph 3 of ferry"))
        }
        let shown = try world.run("show", id, "--format", "json")
        let object = try JSONSerialization.jsonObject(with: Data(shown.stdout.utf8)) as? [String: Any]
        #expect(object?["isFullText"] as? Bool == true)
        #expect(try world.run("search", "paragraph ferry").stdout.contains("Ferry news"))
        #expect(try world.run("history", "--search", "paragraph ferry").stdout.contains("Ferry news"))
        #expect(try !world.run("history", "--search", "paragraph ferry").stdout.contains("Market news"))
        #expect(try world.run("status").stdout.contains("articles of pages: 2, 1 kB; pages without one: 0"))
        #expect(try world.run("why", id).stdout.contains("its page gave an article of "))
        // What is forgotten is not found.
        #expect(try world.run("history", "forget", id).status == 0)
        #expect(try !world.run("history", "--search", "paragraph ferry").stdout.contains("Ferry news"))
    }

    @Test(arguments: [
        (Reply.status(403), "the page answered 403; it is not asked again before"),
        (Reply.status(500), "the page answered 500; it is not asked again before"),
        (Reply.ok("%PDF-1.7", type: "application/pdf"), "the address is no web page but application/pdf"),
        (Reply.ok("<html></html>", type: "text/html"), "the page has no article"),
        (page(of: "consent", text: "We value your privacy and our partners store cookies"), "another text"),
        (Reply.ok("<p>The ferry to Elsom left two hours late.</p>", type: "text/html"), "no more text than the feed"),
    ])
    func `a page without the article of the story leaves the feed's text`(reply: Reply, reason: String) throws {
        defer { world.end() }
        world.change { $0.feeds["/ferry"] = reply }
        let digest = try world.run("--out", "-", "--format", "json")
        #expect(digest.status == 0 && digest.stderr == "")
        let ferry = try story(digest.stdout, "ferry")
        #expect(ferry["text"] == nil)
        #expect((ferry["summary"] as? String)?.hasPrefix("The ferry to Elsom left two hours late") == true)
        #expect(try story(digest.stdout, "market")["text"] != nil)
        let why = try world.run("why", try #require(ferry["id"] as? String))
        #expect(why.stdout.contains("its page was asked for the article: ") && why.stdout.contains(reason), "\(why)")
        // It is not asked again by the next run, which shows the story again.
        _ = try world.run("--include-sent", "--out", "-", at: "2026-11-21T08:10:00Z")
        #expect(asked("/ferry") == 1)
    }

    @Test(arguments: [
        ("User-agent: *\nDisallow: /ferry", 0, 1), ("User-agent: newsdigest\nDisallow: /\nAllow: /mark", 0, 1),
        ("User-agent: other\nDisallow: /", 1, 1),
        ("User-agent: *\nDisallow: /\n\nUser-agent: NewsDigest\nDisallow:", 1, 1),
    ])
    func `robots.txt is obeyed`(rules: String, ferry: Int, market: Int) throws {
        defer { world.end() }
        world.change { $0.feeds["/robots.txt"] = .ok(rules, type: "text/plain") }
        #expect(try world.run("--out", "-").status == 0)
        #expect(asked(["/ferry", "/market"]) == [ferry, market])
    }

    @Test func `a host that cannot say its rules is asked for no page on this day`() throws {
        defer { world.end() }
        world.change { $0.feeds["/robots.txt"] = .status(503) }
        let digest = try world.run("--out", "-", "--format", "json")
        #expect(digest.status == 0)
        #expect(asked(["/ferry", "/market"]) == [0, 0])
        #expect(try refusal(digest).contains("the host's robots.txt could not be read"))
        world.change { $0.feeds["/robots.txt"] = .status(404) }
        #expect(try world.run("--include-sent", "--out", "-", at: "2026-11-22T09:00:00Z").status == 0)
        #expect(asked(["/ferry", "/market"]) == [1, 1])
    }

    @Test func `a feed and a section decide before the digest`() throws {
        defer { world.end() }
        try configure("full_text = true", feed: "full_text = false")
        #expect(try world.run("--out", "-").status == 0)
        #expect(asked("/ferry") == 0)
        try configure("max_items = 5", feed: "\n[categories]\ntechnology = { full_text = \"show\" }")
        #expect(try world.run("--include-sent", "--out", "-").status == 0)
        #expect(asked("/ferry") == 1)
        try configure("full_text = \"all\"")
        let wrong = try world.run("check")
        #expect(wrong.status == 78 && wrong.stderr.contains("should be true, false or \"show\""))
    }

    @Test func `no more than forty pages are asked in a run, and none of a private address that is not the feed's`()
        throws
    {
        defer { world.end() }
        let server = world.server
        let names = (0..<50).map { "story\($0)" }
        world.change { sources in
            sources.feeds["/feed"] = Self.feed(server, names)
            for name in names { sources.feeds["/\(name)"] = Self.page(of: name) }
        }
        try configure("full_text = true\nmax_items = 60\nmax_per_section = 60", feed: "limit = 60\nfirst_items = 60")
        #expect(try world.run("--out", "-").status == 0)
        #expect(world.server.paths.count { $0.hasPrefix("/story") } == 40)
        let other = try TestServer(["/x": Self.page(of: "ferry")])
        defer { other.stop() }
        let address = other.url("/x").replacingOccurrences(of: "127.0.0.1", with: "localhost")
        world.change {
            $0.feeds["/feed"] = .ok(
                "<rss version='2.0'><channel><title>Quay</title><item><title>Ferry again</title><link>\(address)</link>"
                    + "</item></channel></rss>", type: "application/rss+xml")
        }
        #expect(try world.run("--out", "-", at: "2026-11-21T09:00:00Z").status == 0)
        #expect(other.requests.isEmpty)
    }

    @Test func `articles are removed when keep_texts has passed`() throws {
        defer { world.end() }
        try configure("full_text = \"show\"\nkeep_texts = \"10d\"")
        let id = try #require(try story(world.run("--out", "-", "--format", "json").stdout, "ferry")["id"] as? String)
        #expect(try world.run("show", id).stdout.contains("Paragraph 4"))
        #expect(try world.run("--out", "-", at: "2026-12-05T08:00:00Z").status == 0)
        #expect(try !world.run("show", id).stdout.contains("Paragraph 4"))
        #expect(try !world.run("history", "--search", "paragraph").stdout.contains("Ferry news"))
    }

    @Test func `a run that is killed while it asks keeps what it has, and asks no page twice`() throws {
        defer { world.end() }
        world.change { $0.feeds["/ferry"] = .silent }
        // The page of the leading story is stored before the other one is asked.
        let killed = try world.shell("--out - & pid=$!; sleep 3; kill -9 $pid; wait $pid")
        #expect(killed.status != 0 && killed.stdout == "")
        #expect(asked(["/ferry", "/market"]) == [1, 1])
        world.change { $0.feeds["/ferry"] = Self.page(of: "ferry") }
        let next = try world.run("--out", "-", "--format", "json", at: "2026-11-21T08:05:00Z")
        for name in ["ferry", "market"] { #expect(try story(next.stdout, name)["text"] != nil) }
        #expect(asked(["/ferry", "/market"]) == [2, 1])
    }

    @Test(arguments: [
        Reply.silent, .closed, .reset, .stalled("<p>The ferry"), .endless, .garbage(Array("\0\0\0".utf8)),
        .redirect(302, to: "/ferry"), .redirect(301, to: "http://169.254.169.254/latest"), .status(300),
        .ok("x", type: "text/html", [("Content-Encoding", "gzip")]), .brokenChunks("<p>The ferry"),
    ])
    func `a server that fails or lies costs its own story nothing but the article`(reply: Reply) throws {
        defer { world.end() }
        try world.binary.write(
            try world.binary.read("config.toml").replacing("host_gap", with: "timeout = \"1s\"\nhost_gap"),
            to: "config.toml")
        world.change { $0.feeds["/ferry"] = reply }
        let digest = try world.run("--out", "-", "--format", "json")
        #expect(digest.status == 0 && digest.stderr == "")
        #expect(try story(digest.stdout, "ferry")["text"] == nil)
        #expect(try story(digest.stdout, "market")["text"] != nil)
    }

    @Test func `a recording has the pages, and a replay shows the same articles without a server`() throws {
        defer { world.end() }
        let live = try world.run("--record", world.binary.path("recorded"), "--out", "-", "--format", "json")
        world.server.stop()
        for state in ["s.sqlite", "s.sqlite.kept"] {
            try FileManager.default.removeItem(atPath: world.binary.path(state))
        }
        let replayed = try world.run("--replay", world.binary.path("recorded"), "--out", "-", "--format", "json")
        #expect(replayed.stderr == "")
        for name in ["ferry", "market"] {
            let text = try #require(try story(live.stdout, name)["text"] as? String)
            #expect(try story(replayed.stdout, name)["text"] as? String == text)
        }
    }

    @Test func `an encoding that only the page names, and a late redirect, are followed`() throws {
        defer { world.end() }
        let text = "The ferry to Elsom left two hours late because the tide was low – für Größe. "
        let page = "<meta charset=iso-8859-1><title>Ferry</title><p>\(String(repeating: text, count: 5))</p>"
        let bytes = Array(page.data(using: .windowsCP1252) ?? Data())
        let address = world.server.url("/moved")
        world.change {
            $0.feeds["/ferry"] = .redirect(301, to: address).after(0.2)
            $0.feeds["/moved"] = .answer(200, [("Content-Type", "text/html")], body: bytes)
        }
        let digest = try world.run("--out", "-", "--format", "json")
        #expect((try story(digest.stdout, "ferry")["text"] as? String)?.contains("low – für Größe.") == true)
    }

    @Test func `a page that leads to another after a moment is followed there`() throws {
        defer { world.end() }
        world.change { sources in
            sources.feeds["/ferry"] = .ok(
                "<meta http-equiv=refresh content='0; url=/ferry/whole'><p>One moment.</p>", type: "text/html")
            sources.feeds["/ferry/whole"] = Self.page(of: "ferry")
        }
        let digest = try world.run("--out", "-", "--format", "json")
        #expect((try story(digest.stdout, "ferry")["text"] as? String)?.contains("Paragraph 4 of ferry") == true)
        #expect(asked(["/ferry", "/ferry/whole"]) == [1, 1])
    }

    @Test func `a page leads to none that robots.txt does not allow`() throws {
        defer { world.end() }
        world.change { sources in
            sources.feeds["/robots.txt"] = .ok("User-agent: *\nDisallow: /ferry/whole")
            sources.feeds["/ferry"] = .ok(
                "<meta http-equiv=refresh content='0; url=/ferry/whole'><p>One moment.</p>", type: "text/html")
            sources.feeds["/ferry/whole"] = Self.page(of: "ferry")
        }
        #expect(try world.run("--out", "-").status == 0)
        #expect(asked(["/ferry", "/ferry/whole"]) == [1, 0])
    }

    /// Why the page of the ferry gave no article.
    private func refusal(_ digest: Binary.Result) throws -> String {
        try world.run("why", try #require(try story(digest.stdout, "ferry")["id"] as? String)).stdout
    }

    @Test(arguments: [
        """
        <html><head><title>Quay</title></head><frameset cols="20%,*"><frame src="/ferry/whole"><noframes><body>
        <p>\(String(repeating: "Your browser shows no frames, so it cannot show this page of the Quay. ", count: 9))</p>
        </body></noframes></frameset></html>
        """,
        "<html><head><title>Quay</title></head><body><iframe src=/ferry/whole></iframe></body></html>",
    ])
    func `a page of frames gives no article, and no frame is asked`(page: String) throws {
        defer { world.end() }
        world.change { sources in
            sources.feeds["/ferry"] = .ok(page, type: "text/html")
            sources.feeds["/ferry/whole"] = Self.page(of: "ferry")
        }
        let digest = try world.run("--out", "-", "--format", "json")
        let ferry = try story(digest.stdout, "ferry")
        #expect(ferry["text"] == nil)
        #expect((ferry["summary"] as? String)?.hasPrefix("The ferry to Elsom left two hours late") == true)
        #expect(try refusal(digest).contains("the page has no article"))
        #expect(asked(["/ferry", "/ferry/whole"]) == [1, 0])
    }

    @Test(arguments: [
        ("<link rel=canonical href='/ferry/whole'>", true), ("<link rel=canonical href='ELSEWHERE/ferry/whole'>", true),
        ("<link rel=amphtml href='/ferry/whole'>", true),
        ("<meta property=og:url content='ELSEWHERE/ferry/whole'>", true),
        ("<link rel=canonical href='/ferry/whole'>", false), ("<link rel=amphtml href='/ferry/whole'>", false),
    ])
    func `a page that names another address is read itself, and the story keeps its address`(
        head: String, isWhole: Bool
    ) throws {
        defer { world.end() }
        let other = try TestServer(["/ferry/whole": Self.page(of: "market")])
        defer { other.stop() }
        let head = "<head><title>Ferry</title>\(head.replacing("ELSEWHERE", with: other.url))</head>"
        let more = (1...4).map { "<p>Paragraph \($0) of the page itself, with a word, a comma, and the end of it.</p>" }
        let body = "<p>\(Self.leads["ferry"]!) on Saturday, said the clerk.</p>\(isWhole ? more.joined() : "")"
        world.change { sources in
            sources.feeds["/ferry"] = .ok("<html>\(head)<article>\(body)</article></html>", type: "text/html")
            sources.feeds["/ferry/whole"] = Self.page(of: "ferry")
        }
        let ferry = try story(world.run("--out", "-", "--format", "json").stdout, "ferry")
        #expect((ferry["text"] as? String)?.contains("Paragraph 4 of the page itself") == (isWhole ? true : nil))
        #expect(ferry["url"] as? String == world.server.url("/ferry"))
        #expect(asked(["/ferry", "/ferry/whole"]) == [1, 0] && other.requests.isEmpty)
    }

    @Test func `of an AMP page the usual page is asked, and a page in AMP gives its article`() throws {
        defer { world.end() }
        world.change { sources in
            sources.feeds["/feed"] = .ok(
                FeedStandIn.rss(
                    "Quay", [("Ferry news from Elsom", world.server.url("/ferry/amp"), "Sat, 21 Nov 2026 06:00:00 GMT")]
                ),
                type: "application/rss+xml")
            sources.feeds["/ferry"] = .ok(
                """
                <!doctype html><html ⚡ lang=en><head><title>Ferry news from Elsom</title><link rel=canonical href=/ferry/whole>
                <style amp-boilerplate>body{visibility:hidden}</style><script async src=/v0.js></script></head><body>
                <amp-sidebar id=menu><ul><li><a href=/>Front page</a><li><a href=/sport>Sport</a></ul></amp-sidebar>
                <article><h1>Ferry news from Elsom</h1><amp-img src=/ferry.jpg width=9 height=6></amp-img>
                \((1...5).map { "<p>Paragraph \($0) of the AMP page, with news of Elsom, a comma, and the end.</p>" }.joined())
                <amp-ad type=x></amp-ad></article></body></html>
                """, type: "text/html; charset=utf-8")
            sources.feeds["/ferry/amp"] = Self.page(of: "ferry")
        }
        let ferry = try story(world.run("--out", "-", "--format", "json").stdout, "ferry")
        let text = try #require(ferry["text"] as? String)
        #expect(text.hasPrefix("Paragraph 1 of the AMP page") && text.hasSuffix("a comma, and the end."))
        #expect(ferry["url"] as? String == world.server.url("/ferry"))
        #expect(asked(["/ferry", "/ferry/amp", "/ferry/whole"]) == [1, 0, 0])
    }

    @Test(arguments: [Reply.status(300), .redirect(300, to: "/ferry/whole")])
    func `a choice between pages is no page, also with an address`(reply: Reply) throws {
        defer { world.end() }
        world.change { sources in
            sources.feeds["/ferry"] = reply
            sources.feeds["/ferry/whole"] = Self.page(of: "ferry")
        }
        let digest = try world.run("--out", "-", "--format", "json")
        #expect(try refusal(digest).contains("the page answered 300; it is not asked again before"))
        #expect(asked(["/ferry", "/ferry/whole"]) == [1, 0])
    }

    @Test(arguments: [[301], [302], [303], [307], [308], [301, 307, 302, 308, 303]], [5, 6])
    func `five redirects are followed, and no more`(statuses: [Int], count: Int) throws {
        defer { world.end() }
        let steps = ["/ferry"] + (1...count).map { "/ferry/\($0)" }
        world.change { sources in
            for (index, step) in steps.dropLast().enumerated() {
                sources.feeds[step] = .redirect(statuses[index % statuses.count], to: steps[index + 1])
            }
            sources.feeds[steps[count]] = Self.page(of: "ferry")
        }
        let digest = try world.run("--out", "-", "--format", "json")
        #expect((try story(digest.stdout, "ferry")["text"] as? String != nil) == (count == 5))
        #expect(try refusal(digest).contains("redirected more than 5 times") == (count == 6))
        #expect(asked(steps) == [1, 1, 1, 1, 1, 1] + (count == 6 ? [0] : []))
    }

    @Test(arguments: [
        (["/ferry"], [6]), (["/ferry", "/ferry/b"], [3, 3]), (["/ferry", "/ferry/b", "/ferry/c"], [2, 2, 2]),
    ])
    func `a loop of redirects ends at the limit`(pages: [String], counts: [Int]) throws {
        defer { world.end() }
        world.change { sources in
            for (index, page) in pages.enumerated() {
                sources.feeds[page] = .redirect(302, to: pages[(index + 1) % pages.count])
            }
        }
        let digest = try world.run("--out", "-", "--format", "json")
        #expect(digest.status == 0 && digest.stderr == "")
        #expect(try refusal(digest).contains("redirected more than 5 times"))
        #expect(asked(pages) == counts)
    }

    @Test(arguments: [
        ("http://other.example/x", true), ("http://127.0.0.1:PORT/x", false), ("http://localhost:PORT/x", false),
        ("http://127.1:PORT/x", false), ("http://2130706433:PORT/x", false),
        ("http://[::ffff:127.0.0.1]:PORT/x", false),
        ("http://10.0.0.1/x", false), ("http://169.254.169.254/x", false), ("http://printer.local/x", false),
    ])
    func `a redirect leads to another public host, and to no private address`(target: String, isFollowed: Bool) throws {
        defer { world.end() }
        let other = try TestServer(["/x": Self.page(of: "ferry")])
        defer { other.stop() }
        // The names are those of public hosts, for which the server is the proxy.
        var binary = world.binary
        binary.environment = ["http_proxy": world.server.url, "no_proxy": "127.0.0.1,localhost"]
        let host = "http://quay.example"
        try binary.write(
            try binary.read("config.toml").replacing(world.server.url("/feed"), with: "\(host)/feed"), to: "config.toml"
        )
        world.change { sources in
            sources.feeds["\(host)/feed"] = .ok(
                FeedStandIn.rss("Quay", [("Ferry news from Elsom", "\(host)/ferry", "Sat, 21 Nov 2026 06:00:00 GMT")]),
                type: "application/rss+xml")
            sources.feeds["\(host)/ferry"] = .redirect(
                302, to: target.replacing("PORT", with: "\(other.port)"))
            sources.feeds["http://other.example/x"] = .ok(
                (1...5).map { "<p>Paragraph \($0) of the ferry news from Elsom, a comma, and the end.</p>" }.joined(),
                type: "text/html")
        }
        let digest = try binary.run([
            "run", "--config", binary.path("config.toml"), "--state", binary.path("s.sqlite"), "--now", World.now,
            "--out",
            "-", "--format", "json",
        ])
        #expect((try story(digest.stdout, "ferry")["text"] as? String != nil) == isFollowed)
        #expect(try refusal(digest).contains("which was not followed") == !isFollowed)
        #expect(other.requests.isEmpty)
        #expect(world.server.paths.contains { $0.hasSuffix("/x") } == isFollowed)
    }

    @Test func `a redirect leads to no page that robots.txt does not allow, on the same host and another`() throws {
        defer { world.end() }
        let other = try TestServer([
            "/robots.txt": .ok("User-agent: *\nDisallow: /shut"), "/shut": Self.page(of: "market"),
            "/open": Self.page(of: "market"),
        ])
        defer { other.stop() }
        world.change { sources in
            sources.feeds["/robots.txt"] = .ok("User-agent: *\nDisallow: /shut")
            sources.feeds["/shut"] = Self.page(of: "ferry")
            sources.feeds["/ferry"] = .redirect(301, to: "/shut")
            sources.feeds["/market"] = .redirect(301, to: other.url("/shut"))
        }
        let digest = try world.run("--out", "-", "--format", "json")
        for name in ["ferry", "market"] { #expect(try story(digest.stdout, name)["text"] == nil) }
        #expect(try refusal(digest).contains("the host's robots.txt does not allow the page"))
        #expect(asked(["/ferry", "/shut", "/market"]) == [1, 0, 1])
        #expect(other.paths == ["/robots.txt"])
        // A day later, the rules are asked again.
        world.change { $0.feeds["/feed"] = Self.feed(world.server, ["market/open"]) }
        world.change { $0.feeds["/market/open"] = .redirect(301, to: other.url("/open")) }
        _ = try world.run("--out", "-", at: "2026-11-22T09:00:00Z")
        #expect(other.paths == ["/robots.txt", "/robots.txt", "/open"])
    }

    @Test func `an item without a page of its own asks none, and check says so`() throws {
        defer { world.end() }
        let names = ["ferry", "market", "pier"]
        let items = names.map { "<item><title>\($0) news</title><guid isPermaLink='false'>\($0)</guid></item>" }
            .joined()
        world.change { sources in
            sources.feeds["/feed"] = .ok(
                "<rss version='2.0'><channel><title>Quay</title><link>\(world.server.url("/home"))</link>\(items)</channel></rss>",
                type: "application/rss+xml")
            sources.feeds["/home"] = Self.page(of: "ferry")
        }
        #expect(try story(world.run("--out", "-", "--format", "json").stdout, "ferry")["text"] == nil)
        #expect(asked(["/home", "/robots.txt"]) == [0, 0])
        let check = try world.run("check")
        #expect(
            check.status == 0
                && check.stderr.contains("full_text has no effect for 'Quay': its items have no pages of their own"))
        try configure("full_text = false")
        #expect(try !world.run("check").stderr.contains("full_text"))
    }

    @Test(arguments: [
        ("full_text = true", "", "all stories"), ("full_text = \"show\"", "", "all stories"),
        ("full_text = true", "full_text = false", "all stories, except those of 'Quay'"),
        ("max_items = 5", "full_text = \"show\"", "the stories of 'Quay'"),
        (
            "max_items = 5", "full_text = true\n[categories]\nscience = { full_text = true }",
            "the stories of 'Quay', section 'science'"
        ),
        ("max_items = 5", "full_text = false", nil),
    ])
    func `check says of which stories the pages are asked`(digest: String, feed: String, pages: String?) throws {
        defer { world.end() }
        try configure(digest, feed: feed)
        let check = try world.run("check")
        #expect(check.status == 0 && check.stderr == "")
        let line = pages.map { "full_text: the pages of \($0); a run asks at most 40 pages, in at most 60 s" }
        #expect(check.lines.first { $0.hasPrefix("full_text") } == line)
    }

    @Test func `check warns of a feed whose pages are asked in vain`() throws {
        defer { world.end() }
        let names = ["ferry", "market", "pier", "mill"]
        world.change { sources in
            sources.feeds["/feed"] = Self.feed(world.server, names)
            sources.feeds["/robots.txt"] = .ok("User-agent: *\nDisallow: /ferry\nDisallow: /market\nDisallow: /mill")
            sources.feeds["/pier"] = .status(404)
        }
        #expect(try world.run("--out", "-").status == 0)
        let check = try world.run("check")
        let warning = """
            full_text has no effect for 'Quay': none of its last 4 pages gave an article, most often because the host's \
            robots.txt does not allow the page
            """
        #expect(check.status == 0 && check.stderr.contains(warning), "\(check.stderr)")
        #expect(asked(["/ferry", "/pier"]) == [0, 1])
        // An article is an effect.
        world.change { sources in
            sources.feeds["/feed"] = Self.feed(world.server, ["tower"])
            sources.feeds["/tower"] = Self.page(of: "tower", text: "The tower has news from Elsom")
        }
        #expect(try world.run("--out", "-", at: "2026-11-21T09:00:00Z").status == 0)
        #expect(try world.run("check").stderr == "")
    }

    @Test func `readers share the pages`() throws {
        defer { world.end() }
        try world.binary.write(
            try world.binary.read("config.toml").replacing("full_text = true", with: "full_text = true\n")
                + """

                [profiles.anna]
                title = "Anna's"
                [[profiles.anna.deliver]]
                to = "file"
                path = "\(world.binary.path("anna.md"))"
                [profiles.boris]
                digest = { max_items = 1, full_text = true }
                [[profiles.boris.deliver]]
                to = "file"
                path = "\(world.binary.path("boris.md"))"

                """, to: "config.toml")
        #expect(try world.run("--all-profiles").status == 0)
        for name in ["anna.md", "boris.md"] { #expect(try world.binary.read(name).contains("Paragraph 4 of")) }
        #expect(asked(["/ferry", "/market"]) == [1, 1])
    }
}
