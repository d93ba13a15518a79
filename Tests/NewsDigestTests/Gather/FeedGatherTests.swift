import Foundation
import HTTP
import StateTestSupport
import Synchronization
import TestServer
import Testing

@testable import Gather
@testable import Values

@Suite struct FeedGatherTests {
    @Test func `a feed is asked with its validators and answers that nothing is new`() async throws {
        let feed = FeedStandIn(rss(3), etag: "W/\"a b\"", lastModified: "last week")
        let server = try TestServer { feed.reply(to: $0) }
        let source = FeedSource(url: server.url("/rss"))
        let first = try await gathered([source])
        #expect(first[0].items.count == 3)
        let second = try await gathered([source], records: records(first), now: noon.addingTimeInterval(3600))
        #expect(second[0].status == .notModified)
        #expect(second[0].items.isEmpty)
        #expect(second[0].record.lastSuccess == noon.addingTimeInterval(3600))
        let asked = try #require(server.requests.last)
        #expect(asked.header("If-None-Match") == "W/\"a b\"")
        #expect(asked.header("If-Modified-Since") == "last week")
        #expect(asked.header("Cookie") == nil)
        #expect(asked.header("Referer") == nil)
    }

    @Test func `the same answer again is not read, until eight days have passed`() async throws {
        let server = try TestServer { _ in .ok(rss(3), type: "text/xml") }
        let source = FeedSource(url: server.url("/rss"))
        let first = try await gathered([source])
        let second = try await gathered([source], records: records(first), now: noon.addingTimeInterval(7 * 86_400))
        #expect(second[0].status == .notModified)
        #expect(second[0].items.isEmpty)
        #expect(second[0].record.lastSuccess == noon.addingTimeInterval(7 * 86_400))
        let third = try await gathered([source], records: records(second), now: noon.addingTimeInterval(9 * 86_400))
        #expect(third[0].status == .fresh)
        #expect(third[0].items.count == 3)
    }

    @Test func `the same answer is read again after a change of what is read of it`() async throws {
        let server = try TestServer { _ in .ok(rss(3), type: "text/xml") }
        let url = server.url("/rss")
        let first = try await gathered([FeedSource(url: url)])
        let changed = [
            FeedSource(url: url, givenName: "Other"), FeedSource(url: url, category: "sports"),
            FeedSource(url: url, limit: 2), FeedSource(url: url, firstItems: 1), FeedSource(url: url, language: "de"),
            FeedSource(url: url, sections: TagSections(["harbour": "sports"])),
        ]
        for source in changed {
            let again = try await gathered([source], records: records(first))
            #expect(again[0].status == .fresh, "\(source)")
        }
    }

    @Test func `an answer with one new item is cleaned by what earlier answers have shown`() async throws {
        let titles = ["Bridge opens", "Baker retires", "Storm passes"]
        func feed(_ titles: [String]) -> String {
            let items = titles.map {
                """
                <item><title>\($0) today - Quay Street</title><link>https://a.example/\($0.count)</link>
                <pubDate>Sat, 21 Nov 2026 00:00:00 GMT</pubDate>
                <description>\($0) in the town today, dÃ©jÃ  Ã  midi.&lt;p&gt;A free paper since 1974&lt;/p&gt;</description></item>
                """
            }
            return "<rss><channel><title>Elsom Gazette</title>\(items.joined())</channel></rss>"
        }
        let body = Mutex(feed(titles))
        let server = try TestServer { _ in .ok(body.withLock(\.self), type: "text/xml") }
        let source = FeedSource(url: server.url("/rss"))
        let first = try await gathered([source])
        body.withLock { $0 = feed(["Boats come home"]) }
        let later = try await gathered([source], records: records(first), now: noon.addingTimeInterval(3600))
        let item = try #require(later[0].items.first)
        #expect(item.title == "Boats come home today")
        #expect(item.summary == "Boats come home in the town today, déjà à midi.")
        #expect(item.isPublishedOnDay == true)
        #expect(later[0].record.profile == first[0].record.profile)
    }

