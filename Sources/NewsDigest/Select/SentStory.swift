import Foundation

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

    private static let comparedSummary = 600

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
        let summary = String(item.summary.prefix(Self.comparedSummary))
        tellings =
            [Told(title: item.title, summary: summary, source: item.source, url: item.url)]
            + story.also.map { Told(title: $0.title, summary: "", source: $0.source, url: $0.url) }
    }

    var publishers: [String] { tellings.map(\.publisher) }
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
    /// Stories that are put away: the sent ones of a state are read in every run, and this is read in one go, without
    /// decoding numbers, escapes or names of fields.
    static func packed(_ stories: [SentStory]) -> Data {
        Data(stories.map { Separator.story.ending($0.parts.map { Separator.part.ending(fields: $0) }) }.joined().utf8)
    }

    /// Nil for what `packed` did not make.
    static func unpacked(_ data: Data, digest: String, sent: Date) -> [SentStory]? {
        var stories: [SentStory] = []
        var parts: [[String]] = []
        var fields: [String] = []
        let isWhole = data.withUnsafeBytes { bytes in
            var start = 0
            for (index, byte) in bytes.enumerated() {
                guard let separator = Separator(rawValue: byte) else { continue }
                if separator != .story {
                    fields.append(String(decoding: bytes[start..<index], as: UTF8.self))
                    if separator == .part {
                        parts.append(fields)
                        fields.removeAll(keepingCapacity: true)
                    }
                } else {
                    guard let story = SentStory(parts, digest: digest, sent: sent) else { return false }
                    stories.append(story)
                    parts.removeAll(keepingCapacity: true)
                }
                start = index + 1
            }
            return start == bytes.count
        }
        return isWhole && parts.isEmpty && fields.isEmpty ? stories : nil
    }

    private var parts: [[String]] {
        let head = [
            id, kind.rawValue, "\(date.timeIntervalSince1970)", keys.map { "\($0)" }.joined(separator: " "),
            eventKeys.joined(separator: "\n"),
        ]
        return [head] + tellings.map(\.fields)
    }

    private init?(_ parts: [[String]], digest: String, sent: Date) {
        guard let head = parts.first, head.count == 5, let kind = Item.Kind(rawValue: head[1]),
            let seconds = Double(head[2])
        else { return nil }
        let tellings = parts.dropFirst().compactMap(Told.init)
        guard !tellings.isEmpty, tellings.count == parts.count - 1 else { return nil }
        self.digest = digest
        self.sent = sent
        id = head[0]
        self.kind = kind
        date = Date(timeIntervalSince1970: seconds)
        keys = head[3].split(separator: " ").compactMap { Int64($0) }
        eventKeys = head[4].split(separator: "\n").map(String.init)
        self.tellings = tellings
    }
}

extension SentStory.Told {
    fileprivate var fields: [String] {
        [title, summary, source, publisher, address?.clean ?? "", address?.key ?? "", address?.host ?? ""]
    }

    fileprivate init?(_ fields: [String]) {
        guard fields.count == 7 else { return nil }
        self.init(
            title: fields[0], summary: fields[1], source: fields[2], publisher: fields[3],
            address: fields[5].isEmpty ? nil : CanonicalURL(clean: fields[4], key: fields[5], host: fields[6]))
    }
}

/// The information separators of ASCII, which no text of a digest needs. Each ends what it is named after.
private enum Separator: UInt8 {
    case story = 0x1D
    case part = 0x1E
    case field = 0x1F

    private var text: String { String(Unicode.Scalar(rawValue)) }

    func ending(_ parts: [String]) -> String { parts.joined() + text }

    /// The last field needs no end of its own.
    func ending(fields: [String]) -> String {
        fields.map(Self.removed).joined(separator: Separator.field.text) + text
    }

    private static func removed(from text: String) -> String {
        guard text.utf8.contains(where: { Separator(rawValue: $0) != nil }) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { !(0x1D...0x1F).contains($0.value) }))
    }
}
