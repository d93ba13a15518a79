import Foundation
import Testing
import Texts

@testable import Addresses
@testable import Cleaning
@testable import Gather
@testable import Settings
@testable import Values

@Suite struct NewsAPIItemsTests {
    @Test func `an article becomes an item without its publisher behind the headline`() throws {
        let items = try items(
            """
            {"source":{"id":null,"name":"Example Times"},"author":"Ada Example, https://social.example/ada",
             "title":"Bridge opens after repairs - Example Times","description":"It took <b>two</b> years &amp; a day.",
             "url":"https://times.example/bridge","urlToImage":"https://times.example/bridge.jpg",
             "publishedAt":"2026-11-20T12:30:15.1234567Z","content":"It took two… [+1234 chars]"}
            """)
        var expected = Item(
            sourceID: source.id, source: "Example Times", url: "https://times.example/bridge",
            title: "Bridge opens after repairs", summary: "It took two years & a day.", author: "Ada Example",
            image: "https://times.example/bridge.jpg", published: Date(timeIntervalSince1970: 1_795_177_815.1234567),
            category: "technology", position: 0,
            wording: Item.Wording(
                title: "Bridge opens after repairs - Example Times", text: "It took <b>two</b> years &amp; a day."))
        expected.removals = [Removal(rule: "publisher after a title", text: "- Example Times")]
        #expect(items == [expected])
    }

    @Test func `articles with nothing but a headline and an address are kept`() throws {
        let items = try items(
            """
            {"source":{"id":"google-news","name":"Google News"},"author":null,"title":"Rain stops play - Cricket Daily",
             "description":null,"url":"https://news.google.com/rss/articles/CBMi","urlToImage":null,"publishedAt":null,
             "content":null}
            """)
        #expect(items.map(\.title) == ["Rain stops play"])
        #expect(items.map(\.source) == ["Cricket Daily"])
        #expect(items.map(\.published) == [nil])
    }

    @Test func `removed articles, articles without address and broken ones leave the others alone`() throws {
        let items = try items(
            """
            {"source":{"id":null,"name":"[Removed]"},"title":"[Removed]","url":"https://removed.com",
             "publishedAt":"1970-01-01T00:00:00Z"},
            {"title":"No address"}, {"title":"A script","url":"javascript:alert(1)"}, 17, null,
            {"source":"a text","title":"Kept","url":"https://a.example/kept","author":{"name":"x"}}
            """)
        #expect(items.map(\.title) == ["Kept"])
        #expect(items.first?.source == "a.example")
    }

    @Test(arguments: [
        ("2026-11-20T12:30:15Z", 1_795_177_815.0), ("2026-11-20T15:30:15+03:00", 1_795_177_815),
        ("2026-11-20T12:30:15.5Z", 1_795_177_815.5), ("2026-11-20T12:30:15.250+00:00", 1_795_177_815.25),
        ("2026-11-20T12:30:15", 1_795_177_815), ("20261120T123015Z", 1_795_177_815),
        ("2026-11-20 12:30:15", 1_795_177_815),
    ])
    func `dates are read with any fraction, offset or neither`(text: String, seconds: Double) throws {
        let items = try items(#"{"title":"A","url":"https://a.example/","publishedAt":"\#(text)"}"#)
        #expect(items.first?.published == Date(timeIntervalSince1970: seconds))
    }

    @Test(arguments: ["1970-01-01T00:00:00Z", "yesterday", "", "2026-11-20", "2026-13-45T99:99:99Z"])
    func `a date that cannot be read is left out`(text: String) throws {
        let items = try items(#"{"title":"A","url":"https://a.example/","publishedAt":"\#(text)"}"#)
        #expect(items.count == 1)
        #expect(items.first?.published == nil)
    }

    @Test func `content stands in for a missing description unless its letters were stripped`() throws {
        let items = try items(
            """
            {"title":"A","url":"https://a.example/1","content":"The first words\\r\\nof a text… [+594 chars]"},
            {"title":"B","url":"https://a.example/2","content":"  ,  . – 2021,  . [+99 chars]"}
            """)
        #expect(items.map(\.summary) == ["The first words of a text…", ""])
    }

    @Test(arguments: [
        ("Fog - What now? - The Independent", "Independent", "Fog - What now?"),
        ("Fog closes airport - Livemint", "Livemint.com", "Fog closes airport"),
        ("Fog - and other weather", "Example Times", "Fog - and other weather"),
        ("Xinhua reports - Example - News", "Example - News", "Xinhua reports"), ("Fog - Example", "Example", "Fog"),
        ("Rivals F1 - News", "Example", "Rivals F1 - News"),
        ("Example", "Example", "Example"),
    ])
    func `only what names the publisher is cut from a headline`(
        title: String, name: String, expected: String
    ) throws {
        let article =
            #"{"title":"\#(title)","url":"https://livemint.example/x","source":{"name":"\#(name)"}}"#
        #expect(try items(article).map(\.title) == [expected])
    }

    @Test func `when nearly all headlines end in a publisher all such ends are cut`() {
        let titles = ["A - One Daily", "B - Два", "C - Tre", "D - Fyra TV", "E stays"]
        let suffix = PublisherSuffix(titles: titles)
        #expect(
            titles.map { suffix.cut($0, isAggregated: false, url: "https://a.example/").title } == [
                "A", "B", "C", "D", "E stays",
            ])
    }

    private let source = NewsAPISource(key: Secret("k"), category: "technology", country: "us")

    private func items(_ articles: String) throws -> [Item] {
        let body = Data(#"{"status":"ok","totalResults":1,"articles":[\#(articles)]}"#.utf8)
        return source.items(from: try JSONDecoder().decode(NewsAPIResponse.self, from: body).articles ?? [])
    }
}
