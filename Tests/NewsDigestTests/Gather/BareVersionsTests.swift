import Testing

@testable import NewsDigest
@testable import Values

/// A title that is only a version.
@Suite struct BareVersionsTests {
    private static func titled(_ title: String, url: String, feed: String? = nil, source: String = "Feed") -> String {
        let item = Item(
            sourceID: "feed:x", source: source, url: url, title: title, category: "technology")
        return [item].withNamesOfProjects(title: feed)[0].title
    }

    @Test(arguments: [
        ("v2.4.1", "https://github.com/harbour/quay/releases/tag/v2.4.1", "quay v2.4.1"),
        ("2.4.1", "https://git.example.org/group/sub/quay/-/tags/v2.4.1", "quay 2.4.1"),
        ("2.31.0", "https://pypi.org/project/quay-client/2.31.0/", "quay-client 2.31.0"),
        ("Version 1.0.0-rc.2", "https://quay.example/blog/2026/11/news.html", "Quay Version 1.0.0-rc.2"),
        ("Release 6.3", "https://quay.example/6.3", "Quay Release 6.3"),
    ])
    func `the project's name comes before it`(title: String, url: String, shown: String) {
        #expect(Self.titled(title, url: url, feed: "Release notes from Quay") == shown)
    }

    @Test func `without a name in the address it is the feed's`() {
        let url = "https://quay.example/news/17"
        #expect(Self.titled("v3", url: url, feed: "Quay releases") == "Quay v3")
        #expect(Self.titled("v3", url: url, source: "Harbour tools") == "Harbour tools v3")
        #expect(Self.titled("24.04.1", url: url, feed: "Releases") == "Releases 24.04.1")
    }

    @Test(arguments: [
        "Quay v2.4.1", "1984", "42", "v", "Vienna", "3 ships", "2.4.1 fixes the harbour", "4.5 million people", "",
        "v1 vs v2",
        "10 a.m.", "swift-6.3-RELEASE",
    ])
    func `any other title stays`(title: String) {
        #expect(Self.titled(title, url: "https://github.com/harbour/quay/releases/tag/v2.4.1") == title)
    }
}
