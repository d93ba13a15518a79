import Foundation
import TestServer
import Testing

@Suite(.ownThread) struct StatusTests {
    private func status(_ world: World, at now: String = World.now) throws -> [String: Any] {
        let result = try world.run("status", "--format", "json", at: now)
        #expect(result.status == 0 && result.stderr == "", "\(result.stderr)")
        return try #require(try JSONSerialization.jsonObject(with: result.bytes) as? [String: Any])
    }

    @Test func `the status before the first run has nothing, and after it what waits`() throws {
        let world = try World("sources = [\"feeds\"]\n[digest]\nmax_items = 1") {
            $0.feeds["/feed"] = World.rss(
                "Council opens the winter market", "Bakery on the corner closes for repairs",
                "Ferry line buys an electric boat")
        }
        defer { world.end() }
        let empty = try status(world)
        #expect(!world.binary.exists("s.sqlite"))
        #expect(empty["last_run"] is NSNull && empty["next_run"] is NSNull && empty["requests_left"] is NSNull)
        #expect(empty["queued"] as? Int == 0 && (empty["pending"] as? [Any])?.isEmpty == true)
        _ = try world.run()
        let first = try status(world)
        #expect(first["last_run"] as? String == World.now && first["queued"] as? Int == 2)
        #expect(first["left_out"] as? Int == 0)
        let later = try status(world, at: "2026-11-25T08:00:00Z")
        #expect(later["queued"] as? Int == 0 && later["left_out"] as? Int == 2)
        _ = try world.run(at: "2026-11-25T08:00:00Z")
        let last = try status(world, at: "2026-11-25T09:00:00Z")
        #expect(last["queued"] as? Int == 0 && last["left_out"] as? Int == 2)
        #expect(last["next_run"] as? String == "2026-11-29T08:00:00Z")
        let list = try world.run("status", "--list", at: "2026-11-25T09:00:00Z").lines
        #expect(list.contains("2 stories left out") && list.count { $0.hasPrefix("  ") } == 2, "\(list)")
        let json = try world.run("status", "--list", "--format", "json", at: "2026-11-25T09:00:00Z").stdout
        let fields = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let items = try #require(fields["left_out_items"] as? [[String: String]])
        #expect(items.count == 2 && items.allSatisfy { $0.keys.sorted() == ["id", "title", "url"] })
        #expect(last["left_out_items"] == nil)
    }

    @Test func `the stories of a digest that standard output did not take are queued`() throws {
        let world = try World("sources = [\"feeds\"]") {
            $0.feeds["/feed"] = World.rss("Council opens the winter market", "Ferry line buys an electric boat")
        }
        defer { world.end() }
        #expect(try world.shell("run > /dev/full").status == 73)
        #expect(try status(world)["queued"] as? Int == 2)
        #expect(try world.run().stdout.contains("Ferry line"))
        #expect(try status(world)["queued"] as? Int == 0)
    }

    @Test func `the status goes to a file as a run does`() throws {
        let world = try World("sources = [\"feeds\"]") {
            $0.feeds["/feed"] = World.rss("Council opens the winter market")
        }
        defer { world.end() }
        _ = try world.run()
        func write(_ path: String, _ options: String...) throws -> Binary.Result {
            try world.binary.run(
                ["status", "--out", world.binary.path(path), "--config", world.binary.path("config.toml")]
                    + ["--state", world.binary.path("s.sqlite")] + options)
        }
        #expect(try write("s.json").status == 0 && world.binary.read("s.json").hasPrefix("{"))
        #expect(try write("s.txt").status == 0 && world.binary.read("s.txt").hasPrefix("last run: 2026-"))
        #expect(try write("s.txt", "--format", "json").status == 0 && world.binary.read("s.txt").hasPrefix("{"))
        #expect(try world.run("status", "--out", "-").stdout.hasPrefix("last run: 2026-"))
        let configuration = try world.binary.read("config.toml")
        for file in ["config.toml", "s.sqlite"] {
            let result = try write(file)
            #expect(result.status == 78 && result.stderr.contains("which the output would replace"), "\(result.stderr)")
        }
        #expect(try world.binary.read("config.toml") == configuration)
        let missing = try write("gone/s.txt")
        #expect(missing.status == 73 && missing.stderr.contains("does not exist"), "\(missing.stderr)")
    }

