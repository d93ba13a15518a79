import Foundation
import Synchronization
import TestServer
import Testing

@Suite(.ownThread) struct SourcesTests {
    @Test func `feeds that are added at the same time are all in the file`() async throws {
        let world = try World("sources = [\"feeds\"]") { sources in
            for number in 1...6 { sources.feeds["/new/\(number)"] = World.rss("Story \(number)") }
        }
        defer { world.end() }
        let statuses = try await withThrowingTaskGroup(of: Int32.self) { group in
            for number in 1...6 {
                group.addTask { try world.run("sources", "add", world.server.url("/new/\(number)")).status }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: 0, count: 6))
        let text = try world.binary.read("config.toml")
        #expect((1...6).allSatisfy { text.contains(world.server.url("/new/\($0)")) })
    }

    @Test func `sources are added by their page, listed, checked and removed`() throws {
        let server = try TestServer { request in
            switch request.path {
            case "/": .ok(#"<link rel=alternate type="application/rss+xml" href="/rss">"#, type: "text/html")
            case "/rss": .ok(feed, type: "text/xml", [("ETag", "\"1\""), ("Cache-Control", "max-age=7200")])
            default: .status(404)
            }
        }
        let binary = try Binary()
        defer { binary.remove() }
        let file = ".config/newsdigest/config.toml"
        try binary.write("[[feeds]]\nurl = \"\(server.url("/gone"))\"\nname = \"Gone\"\n", to: file)

        let added = try binary.run("sources", "add", server.url("/"), "--category", "tech")
        #expect(added.stdout == "added \(server.url("/rss"))\n")
        #expect(added.status == 0)
        #expect(
            try binary.read(file).hasSuffix("\n[[feeds]]\nurl = \"\(server.url("/rss"))\"\ncategory = \"technology\"\n")
        )

        let checked = try binary.run("sources", "check", "--now", "2026-11-21T09:00:00Z")
        #expect(checked.status == 1)
        #expect(
            checked.stdout == """
                Gone: failed
                Example Daily: ok
                  contains 1 item, the newest from 2026-11-21T08:00:00Z
                  sends ETag, so a repeated request costs little
                  may be requested again after 2 hours
                  publishes 1.0 items a day

                """)
        #expect(checked.stderr.hasPrefix("newsdigest: gather 'Gone': \(server.url("/gone")) answered 404"))

