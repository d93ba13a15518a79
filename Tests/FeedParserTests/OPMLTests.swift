import FeedParser
import Testing

@Suite struct OPMLTests {
    @Test func `outlines become feeds in their folders`() throws {
        let list = try OPML(
            parsing: Array(
                """
                <?xml version="1.0" encoding="windows-1251"?>
                <opml version="1.0"><head><title>My &amp; feeds</title></head><body>
                <outline text="Loose" xmlUrl="https://a.example/rss?x=1&amp;y=2"/>
                <outline text="News"><outline title="World" text="w"><outline text="B" type="rss" xmlUrl=" https://b.example/ "/></outline>
                <outline text="C" xmlUrl="https://c.example/feed"></outline></outline>
                <outline text="Empty"></outline></body></opml>
                """.utf8))
        #expect(
            list
                == OPML(
                    title: "My & feeds",
                    feeds: [
                        .init(title: "Loose", url: "https://a.example/rss?x=1&y=2"),
                        .init(title: "B", url: "https://b.example/", folders: ["News", "World"]),
                        .init(title: "C", url: "https://c.example/feed", folders: ["News"]),
                    ]))
    }

    @Test func `what is written is read back the same`() throws {
        let list = OPML(
            title: "A <b> & \"c\"",
            feeds: [
                .init(title: "Новости", url: "https://a.example/?q=\"'&<>"),
                .init(title: nil, url: "https://b.example/", folders: ["Tech & co"]),
                .init(title: "C", url: "https://c.example/", folders: ["Tech & co"]),
            ])
        let read = try OPML(parsing: Array(list.document.utf8))
        #expect(read.title == list.title)
        #expect(read.feeds.map(\.url) == list.feeds.map(\.url))
        #expect(read.feeds.map(\.folders) == list.feeds.map(\.folders))
        #expect(read.feeds.map(\.title) == ["Новости", "https://b.example/", "C"])
    }

    @Test func `folders inside one another are written and read back, to any depth`() throws {
        let deep = (1...100).map { "Deck \($0)" }
        let list = OPML(
            title: "Quay",
            feeds: [
                .init(title: "Loose", url: "https://a.example/"),
                .init(title: "Port", url: "https://b.example/", folders: ["News"]),
                .init(title: "World", url: "https://c.example/", folders: ["News", "World"]),
                .init(title: "Sea", url: "https://d.example/", folders: ["News", "World", "Sea & <ice>"]),
                .init(title: "Home", url: "https://e.example/", folders: ["News", "Home"]),
                .init(title: "Bottom", url: "https://f.example/", folders: deep),
            ])
        #expect(try OPML(parsing: Array(list.document.utf8)) == list)
    }

    @Test(arguments: [3, 150, 5000])
    func `a list of any length is read whole`(count: Int) throws {
        let list = OPML(
            title: "Quay",
            feeds: (0..<count).map {
                .init(
                    title: "Feed \($0) of the harbour & the sea", url: "https://quay\($0).example/?a=1&b=\($0)",
                    folders: $0 % 3 == 0 ? [] : ["Deck \($0 % 7)"])
            })
        let read = try OPML(parsing: Array(list.document.utf8))
        #expect(Set(read.feeds.map(\.url)) == Set(list.feeds.map(\.url)))
        #expect(read.feeds.count == count)
    }

    @Test func `a list beyond the limit is refused with a word, not cut`() {
        let outline = "<outline xmlUrl='https://quay.example/\(String(repeating: "a", count: 1000))'/>"
        let list = "<opml><body>" + String(repeating: outline, count: 17_000)
        #expect(throws: FeedError.limit("a list of more than 16777216 bytes")) {
            try OPML(parsing: Array(list.utf8))
        }
    }

    @Test func `feeds of one folder come together whatever their order was`() throws {
        let list = OPML(feeds: [
            .init(title: "A", url: "https://a.example/", folders: ["News", "World"]),
            .init(title: "B", url: "https://b.example/", folders: ["Sport"]),
            .init(title: "C", url: "https://c.example/", folders: ["News"]),
            .init(title: "D", url: "https://d.example/", folders: ["News", "World"]),
        ])
        #expect(try OPML(parsing: Array(list.document.utf8)).feeds.map(\.title) == ["C", "A", "D", "B"])
    }

    @Test(arguments: ["", "plain text", "<rss version=\"2.0\"><channel/></rss>", "<html><body>opml</body></html>"])
    func `another document is refused`(text: String) {
        #expect(throws: FeedError.self) { try OPML(parsing: Array(text.utf8)) }
    }
}

@Suite struct FeedDiscoveryTests {
    @Test func `a page's alternate links are its feeds`() {
        let page = """
            <!doctype html><html><head><title>x</title>
            <link rel="stylesheet" type="text/css" href="/style.css">
            <link rel="alternate" hreflang="de" href="/de/"><base href="/blog/">
            <LINK REL='Alternate Home' TYPE='application/rss+xml; charset=utf-8' TITLE='Main &amp;  all' HREF='rss.xml'>
            <link rel="alternate" type="application/atom+xml" href="//cdn.example/atom?a=1&amp;b=2">
            <link rel="alternate" type="application/rss+xml" href="rss.xml">
            <link rel="alternate" type="application/rss+xml" href="javascript:alert(1)">
            </head><body><a href="/other/feed/">Feed</a></body></html>
            """
        #expect(
            FeedDiscovery.feeds(inPage: Array(page.utf8), url: "https://a.example/start?x") == [
                .init(url: "https://a.example/blog/rss.xml", title: "Main & all"),
                .init(url: "https://cdn.example/atom?a=1&b=2"),
            ])
    }

    @Test func `without them what looks like a feed's address is taken`() {
        let page = #"<p><a href="/news/">News</a> <a href="/index.rss?full=1">RSS</a> <a href="feed/">Feed</a></p>"#
        #expect(
            FeedDiscovery.feeds(inPage: Array(page.utf8), url: "https://a.example/b/") == [
                .init(url: "https://a.example/index.rss?full=1"), .init(url: "https://a.example/b/feed/"),
            ])
    }
}
