import Foundation
import Texts

/// One article or event, as one source gave it.
///
/// A plain value with no behaviour beyond what follows from its fields: it goes through
/// gather, select, render, deliver and remember unchanged. What is made of it, by a source or from the state, is within
/// `Bounds`.
public struct Item: Sendable, Equatable, Codable {
    public enum Kind: String, Sendable, Codable { case article, event }

    public var kind: Kind
    /// The source's stable identity, such as `feed:https://example.org/rss`. A guid is unique within it.
    public var sourceID: String
    /// The source's name as a reader sees it.
    public var source: String
    /// The RSS `guid`, Atom or JSON Feed `id`, or the event's number.
    public var guid: String?
    /// The address as published: absolute, `http` or `https`.
    public var url: String
    /// Plain text.
    public var title: String
    /// Plain text, possibly of several paragraphs; empty when the source gave none.
    public var summary: String
    /// Sanitised HTML of the fullest text the source gave.
    public var html: String?
    public var author: String?
    /// The picture's address: absolute, `http` or `https`.
    public var image: String?
    public var published: Date?
    /// Whether `published` is a day without an hour, at midnight of UTC. Nil for no, also where the state is older.
    public var isPublishedOnDay: Bool?
    /// The section it belongs to: a name of `Category`.
    public var category: String
    /// The source's own categories, verbatim.
    public var tags: [String]
    /// A language tag (BCP 47) where the source says one.
    public var language: String?
    public var event: Event?
    /// The place in the source's own order, from 0.
    public var position: Int

    public init(
        kind: Kind = .article, sourceID: String, source: String, guid: String? = nil, url: String, title: String,
        summary: String = "", html: String? = nil, author: String? = nil, image: String? = nil,
        published: Date? = nil, isPublishedOnDay: Bool? = nil, category: String, tags: [String] = [],
        language: String? = nil,
        event: Event? = nil, position: Int = 0
    ) {
        self.kind = kind
        self.sourceID = sourceID
        self.source = source.bounded(Bounds.name)
        self.guid = guid.map(Bounds.identity)
        self.url = Bounds.address(url)
        self.title = title.bounded(Bounds.title)
        self.summary = summary.bounded(Bounds.summary)
        self.html = html
        self.author = author?.bounded(Bounds.byline)
        self.image = image.flatMap { $0.utf8.count <= Bounds.address ? $0 : nil }
        self.published = published
        self.isPublishedOnDay = isPublishedOnDay
        self.category = category
        self.tags = Bounds.tags(tags)
        self.language = language.flatMap { $0.utf8.count <= Bounds.language ? $0 : nil }
        self.event = event.map(Bounds.event)
        self.position = position
    }
}

/// What an item of kind `.event` has beyond an article.
public struct Event: Sendable, Equatable, Codable {
    /// One time at which it happens. An open start or end is nil; where only the start is told, `ends` is the same.
    public struct Occurrence: Sendable, Hashable, Codable {
        public var starts: Date?
        public var ends: Date?
        /// A day, or a run of days, without an hour.
        public var isAllDay: Bool

        public init(starts: Date?, ends: Date?, isAllDay: Bool = false) {
            self.starts = starts
            self.ends = ends
            self.isAllDay = isAllDay
        }

        /// The same start; an hour that becomes known is no other time.
        fileprivate func isSame(as other: Occurrence) -> Bool {
            guard isAllDay != other.isAllDay, let starts, let start = other.starts else {
                return starts == other.starts
            }
            return abs(starts.timeIntervalSince(start)) < 86_400
        }
    }

    /// In the order in which they happen; at least one.
    public var occurrences: [Occurrence]
    public var place: String?
    public var address: String?
    public var price: String?
    public var isFree: Bool
    /// Such as `16+`.
    public var age: String?
    /// The zone of its city, by its identifier: a day without an hour is that city's day.
    public var timeZone: String?

    public init(
        occurrences: [Occurrence], place: String? = nil, address: String? = nil, price: String? = nil,
        isFree: Bool = false, age: String? = nil, timeZone: String? = nil
    ) {
        self.occurrences = occurrences
        self.place = place
        self.address = address
        self.price = price
        self.isFree = isFree
        self.age = age
        self.timeZone = timeZone
    }

    /// The occurrences that are not over at `date`. One with an open end never is.
    func upcoming(after date: Date) -> [Occurrence] {
        occurrences.filter { ($0.ends ?? .distantFuture) > date }
    }

    public func next(after date: Date) -> Occurrence? { upcoming(after: date).first }

    /// What a reader is told at `date`: the next occurrence, or the last when all are over.
    func shown(at date: Date) -> Occurrence? { next(after: date) ?? occurrences.last }

    /// Whether who knew the earlier event would go to the wrong place or at the wrong time: the next time that was
    /// told is gone and another one is new, or the place is another one. Dates that pass or are added move nothing.
    func hasMoved(since earlier: Event, at now: Date) -> Bool {
        if let place, let other = earlier.place, FoldedText.line(of: place) != FoldedText.line(of: other) {
            return true
        }
        guard let told = earlier.occurrences.first(where: { ($0.starts ?? .distantPast) > now }) else { return false }
        let isKept = occurrences.contains { $0.isSame(as: told) }
        return !isKept && occurrences.contains { new in !earlier.occurrences.contains { $0.isSame(as: new) } }
    }
}
