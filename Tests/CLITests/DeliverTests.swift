import Foundation
import TestServer
import Testing
import Values

@testable import State

/// Several destinations of one digest, with the real binary.
@Suite(.ownThread) struct DeliverTests {
    private func world(_ deliveries: String) throws -> World {
        try World("sources = [\"feeds\"]\n\(deliveries)") { $0.feeds["/feed"] = World.rss("Kept story") }
    }

    @Test func `a slow destination holds back no other`() throws {
        let world = try world("")
        defer { world.end() }
        try world.configure(
            """
            sources = ["feeds"]
            [[deliver]]
            to = "command"
            command = ["sh", "-c", "for i in $(seq 100); do test -s \(world.binary.path("news.html")) && exit 0; sleep 0.1; done; exit 64"]
            [[deliver]]
            to = "file"
            path = "\(world.binary.path("news.html"))"
            """)
        let result = try world.run("run")
        #expect(result.status == 0)
        #expect(result.stderr == "")
    }

    @Test func `failures are named in the order of the configuration, and standard output is in one piece`() throws {
        let world = try world(
            """
            [[deliver]]
            to = "command"
            name = "slow"
            command = ["sh", "-c", "sleep 1; echo no >&2; exit 78"]
            [[deliver]]
            to = "stdout"
            name = "first"
            format = "markdown"
            [[deliver]]
            to = "command"
            name = "quick"
            command = ["sh", "-c", "exit 78"]
            [[deliver]]
            to = "stdout"
            name = "second"
            format = "text"
            """)
        defer { world.end() }
        let result = try world.run("run")
        #expect(result.status == 76)
        #expect(
            result.stderr == """
                newsdigest: deliver 'slow': 'sh' ended with status 78: no
                newsdigest: deliver 'quick': 'sh' ended with status 78
                newsdigest: deliver: nothing was marked as sent

                """)
        let ends = result.lines.indices.filter { result.lines[$0].hasPrefix("newsdigest \(version)") }
        let starts = [result.lines.firstIndex(of: "# News digest"), result.lines.firstIndex(of: "NEWS DIGEST")]
        try #require(ends.count == 2)
        #expect(starts == [0, ends[0] + 1])
        // Those that took it do not get it again.
        try world.configure(
            """
            sources = ["feeds"]
            [[deliver]]
            to = "command"
            name = "slow"
            command = ["true"]
            [[deliver]]
            to = "command"
            name = "quick"
            command = ["true"]
            [[deliver]]
            to = "stdout"
            name = "first"
            format = "markdown"
            [[deliver]]
            to = "stdout"
            name = "second"
            format = "text"
            """)
        let next = try world.run("run")
        #expect(next.status == 0)
        #expect(next.stdout == "")
    }

    @Test func `a digest that is written to a file again is what a destination got as a file`() throws {
        let world = try world("")
        defer { world.end() }
        let others = """
            sources = ["feeds"]
            [[deliver]]
            to = "site"
            path = "\(world.binary.path("pages"))"
            [[deliver]]
            to = "webhook"
            service = "slack"
            url = "\(world.server.url("/slack"))"
            [[deliver]]
            to = "command"
            command = ["true"]
            format = "eml"
            from = "news@example.org"
            recipients = ["anna@example.org"]

            """
        let files = ["md", "html", "json"].map {
            "[[deliver]]\nto = \"file\"\npath = \"\(world.binary.path("news.\($0)"))\"\n"
        }
        world.change { $0.faults["/slack"] = .ok("ok", type: "text/plain") }
        try world.configure(others + files.joined())
        #expect(try world.run("run").status == 0)
        for (name, file) in [
            ("again.md", "news.md"), ("again.html", "news.html"), ("again.json", "news.json"), ("again.txt", "news.md"),
        ] {
            #expect(try world.run("resend", "last", "--out", world.binary.path(name)).status == 0)
            #expect(try world.binary.read(name) == world.binary.read(file))
        }
        #expect(try world.run("resend", "last", "--out", "-").stdout == world.binary.read("news.md"))
        let book = try world.run("resend", "last", "--out", world.binary.path("again.epub"))
        #expect(
            book.status == 64 && book.stderr.contains("it was written as html, json, markdown for"), "\(book.stderr)")
        #expect(try world.run("resend", "last", "--out", world.binary.path("again.eml")).status == 0)
        #expect(try world.binary.read("again.eml").hasPrefix("From: news@example.org"))
        let folder = try world.run("resend", "last", "--out", world.binary.path("new") + "/")
        #expect(folder.status == 73 && folder.stderr.contains("is the name of a folder"), "\(folder.stderr)")

        try world.configure(others)
        #expect(try world.run("run", "--include-sent", at: "2026-11-21T09:00:00Z").status == 0)
        let none = try world.run("resend", "last", "--out", world.binary.path("none.md"))
        #expect(
            none.status == 64 && none.stderr.contains("', 'slack', 'command true', and none of these gets a file"),
            "\(none.stderr)")
        #expect(try world.run("resend", "last", "--to", "slack", "--out", "-").stdout.contains("Kept story"))
    }

    /// A command without a name of its own, which adds what it gets to a file `NAME`, and refuses while `NAME.down` is
    /// there.
    private func unnamed(_ name: String, _ more: String = "format = \"text\"") -> String {
        """
        [[deliver]]
        to = "command"
        command = ["sh", "-c", "test ! -e \(name).down || exit 78; { cat; echo Got it; } >> \(name)"]
        \(more)

        """
    }

    /// How many digests each of the files has.
    private func copies(_ names: String..., in world: World) throws -> [Int] {
        try names.map { name in
            guard world.binary.exists(name) else { return 0 }
            return try world.binary.read(name).components(separatedBy: "Got it").count - 1
        }
    }

    private func configure(_ world: World, _ deliveries: String..., down: String...) throws {
        try world.configure("sources = [\"feeds\"]\n" + deliveries.joined())
        for name in ["one", "two"] {
            if down.contains(name) {
                try world.binary.write("", to: "\(name).down")
            } else {
                try? FileManager.default.removeItem(atPath: world.binary.path("\(name).down"))
            }
        }
    }

    /// Names the destinations in the state by their places, as earlier versions did.
    private func nameByPlace(_ world: World) throws {
        let state = try State.open(world.binary.path("s.sqlite"), .readWrite)
        try state.write { db in
            try db.execute(
                sql: """
                    UPDATE delivery SET mark = NULL,
                        destination = 'command sh' || CASE place WHEN 0 THEN '' ELSE ' (2)' END
                    """)
        }
        #expect(state.close() == nil)
    }

    @Test(arguments: [false, true])
    func `destinations without names keep what waits for them when their order changes`(isUpgrade: Bool) throws {
        let world = try world("")
        defer { world.end() }
        try configure(world, unnamed("one"), unnamed("two"), down: "one")
        let check = try world.run("check")
        #expect(check.status == 0 && !check.stderr.contains("the same name"), "\(check.stderr)")
        #expect(try world.run("run").status == 76)
        if isUpgrade { try nameByPlace(world) }
        let next = try world.run("run", at: "2026-11-21T09:00:00Z")
        #expect(next.status == 76)
        #expect(next.stderr.contains("waited for it, and only its place") == isUpgrade, "\(next.stderr)")
        #expect(try copies("one", "two", in: world) == [0, 1])
        try configure(world, unnamed("two"), unnamed("one"))
        let late = try world.run("run", at: "2026-11-21T10:00:00Z")
        #expect(late.status == 0 && late.stderr == "", "\(late.stderr)")
        #expect(try copies("one", "two", in: world) == [1, 1])
        #expect(try world.run("resend", "last").status == 0)
        #expect(try copies("one", "two", in: world) == [2, 2])
    }

    @Test func `what waits for a destination that was removed goes to no other of its name`() throws {
        let world = try world("")
        defer { world.end() }
        try configure(world, unnamed("one"), unnamed("two"), down: "one")
        #expect(try world.run("run").status == 76)
        try configure(world, unnamed("two"))
        let given = try world.run("run", at: "2026-11-21T09:00:00Z")
        #expect(given.status == 0 && given.stderr.contains("' is no longer configured"), "\(given.stderr)")
        #expect(try copies("one", "two", in: world) == [0, 1])
    }

    @Test func `what waits for the second of two destinations finds it when the first is removed`() throws {
        let world = try world("")
        defer { world.end() }
        try configure(world, unnamed("one"), unnamed("two"), down: "two")
        #expect(try world.run("run").status == 76)
        try configure(world, unnamed("two"), down: "two")
        #expect(try world.run("run", at: "2026-11-21T09:00:00Z").status == 76)
        try configure(world, unnamed("one"), unnamed("two"))
        let late = try world.run("run", at: "2026-11-21T10:00:00Z")
        #expect(late.status == 0 && late.stderr == "", "\(late.stderr)")
        #expect(try copies("one", "two", in: world) == [1, 1])
    }

    @Test(arguments: [false, true])
    func `what waits for a destination finds it when another of its name is added`(isFirst: Bool) throws {
        let world = try world("")
        defer { world.end() }
        try configure(world, unnamed("one"), down: "one")
        #expect(try world.run("run").status == 76)
        let both = [unnamed("one"), unnamed("two")]
        try configure(world, (isFirst ? both.reversed() : both).joined(), down: "one", "two")
        let next = try world.run("run", at: "2026-11-21T09:00:00Z")
        #expect(next.status == 76 && !next.stderr.contains("only its place"), "\(next.stderr)")
        try configure(world, unnamed("two"), unnamed("one"))
        #expect(try world.run("run", at: "2026-11-21T10:00:00Z").status == 0)
        #expect(try copies("one", "two", in: world) == [1, 0])
    }

    @Test func `a digest is sent again by the name that its destination has now`() throws {
        let world = try world("")
        defer { world.end() }
        try configure(world, unnamed("one"))
        #expect(try world.run("run").status == 0)
        try configure(world, unnamed("two"), unnamed("one", "name = \"mine\"\nformat = \"text\""))
        #expect(try world.run("resend", "last", "--to", "mine").status == 0)
        try configure(world, unnamed("two"), unnamed("one"))
        let check = try world.run("check")
        let names = (check.stdout + check.stderr).matches(of: /command sh #[a-z0-9]{6}/).map { String($0.0) }
        let statuses = try Set(names).map { try world.run("resend", "last", "--to", $0).status }
        #expect(statuses.sorted() == [0, 64], "\(check.stdout)\(check.stderr)")
        #expect(try world.run("resend", "last").status == 0)
        #expect(try copies("one", "two", in: world) == [4, 0])
    }

    @Test func `what waits for a destination finds it under a new name, and no other one when it is gone`() throws {
        let world = try world("")
        defer { world.end() }
        try configure(world, unnamed("one"), down: "one")
        #expect(try world.run("run").status == 76)
        try configure(world, unnamed("one", "name = \"mine\"\nformat = \"text\""), down: "one")
        #expect(try world.run("run", at: "2026-11-21T09:00:00Z").status == 76)
        try configure(world, unnamed("three"), unnamed("two"))
        let gone = try world.run("run", at: "2026-11-21T10:00:00Z")
        #expect(gone.status == 0 && gone.stderr.contains("is no longer configured"), "\(gone.stderr)")
        #expect(try copies("one", "two", "three", in: world) == [0, 1, 1])
    }

    @Test func `a mail that waits goes to its recipient, whatever the order and the other recipients`() throws {
        let world = try world("")
        defer { world.end() }
        func mail(_ recipients: String...) -> String {
            unnamed(
                "$NEWSDIGEST_RECIPIENT",
                """
                format = "eml"
                from = "news@example.org"
                recipients = [\(recipients.map { "\"\($0)@example.org\"" }.joined(separator: ", "))]
                """)
        }
        try world.configure("sources = [\"feeds\"]\n" + mail("one") + mail("two"))
        try world.binary.write("", to: "one@example.org.down")
        #expect(try world.run("run").status == 76)
        try nameByPlace(world)
        try FileManager.default.removeItem(atPath: world.binary.path("one@example.org.down"))
        try world.configure("sources = [\"feeds\"]\n" + mail("two") + mail("three", "one"))
        let late = try world.run("run", at: "2026-11-21T09:00:00Z")
        #expect(late.status == 0 && late.stderr == "", "\(late.stderr)")
        let all = try copies("one@example.org", "two@example.org", "three@example.org", in: world)
        #expect(all == [1, 1, 0])
    }

    @Test func `a folder for temporary files that is not there is named`() throws {
        let world = try world("[[deliver]]\nto = \"command\"\ncommand = [\"cat\"]\nattempts = 1")
        defer { world.end() }
        var binary = world.binary
        binary.environment["TMPDIR"] = "/no/such/folder"
        let run = try binary.run(["run"] + world.options(at: World.now))
        let reason = "'cat' could not be run: its input cannot be written to the folder '/no/such/folder': No such file"
        #expect(run.status == 76 && run.stderr.contains(reason), "\(run.stderr)")
    }

    @Test func `a recipient who has to wait does not keep later digests back from the others`() throws {
        let world = try world("")
        defer { world.end() }
        try world.configure(
            "sources = [\"feeds\"]\n"
                + unnamed(
                    "$NEWSDIGEST_RECIPIENT",
                    """
                    format = "eml"
                    from = "news@example.org"
                    recipients = ["one@example.org", "two@example.org", "three@example.org"]
                    """))
        try world.binary.write("", to: "two@example.org.down")
        for day in 21...23 {
            world.change { $0.feeds["/feed"] = World.rss("Story of day \(day)") }
            let run = try world.run("run", at: "2026-11-\(day)T08:00:00Z")
            #expect(run.status == 76 && run.stderr.contains("two@example.org: 'sh' ended with status 78"), "\(run)")
        }
        func copies() throws -> [Int] {
            try self.copies("one@example.org", "two@example.org", "three@example.org", in: world)
        }
        #expect(try copies() == [3, 0, 3])
        try FileManager.default.removeItem(atPath: world.binary.path("two@example.org.down"))
        let last = try world.run("run", at: "2026-11-24T08:00:00Z")
        #expect(try last.status == 0 && last.stderr == "" && copies() == [3, 3, 3], "\(last.stderr)")
    }

    @Test func `a pipe whose reader ends without reading leaves everything for the next run`() throws {
        let world = try world("")
        defer { world.end() }
        // `read -t 0` only looks whether there is something to read.
        let reader = "until read -t 0; do sleep 0.1; done; sleep 0.5; exit 255"
        let lost = try world.shell("| (\(reader)); echo ${PIPESTATUS[0]}")
        #expect(lost.stdout == "73\n")
        #expect(
            lost.stderr
                == "newsdigest: deliver 'standard output': standard output was closed before all of it was read\n")
        let next = try world.shell("| (sleep 1; cat)")
        #expect(next.status == 0)
        #expect(next.stdout.contains("Kept story"))
        try #expect(world.shell("| cat").stdout == "")
    }

    @Test func `the path of standard output goes into a pipe`() throws {
        let world = try world("")
        defer { world.end() }
        let result = try world.shell("--quiet --out /dev/stdout | cat")
        #expect(result.status == 0)
        #expect(result.stderr == "")
        #expect(result.stdout.contains("Kept story"))
    }

    @Test func `a named pipe without a reader is tried once and keeps the digest for the next run`() throws {
        let world = try world("")
        defer { world.end() }
        #expect(mkfifo(world.binary.path("pipe"), 0o600) == 0)
        try world.configure(
            """
            sources = ["feeds"]
            [[deliver]]
            to = "file"
            path = "\(world.binary.path("pipe"))"
            format = "text"
            timeout = "1s"
            """)
        let result = try world.run("run")
        #expect(result.status == 76)
        #expect(result.stderr.components(separatedBy: "was not opened for reading within 1 s").count == 2)
        // The digest that waits is not followed by a second try for what is new.
        world.change { $0.feeds["/feed"] = World.rss("Kept story", "Quite another piece of news") }
        let again = try world.run("run", at: "2026-11-21T09:00:00Z")
        #expect(again.stderr.components(separatedBy: "was not opened for reading").count == 2)
        try world.binary.write(
            try world.binary.read("config.toml").replacingOccurrences(of: "\"1s\"", with: "\"30s\""), to: "config.toml")
        let read = try world.shell("& timeout 30 cat pipe; wait", at: "2026-11-21T10:00:00Z")
        #expect(read.stdout.contains("Kept story"))
    }

    @Test func `a receiver that takes a message and says so late, badly or not at all gets it once in a run`() throws {
        let faults: [(Reply, isTaken: Bool)] = [
            (.silent, false), (.closed, false), (.reset, false), (.status(502), false), (.status(504), false),
            (.lying("{", length: 100), true), (.stalled("{"), true),
        ]
        for service in ["json", "telegram"] {
            for (fault, isTaken) in faults {
                let world = try world("")
                defer { world.end() }
                world.change { sources in
                    for path in ["/hook", "/bot1:token/sendMessage"] { sources.faults[path] = fault }
                }
                try world.configure(
                    """
                    sources = ["feeds"]
                    [[deliver]]
                    to = "webhook"
                    service = "\(service)"
                    url = "\(world.server.url(service == "json" ? "/hook" : ""))"
                    timeout = "2s"
                    \(service == "telegram" ? "chat = \"@news\"\ntoken = \"1:token\"" : "")
                    """)
                let result = try world.run("run")
                #expect(result.status == (isTaken ? 0 : 76), "\(service) \(result.stderr)")
                #expect(result.stderr.contains("may have arrived") == !isTaken)
                #expect(world.server.requests.count { $0.method == "POST" } == 1)
                _ = try world.run("run", at: "2026-11-21T09:00:00Z")
                #expect(world.server.requests.count { $0.method == "POST" } == (isTaken ? 1 : 2))
            }
        }
    }

    /// A command that keeps what it gets in a folder `NAME`, and refuses while `NAME.down` is there.
    private func keeper(_ name: String) -> String {
        """
        [[deliver]]
        to = "command"
        name = "\(name)"
        command = ["sh", "-c", "mkdir -p \(name); test ! -e \(name).down || exit 78; cat > \(name)/$NEWSDIGEST_ID"]
        format = "text"

        """
    }

    private func got(_ name: String, in world: World) throws -> [String] {
        let folder = world.binary.path(name)
        guard let ids = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return [] }
        return try ids.map { try world.binary.read("\(name)/\($0)") }
    }

    @Test func `a digest that waits behind another is not given up for a destination that was removed`() throws {
        let sources = "sources = [\"feeds\"]\n"
        let world = try world(keeper("well") + keeper("sick"))
        defer { world.end() }
        for name in ["sick", "gone"] { try world.binary.write("", to: "\(name).down") }
        try #expect(world.run().status == 76)
        try world.configure(sources + keeper("well") + keeper("sick") + keeper("gone"))
        world.change { $0.feeds["/feed"] = World.rss("Kept story", "Quite another piece of news") }
        try #expect(world.run(at: "2026-11-21T09:00:00Z").status == 76)
        try world.configure(sources + keeper("well") + keeper("sick"))
        let still = try world.run(at: "2026-11-21T10:00:00Z")
        #expect(still.status == 76)
        #expect(!still.stderr.contains("given up"))
        try FileManager.default.removeItem(atPath: world.binary.path("sick.down"))
        try #expect(world.run(at: "2026-11-21T11:00:00Z").status == 0)
        for name in ["well", "sick"] {
            let all = try got(name, in: world)
            for title in ["Kept story", "Quite another piece"] { #expect(all.count { $0.contains(title) } == 1) }
        }
    }

    @Test func `a file that was out of reach shows one digest a run, and meanwhile the others get theirs`() throws {
        let world = try worldWithFileAway()
        defer { world.end() }
        for hour in 0..<3 {
            let known = stories[...hour]
            world.change { $0.feeds["/feed"] = rss(known) }
            try #expect(world.run(at: "2026-11-21T0\(hour + 1):00:00Z").status == 76)
        }
        #expect(try got("mail", in: world).count == 3)
        try FileManager.default.createDirectory(
            atPath: world.binary.path("away"), withIntermediateDirectories: true)
        world.change { $0.feeds["/feed"] = rss(stories[...]) }
        for hour in 0..<4 {
            try #expect(world.run(at: "2026-11-21T0\(hour + 4):00:00Z").status == 0)
            let shown = try world.binary.read("away/digest.txt")
            #expect(stories.indices.filter { shown.contains(stories[$0]) } == [hour])
            #expect(try got("mail", in: world).count == 4, "the new story does not wait for the file")
        }
    }

    @Test func `a file that was out of reach for days shows the newest digest again, and the others miss none`() throws
    {
        let world = try worldWithFileAway()
        defer { world.end() }
        for day in stories.indices {
            world.change { $0.feeds["/feed"] = rss(stories[...day], date: nil) }
            if day == 3 {
                try FileManager.default.createDirectory(
                    atPath: world.binary.path("away"), withIntermediateDirectories: true)
            }
            try #expect(world.run(at: "2026-11-2\(day + 1)T08:00:00Z").status == (day < 3 ? 76 : 0))
            #expect(try got("mail", in: world).count == day + 1)
        }
        let shown = try world.binary.read("away/digest.txt")
        #expect(stories.indices.filter { shown.contains(stories[$0]) } == [3])
        try #expect(world.run("status").stdout.contains("pending") == false)
    }

    private let stories = [
        "Kept story", "Quite another piece of news", "Third thing altogether", "Fourth chapter begins",
    ]

    /// A command gets each digest, and so does a file in a folder that does not exist yet.
    private func worldWithFileAway() throws -> World {
        let world = try world("")
        try world.configure(
            "sources = [\"feeds\"]\n" + keeper("mail")
                + "[[deliver]]\nto = \"file\"\npath = \"\(world.binary.path("away/digest.txt"))\"\n")
        return world
    }

    private func rss(_ titles: ArraySlice<String>, date: String? = "Sat, 21 Nov 2026 00:30:00 GMT") -> Reply {
        .ok(
            FeedStandIn.rss(
                "Feed", titles.map { ($0, "https://publisher.example/\($0.filter(\.isLetter))", date) }),
            type: "application/rss+xml")
    }
}
