import Foundation
import TestServer
import Testing

/// Sections that no digest shows, and feeds without a section.
@Suite(.ownThread) struct SectionsTests {
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

    @Test func `a section that nothing can give, and sources that nobody reads, are named`() throws {
        defer { world.end() }
        let rest = """
            sources = ["feeds"]
            [digest]
            categories = ["city", "technology", "other", "science", "garden", "concert"]
            [categories]
            city = "The city"
            [categories.garden]
            from = ["Gardens"]
            [kudago]

            """
        let empty = ["city", "science"].map { "no source gives the section '\($0)'; write it as 'category'" }
        let unread = "the file has 'kudago', which 'sources' leaves out; add \"kudago\" to 'sources'"
        try configure(rest)
        let check = try world.run("check")
        #expect(check.status == 0)
        for sentence in empty + ["no source gives the section 'concert'", unread] {
            #expect(check.stderr.contains("warning: " + sentence), "\(check.stderr)")
            #expect(try world.run("run", "-v").stderr.contains("gather 'default': " + sentence))
        }
        #expect(check.stderr.components(separatedBy: "no source gives").count == 4)
        #expect(try !world.run("run").stderr.contains("kudago"))
        try configure(rest + "[profiles.a]\nsources = [\"kudago\"]\n")
        let both = try world.run("check").stderr
        #expect(!both.contains(unread) && !both.contains("'concert'") && both.contains(empty[0]), "\(both)")
        try configure(
            rest + "[profiles.a]\nsources = [\"kudago\"]\n[[profiles.a.feeds]]\nurl = \"https://a.example/own\"\n"
                + "[profiles.b]\n")
        let own = "profile 'a': the file has 'feeds', which 'sources' leaves out; add \"feeds\" to 'sources'"
        #expect(try world.run("check").stderr.contains("warning: " + own))
        try configure(rest + "[[filter]]\ncommand = [\"cat\"]\n")
        #expect(try !world.run("check").stderr.contains("no source gives"))
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

    @Test func `profiles that hide different feeds of one section`() throws {
        defer { world.end() }
        func configure(_ a: String, _ b: String) throws {
            let feed = { (path: String, name: String, profile: String) in
                "[[profiles.\(profile).feeds]]\nurl = \"\(world.server.url(path))\"\nname = \"\(name)\"\n"
                    + "category = \"technology\"\n"
            }
            try world.binary.write(
                "[profiles.a.digest]\n\(a)\n" + feed("/feed", "Tech", "a") + "[profiles.b.digest]\n\(b)\n"
                    + feed("/plain", "Other tech", "b"), to: "config.toml")
        }
        let science = "categories = [\"science\"]"
        try configure(science, science)
        let check = try world.run("check")
        #expect(
            check.stderr.contains(
                "no digest shows the section 'technology', so 'Tech' and 1 other source are never read; "
                    + "add \"technology\" to 'categories' under [profiles.a.digest]"), "\(check.stderr)")
        try configure(science, "")
        let other = try world.run("check")
        #expect(
            other.stderr.contains(
                "'Tech' is never read, because 'technology' is not shown to those who have it; "
                    + "add \"technology\" to 'categories' under [profiles.a.digest]"), "\(other.stderr)")
        #expect(!other.stderr.contains("Other tech"))
    }

    @Test func `one of two feeds of one name is not shown`() throws {
        defer { world.end() }
        try configure("[digest]\ncategories = [\"technology\"]")
        try world.binary.write(
            try world.binary.read("config.toml").replacing("\"Plain\"", with: "\"Tech\""), to: "config.toml")
        #expect(try world.run("sources").lines.count { $0.contains("  not shown  ") } == 1)
    }

    @Test func `a warning names the place of a profile's or a reader's own categories`() throws {
        defer { world.end() }
        let own = "categories = [\"technology\"]"
        try configure("[profiles.b.digest]\n\(own)")
        let place = "add \"other\" to 'categories' under [profiles.b.digest]"
        #expect(try world.run("check").stderr.contains(place))
        let list = try world.run("sources", "--profile", "b").stdout
        #expect(list.contains("is not shown: 'categories' under [profiles.b.digest] does not name"), "\(list)")
        try world.binary.write("{\"id\": \"r\", \"digest\": {\"categories\": [\"technology\"]}}\n", to: "readers.jsonl")
        try configure("[[deliver]]\nto = \"file\"\npath = \"{profile}.md\"\n[readers]\nfile = \"readers.jsonl\"")
        #expect(
            try world.run("check").stderr.contains(
                "to 'categories' in the lines of \(world.binary.path("readers.jsonl"))"))
    }

    @Test func `'sources remove' removes the named one of two feeds at one address`() throws {
        defer { world.end() }
        let url = "url = \"\(world.server.url("/feed"))\""
        try world.binary.write(
            "[[feeds]]\nname = \"A\"\n\(url)\n[[feeds]]\nname = \"B\"\n\(url)\nweight = 2\n", to: "config.toml")
        #expect(try world.run("sources", "remove", "A").status == 0)
        #expect(try world.binary.read("config.toml") == "[[feeds]]\nname = \"B\"\n\(url)\nweight = 2\n")
    }

    @Test(arguments: ["category: general", "category: /^general$/", "category: other", "general"])
    func `patterns for 'general' find what stands in 'other' now`(pattern: String) throws {
        defer { world.end() }
        try configure("[interest]\ninclude = [\"\(pattern)\"]")
        #expect(try world.run("run").lines.filter { $0.hasPrefix("## ") } == ["## Other"])
    }

    @Test(arguments: ["general", "other"])
    func `a command for 'general' is told what stands in 'other' now`(section: String) throws {
        defer { world.end() }
        let key = section == "general" ? "category" : "section"
        try configure(
            "[[filter]]\nname = \"own\"\ncommand = [\"grep\", '\"\(key)\" *: *\"\(section)\"']")
        #expect(try world.run("run").lines.filter { $0.hasPrefix("## ") } == ["## Other"])
    }

    @Test func `KudaGo's own 'other' stays with the events`() throws {
        defer { world.end() }
        let event = """
            {"id": 1, "title": "Lottery", "slug": "lottery", "site_url": "https://kudago.com/msk/event/lottery/",
             "categories": ["other"], "dates": [{"start": 1795348800, "end": 1795356000}], "location": {"slug": "msk"}}
            """
        world.change { $0.kudago.events = [event] }
        try world.configure("[digest]\ncategories = [\"technology\", \"other\"]")
        #expect(try !world.run("run").stdout.contains("Lottery"))
        #expect(
            try world.run("check").stderr.contains("no digest shows the section 'events', so 'KudaGo' is never read"))
        try world.configure("[digest]\ncategories = [\"other\", \"events\"]")
        let run = try world.run("run")
        #expect(run.lines.filter { $0.hasPrefix("## ") } == ["## Events"] && run.stdout.contains("Lottery"))
    }
}
