import Foundation
import TestServer
import Testing

@Suite(.ownThread) struct SearchTests {
    private func world() throws -> World {
        try World {
            $0.newsapi.archive = [
                .init(
                    "Swift migration tracked by radar", url: "https://wire.example/swifts", source: "Wire",
                    publishedAt: "2026-11-20T05:00:00Z")
            ]
            $0.feeds["/feed"] = World.rss("Swift nests counted on the town hall", "Nothing about birds here at all")
        }
    }

    @Test func `a search finds what servers, feeds and the state have, and marks nothing as sent`() throws {
        let world = try world()
        defer { world.end() }
        let found = try world.run("search", "swift")
        #expect(found.status == 0)
        #expect(found.stdout.contains("Swift migration tracked by radar"))
        #expect(found.stdout.contains("Swift nests counted on the town hall"))
        #expect(!found.stdout.contains("Nothing about birds"))
        let digest = try world.run(at: "2026-11-21T10:00:00Z")
        #expect(digest.stdout.contains("Swift nests counted on the town hall"))
        world.change { $0.feeds["/feed"] = World.rss("Only something new remains") }
        let stored = try world.run("search", "NESTS", at: "2026-11-21T12:00:00Z")
        #expect(stored.stdout.contains("Swift nests counted on the town hall"))
    }

    @Test func `without a source, a search of stored items that finds nothing says so`() throws {
        let world = try world()
        defer { world.end() }
        let empty = ["--config", "empty.toml"]
        try world.binary.write("feeds = []\n", to: "empty.toml")
        func search(_ word: String, _ state: String) throws -> Binary.Result {
            try world.binary.run(["search", word, "--state", world.binary.path(state)] + empty)
        }
        #expect(try search("swift", "new.sqlite").status == 69)
        try world.binary.run("run", "--config", "config.toml", "--state", world.binary.path("s.sqlite"))
        #expect(try search("swift", "s.sqlite").stdout.contains("town hall"))
        let nothing = try search("ostrich", "s.sqlite")
        #expect(nothing.status == 0 && nothing.stdout == "", "\(nothing.stderr)")
        #expect(nothing.stderr == "newsdigest: nothing was found for 'ostrich'\n")
    }

