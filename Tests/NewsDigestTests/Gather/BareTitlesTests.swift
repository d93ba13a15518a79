import Testing

@testable import Gather
@testable import Values

/// A title that is only a version, a day or the number of an episode.
@Suite struct BareTitlesTests {
    private static func titled(_ title: String, url: String, feed: String? = nil, source: String = "Feed") -> String {
        let item = Item(
            sourceID: "feed:x", source: source, url: url, title: title, category: "technology")
        return [item].withNamesBeforeBareTitles(title: feed)[0].title
    }

    @Test(arguments: [
        ("v2.4.1", "https://github.com/harbour/quay/releases/tag/v2.4.1", "Quay v2.4.1"),
        ("2.4.1", "https://git.example.org/group/sub/quay/-/tags/v2.4.1", "Quay 2.4.1"),
        ("2.31.0", "https://pypi.org/project/quay-client/2.31.0/", "Quay 2.31.0"),
        ("Version 1.0.0-rc.2", "https://quay.example/blog/2026/11/news.html", "Quay Version 1.0.0-rc.2"),
        ("Release 6.3", "https://quay.example/6.3", "Quay Release 6.3"),
    ])
    func `the project's name comes before it`(title: String, url: String, shown: String) {
        #expect(Self.titled(title, url: url, feed: "Release notes from Quay") == shown)
    }

    @Test func `words about releases are no part of it`() {
        let url = "https://quay.example/news/17"
        #expect(Self.titled("v3", url: url, feed: "Quay releases") == "Quay v3")
        #expect(Self.titled("v3", url: url, source: "Harbour tools") == "Harbour tools v3")
        #expect(Self.titled("24.04.1", url: url, feed: "Releases") == "Releases 24.04.1")
    }

    @Test(arguments: [
        "Monday", "Saturday, 21 November 2026", "November 21st", "2026-11-21", "21 ноября", "Воскресенье",
        "Episode 12", "Ep. 7", "S02E03", "#341", "Season 2, Part 1", "Выпуск 5", "Folge 100", "Bölüm 3", "42",
    ])
    func `the feed's name comes before a day and the number of an episode`(title: String) {
        #expect(Self.titled(title, url: "https://radio.example/341", feed: "Harbour Radio") == "Harbour Radio \(title)")
        #expect(Self.titled(title, url: "https://radio.example/341", source: "Radio") == "Radio \(title)")
    }

    @Test(arguments: [
        "Quay v2.4.1", "v", "Vienna", "May", "Part of the plan", "Episode 12: the harbour", "Day of the ships",
        "3 ships", "2.4.1 fixes the harbour", "4.5 million people", "",
        "v1 vs v2",
        "10 a.m.", "swift-6.3-RELEASE",
    ])
    func `any other title stays`(title: String) {
        #expect(Self.titled(title, url: "https://github.com/harbour/quay/releases/tag/v2.4.1") == title)
    }
}
