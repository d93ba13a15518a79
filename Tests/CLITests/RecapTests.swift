import Foundation
import StateTestSupport
import TestServer
import Testing

@testable import State

/// `newsdigest recap`: what was sent, told again.
@Suite(.ownThread) struct RecapTests {
    private let world: World

    init() throws {
        world = try World { _ in }
        try configure()
    }

    private func configure(_ more: String = "") throws {
        try world.binary.write(
            """
            timezone = "UTC"
            sources = ["feeds"]
            [network]
            host_gap = "0s"
            \(["one", "two", "three"].map { """
                [[feeds]]
                url = "\(world.server.url("/\($0)"))"
                name = "\($0)"
                category = "technology"

                """ }.joined())
            \(more)

            """, to: "config.toml")
    }

    private func tell(_ feed: String, _ title: String, _ summary: String, day: Int = 21) {
        world.change {
            $0.feeds["/\(feed)"] = .ok(
                """
                <rss version="2.0"><channel><title>\(feed)</title><link>https://\(feed).example/</link><item>
                <title>\(title)</title><link>https://\(feed).example/\(title.count)</link>
                <description>\(summary)</description>
                <pubDate>\(day) Nov 2026 06:00:00 GMT</pubDate></item></channel></rss>
                """, type: "application/rss+xml")
        }
    }

    private func empty(_ feeds: String...) {
        for feed in feeds {
            world.change { $0.feeds["/\(feed)"] = .ok("<rss><channel></channel></rss>", type: "application/rss+xml") }
        }
    }

    /// On the first day one paper tells of a market and two of a ferry; on the second day the ferry is towed away.
    private func twoDays(_ options: [String] = []) throws {
        let ferry = "The ferry Elsom Queen ran aground at Gullport harbour on Friday with forty passengers."
        tell(
            "one", "Painters show their winter market of cakes",
            "Visitors taste a hundred recipes beside the town hall.")
        tell("two", "Ferry Elsom Queen runs aground at Gullport harbour", ferry)
        tell("three", "Elsom Queen ferry aground at Gullport with forty passengers", ferry + " Nobody was hurt.")
        func run(at time: String = World.now) throws -> Int32 {
            try world.binary.run(["run", "--quiet"] + options + world.options(at: time)).status
        }
        #expect(try run() == 0)
        empty("one", "three")
        tell(
            "two", "Ferry Elsom Queen towed from Gullport harbour after running aground",
            "Tugs towed the ferry Elsom Queen, which ran aground at Gullport harbour, to the yard.", day: 22)
        #expect(try run(at: "2026-11-22T08:00:00Z") == 0)
    }

    private func stories(_ output: String) throws -> [[String: Any]] {
        let digest = try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
        return (digest["sections"] as? [[String: Any]] ?? []).flatMap { $0["stories"] as? [[String: Any]] ?? [] }
    }

    @Test func `the largest story comes first, once, with what became of it`() throws {
        defer { world.end() }
        try twoDays()
        let dry = try world.run("recap", "--dry-run", "--format", "json", at: "2026-11-22T10:00:00Z")
        let recap = try world.run("recap", "--out", "-", "--format", "json", at: "2026-11-22T10:00:00Z")
        #expect(dry.status == 0 && recap.status == 0 && recap.stderr == "")
        let stories = try stories(recap.stdout)
        #expect(stories.map { ($0["title"] as? String)?.contains("market") } == [false, true])
        let later = try #require(stories[0]["later"] as? [[String: Any]])
        #expect((later.first?["title"] as? String)?.contains("towed") == true)
        #expect((stories[0]["sources"] as? [Any])?.count == 2)
        let top = ["recap", "--top", "1", "--dry-run", "--format", "markdown"]
        #expect(try world.binary.run(top + world.options(at: "2026-11-22T10:00:01Z")).stderr == "")
        let shown = try world.binary.runOnTerminal(top + world.options(at: "2026-11-22T10:00:01Z"))
        #expect(shown.stdout == "" && shown.screen.contains("nothing was sent"))
    }

