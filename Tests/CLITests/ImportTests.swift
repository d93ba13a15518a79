import Foundation
import TestServer
import Testing

/// Moving in from another program. The folder `Import` has files that newsboat 2.21, rss2email 3.13 and sfeed 1.7 wrote
/// when they read the feeds below. The bridge was not read in newsboat.
@Suite(.ownThread) struct ImportTests {
    private let server: TestServer
    private var binary: Binary

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Import").path
    private static let now = "2026-11-21T08:00:00Z"
    private let file = ".config/newsdigest/config.toml"

    init() throws {
        server = try TestServer { request in
            switch request.path {
            case "/harbour.xml": .ok(harbour, type: "text/xml")
            case "/circuit.xml": .ok(circuit, type: "text/xml")
            default: .status(404)
            }
        }
        binary = try Binary()
        binary.environment["NEWSDIGEST_CONNECT_TO"] = "feeds.example=127.0.0.1:\(server.port)"
    }

    private func end() {
        server.stop()
        binary.remove()
    }

    private func imported(_ arguments: String...) throws -> Binary.Result {
        try binary.run(["import"] + arguments + ["--now", Self.now])
    }

    /// Which of the stories are in the next digest.
    private func titles() throws -> [String] {
        let all = ["Bridge opens", "Ferry gets", "Cells charge", "Glass that heals"]
        let digest = try binary.run("--now", Self.now).stdout
        return all.filter(digest.contains)
    }

