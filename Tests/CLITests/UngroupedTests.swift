import Foundation
import TestServer
import Testing

/// `group = false`: each item of a feed is an entry of its own, and waits until it was shown.
@Suite(.ownThread) struct UngroupedTests {
    private let world: World

    init() throws {
        world = try World("sources = [\"feeds\"]") {
            $0.feeds["/alerts"] = Self.alerts([0])
            $0.feeds["/news"] = World.rss("Council opens the winter market")
        }
        try configure()
    }

    private func configure(_ digest: String = "max_items = 1\nmax_per_section = 1", _ feed: String = "group = false")
        throws
    {
        try world.binary.write(
            """
            timezone = "UTC"
            sources = ["feeds"]
            [digest]
            \(digest)
            [network]
            host_gap = "0s"
            [[feeds]]
            url = "\(world.server.url("/news"))"
            name = "News"
            category = "technology"
            [[feeds]]
            url = "\(world.server.url("/alerts"))"
            name = "Flood Desk"
            \(feed)

            """, to: "config.toml")
    }

    private static func alerts(_ numbers: [Int], title: String = "Flood advisory issued for Elsom") -> Reply {
        .ok(
            FeedStandIn.rss(
                "Alerts",
                numbers.map {
                    (title, "https://alerts.example/\($0)", "Sun, 22 Nov 2026 0\($0):00:00 GMT")
                }), type: "application/rss+xml")
    }

    private struct Section: Decodable, Equatable {
        struct Story: Decodable, Equatable {
            var url: String
            var sources: [String]
        }
        var category: String
        var title: String
        var stories: [Story]
    }

    private struct Digest: Decodable {
        var sections: [Section]
        var leftOut: Int

        /// The numbers of the alerts that are entries.
        var alerts: Set<String> {
            Set(
                sections.flatMap(\.stories).filter { $0.url.contains("alerts") }.compactMap {
                    $0.url.split(separator: "/").last.map(String.init)
                })
        }
    }

