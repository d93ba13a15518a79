import FoundationEssentials
import Testing

@testable import FeedParser

struct FeedTests {
    @Test func `an RSS item has all its fields`() throws {
        let feed = try Feed(
            parsing: Array(
                """
                <rss version="2.0" xmlns:c="http://purl.org/rss/1.0/modules/content/"><channel>
                <title>Harbour &amp;amp; Quay</title><link>https://harbour.example/</link><ttl>30</ttl>
                <item><title>A &lt;b&gt;new&lt;/b&gt; crane</title><guid>https://harbour.example/1</guid>
                <pubDate>Sat, 21 Nov 2026 09:00:00 +0300</pubDate><author>anna@harbour.example (Anna Reed)</author>
                <description>Short.</description><c:encoded><![CDATA[<p>Long.</p>]]></c:encoded>
                <category>cranes</category><enclosure url="a.mp3" type="audio/mpeg" length="12"/></item>
                </channel></rss>
                """.utf8), url: "https://harbour.example/feeds/all.xml")
        var entry = Entry()
        entry.id = "https://harbour.example/1"
        entry.idIsPermalink = true
        entry.link = "https://harbour.example/1"
        entry.title = "A new crane"
        entry.published = Date(timeIntervalSince1970: 1_795_240_800)
        entry.authors = [Author(name: "Anna Reed", email: "anna@harbour.example")]
        entry.summary = Markup("Short.", base: "https://harbour.example/1")
        entry.content = Markup("<p>Long.</p>", base: "https://harbour.example/1")
        entry.categories = ["cranes"]
        entry.enclosures = [Enclosure(url: "https://harbour.example/feeds/a.mp3", type: "audio/mpeg", length: 12)]
        #expect(feed.entries == [entry])
        #expect(feed.title == "Harbour & Quay")
        #expect(feed.ttl == 30)
    }

    @Test func `a web page is said to be one`() {
        #expect(throws: FeedError.webPage) { try Feed(parsing: Array("<html><body>Hello</body></html>".utf8)) }
        #expect(throws: FeedError.empty) { try Feed(parsing: Array(" \n".utf8)) }
    }
}
