import Addresses
import Foundation
import Testing

@testable import NewsDigest
@testable import Texts
@testable import Values

@Suite struct ItemKeysTests {
    private func formerKeys(_ item: Item) -> [String] { item.formerKeys(address: CanonicalURL(item.url)) }

    @Test func `an old state knew an article by its address and its title of the day`() {
        var item = article("Ёлка на Площади!", url: "https://www.example.org/a?utm_source=rss", guid: "g1")
        #expect(formerKeys(item) == ["url:example.org/a", "title:feed:daily 20778 елка на площади"])
        item.kind = .event
        #expect(formerKeys(item) == ["url:example.org/a"])
    }

    @Test func `a heading without a date was a key only when there was nothing better`() {
        #expect(formerKeys(article("Weather", url: "https://example.org/w1", published: nil)) == ["url:example.org/w1"])
        #expect(formerKeys(article("Weather", url: "", published: nil)) == ["title:feed:daily - weather"])
    }

    @Test func `years and days are no numbers of an article`() {
        func number(_ path: String) -> Int64? {
            let url = "https://example.org/\(path)"
            return Fingerprint(article("A", url: url), address: CanonicalURL(url)).number
        }
        for path in ["2026/11/25/storm", "20261125/storm", "202611-storm", "storm-123"] { #expect(number(path) == nil) }
        #expect(number("2026/storm-48213") == number("2027/floods-48213"))
        #expect(number("storm-48213") != nil)
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
