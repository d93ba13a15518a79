import Foundation
import TestServer
import Testing

/// When an article is new, and when it is too old.
@Suite(.ownThread) struct NewnessTests {
    /// Titles with nothing in common, so that each is a story of its own.
    static let titles = [
        "Council opens the winter market", "Bakery on the corner closes for repairs",
        "Ferry line buys an electric boat", "Museum of clocks counts its visitors",
        "Zebra escapes from a circus at Holm", "Vineyard owners sue over pesticides",
        "Students map the caves of Elsom", "Old tram depot becomes a library",
    ]

    /// - Parameter posts: titles by number, with their dates.
    static func feed(_ posts: [(title: Int, date: String)]) -> Reply {
        .ok(
            FeedStandIn.rss(
                "Feed", posts.map { (titles[$0.title], "https://publisher.example/\($0.title)", "\($0.date) GMT") }),
            type: "application/rss+xml")
    }

    private func world(_ digest: String = "", _ posts: (title: Int, date: String)...) throws -> World {
        try World("sources = [\"feeds\"]\n[digest]\n\(digest)") { $0.feeds["/feed"] = Self.feed(posts) }
    }

    private func shown(_ result: Binary.Result) -> Set<Int> {
        Set(Self.titles.indices.filter { result.stdout.contains("### [\(Self.titles[$0])") })
    }

    private func leftOut(_ result: Binary.Result) throws -> Int? {
        try (JSONSerialization.jsonObject(with: result.bytes) as? [String: Any])?["left_out"] as? Int
    }

    @Test func `after a holiday nothing of it is too old, and nothing older comes back`() throws {
        let world = try world("", (0, "Sat, 21 Nov 2026 06:00:00"), (1, "Sun, 15 Nov 2026 06:00:00"))
        defer { world.end() }
        #expect(try shown(world.run()) == [0])
        world.change {
            $0.feeds["/feed"] = Self.feed([
                (2, "Sat, 21 Nov 2026 09:00:00"), (3, "Sat, 28 Nov 2026 09:00:00"), (1, "Sun, 15 Nov 2026 06:00:00"),
            ])
        }
        #expect(try shown(world.run(at: "2026-11-29T08:00:00Z")) == [2, 3])
    }

    @Test func `a post with an old date is new in a known feed, and one of last year is not`() throws {
        let world = try world("", (0, "Sat, 21 Nov 2026 06:00:00"))
        defer { world.end() }
        _ = try world.run()
        world.change {
            $0.feeds["/feed"] = Self.feed([
                (0, "Sat, 21 Nov 2026 06:00:00"), (1, "Sun, 01 Nov 2026 06:00:00"), (2, "Sun, 01 Nov 2025 06:00:00"),
            ])
        }
        #expect(try shown(world.run(at: "2026-11-22T08:00:00Z")) == [1])
        let why = try world.run("why", "https://publisher.example/2").stdout
        #expect(why.contains("more than 30 days before it was first seen"))
    }

    @Test func `an item in which an answer breaks off comes once, when it is whole`() throws {
        let whole = FeedStandIn.rss(
            "Feed",
            [
                (Self.titles[0], "https://publisher.example/0", "Sat, 21 Nov 2026 06:00:00 GMT"),
                (Self.titles[1], "https://publisher.example/1", "Sat, 21 Nov 2026 06:00:00 GMT"),
            ])
        let end = try #require(whole.range(of: "closes for")).lowerBound
        func reply(_ text: some StringProtocol) -> Reply {
            .ok(String(text), type: "application/rss+xml", [("ETag", "\"1\"")])
        }
        let world = try World("sources = [\"feeds\"]") { $0.feeds["/feed"] = reply(whole[..<end]) }
        defer { world.end() }
        let first = try world.run()
        #expect(shown(first) == [0])
        #expect(first.stderr.contains("the XML breaks off inside an item; kept the first item"))
        world.change { $0.feeds["/feed"] = reply(whole) }
        let second = try world.run(at: "2026-11-21T12:00:00Z")
        #expect(shown(second) == [1])
        let sent = world.server.requests.filter { $0.path == "/feed" }
        #expect(sent.count == 2)
        #expect(sent.allSatisfy { $0.header("If-None-Match") == nil })
    }