    @Test func `a source that its server asks to leave alone rests, and one that waits for freshness does not`() throws
    {
        let world = try World("sources = [\"feeds\"]", feeds: ["/feed", "/busy"]) {
            let feed = FeedStandIn.rss(
                "Feed",
                [("Council opens the market", "https://publisher.example/a", "Sat, 21 Nov 2026 06:00:00 GMT")])
            $0.feeds["/feed"] = .ok(feed, type: "application/rss+xml", [("Cache-Control", "max-age=36000")])
            $0.feeds["/busy"] = World.rss("Harbour closes for the winter")
        }
        defer { world.end() }
        _ = try world.run()
        // The other feed is fresh now: a 429 would keep it from being asked too, as it stands on the same server.
        world.change { $0.feeds["/busy"] = .status(429, [("Retry-After", "36000")]) }
        _ = try world.run(at: "2026-11-21T08:30:00Z")
        let sources = try #require(status(world, at: "2026-11-21T09:00:00Z")["sources"] as? [String: [String]])
        #expect(sources["resting"] == ["Feed /busy"])
    }

    @Test func `what the top of the file would show is shown by nobody where only profiles are served`() throws {
        let world = try World("sources = [\"feeds\"]") { $0.feeds["/feed"] = World.rss("Council opens the market") }
        defer { world.end() }
        try world.binary.write(
            world.binary.read("config.toml") + "\n[profiles.anna]\n[profiles.anna.digest]\ncategories = [\"sports\"]\n",
            to: "config.toml")
        func hidden() throws -> [String]? { try (status(world)["sources"] as? [String: [String]])?["not_shown"] }
        #expect(try hidden() == ["Feed /feed"])
        _ = try world.run()
        #expect(try hidden() == [])
    }

    @Test func `the status names pending digests, broken sources and sources that no digest shows`() throws {
        let world = try World(
            "sources = [\"feeds\"]\n[digest]\ncategories = [\"technology\"]", feeds: ["/feed", "/no"]
        ) {
            $0.feeds["/feed"] = World.rss("Council opens the winter market")
        }
        defer { world.end() }
        try world.binary.write(
            world.binary.read("config.toml") + """

                [[feeds]]
                url = "\(world.server.url("/other"))"
                name = "Other"
                category = "sports"
                [categories]
                chess = "Chess"
                [[deliver]]
                to = "file"
                path = "gone/d.md"
                """, to: "config.toml")
        #expect(try world.run().status == 76)
        let status = try status(world)
        let pending = try #require((status["pending"] as? [[String: Any]])?.first)
        #expect(pending["tries"] as? Int == 1 && pending["since"] as? String == World.now)
        #expect((pending["reason"] as? String)?.isEmpty == false)
        let sources = try #require(status["sources"] as? [String: [String]])
        #expect(sources["failing"] == ["Feed /no"])
        #expect(sources["not_shown"] == ["Other"])
        #expect(try world.run("status").lines.contains("sections that no digest shows: sports, chess"))
    }

    @Test func `the status adds up what waits for the readers of a list`() throws {
        let world = try World("sources = [\"feeds\"]\n[digest]\nmax_items = 1") {
            $0.feeds["/feed"] = World.rss("Council opens the winter market", "Bakery on the corner closes for repairs")
        }
        defer { world.end() }
        try world.binary.write(
            (1...3).map { "{\"id\": \"r\($0)\", \"digest\": {\"max_items\": \($0 == 3 ? 2 : 1)}}\n" }.joined(),
            to: "readers.jsonl")
        try world.binary.write(
            world.binary.read("config.toml") + """

                [[deliver]]
                to = "file"
                path = "{profile}.md"
                [readers]
                file = "readers.jsonl"
                """, to: "config.toml")
        #expect(try world.run("run", "--all-profiles").status == 0)
        #expect(try status(world)["queued"] as? Int == 2)
        let later = "2026-11-24T08:00:00Z"
        #expect(try status(world, at: later)["left_out"] as? Int == 2)
        #expect(try world.run("status", "--list", at: later).lines.count { $0.hasPrefix("  ") } == 2)
        for (reader, count) in [("r1", 1), ("r3", 0)] {
            let own = try world.run("status", "--profile", reader, at: later).lines
            #expect(own.contains("\(count) \(count == 1 ? "story" : "stories") left out"), "\(own)")
        }
    }
}