    @Test func `of stories with one article, those that led their digests come first`() throws {
        defer { world.end() }
        for (day, titles) in [
            (20, ["War ends in Elsom after nine years", "Ten cakes for winter"]),
            (21, ["Parliament of Gullport resigns", "Quiz: which boat are you?"]),
        ] {
            for (feed, title) in zip(["one", "two"], titles) { tell(feed, title, "\(title), it was said.", day: day) }
            #expect(try world.run("--quiet", at: "2026-11-\(day)T08:00:00Z").status == 0)
        }
        let recap = try world.shell("recap --since 7d --format text", at: "2026-11-21T09:00:00Z").stdout
        let order = ["War ends", "Parliament of", "Ten cakes"].map {
            recap.firstRange(of: $0)?.lowerBound ?? recap.endIndex
        }
        #expect(order == order.sorted() && order[2] < recap.endIndex, "\(recap)")
        let again = try world.binary.runOnTerminal(
            ["recap", "--since", "7d"] + world.options(at: "2026-11-21T10:00:00Z"))
        #expect(again.screen.contains("since the last recap at 2026-11-21T09:00:00Z"), "\(again.screen)")
    }

    @Test func `nothing of a recap counts as sent, and the next one leaves out what it told`() throws {
        defer { world.end() }
        try twoDays()
        let before = try world.run("history", "--format", "json").stdout
        #expect(try world.run("recap", "--out", "-", at: "2026-11-22T10:00:00Z").stdout.contains("Later: "))
        #expect(try world.run("history", "--format", "json").stdout == before)
        #expect(try world.run("show", "last").stdout.contains("towed"))
        let again = try world.run("recap", "--out", "-", at: "2026-11-22T11:00:00Z")
        #expect(again.status == 0 && again.stdout == "")
        tell("one", "A new bridge crosses the river", "It is long.", day: 23)
        #expect(try world.run("--out", "-", at: "2026-11-23T08:00:00Z").stdout.contains("bridge"))
        let next = try world.run("recap", "--out", "-", at: "2026-11-23T09:00:00Z")
        #expect(next.stdout.contains("bridge") && !next.stdout.contains("market"))
    }

    @Test func `the title and the section of a recap say what it is, and a feed keeps its title`() throws {
        defer { world.end() }
        try configure(
            ["d.md", "d.atom"].map { "[[deliver]]\nto = \"file\"\npath = \"\($0)\"\n" }.joined())
        try twoDays()
        #expect(try world.run("recap", at: "2026-11-22T10:00:00Z").status == 0)
        let recap = try world.binary.read("d.md")
        #expect(recap.hasPrefix("# News digest · Recap\n") && recap.contains("\n## Recap\n"), "\(recap)")
        #expect(try world.binary.read("d.atom").contains("<title>News digest</title>"))
    }

    @Test(arguments: [("2026-11-29T10:00:40Z", true), ("2026-12-03T10:00:00Z", false)])
    func `a recap begins where the last one ended, unless one was missed`(time: String, isThere: Bool) throws {
        defer { world.end() }
        try twoDays()
        #expect(try world.run("recap", "--out", "-", at: "2026-11-22T10:00:00Z").stdout.contains("Later: "))
        tell("one", "A new bridge crosses the river", "It is long.", day: 22)
        #expect(try world.run("--out", "-", at: "2026-11-22T10:00:20Z").stdout.contains("bridge"))
        let recap = try world.run("recap", "--since", "7d", "--out", "-", at: time).stdout
        #expect(recap.contains("bridge") == isThere, "\(recap)")
    }

    @Test func `a recap that is not delivered waits, and the next run delivers the same bytes`() throws {
        defer { world.end() }
        try configure("[[deliver]]\nto = \"file\"\npath = \"public/digest.md\"")
        let folder = world.binary.path("public")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try twoDays()
        try FileManager.default.removeItem(atPath: folder)
        #expect(try world.run("recap", at: "2026-11-22T10:00:00Z").status == 76)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        #expect(try world.run("--quiet", at: "2026-11-22T11:00:00Z").status == 0)
        #expect(try world.binary.read("public/digest.md").contains("Later: "))
    }

    @Test func `a digest is in the recap of the days when its first destination got it`() throws {
        defer { world.end() }
        func file(_ path: String) -> String { "[[deliver]]\nto = \"file\"\npath = \"\(path)\"\n" }
        func recap(_ day: String) throws -> String {
            try world.run("recap", "--since", "30d", "--out", "-", at: "2026-\(day)T12:00:00Z").stdout
        }
        try configure(file("digest.md") + file("gone/digest.md"))
        empty("two", "three")
        tell("one", "A new bridge crosses the river", "It is long.")
        #expect(try world.run("--quiet").status == 76)
        #expect(try recap("11-21").contains("bridge"))
        #expect(try world.run("--quiet", at: "2026-12-06T08:00:00Z").stderr.contains("so it was given up"))
        #expect(try recap("12-06") == "")

        try configure(file("late/digest.md"))
        tell("one", "The old mill reopens as a museum", "It has wheels.", day: 30)
        #expect(try world.run("--quiet", at: "2026-12-07T08:00:00Z").status == 76)
        #expect(try recap("12-07") == "")
        try FileManager.default.createDirectory(atPath: world.binary.path("late"), withIntermediateDirectories: true)
        #expect(try world.run("--quiet", at: "2026-12-08T08:00:00Z").status == 0)
        #expect(try recap("12-08").contains("old mill"))
    }