    @Test(arguments: [0, 1]) func `an answer that breaks off is no first reading`(items: Int) throws {
        let whole = FeedStandIn.rss(
            "Feed",
            Self.titles.enumerated().map {
                ($1, "https://publisher.example/\($0)", "Sun, 15 Nov 2026 06:0\($0):00 GMT")
            })
        let ends = whole.ranges(of: "<item>").map(\.lowerBound)
        let world = try World("sources = [\"feeds\"]") {
            $0.feeds["/feed"] = .ok(String(whole[..<ends[items]]), type: "application/rss+xml")
        }
        defer { world.end() }
        #expect(try shown(world.run()) == [])
        world.change { $0.feeds["/feed"] = .ok(whole, type: "application/rss+xml") }
        #expect(try shown(world.run(at: "2026-11-22T08:00:00Z")) == [])
    }

    @Test func `what was stored after a digest that was made while the clock was ahead is not too old`() throws {
        let world = try world("", (0, "Sat, 21 Nov 2026 06:00:00"))
        defer { world.end() }
        try world.addReader("weekly", feed: "category = \"technology\"")
        func run(_ profile: [String], _ titles: [Int], at time: String) throws {
            let posts = titles.map { (title: $0, date: "Sat, 21 Nov 2026 0\($0):00:00") }
            world.change { $0.feeds["/feed"] = Self.feed(posts) }
            #expect(try world.binary.run(["--quiet"] + profile + world.options(at: time)).status == 0)
        }
        try run(["--profile", "weekly"], [0], at: "2026-11-21T08:00:00Z")
        try run(["--profile", "weekly"], [0, 1], at: "2026-11-21T18:00:00Z")
        try run([], [0, 1, 2], at: "2026-11-21T11:00:00Z")
        try run(["--profile", "weekly"], [2, 3], at: "2026-11-29T08:00:00Z")
        let digest = try world.binary.read("weekly.md")
        #expect(Self.titles.indices.filter { digest.contains("### [\(Self.titles[$0])") } == [2, 3])
        try run(["--profile", "weekly"], [2, 3, 4], at: "2026-12-06T08:00:00Z")
        #expect(try !world.binary.read("weekly.md").contains(Self.titles[3]))
    }

    @Test func `what comes after a feed was first read while the clock was ahead is new`() throws {
        let world = try world("", (0, "Thu, 19 Nov 2026 06:00:00"))
        defer { world.end() }
        #expect(try shown(world.run(at: "2036-11-20T08:00:00Z")) == [])
        world.change {
            $0.feeds["/feed"] = Self.feed([(0, "Thu, 19 Nov 2026 06:00:00"), (1, "Sun, 15 Nov 2026 06:00:00")])
        }
        #expect(try shown(world.run(at: "2026-11-21T08:00:00Z")) == [1])
    }

    @Test func `the first answer of a feed may be empty`() throws {
        let world = try world()
        defer { world.end() }
        _ = try world.run()
        world.change { $0.feeds["/feed"] = Self.feed([(0, "Sun, 01 Nov 2026 06:00:00")]) }
        #expect(try shown(world.run(at: "2026-11-22T08:00:00Z")) == [0])
    }

