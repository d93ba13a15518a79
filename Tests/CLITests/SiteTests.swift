import Foundation
import TestServer
import Testing

/// `to = "site"`: a folder of static pages.
@Suite(.ownThread) struct SiteTests {
    private let world: World

    init() throws {
        world = try World { _ in }
        try configure()
        change("Ferry to Elsom is late", "The tide was low.")
    }

    private func configure(_ more: String = "", profile: String = "") throws {
        try world.binary.write(
            """
            timezone = "UTC"
            title = "Harbour <news>"
            sources = ["feeds"]
            [network]
            host_gap = "0s"
            [[feeds]]
            url = "\(world.server.url("/feed"))"
            name = "Quay & Co"
            category = "technology"
            [[deliver]]
            to = "site"
            path = "public/"
            \(more)
            \(profile)

            """, to: "config.toml")
    }

    private func change(
        _ title: String, _ summary: String = "", enclosure: String? = nil, id: String = UUID().uuidString,
        path: String = "/feed"
    ) {
        let audio = enclosure.map { "<enclosure url=\"\($0)\" type=\"audio/mpeg\" length=\"1000\"/>" } ?? ""
        world.change {
            $0.feeds[path] = .ok(
                """
                <rss version="2.0"><channel><title>Quay</title><item><guid>\(id)</guid><title>\(title)</title>
                <link>https://quay.example/\(id)</link><description>\(summary)</description>\(audio)</item></channel></rss>
                """, type: "application/rss+xml")
        }
    }

    @discardableResult
    private func run(at time: String, _ more: String = "") throws -> Binary.Result {
        try world.shell("--quiet \(more)", at: time)
    }

    private func page(_ name: String) throws -> String { try world.binary.read("public/\(name)") }

