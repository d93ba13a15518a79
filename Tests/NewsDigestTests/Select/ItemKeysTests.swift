import Foundation
import Testing

@testable import NewsDigest
@testable import Texts
@testable import Values

@Suite struct ItemKeysTests {
    @Test func `an article is known by its address, its guid and its title of the day`() {
        let item = article("Ёлка на Площади!", url: "https://www.example.org/a?utm_source=rss", guid: "g1")
        #expect(
            item.keys == ["url:example.org/a", "guid:feed:daily g1", "title:feed:daily 20778 елка на площади"])
    }

    @Test func `an event has no title key`() {
        var item = article("Экскурсия", url: "https://example.org/e1", guid: "1")
        item.kind = .event
        #expect(item.keys == ["url:example.org/e1", "guid:feed:daily 1"])
    }

    @Test func `a heading without a date is a key only when there is nothing better`() {
        #expect(article("Weather", url: "https://example.org/w1", published: nil).keys == ["url:example.org/w1"])
        #expect(article("Weather", url: "", published: nil).keys == ["title:feed:daily - weather"])
    }

    @Test func `a key that unlike items of one fetch share is no key`() {
        let items = [
            article("One", url: "https://example.org/", guid: "front"),
            article("Two", url: "https://example.org/page", guid: "front"),
            article("Three", url: "https://example.org/page", guid: "3"),
        ]
        #expect(
            Item.keys(ofFetch: items, each: items.map(\.keys)) == [
                ["title:feed:daily 20778 one"], ["title:feed:daily 20778 two"],
                ["guid:feed:daily 3", "title:feed:daily 20778 three"],
            ])
    }

    @Test func `an item that a feed gives twice keeps its keys`() {
        let item = article("One", url: "https://example.org/1", guid: "1")
        #expect(Item.keys(ofFetch: [item, item], each: [item.keys, item.keys]) == [item.keys, item.keys])
    }

    @Test func `no item is left without a key`() {
        let items = [
            article("Same", url: "https://example.org/", guid: "x"),
            article("Same", url: "https://example.org/?", guid: "x"),
            article("", url: ""),
        ]
        let keys = Item.keys(ofFetch: items, each: items.map(\.keys))
        #expect(keys.allSatisfy { !$0.isEmpty })
        #expect(Set(keys).count == 3)
    }

    @Test func `a long title finds a story again under another address, a short one does not`() {
        let title = "Night trains between Vienna and Rome return after two years"
        let a = storyKeys(title, url: "https://a.example.org/1")
        let b = storyKeys(title.uppercased(), url: "https://b.example.org/2")
        #expect(Set(a).intersection(b).count == 1)
        let short = storyKeys("Weather", url: "https://a.example.org/3")
        #expect(Set(short).intersection(storyKeys("Weather", url: "https://b.example.org/4")).isEmpty)
    }

    private func storyKeys(_ title: String, url: String) -> [Int64] {
        Candidate(id: "1", item: article(title, url: url), firstSeen: .now).storyKeys.all
    }

    @Test func `stored keys keep their form`() {
        #expect(StableHash.hash("url:example.org/a") == 3_079_396_416_415_428_930)
    }
}

/// An article of the made-up Daily.
func article(
    _ title: String, url: String, guid: String? = nil, published: Date? = Date(timeIntervalSince1970: 1_795_219_200)
) -> Item {
    Item(
        sourceID: "feed:daily", source: "Daily", guid: guid, url: url, title: title, published: published,
        category: "general")
}