    @Test func `what competed is too old when max_age has passed, and why says so`() throws {
        let world = try world("max_items = 1", (0, "Sat, 21 Nov 2026 06:00:00"))
        defer { world.end() }
        _ = try world.run()
        let posts = [1, 2, 3, 4].map { (title: $0, date: "Sun, 22 Nov 2026 06:00:00") }
        world.change { $0.feeds["/feed"] = Self.feed(posts) }
        let days = ["22", "23", "24", "25", "26"]
        let sent = try days.map { try shown(world.run(at: "2026-11-\($0)T08:00:00Z")).count }
        #expect(sent == [1, 1, 1, 0, 0])
        #expect(try leftOut(world.run("--even-if-empty", "--format", "json", at: "2026-11-26T09:00:00Z")) == 1)
        #expect(try leftOut(world.run("--even-if-empty", "--format", "json", at: "2026-11-26T10:00:00Z")) == 0)
        let reasons = try posts.map { try world.run("why", "https://publisher.example/\($0.title)").stdout }
        #expect(reasons.contains { $0.contains("too old, first seen 2026-11-22T08:00:00Z") })
    }

    @Test func `a run with nothing to choose and a dry run`() throws {
        let world = try world("", (0, "Sat, 21 Nov 2026 06:00:00"))
        defer { world.end() }
        _ = try world.run()
        world.change {
            $0.feeds["/feed"] = Self.feed([(1, "Sun, 22 Nov 2026 06:00:00"), (2, "Sun, 22 Nov 2026 06:00:00")])
        }
        // The first one leaves both out by the command line, the second one shows both and changes nothing.
        #expect(try shown(world.run("--since", "1h", at: "2026-11-22T08:00:00Z")) == [])
        #expect(try shown(world.run("--dry-run", at: "2026-11-25T08:00:00Z")) == [1, 2])
        #expect(try shown(world.run(at: "2026-11-26T08:00:00Z")) == [1, 2])
    }

    @Test func `what a digest of --since promised comes next time, and then is too old`() throws {
        let world = try world(
            "max_items = 1", (0, "Sat, 21 Nov 2026 06:00:00"), (1, "Mon, 16 Nov 2026 06:00:00"),
            (2, "Mon, 16 Nov 2026 05:00:00"), (3, "Mon, 16 Nov 2026 04:00:00"))
        defer { world.end() }
        let first = try world.run("--since", "8d")
        #expect(shown(first).count == 1)
        #expect(first.stdout.contains("3 more next time"))
        #expect(try shown(world.run(at: "2026-11-22T08:00:00Z")).count == 1)
        #expect(try shown(world.run(at: "2026-11-23T08:00:00Z")).count == 0)
    }

    @Test func `only what will still compete comes next time`() throws {
        let world = try world("max_items = 1", (0, "Sat, 21 Nov 2026 06:00:00"), (1, "Thu, 19 Nov 2026 12:00:00"))
        defer { world.end() }
        #expect(try !world.run().stdout.contains("next time"))
    }

    @Test func `each source has its own last digest`() throws {
        let world = try World(feeds: ["/daily", "/weekly"]) {
            $0.feeds["/daily"] = Self.feed([(0, "Sat, 21 Nov 2026 06:00:00")])
            $0.feeds["/weekly"] = Self.feed([(1, "Sat, 21 Nov 2026 06:00:00")])
        }
        defer { world.end() }
        try world.binary.write(
            world.binary.read("config.toml").replacing("timezone", with: "sources = [\"feeds\"]\ntimezone")
                .replacing("name = \"Feed /weekly\"\ncategory = \"technology\"", with: "category = \"sports\""),
            to: "config.toml")
        for section in ["technology", "sports"] { _ = try world.run("--category", section) }
        world.change {
            $0.feeds["/daily"] = Self.feed([(2, "Sat, 21 Nov 2026 09:00:00")])
            $0.feeds["/weekly"] = Self.feed([(3, "Sat, 21 Nov 2026 09:00:00")])
        }
        for day in 22...27 { _ = try world.run("--category", "technology", at: "2026-11-\(day)T08:00:00Z") }
        #expect(try shown(world.run("--category", "sports", at: "2026-11-28T08:00:00Z")) == [3])
    }