    private var digests: [String] {
        let folder = world.binary.path("public/digests")
        return (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    /// The ids of the digests, the first one first.
    /// - Parameter count: how many there must be.
    private func ids(_ count: Int) throws -> [String] {
        let history = try world.run("history", "--format", "json")
        let rows = try #require(JSONSerialization.jsonObject(with: Data(history.stdout.utf8)) as? [[String: Any]])
        let ids = rows.reversed().compactMap { $0["digest"] as? String }
        try #require(ids.count == count, "\(history.stdout) \(history.stderr)")
        return ids
    }

    @Test func `each digest has a page with the next and the previous one, in days, weeks, sections and sources`()
        throws
    {
        defer { world.end() }
        for day in 20...22 {
            change("Story of day \(day)")
            #expect(try run(at: "2026-11-\(day)T08:00:00Z").stderr == "")
        }
        let ids = try ids(3)
        #expect(Set(digests) == Set(ids.map { "\($0).html" }))
        let middle = try page("digests/\(ids[1]).html")
        #expect(middle.contains("<html lang=\"en\"") && middle.contains("Story of day 21"))
        #expect(middle.contains("<link rel=\"prev\" href=\"\(ids[0]).html\">"))
        #expect(middle.contains("<a rel=\"next\" href=\"\(ids[2]).html\">Sunday, 22 November 2026 →</a>"))
        #expect(middle.contains("default-src 'none'; script-src 'self'; style-src 'self';"))
        #expect(middle.contains(" img-src https: http: data: 'self'; form-action 'self'; base-uri 'none'\""))
        #expect(!middle.contains("role=\"contentinfo\""))
        #expect(!middle.contains(" style=") && middle.contains("Harbour &lt;news&gt;"))
        for list in ["days/2026-11-21", "weeks/2026-W47", "sections/technology/2026-11"] {
            #expect(try page("\(list).html").contains("Story of day 21"), "\(list)")
        }
        #expect(try page("weeks/2026-W47.html").contains("Story of day 22"))
        #expect(try page("days/2026-11-21.html").contains("<bdi>Quay &amp; Co</bdi> · Saturday, 21 November 2026</p>"))
        let front = try page("index.html")
        #expect(
            front.contains("Story of day 22") && front.contains("weeks/2026-W47.html")
                && front.contains("Quay &amp; Co"))
        #expect(front.contains("<noscript><p class=\"meta\">The search needs JavaScript.</p></noscript>"))
        #expect(try page("feed.atom").components(separatedBy: "<entry>").count == 4)
    }

    @Test func `sources whose names differ only in case have pages of their own, and the first one keeps its page`()
        throws
    {
        defer { world.end() }
        let days = [
            ("2026-11-20", [("Quay Post", "Baker wins a prize")]),
            ("2026-11-21", [("QUAY POST", "Gulls return to the tower"), ("Quay_Post", "Mayor opens the library")]),
        ]
        for (day, stories) in days {
            let feeds = stories.enumerated().map { index, story in
                change(story.1, path: "/feed\(index)")
                return "[[feeds]]\nurl = \"\(world.server.url("/feed\(index)"))\"\nname = \"\(story.0)\""
            }
            try configure(profile: feeds.joined(separator: "\n"))
            try run(at: "\(day)T08:00:00Z")
        }
        let names = try page("sources/names.json")
        #expect(names.contains(#""quay-post":"Quay Post""#))
        for (name, title) in days.flatMap(\.1) {
            let entry = try Regex("\"([^\"]*)\":\"\(name)\"")
            let slug = try #require(names.firstMatch(of: entry)?[1].substring)
            let list = try page("sources/\(slug)/2026-11.html")
            #expect(list.contains("<h1>\(name)</h1>") && list.contains(title))
        }
    }

    @Test func `the feed has pictures, what can be heard and the other articles, as a feed in a file has`() throws {
        defer { world.end() }
        try configure("[[deliver]]\nto = \"file\"\npath = \"public/own.atom\"")
        for day in 20...21 {
            change(
                "Episode \(day)", "&lt;p&gt;Gulls sing.&lt;/p&gt;&lt;img src=\"https://quay.example/gull.png\"&gt;",
                enclosure: "https://quay.example/\(day).mp3")
            try run(at: "2026-11-\(day)T08:00:00Z")
        }
        func entries(_ file: String) throws -> [String] {
            try page(file).components(separatedBy: "<entry>\n").dropFirst().map { String($0) }
        }
        let feed = try entries("feed.atom")
        #expect(feed.count == 2 && feed[0].contains("21.mp3") && feed[0].contains("gull.png"), "\(feed)")
        #expect(try feed == entries("own.atom"))
        // A digest that is delivered again does not replace later ones.
        #expect(try world.run("resend", ids(2)[0]).status == 0)
        #expect(try entries("feed.atom") == feed)
    }

    @Test func `a story that goes on leads to where it does`() throws {
        defer { world.end() }
        let titles = [
            "Ferry Elsom Queen runs aground at Gullport harbour",
            "Ferry Elsom Queen towed from Gullport harbour after running aground",
        ]
        for (day, title) in zip(20..., titles) {
            change(title, "The ferry Elsom Queen lies at Gullport harbour since it ran aground, on day \(day).")
            try run(at: "2026-11-\(day)T08:00:00Z")
        }
        let ids = try ids(2)
        let first = try page("digests/\(ids[0]).html")
        #expect(first.contains("<p class=\"later\">Later: <a href=\"\(ids[1]).html#story-"))
    }

    @Test func `the search index has the words of each story once`() throws {
        defer { world.end() }
        change("Ёлка стоит в Işıklar", "Naïve cafés, Οδυσσέας 港町")
        try run(at: "2026-11-21T08:00:00Z")
        let folder = world.binary.path("public/search/2026")
        let shards = try FileManager.default.contentsOfDirectory(atPath: folder).map { try page("search/2026/\($0)") }
        for word in ["елка", "isiklar", "naive", "cafes", "стоит", "οδυσσεασ", "港町", "港"] {
            #expect(shards.count { $0.contains("\"\(word)\":\"0\"") } == 1, "\(word)")
        }
        #expect(shards.contains { $0.hasPrefix("shard(\"2026/d0\",[[\"Ёлка стоит") })
    }

    @Test func `an index in the form of an earlier version is made anew`() throws {
        defer { world.end() }
        change("A story of penguins")
        try run(at: "2026-11-20T08:00:00Z")
        func indices() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: world.binary.path("public/search/2026"))
                .map { try page("search/2026/\($0)") }
        }
        try world.binary.write("// The search of the pages.\n", to: "public/site.js")
        let folder = world.binary.path("public/search/2026")
        try FileManager.default.removeItem(atPath: folder)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try world.binary.write("shard(\"2026/d0\",[]);\n", to: "public/search/2026/d0.js")
        change("A story of walruses")
        try run(at: "2026-11-21T08:00:00Z")
        for word in ["penguins", "walruses"] {
            #expect(try indices().count { $0.contains("\"\(word)\":") } == 1, "\(word)")
        }
        #expect(try indices().contains { $0.contains("A story of penguins") && $0.contains("A story of walruses") })
    }

    @Test(arguments: ["", "shard(\"2026/d0\",[[\"A st"], [false, true])
    func `an index with a file that cannot be read is made anew`(damage: String, isBrokenOff: Bool) throws {
        defer { world.end() }
        change("A story of penguins")
        try run(at: "2026-10-20T08:00:00Z")
        let folder = world.binary.path("public/search/2026")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        for file in files { try world.binary.write(damage, to: "public/search/2026/\(file)") }
        change("A story of walruses")
        if isBrokenOff {
            let memory = try page("data/2026-10.json")
            try world.binary.write("[{", to: "public/data/2026-10.json")
            #expect(try run(at: "2026-11-21T07:00:00Z").status == 76)
            try world.binary.write(memory, to: "public/data/2026-10.json")
        }
        #expect(try run(at: "2026-11-21T08:00:00Z").stderr == "")
        let index = try FileManager.default.contentsOfDirectory(atPath: folder)
            .map { try page("search/2026/\($0)") }.joined()
        for text in ["\"penguins\":", "\"walruses\":", "A story of penguins", "A story of walruses"] {
            #expect(index.contains(text), "\(text)")
        }
    }

    @Test(.enabled(if: getuid() != 0, "root may list everything"))
    func `a folder that cannot be listed is not an empty one`() throws {
        defer { world.end() }
        try run(at: "2026-11-20T08:00:00Z")
        let data = world.binary.path("public/data")
        chmod(data, 0o300)
        defer { chmod(data, 0o700) }
        change("A second story")
        let run = try run(at: "2026-11-21T08:00:00Z")
        #expect(run.status == 73 && run.stderr.contains("public/data' cannot be read: Permission denied"), "\(run)")
    }

    @Test func `a digest that is delivered again changes nothing, and one that was broken off is finished`() throws {
        defer { world.end() }
        try run(at: "2026-11-20T08:00:00Z")
        change("A second story")
        // The front page cannot be written: the digest waits, and its own page is there already.
        let front = world.binary.path("public/index.html")
        try FileManager.default.removeItem(atPath: front)
        try FileManager.default.createDirectory(atPath: front, withIntermediateDirectories: true)
        let broken = try run(at: "2026-11-21T08:00:00Z")
        #expect(broken.status == 76 && broken.stderr.contains("index.html"))
        try FileManager.default.removeItem(atPath: front)
        #expect(try run(at: "2026-11-21T08:10:00Z").status == 0)
        #expect(try page("index.html").contains("A second story"))
        #expect(digests.count == 2)
        let before = try page("data/2026-11.json")
        #expect(try world.run("resend", "last").status == 0)
        #expect(try page("data/2026-11.json") == before)
        #expect(try page("data/2026-11.json").components(separatedBy: "A second story").count == 2)
    }

    @Test func `a digest of an earlier month that is delivered later takes no number of the search index`() throws {
        defer { world.end() }
        change("Story of October")
        try run(at: "2026-10-30T08:00:00Z")
        try FileManager.default.removeItem(atPath: world.binary.path("public"))
        for day in [20, 21] {
            change("Story of day \(day)")
            try run(at: "2026-11-\(day)T08:00:00Z")
            if day == 20 { #expect(try world.run("resend", ids(2)[0], at: "2026-11-20T09:00:00Z").status == 0) }
        }
        let index = try page("search/2026/d0.js")
        for title in ["Story of October", "Story of day 20", "Story of day 21"] { #expect(index.contains(title)) }
    }

    @Test func `digests older than keep are removed everywhere`() throws {
        defer { world.end() }
        try configure("keep = \"10d\"")
        for (month, day) in [("10", "30"), ("11", "05"), ("11", "08"), ("11", "09")] {
            change("Story of \(month)-\(day)")
            try run(at: "2026-\(month)-\(day)T08:00:00Z")
        }
        #expect(digests.count == 4)
        change("Story of 11-11")
        try run(at: "2026-11-11T08:00:00Z")
        #expect(digests.count == 4)
        for file in [
            "days/2026-10-30.html", "weeks/2026-W44.html", "sections/technology/2026-10.html", "data/2026-10.json",
        ] {
            #expect(!world.binary.exists("public/\(file)"), "\(file)")
        }
        #expect(try !page("search/2026/d0.js").contains("Story of 10-30"))
        #expect(try !page("digests/\(ids(5)[1]).html").contains("rel=\"prev\""))
    }

    /// The links of all pages that lead to no file.
    private func deadLinks() throws -> [String] {
        let root = URL(filePath: world.binary.path("public"))
        let pages = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
        return try pages.compactMap { $0 as? URL }.filter { $0.pathExtension == "html" }.flatMap { page in
            try String(contentsOf: page, encoding: .utf8).matches(of: /href="([^":#?]+)["#?]/).map { String($0.1) }
                .filter { !FileManager.default.fileExists(atPath: page.deletingLastPathComponent().path + "/" + $0) }
                .map { "\(page.lastPathComponent): \($0)" }
        }
    }

    @Test func `no page that is left leads to a month that is gone, and a week of two months keeps the second`() throws
    {
        defer { world.end() }
        try configure("keep = \"33d\"")
        for day in ["10-30", "11-01", "11-08", "11-15", "11-22", "11-29", "12-03"] {
            change("Story of \(day)")
            try run(at: "2026-\(day)T08:00:00Z")
        }
        #expect(digests.count == 6)
        let dead = try deadLinks()
        #expect(dead == [])
        let week = try page("weeks/2026-W44.html")
        #expect(week.contains("Story of 11-01") && !week.contains("Story of 10-30"))
    }

    @Test func `what an unfinished delivery left of old digests is removed by the next`() throws {
        defer { world.end() }
        try configure("keep = \"10d\"")
        for (month, day) in [("10", "30"), ("11", "05"), ("11", "08"), ("11", "11")] {
            change("Story of \(month)-\(day)")
            // Its lists cannot be written.
            let names = ["sections", "sections.aside"].map { world.binary.path("public/\($0)/names.json") }
            let isLast = day == "11"
            if isLast {
                try FileManager.default.createDirectory(
                    atPath: world.binary.path("public/sections.aside"), withIntermediateDirectories: true)
                try FileManager.default.moveItem(atPath: names[0], toPath: names[1])
                try FileManager.default.createDirectory(atPath: names[0] + "/x", withIntermediateDirectories: true)
            }
            #expect(try run(at: "2026-\(month)-\(day)T08:00:00Z").status == (isLast ? 76 : 0))
            guard isLast else { continue }
            try FileManager.default.removeItem(atPath: names[0])
            try FileManager.default.moveItem(atPath: names[1], toPath: names[0])
        }
        #expect(try run(at: "2026-11-11T09:00:00Z").status == 0)
        #expect(digests.count == 3)
        for file in ["sections/technology/2026-10.html", "sources/quay-co/2026-10.html", "data/2026-10.json"] {
            #expect(!world.binary.exists("public/\(file)"), "\(file)")
        }
        let dead = try deadLinks()
        #expect(dead == [])
        #expect(try !page("digests/\(ids(4)[1]).html").contains("rel=\"prev\""))
    }

    @Test(arguments: ["digests", "names"])
    func `a changed memory of the folder names no file outside`(what: String) throws {
        defer { world.end() }
        try configure("keep = \"10d\"")
        try run(at: "2026-11-01T08:00:00Z")
        let (file, old) = try what == "names" ? ("sections/names.json", "technology") : ("data/2026-11.json", ids(1)[0])
        let victim = what == "names" ? "own/2026-11.html" : "own.html"
        try FileManager.default.createDirectory(
            atPath: world.binary.path("own"), withIntermediateDirectories: true)
        try world.binary.write("My own page", to: victim)
        try world.binary.write(
            page(file).replacing("\"\(old)\"", with: "\"../../own\""), to: "public/\(file)")
        change("A second story")
        let run = try run(at: "2026-11-20T08:00:00Z")
        #expect(try world.binary.read(victim) == "My own page")
        if what == "digests" {
            #expect(run.status == 76 && run.stderr.contains("data/2026-11.json' is damaged"), "\(run)")
        } else {
            #expect(run.status == 0)
        }
    }

    @Test func `a digest from a clock that is years ahead does not remove the earlier ones`() throws {
        defer { world.end() }
        try configure("keep = \"100d\"")
        for time in ["2026-11-19", "2026-11-20", "2028-11-20", "2026-11-21"] {
            change("Story of \(time)")
            try run(at: "\(time)T08:00:00Z")
        }
        #expect(digests.count == 4)
        #expect(try page("feed.atom").components(separatedBy: "<entry>").count == 5)
    }

    @Test func `a folder that cannot be made, and one that two profiles share, are refused`() throws {
        defer { world.end() }
        try world.binary.write(
            try world.binary.read("config.toml").replacing("public/", with: "no/such/folder"), to: "config.toml")
        let failed = try run(at: "2026-11-21T08:00:00Z")
        #expect(failed.status == 76 && failed.stderr.contains("the folder '"))
        try configure(
            profile: """
                [profiles.anna]
                name = "Anna"
                [[profiles.anna.deliver]]
                to = "site"
                path = "public"
                [profiles.boris]
                [[profiles.boris.deliver]]
                to = "site"
                path = "public/"
                """)
        let refused = try world.run("--all-profiles")
        #expect(refused.status == 76 && refused.stderr.contains("public"), "\(refused)")
    }

    @Test(arguments: ["index.html", "feed.atom", "site.css"])
    func `a page that newsdigest did not write stays as it is`(name: String) throws {
        defer { world.end() }
        try world.binary.write("My own page", to: "public/\(name)")
        for result in [
            try world.binary.run("check", "--config", world.binary.path("config.toml")), try run(at: World.now),
        ] {
            #expect([76, 78].contains(result.status), "\(result)")
            #expect(result.stderr.contains("has '\(name)', which newsdigest did not write; name a new folder"))
        }
        #expect(try page(name) == "My own page")
        #expect(digests.isEmpty)
        try FileManager.default.moveItem(atPath: world.binary.path("public/\(name)"), toPath: world.binary.path("own"))
        #expect(try run(at: "2026-11-22T08:00:00Z").status == 0)
        #expect(try page("index.html").contains("Ferry to Elsom is late"))
    }

    @Test func `mails lead to the page`() throws {
        defer { world.end() }
        try configure(
            "base_url = \"https://news.example/a\"",
            profile: """
                [[deliver]]
                to = "file"
                path = "mail.eml"
                recipients = ["anna@example.org"]
                """)
        try run(at: "2026-11-21T08:00:00Z")
        let mail = try world.binary.read("mail.eml").replacing("=\r\n", with: "")
        #expect(mail.contains("https://news.example/a/digests/\(try ids(1)[0]).html"))
        #expect(try page("feed.atom").contains("<id>https://news.example/a/</id>"))
    }
}
