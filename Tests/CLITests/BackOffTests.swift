import Foundation
import TestServer
import Testing

/// What a run does about sources that fail, and what it says.
@Suite(.ownThread) struct BackOffTests {
    private func world(_ configuration: String = "", feeds: [String] = ["/feed", "/down"]) throws -> World {
        try World("sources = [\"feeds\"]\n\(configuration)", feeds: feeds) {
            $0.feeds["/feed"] = World.rss("The one that works")
            $0.feeds["/down"] = .status(503)
        }
    }

    /// How often the path was requested.
    private func count(_ path: String, _ world: World) -> Int { world.server.requests.count { $0.path == path } }

    @Test func `a passing failure is reported at the third time in a row, and pauses do not count`() throws {
        let world = try world()
        defer { world.end() }
        // A 503 is tried twice in a run.
        let runs = [
            ("08:00", 2, ""), ("08:30", 2, ""), ("09:00", 4, ""), ("10:30", 4, ""),
            ("11:00", 6, "newsdigest: gather 'Feed /down': \(world.server.url("/down")) answered 503\n"),
            ("14:30", 6, ""),
        ]
        for (time, requests, said) in runs {
            let result = try world.run(at: "2026-11-21T\(time):00Z")
            #expect(result.stderr == said, "\(time)")
            #expect(count("/down", world) == requests, "\(time)")
            #expect(result.status == (time < "11:00" ? 0 : 1), "\(time)")
        }
        world.change { $0.feeds["/down"] = World.rss("It works again") }
        let recovered = try world.run(at: "2026-11-21T15:00:00Z")
        #expect(recovered.status == 0)
        #expect(recovered.stdout.contains("It works again"))
        world.change { $0.feeds["/down"] = .status(503) }
        try #expect(world.run(at: "2026-11-21T16:00:00Z").stderr == "")
    }

    @Test func `one digest says that a source is back, after one that named it as broken`() throws {
        let world = try world()
        defer { world.end() }
        let stories = [(8, "Rain falls"), (9, "Sun shines"), (11, "Wind blows"), (15, "Snow melts"), (16, "Fog lifts")]
        let digests = try stories.map { hour, title in
            world.change {
                $0.feeds["/feed"] = World.rss(title)
                if hour == 15 { $0.feeds["/down"] = World.rss("It works again") }
            }
            return try world.run(at: "2026-11-21T\(hour < 10 ? "0" : "")\(hour):00:00Z").stdout
        }
        #expect(digests.map { $0.contains("answered 503") } == [false, false, true, false, false])
        #expect(digests.map { $0.contains("Back again: Feed /down") } == [false, false, false, true, false])
    }

    @Test func `each profile has its own name for a broken source, and for one that is back`() throws {
        let world = try world(feeds: ["/feed"])
        defer { world.end() }
        let profiles = ["a": "Xa", "b": "Xb"].sorted { $0.key < $1.key }.map { profile, name in
            """
            [profiles.\(profile)]
            [[profiles.\(profile).feeds]]
            url = "\(world.server.url("/feed"))"
            [[profiles.\(profile).feeds]]
            url = "\(world.server.url("/down"))"
            name = "\(name)"
            [[profiles.\(profile).deliver]]
            to = "file"
            path = "\(profile).md"
            """
        }
        try world.configure(
            "sources = [\"feeds\"]\n[digest]\neven_if_empty = true\n" + profiles.joined(separator: "\n"))
        for hour in ["08", "09", "11"] { _ = try world.run("--all-profiles", at: "2026-11-21T\(hour):00:00Z") }
        for (profile, other) in [("a", "Xb"), ("b", "Xa")] {
            let page = try world.binary.read("\(profile).md")
            #expect(page.contains("X\(profile)") && !page.contains(other), "\(page)")
        }
        world.change { $0.feeds["/down"] = World.rss("It works again") }
        _ = try world.run("--all-profiles", at: "2026-11-21T15:00:00Z")
        for profile in ["a", "b"] {
            #expect(try world.binary.read("\(profile).md").contains("Back again: X\(profile)"))
        }
    }

    @Test func `--ask-all requests what backs off, and obeys a server that names a time`() throws {
        let world = try world(feeds: ["/feed", "/down", "/later"])
        defer { world.end() }
        world.change { $0.feeds["/later"] = .status(503, [("Retry-After", "7200")]) }
        _ = try world.run(at: "2026-11-21T08:00:00Z")
        _ = try world.run("--ask-all", at: "2026-11-21T08:10:00Z")
        #expect(count("/down", world) == 4)
        #expect(count("/later", world) == 1)
        _ = try world.run(at: "2026-11-21T09:59:00Z")
        #expect(count("/later", world) == 1)
        _ = try world.run(at: "2026-11-21T10:00:00Z")
        #expect(count("/later", world) == 2)
    }

