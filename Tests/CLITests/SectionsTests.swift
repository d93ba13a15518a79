import Foundation
import TestServer
import Testing

/// Sections that no digest shows, and feeds without a section.
@Suite struct SectionsTests {
    private let world: World

    init() throws {
        world = try World { sources in
            sources.feeds["/feed"] = World.rss("Comet returns to the evening sky")
            sources.feeds["/plain"] = World.rss("Harbour opens tonight")
        }
    }

    /// Two feeds: one of technology, and one without a section.
    private func configure(_ digest: String = "") throws {
        try world.binary.write(
            """
            timezone = "UTC"
            \(digest)
            [[feeds]]
            url = "\(world.server.url("/plain"))"
            name = "Plain"
            [[feeds]]
            url = "\(world.server.url("/feed"))"
            name = "Tech"
            category = "technology"

            """, to: "config.toml")
    }

    @Test func `a feed without a section stands in 'other', after the named sections`() throws {
        defer { world.end() }
        try configure()
        let run = try world.run("run")
        #expect(run.lines.filter { $0.hasPrefix("## ") } == ["## Technology", "## Other"])
    }

    @Test(arguments: [
        ("categories = [\"general\", \"technology\"]", [], ["## Top news", "## Technology"]),
        ("", ["--category", "general"], ["## Top news"]), ("", ["--category", "other"], ["## Other"]),
        ("categories = [\"other\", \"general\"]", [], ["## Other"]),
    ])
    func `where only 'general' is wanted, a feed without a section stays there`(
        digest: String, options: [String], titles: [String]
    ) throws {
        defer { world.end() }
        try configure("[digest]\n" + digest)
        let run = try world.shell(options.joined(separator: " "))
        #expect(run.lines.filter { $0.hasPrefix("## ") } == titles)
    }

    @Test func `a section that no digest shows is named by check, sources, add and -v`() throws {
        defer { world.end() }
        try configure("[digest]\ncategories = [\"science\"]\n[categories]\ncity = \"The city\"")
        let tech =
            "no digest shows the section 'technology', so 'Tech' is never read; "
            + "add \"technology\" to 'categories' under [digest]\n"
        let other = "no digest shows the section 'other', so 'Plain' is never read; "
        let check = try world.run("check")
        #expect(check.status == 0)
        #expect(check.stderr.contains("warning: " + tech) && check.stderr.contains("warning: " + other))
        #expect(check.stderr.contains("warning: no digest shows the section 'city'; add"))
        #expect(try world.run("run", "-v").stderr.contains("gather 'default': " + tech))
        let list = try world.run("sources")
        #expect(list.lines.count { $0.contains("  not shown  ") } == 2)
        #expect(list.stdout.contains("Tech is not shown: 'categories' under [digest] does not name its section"))
        let added = try world.run("sources", "add", world.server.url("/feed") + "?2", "--category", "health")
        #expect(added.stderr.contains("no digest shows the section 'health'"))
    }

    @Test func `what one profile or reader shows is not called unread`() throws {
        defer { world.end() }
        try world.binary.write("{\"id\": \"r\", \"digest\": {\"categories\": [\"other\"]}}\n", to: "readers.jsonl")
        let file = "[[deliver]]\nto = \"file\"\npath = \"{profile}.md\"\n"
        try configure(
            file + "[digest]\ncategories = [\"technology\"]\n[readers]\nfile = \"readers.jsonl\"\n[profiles.a]\n")
        let check = try world.run("check")
        #expect(check.status == 0 && !check.stderr.contains("no digest shows"), "\(check.stderr)")
        #expect(try !world.run("run", "--all-profiles", "-v").stderr.contains("no digest shows"))
    }

    @Test func `two feeds of one name are not confused, and an address that stands twice is mentioned`() throws {
        defer { world.end() }
        let feed = "[[feeds]]\nname = \"Blog\"\nurl = "
        let (a, b) = (world.server.url("/feed"), world.server.url("/plain"))
        try world.binary.write("\(feed)\"\(a)\"\n\(feed)\"\(b)\"\n\(feed)\"\(b)\"\n", to: "config.toml")
        let check = try world.run("check")
        #expect(check.status == 0 && check.stderr.contains("more than one [[feeds]] has the address \(b); remove all"))
        let unclear = try world.run("sources", "remove", "Blog")
        #expect(unclear.status == 64)
        #expect(unclear.stderr.contains("2 feeds have the name 'Blog'; remove one by its address: \(a), \(b)"))
        #expect(try world.run("sources", "remove", a).stdout == "removed \(a)\n")
        #expect(try world.run("sources", "remove", "Blog").status == 78)
    }

    @Test func `what one of several profiles shows is not left out`() throws {
        defer { world.end() }
        try configure(
            "[profiles.a.digest]\ncategories = [\"technology\"]\n[profiles.b.digest]\ncategories = [\"other\"]")
        #expect(try world.run("check").stderr.isEmpty)
    }
}
