import FeedParser
import Foundation
import Testing

@testable import Gather
@testable import Select
@testable import Settings
@testable import Values

@Suite struct ItemEntryTests {
    @Test func `the first picture of the text stands in for one of the entry's own`() throws {
        let html = #"<p>a</p><img alt="x" src="/a.jpg?b=1&amp;c=2"><img src="https://a.example/b.jpg">"#
        #expect(
            try item { $0.content = Markup(html, base: "https://a.example/1") }?.image
                == "https://a.example/a.jpg?b=1&c=2")
        #expect(try item { $0.image = "https://cdn.example/own.jpg" }?.image == "https://cdn.example/own.jpg")
        #expect(try item { $0.content = Markup("<p>no picture, src=\"x\"</p>") }?.image == nil)
        #expect(try item { $0.image = "javascript:alert(1)" }?.image == nil)
    }

    @Test(arguments: [
        ("<ul><li>Crew: <a href='https://a.example/'>Bo</a></li><li>Boats</li></ul>", "Trams, boats, and trams.", true),
        ("<ul><li>Boats</li></ul><p>It rained on Bo.</p>", "Trams, boats, and trams.", false),
        ("<ul><li>Boats</li></ul>", "Trams, boats, and tra", false), ("<ul><li>Boats</li></ul>", "Episode 5.", false),
        ("<p>The harbour of Elsom opens in May. Boats return.</p><p>With Bo Day.</p>", "", true),
        ("<p>The harbour of Elsom opens in May. Boats return. With Bo Day.</p>", "", false),
        ("<p>The harbour of Elsom opens in May.</p><p>Boats return.</p><p>With Bo.</p>", "", true),
    ])
    func `a subtitle is told in place of a list and without credits`(text: String, own: String, isTold: Bool) throws {
        let subtitle = own.isEmpty ? "The harbour of Elsom opens in May. Boats return." : own
        let item = try item {
            $0.summary = Markup(text)
            $0.subtitle = Markup(subtitle)
        }
        #expect((item?.summary == subtitle) == isTold)
        #expect(item?.html?.contains("Bo") == true)
    }

    @Test func `an enclosed file without a type is a picture by its name`() throws {
        func image(_ url: String, _ type: String?) throws -> String? {
            try item { $0.enclosures = [Enclosure(url: url, type: type)] }?.image
        }
        #expect(try image("https://a.example/p/Boat.JPG?w=9", nil) == "https://a.example/p/Boat.JPG?w=9")
        #expect(try image("https://a.example/p/boat.webp", "") == "https://a.example/p/boat.webp")
        #expect(try image("https://a.example/p/boat.jpg", "text/html") == nil)
        #expect(try image("https://a.example/p/boat", nil) == nil)
    }

    @Test func `a smiley is no picture`() throws {
        let html = #"<img src="https://a.example/wp-content/smilies/1.gif"><img src="https://a.example/a.jpg">"#
        #expect(try item { $0.content = Markup(html) }?.image == "https://a.example/a.jpg")
    }

    @Test(arguments: [
        "https://quay.example/favicon-192.png", "https://2.gravatar.com/avatar/a1?s=96",
        "https://img.shields.io/badge/Boats-9-green", "https://ads.quay.example/img.phdo?s=1",
        "https://feeds.quay.example/~ff/boats?i=1", "https://feedads.g.doubleclick.net/~a/x/0/di",
    ])
    func `a counter, an advertisement, an avatar and a badge are no picture`(address: String) throws {
        #expect(try item { $0.image = address }?.image == nil)
        let boat = "https://a.example/boat.jpg"
        let html = #"<p>a</p><img src="\#(address)"><img src="\#(boat)">"#
        #expect(try item { $0.content = Markup(html) }?.image == boat)
    }

    @Test func `a picture of three entries gives way to the next one of the text`() throws {
        let button = "https://a.example/button.gif"
        func images(_ entries: [(own: String?, inText: [String])], audio: String? = nil) -> [String?] {
            var feed = Feed(format: .rss)
            feed.link = "https://a.example/"
            var reader = EntryReader(FeedSource(url: "https://a.example/rss"), feed, name: "A")
            let items = entries.enumerated().compactMap { index, pictures in
                var entry = FeedParser.Entry()
                (entry.title, entry.link, entry.image) = ("Boat \(index)", "https://a.example/\(index)", pictures.own)
                entry.content = Markup(pictures.inText.map { "<p>a</p><img src=\"\($0)\">" }.joined())
                if let audio { entry.enclosures = [Enclosure(url: audio, type: "audio/mpeg")] }
                return reader.item(entry, at: index)
            }
            return reader.withoutRepeatedPictures(items).map(\.image)
        }
        let boat = "https://a.example/boat.jpg"
        #expect(images([(nil, [button]), (nil, [button, boat]), (nil, [boat, button])]) == [nil, boat, boat])
        #expect(images([(nil, [button]), (nil, [button, boat])]) == [button, button])
        let own = [(button, [button]), (button, []), (button, [button]), (nil, [button])] as [(String?, [String])]
        #expect(images(own.map { (own: $0, inText: $1) }) == [nil, nil, nil, nil])
        #expect(images([(button, []), (button, [boat]), (button, [])]) == [nil, boat, nil])
        let few = [button, button, button, "/1.png", "/2.png", "/3.png"].map { (own: $0, inText: [String]()) }
        #expect(images(few).prefix(3) == [button, button, button])
        let shows = Array(repeating: (own: button as String?, inText: [String]()), count: 3)
        #expect(images(shows, audio: "https://a.example/1.mp3") == [button, button, button])
    }

    @Test func `a small picture and an icon are not shown where there is another`() throws {
        let html = #"<img src="https://a.example/b.png" width="32"><img src="https://a.example/a.jpg" width="640">"#
        let item = try item {
            ($0.image, $0.hasSmallImage) = ("https://a.example/own.png", true)
            $0.content = Markup(html)
        }
        #expect(item?.image == "https://a.example/a.jpg")
        let other = try self.item {
            ($0.image, $0.hasSmallImage) = ("https://a.example/own.png", true)
            $0.content = Markup(#"<img src="https://a.example/b.png" width="32">"#)
        }
        #expect(other?.image == "https://a.example/own.png")
    }

    @Test func `the title of a picture stands in for a text that has no words`() throws {
        func summary(_ html: String) throws -> String? {
            try item {
                $0.summary = Markup(html, base: "https://a.example/1")
                $0.content = nil
            }?.summary
        }
        let picture = #"<img src="/a.png" title="Boats &amp; trams never meet, you know." alt="x">"#
        #expect(try summary(picture) == "Boats & trams never meet, you know.")
        #expect(try summary(#"<img src="/a.png" title="Two boats">"#) == "")
        #expect(try summary("\(picture)<p>It rained.</p>") == "It rained.")
    }

    @Test(arguments: [
        ("https://a.example/comments/1", "https://a.example/comments/1"), ("https://a.example/1", nil),
        ("https://a.example/1#comments", "https://a.example/1#comments"), ("javascript:x()", nil), ("", nil),
    ])
    func `the page with the comments is told unless it is the item's own`(comments: String, page: String?) throws {
        let item = try item {
            $0.link = "https://a.example/1"
            $0.comments = comments
        }
        #expect(item?.comments == page)
    }

    @Test func `the comments of Reddit are a link in the text`() throws {
        let html =
            #"<a href="https://b.example/x">[link]</a> <a href="https://r.example/c/1?a=1&amp;b=2">[comments]</a>"#
        for link in ["https://b.example/x", "https://r.example/c/1?a=1&b=2"] {
            let item = try item {
                $0.link = link
                $0.content = Markup(html)
            }
            #expect(item?.comments == "https://r.example/c/1?a=1&b=2")
        }
    }

    @Test func `no address of an entry keeps the escapes of a feed that escapes twice`() throws {
        func address(_ name: String) -> String { "https://a.example/\(name)?a=1&amp;b=2" }
        let item = try item {
            ($0.link, $0.image, $0.comments) = (address("page"), address("image"), address("comments"))
            $0.enclosures = [Enclosure(url: address("audio"), type: "audio/mpeg")]
        }
        #expect(
            [item?.url, item?.image, item?.comments, item?.audio?.url]
                == ["page", "image", "comments", "audio"].map { "https://a.example/\($0)?a=1&b=2" })
    }

    @Test func `audio and video are files of the entry`() throws {
        let item = try item {
            var audio = Enclosure(url: "https://a.example/1.mp3", type: "Audio/MPEG")
            audio.seconds = 3180
            $0.enclosures = [
                Enclosure(url: "https://a.example/1.jpg", type: "image/jpeg"), audio,
                Enclosure(url: "https://a.example/1.MP4?x=1"),
            ]
        }
        #expect(item?.audio == Item.Recording(url: "https://a.example/1.mp3", type: "audio/mpeg", seconds: 3180))
        #expect(item?.video == Item.Recording(url: "https://a.example/1.MP4?x=1", type: nil, seconds: nil))
    }

    @Test func `a video of Media RSS is a file of the entry`() throws {
        let item = try item {
            var video = Enclosure(url: "https://a.example/1.mp4", type: "video/mp4")
            video.seconds = 60
            $0.media = [Enclosure(url: "https://a.example/player", type: "application/x-shockwave-flash"), video]
        }
        #expect(item?.audio == nil)
        #expect(item?.video == Item.Recording(url: "https://a.example/1.mp4", type: "video/mp4", seconds: 60))
    }

    @Test func `a title is made of the text where there is none`() throws {
        let long = String(repeating: "word ", count: 60)
        let made = try item {
            $0.title = nil
            $0.summary = Markup("<p>\(long)</p><p>more</p>")
        }
        #expect(made?.title.hasPrefix("word word") == true)
        #expect(made?.title.hasSuffix("word…") == true)
        #expect((made?.title.count ?? 0) <= 101)
        #expect(try item { $0.title = nil } == nil)
        let unseen = try item {
            ($0.title, $0.summary) = ("\u{200B}\u{2060} \u{E0041}", Markup("The ferry sails again. More follows."))
        }
        #expect(unseen?.title == "The ferry sails again")
        let post = try item {
            $0.title = nil
            $0.summary = Markup(
                "Yes! The harbour of Elsom opens again. The first boat arrives at noon with fresh fish for all.")
        }
        #expect(post?.title == "Yes! The harbour of Elsom opens again")
        let song = try item {
            $0.title = nil
            $0.summary = Markup(
                "Song of the harbour: \"Why do boats and fish sail away? The answer comes with the sun at noon tomorrow.\""
            )
        }
        #expect(song?.title == "Song of the harbour: \"Why do boats and fish sail away?\"")
    }

    @Test(arguments: [
        Meaning("HTML, declared text", .text, "<p>The <b>quay</b></p><p>reopens.</p>", "The quay\n\nreopens."),
        Meaning("a link", .text, "See <a href=\"https://a.example/\">the quay</a>.", "See the quay."),
        Meaning("a text about HTML", .text, "Close <p> by </p>, or 1 < 2.", "Close <p> by </p>, or 1 < 2."),
        Meaning("Markdown", .text, "[The quay](https://a.example/) ![x](https://a.example/x.png)[o]", "The quay [o]"),
        Meaning("Markdown in HTML", .html, "<p>[The quay](https://a.example/)</p>", "The quay"),
        Meaning("no link", .text, "a](http [b] [c](http", "a](http [b] [c](http"),
        Meaning("lines", .html, "The quay&#39;s\nopen.\r\n \r\nIt rained.", "The quay's open.\n\nIt rained."),
        Meaning(
            "short lines", .html,
            "11.10.2026\nQUAY TALKS\nThe quay of Elsom opens, and the\nboats are back from the sun.",
            "11.10.2026\nQUAY TALKS\nThe quay of Elsom opens, and the boats are back from the sun."),
        Meaning(
            "wrapped lines", .html, "The quay of Elsom is\nopen, and the boats are\nback.",
            "The quay of Elsom is open, and the boats are back."),
        Meaning(
            "wrapped plain text", .text,
            "A novel of Frank\nLee is\nabout a sea\nthat rose\n\nMore\ntomorrow\n- for all",
            "A novel of Frank Lee is about a sea that rose\n\nMore tomorrow\n- for all"),
        Meaning("plain lines", .text, "Anna Lee\nBo Day\nthe quay", "Anna Lee\nBo Day\nthe quay"),
        Meaning("HTML, escaped twice", .html, "&lt;h1&gt;Quay&lt;/h1&gt; **It** rained.", "Quay\n\nIt rained."),
        Meaning(
            "lines of HTML", .html,
            "<b>Quay</b>\n\nThe quay of <a href=\"https://a.example/\">Elsom</a>\nis open.\n\nIt rained.",
            "The quay of Elsom is open.\n\nIt rained."),
        Meaning("blocks", .html, "<div>The quay\n\nis open.</div>", "The quay is open."),
        Meaning(
            "a bold label", .html, "<p><b>Note:</b>Quays <b>a:</b>, <strong>1:</strong>2</p>", "Note: Quays a:, 1:2"),
        Meaning("stars", .text, "2 ** 3 ** 4, **a", "2 ** 3 ** 4, **a"),
        Meaning("captions", .html, "<figcaption>A ship</figcaption><p>It rained.</p><figcaption>x", "It rained."),
    ]) func `a text is read as its source meant it`(_ meaning: Meaning) throws {
        #expect(try item { $0.summary = Markup(meaning.value, kind: meaning.kind) }?.summary == meaning.text)
    }

    @Test func `an excerpt whose paragraphs touch has those of the article`() throws {
        let summary = try item {
            $0.summary = Markup("Quay:&nbsp;Elsom.Boats: two.", kind: .text)
            $0.content = Markup("<p>Quay:&nbsp;Elsom.</p><p>Boats: two.</p>")
        }?.summary
        #expect(summary == "Quay: Elsom.\n\nBoats: two.")
    }

    struct Meaning: CustomStringConvertible, Sendable {
        var testDescription: String
        var kind: Markup.Kind
        var value: String
        var text: String

        var description: String { testDescription }

        init(_ name: String, _ kind: Markup.Kind, _ value: String, _ text: String) {
            (testDescription, self.kind, self.value, self.text) = (name, kind, value, text)
        }
    }

    @Test func `an address is the link, else the permalink, else a file, else a place of its own`() throws {
        #expect(try item { $0.link = "https://a.example/2" }?.url == "https://a.example/2")
        #expect(
            try item {
                $0.link = nil
                $0.id = "https://a.example/p"
                $0.idIsPermalink = true
            }?.url == "https://a.example/p")
        #expect(
            try item {
                $0.link = nil
                $0.enclosures = [Enclosure(url: "https://a.example/e.mp3", type: "audio/mpeg")]
            }?.url == "https://a.example/e.mp3")
        let places = try ["one", "two"].map { id in
            try item {
                $0.link = nil
                $0.id = id
            }?.url
        }
        #expect(places == ["https://a.example/#!one", "https://a.example/#!two"])
        #expect(try item { ($0.link, $0.title) = ("javascript:alert(1)", "x") }?.url == "https://a.example/#!x")
    }

    @Test(arguments: [
        ("http://www.a.example/?p=12", "http://www.a.example/?p=12"),
        ("https://a.example/2026/gate", "https://a.example/2026/gate"),
        ("https://a.example/", nil), ("https://a.example/#12", nil), ("https://b.example/2026/gate", nil),
        ("tag:a.example,2026:12", nil), ("https://a.example/x?token=n0-reader-9", nil),
    ])
    func `an id is the address only if it is that of another page of the site`(id: String, address: String?) throws {
        let url = try item { ($0.link, $0.id) = (nil, id) }?.url
        #expect(address == nil ? url?.hasPrefix("https://a.example/#!") == true : url == address, "\(url ?? "")")
    }

    @Test func `a date before the web began is none`() throws {
        let (none, day) = (Date(timeIntervalSince1970: -62_135_596_800), Date(timeIntervalSince1970: 700_000_000))
        #expect(try item { $0.published = none }?.published == nil)
        #expect(try item { ($0.published, $0.updated) = (Date(timeIntervalSince1970: 0), day) }?.published == day)
        #expect(try item { $0.published = day }?.published == day)
    }

    @Test func `each author is named once`() throws {
        let names = ["Ann Lee", "", "Bo Day", "Ann Lee"]
        #expect(try item { $0.authors = names.map { Author(name: $0) } }?.author == "Ann Lee, Bo Day")
    }

    @Test func `the categories of an entry decide its section`() throws {
        var source = FeedSource(url: "https://a.example/rss", category: "general")
        source.sections = TagSections(["Gadgets": "technology"])
        #expect(try item(source) { $0.categories = ["News", "gadgets"] }?.category == "technology")
        #expect(try item(source) { $0.categories = ["News"] }?.category == "general")
    }

    @Test func `categories are found in any case, with and without the dots of ё, as names of sections are`() throws {
        let toml = """
            [categories.winter]
            from = ["Ёлки"]
            aliases = ["Мёрзлый"]
            """
        let configuration = try Configuration(toml: toml, file: "config.toml", environment: [:])
        #expect(configuration.sectionNames.section(named: " мерзлый") == Category("winter"))
        #expect(SelectionRules(configuration, sections: []).tagSections.sections(of: ["Ёлки "]) == ["winter"])
        var source = FeedSource(url: "https://a.example/rss", category: "general")
        source.sections = TagSections(["Ёлки": "winter"])
        #expect(try item(source) { $0.categories = ["елки"] }?.category == "winter")
    }

    private func item(
        _ source: FeedSource = FeedSource(url: "https://a.example/rss"), _ change: (inout FeedParser.Entry) -> Void
    ) throws -> Item? {
        var feed = Feed(format: .rss)
        feed.link = "https://a.example/"
        var entry = FeedParser.Entry()
        entry.title = "A title"
        entry.link = "https://a.example/1"
        change(&entry)
        var reader = EntryReader(source, feed, name: "A")
        return reader.item(entry, at: 0)
    }
}
