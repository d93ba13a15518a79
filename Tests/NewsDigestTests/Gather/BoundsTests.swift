import FeedParser
import Foundation
import Testing

@testable import Gather
@testable import Render
@testable import Settings
@testable import Texts
@testable import Values

/// What a source says of one item is taken within bounds, however much it says.
@Suite struct BoundsTests {
    private static let marks = String(repeating: "\u{301}\u{323}", count: 40_000)

    @Test func `an item of a feed is bounded in every part, in scalars`() throws {
        let monster = "a" + Self.marks + String(repeating: "word ", count: 10_000)
        let item = try #require(
            try item {
                $0.title = monster
                $0.id = monster
                $0.categories = Array(repeating: monster, count: 3) + (0..<40_000).map(String.init)
                $0.summary = Markup(monster)
                $0.authors = Array(repeating: Author(name: monster), count: 20)
                $0.image = "https://a.example/" + String(repeating: "x", count: 100_000)
                $0.language = String(repeating: "en-", count: 100_000)
            })
        #expect(item.title.unicodeScalars.count <= Bounds.title + 1)
        #expect(item.summary.unicodeScalars.count <= Bounds.excerpt + 1)
        #expect((item.guid ?? "").utf8.count <= Bounds.guid)
        #expect((item.author ?? "").unicodeScalars.count <= Bounds.byline + 1)
        #expect(item.tags.count == Bounds.tags)
        #expect(item.tags.allSatisfy { $0.unicodeScalars.count <= Bounds.name + 1 })
        #expect(item.image == nil)
        #expect(item.language == nil)
        for text in [item.title, item.summary, item.guid ?? "", item.tags[0]] { #expect(text.isStreamSafe) }
    }

    @Test func `guids and links that are too long still tell two items apart`() throws {
        let long = String(repeating: "x", count: 100_000)
        for ending in ["", "\u{301}"] {
            let items = try ["1", "2", "1"].map { number in
                try item {
                    $0.id = long + ending + number
                    $0.link = "https://b.example/" + long + number
                }
            }
            let keys = items.compactMap { $0.map(Identity.init) }.map { [$0.id, $0.link] }
            #expect(keys[0].compactMap(\.self).count == 2)
            #expect(Set(keys[0]).isDisjoint(with: keys[1]))
            #expect(keys[0] == keys[2])
            #expect(items[0]?.url.hasPrefix("https://b.example/#!") == true)
        }
        let places = try ["1", "2"].map { number in try item { $0.link = "/" + long + "  " + number }?.url }
        #expect(places[0] != places[1])
        #expect(places[0]?.hasPrefix("https://a.example/#!") == true)
    }

    @Test func `usual guids, links and titles are taken as they are`() throws {
        let made = try #require(
            try item {
                $0.title = "Kölner Dom – 日本語 Ёлка"
                $0.id = "tag:a.example,2026:é" + String(repeating: "1", count: 1_000)
                $0.link = "https://a.example/?q=" + String(repeating: "1", count: 7_000)
                $0.categories = ["Новости", "IOS Dev"]
            })
        #expect(made.title == "Kölner Dom – 日本語 Ёлка")
        #expect(made.guid?.utf8.count == 1_021)
        #expect(made.url.utf8.count == 7_021)
        #expect(made.tags == ["Новости", "IOS Dev"])
    }

    @Test func `an article of newsapi and an event of KudaGo are bounded too`() throws {
        let monster = "a" + String(repeating: "\u{301}\u{323}", count: 20_000) + String(repeating: "b ", count: 20_000)
        let answer = try JSONDecoder().decode(
            NewsAPIResponse.self,
            from: JSONSerialization.data(withJSONObject: [
                "articles": [
                    [
                        "title": monster, "author": monster, "description": monster, "url": "https://a.example/1",
                        "source": ["name": monster], "publishedAt": monster,
                    ]
                ]
            ]))
        let source = NewsAPISource(key: Secret("key"), category: "technology")
        let article = try #require(source.items(from: answer.articles ?? []).first)
        #expect(article.title.unicodeScalars.count <= Bounds.title + 1)
        #expect(article.summary.unicodeScalars.count <= Bounds.excerpt + 1)
        #expect((article.author ?? "").unicodeScalars.count <= Bounds.byline + 1)
        #expect(article.source.unicodeScalars.count <= Bounds.name + 1)

        let dates = (0..<40_000).map { ["start": 1_795_363_200 + $0 * 60, "end": 1_795_363_200 + $0 * 60] }
        let event = try JSONDecoder().decode(
            KudaGoEvent.self,
            from: JSONSerialization.data(withJSONObject: [
                "id": 7, "title": monster, "description": monster, "site_url": "https://kudago.com/msk/event/7/",
                "dates": dates, "price": monster, "tags": (0..<40_000).map(String.init),
                "place": ["title": monster, "address": monster],
            ]))
        let item = try #require(
            Item(
                event, from: KudaGoSource(location: "msk"), now: Date(timeIntervalSince1970: 1_795_251_600), position: 0
            ))
        #expect(item.title.unicodeScalars.count <= Bounds.title + 1)
        #expect(item.tags.count == Bounds.tags)
        #expect(item.event?.occurrences.count == Bounds.occurrences)
        #expect((item.event?.place ?? "").unicodeScalars.count <= Bounds.name + 1)
        #expect((item.event?.price ?? "").unicodeScalars.count <= Bounds.name + 1)
    }

    @Test func `an item of marks makes no larger digest than another`() throws {
        let item = try #require(try item { $0.title = "a" + Self.marks })
        let digest = Sample.digest((0..<10).map { Sample.story(item, id: "s\($0)") })
        for format in Format.allCases { #expect(digest.rendered(as: format).count < 60_000, "\(format)") }
    }

    @Test func `a picture goes with its tag also where a mark stands behind it`() {
        var item = Sample.article("A title")
        item.html = "<p>text<img src=\"https://a.example/1.png\" alt=\"\">\u{301} end</p>"
        var options = RenderOptions()
        options.images = .none
        #expect(DigestView.StoryView.text(of: item, options)?.contains("<img") == false)
    }

    @Test func `a table's cell is quoted also where marks stand behind the signs`() throws {
        let entry = HistoryEntry(
            digest: "d", sent: Sample.now, profile: "default", category: "technology", id: "i",
            title: "=\u{301}1\"\u{301},\u{301}", url: "https://a.example/", source: "A")
        let csv = try Listing(history: [entry], language: "en", timeZone: "UTC", now: Sample.now).rendered(as: .csv)
        #expect(csv.contains("\"'=\u{301}1\"\"\u{301},\u{301}\""), "\(csv)")
    }

    private func item(_ change: (inout FeedParser.Entry) -> Void) throws -> Item? {
        var feed = Feed(format: .rss)
        feed.link = "https://a.example/"
        var entry = FeedParser.Entry()
        entry.title = "A title"
        entry.link = "https://a.example/1"
        change(&entry)
        var reader = EntryReader(FeedSource(url: "https://a.example/rss"), feed, name: "A")
        return reader.item(entry, at: 0)
    }
}

extension DigestView.StoryView {
    fileprivate static func text(of item: Item, _ options: RenderOptions) -> String? {
        DigestView(Sample.digest([Sample.story(item)]), options) { _ in nil }.sections[0].stories[0].html
    }
}
