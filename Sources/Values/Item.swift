import Addresses
import Foundation
import Texts

/// One article or event, as one source gave it.
///
/// A plain value. It goes through gather, select, render, deliver and remember unchanged. Items from a source and
/// from the state are within `Bounds`.
package struct Item: Sendable, Equatable, Codable {
    package enum Kind: String, Sendable, Codable { case article, event }

    /// A file that a reader can hear or see.
    package struct Recording: Sendable, Equatable, Codable {
        /// Absolute, `http` or `https`.
        package var url: String
        /// A media type such as `audio/mpeg`.
        package var type: String?
        /// The duration in seconds.
        package var seconds: Int?

        package init(url: String, type: String?, seconds: Int?) {
            self.url = url
            self.type = type
            self.seconds = seconds
        }
    }

    package var kind: Kind
    /// The source's stable identity, such as `feed:https://example.org/rss`. A guid is unique within it.
    package var sourceID: String
    /// The source's name as the digest shows it: that of the article's publisher where the source lists the articles of
    /// several.
    package var source: String
    /// The publisher of the article, if a feed lists it that belongs to another site. Nil also for newsapi.org.
    package var listedPublisher: String?
    /// The name of the feed that lists the article of this publisher, as a profile names it. It is not stored.
    package var list: String?
    /// The RSS `guid`, Atom or JSON Feed `id`, or the event's number.
    package var guid: String?
    /// The address as published: absolute, `http` or `https`. Empty for an event of a calendar that has none.
    package var url: String
    /// Plain text.
    package var title: String
    /// Plain text, possibly of several paragraphs. Empty when the source gave none.
    package var summary: String
    /// The fullest text that the source gave, as sanitised HTML.
    package var html: String?
    package var author: String?
    /// The picture's address: absolute, `http` or `https`.
    package var image: String?
    package var published: Date?
    /// Whether `published` is a day without an hour; then it is midnight in UTC. Nil means no, or that an older
    /// version stored the item.
    package var isPublishedOnDay: Bool?
    /// The section it belongs to: a name of `Category`.
    package var category: String
    /// The source's own categories, verbatim.
    package var tags: [String]
    /// The language tag (BCP 47), if the source gives one.
    package var language: String?
    package var event: Event?
    /// The page with the comments on the article.
    package var comments: String?
    package var audio: Recording?
    package var video: Recording?
    /// The place in the source's own order, from 0.
    package var position: Int
    /// What was cleaned away from the title and the summary; nil if nothing was, or if an older version stored the item.
    package var removals: [Removal]?
    /// The title and the text before newsdigest cleaned them. Nil in a pending digest of an older version.
    private var said: Wording?

    /// Whether only its id tells it from other items: the events of a calendar may have one title, text and address.
    package var isKnownByIDAlone: Bool { sourceID.hasPrefix(SourceKind.calendars.sourcePrefix) }

    /// The name by which patterns, shares and sections know the source.
    package var followedName: String { list ?? source }

    /// The name of the one who wrote it, for comparing publishers.
    package var publisherName: String { listedPublisher ?? source }

    /// The item as programs of the user read it: without what only newsdigest compares.
    package var forPrograms: Item {
        var item = self
        item.said = nil
        item.event?.formerPlace = nil
        item.event?.remember([])
        return item
    }

    package var wording: Wording {
        get { said ?? Wording(title: title, text: summary) }
        set { said = newValue }
    }

    /// - Parameter wording: nil if the source wrote the title and the summary as they are.
    package init(
        kind: Kind = .article, sourceID: String, source: String, guid: String? = nil, url: String, title: String,
        summary: String = "", html: String? = nil, author: String? = nil, image: String? = nil,
        published: Date? = nil, isPublishedOnDay: Bool? = nil, category: String, tags: [String] = [],
        language: String? = nil,
        event: Event? = nil, position: Int = 0, wording: Wording? = nil
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
        self.image = Bounds.image(image)
        self.published = published
        self.isPublishedOnDay = isPublishedOnDay
        self.category = category
        self.tags = Bounds.tags(tags)
        self.language = language.flatMap { $0.utf8.count <= Bounds.language ? $0 : nil }
        self.event = event.map(Bounds.event)
        self.position = position
        said = wording ?? Wording(title: self.title, text: self.summary)
    }
}

extension Item {
    /// The page with the comments, without tracking parameters; nil if it is the item's own page.
    package var shownComments: String? {
        let page = comments.map { CanonicalURL($0)?.clean ?? $0 }
        return page == CanonicalURL(url)?.clean ? nil : page
    }
}

/// The article of an item's web page, as newsdigest took it out of the page.
package struct PageArticle: Sendable, Equatable, Codable {
    /// The address that answered, after redirects.
    package var url: String
    package var title: String
    package var byline: String?
    /// The language tag (BCP 47), if the page gives one.
    package var language: String?
    /// Sanitised, with absolute addresses.
    package var html: String
    /// Plain text. Paragraphs are separated by an empty line.
    package var text: String

    package init(
        url: String, title: String, byline: String? = nil, language: String? = nil, html: String, text: String
    ) {
        self.url = url
        self.title = title
        self.byline = byline
        self.language = language
        self.html = html
        self.text = text
    }
}

/// What came of asking the page of an item.
package struct AskedPage: Sendable, Equatable {
    /// When the page was asked.
    package var asked: Date
    package var result: Result

    package enum Result: Sendable, Equatable {
        case article(PageArticle)
        /// Why the page's article is not used, and before when the page is not asked again; nil for never.
        case refused(String, until: Date?)
    }

    package init(asked: Date, result: Result) {
        self.asked = asked
        self.result = result
    }

    package var article: PageArticle? { if case .article(let article) = result { article } else { nil } }

    /// Whether the page may be asked at this time. If it was asked later than now, the clock was wrong.
    package func mayBeAsked(at now: Date) -> Bool {
        if case .refused(_, let until?) = result { until <= now || asked > now } else { false }
    }
}
