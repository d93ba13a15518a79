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

    @Test func `a subtitle alone is the description`() throws {
        #expect(try entry("<itunes:subtitle>Tide</itunes:subtitle>").summary?.value == "Tide")
    }
}