    @Test func `a file that did not change is not read again`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(rss(3), to: "feed.xml")
        let source = FeedSource(url: URL(filePath: path).absoluteString)
        let first = try await gathered([source])
        #expect(first[0].items.count == 3)
        let second = try await gathered([source], records: records(first))
        #expect(second[0].status == .notModified)
        _ = try folder.write(rss(4), to: "feed.xml")
        let third = try await gathered([source], records: records(second))
        #expect(third[0].items.count == 4)
    }

    @Test func `of a feed that costs more than its share the items before that point arrive`() async throws {
        let server = try TestServer { _ in .ok(rss(100), type: "text/xml") }
        let source = FeedSource(url: server.url("/rss"), givenName: "Slow", firstItems: 100)
        let client = try HTTPClient(.init(userAgent: "newsdigest/test", perHostGap: .zero))
        var fetcher = Fetcher(client: client, now: noon)
        fetcher.readingBudget.seconds = 0
        let slow = await fetcher.fetch(source, record: SourceRecord())
        #expect((1..<100).contains(slow.items.count))
        let reason = "\(server.url("/rss")): reading it takes too long; kept the first \(slow.items.count) items"
        #expect(slow.failure == Failure(.gather, "Slow", reason))
        // Nothing that would hide the others behind a 304.
        #expect(slow.record.lastBody == nil)
    }

    @Test func `a server's max-age is kept across runs`() async throws {
        let server = try TestServer { _ in .ok(rss(1), type: "text/xml", [("Cache-Control", "max-age=3600")]) }
        let source = FeedSource(url: server.url("/rss"))
        let first = try await gathered([source])
        let second = try await gathered([source], records: records(first), now: noon.addingTimeInterval(1800))
        #expect(
            second[0].status
                == .waiting(
                    until: noon.addingTimeInterval(3600),
                    why: "its server says that the last answer is still valid; the last answer is 30 minutes old"))
        let third = try await gathered([source], records: records(second), now: noon.addingTimeInterval(3600))
        #expect(third[0].status == .notModified)
        #expect(server.requests.count == 2)
    }

    @Test func `Retry-After is kept across runs and stops the host's other feeds`() async throws {
        let server = try TestServer { _ in .status(429, [("Retry-After", "Sat, 21 Nov 2026 11:00:00 GMT")]) }
        let sources = (1...3).map { FeedSource(url: server.url("/\($0)")) }
        let first = try await gathered(sources)
        #expect(server.requests.count == 1)
        let failures = first.compactMap(\.failure)
        #expect(failures.count == 1)
        #expect(failures.first?.reason.hasSuffix("answered 429; requested again after 2026-11-21T11:00:00Z") == true)
        let second = try await gathered(sources, records: records(first), now: noon.addingTimeInterval(7100))
        #expect(server.requests.count == 1)
        #expect(second.allSatisfy { $0.failure == nil })
        _ = try await gathered(sources, records: records(second), now: noon.addingTimeInterval(7201))
        #expect(server.requests.count == 2)
    }

    @Test func `a host's other feeds do not wait for a week because of one`() async throws {
        let server = try TestServer {
            $0.path == "/1" ? .status(429, [("Retry-After", "604800")]) : .ok(rss(1), type: "text/xml")
        }
        let sources = (1...2).map { FeedSource(url: server.url("/\($0)")) }
        let first = try await gathered(sources)
        let next = try await gathered(sources, records: records(first), now: noon.addingTimeInterval(21 * 3600))
        #expect(next.map(\.status).count { $0 == .fresh || $0 == .notModified } == 1)
        #expect(server.requests.map(\.path).filter { $0 == "/1" }.count == 1)
    }

    @Test func `a feed that is gone is asked no more`() async throws {
        let server = try TestServer { _ in .status(410) }
        let source = FeedSource(url: server.url("/rss"))
        let first = try await gathered([source])
        #expect(first[0].failure?.reason.contains("answered 410: the feed is gone") == true)
        let second = try await gathered([source], records: records(first))
        #expect(second[0].status == .paused(since: noon))
        #expect(server.requests.count == 1)
    }

    @Test func `a permanent move is believed at the third sighting, told once, and undone when it fails`() async throws
    {
        let isDown = Mutex(false)
        let server = try TestServer { request in
            if request.path == "/old" { return .redirect(301, to: "/new") }
            return isDown.withLock(\.self) ? .status(404) : .ok(rss(1), type: "text/xml")
        }
        let source = FeedSource(url: server.url("/old"), givenName: "Example")
        var last: [Gathered] = []
        for _ in 1...5 { last = try await gathered([source], records: records(last)) }
        #expect(server.paths == ["/old", "/new", "/old", "/new", "/old", "/new", "/new", "/new"])
        #expect(last[0].notices.isEmpty)
        #expect(last[0].record.moved?.to == server.url("/new"))
        isDown.withLock { $0 = true }
        last = try await gathered([source], records: records(last))
        #expect(last[0].record.moved == nil)
    }

    @Test func `the third sighting of a move is worth a notice`() async throws {
        let server = try TestServer { $0.path == "/old" ? .redirect(308, to: "/new") : .ok(rss(1), type: "text/xml") }
        let source = FeedSource(url: server.url("/old"), givenName: "Example")
        var notices: [[String]] = []
        var last: [Gathered] = []
        for _ in 1...4 {
            last = try await gathered([source], records: records(last))
            notices.append(last[0].notices)
        }
        let told =
            "has moved to \(server.url("/new")) and is requested there from now on; change it in the configuration"
        #expect(notices == [[], [], [told], []])
    }

    @Test func `what a limit takes from a text is told once`() async throws {
        let deep = String(repeating: "<div>", count: 300)
        let item = "<title>A</title><link>https://a.example/1</link><description><![CDATA[\(deep)words]]></description>"
        let feed = "<rss><channel><item>\(item)</item></channel></rss>"
        let server = try TestServer { _ in .ok(feed, type: "text/xml") }
        let source = FeedSource(url: server.url("/"), givenName: "Example")
        let first = try await gathered([source])
        #expect(first[0].notices == ["elements are nested more than 256 deep; they are closed there"])
        #expect(first[0].items.map(\.summary) == ["words"])
        #expect(try await gathered([source], records: records(first))[0].notices == [])
    }

    @Test func `a temporary redirect is followed and forgotten`() async throws {
        let server = try TestServer { $0.path == "/old" ? .redirect(302, to: "/new") : .ok(rss(1), type: "text/xml") }
        let result = try await gathered([FeedSource(url: server.url("/old"))])[0]
        #expect(result.items.count == 1)
        #expect(result.record.moved == nil)
    }

    @Test func `a new feed starts with its newest few and the rest is past`() async throws {
        let dates = ["20", "19", "21", "18"].map { "\($0) Nov 2026 08:00:00 GMT" }
        let items = zip("ABCD", dates).map { (title: "\($0)", link: "https://a.example/\($0)", date: Optional($1)) }
        let count = Mutex(0)
        let server = try TestServer { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return .ok(FeedStandIn.rss("Example \(number)", items), type: "text/xml")
        }
        let source = FeedSource(url: server.url("/rss"), firstItems: 2)
        let first = try await gathered([source])
        #expect(first[0].items.map(\.title) == ["A", "C"])
        #expect(first[0].past.map(\.title) == ["B", "D"])
        let second = try await gathered([source], records: records(first))
        #expect(second[0].items.map(\.title) == ["A", "B", "C", "D"])
        #expect(second[0].past.isEmpty)
    }

    @Test(arguments: [
        (["20", "19", "21"], ["A", "C"]), (["20", nil, "21"], ["A", "B"]), ([nil, nil, nil], ["A", "B"]),
    ])
    func `a limit takes the newest by date, by place where dates are missing`(
        days: [String?], titles: [String]
    ) async throws {
        let items = zip("ABC", days).map { name, day in
            (title: "\(name)", link: "https://a.example/\(name)", date: day.map { "\($0) Nov 2026 08:00:00 GMT" })
        }
        let feed = FeedStandIn.rss("Example", items)
        let server = try TestServer { _ in .ok(feed, type: "text/xml") }
        let source = FeedSource(url: server.url("/rss"), limit: 2)
        let known = ["feed:\(source.url)": SourceRecord { $0.started = noon }]
        #expect(try await gathered([source], records: known)[0].items.map(\.title) == titles)
    }

    @Test(arguments: [
        ("https://www.example.org/rss", "example.org"), ("https://m.example.org/rss", "example.org"),
        ("https://amp.www.example.org/rss", "example.org"), ("https://news.example.org/rss", "news.example.org"),
        ("https://www.co.uk/rss", "www.co.uk"), ("file:///home/anna/news.xml", "news.xml"),
    ]) func `a feed without a name is shown as its publisher's host or its file`(url: String, name: String) {
        #expect(FeedSource(url: url).name == name)
    }

    @Test func `its own name, ttl and skipped hours are remembered`() async throws {
        let channel = "<ttl>90</ttl><skipHours><hour>3</hour></skipHours><skipDays><day>Sunday</day></skipDays>"
        let server = try TestServer { _ in .ok(rss(1, channel), type: "text/xml") }
        let result = try await gathered([FeedSource(url: server.url("/rss"))])[0]
        #expect(result.name == "Example Daily")
        #expect(result.record.title == "Example Daily")
        #expect(result.record.nextAllowed == noon.addingTimeInterval(5400))
        #expect(result.record.skipHours == [3])
        #expect(result.record.skipDays == ["Sunday"])
    }

    @Test(arguments: [
        (Reply.ok("<!doctype html><html><body>Hello</body></html>", type: "text/html"), "sources add"),
        (.ok("", type: "text/xml"), "empty"), (.status(404), "answered 404"),
        (.status(401), "a key in the feed's headers"),
        (.ok("{\"a\":", type: "application/json"), "JSON"), (.closed, "broke off"),
        (.silent, "sent nothing for 1 s"),
        (.status(304), "answered 304"),
    ])
    func `a document that is not a feed is one failure that says what to do`(reply: Reply, words: String) async throws {
        let server = try TestServer { _ in reply }
        let result = try await gathered(
            [FeedSource(url: server.url("/rss"), givenName: "Example")], idle: .seconds(1))[0]
        #expect(result.failure?.description.hasPrefix("gather 'Example': \(server.url("/rss"))") == true)
        #expect(result.failure?.reason.contains(words) == true)
        #expect(result.record.etag == nil)
        #expect(result.record.reason == result.failure?.reason)
    }

    @Test func `a body that cannot be read leaves the validators of the last good one`() async throws {
        let server = try TestServer { _ in .ok("<html></html>", type: "text/html", [("ETag", "\"page\"")]) }
        let source = FeedSource(url: server.url("/rss"))
        let known = [source.id: SourceRecord { ($0.etag, $0.lastBody) = ("\"good\"", noon) }]
        #expect(try await gathered([source], records: known)[0].record.etag == "\"good\"")
    }

    @Test func `a feed may be in a file`() async throws {
        let file = URL.temporaryDirectory.appending(path: "gather-\(UUID().uuidString).xml")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(rss(2).utf8).write(to: file)
        let result = try await gathered([FeedSource(url: file.absoluteString)])[0]
        #expect(result.items.count == 2)
        let missing = try await gathered([FeedSource(url: "file:///nowhere/feed.xml", givenName: "Here")])[0]
        #expect(missing.failure?.description.hasPrefix("gather 'Here': /nowhere/feed.xml cannot be read: ") == true)
    }

    @Test func `a feed's headers are sent to its own host alone`() async throws {
        let other = try TestServer(on: .ipv6) { _ in .ok(rss(1), type: "text/xml") }
        let server = try TestServer { _ in .redirect(301, to: other.url("/new")) }
        let source = FeedSource(
            url: server.url("/old"), headers: [HTTPHeader("Authorization", "Bearer abc")])
        var last: [Gathered] = []
        for _ in 1...4 { last = try await gathered([source], records: records(last)) }
        #expect(last[0].status == .notModified)
        #expect(server.requests.first?.header("Authorization") == "Bearer abc")
        #expect(other.requests.count == 4)
        #expect(other.requests.allSatisfy { $0.header("Authorization") == nil })
    }

    @Test func `user name and password of an address are kept out of the source's identity`() {
        #expect(FeedSource(url: "https://ada:secret@a.example/rss").id == "feed:https://a.example/rss")
    }
}

private func rss(_ count: Int, _ channel: String = "") -> String {
    FeedStandIn.rss(
        "Example Daily", (1...count).map { ("Story \($0)", "https://daily.example/\($0)", nil) }, channel: channel)
}
