import Foundation
import Texts

/// One article or event, as one source gave it.
///
/// A plain value with no behaviour beyond what follows from its fields: it goes through
/// gather, select, render, deliver and remember unchanged. What is made of it, by a source or from the state, is within
/// `Bounds`.
package struct Item: Sendable, Equatable, Codable {
    package enum Kind: String, Sendable, Codable { case article, event }

    package var kind: Kind
    /// The source's stable identity, such as `feed:https://example.org/rss`. A guid is unique within it.
    package var sourceID: String
    /// The source's name as a reader sees it.
    package var source: String
    /// The RSS `guid`, Atom or JSON Feed `id`, or the event's number.
    package var guid: String?
    /// The address as published: absolute, `http` or `https`.
    package var url: String
    /// Plain text.
    package var title: String
    /// Plain text, possibly of several paragraphs; empty when the source gave none.
    package var summary: String
    /// Sanitised HTML of the fullest text the source gave.
    package var html: String?
    package var author: String?
    /// The picture's address: absolute, `http` or `https`.
    package var image: String?
    package var published: Date?
    /// Whether `published` is a day without an hour, at midnight of UTC. Nil for no, also where the state is older.
    package var isPublishedOnDay: Bool?
    /// The section it belongs to: a name of `Category`.
    package var category: String
    /// The source's own categories, verbatim.
    package var tags: [String]
    /// A language tag (BCP 47) where the source says one.
    package var language: String?
    package var event: Event?
    /// The place in the source's own order, from 0.
    package var position: Int

    package init(
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