        try binary.run("run", "--now", "2026-11-21T09:00:00Z")
        #expect(try binary.run("sources", "export").stdout.contains("title=\"Example Daily\""))
        let listed = try binary.run("sources", "--now", "2026-11-21T09:30:00Z")
        #expect(
            listed.lines.map { $0.split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) } } == [
                ["NAME", "SECTION", "STATE", "LAST ANSWER", "A DAY", "NEXT", "SOURCE"],
                ["Gone", "other", "failing (1)", "never", "in 29 minutes", server.url("/gone")],
                ["Example Daily", "technology", "ok", "30 minutes ago", "1.0", "in 2 hours", server.url("/rss")],
                [
                    "Gone has failed since 2026-11-21T09:00:00Z: \(server.url("/gone")) answered 404; "
                        + "'newsdigest sources add' finds the feeds of a web page"
                ],
            ])

        let removed = try binary.run("sources", "remove", "Gone")
        #expect(removed.stdout == "removed \(server.url("/gone"))\n")
        #expect(try binary.read(file + ".bak").contains("Gone"))
        let unknown = try binary.run("sources", "remove", "Gonn")
        #expect(unknown.status == 64)
    }

    @Test func `a feed is changed in its block alone, and what was the usual is set back`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        let file = ".config/newsdigest/config.toml"
        let start = """
            # mine
            [[feeds]]   # a
            url = "https://a.example/rss"
            name = "A"  # short
            category = "science"

            [feeds.headers]
            X = "1"

            [[feeds]]
            name = "B"
            url = "https://b.example/rss"
            off = true
            """
        try binary.write(start, to: file)
        func set(_ arguments: String...) throws -> Binary.Result { try binary.run(["sources", "set"] + arguments) }
        let changed = try set("A", "--name", "A \"one\"", "--category", "Gadgets", "--weight", "2.5", "--limit", "7")
        #expect(changed.status == 0, "\(changed.stderr)")
        #expect(
            changed.stdout == "changed https://a.example/rss\n'Gadgets' is another name of the section 'technology'; "
                + "define it under [categories] for one of its own\n")
        #expect(
            try binary.read(file)
                == start.replacing("\"A\"  # short", with: "\"A \\\"one\\\"\"  # short").replacing(
                    "\"science\"", with: "\"technology\""
                ).replacing("a.example/rss\"\n", with: "a.example/rss\"\nlimit = 7\nweight = 2.5\n"))
        #expect(try set("https://b.example/rss", "--on").status == 0)
        #expect(try !binary.read(file).contains("off"))
        #expect(try set("B", "--off").status == 0)
        #expect(try binary.read(file).hasSuffix("url = \"https://b.example/rss\"\noff = true"))
        let check = try binary.run(["sources", "check", "B"])
        #expect(check.status == 64 && check.stderr.contains("'B' is switched off"), "\(check.stderr)")
        #expect(try set("B", "--category", "tehc").stderr.contains("there is no section 'tehc'; did you mean 'tech'"))
        for wrong in [
            ["B"], ["B", "--on", "--off"], ["B", "--limit", "0"], ["B", "--weight", "101"], ["C", "--off"],
        ] {
            #expect(try binary.run(["sources", "set"] + wrong).status == 64, "\(wrong)")
        }
        try binary.write("feeds = [{url = \"https://a.example/rss\"}]\n", to: file)
        #expect(try set("https://a.example/rss", "--off").status == 78)
    }

    @Test func `a configured feed is not added twice, and the command that changes it is named`() throws {
        let server = try TestServer { _ in .status(500) }
        let binary = try Binary()
        defer { binary.remove() }
        let file = ".config/newsdigest/config.toml"
        let start = "[[feeds]]\nurl = \"\(server.url("/rss"))\"\n"
        try binary.write(start, to: file)
        let added = try binary.run("sources", "add", server.url("/rss"), "--category", "My blogs")
        #expect(added.status == 0)
        #expect(
            added.stdout == "nothing to add: the configuration contains it already, and nothing was changed\n"
                + "to change it: newsdigest sources set \(server.url("/rss")) --category 'My blogs'\n")
        #expect(try binary.read(file) == start)
    }

    @Test func `a source is shown with its items and what became of them`() throws {
        let world = try World("sources = [\"feeds\"]\n[profiles.anna]") {
            $0.feeds["/feed"] = World.rss("First news", "Second story")
        }
        defer { world.end() }
        #expect(try world.run("sources", "show", "Feed /feed").stdout == "no item of 'Feed /feed' is stored\n")
        _ = try world.run("--limit", "1", "--out", "-")
        let shown = try world.run("sources", "show", "Feed /feed")
        let rows = shown.lines.map { $0.split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) } }
        #expect(rows.first == ["TITLE", "ID", "WHAT BECAME OF IT", "SEEN"])
        #expect(rows.dropFirst().map(\.first) == ["First news", "Second story"])
        #expect(rows[1][3] == "2026-11-21" && rows[1][2].hasPrefix("sent in ") && rows[2][2] == "queued")
        let own = try world.run("sources", "show", "Feed /feed", "--profile", "anna")
        #expect(own.lines.dropFirst().count { $0.contains("not chosen yet") } == 2, "\(own)")
        #expect(try world.run("sources", "show", "Feed").status == 64)
    }

    @Test func `an unknown feed is answered with the five nearest`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        let names = ["Macworld", "9to5Mac", "The Verge", "BBC", "Guardian", "Harbour Post", "Le Monde", "Mac Stories"]
        let feeds = names.enumerated().map { "[[feeds]]\nurl = \"https://a.example/\($0)\"\nname = \"\($1)\"\n" }
        try binary.write(feeds.joined(), to: ".config/newsdigest/config.toml")
        let result = try binary.run("sources", "remove", "Mac")
        #expect(result.status == 64)
        #expect(result.stderr.contains("; the nearest are: 9to5Mac, Macworld, Mac Stories, BBC, "), "\(result.stderr)")
    }

    @Test func `a public page cannot plant an address of the reader's own network`() throws {
        let server = try TestServer { request in
            let links =
                ["http://127.0.0.1:8080/in", "http://169.254.169.254/", "http://router/x", "http://10.1.2.3/x;id"]
                + (request.path == "/mixed" ? ["/rss"] : [])
            return .ok(
                links.map { "<link rel=alternate type=\"application/rss+xml\" href=\"\($0)\">" }.joined(),
                type: "text/html")
        }
        var binary = try Binary()
        defer { binary.remove() }
        binary.environment["NEWSDIGEST_CONNECT_TO"] = "page.example=127.0.0.1:\(server.port)"
        let file = ".config/newsdigest/config.toml"
        try binary.write("timezone = \"UTC\"\n", to: file)
        let refused = try binary.run("sources", "add", "http://page.example/", "--all")
        #expect(refused.status == 69)
        #expect(refused.stderr.contains("http://127.0.0.1:8080/in was left out: 127.0.0.1 is a loopback address"))
        #expect(refused.stderr.contains("; to add it, run: newsdigest sources add 'http://10.1.2.3/x;id'"))
        #expect(try binary.read(file) == "timezone = \"UTC\"\n")
        let added = try binary.run("sources", "add", "http://page.example/mixed", "--all")
        #expect(added.status == 0)
        #expect(added.stdout == "added http://page.example/rss\n")
        #expect(added.stderr.contains("http://router/x was left out: router is a name of a private network"))
        let own = try binary.run("sources", "add", server.url("/mixed"), "--all")
        #expect(own.stdout.contains("added http://127.0.0.1:8080/in\n"))
        #expect(!own.stdout.contains("169.254"))
    }

    @Test func `a list of feeds cannot plant an address of the reader's own network unless asked to`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        let file = ".config/newsdigest/config.toml"
        try binary.write("timezone = \"UTC\"\n", to: file)
        try binary.write(
            """
            <opml version="2.0"><body><outline xmlUrl="https://feeds.example.org/a"/>
            <outline xmlUrl="http://192.168.1.1/b"/></body></opml>
            """, to: "list.opml")
        let imported = try binary.run("sources", "import", binary.path("list.opml"))
        #expect(imported.status == 0)
        #expect(imported.stdout == "added https://feeds.example.org/a\n")
        #expect(
            imported.stderr.contains(
                "http://192.168.1.1/b was left out: 192.168.1.1 is a private address; --private also adds such"))
        let all = try binary.run("sources", "import", "--private", binary.path("list.opml"))
        #expect(all.stdout == "added http://192.168.1.1/b\n")
        #expect(all.stderr == "")
    }

    @Test func `a feed of a profile is added to the feeds of this profile and removed from them`() throws {
        let server = try TestServer { _ in .ok(feed, type: "text/xml") }
        let binary = try Binary()
        defer { binary.remove() }
        let start = "[[feeds]]\nurl = \"https://a.example/rss\"\n\n[profiles.b]\ntitle = \"B\"\n"
        let own = "\n[[profiles.b.feeds]]\nurl = \"https://b.example/rss\"\n"
        let added = "\n[[profiles.b.feeds]]\nurl = \"\(server.url("/rss"))\"\nname = \"Example Daily\"\n"
        let file = ".config/newsdigest/config.toml"
        try binary.write(start + own, to: file)
        #expect(try binary.run("sources", "add", "--profile", "b", server.url("/rss")).status == 0)
        #expect(try binary.read(file) == start + own + added)
        #expect(try binary.run("sources", "remove", "--profile", "b", "https://b.example/rss").status == 0)
        #expect(try binary.read(file) == start + added)
        let last = try binary.run("sources", "remove", "--profile", "b", server.url("/rss"))
        #expect(last.status == 78 && last.stderr.contains("is its only feed"))
        #expect(try binary.read(file) == start + added)
        // A profile without feeds of its own shares those at the top.
        try binary.write(start, to: file)
        let sentence =
            "profile 'b' has no feeds of its own, so this changes the feeds of all profiles without their own\n"
        func edit(_ arguments: String...) throws -> Binary.Result {
            try binary.run(["sources", arguments[0], "--profile", "b", server.url("/rss")] + arguments.dropFirst())
        }
        let shared = try edit("add")
        #expect(shared.status == 0 && shared.stderr.hasSuffix(sentence))
        #expect(try binary.read(file) == start + added.replacing("profiles.b.feeds", with: "feeds"))
        #expect(try edit("set", "--weight", "2").stderr.hasSuffix(sentence))
        #expect(try edit("remove").stderr.hasSuffix(sentence))
        #expect(try binary.read(file) == start)
        #expect(try binary.run("sources", "set", "https://a.example/rss", "--weight", "2").stderr == "")
    }

    @Test func `feeds are added and removed beside a list of readers`() throws {
        let server = try TestServer { _ in .ok(feed, type: "text/xml") }
        let binary = try Binary()
        defer { binary.remove() }
        let start =
            "[[feeds]]\nurl = \"https://a.example/rss\"\n\n[readers]\nfile = \"readers.jsonl\"\n"
        let added = "\n[[feeds]]\nurl = \"\(server.url("/rss"))\"\nname = \"Example Daily\"\n"
        let file = ".config/newsdigest/config.toml"
        try binary.write(start, to: file)
        #expect(try binary.run("sources", "add", server.url("/rss")).status == 0)
        #expect(try binary.read(file) == start + added)
        #expect(try binary.run("sources", "remove", "https://a.example/rss").status == 0)
        #expect(try binary.read(file) == "[readers]\nfile = \"readers.jsonl\"\n" + added)
    }

    @Test(arguments: [
        "anna:secretpw@127.0.0.1:1/feed.xml", "https://anna:secretpw@127.0.0.1:1/f", "//anna:secretpw@127.0.0.1:1/f",
        "https://anna:sec/retpw@127.0.0.1:1/f", "https:/anna:secretpw@127.0.0.1:1/f", "anna:sec#retpw@127.0.0.1:1/f",
        "https:///anna:secretpw@127.0.0.1:1/f", "ftp://anna:secretpw@127.0.0.1:1/f",
        "feed:https://anna:secretpw@127.0.0.1:1/f", "https//anna:secretpw@127.0.0.1:1/f",
        "https://anna:secretpw%40127.0.0.1:1/f", "anna:secretpw%40127.0.0.1:1/f", "https://anna:secretpw＠127.0.0.1:1/f",
        "http://anna:se cretpw@127.0.0.1:1/f", "http://anna:se'cretpw@127.0.0.1:1/f",
        "http://anna:12<34secretpw@127.0.0.1:1/f", "http://anna:se,cretpw@127.0.0.1:1/f",
        "http://anna:\"secretpw@127.0.0.1:1/f",
    ]) func `no command prints the password in an address`(address: String) throws {
        let binary = try Binary()
        defer { binary.remove() }
        let start = "[[feeds]]\nurl = \"https://a.example/rss\"\n"
        try binary.write(start, to: ".config/newsdigest/config.toml")
        let escaped = address.replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
        let outline = "<outline type=\"rss\" text=\"x\" xmlUrl=\"\(escaped)\"/>"
        try binary.write("<opml version=\"2.0\"><body>\(outline)</body></opml>", to: "list.opml")
        let quoted = address.replacing("\"", with: "\\\"")
        try binary.write(start.replacing("https://a.example/rss", with: quoted), to: "other.toml")
        try binary.write("[network]\ncontact = \"\(quoted)\"", to: "contact.toml")
        var commands = [
            ["sources", "import", binary.path("list.opml")], ["sources", "remove", address],
            ["sources", "check", address], ["check", "--config", binary.path("other.toml")],
            ["check", "--config", binary.path("contact.toml")], ["why", address], ["show", address], ["like", address],
            ["run", "--replay", address], ["check", "--config", address],
        ]
        // The others can be requested, which takes time.
        let canBeRequested = ["anna:secret", "https://anna:secret", "https//"].contains(where: address.hasPrefix)
        if !canBeRequested { commands.append(["sources", "add", address]) }
        for arguments in commands {
            let result = try binary.run(arguments)
            for output in [result.stdout, result.stderr] {
                #expect(!output.contains("anna") && !output.contains("retpw"), "\(arguments): \(output)")
            }
        }
        #expect(try binary.read(".config/newsdigest/config.toml") == start)
    }

    @Test func `a list in JSON has no password of an address inside the address of a feed`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        let feed = "[[feeds]]\nurl = \"http://127.0.0.1:1/go?u=http://anna:secretpw@b.example/a\"\n"
        try binary.write(feed, to: ".config/newsdigest/config.toml")
        let result = try binary.run("sources", "list", "--json")
        #expect(result.stdout.contains("127.0.0.1:1/go?u=http://<hidden>@b.example/a"), "\(result.stdout)")
    }

    @Test func `addresses of a list that cannot be requested are named, and the others are added`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        try binary.write("[[feeds]]\nurl = \"https://a.example/rss\"\n", to: ".config/newsdigest/config.toml")
        let addresses = ["http://u:p@h.example/f", "ftp://h.example/f", "https://b.example/f"]
        let outlines = addresses.map { "<outline type=\"rss\" text=\"x\" xmlUrl=\"\($0)\"/>" }.joined()
        try binary.write("<opml version=\"2.0\"><body>\(outlines)</body></opml>", to: "list.opml")
        let imported = try binary.run("sources", "import", binary.path("list.opml"))
        #expect(imported.status == 0 && imported.stdout == "added https://b.example/f (x)\n")
        #expect(
            imported.stderr == """
                newsdigest: \(binary.path("list.opml")), 'x': http://h.example/f was left out: it contains a user name or password, which would be printed; use the keys for them
                newsdigest: \(binary.path("list.opml")), 'x': ftp://h.example/f was left out: it starts with 'ftp:'; write https://… or http://… or file://…

                """)
        try binary.write("<rss/>", to: "feed.xml")
        let feed = try binary.run("sources", "import", binary.path("feed.xml"))
        #expect(feed.stderr == "newsdigest: \(binary.path("feed.xml")): this is not an OPML file\n")
        for arguments in [["sources", "import"], ["import", "newsboat"]] {
            let path = binary.path("none")
            let missing = try binary.run(arguments + [path])
            #expect(missing.status == 65)
            #expect(missing.stderr == "newsdigest: \(path) cannot be read: No such file or directory\n")
        }
    }

    @Test(arguments: [
        ("<opml><body><outline", 1, "the file ends inside a tag"),
        ("<opml><body>\n<outline xmlUrl=\"https://b.example/f\"/>\n<outline xmlUrl=\"https://c.e", 3, "the file ends"),
        ("<opml>\n<body><outline xmlUrl=\"https://b.example/f\"/>\n", 2, "<body> is not closed"),
        ("<opml><body><outline text=\"a\"></body></opml>", 1, "</body> closes nothing that is open here"),
        ("<opml><body><outline xmlUrl=\"https://b.example/f/>\n</body></opml>", 1, "a quotation mark is not closed"),
    ]) func `nothing is imported from a list that is cut or broken`(list: String, line: Int, reason: String) throws {
        let binary = try Binary()
        defer { binary.remove() }
        let start = "[[feeds]]\nurl = \"https://a.example/rss\"\n"
        try binary.write(start, to: ".config/newsdigest/config.toml")
        try binary.write(list, to: "list.opml")
        let result = try binary.run("sources", "import", "list.opml")
        #expect(result.status == 65 && result.stdout == "")
        #expect(result.stderr.hasPrefix("newsdigest: list.opml, line \(line): \(reason)"), "\(result.stderr)")
        #expect(try binary.read(".config/newsdigest/config.toml") == start)
    }

    @Test func `a list without a feed is told, and a lone ampersand is no fault`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        try binary.write("[[feeds]]\nurl = \"https://a.example/rss\"\n", to: ".config/newsdigest/config.toml")
        func imported(_ list: String) throws -> Binary.Result {
            try binary.write(list, to: "list.opml")
            return try binary.run("sources", "import", "list.opml")
        }
        let empty = try imported("\n")
        #expect(empty.status == 65 && empty.stderr == "newsdigest: list.opml is empty\n")
        let none = try imported("<opml><body/></opml>")
        #expect(none.status == 65 && none.stderr == "newsdigest: list.opml names no feed\n")
        let sloppy = try imported(
            "\u{FEFF}<?xml version='1.0'?><!DOCTYPE opml><!-- <a> --><OPML><head/><Body>"
                + "<outline text='B & C > D' xmlUrl='https://b.example/f?a=1&b=2'></outline></body></opml>\n")
        #expect(sloppy.status == 0 && sloppy.stdout == "added https://b.example/f?a=1&b=2 (B & C > D)\n", "\(sloppy)")
    }

    @Test func `a feed in a file is added`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        let start = "[[feeds]]\nurl = \"https://a.example/rss\"\n"
        try binary.write(start, to: ".config/newsdigest/config.toml")
        try binary.write(feed, to: "feed.xml")
        try binary.write("no feed", to: "other.txt")
        let url = "file://\(binary.path("feed.xml"))"
        let result = try binary.run("sources", "add", url)
        #expect(result.status == 0 && result.stdout == "added \(url) (Example Daily)\n", "\(result.stderr)")
        #expect(
            try binary.read(".config/newsdigest/config.toml")
                == start + "\n[[feeds]]\nurl = \"\(url)\"\nname = \"Example Daily\"\n")
        for file in ["other.txt", "none.xml"] {
            #expect(try binary.run("sources", "add", "file://\(binary.path(file))").status == 69)
        }
    }

    @Test(arguments: [
        ("", "'' is not a web address"), ("http:///x", "'http:///x' is not a web address"),
        ("file:en.xml", "'file:en.xml' is not a URL; write file://…"),
        ("http://anna:secretpw@127.0.0.1:1/", "'http://<hidden>@127.0.0.1:1/' contains a user name or password"),
    ]) func `an argument that cannot be a feed is a usage error`(address: String, reason: String) throws {
        let binary = try Binary()
        defer { binary.remove() }
        let result = try binary.run("sources", "add", address)
        #expect(result.status == 64)
        #expect(result.stderr.hasPrefix("newsdigest: \(reason)"), "\(result.stderr)")
    }

    @Test func `a feed that is not there is told, whatever the state and the list are`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        try binary.write("[[feeds]]\nurl = \"https://a.example/rss\"\n", to: "one.toml")
        try binary.write("feeds = []\n", to: "none.toml")
        try binary.write("this is no state, but a text of some length", to: "bad.sqlite")
        let one = try binary.run("sources", "remove", "x", "--config", "one.toml", "--state", "bad.sqlite")
        #expect(one.status == 64)
        #expect(one.stderr == "newsdigest: no feed 'x' in one.toml; known: https://a.example/rss\n")
        let none = try binary.run("sources", "remove", "x", "--config", "none.toml")
        #expect(none.status == 64)
        #expect(none.stderr == "newsdigest: no feed 'x' in none.toml; none is known\n")
    }

    @Test func `a run waits as long as a server asked at a check`() throws {
        let server = try TestServer { _ in .status(429, [("Retry-After", "3600")]) }
        let binary = try Binary()
        defer { binary.remove() }
        try binary.write("[[feeds]]\nurl = \"\(server.url("/rss"))\"\n", to: ".config/newsdigest/config.toml")
        let checked = try binary.run("sources", "check", "--now", "2026-11-21T08:00:00Z")
        #expect(checked.status == 69)
        #expect(checked.stderr.contains("requested again after 2026-11-21T09:00:00Z"))
        #expect(try binary.run("run", "--now", "2026-11-21T08:30:00Z").status == 0)
        #expect(server.requests.count == 1)
        _ = try binary.run("run", "--now", "2026-11-21T09:30:00Z")
        #expect(server.requests.count == 2)
    }

    @Test func `a check that gets an answer ends the time for which the server asked to wait`() throws {
        let isBusy = Mutex(true)
        let server = try TestServer { _ in
            isBusy.withLock { $0 } ? .status(429, [("Retry-After", "7200")]) : .ok(feed, type: "text/xml")
        }
        let binary = try Binary()
        defer { binary.remove() }
        try binary.write("[[feeds]]\nurl = \"\(server.url("/rss"))\"\n", to: ".config/newsdigest/config.toml")
        #expect(try binary.run("run", "--now", "2026-11-21T08:00:00Z").status == 69)
        isBusy.withLock { $0 = false }
        #expect(try binary.run("sources", "check", "--now", "2026-11-21T08:10:00Z").status == 0)
        #expect(try binary.run("run", "--now", "2026-11-21T08:20:00Z").status == 0)
        #expect(server.requests.count == 3)
    }

    @Test func `a pipe that does not end stops only its own feed`() throws {
        let server = try TestServer { _ in .ok(feed, type: "text/xml") }
        let binary = try Binary()
        defer { binary.remove() }
        try binary.write(
            """
            [[feeds]]
            name = "Pipe"
            url = "file://\(binary.path("pipe"))"
            [[feeds]]
            url = "\(server.url("/rss"))"
            """, to: ".config/newsdigest/config.toml")
        let run = "$newsdigest run --now 2026-11-21T08:00:00Z"
        // A pipe that nobody writes to is empty. One that stays open without an end has a limit of time.
        let result = try binary.shell("mkfifo pipe; \(run); (exec 3<> pipe; \(run))")
        let lines = result.stderr.split(separator: "\n")
        #expect(
            lines.count == 2 && lines.allSatisfy { $0.hasPrefix("newsdigest: gather 'Pipe': \(binary.path("pipe"))") })
        #expect(lines.last?.contains("did not end within 5 seconds") == true)
        #expect(server.requests.count == 2)
    }

    @Test func `an export of addresses with secrets says so, and import reads a pipe`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        try binary.write(
            "[[feeds]]\nname = \"Club\"\nurl = \"https://club.example/rss?token=abcdefgh12345\"\n",
            to: ".config/newsdigest/config.toml")
        let exported = try binary.run("sources", "export")
        #expect(exported.stdout.contains("token=abcdefgh12345"))
        #expect(
            exported.stderr
                == "newsdigest: the addresses of these feeds contain secrets, so keep the list to yourself: Club\n")
        try binary.write(exported.stdout.replacing("club.example", with: "other.example"), to: "list.opml")
        let imported = try binary.shell("cat list.opml | $newsdigest sources import /dev/stdin")
        #expect(imported.status == 0 && imported.stdout.contains("added https://other.example/rss?token=<hidden>"))
    }

    @Test func `a server that says it is fresh for ever is no trouble`() throws {
        let server = try TestServer { _ in
            .ok(feed, type: "text/xml", [("Cache-Control", "max-age=1e999"), ("Age", "nan")])
        }
        let binary = try Binary()
        defer { binary.remove() }
        try binary.write("[[feeds]]\nurl = \"\(server.url("/rss"))\"\n", to: ".config/newsdigest/config.toml")
        let checked = try binary.run("sources", "check")
        #expect(checked.status == 0)
        #expect(checked.stdout.contains("may be requested again after"))
    }

    @Test func `a page with several feeds ends with one line that says how to go on, and one name is for one feed`()
        throws
    {
        let server = try TestServer { request in
            guard request.path == "/" else { return .ok(feed, type: "text/xml") }
            let links = ["/a", "/b"].map { "<link rel=alternate type=\"application/rss+xml\" href=\"\($0)\">" }
            return .ok(links.joined(), type: "text/html")
        }
        let binary = try Binary()
        defer { binary.remove() }
        let file = ".config/newsdigest/config.toml"
        let text = "[[feeds]]\nurl = \"\(server.url("/own"))\"\n"
        try binary.write(text, to: file)
        let page = server.url("/")
        let several = try binary.run("sources", "add", page)
        #expect(several.status == 64)
        #expect(several.lines == [server.url("/a"), server.url("/b")])
        #expect(
            several.stderr == "newsdigest: \(page) links to 2 feeds; add one by its address, or all with --all\n")
        let named = try binary.run("sources", "add", page, "--all", "--name", "Mine")
        #expect(named.status == 64)
        #expect(named.stderr == "newsdigest: \(page) links to 2 feeds, but --name is for one; omit --name\n")
        #expect(try binary.read(file) == text)
    }

    @Test func `folders of OPML keep their case, and those that differ in case alone are one section`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        let file = ".config/newsdigest/config.toml"
        try binary.write("[[feeds]]\nurl = \"https://own.example/rss\"\n", to: file)
        let outlines = [("IOS Dev", "a"), ("iOS dev", "b"), ("TECH", "c")].map {
            "<outline text=\"\($0)\"><outline type=\"rss\" text=\"\($1)\" xmlUrl=\"https://own.example/\($1)\"/></outline>"
        }
        try binary.write("<opml version=\"2.0\"><body>\(outlines.joined())</body></opml>", to: "in.opml")
        #expect(try binary.run("sources", "import", "in.opml").status == 0)
        let categories = try binary.read(file).split(separator: "\n").filter { $0.hasPrefix("category") }
        #expect(categories == ["category = \"IOS Dev\"", "category = \"IOS Dev\"", "category = \"technology\""])
        #expect(try binary.run("categories").stdout.contains("IOS Dev"))
        let json = try binary.run("categories", "--json")
        #expect(json.lines.count > 3 && json.stdout.hasSuffix("}\n"), "\(json.stdout)")
        #expect(try binary.run("sources", "export").stdout.contains("text=\"IOS Dev\""))
    }

    @Test func `a feed without a name is found by the name that is listed`() throws {
        let server = try TestServer { [feed] _ in .ok(feed, type: "application/rss+xml") }
        let binary = try Binary()
        defer { binary.remove() }
        let file = ".config/newsdigest/config.toml"
        let other = "[[feeds]]\nurl = \"\(server.url("/other"))\"\nname = \"Other\"\n"
        try binary.write("[[feeds]]\nurl = \"\(server.url("/feed"))\"\n\(other)", to: file)
        #expect(try binary.run("sources").stdout.contains("\n127.0.0.1 "))
        #expect(try binary.run("sources", "set", "127.0.0.1", "--weight", "2").status == 0)
        #expect(try binary.run("sources", "set", "127.0.0.1", "--weight", "1").status == 0)
        try binary.run("run", "--now", "2026-11-21T09:00:00Z")
        #expect(try binary.run("sources").stdout.contains("Example Daily"))
        #expect(try binary.run("sources", "check", "Example Daily", "--now", "2026-11-21T09:10:00Z").status == 0)
        let unknown = try binary.run("sources", "set", "example daly", "--weight", "2")
        #expect(unknown.status == 64 && unknown.stderr.contains("Example Daily"), "\(unknown.stderr)")
        #expect(try binary.run("sources", "remove", "Example Daily").status == 0)
        #expect(try binary.read(file) == other)
    }

    @Test func `a list that names no feed is no success`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        let text = "[[feeds]]\nurl = \"https://own.example/rss\"\n"
        try binary.write(text, to: ".config/newsdigest/config.toml")
        try binary.write("<opml version=\"2.0\"><body></body></opml>", to: "empty.opml")
        let empty = try binary.run("sources", "import", "empty.opml")
        #expect(empty.status == 65 && empty.stderr == "newsdigest: empty.opml names no feed\n")
        try binary.write("<opml><body><outline xmlUrl=\"http://127.0.0.1/a\"/></body></opml>", to: "private.opml")
        let refused = try binary.run("sources", "import", "private.opml")
        #expect(refused.stdout == "nothing was added\n" && refused.stderr.contains("was left out"))
        #expect(try binary.read(".config/newsdigest/config.toml") == text)
    }

    @Test func `a section of the reader's own is listed, also under a name that is a form of a built-in one`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        let file = ".config/newsdigest/config.toml"
        try binary.write("feeds = []\n[categories]\ntech = \"Gadgets\"\nscience = \"Labs\"\n", to: file)
        let listed = try binary.run("categories").stdout
        let own = listed.components(separatedBy: "your own").last ?? ""
        #expect(own.contains("tech") && own.contains("Gadgets") && !own.contains("science"), "\(listed)")
        #expect(listed.contains("Labs"))
        let wrong = try binary.run("run", "--category", "tehc")
        #expect(wrong.stderr == "newsdigest: there is no section 'tehc'; did you mean 'tech'?\n")
        let unknown = try binary.run("run", "--category", "qwertyuio")
        #expect(
            unknown.stderr.hasPrefix("newsdigest: there is no section 'qwertyuio'; known: business, entertainment"))
    }

    @Test func `an alias that leads to another section is told with its line`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        let file = ".config/newsdigest/config.toml"
        try binary.write("[categories]\na = \"A\"\n[categories.b]\naliases = [\"a\"]\n", to: file)
        let result = try binary.run("check")
        #expect(
            result.stderr.contains(
                "configuration '\(binary.path(file))', line 3: 'a' is an alias of 'b', but it means the section 'a', "
                    + "which has this name too"), "\(result.stderr)")
    }

    @Test func `a run serves those profiles that have a wanted section`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        func feed(_ title: String) -> String {
            "<rss version=\"2.0\"><channel><title>\(title)</title><item><title>\(title)</title>"
                + "<link>https://a.example/\(title)</link></item></channel></rss>"
        }
        func profile(_ name: String, _ category: String) -> String {
            "[profiles.\(name)]\n[[profiles.\(name).feeds]]\nurl = \"file://\(binary.path("\(name).xml"))\"\n"
                + "category = \"\(category)\"\n"
        }
        for name in ["Anna", "Boris", "Clara"] { try binary.write(feed(name), to: "\(name).xml") }
        let onlyScience = "[profiles.Clara.digest]\ncategories = [\"science\"]\n"
        try binary.write(
            profile("Anna", "dom") + profile("Boris", "sad") + profile("Clara", "dom") + onlyScience, to: "c.toml")
        func run(_ category: String) throws -> Binary.Result {
            try binary.run("--all-profiles", "--config", "c.toml", "--dry-run", "--category", category)
        }
        let one = try run("dom")
        #expect(one.status == 0 && one.stdout.contains("Anna") && !one.stdout.contains("Boris"), "\(one.stderr)")
        #expect(one.stderr == "" && !one.stdout.contains("Clara"))
        let both = try run("dom,sad")
        #expect(both.stdout.contains("Anna") && both.stdout.contains("Boris"))
        let none = try run("qwertyuio")
        #expect(none.status == 64 && none.stderr.contains("there is no section 'qwertyuio'"), "\(none.stderr)")
        let empty = try run("")
        #expect(empty.status == 64 && empty.stderr.contains("--category names no section"), "\(empty.stderr)")
        // Also if only one is left.
        for others in ["", profile("Clara", "dom") + onlyScience] {
            try binary.write(
                profile("Anna", "dom") + "[profiles.Anna.digest]\ncategories = [\"science\"]\n" + others, to: "c.toml")
            let hidden = try run("dom")
            #expect(
                hidden.status == 64
                    && hidden.stderr
                        == "newsdigest: no digest shows the section 'dom'; add it to 'categories' under [digest]\n"
            )
        }
    }

    @Test func `a feed that is gone is asked no more, and listed so`() throws {
        let server = try TestServer { _ in .status(410) }
        let binary = try Binary()
        defer { binary.remove() }
        try binary.write(
            "[[feeds]]\nurl = \"\(server.url("/gone"))\"\nname = \"Gone\"\n", to: ".config/newsdigest/config.toml")
        try binary.run("run", "--now", "2026-11-21T09:00:00Z")
        let listed = try binary.run("sources", "--now", "2026-11-21T09:30:00Z")
        let row = listed.lines[1].split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(row == ["Gone", "other", "gone", "never", "never", server.url("/gone")])
    }

    @Test func `categories are named without asking anybody, and by the services on request`() throws {
        let newsAPI = NewsAPIStandIn(publishers: [
            .init(id: "example-times", name: "Example Times", category: "general")
        ])
        let server = try TestServer { newsAPI.reply(to: $0) ?? KudaGoStandIn().reply(to: $0) ?? .status(404) }
        var binary = try Binary()
        defer { binary.remove() }
        try binary.write(
            """
            [newsapi]
            base_url = "\(server.url("/v2"))"
            [kudago]
            base_url = "\(server.url(KudaGoStandIn.root))"
            [[feeds]]
            url = "\(server.url("/rss"))"
            category = "gardening"
            """, to: ".config/newsdigest/config.toml")
        let offline = try binary.run("categories")
        #expect(offline.stdout.contains("technology     Technology     gadgets, it, tech, technologies, "))
        #expect(offline.stdout.contains("concert                          Концерты "))
        #expect(offline.stdout.contains("  party                            Вечеринки "))
        #expect(offline.stdout.hasSuffix("your own\n  gardening  Gardening\n"))
        #expect(server.requests.isEmpty)

        binary.environment["NEWSAPI_KEY"] = "test-key"
        let online = try binary.run("categories", "--online")
        #expect(online.status == 0)
        #expect(online.stderr == "")
        #expect(online.stdout.contains("example-times  Example Times (general, en, us)\n"))
        #expect(online.stdout.contains("novelty  Новинки\n"))
        #expect(online.stdout.contains("spb  Санкт-Петербург\n"))
    }

    private let feed = FeedStandIn.rss(
        "Example Daily", [("One", "https://daily.example/1", "Sat, 21 Nov 2026 08:00:00 GMT")])
}
