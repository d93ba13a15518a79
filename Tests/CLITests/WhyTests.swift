import Foundation
import TestServer
import Testing

/// What `why` says of a story whose digest has not arrived, and of one that a profile cannot get.
@Suite(.ownThread) struct WhyTests {
    /// A world with one story in a digest that waits for a command since the first run.
    private func waiting(besides deliveries: String = "") throws -> World {
        let world = try World("sources = [\"feeds\"]") { _ in }
        try world.binary.write(
            world.binary.read("config.toml") + """

                [[deliver]]
                to = "command"
                command = ["sh", "-c", "test -e up || exit 73; cat >> all.md"]
                \(deliveries)
                """, to: "config.toml")
        for day in 21...22 { #expect(try run(world, on: day).status == 76) }
        return world
    }

    /// A run of a morning on which the feed has a new story, too.
    private func run(_ world: World, on day: Int) throws -> Binary.Result {
        let stories = (0...(day - 21)).reversed().map { (title: $0, date: "\(21 + $0) Nov 2026 06:00:00") }
        world.change { $0.feeds["/feed"] = NewnessTests.feed(stories) }
        return try world.run(at: "2026-11-\(day)T08:00:00Z")
    }

    private func why(_ world: World, at now: String) throws -> [String] {
        try world.run("why", "https://publisher.example/0", at: now).lines.map {
            $0.replacing(/(digest|is) \w{7,10}\b/) { "\($0.output.1) ID" }
        }
    }

    @Test func `a story that waits was not sent, and once it arrived it was`() throws {
        let world = try waiting()
        defer { world.end() }
        let early = try why(world, at: "2026-11-22T09:00:00Z")
        let waits = "which waits for 'command sh' since 21 Nov 2026, 08:00"
        #expect(early.contains("in digest ID for default, \(waits)"), "\(early)")
        #expect(
            early.contains("run of 22 Nov 2026, 08:00, default: the story is ID of digest ID, \(waits)"), "\(early)")
        #expect(!early.contains { $0.contains("sent") })
        try world.binary.write("", to: "up")
        for day in 23...24 { #expect(try run(world, on: day).status == 0) }
        let late = try why(world, at: "2026-11-24T09:00:00Z")
        let waited = "which waited for 'command sh' until 23 Nov 2026, 08:00"
        #expect(late.contains("run of 22 Nov 2026, 08:00, default: the story is ID of digest ID, \(waited)"), "\(late)")
        #expect(late.last?.contains("default: the story was sent as ") == true, "\(late)")
    }

    @Test func `a story that was given up competes once more`() throws {
        let world = try waiting()
        defer { world.end() }
        _ = try world.run(at: "2026-12-05T09:00:00Z")
        let why = try why(world, at: "2026-12-05T10:00:00Z")
        let fate =
            "which waited for 'command sh' since 21 Nov 2026, 08:00 and was given up on 5 Dec 2026, 09:00; its stories "
            + "compete once more"
        #expect(why.contains("in digest ID for default, \(fate)"), "\(why)")
        #expect(why.contains("run of 22 Nov 2026, 08:00, default: the story is ID of digest ID, \(fate)"), "\(why)")
        #expect(why.last?.contains("default: shown, ") == true, "\(why)")
    }

    @Test func `what another destination has counts as sent`() throws {
        let world = try waiting(besides: "[[deliver]]\nto = \"file\"\npath = \"ok.md\"\n")
        defer { world.end() }
        let file = "it was delivered to 'file \(world.binary.path("ok.md"))'"
        #expect(try why(world, at: "2026-11-22T09:00:00Z").contains { $0.hasSuffix("08:00; \(file)") })
        for hour in ["09", "10"] { _ = try world.run(at: "2026-12-05T\(hour):00:00Z") }
        let late = try why(world, at: "2026-12-05T11:00:00Z")
        #expect(late.last?.hasSuffix("on 5 Dec 2026, 09:00; \(file), so its stories count as sent") == true, "\(late)")
    }

    @Test(arguments: [
        ("[profiles.anna.digest]\ncategories = [\"science\"]", "its section 'technology' is in no digest of anna"),
        ("[[profiles.anna.feeds]]\nurl = \"https://other.example/rss\"", "its source is none of those of anna"),
        ("[profiles.anna]\nsources = [\"kudago\"]", "its source is none of those of anna"),
        ("[[profiles.anna.feeds]]\nurl = \"ADDRESS\"\noff = true", "its source is off for anna"),
        ("[profiles.anna]", "no run has decided on it yet, or the reasons were removed after 90 days"),
    ])
    func `why names what keeps a source out of the digests of a profile`(profile: String, reason: String) throws {
        let world = try World("sources = [\"feeds\"]") { $0.feeds["/feed"] = World.rss("Swifts nest") }
        defer { world.end() }
        let table = profile.replacing("ADDRESS", with: world.server.url("/feed"))
        try world.binary.write(world.binary.read("config.toml") + "\n" + table + "\n", to: "config.toml")
        _ = try world.run()
        let why = try world.run("why", "https://publisher.example/Swiftsnest", "--profile", "anna")
        #expect(why.status == 0 && why.lines.last == reason, "\(why)")
    }

    @Test func `an item that left its feed before the first digest of a reader has a reason`() throws {
        let world = try World("sources = [\"feeds\"]") { _ in }
        defer { world.end() }
        try world.binary.write(
            world.binary.read("config.toml") + "first_items = 1\n[profiles.anna]\n", to: "config.toml")
        func run(_ profile: String, on day: Int, _ titles: Int...) throws {
            world.change { $0.feeds["/feed"] = NewnessTests.feed(titles.map { ($0, "\(day) Nov 2026 06:00:00") }) }
            #expect(try world.run("--profile", profile, at: "2026-11-\(day)T08:00:00Z").status == 0)
        }
        try run("default", on: 20, 1, 0)
        try run("default", on: 21, 2)
        try run("anna", on: 25, 3)
        let reasons = try (0...3).map { number in
            try world.run(
                "why", "https://publisher.example/\(number)", "--profile", "anna", at: "2026-11-25T09:00:00Z"
            ).lines.last ?? ""
        }
        let gone = "it left its source, and was too old, before its source could enter a digest of anna"
        #expect(reasons.prefix(3).sorted() == ["already in its feed before the feed was first read", gone, gone])
        #expect(reasons[3].contains("anna: shown"), "\(reasons)")
    }
}