    @Test func `a new reader of a known feed sees what was published within max_age`() throws {
        let world = try world("", (0, "Sat, 21 Nov 2026 06:00:00"))
        defer { world.end() }
        _ = try world.run()
        world.change {
            $0.feeds["/feed"] = Self.feed([(1, "Sun, 08 Nov 2026 06:00:00"), (2, "Sun, 22 Nov 2026 06:00:00")])
        }
        _ = try world.run(at: "2026-11-22T08:00:00Z")
        try world.addReader("anna", feed: "category = \"technology\"")
        for hour in ["09", "10"] {
            _ = try world.run("--profile", "anna", at: "2026-11-22T\(hour):00:00Z")
            let page = try world.binary.read("anna.md")
            #expect(page.contains(Self.titles[2]))
            #expect(!page.contains(Self.titles[1]))
        }
    }

    @Test func `a digest waits 14 days, and what is given up then competes once more`() throws {
        let world = try world("", (0, "Sat, 21 Nov 2026 06:00:00"))
        defer { world.end() }
        try world.binary.write(
            world.binary.read("config.toml") + "\n[[deliver]]\nto = \"file\"\npath = \"gone/d.md\"\n", to: "config.toml"
        )
        #expect(try world.run().status == 76)
        #expect(try !world.run(at: "2026-12-05T08:00:00Z").stderr.contains("given up"))
        let late = try world.run(at: "2026-12-05T09:00:00Z")
        #expect(late.stderr.contains("its 1 story competes once more"), "\(late.stderr)")
        try world.binary.write("", to: "gone/x")
        _ = try world.run(at: "2026-12-06T08:00:00Z")
        #expect(try world.binary.read("gone/d.md").contains(Self.titles[0]))
    }

    @Test(arguments: [
        ["1970-01-01T00:05:00Z", "2026-11-21T08:00:00Z"], ["2026-11-21T08:00:00Z", "2028-01-21T08:00:00Z"],
    ])
    func `a digest waits for its destination also if the clock is wrong for one run`(times: [String]) throws {
        let world = try world("", (0, "Sat, 21 Nov 2026 06:00:00"))
        defer { world.end() }
        try append("[[deliver]]\nto = \"file\"\npath = \"gone/d.md\"", to: world)
        for time in times + ["2026-11-22T08:00:00Z", "2026-12-05T08:00:00Z"] {
            let run = try world.run(at: time)
            #expect(run.status == 76 && !run.stderr.contains("given up"), "\(run.stderr)")
        }
        #expect(try world.run(at: "2026-12-06T09:00:00Z").stderr.contains("its 1 story competes once more"))
    }

    /// A feed whose first answer is known, and which has these posts since then.
    private func known(_ digest: String = "", since posts: (title: Int, date: String)...) throws -> World {
        let world = try world(digest, (0, "Sat, 21 Nov 2026 06:00:00"))
        _ = try world.run()
        world.change { $0.feeds["/feed"] = Self.feed(posts) }
        return world
    }

    private func append(_ text: String, to world: World) throws {
        try world.binary.write(world.binary.read("config.toml") + "\n" + text + "\n", to: "config.toml")
    }

    @Test func `what the choosing run had gathered was there, delivered or not`() throws {
        let world = try known(
            "max_items = 1", since: (1, "Sun, 22 Nov 2026 06:00:00"), (2, "Sun, 22 Nov 2026 06:00:00"))
        defer { world.end() }
        try append("[[deliver]]\nto = \"file\"\npath = \"gone/d.md\"", to: world)
        #expect(try world.run(at: "2026-11-22T08:00:00Z").status == 76)
        try world.binary.write("", to: "gone/x")
        #expect(try world.run(at: "2026-11-25T08:00:00Z").status == 0)
        let first = try world.binary.read("gone/d.md")
        #expect(try world.run(at: "2026-11-25T09:00:00Z").status == 0)
        #expect(try world.binary.read("gone/d.md") == first)
        let reasons = try [1, 2].map { try world.run("why", "https://publisher.example/\($0)").stdout }
        #expect(reasons.count { $0.contains("too old, first seen 2026-11-22T08:00:00Z") } == 1)
    }