    @Test(arguments: [
        ("", ["--verbose"]), ("", ["--strict"]), ("report = \"all\"", []),
    ]) func `each failure is reported to who wants it`(configuration: String, flags: [String]) throws {
        let world = try world(configuration)
        defer { world.end() }
        let result = try world.binary.run(
            flags + [
                "--config", world.binary.path("config.toml"), "--state", world.binary.path("s.sqlite"), "--now",
                World.now,
            ])
        #expect(result.stderr.contains("newsdigest: gather 'Feed /down': \(world.server.url("/down")) answered 503\n"))
    }

    @Test(arguments: [
        (Reply.status(401), "answered 401"), (.status(403), "answered 403"), (.status(404), "answered 404"),
        (.status(410), "answered 410"), (.ok("<html><body>Hello</body></html>", type: "text/html"), "web page"),
    ]) func `a failure that does not pass is reported at once`(reply: Reply, words: String) throws {
        let world = try world()
        defer { world.end() }
        world.change { $0.feeds["/down"] = reply }
        let said = try world.run().stderr
        #expect(said.hasPrefix("newsdigest: gather 'Feed /down': "))
        #expect(said.contains(words))
    }

    @Test(arguments: [Reply.closed, .status(429), .lying("<rss><channel><title>Cut", length: 5000), .status(500)])
    func `a failure that may pass is not reported at the first time`(reply: Reply) throws {
        let world = try world()
        defer { world.end() }
        world.change { $0.feeds["/down"] = reply }
        try #expect(world.run().stderr == "")
    }

    @Test func `without a usable source everything is reported, also while all sources are left alone`() throws {
        let world = try world(feeds: ["/down"])
        defer { world.end() }
        let first = try world.run(at: "2026-11-21T08:00:00Z")
        #expect(first.status == 69)
        #expect(first.stderr.hasPrefix("newsdigest: gather 'Feed /down': "))
        let second = try world.run(at: "2026-11-21T08:30:00Z")
        #expect(second.status == 69)
        #expect(count("/down", world) == 2)
        #expect(
            second.stderr == """
                newsdigest: gather '1 source': not requested, because of earlier failures; --ask-all requests failed sources too
                newsdigest: gather: no source could be used

                """)
    }

    @Test func `a host that is not reached is one line for all its sources at the third time`() throws {
        let world = try world()
        defer { world.end() }
        let dead = try TestServer { _ in .status(404) }
        let urls = (1...3).map { dead.url("/\($0)") }
        dead.stop()
        try world.binary.write(
            world.binary.read("config.toml") + urls.map { "\n[[feeds]]\nurl = \"\($0)\"\n" }.joined(), to: "config.toml"
        )
        var said = ""
        for time in ["08:00", "10:00", "13:00"] { said = try world.run(at: "2026-11-21T\(time):00Z").stderr }
        let lines = said.split(separator: "\n").filter { !$0.contains("/down") }
        #expect(lines.count == 1)
        #expect(lines.first?.hasSuffix("; 3 sources are affected") == true)
    }

    @Test func `sources check ends the pause of a source that answers`() throws {
        let world = try world()
        defer { world.end() }
        _ = try world.run(at: "2026-11-21T08:00:00Z")
        let row = try world.run("sources", "list", at: "2026-11-21T08:01:00Z").lines.first { $0.contains("/down") }
        #expect(row?.contains("failing (1)") == true)
        #expect(row?.contains("in 58 minutes") == true)
        world.change { $0.feeds["/down"] = World.rss("It works again") }
        _ = try world.run("sources", "check", "Feed /down", at: "2026-11-21T08:02:00Z")
        try #expect(world.run(at: "2026-11-21T08:03:00Z").stdout.contains("It works again"))
    }

    @Test func `a deadline that is too short gives each feed of a slow host its turn, and blames none`() throws {
        let feeds = (1...8).map { "/slow/\($0)" }
        let world = try world(feeds: feeds)
        defer { world.end() }
        let configuration = try world.binary.read("config.toml")
        try world.binary.write(
            configuration.replacing("host_gap = \"0s\"", with: "host_gap = \"0s\"\ndeadline = \"2s\""),
            to: "config.toml")
        world.change { for feed in feeds { $0.feeds[feed] = World.rss("Story of \(feed)").after(0.6) } }
        var asked: Set<String> = []
        for hour in 8...16 where asked.count < feeds.count {
            let before = world.server.requests.count
            let result = try world.run("--strict", at: "2026-11-21T\(hour < 10 ? "0" : "")\(hour):00:00Z")
            #expect(result.status == 0)
            let paths = world.server.requests.dropFirst(before).map(\.path)
            let waited = Set(feeds).subtracting(paths)
            // The last one that was sent may have had too little time.
            #expect(result.stderr.contains(" of 127.0.0.1 waited, because the run's deadline passed"))
            #expect(result.stderr.split(separator: "\n").count == 1)
            #expect(!waited.isEmpty)
            asked.formUnion(paths)
        }
        #expect(asked.count == feeds.count)
        let list = try world.run("sources", "list", at: "2026-11-21T17:00:00Z")
        #expect(!list.stdout.contains("failing") && !list.stdout.contains("broken"))
    }
}
