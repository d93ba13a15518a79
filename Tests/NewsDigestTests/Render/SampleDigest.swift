import Foundation

@testable import Select
@testable import Values

/// A rich digest: two news sections, events, a hostile title, a broken source, stories left over.
enum Sample {
    static let now = instant("2026-11-21T05:00:00Z")

    static func instant(_ text: String) -> Date {
        (try? Date(text, strategy: .iso8601)) ?? .distantPast
    }

    static func article(
        _ title: String, source: String = "Gazette", category: String = "technology", summary: String = "",
        url: String = "https://example.org/story", image: String? = nil, author: String? = nil, language: String? = nil,
        published: Date? = instant("2026-11-21T04:15:00Z")
    ) -> Item {
        Item(
            sourceID: "feed:https://example.org/rss", source: source, url: url, title: title, summary: summary,
            author: author, image: image, published: published, category: category, language: language)
    }

    static func story(_ item: Item, id: String = "s1", also: [Story.Telling] = []) -> Story {
        Story(id: id, item: item, url: item.url, also: also)
    }

    static func digest(_ stories: [Story], language: String = "en", title: String = "Morning digest") -> Digest {
        Digest(
            id: "d20261121", profile: "default", title: title, created: now, language: language,
            timeZone: "Europe/Moscow",
            sections: [Digest.Section(category: "technology", title: "Technology", stories: stories)])
    }
}

extension Selection {
    /// - Parameter sent: the stories that the profile was sent; if empty, everything is shown again.
    init(
        candidates: [Candidate], sent: [SentStory] = [], rules: SelectionRules, leftOver: Set<String> = [],
        language: String = "en", now: Date
    ) {
        self.init(
            candidates: candidates, rules: rules, leftOver: leftOver, language: language, now: now,
            words: { .shipped }, earlier: { _, _ in [] }, vectors: [:], sent: { _ in sent })
    }
}

extension Candidate {
    convenience init(id: String, number: Int64 = 0, item: Item, firstSeen: Date, isOnSharedPage: Bool = false) {
        var stored = StoredItem(id: id, number: number, item: item, firstSeen: firstSeen, lastSeen: firstSeen)
        stored.isOnSharedPage = isOnSharedPage
        self.init(stored)
    }
}
