import Foundation
import Testing

@testable import NewsDigest
@testable import Settings
@testable import Values

@Suite struct FeedBlocksTests {
    @Test func `a feed is added at the end and nothing else changes`() throws {
        try withFile(
            """
            title = "T" # mine
            [[feeds]]
            url = "https://a.example/rss"
            [profiles.anna]
            language = "ru"
            """
        ) { file in
            let blocks = try FeedBlocks(of: file.path, environment: [:])
            let edited = try blocks.adding([
                .init(
                    url: "https://b.example/?a=1&b=2", name: "B \"quoted\" \\ = [x]", category: "technology")
            ])
            #expect(
                edited == blocks.text
                    + "\n\n[[feeds]]\nurl = \"https://b.example/?a=1&b=2\"\n"
                    + #"name = "B \"quoted\" \\ = [x]""# + "\ncategory = \"technology\"\n")
        }
    }

    @Test func `a feed is removed with its tables, and what others say of theirs stays`() throws {
        try withFile(
            """
            # top
            [[feeds]]
            url = "https://a.example/rss"
            include = ['''
            [[feeds]] is no header here''']

            # about b
            [[feeds]]   # b
            url = "https://b.example/rss"
            include = [
              "x", # [kudago]
            ]

            [feeds.headers]
            X-Token = "env:T"

            # the city
            [kudago]
            location = "spb"
            [[feeds]]
            url = "https://c.example/rss"
            """
        ) { file in
            let edited = try FeedBlocks(of: file.path, environment: [:]).removing(url: "https://b.example/rss")
            #expect(
                edited == """
                    # top
                    [[feeds]]
                    url = "https://a.example/rss"
                    include = ['''
                    [[feeds]] is no header here''']

                    # about b

                    # the city
                    [kudago]
                    location = "spb"
                    [[feeds]]
                    url = "https://c.example/rss"
                    """)
        }
    }

    @Test func `a table of a removed feed that stands apart goes as well`() throws {
        try withFile(
            """
            [[feeds]]
            url = "https://a.example/rss"
            [kudago]
            days = 3
            [feeds.headers]
            X-Token = "env:T"
            """
        ) { file in
            let edited = try FeedBlocks(of: file.path, environment: [:]).removing(url: "https://a.example/rss")
            #expect(edited == "[kudago]\ndays = 3")
        }
    }

    @Test func `comments around a removed feed stay, and so does the last line end`() throws {
        let start = """
            # the first

            [[feeds]]
            url = "https://a.example/rss"
            # limit = 3

            # Local news

            """
        let end = "# An example:\n# [[feeds]]\n"
        let block = "[[feeds]]\nurl = \"https://b.example/rss\"\ninclude = [\n  \"x\",\n]\n"
        for lineEnd in ["\n", "\r\n"] {
            for (text, rest) in [
                (start + "\n" + block + "\n" + end, start + "\n" + end), (start + block + end, start + end),
                (start + "\n" + block, start), (String((start + "\n" + block).dropLast()), start),
            ] {
                try withFile(text.replacing("\n", with: lineEnd)) { file in
                    let edited = try FeedBlocks(of: file.path, environment: [:]).removing(url: "https://b.example/rss")
                    let wanted = rest.replacing("\n", with: lineEnd)
                    let isWhole = text.hasSuffix("\n") || lineEnd == "\r\n"
                    #expect(edited == (isWhole ? wanted : String(wanted.dropLast())))
                }
            }
        }
    }

    @Test func `a comment behind a changed value stays`() throws {
        let start = #"""
            [[feeds]]
            url = "https://a.example/rss"
            name = 'A # 1'  # mine
            weight = 2 # "more"
            off = true # until spring
            category = "x \" # y"   # a section
            """#
        for lineEnd in ["\n", "\r\n"] {
            try withFile(start.replacing("\n", with: lineEnd)) { file in
                let settings = FeedSettings(name: "B", category: "science", weight: 2.5, isOff: false)
                _ = try sources(file).set("A # 1", settings)
                let edited = start.replacing("'A # 1'", with: "\"B\"").replacing("= 2", with: "= 2.5")
                    .replacing("off = true # until", with: "# until").replacing(#""x \" # y""#, with: #""science""#)
                #expect(try String(contentsOf: file, encoding: .utf8) == edited.replacing("\n", with: lineEnd))
            }
        }
    }

    @Test func `line ends stay as they are`() throws {
        try withFile("[[feeds]]\r\nurl = \"https://a.example/\"\r\n[digest]\r\nmax_items = 3\r\n") { file in
            let blocks = try FeedBlocks(of: file.path, environment: [:])
            #expect(
                try blocks.adding([.init(url: "https://b.example/")])
                    == blocks.text + "\r\n[[feeds]]\r\nurl = \"https://b.example/\"\r\n")
        }
    }

    @Test func `feeds written as an inline array are left to the user`() throws {
        try withFile("feeds = [{ url = \"https://a.example/\" }]\n[kudago]\n") { file in
            let blocks = try FeedBlocks(of: file.path, environment: [:])
            #expect(throws: RunError.self) { try blocks.adding([.init(url: "https://b.example/")]) }
            #expect(throws: RunError.self) { try blocks.removing(url: "https://a.example/") }
        }
    }

    @Test func `an empty list of feeds has no place for one, and the next step is told`() throws {
        try withFile("feeds = [ ]\n[kudago]\n") { file in
            let error = #expect(throws: RunError.self) {
                try FeedBlocks(of: file.path, environment: [:]).adding([.init(url: "https://b.example/")])
            }
            #expect(error.map { "\($0)" }?.contains("has 'feeds = []'") == true)
        }
    }

    @Test func `the old text is kept, the link and the rights too`() throws {
        try withFile("[[feeds]]\nurl = \"https://a.example/\"\n") { file in
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
            let link = file.deletingLastPathComponent().appending(path: "link.toml")
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
            let blocks = try FeedBlocks(of: link.path, environment: [:])
            try blocks.write("[kudago]\n")
            #expect(try String(contentsOf: file, encoding: .utf8) == "[kudago]\n")
            #expect(try String(contentsOf: file.appendingPathExtension("bak"), encoding: .utf8) == blocks.text)
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == file.path)
            let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    @Test func `OPML goes in by folders and comes out again`() throws {
        try withFile("[[feeds]]\nurl = \"https://a.example/\"\nname = \"A\"\ncategory = \"science\"\n") { file in
            let opml = file.deletingLastPathComponent().appending(path: "list.opml")
            try Data(
                """
                <opml version="2.0"><body><outline text="Tech"><outline text="B" xmlUrl="https://b.example/"/></outline>
                <outline text="My Blogs"><outline text="C" xmlUrl="https://c.example/"/></outline>
                <outline text="A again" xmlUrl="https://a.example/"/><outline text="D" xmlUrl="ftp://d.example/"/>
                </body></opml>
                """.utf8
            ).write(to: opml)
            let added = try sources(file).importFeeds(of: .opml, at: [opml.path]).added
            #expect(added.map(\.url) == ["https://b.example/", "https://c.example/"])
            let again = try sources(file)
            #expect(again.configuration.feeds.map(\.category) == ["science", "technology", "My Blogs"])
            #expect(again.exportOPML().contains(#"<outline text="My Blogs">"#))
            #expect(try again.remove("B") == "https://b.example/")
            #expect(try sources(file).configuration.feeds.map(\.name) == ["A", "C"])
        }
    }

    @Test func `a built-in source is not removed from a file that does not name it, and the next step is told`() throws
    {
        try withFile("title = \"T\"\n") { file in
            let step = "\(file.path) names no source, so the built-in ones are used; add your own as [[feeds]]"
            #expect(throws: RunError.usage(step)) { try sources(file).remove("BBC News") }
        }
    }

    @Test func `a file without sources of its own is told that the built-in ones end`() throws {
        try withFile("title = \"T\"\n") { file in
            let (added, notices) = try sources(file).add(
                [FoundFeed(url: "https://a.example/", title: "A\u{1B}\nB\u{202E}")], category: "Tech")
            #expect(added.count == 1)
            #expect(notices.count == 1)
            #expect(try sources(file).configuration.feeds.map(\.name) == ["A B"])
            #expect(try sources(file).configuration.feeds.map(\.category) == ["technology"])
            #expect(throws: RunError.self) { try sources(file).remove("https://b.example/") }
        }
    }

    @Test func `a new configuration names its sources, so they are removed and known, and more come beside them`()
        throws
    {
        try withFile(Configuration.initialText()) { file in
            let all = try sources(file).configuration.feeds
            let here = FoundFeed(url: all[0].url, title: nil)
            #expect(try sources(file).add([here], category: nil).added.isEmpty)
            let (added, notices) = try sources(file).add(
                [FoundFeed(url: "https://a.example/", title: "A")], category: nil)
            #expect(added.count == 1)
            #expect(notices.isEmpty)
            #expect(try sources(file).remove(all[0].name ?? "") == all[0].url)
            #expect(
                try sources(file).configuration.feeds.map(\.url) == all.dropFirst().map(\.url) + ["https://a.example/"])
        }
    }

    @Test
    func `a name that is nearly a category is asked back about, and a folder of that name is a section of its own`()
        throws
    {
        try withFile("[[feeds]]\nurl = \"https://a.example/\"\n") { file in
            let feed = FoundFeed(url: "https://b.example/", title: "B")
            #expect(
                throws: RunError.usage(
                    "there is no section 'tehc'; did you mean 'tech', another name of 'technology'? "
                        + "If not, define it under [categories]")
            ) {
                try sources(file).add([feed], category: "tehc")
            }
            let opml = file.deletingLastPathComponent().appending(path: "list.opml")
            try Data(
                """
                <opml version="2.0"><body><outline text="Photos"><outline text="B" xmlUrl="https://b.example/"/></outline>
                <outline text="Games"><outline text="C" xmlUrl="https://c.example/"/></outline></body></opml>
                """.utf8
            ).write(to: opml)
            let imported = try sources(file).importFeeds(of: .opml, at: [opml.path])
            #expect(imported.added.count == 2)
            let folders = [
                "in", "Art", "Wealth", "Mother", "Вода", "Concrete", "Port", "Spot", "Stack", "Кинь", "sprots",
                "Фестивал",
            ]
            let outlines = folders.enumerated().map {
                "<outline text=\"\($1)\"><outline xmlUrl=\"https://d.example/\($0)\"/></outline>"
            }
            try Data("<opml><body>\(outlines.joined())</body></opml>".utf8).write(to: opml)
            _ = try sources(file).importFeeds(of: .opml, at: [opml.path])
            let sections = try sources(file).configuration.feeds.compactMap(\.category).suffix(folders.count)
            #expect(Array(sections) == folders)
            #expect(imported.notices.isEmpty && imported.remarks.isEmpty)
            #expect(try sources(file).configuration.feeds.map(\.category).prefix(3) == [nil, "Photos", "Games"])
        }
    }

    private func sources(_ file: URL) throws -> Sources {
        Sources(
            try Configuration(contentsOf: file.path, environment: [:]), statePath: file.path + ".state", now: noon,
            environment: [:])
    }

    private func withFile(_ text: String, _ body: (URL) throws -> Void) throws {
        let folder = URL.temporaryDirectory.appending(path: "feeds-\(UUID().uuidString)").resolvingSymlinksInPath()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "config.toml")
        try Data(text.utf8).write(to: file)
        try body(file)
    }
}
