import Addresses
import FeedParser
import Foundation
import Testing

@testable import Gather
@testable import Select
@testable import Settings
@testable import Values

/// Articles of other sites in a planet of blogs or in an aggregator.
@Suite struct ListedArticlesTests {
    private static let list = FeedSource(url: "https://list.example/rss")

    private func item(_ elements: String, title: String = "The ferry to Ardo opens - Le Quai") throws -> Item {
        let feed = try Feed(
            parsing: Array(
                """
                <rss version="2.0"><channel><title>Top stories</title><link>https://list.example/</link>
                <item><title>\(title)</title><link>https://list.example/a/1</link><guid>1</guid>\(elements)</item>
                </channel></rss>
                """.utf8), url: Self.list.url)
        var reader = EntryReader(Self.list, feed, name: "Top stories")
        let item = reader.item(feed.entries[0], at: 0)
        return try #require(item)
    }

    @Test func `a publisher whose name nobody sees is none`() throws {
        let item = try item("<source url='https://quai.example/'>&#8203;</source>")
        #expect(item.listedPublisher == nil && item.source == "Top stories")
    }

    @Test(arguments: [
        "The ferry to Ardo opens&amp;nbsp; &lt;i&gt;Le Quai&lt;/i&gt;",
        "&lt;ol&gt;&lt;li&gt;The ferry to Ardo opens Le Quai&lt;/li&gt;&lt;li&gt;Ardo waits The Mole&lt;/li&gt;&lt;/ol&gt;",
    ])
    func `the publisher of a listed article is its own, and headlines are no text`(description: String) throws {
        let item = try item(
            "<source url='https://quai.example/'>Le Quai</source><description>\(description)</description>")
        #expect(item.listedPublisher == "Le Quai" && item.title == "The ferry to Ardo opens")
        #expect([item].withoutBoilerplate[0].summary.isEmpty)
        // The item is found again by what the source said.
        #expect(item.wording.title == Item.Wording(title: "The ferry to Ardo opens - Le Quai", text: "").title)
        #expect(item.removals?.map(\.text) == ["- Le Quai"])
    }

    @Test func `a text of its own stays`() throws {
        let text = "After ten years of work, the ferry to Ardo opens on Monday."
        let item = try item("<source url='https://quai.example/'>Le Quai</source><description>\(text)</description>")
        #expect(item.summary == text)
    }

    @Test(arguments: [
        "", "<source url='https://list.example/t/1.rss'>The ferry</source>", "<source>The ferry</source>",
    ])
    func `a source on the site of the feed is no publisher`(source: String) throws {
        let item = try item(source)
        #expect(item.listedPublisher == nil && item.title == "The ferry to Ardo opens - Le Quai")
    }

    @Test func `a story names the publisher, patterns know the list too, and a configured name wins`() throws {
        let item = try item("<source url='https://quai.example/'>Le Quai</source>")
        let shown = Self.list.applied(to: item, title: "Top stories")
        #expect(shown.source == "Le Quai" && shown.followedName == "Top stories")
        #expect(FilteredText(shown).texts(of: .source) == ["Top stories", "Le Quai"])
        var named = Self.list
        named.givenName = "Ardo"
        let given = named.applied(to: shown, title: "Top stories")
        #expect(given.source == "Ardo" && given.followedName == "Ardo" && given.publisherName == "Le Quai")
        #expect(Publisher.name(source: given.publisherName, url: given.url) == "lequai")
        #expect(FilteredText(given).texts(of: .source) == ["Ardo"])
        // An expression may ask for the whole name.
        for (item, pattern) in [
            (shown, "source:/^Top stories$/"), (shown, "source:/^Le Quai$/"), (given, "source:/^Ardo$/"),
        ] {
            var search = PatternSearch()
            #expect(search.first(of: [try Pattern(pattern)], in: FilteredText(item)) != nil, "\(pattern)")
        }
    }
}