    @Test func `what is found can go to a file, and its links to standard output`() throws {
        let world = try world()
        defer { world.end() }
        let title = "Swift nests counted on the town hall"
        let found = try world.run("search", "nests", "--out", "found.html")
        #expect(
            found.stdout
                == "\(title)\thttps://publisher.example/\(title.filter(\.isLetter))\n")
        #expect(try world.binary.read("found.html").contains("<html"))
        let quiet = try world.run("search", "nests", "--out", "found.json", "--quiet")
        #expect(quiet.stdout == "" && quiet.stderr == "" && quiet.status == 0)
        let printed = try world.run("search", "nests", "--out", "-", "--format", "json")
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(printed.stdout.utf8)) }
    }

    @Test func `a search is no run: it gives no reasons, and what it finds is no news that was sent`() throws {
        let world = try world()
        defer { world.end() }
        _ = try world.run("--source", "feeds")
        let sent = "https://publisher.example/Swiftnestscountedonthetownhall"
        let why = try world.run("why", sent).stdout
        let history = try world.run("history").stdout
        #expect(why.contains("shown, score"))
        let found = try world.run("search", "swift", at: "2026-11-21T09:00:00Z")
        #expect(found.stdout.contains("radar") && found.stdout.contains("town hall"))
        try #expect(world.run("why", sent).stdout == why)
        try #expect(world.run("history").stdout == history)
        let kept = try world.run("why", "https://wire.example/swifts")
        #expect(kept.stdout.contains("from a search (newsapi:search)"))
        #expect(kept.stdout.contains("no source has given it"))
    }

    @Test func `the ids that a search shows are known to other commands, and the source still brings its news`() throws
    {
        let world = try world()
        defer { world.end() }
        let digest = try JSONSerialization.jsonObject(
            with: Data(world.run("search", "swift", "--format", "json").bytes))
        let sections = (digest as? [String: Any])?["sections"] as? [[String: Any]] ?? []
        let stories = sections.flatMap { $0["stories"] as? [[String: Any]] ?? [] }
        #expect(stories.count == 2)
        for story in stories {
            let id = try #require(story["id"] as? String)
            let url = try #require(story["url"] as? String)
            try #expect(world.run("share", id).stdout == "\(url)\n")
            try #expect(world.run("show", id).stdout.contains(id))
            try #expect(world.run("why", id).stdout.contains("item \(id), from a search"))
            try #expect(world.run("save", id).status == 0)
        }
        try #expect(world.run("saved").lines.count { $0.contains("wift") } == 2)
        let again = try world.run("search", "swift", "--format", "json", at: "2026-11-21T08:30:00Z").stdout
        for story in stories { #expect(again.contains("\"\(story["id"] as? String ?? "")\"")) }
        let run = try world.run("--source", "feeds", at: "2026-11-21T09:00:00Z")
        #expect(run.stdout.contains("Swift nests counted on the town hall"))
    }

    @Test func `a search puts items into the sections that are configured for their tags, under their titles`() throws {
        let world = try world()
        defer { world.end() }
        world.change {
            $0.feeds["/feed"] = .ok(
                FeedStandIn.rss("Feed", [("Swift nests counted", "https://publisher.example/1", nil)])
                    .replacingOccurrences(of: "</link>", with: "</link><category>Birds</category>"),
                type: "application/rss+xml")
        }
        try world.configure("[categories.nature]\ntitle = \"Birds and trees\"\nfrom = [\"birds\"]")
        for arguments in [["run", "--source", "feeds"], ["search", "swift", "--source", "feeds"]] {
            let digest = try world.binary.run(
                arguments + ["--config", "config.toml", "--state", "s.sqlite", "--now", World.now])
            #expect(digest.stdout.contains("## Birds and trees"), "\(arguments)")
        }
    }

    @Test func `a search of one kind of source shows what is stored of that kind alone`() throws {
        let world = try world()
        defer { world.end() }
        _ = try world.run()
        let events = try world.run("search", "swift", "--source", "kudago")
        #expect(events.status == 0 && events.stdout == "")
        #expect(events.stderr == "newsdigest: nothing was found for 'swift'\n")
        let feeds = try world.run("search", "swift", "--source", "feeds")
        #expect(feeds.stdout.contains("town hall") && !feeds.stdout.contains("radar"))
    }

    @Test func `a search says how to see the rest, for it has no next time`() throws {
        let world = try world()
        defer { world.end() }
        let found = try world.run("search", "swift", "--limit", "1")
        #expect(!found.stdout.contains("next time"))
        #expect(found.stderr == "newsdigest: 1 more story was found; a greater --limit shows more\n")
    }

    @Test func `a search that looked at no more than ten times the limit says that there may be more`() throws {
        let world = try world()
        defer { world.end() }
        let birds = [
            "wren", "owl", "crane", "heron", "finch", "raven", "tern", "plover", "dunlin", "knot", "ruff", "smew",
        ]
        world.change {
            $0.feeds["/feed"] = World.rss(birds.map { "Avocet beside a \($0)" }, date: "Sat, 21 Nov 2026 06:00:00 GMT")
        }
        _ = try world.run()
        let some = try world.run("search", "avocet", "--limit", "1")
        #expect(
            some.stderr.contains(/newsdigest: at least \d+ more stories were found; a greater --limit/),
            "\(some.stderr)")
        let many = try world.run("search", "avocet", "--limit", "2")
        #expect(many.stderr.hasPrefix("newsdigest: 10 more stories were found"), "\(many.stderr)")
    }

    @Test func `a search of the history without a hit says so`() throws {
        let world = try world()
        defer { world.end() }
        _ = try world.run("--source", "feeds")
        let found = try world.run("history", "--search", "giraffe")
        #expect(found.status == 0 && found.stdout == "")
        #expect(found.stderr == "newsdigest: nothing was found for 'giraffe'\n")
    }

    @Test func `an item is known by every address that its source had it under`() throws {
        let world = try world()
        defer { world.end() }
        let title = "Swift nests counted on the town hall"
        func feed(_ hosts: String...) -> Reply {
            .ok(
                FeedStandIn.rss(
                    "Feed", hosts.map { (title, "https://\($0)/nests", "Sat, 21 Nov 2026 06:00:00 GMT") }),
                type: "application/rss+xml")
        }
        // One address by its key, with two hosts, in one answer.
        world.change { $0.feeds["/feed"] = feed("www.publisher.example", "m.publisher.example") }
        _ = try world.run("--source", "feeds")
        for host in ["www", "m"] {
            try #expect(world.run("why", "https://\(host).publisher.example/nests").stdout.contains(title), "\(host)")
        }
        // The same item from another host later.
        world.change { $0.feeds["/feed"] = feed("first.example") }
        _ = try world.run("--source", "feeds", at: "2026-11-21T09:00:00Z")
        world.change { $0.feeds["/feed"] = feed("second.example") }
        _ = try world.run("--source", "feeds", at: "2026-11-21T10:00:00Z")
        for host in ["first", "second"] {
            try #expect(world.run("why", "https://\(host).example/nests").stdout.contains(title), "\(host)")
        }
    }

    @Test(arguments: ["a", "   ", " a "]) func `a query of less than two characters is refused`(query: String) throws {
        let world = try world()
        defer { world.end() }
        let result = try world.run("search", query)
        #expect(result.status == 64)
        #expect(result.stdout == "")
        #expect(world.server.requests.isEmpty)
    }

    @Test func `an item can be shared by its id and by its address`() throws {
        let world = try world()
        defer { world.end() }
        _ = try world.run("--source", "feeds")
        let address = "https://publisher.example/Swiftnestscountedonthetownhall"
        try #expect(world.run("share", address).stdout == "\(address)\n")
        let telegram = try world.run("share", address, "--to", "telegram").stdout
        #expect(telegram.hasPrefix("https://t.me/share/url?url=https%3A%2F%2Fpublisher.example"))
        try #expect(world.run("share", "no-such-item").status == 64)
    }
}
