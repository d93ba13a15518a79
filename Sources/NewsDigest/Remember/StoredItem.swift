import Foundation

/// An item in the state.
public struct StoredItem: Sendable, Equatable, Identifiable {
    /// Short and typeable, from what identifies the item; it never changes.
    public var id: String
    public var item: Item
    public var firstSeen: Date
    /// When its source last carried it.
    public var lastSeen: Date

    public init(id: String, item: Item, firstSeen: Date, lastSeen: Date) {
        self.id = id
        self.item = item
        self.firstSeen = firstSeen
        self.lastSeen = lastSeen
    }
}

extension StoredItem {
    /// The address without what only tracks.
    public var shownURL: String { CanonicalURL(item.url)?.clean ?? item.url }
}

/// What an item is stored as beside its title, address, category and place: short keys, since there are a million.
struct StoredContent: Codable, Equatable {
    var kind: Item.Kind
    var guid: String?
    var summary: String?
    var html: String?
    var author: String?
    var image: String?
    var published: Date?
    var tags: [String]?
    var language: String?
    var event: Event?

    enum CodingKeys: String, CodingKey {
        case kind = "k"
        case guid = "g"
        case summary = "s"
        case html = "h"
        case author = "a"
        case image = "i"
        case published = "p"
        case tags = "t"
        case language = "l"
        case event = "e"
    }

    /// What is left of an item whose text was let go.
    static let tombstone = StoredContent(Item(sourceID: "", source: "", url: "", title: "", category: ""))

    /// Longer texts are cut: a digest shows a few lines, and a source must not fill the disk.
    private static let longestText = 20_000

    init(_ item: Item) {
        kind = item.kind
        guid = item.guid
        summary = item.summary.isEmpty ? nil : String(item.summary.prefix(Self.longestText))
        html = item.html.flatMap { $0.utf8.count > Self.longestText ? nil : $0 }
        author = item.author
        image = item.image
        published = item.published
        tags = item.tags.isEmpty ? nil : item.tags
        language = item.language
        event = item.event
    }

    /// A hash of everything that makes one version of an item differ from another, its place in the source apart.
    static func version(of item: Item) -> Int64 {
        var parts = [item.kind.rawValue, item.guid, item.url, item.title, item.summary, item.html, item.source]
        parts += [item.author, item.image, item.category, item.language, text(item.published)] + item.tags
        if let event = item.event {
            parts += [event.place, event.address, event.price, "\(event.isFree)", event.age, event.timeZone]
            for occurrence in event.occurrences {
                parts += [text(occurrence.starts), text(occurrence.ends), "\(occurrence.isAllDay)"]
            }
        }
        return stableHash(parts.map { $0 ?? "\u{1}" }.joined(separator: "\u{2}"))
    }

    /// What stays of a sent item: as much of its text as the search finds it by.
    var shortened: StoredContent {
        var short = self
        short.html = nil
        short.summary = summary.map { String($0.prefix(State.searchedSummary)) }
        return short
    }

    private static func text(_ date: Date?) -> String? { date.map { "\($0.timeIntervalSince1970)" } }
}

extension Item {
    init(
        _ content: StoredContent, sourceID: String, source: String, url: String, title: String, category: String,
        position: Int
    ) {
        self.init(
            kind: content.kind, sourceID: sourceID, source: source, guid: content.guid, url: url, title: title,
            summary: content.summary ?? "", html: content.html, author: content.author, image: content.image,
            published: content.published, category: category, tags: content.tags ?? [], language: content.language,
            event: content.event, position: position)
    }
}

extension Candidate {
    public init(_ stored: StoredItem) {
        self.init(id: stored.id, item: stored.item, firstSeen: stored.firstSeen)
    }
}