    @Test func `a user of newsboat moves in with one command, and what was read there is not shown`() throws {
        defer { end() }
        try binary.write(
            """
            #!/bin/sh
            echo '<rss><channel><title>Weather</title><item><title>Storm over Gullport</title>'
            echo '<link>https://weather.example/1</link></item></channel></rss>'
            """, to: "bin/weather.sh")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: binary.path("bin/weather.sh"))
        let result = try imported("newsboat", Self.folder + "/newsboat")
        #expect(
            result.stdout == """
                wrote \(binary.path(file))
                added http://feeds.example/harbour.xml (The Harbour Post)
                added http://feeds.example/circuit.xml
                added command:sh-f52czpn
                each run executes '~/bin/weather.sh', because newsboat did ('exec:')
                'Tech' was added to Technology
                3 items that you read in newsboat count as seen

                """)
        #expect(result.status == 0)
        let list = Self.folder + "/newsboat/urls"
        #expect(
            result.stderr
                == [("query", 4), ("filter", 6)].map {
                    "newsdigest: \(list), line \($1): '\($0):' was left out, because newsdigest reads only feeds and commands\n"
                }.joined())
        let text = try binary.read(file)
        #expect(
            text.hasSuffix(
                """

                [categories."World"]
                title = "World"

                [[feeds]]
                url = "http://feeds.example/harbour.xml"
                name = "The Harbour Post"
                category = "World"

                [[feeds]]
                url = "http://feeds.example/circuit.xml"
                category = "technology"

                [[feeds]]
                command = ["/bin/sh", "-c", "~/bin/weather.sh"]

                """))
        let digest = try binary.run("--now", Self.now)
        #expect(digest.status == 0 && digest.stderr.isEmpty, "\(digest.stderr)")
        #expect(digest.stdout.contains("Storm over Gullport"))
        #expect(digest.stdout.contains("## World\n") && digest.stdout.contains("Bridge opens"), "\(digest.stdout)")
        #expect(
            !digest.stdout.contains("Ferry") && !digest.stdout.contains("Cells") && !digest.stdout.contains("Glass"))
        let again = try imported("newsboat", Self.folder + "/newsboat")
        #expect(again.status == 0 && again.stdout.hasPrefix("nothing was added\nno more items that you read"))
        #expect(try binary.run("check").status == 0)
    }

    @Test func `another database in the folder of newsboat is left alone`() throws {
        defer { end() }
        try FileManager.default.copyItem(atPath: Self.folder + "/newsboat", toPath: binary.path("newsboat"))
        let state = binary.path("newsboat/a.sqlite")
        #expect(try binary.run("save", "https://a.example/1", "--state", state).status == 0)
        let result = try imported("newsboat", binary.path("newsboat"))
        #expect(result.status == 0 && result.stdout.contains("that you read in newsboat"), "\(result)")
    }

    @Test func `a feed that cannot be taken is named with its line`() throws {
        defer { end() }
        try binary.write("https://a.example/f \"Technology\"\n\nferry news\n", to: "urls")
        try binary.write("feed 'Ferry' 'gopher://b.example/f'\n", to: "sfeedrc")
        let newsboat = try imported("newsboat", binary.path("urls"))
        #expect(newsboat.stderr.contains("\(binary.path("urls")), line 3: ferry was left out: it is not a URL"))
        #expect(!newsboat.stdout.contains("was added to"), "\(newsboat.stdout)")
        let sfeed = try imported("sfeed", binary.path("sfeedrc"))
        let place = "\(binary.path("sfeedrc")), line 1"
        #expect(sfeed.stderr.contains("\(place): gopher://b.example/f was left out"), "\(sfeed)")
        try binary.write("[DEFAULT]\nfrom = a\n[feed.a]\nurl = gopher://c.example/f\n\n[feed.b]\n", to: "r.cfg")
        let rss2email = try imported("rss2email", binary.path("r.cfg"))
        #expect(rss2email.stderr.contains("r.cfg, line 3: gopher://c.example/f was left out"), "\(rss2email)")
        #expect(rss2email.stderr.contains("r.cfg, line 6: 'b' was left out: it has no url"), "\(rss2email)")
    }

    @Test func `why says that an item was taken as seen, and why a saved page is in no digest`() throws {
        defer { end() }
        #expect(try imported("newsboat", Self.folder + "/newsboat").status == 0)
        #expect(try binary.run("save", "https://a.example/1").status == 0)
        for (item, reason) in [
            (
                "http://feeds.example/ferry",
                "'newsdigest import' counted it as seen, because the other program had shown it"
            ),
            ("https://a.example/1", "no source has given it"),
        ] {
            let why = try binary.run("why", item)
            #expect(why.status == 0 && why.lines.last == reason, "\(why)")
        }
    }

    @Test func `a dry run says the same and changes nothing`() throws {
        defer { end() }
        let result = try imported("newsboat", "--dry-run", Self.folder + "/newsboat/urls")
        #expect(
            result.stdout == """
                would write \(binary.path(file))
                would add http://feeds.example/harbour.xml (The Harbour Post)
                would add http://feeds.example/circuit.xml
                would add command:sh-f52czpn
                each run executes '~/bin/weather.sh', because newsboat did ('exec:')
                'Tech' was added to Technology
                3 items that you read in newsboat count as seen
                nothing was changed (--dry-run)

                """)
        #expect(!binary.exists(".config") && !binary.exists(".local"))
    }

    @Test func `a user of rss2email moves in, and what has an id is not sent again`() throws {
        defer { end() }
        let folder = Self.folder + "/rss2email"
        let result = try imported("rss2email", folder + "/rss2email.cfg", folder + "/rss2email.json")
        #expect(result.status == 0)
        #expect(
            result.stdout == """
                wrote \(binary.path(file))
                added http://feeds.example/harbour.xml (harbour)
                added http://feeds.example/circuit.xml (circuit)
                added http://feeds.example/paused.xml (paused)
                2 items that rss2email sent count as seen

                """)
        #expect(
            result.stderr == "newsdigest: 'circuit': 2 items have no id in rss2email's record and may come once more\n")
        #expect(try binary.read(file).contains("name = \"paused\"\noff = true\n"))
        #expect(try titles() == ["Cells charge", "Glass that heals"])
        let exported = try binary.run("sources", "export").stdout
        #expect(exported.contains("http://feeds.example/paused.xml"))
    }

    @Test(arguments: [
        #""version": 1, "feeds": [{"name": "harbour", "seen": {"post-1": "post-1", "post-2": "HASH"}}, "#
            + #"{"name": "circuit", "seen": {"HASH": "HASH"}}]"#,
        #""version": 2, "feeds": [{"name": "harbour", "seen": {"post-1": {"id": "post-1"}, "post-2": {"id": "HASH"}}}, "#
            + #"{"name": "circuit", "seen": {"HASH": {"id": "HASH"}}}]"#,
    ])
    func `a record of an older rss2email has the ids of items as keys and as values`(record: String) throws {
        defer { end() }
        try binary.write(
            "{\(record.replacing("HASH", with: "ade84d4d8b13d04793962f702b89c641cc74edfe"))}", to: "r.json")
        let result = try imported("rss2email", Self.folder + "/rss2email/rss2email.cfg", binary.path("r.json"))
        #expect(result.status == 0 && result.stdout.contains("2 items that rss2email sent count as seen"), "\(result)")
        #expect(
            result.stderr == "newsdigest: 'circuit': 1 item has no id in rss2email's record and may come once more\n")
        #expect(try titles() == ["Cells charge", "Glass that heals"])
    }

    @Test func `a dry run does not say that the configuration names sources now`() throws {
        defer { end() }
        try binary.write("title = \"Quay\"\n", to: file)
        let tried = try imported("newsboat", "--dry-run", Self.folder + "/newsboat/urls")
        #expect(tried.stderr.contains("would name its own sources, so the built-in ones would no longer be used"))
        #expect(!tried.stderr.contains("now names"))
        let done = try imported("newsboat", Self.folder + "/newsboat/urls")
        #expect(done.stderr.contains("now names its own sources, so the built-in ones are no longer used"))
    }

    @Test func `a user of sfeed moves in, and what was fetched is not shown`() throws {
        defer { end() }
        let result = try imported("sfeed", Self.folder + "/sfeed/sfeedrc")
        #expect(
            result.stdout == """
                wrote \(binary.path(file))
                added http://feeds.example/harbour.xml (Harbour Post)
                added http://feeds.example/circuit.xml (tech/circuit)
                4 items that sfeed fetched count as seen

                """)
        #expect(result.status == 0 && result.stderr.isEmpty)
        #expect(try titles() == [])
    }

    @Test func `what newsdigest has read itself is not changed by an import`() throws {
        defer { end() }
        try binary.write("[[feeds]]\nurl = \"http://feeds.example/harbour.xml\"\n", to: file)
        #expect(try titles() == ["Bridge opens", "Ferry gets"])
        let result = try imported("sfeed", Self.folder + "/sfeed")
        #expect(result.stdout.contains("2 items that sfeed fetched count as seen"), "\(result.stdout)")
        #expect(try binary.run("history").stdout.contains("Ferry gets a new timetable"))
    }

    @Test func `without the record the first digest goes by dates, and that is said`() throws {
        defer { end() }
        try binary.write("http://feeds.example/harbour.xml \"Größe & \\\"x\\\"\"\n", to: "urls")
        let result = try imported("newsboat", "urls")
        #expect(result.status == 0)
        #expect(
            result.stderr
                == "newsdigest: what you have read is not known, so the first digest goes by the dates of the "
                + "items; also name cache.db\n")
        #expect(try binary.read(file).contains(#"category = "Größe & \"x\"""#))
        #expect(try titles() == ["Bridge opens", "Ferry gets"])
    }

    @Test func `OPML of any reader is taken, and folders keep their names`() throws {
        defer { end() }
        try binary.write(
            "[[feeds]]\nurl = \"https://a.example/rss\"\n[categories.Home]\naliases = [\"house\"]\n", to: file)
        try binary.write(
            """
            <opml version="2.0"><body>
            <outline text="World"><outline type="rss" text="https://w.example/1" xmlUrl="https://w.example/1"/></outline>
            <outline text="world"><outline type="rss" text="B" xmlUrl="https://w.example/2"/></outline>
            <outline text="Politics"><outline type="rss" text="C" xmlUrl="https://w.example/3"/></outline>
            <outline text="Technologies"><outline type="rss" text="D" xmlUrl="https://w.example/4"/></outline>
            <outline text="House"><outline type="rss" text="E" xmlUrl="https://w.example/5"/></outline>
            <outline text="Own feed"><outline type="rss" text="Own feed" xmlUrl="https://w.example/6"/></outline>
            <outline text="In" xmlUrl="http://192.168.1.1/x"/><outline text="File" xmlUrl="file:///etc/x.xml"/>
            </body></opml>
            """, to: "list.opml")
        let result = try imported("opml", "list.opml")
        #expect(result.status == 0)
        #expect(result.lines.suffix(2) == ["'Technologies' was added to Technology", "'House' was added to Home"])
        #expect(
            result.stderr.contains(
                "list.opml, 'In': http://192.168.1.1/x was left out: 192.168.1.1 is a private address; --private also adds such addresses\n"
            ), "\(result.stderr)")
        #expect(
            result.stderr.contains(
                "'File': file:///etc/x.xml was left out: it is not a web address; --private also adds such addresses\n"
            ), "\(result.stderr)")
        let sections = try binary.read(file).matches(of: /\ncategory = "(.*)"/).map { String($0.1) }
        #expect(sections == ["World", "World", "Politics", "technology", "Home"])
        #expect(try !binary.read(file).contains("name = \"https:"), "an address is no name")
        #expect(try binary.run("check").status == 0)
        let all = try imported("opml", "--private", "list.opml").stdout
        #expect(all.contains("added http://192.168.1.1/x (In)\n") && all.contains("added file:///etc/x.xml (File)\n"))
    }

    @Test(arguments: ["Uncategorized", "All", "Sans catégorie", "Без категории", "未分类", "In"])
    func `the folder of the feeds without a folder is no section`(folder: String) throws {
        defer { end() }
        try binary.write(
            """
            <opml version="2.0"><body><outline text="\(folder)">
            <outline type="rss" text="In" xmlUrl="https://w.example/1"/></outline></body></opml>
            """, to: "list.opml")
        let result = try imported("opml", "list.opml")
        #expect(result.status == 0 && result.lines.suffix(1) == ["added https://w.example/1 (In)"], "\(result)")
        #expect(try !binary.read(file).contains("\ncategory = "))
    }

    @Test func `a file of another program names its command`() throws {
        defer { end() }
        let urls = Self.folder + "/newsboat/urls"
        try binary.write("[[feeds]]\nurl = \"https://a.example/rss\"\n", to: file)
        let result = try binary.run("sources", "import", urls)
        #expect(result.status == 65)
        #expect(
            result.stderr == "newsdigest: \(urls): this is not an OPML file; it is one of newsboat: "
                + "newsdigest import newsboat \(urls)\n")
        for (path, program) in [
            ("newsboat/cache.db", "newsboat"), ("rss2email/rss2email.cfg", "rss2email"),
            ("rss2email/rss2email.json", "rss2email"), ("sfeed/sfeedrc", "sfeed"),
            ("sfeed/feeds/tech_circuit", "sfeed"),
        ] {
            let other = program == "sfeed" ? "newsboat" : "sfeed"
            let result = try imported(other, Self.folder + "/" + path)
            #expect(result.status == 65 && result.stderr.contains("newsdigest import \(program) "), "\(result.stderr)")
        }
        #expect(try imported("newsboat", "none").status == 65)
        #expect(try imported("thunderbird", "none").status == 64)
    }
}

