import Foundation
import TestServer
import Testing

/// What left the competition without having been shown, and what comes next time.
@Suite(.ownThread) struct SilenceTests {
    private let world: World

    init() throws {
        world = try World("sources = [\"feeds\"]\n[digest]\n", feeds: ["/feed", "/copy"]) { _ in }
        answer()
        _ = try world.run("--quiet")
    }

    /// - Parameter copies: titles that the second feed has, too.
    private func answer(_ titles: Int..., copies: [Int] = []) {
        let date = "Sun, 22 Nov 2026 06:00:00 GMT"
        func feed(_ titles: [Int], of host: String) -> Reply {
            .ok(
                FeedStandIn.rss(
                    "Feed", titles.map { (NewnessTests.titles[$0], "https://\(host).example/\($0)", date) }),
                type: "application/rss+xml")
        }
        world.change {
            $0.feeds["/feed"] = feed(titles, of: "publisher")
            $0.feeds["/copy"] = feed(copies, of: "other")
        }
    }

    private func configure(_ digest: String, after: String = "") throws {
        try world.configure("sources = [\"feeds\"]\n\(after)[digest]\n\(digest)\n", feeds: ["/feed", "/copy"])
    }

    private func digest(at now: String, _ options: String...) throws -> (stories: Int, leftOut: Int?, leftOver: Int?) {
        let options = options.map { " \($0)" }.joined()
        let result = try world.shell("--even-if-empty --format json\(options)", at: now)
        let json = try #require(try JSONSerialization.jsonObject(with: result.bytes) as? [String: Any])
        let sections = json["sections"] as? [[String: Any]] ?? []
        return (
            sections.reduce(0) { $0 + ($1["stories"] as? [Any] ?? []).count }, json["left_out"] as? Int,
            json["left_over"] as? Int
        )
    }

    private func leftOut(at now: String) throws -> Int? {
        let status = try world.run("status", "--format", "json", at: now)
        return (try JSONSerialization.jsonObject(with: status.bytes) as? [String: Any])?["left_out"] as? Int
    }

