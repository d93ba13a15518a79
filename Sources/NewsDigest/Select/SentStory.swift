import Addresses
import Foundation
import Texts

/// A story that this reader has: what finds it again, worked out once when its digest was made.
///
/// The state hands over those of the last `SentStory.memory` and any older one that has a key in common with a
/// candidate (`Item.storyKeys`).
public struct SentStory: Sendable, Equatable {
    public var digest: String
    public var sent: Date
    /// The id of the item that led it.
    public var id: String
    var kind: Item.Kind
    /// When it was published, and never after it was sent.
    var date: Date
    /// What the state indexes to find this story again: one or two numbers for each telling.
    public var keys: [Int64]
    var eventKeys: [String]
    /// The lead first.
    var tellings: [Told]

    struct Told: Sendable, Equatable {
        var title: String
        /// Of the lead alone, and of it as much as is compared.
        var summary: String
        var source: String
        var publisher: String
        var address: CanonicalURL?
    }

    /// For how many seconds a story that others still tell is recognised by its words. Later only by its keys.
    public static let memory: TimeInterval = 96 * 3600

    fileprivate static let comparedSummary = 600

    var publishers: [String] { tellings.map(\.publisher) }
}

extension SentStory {
    public init(digest: String, sent: Date, story: Story) {
        let item = story.item
        self.digest = digest
        self.sent = sent
        id = story.id
        kind = item.kind
        date = min(item.published ?? sent, sent)
        let others = story.also.flatMap { Item.storyKeys(url: $0.url, title: item.kind == .article ? $0.title : "") }
        keys = Set(item.storyKeys + others).sorted()
        eventKeys = item.kind == .event ? item.eventKeys : []
        let summary = item.summary.beginning(Self.comparedSummary)
        tellings =
            [Told(title: item.title, summary: summary, source: item.source, url: item.url)]
            + story.also.map { Told(title: $0.title, summary: "", source: $0.source, url: $0.url) }
    }
}

extension SentStory.Told {
    init(title: String, summary: String, source: String, url: String) {
        let address = CanonicalURL(url)
        self.init(
            title: title, summary: summary, source: source,
            publisher: Publisher.name(source: source, host: address?.host), address: address)
    }
}

extension SentStory {
    /// Stories that are put away, since those of the last days are read in every run that has something to show.
    static func packed(_ stories: [SentStory]) -> Data {
        var values = PackedValues()
        values.append(form)
        values.append(stories.count)
        for story in stories { values.append(story) }
        return values.data
    }

    /// Nil for what `packed` did not make.
    static func unpacked(_ data: Data, digest: String, sent: Date) -> [SentStory]? {
        data.withUnsafeBytes { bytes in
            var reader = PackedValues.Reader(bytes)
            guard (try? reader.number()) == UInt64(form), let count = try? reader.count() else { return nil }
            var stories: [SentStory] = []
            stories.reserveCapacity(count)
            for _ in 0..<count {
                guard let story = try? reader.story(digest: digest, sent: sent) else { return nil }
                stories.append(story)
            }
            return reader.isAtEnd ? stories : nil
        }
    }

    /// Another one for whatever is packed in another way, or worked out in another way.
    private static let form = 2
}

extension PackedValues {
    fileprivate mutating func append(_ story: SentStory) {
        append(story.id)
        append(story.kind == .event)
        append(story.date.timeIntervalSinceReferenceDate)
        append(story.keys.count)
        for key in story.keys { append(UInt64(bitPattern: key)) }
        append(story.eventKeys)
        append(story.tellings.count)
        for telling in story.tellings {
            for text in [telling.title, telling.summary, telling.source, telling.publisher] { append(text) }
            append(telling.address?.clean)
            if let address = telling.address {
                append(address.key)
                append(address.host)
            }
        }
    }
}

extension PackedValues.Reader {
    fileprivate mutating func story(digest: String, sent: Date) throws(PackedValues.Damaged) -> SentStory {
        let id = try text() ?? ""
        let kind: Item.Kind = try flag() ? .event : .article
        let date = Date(timeIntervalSinceReferenceDate: try double()).bounded
        var keys: [Int64] = []
        for _ in 0..<(try count()) { keys.append(Int64(bitPattern: try number())) }
        let eventKeys = try texts()
        var tellings: [SentStory.Told] = []
        for _ in 0..<(try count()) { tellings.append(try telling()) }
        return SentStory(
            digest: digest, sent: sent, id: id, kind: kind, date: date, keys: keys, eventKeys: eventKeys,
            tellings: tellings)
    }

    private mutating func telling() throws(PackedValues.Damaged) -> SentStory.Told {
        SentStory.Told(
            title: try text() ?? "", summary: try text() ?? "", source: try text() ?? "", publisher: try text() ?? "",
            address: try address())
    }

    private mutating func address() throws(PackedValues.Damaged) -> CanonicalURL? {
        guard let clean = try text() else { return nil }
        return CanonicalURL(clean: clean, key: try text() ?? "", host: try text() ?? "")
    }
}
