import FeedParser
import Foundation
import TestServer
import Testing

@testable import Gather
@testable import Render
@testable import State
@testable import Values

/// Sources that tell the day on which something came out, and no hour.
@Suite struct DayWithoutHourTests {
    @Test(arguments: [
        ("2026-11-21", true), ("21 Nov 2026", true), ("Sat, 21 Nov 2026", true), ("20261121", true),
        ("2026-11-21T00:00:00Z", false), ("Sat, 21 Nov 2026 00:00:00 GMT", false),
    ])
    func `a feed's date says whether it has an hour`(date: String, isDay: Bool) throws {
        let rss =
            "<rss><channel><title>a</title><item><title>b</title><link>https://a.example/b</link><pubDate>\(date)</pubDate></item></channel></rss>"
        let atom =
            "<feed xmlns='http://www.w3.org/2005/Atom'><entry><title>b</title><link href='https://a.example/b'/><updated>\(date)</updated></entry></feed>"
        let json =
            #"{"version":"https://jsonfeed.org/version/1.1","title":"a","items":[{"id":"1","url":"https://a.example/b","title":"b","date_published":"\#(date)"}]}"#
        for text in [rss, atom, json] {
            let item = try #require(self.item(text))
            #expect(item.published == Sample.instant("2026-11-21T00:00:00Z"))
            #expect(item.isPublishedOnDay == (isDay ? true : nil), "\(text)")
            #expect(try State.content(StoredContent(item).stored) == StoredContent(item))
        }
    }

    @Test(arguments: [
        (["00:00:00", "00:00:00", "00:00:00"], true), (["00:00:00", "00:00:00", "08:10:00"], nil), (["00:00:00"], nil),
    ])
    func `a source whose times are all midnight tells only days`(times: [String], isDay: Bool?) async throws {
        let entries = times.enumerated().map {
            "<item><title>b\($0)</title><link>https://a.example/\($0)</link><pubDate>Sat, 21 Nov 2026 \($1) GMT</pubDate></item>"
        }
        let server = try TestServer { _ in .ok("<rss><channel><title>a</title>\(entries.joined())</channel></rss>") }
        let items = try await gathered([FeedSource(url: server.url("/feed"))])[0].items
        #expect(items.count == times.count)
        #expect(items.allSatisfy { $0.isPublishedOnDay == isDay })
    }

    @Test(arguments: ["Pacific/Kiritimati", "America/New_York", "UTC"])
    func `a day without an hour is that date in every zone, and shows no hour`(zone: String) throws {
        var item = Sample.article("A", published: Sample.instant("2026-11-21T00:00:00Z"))
        item.isPublishedOnDay = true
        var digest = Sample.digest([Sample.story(item)])
        digest.timeZone = zone
        digest.created = Sample.instant("2026-11-21T12:00:00Z")
        let texts = [Format.html, .markdown, .text].map { String(decoding: digest.rendered(as: $0), as: UTF8.self) }
        for text in texts { #expect(text.contains("21 Nov"), "\(text)") }
        for text in texts.dropFirst() { #expect(!text.contains(":00"), "\(text)") }
        #expect(texts[0].contains("<time datetime=\"2026-11-21\">21 Nov</time>"))
        let stored = StoredItem(id: "a", item: item, firstSeen: Sample.now, lastSeen: Sample.now)
        let shown = ItemPage(stored, article: nil, language: "en", timeZone: zone, now: Sample.now).text
        #expect(shown.contains("Gazette · Saturday, 21 November 2026\n"))
    }

    private func item(_ text: String) -> Item? {
        let source = FeedSource(url: "https://a.example/feed")
        guard let feed = try? Feed(parsing: Array(text.utf8), url: source.url, charset: nil) else { return nil }
        var reader = EntryReader(source, feed, name: "a")
        return feed.entries.first.flatMap { reader.item($0, at: 0) }
    }
}