    @Test(arguments: [true, false])
    func `a run that found nothing to choose counts`(isRun: Bool) throws {
        let world = try known(since: (1, "Sun, 22 Nov 2026 06:00:00"))
        defer { world.end() }
        try world.addReader("anna", feed: "category = \"technology\"")
        let plain = try world.binary.read("config.toml")
        _ = try world.run("--profile", "anna", at: "2026-11-22T08:00:00Z")
        try append("[interest]\nexclude = [\"bakery\"]", to: world)
        if isRun { #expect(try world.run(at: "2026-11-22T09:00:00Z").stdout.isEmpty) }
        try world.binary.write(plain, to: "config.toml")
        #expect(try shown(world.run(at: "2026-11-25T08:00:00Z")) == (isRun ? [] : [1]))
    }

    @Test(arguments: ["categories = [\"technology\"]", "off"])
    func `where the configuration has kept a source out since, its publications count`(reason: String) throws {
        let world = try World("sources = [\"feeds\"]\n[digest]\n") {
            $0.feeds["/feed"] = Self.feed([(0, "Sat, 21 Nov 2026 06:00:00")])
            $0.feeds["/b"] = Self.feed([(1, "Sat, 21 Nov 2026 06:00:00")])
        }
        defer { world.end() }
        try append("[[feeds]]\nurl = \"\(world.server.url("/b"))\"\ncategory = \"sports\"", to: world)
        let both = try world.binary.read("config.toml")
        #expect(try shown(world.run()) == [0, 1])
        try world.binary.write(
            reason == "off" ? both + "off = true\n" : both.replacing("[digest]\n", with: "[digest]\n\(reason)\n"),
            to: "config.toml")
        world.change {
            $0.feeds["/b"] = Self.feed([(2, "Sun, 22 Nov 2026 06:00:00"), (3, "Wed, 25 Nov 2026 20:00:00")])
        }
        #expect(try shown(world.run(at: "2026-11-22T08:00:00Z")) == [])
        try world.binary.write(both, to: "config.toml")
        #expect(try shown(world.run(at: "2026-11-26T08:00:00Z")) == [3])
        let why = try world.run("why", "https://publisher.example/2").stdout
        #expect(why.contains("more than max_age before its source could enter a digest"), "\(why)")
    }

    @Test func `--source keeps a source out of a digest`() throws {
        let world = try known(since: (1, "Sun, 22 Nov 2026 06:00:00"))
        defer { world.end() }
        try world.addReader("anna", feed: "category = \"technology\"")
        _ = try world.run("--profile", "anna", at: "2026-11-22T08:00:00Z")
        for day in 22...24 { _ = try world.run("--source", "newsapi", at: "2026-11-\(day)T09:00:00Z") }
        #expect(try shown(world.run(at: "2026-11-25T09:00:00Z")) == [1])
    }

    @Test func `a changed section does not keep a source out`() throws {
        let world = try known(
            "max_items = 1", since: (1, "Sun, 22 Nov 2026 06:00:00"), (2, "Sun, 22 Nov 2026 06:00:00"))
        defer { world.end() }
        #expect(try shown(world.run(at: "2026-11-22T08:00:00Z")).count == 1)
        try world.binary.write(
            world.binary.read("config.toml").replacing("category = \"technology\"", with: "category = \"science\""),
            to: "config.toml")
        #expect(try shown(world.run(at: "2026-11-25T08:00:00Z")) == [])
    }

    @Test func `--out beside destinations has its own last digest`() throws {
        let world = try known(since: (1, "Sun, 22 Nov 2026 06:00:00"))
        defer { world.end() }
        try append("[[deliver]]\nto = \"file\"\npath = \"d.md\"", to: world)
        _ = try world.run("--out", "-", at: "2026-11-22T08:00:00Z")
        // For the configured destination, the run above is no last digest.
        _ = try world.run(at: "2026-11-25T08:00:00Z")
        #expect(try world.binary.read("d.md").contains(Self.titles[1]))
        world.change { $0.feeds["/feed"] = Self.feed([(2, "Wed, 25 Nov 2026 12:00:00")]) }
        _ = try world.run(at: "2026-11-25T14:00:00Z")
        #expect(try shown(world.run("--out", "-", at: "2026-11-28T14:00:00Z")) == [2])
    }

    @Test func `an outage of a source or of a destination loses nothing`() throws {
        let world = try known(since: (1, "Sun, 22 Nov 2026 06:00:00"))
        defer { world.end() }
        try append(
            """
            [[deliver]]
            to = "command"
            command = ["sh", "-c", "test -e up || exit 73; cat >> all.md"]
            """, to: world)
        world.change { $0.faults["/feed"] = .status(500) }
        for day in 22...24 { _ = try world.run("--ask-all", at: "2026-11-\(day)T08:00:00Z") }
        world.change {
            $0.faults = [:]
            $0.feeds["/feed"] = Self.feed([(1, "Sun, 22 Nov 2026 06:00:00"), (2, "Tue, 24 Nov 2026 06:00:00")])
        }
        #expect(try world.run("--ask-all", at: "2026-11-25T08:00:00Z").status == 76)
        for day in 26...29 {
            world.change { $0.feeds["/feed"] = Self.feed([(day - 23, "\(day) Nov 2026 06:00:00")]) }
            #expect(try world.run(at: "2026-11-\(day)T08:00:00Z").status == 76)
        }
        try world.binary.write("", to: "up")
        #expect(try world.run(at: "2026-11-30T08:00:00Z").status == 0)
        let all = try world.binary.read("all.md")
        #expect(Set(Self.titles.indices.filter { all.contains(Self.titles[$0]) }) == [1, 2, 3, 4, 5, 6])
    }

    @Test(arguments: ["relevancy", "popularity", "publishedAt"])
    func `a search by relevancy or popularity goes by publication`(order: String) throws {
        func article(_ title: Int, _ date: String) -> NewsAPIStandIn.Article {
            .init("Elsom: " + Self.titles[title], url: "https://publisher.example/\(title)", publishedAt: date)
        }
        let world = try World("sources = [\"newsapi\"]") {
            $0.newsapi.archive = [article(0, "2026-11-21T06:00:00Z")]
        }
        defer { world.end() }
        try append("[[newsapi.everything]]\nquery = \"elsom\"\nsort_by = \"\(order)\"", to: world)
        _ = try world.run()
        world.change {
            $0.newsapi.archive = [article(1, "2026-11-10T06:00:00Z"), article(2, "2026-11-22T06:00:00Z")]
        }
        let next = try world.run(at: "2026-11-22T08:00:00Z").stdout
        #expect(next.contains(Self.titles[2]) && next.contains(Self.titles[1]) == (order == "publishedAt"), "\(next)")
        let why = try world.run("why", "https://publisher.example/1").stdout
        #expect(why.contains("in a search that is not by date") == (order != "publishedAt"), "\(why)")
    }

    @Test func `what another destination has counts as sent when it is given up`() throws {
        let world = try world("", (0, "Sat, 21 Nov 2026 06:00:00"))
        defer { world.end() }
        try append(
            ["ok.md", "gone/d.md"].map { "[[deliver]]\nto = \"file\"\npath = \"\($0)\"\n" }.joined(), to: world)
        #expect(try world.run().status == 76)
        let late = try world.run(at: "2026-12-05T09:00:00Z").stderr
        #expect(late.contains("'file \(world.binary.path("gone/d.md"))'"), "\(late)")
        let resend = try #require(late.firstMatch(of: /so its 1 story counts as sent; 'newsdigest (resend) (\w+)'/))
        try world.binary.write("", to: "gone/x")
        _ = try world.run(at: "2026-12-06T08:00:00Z")
        #expect(!world.binary.exists("gone/d.md"))
        #expect(try world.run(String(resend.1), String(resend.2)).status == 0)
        #expect(try world.binary.read("gone/d.md").contains(Self.titles[0]))
    }
}