private let harbour = """
    <?xml version="1.0"?><rss version="2.0"><channel><title>Harbour Post</title><link>http://feeds.example/</link>
    <item><title>Bridge opens on Tuesday</title><link>http://feeds.example/bridge</link>
    <guid isPermaLink="false">post-2</guid><pubDate>Sat, 21 Nov 2026 06:00:00 GMT</pubDate>
    <description>The mayor opens the bridge at noon.</description></item>
    <item><title>Ferry gets a new timetable</title><link>http://feeds.example/ferry</link>
    <guid isPermaLink="false">post-1</guid><pubDate>Fri, 20 Nov 2026 18:00:00 GMT</pubDate>
    <description>From Monday the ferry leaves every twenty minutes.</description></item></channel></rss>
    """

private let circuit = """
    <?xml version="1.0"?><rss version="2.0"><channel><title>Circuit Weekly</title><link>http://feeds.example/c/</link>
    <item><title>Cells charge in ten minutes</title><link>http://feeds.example/c/cells</link>
    <pubDate>Fri, 20 Nov 2026 19:00:00 GMT</pubDate><description>An independent test confirms it.</description></item>
    <item><title>Glass that heals</title><pubDate>Fri, 20 Nov 2026 20:00:00 GMT</pubDate>
    <description>Scratches vanish in the sun.</description></item></channel></rss>
    """