    @Test(arguments: [[], ["--profile", "anna"]])
    func `a recap is delivered again to where it went`(options: [String]) throws {
        defer { world.end() }
        try configure(
            """
            [[deliver]]
            to = "command"
            command = ["sh", "-c", "cat > sent.$NEWSDIGEST_PROFILE; echo $NEWSDIGEST_ID > id"]
            [[deliver]]
            to = "file"
            path = "{profile}.md"
            [profiles.anna]
            name = "Anna"
            """)
        try twoDays(options)
        #expect(
            try world.binary.run(["recap"] + options + world.options(at: "2026-11-22T10:00:00Z")).status == 0)
        let id = try world.binary.read("id").trimmingCharacters(in: .newlines)
        let name = options.last ?? "default"
        let files = ["sent.\(name) (recap)", "\(name).md"]
        let recap = try files.map(world.binary.read)
        #expect(recap.allSatisfy { $0.contains("Later: ") })
        for file in files { try FileManager.default.removeItem(atPath: world.binary.path(file)) }
        let again = try world.run("resend", id, at: "2026-11-22T11:00:00Z")
        #expect(again.status == 0 && again.stderr == "", "\(again.stderr)")
        #expect(try files.map(world.binary.read) == recap)
    }

    @Test func `a recap that could not be written is made again at the same time`() throws {
        defer { world.end() }
        try twoDays()
        let failed = try world.run("recap", "--out", "no/such/recap.md", at: "2026-11-22T10:00:00Z")
        #expect(failed.status == 73)
        let again = try world.run("recap", "--out", "-", at: "2026-11-22T10:00:00Z")
        #expect(again.status == 0 && again.stdout.contains("Later: "), "\(again.stderr)")
    }

    @Test func `the stories of a recap that is given up do not compete again`() throws {
        defer { world.end() }
        try twoDays()
        try configure("[[deliver]]\nto = \"file\"\npath = \"gone/recap.md\"")
        #expect(try world.run("recap", at: "2026-11-22T10:00:00Z").status == 76)
        try configure()
        let late = try world.run("recap", at: "2026-11-22T11:00:00Z")
        #expect(late.stderr.contains("given up; its 2 stories count as sent all the same"), "\(late.stderr)")
    }

    @Test func `a site has its page, and each story once in lists, feeds and the index`() throws {
        defer { world.end() }
        try configure(
            """
            [[deliver]]
            to = "site"
            path = "public/"
            [[deliver]]
            to = "file"
            path = "news.atom"
            keep = "2d"
            [[deliver]]
            to = "file"
            path = "digests.atom"
            format = "atom-digests"
            keep = "2d"
            """)
        try twoDays()
        let folder = world.binary.path("public")
        func files() throws -> [String: String] {
            let names = ["sections", "sources", "search"].flatMap { name in
                (FileManager.default.subpaths(atPath: "\(folder)/\(name)") ?? []).map { "public/\(name)/\($0)" }
            }
            let texts = (names + ["news.atom"]).compactMap { name in
                (try? world.binary.read(name)).map { text in
                    (name, text.replacing(/^<updated>.*$/.anchorsMatchLineEndings(), with: "", maxReplacements: 1))
                }
            }
            return Dictionary(texts) { first, _ in first }
        }
        let before = try files()
        #expect(before.count > 5)
        let result = try world.run("recap", at: "2026-11-22T10:00:00Z")
        #expect(result.status == 0 && result.stderr == "")
        #expect(try files() == before)
        let pages = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/digests")
        let recap = try #require(
            pages.first { name in
                (try? world.binary.read("public/digests/\(name)"))?.contains("Recap") == true
            })
        #expect(try world.binary.read("public/digests/\(recap)").contains("market"))
        let day = try world.binary.read("public/days/2026-11-22.html")
        #expect(day.contains("<h2><a href=\"../digests/\(recap)\">"))
        #expect(day.components(separatedBy: "#story-").count == 2)
        #expect(try world.binary.read("public/feed.atom").components(separatedBy: "<entry>").count == 4)
        let front = try world.binary.read("public/index.html")
        #expect(front.contains("towed") && front.contains("digests/\(recap)"))
        #expect(front.components(separatedBy: "Digest history").count == 2)
        #expect(try world.binary.read("digests.atom").components(separatedBy: "<entry>").count == 4)
        // The next digest leaves it there.
        tell("one", "A new bridge crosses the river", "It is long.", day: 22)
        #expect(try world.run("--quiet", at: "2026-11-22T11:00:00Z").status == 0)
        #expect(try world.binary.read("digests.atom").components(separatedBy: "<entry>").count == 5)
        #expect(try world.binary.read("news.atom").components(separatedBy: "<entry>").count == 5)
    }

    @Test func `a file with the day in its name keeps the digest, and the recap has its own`() throws {
        defer { world.end() }
        try configure("[[deliver]]\nto = \"file\"\npath = \"news-{date:%Y.%m.%d}.md\"")
        try twoDays()
        let (day, recap) = ("news-2026.11.22.md", "news-2026.11.22-recap.md")
        let digest = try world.binary.read(day)
        #expect(try world.run("recap", at: "2026-11-22T10:00:00Z").status == 0)
        #expect(try world.binary.read(day) == digest)
        let text = try world.binary.read(recap)
        #expect(text.contains("## Recap"))
        try FileManager.default.removeItem(atPath: world.binary.path(recap))
        let state = try State(path: world.binary.path("s.sqlite"), mode: .readOnly)
        let id = try #require(try state.newestDigest(profile: State.nameOfRecaps(of: "default")))
        state.close()
        #expect(try world.run("resend", id, at: "2026-11-22T11:00:00Z").status == 0)
        #expect(try world.binary.read(day) == digest && world.binary.read(recap) == text)
    }

    @Test func `schedule prints a line for it`() throws {
        defer { world.end() }
        let lines = try world.run("schedule", "--recap", "sun")
        #expect(lines.stdout.contains("0 9 * * 7 ") && lines.stdout.contains(" recap "))
        let units = try world.run("schedule", "--systemd", "--recap", "sun").stdout
        #expect(units.contains("newsdigest-recap.timer") && units.contains("OnCalendar=Sun *-*-* 09:00:00"))
    }

    @Test func `a recap that was made while the clock was ahead empties none before that time`() throws {
        defer { world.end() }
        try twoDays()
        func recap(_ time: String) throws -> Bool {
            try world.run("recap", "--out", "-", at: time).stdout.contains("market")
        }
        #expect(try recap("2026-11-25T10:00:00Z") && recap("2026-11-22T11:00:00Z"))
        tell("one", "A market of lanterns opens", "It is long.", day: 22)
        #expect(try world.run("--quiet", at: "2026-12-20T08:00:00Z").stdout.contains("lanterns"))
        #expect(try !recap("2026-11-22T12:00:00Z") && recap("2026-12-21T08:00:00Z"))
    }

    @Test(arguments: ["", "format = \"atom-digests\""])
    func `a digest that is delivered again takes nothing out of a rolling feed`(format: String) throws {
        defer { world.end() }
        try configure("[[deliver]]\nto = \"file\"\npath = \"news.atom\"\n\(format)")
        try twoDays()
        let feed = try world.binary.read("news.atom")
        let entries = try world.run("history", "--format", "json").stdout.matches(of: /"digest" : "(\w+)"/)
        let first = try #require(entries.last).1
        #expect(try world.run("resend", "\(first)", at: "2026-11-23T08:00:00Z").status == 0)
        #expect(try world.binary.read("news.atom") == feed && feed.contains("towed"))
        #expect(try !world.run("resend", "\(first)", "--out", "-").stdout.contains("towed"))
    }

    @Test func `a rolling feed has the stories of earlier digests, each once`() throws {
        defer { world.end() }
        try configure("[[deliver]]\nto = \"file\"\npath = \"news.atom\"\nkeep = \"2d\"")
        try twoDays()
        let feed = try world.binary.read("news.atom")
        #expect(feed.components(separatedBy: "<entry>").count == 4)
        #expect(feed.contains("towed") && feed.contains("market"))
        let parsed = try world.binary.run("parse", world.binary.path("news.atom"))
        #expect(parsed.status == 0 && parsed.stdout.contains("urn:newsdigest:story:"))
        tell("one", "A new bridge crosses the river", "It is long.", day: 24)
        #expect(try world.run("--quiet", at: "2026-11-24T08:00:01Z").status == 0)
        let later = try world.binary.read("news.atom")
        #expect(later.contains("bridge") && !later.contains("market"))
        let digests = try world.run(
            "--out", "-", "--format", "atom-digests", "--include-sent", at: "2026-11-24T08:00:01Z")
        #expect(digests.stdout.components(separatedBy: "<entry>").count == 2)
    }
}
