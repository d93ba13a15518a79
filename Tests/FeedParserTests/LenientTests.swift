import FeedParser
import Foundation
import Testing

/// What other parsers refuse a whole feed for (FeedKit's issue 196): here it costs the one value that cannot be read.
@Suite struct LenientTests {
    private func feed(_ item: String, before: String = "") throws -> Feed {
        try Feed(
            parsing: Array(
                """
                \(before)<rss version="2.0"><channel><title>Quay</title><link>https://quay.example/</link>
                <item><title>First</title>\(item)</item><item><title>Second</title></item></channel></rss>
                """.utf8), url: "https://quay.example/feed.xml")
    }

    @Test(arguments: ["", "12 MB", "1.5", "99999999999999999999999", "unknown"])
    func `a length of an attached file that is no number`(length: String) throws {
        let feed = try feed(#"<enclosure url="a.mp3" type="audio/mpeg" length="\#(length)"/>"#)
        #expect(feed.entries.map(\.title) == ["First", "Second"])
        #expect(feed.entries[0].enclosures.map(\.url) == ["https://quay.example/a.mp3"])
        #expect(feed.entries[0].enclosures[0].length.map { $0 >= 0 } ?? true)
    }

    @Test(arguments: ["", "soon", "<b>soon</b>", "20 Blotmaand 2025", "Wednesday at noon", "32 Foo 2025", "0000-00-00"])
    func `an entry whose date cannot be read has no date`(date: String) throws {
        let feed = try feed("<pubDate>\(date)</pubDate>")
        #expect(feed.entries.map(\.title) == ["First", "Second"])
        #expect(feed.entries[0].published == nil)
    }

    @Test(arguments: [
        "<time datetime='2026-11-20T19:21:28Z'>Fri, 11/20/2026 - 14:21</time>",
        "&lt;time datetime=\"2026-11-20T19:21:28Z\"&gt;Fri, 11/20/2026 - 14:21&lt;/time&gt;",
        "&lt;span class='date' content='2026-11-20T14:21:28-05:00'&gt;Friday, November 20, 2026 - 14:21&lt;/span&gt;",
        "<b>Fri, 20 Nov 2026</b> 19:21:28 GMT",
        "<time datetime='now'>Fri, 20 Nov 2026 19:21:28 GMT</time>",
    ])
    func `a date stands inside markup`(date: String) throws {
        let published = try feed("<pubDate>\(date)</pubDate>").entries[0].published
        #expect(published == Date(timeIntervalSince1970: 1_795_202_488))
    }

    @Test(arguments: [
        ("isPermaLink='true'", "/blog/first", "https://quay.example/blog/first"),
        ("isPermaLink='true'", "https://mole.example/first", "https://mole.example/first"),
        ("isPermaLink='true'", "tag:quay.example,2026:/first", nil), ("isPermaLink='true'", "4711", nil),
        ("isPermaLink='false'", "/blog/first", nil), ("", "/blog/first", nil),
    ])
    func `a relative id is the address if the feed calls it a permalink`(flag: String, id: String, link: String?) throws
    {
        let guid = "<guid \(flag)>\(id)</guid>"
        let entry = try feed(guid).entries[0]
        #expect(entry.id == id && entry.link == link)
        let own = try feed(guid + "<link>/own</link>").entries[0]
        #expect(own.link == "https://quay.example/own")
    }

    @Test(arguments: [
        "\n\n  <?xml version=\"1.0\"?>\n", "\u{FEFF}<?xml version=\"1.0\"?>\n",
        "<?xml version=\"1.0\"?><?xml-stylesheet href=\"/rss.xsl\"?><!-- made by hand -->\n",
        "<?xml version=\"1.0\"?><!DOCTYPE rss [<!ENTITY nbsp \"&#160;\">]>\n",
    ]) func `something before the first element`(before: String) throws {
        #expect(try feed("", before: before).entries.map(\.title) == ["First", "Second"])
    }
}