    private func digest(at now: String, _ options: String = "") throws -> Digest {
        let result = try world.shell("--even-if-empty --format json \(options)", at: now)
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Digest.self, from: result.bytes)
    }

    @Test func `each item is an entry of its own, in a section of its feed, and limits do not apply`() throws {
        defer { world.end() }
        #expect(try digest(at: "2026-11-22T08:00:00Z").sections.flatMap(\.stories).count == 1)
        world.change {
            $0.feeds["/alerts"] = Self.alerts([1, 2, 3, 4, 5, 6])
            $0.feeds["/news"] = World.rss("Bakery on the corner closes for repairs", "Ferry line buys an electric boat")
        }
        let next = try digest(at: "2026-11-22T09:00:00Z")
        #expect(next.alerts == ["1", "2", "3", "4", "5", "6"])
        #expect(next.sections.map(\.category) == ["technology", "Flood Desk"])
        #expect(next.sections.last?.title == "Flood Desk" && next.sections.first?.stories.count == 1)
        let page = try world.run("run", "--dry-run", "--include-sent", "--format", "html", at: "2026-11-22T10:00:00Z")
        #expect(page.stdout.ranges(of: "Flood advisory issued for Elsom").count >= 6)
    }

    @Test func `what --limit leaves out waits until it was shown, whatever its age`() throws {
        defer { world.end() }
        try configure("leftovers = \"drop\"")
        _ = try digest(at: "2026-11-22T08:00:00Z")
        world.change { $0.feeds["/alerts"] = Self.alerts([1, 2, 3, 4]) }
        #expect(try digest(at: "2026-11-22T09:00:00Z", "--limit 1").alerts.count == 1)
        world.change { $0.feeds["/alerts"] = Self.alerts([]) }
        #expect(try digest(at: "2026-11-28T09:00:00Z", "--limit 1").alerts.count == 1)
        let last = try digest(at: "2026-12-28T09:00:00Z")
        #expect(last.alerts.count == 2 && last.leftOut == 0)
        #expect(try digest(at: "2026-12-29T09:00:00Z").alerts.isEmpty)
    }

    @Test func `it holds for what is first seen since the feed has the key`() throws {
        defer { world.end() }
        try configure("max_items = 1", "")
        _ = try digest(at: "2026-11-22T08:00:00Z")
        world.change { $0.feeds["/alerts"] = Self.alerts([1, 2]) }
        let grouped = try digest(at: "2026-11-22T09:00:00Z")
        #expect(grouped.sections.flatMap(\.stories).count == 1)
        try configure("max_items = 1")
        world.change { $0.feeds["/alerts"] = Self.alerts([1, 2, 3, 4]) }
        let next = try digest(at: "2026-11-22T10:00:00Z")
        #expect(next.alerts.isSuperset(of: ["3", "4"]))
        // Without the key again, the ordinary rules count again.
        try configure("max_items = 1", "")
        world.change { $0.feeds["/alerts"] = Self.alerts([5, 6, 7]) }
        #expect(try digest(at: "2026-11-22T11:00:00Z").sections.flatMap(\.stories).count <= 1)
    }

    @Test func `a copy in another feed is still one entry`() throws {
        defer { world.end() }
        try configure()
        _ = try digest(at: "2026-11-22T08:00:00Z")
        let title = "Harbour authority closes the northern terminal after high water"
        world.change {
            $0.feeds["/alerts"] = Self.alerts([1], title: title)
            $0.feeds["/news"] = World.rss(title)
        }
        let both = try digest(at: "2026-11-22T09:00:00Z")
        #expect(both.sections.last?.stories.map(\.sources) == [["Flood Desk", "News"]], "\(both)")
        let later = "Harbour authority opens the southern terminal for all small boats"
        world.change { $0.feeds["/news"] = World.rss(later) }
        #expect(try digest(at: "2026-11-22T10:00:00Z").sections.count == 1)
        world.change { $0.feeds["/alerts"] = Self.alerts([2], title: later) }
        #expect(try digest(at: "2026-11-22T11:00:00Z").sections.isEmpty, "it was sent as a copy")
    }

    @Test(arguments: [(1, nil), (6, nil), (6, "Sun, 22 Nov 2026 08:05:00 GMT")], ["", " after a high tide"])
    func `what another feed of the publisher told is known by its address, whatever its date`(
        day: (later: Int, date: String?), more: String
    ) throws {
        defer { world.end() }
        try configure("max_items = 40")
        _ = try digest(at: "2026-11-22T08:00:00Z")
        let (title, link) = ("Harbour authority closes the northern terminal", "https://alerts.example/terminal")
        func feed(_ title: String, _ date: String?) -> Reply {
            .ok(FeedStandIn.rss("Feed", [(title, link, date)]), type: "application/rss+xml")
        }
        world.change { $0.feeds["/news"] = feed(title, day.date.map { _ in "Sun, 22 Nov 2026 08:00:00 GMT" }) }
        #expect(try digest(at: "2026-11-22T09:00:00Z").sections.count == 1)
        world.change { $0.feeds["/alerts"] = feed(title + more, day.date) }
        #expect(try digest(at: "2026-11-\(22 + day.later)T10:00:00Z").sections.isEmpty)
    }

    @Test func `filters and first_items apply, and check warns of a limit`() throws {
        defer { world.end() }
        world.change { $0.feeds["/alerts"] = Self.alerts([0, 1, 2, 3]) }
        try configure("max_items = 40", "group = false\nfirst_items = 2\nlimit = 1\nexclude = [\"thunder\"]")
        let first = try digest(at: "2026-11-22T08:00:00Z").alerts
        #expect(first.count == 1, "the ordinary rules")
        world.change { $0.feeds["/alerts"] = Self.alerts([4, 5], title: "Thunder advisory for Elsom") }
        #expect(try digest(at: "2026-11-22T09:00:00Z").alerts.union(first) == ["2", "3"])
        #expect(try digest(at: "2026-11-22T10:00:00Z").alerts.isEmpty)
        let check = try world.run("check")
        #expect(
            (check.stdout + check.stderr).contains(
                "'limit' of 'Flood Desk' does not apply beside group = false; remove it"))
    }
}