    @Test func `what is dropped is counted once, and stays dropped whatever runs come between`() throws {
        defer { world.end() }
        try configure("max_items = 1\nleftovers = \"drop\"")
        answer(1, 2, 3)
        #expect(try digest(at: "2026-11-22T08:00:00Z") == (1, 0, 2))
        #expect(try leftOut(at: "2026-11-22T08:30:00Z") == 2)
        #expect(try digest(at: "2026-11-22T09:00:00Z", "--since 10m") == (0, 0, 0))
        answer(1, 2, 3, 4)
        #expect(try digest(at: "2026-11-22T10:00:00Z") == (1, 2, 0))
        for hour in 11...13 { #expect(try digest(at: "2026-11-22T\(hour):00:00Z") == (0, 0, 0)) }
        let reasons = try [1, 2, 3].map { try world.run("why", "https://publisher.example/\($0)").stdout }
        #expect(reasons.count { $0.contains("was dropped, because of leftovers") } == 2)
        #expect(try digest(at: "2026-11-22T14:00:00Z", "--include-sent", "--dry-run").stories == 1)
    }

    @Test func `what waits leads the next digest, whatever runs come between`() throws {
        defer { world.end() }
        try configure("max_items = 1\nleftovers = \"lead\"")
        answer(1, 2)
        #expect(try digest(at: "2026-11-22T08:00:00Z") == (1, 0, 1))
        #expect(try digest(at: "2026-11-22T09:00:00Z", "--since 10m") == (0, 0, 0))
        answer(1, 2, 3, 4, 5, copies: [3, 4, 5])
        #expect(try digest(at: "2026-11-22T10:00:00Z").stories == 1)
        let sent = try world.run("history").stdout
        #expect([1, 2].allSatisfy { sent.contains(NewnessTests.titles[$0]) }, "\(sent)")
    }

    @Test func `copies count once`() throws {
        defer { world.end() }
        try configure("max_items = 1")
        answer(1, 2, copies: [1, 2])
        #expect(try digest(at: "2026-11-22T08:00:00Z") == (1, 0, 1))
        #expect(try digest(at: "2026-11-25T08:00:00Z") == (0, 1, 0))
        #expect(try world.run("status", "--list", at: "2026-11-25T08:00:00Z").lines.count { $0.hasPrefix("  ") } == 1)
    }

    @Test func `a story waits as long as a copy of it competes, and is then left out once`() throws {
        defer { world.end() }
        try configure("max_items = 1")
        answer(1, 2, 3)
        #expect(try digest(at: "2026-11-22T08:00:00Z") == (1, 0, 2))
        answer(1, 2, 3, copies: [1, 2, 3])
        #expect(try digest(at: "2026-11-23T08:00:00Z") == (1, 0, 1))
        #expect(try leftOut(at: "2026-11-24T09:00:00Z") == 0)
        try world.configure("sources = [\"feeds\"]\n[digest]\nmax_items = 1", feeds: ["/copy"])
        #expect(try leftOut(at: "2026-11-25T09:00:00Z") == 1)
        #expect(try digest(at: "2026-11-25T09:00:00Z") == (0, 1, 0))
    }

    @Test func `a story is not left out while '--since' keeps its copy for the next time`() throws {
        defer { world.end() }
        try configure("max_items = 1")
        answer(1, 2)
        #expect(try digest(at: "2026-11-22T08:00:00Z") == (1, 0, 1))
        answer(copies: [1, 2])
        #expect(try digest(at: "2026-11-25T08:00:00Z", "--since 10m").leftOut == 0)
        #expect(try digest(at: "2026-11-25T09:00:00Z") == (1, 0, 0))
    }

    @Test func `what left its feed while it waited has a reason when it is left out`() throws {
        defer { world.end() }
        try configure("max_items = 1")
        answer(1, 2, 3, 4)
        #expect(try digest(at: "2026-11-22T08:00:00Z") == (1, 0, 3))
        answer()
        for day in 23...24 { #expect(try digest(at: "2026-11-\(day)T08:00:00Z").stories == 1) }
        #expect(try digest(at: "2026-11-25T08:00:00Z") == (0, 1, 0))
        let reasons = try (1...4).map { number in
            try world.run("why", "https://publisher.example/\(number)", at: "2026-11-25T09:00:00Z").lines.last ?? ""
        }
        #expect(!reasons.contains { $0.contains("queued") }, "\(reasons)")
        #expect(reasons.count { $0.contains("25 Nov 2026, 08:00, default: too old, first seen") } == 1, "\(reasons)")
        let shown = try world.run("sources", "show", "Feed /feed", at: "2026-11-25T09:00:00Z").stdout
        #expect(shown.contains("too old") && !shown.contains("queued"), "\(shown)")
    }

    @Test(arguments: [true, false])
    func `items of one source that share a page or a title are no copies`(isPage: Bool) throws {
        defer { world.end() }
        try configure("max_items = 1")
        let items = (1...4).map { number in
            let title = isPage ? NewnessTests.titles[number] : "Flood advisory issued for the county of Holm"
            let page = isPage ? "notes#\(number)" : "advisory/\(number)"
            return "<item><title>\(title)</title><link>https://publisher.example/\(page)</link>"
                + (isPage ? "" : "<description>\(NewnessTests.titles[number]).</description>")
                + "<pubDate>Sun, 22 Nov 2026 0\(number):00:00 GMT</pubDate></item>"
        }
        world.change {
            $0.feeds["/feed"] = .ok(
                "<rss version=\"2.0\"><channel><title>Feed</title>\(items.joined())</channel></rss>",
                type: "application/rss+xml")
        }
        #expect(try digest(at: "2026-11-22T08:00:00Z") == (1, 0, 3))
        #expect(try digest(at: "2026-11-25T08:00:00Z") == (0, 3, 0))
    }

    @Test(arguments: ["exclude", "categories"])
    func `what a filter or a section keeps out is not left out`(change: String) throws {
        defer { world.end() }
        try configure("max_items = 1")
        answer(1, 2, 3)
        #expect(try digest(at: "2026-11-22T08:00:00Z") == (1, 0, 2))
        if change == "categories" {
            try configure("categories = [\"sports\"]")
            try world.binary.write(
                world.binary.read("config.toml").replacing(
                    "name = \"Feed /copy\"\ncategory = \"technology\"", with: "category = \"sports\""),
                to: "config.toml")
        } else {
            try configure("", after: "[interest]\nexclude = [\"bakery\", \"ferry\", \"museum\"]\n")
        }
        #expect(try digest(at: "2026-11-22T09:00:00Z") == (0, 0, 0))
        #expect(try digest(at: "2026-11-25T08:00:00Z") == (0, 0, 0))
        #expect(try leftOut(at: "2026-11-25T08:00:00Z") == 0)
    }

    @Test func `the stories of a source that the configuration keeps out now neither wait nor are left out`() throws {
        defer { world.end() }
        try configure("max_items = 1")
        answer(1, 2, 3)
        #expect(try digest(at: "2026-11-22T08:00:00Z") == (1, 0, 2))
        try world.configure("sources = [\"feeds\"]\n[digest]\n", feeds: ["/copy"])
        func status(_ now: String) throws -> [String] {
            try world.run("status", at: now).lines.filter { $0.hasPrefix("queued") || $0.hasSuffix("left out") }
        }
        let before = try ["2026-11-22T08:30:00Z", "2026-11-25T08:30:00Z"].map(status)
        #expect(before == [["queued: 0 stories", "0 stories left out"], ["queued: 0 stories", "0 stories left out"]])
        #expect(try digest(at: "2026-11-25T09:00:00Z") == (0, 0, 0))
        #expect(try status("2026-11-25T09:30:00Z") == before[1])
    }

    @Test func `what a first reading keeps out is not left out`() throws {
        defer { world.end() }
        world.change {
            $0.feeds["/new"] = NewnessTests.feed((0...4).map { ($0, "Sun, 22 Nov 2026 06:00:00") })
        }
        try world.configure("sources = [\"feeds\"]", feeds: ["/feed", "/new"])
        try world.binary.write(try world.binary.read("config.toml") + "first_items = 2\n", to: "config.toml")
        #expect(try digest(at: "2026-11-22T08:00:00Z") == (2, 0, 0))
        #expect(try digest(at: "2026-11-25T08:00:00Z") == (0, 0, 0))
    }

    @Test(arguments: [("2026-11-22", 1), ("2026-11-25", 0)])
    func `only what still competes after as long a time as passed since the last digest comes next time`(
        day: String, count: Int
    ) throws {
        defer { world.end() }
        try configure("max_items = 1\nmax_age = \"30h\"")
        answer(1, 2)
        #expect(try digest(at: "\(day)T08:00:00Z") == (1, 0, count))
    }

    @Test(arguments: [
        ["08:00:00", "08:00:00", "08:00:00", "08:00:00"], ["08:00:09", "08:00:02", "08:00:31", "08:00:05"],
        ["08:00:01", "08:03:00", "08:06:30", "08:00:04"], ["08:05:00", "08:00:00", "08:05:00", "08:00:00"],
    ])
    func `runs that start some seconds or minutes late say the same`(times: [String]) throws {
        defer { world.end() }
        try configure("max_items = 1")
        answer(1, 2, 3, 4, 5)
        let runs = try zip(22...25, times).map { try digest(at: "2026-11-\($0)T\($1)Z") }
        #expect(runs.map(\.stories) == [1, 1, 1, 0])
        #expect(runs.map(\.leftOver) == [4, 3, 0, 0])
        #expect(runs.map(\.leftOut) == [0, 0, 0, 2])
    }

    @Test(arguments: ["compete", "drop", "lead"])
    func `what an earlier digest keeps waiting is queued, and comes with the next one`(leftovers: String) throws {
        defer { world.end() }
        try configure("leftovers = \"\(leftovers)\"")
        try world.binary.write(
            world.binary.read("config.toml") + """

                [[deliver]]
                to = "command"
                command = ["sh", "-c", "test -e up || exit 73; cat >> all.md"]
                """, to: "config.toml")
        answer(1)
        #expect(try world.run(at: "2026-11-22T08:00:00Z").status == 76)
        for day in 23...26 {
            answer(day - 21)
            #expect(try world.run(at: "2026-11-\(day)T08:00:00Z").status == 76)
        }
        let status = try world.run("status", at: "2026-11-26T09:00:00Z").lines
        #expect(status.contains("queued: 4 stories") && status.contains("0 stories left out"), "\(status)")
        try world.binary.write("", to: "up")
        #expect(try world.run(at: "2026-11-27T08:00:00Z").status == 0)
        let all = try world.binary.read("all.md")
        #expect((1...5).allSatisfy { all.contains(NewnessTests.titles[$0]) }, "\(all)")
        #expect(try world.run("status", at: "2026-11-27T09:00:00Z").lines.contains("queued: 0 stories"))
    }
}
