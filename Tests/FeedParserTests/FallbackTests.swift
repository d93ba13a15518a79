import FeedParser
import Foundation
import Testing

/// A value that says nothing leaves its place to another one.
@Suite struct FallbackTests {
    private func entry(_ elements: String) throws -> Entry {
        try Feed(
            parsing: Array(
                """
                <rss xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"
                xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><item>\(elements)</item></channel></rss>
                """.utf8)
        ).entries[0]
    }

    @Test(arguments: [
        "<pubDate>0001-01-01T00:00:00Z</pubDate>", "<pubDate>Mon, 01 Jan 0001 00:00:00 GMT</pubDate>",
        "<pubDate>1900-01-01</pubDate>", "<pubDate>1601-01-01T00:00:00Z</pubDate>",
    ])
    func `a date that stands for none is none`(date: String) throws {
        #expect(try entry(date).published == nil)
        let second = "<dcterms:created>2026-11-21T09:00:00Z</dcterms:created>"
        #expect(try entry(date + second).published == Date(timeIntervalSince1970: 1_795_251_600))
        #expect(try entry(second.replacing("2026-11-21", with: "0001-01-01")).published == nil)
    }

    @Test(arguments: [
        ("The harbour opens in…", "The harbour opens in May.", "The harbour opens in May."),
        ("<p>The harbour opens in [...]</p>", "The harbour opens in May.", "The harbour opens in May."),
        ("The harbour opens in…", "The harbour opens…", "The harbour opens in…"),
        ("The harbour opens in May.", "The harbour opens in May. Boats return.", "The harbour opens in May."),
        ("The harbour opens in…", "Episode 5", "The harbour opens in…"),
    ])
    func `a subtitle in full takes the place of a description that is cut`(
        description: String, subtitle: String, summary: String
    ) throws {
        let parts = [
            "<description><![CDATA[\(description)]]></description>", "<itunes:subtitle>\(subtitle)</itunes:subtitle>",
        ]
        #expect(try entry(parts.joined()).summary?.value == summary)
        #expect(try entry(parts.reversed().joined()).summary?.value == summary)
    }

    @Test(arguments: [
        ("3180", 3180), ("53:00", 3180), ("0:53:00", 3180), (" 1:02:03 ", 3723), ("12.7", 12), ("", nil), ("long", nil),
        ("-5", nil), ("1:2:3:4", nil), ("99999999999999999999", nil), ("nan", nil), ("0", nil), (":", nil),
    ])
    func `a duration is seconds, or hours, minutes and seconds`(text: String, seconds: Int?) throws {
        let parts = ["<enclosure url='https://a.example/1.mp3'/>", "<itunes:duration>\(text)</itunes:duration>"]
        #expect(try entry(parts.joined()).enclosures[0].seconds == seconds)
        #expect(try entry(parts.reversed().joined()).enclosures[0].seconds == seconds)
    }

    @Test func `the files of Media RSS have their own duration, and pictures are none of them`() throws {
        let entry = try entry(
            """
            <media:group><media:content url='https://a.example/1.mp4' type='video/mp4' duration='61'/>
            <media:content url='https://a.example/1.jpg' medium='image'/></media:group><slash:comments>7</slash:comments>
            <comments>https://a.example/1#comments</comments><wfw:commentRss>https://a.example/1/feed</wfw:commentRss>
            """)
        #expect(entry.media.map(\.url) == ["https://a.example/1.mp4"])
        #expect(entry.media.map(\.seconds) == [61])
        #expect(entry.enclosures == [] && entry.comments == "https://a.example/1#comments")
    }

    @Test func `the replies of Atom that are a page are the comments`() throws {
        let atom = """
            <feed xmlns='http://www.w3.org/2005/Atom'><entry><title>A</title><link href='https://a.example/1'/>
            <link rel='replies' type='application/atom+xml' href='https://a.example/1/feed'/>
            <link rel='replies' type='text/html' href='https://a.example/1#comments'/></entry></feed>
            """
        #expect(try Feed(parsing: Array(atom.utf8)).entries[0].comments == "https://a.example/1#comments")
    }

    @Test func `a subtitle alone is the description`() throws {
        #expect(try entry("<itunes:subtitle>Tide</itunes:subtitle>").summary?.value == "Tide")
    }
}
