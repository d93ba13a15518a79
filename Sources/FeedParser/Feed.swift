import FoundationEssentials

/// A syndication feed, whatever format it came in.
///
/// Text that people read (`title`, `description`) is plain. Addresses are absolute wherever the feed, or the URL
/// it was read from, says against what to resolve them.
public struct Feed: Sendable, Equatable {
    /// The family of formats a document belongs to.
    public enum Format: String, Sendable, Codable, CaseIterable {
        /// RSS 0.91 to 0.94 and 2.0.
        case rss
        /// RSS 0.90 and 1.0: a root element `rdf:RDF`.
        case rdf
        /// Atom 0.3 and 1.0 (RFC 4287).
        case atom
        /// JSON Feed 1.0 and 1.1.
        case json
    }

    public var format: Format
    /// Atom `id`; the `feed_url` of a JSON Feed.
    public var id: String?
    public var title: String?
    /// RSS `description`, Atom `subtitle`, JSON Feed `description`.
    public var description: String?
    /// The web page that the feed belongs to.
    public var link: String?
    /// All `link` elements that are not plain text, such as rel `self`, `hub` and `next`.
    public var links: [Link] = []
    /// A language tag (BCP 47).
    public var language: String?
    /// RSS `lastBuildDate`, Atom `updated`, `dc:date`.
    public var updated: Date?
    /// RSS `pubDate`.
    public var published: Date?
    public var authors: [Author] = []
    public var categories: [String] = []
    /// A large picture: RSS `image`, Atom `logo`, `itunes:image`, JSON Feed `icon`.
    public var image: String?
    /// A small square picture: Atom `icon`, JSON Feed `favicon`.
    public var icon: String?
    public var generator: String?
    public var copyright: String?
    /// For how many minutes the feed may be kept before it is asked for again: RSS `ttl`, or what
    /// `sy:updatePeriod` and `sy:updateFrequency` come to.
    public var ttl: Int?
    /// The hours, 0 to 23 in UTC, in which the feed need not be read (RSS `skipHours`).
    public var skipHours: [Int] = []
    /// The days in UTC on which the feed need not be read (RSS `skipDays`).
    public var skipDays: [Weekday] = []
    /// In the order of the document.
    public var entries: [Entry] = []

    public init(format: Format) {
        self.format = format
    }

    /// Who wrote an entry: its own authors; without any, those of the feed it was taken from; else those of this feed
    /// (RFC 4287, section 4.2.1, and JSON Feed 1.1, "authors"). RSS has no such rule.
    public func authors(of entry: Entry) -> [Author] {
        guard entry.authors.isEmpty, format == .atom || format == .json else { return entry.authors }
        return entry.source.flatMap { $0.authors.isEmpty ? nil : $0.authors } ?? authors
    }

    /// The WebSub hub to subscribe at.
    public var hub: String? { links.first { $0.rel.isExactly("hub") }?.href }
    /// The feed's own preferred address.
    public var selfLink: String? { links.first { $0.rel.isExactly("self") }?.href }
}

/// One item of a feed.
public struct Entry: Sendable, Equatable {
    /// RSS `guid`, `rdf:about`, Atom and JSON Feed `id`, as written.
    public var id: String?
    /// True for an RSS `guid` that is the entry's address: `isPermaLink` is not `false`, and it is an address.
    public var idIsPermalink = false
    /// As a person would read it: no tags, no entities.
    public var title: String?
    /// The entry's web page.
    public var link: String?
    /// All links with a `rel`, without enclosures.
    public var links: [Link] = []
    /// The address before a proxy replaced it (`feedburner:origLink`, `pheedo:origLink`).
    public var originalLink: String?
    public var published: Date?
    public var updated: Date?
    /// Whether `published` was written as a day without an hour. The date is then midnight of UTC.
    public var publishedHasNoHour = false
    public var updatedHasNoHour = false
    /// Those that the entry itself names; see ``Feed/authors(of:)``.
    public var authors: [Author] = []
    /// RSS `description`, Atom and JSON Feed `summary`.
    public var summary: Markup?
    /// `content:encoded`, `xhtml:body`, Atom `content`, JSON Feed `content_html` or `content_text`.
    public var content: Markup?
    public var categories: [String] = []
    public var enclosures: [Enclosure] = []
    /// A picture that stands for the entry: `itunes:image`, `media:thumbnail`, `media:content`, JSON Feed `image`.
    public var image: String?
    /// A language tag (BCP 47), the feed's where the entry has none of its own.
    public var language: String?
    /// The page with the comments.
    public var comments: String?
    /// The feed that the entry was taken from.
    public var source: Origin?

    public init() {}
}

/// Text of an entry as the feed gives it, with what is needed to read it.
public struct Markup: Sendable, Equatable {
    public enum Kind: String, Sendable, Codable { case text, html }

    public var value: String
    public var kind: Kind
    /// What relative addresses inside are relative to.
    public var base: String?

    public init(_ value: String, kind: Kind = .html, base: String? = nil) {
        self.value = value
        self.kind = kind
        self.base = base
    }

    /// The text as a person would read it.
    public var plain: String { kind == .text ? value : HTMLText.plain(value) }

    /// Allow-listed HTML with absolute addresses, safe to show to a reader.
    public var safeHTML: String {
        var passed: Set<HTMLLimit> = []
        return safeHTML(passed: &passed)
    }

    /// - Parameter passed: takes in the limits that the text passed.
    public func safeHTML(passed: inout Set<HTMLLimit>) -> String {
        kind == .text ? HTMLText.escape(value) : HTMLText.safe(value, base: base, passed: &passed)
    }
}

/// A person or organisation.
public struct Author: Sendable, Equatable {
    public var name: String?
    public var email: String?
    public var url: String?

    public init(name: String? = nil, email: String? = nil, url: String? = nil) {
        self.name = name
        self.email = email
        self.url = url
    }

    /// The name, or the e-mail address where there is none.
    public var displayName: String? { name ?? email }
}

/// A file that belongs to an entry, such as an episode of a podcast.
public struct Enclosure: Sendable, Equatable {
    public var url: String
    /// A media type such as `audio/mpeg`.
    public var type: String?
    /// In bytes.
    public var length: Int?

    public init(url: String, type: String? = nil, length: Int? = nil) {
        self.url = url
        self.type = type
        self.length = length
    }
}

/// A link to a related resource (RFC 4287, section 4.2.7).
public struct Link: Sendable, Equatable {
    public var href: String
    /// In lower case where it is a registered relation.
    public var rel: String
    public var type: String?
    public var title: String?
    public var language: String?

    public init(
        href: String, rel: String = "alternate", type: String? = nil, title: String? = nil, language: String? = nil
    ) {
        self.href = href
        self.rel = rel
        self.type = type
        self.title = title
        self.language = language
    }
}

/// The feed that an entry was taken from: RSS `source`, Atom `source`.
public struct Origin: Sendable, Equatable {
    public var title: String?
    /// The address of that feed.
    public var url: String?
    public var authors: [Author]

    public init(title: String? = nil, url: String? = nil, authors: [Author] = []) {
        self.title = title
        self.url = url
        self.authors = authors
    }
}

/// A day of the week by its English name, as RSS `skipDays` has it.
public enum Weekday: String, Sendable, Codable, CaseIterable {
    case monday = "Monday"
    case tuesday = "Tuesday"
    case wednesday = "Wednesday"
    case thursday = "Thursday"
    case friday = "Friday"
    case saturday = "Saturday"
    case sunday = "Sunday"
}

/// Why bytes could not be read as a feed.
public enum FeedError: Error, Sendable, Equatable, CustomStringConvertible {
    /// There is nothing but white space.
    case empty
    /// A web page. ``FeedDiscovery`` finds the feeds it names.
    case webPage
    /// Neither XML nor JSON, or of a vocabulary that is not a feed; the name of the root element where there is one.
    case notAFeed(root: String?)
    /// A JSON document that cannot be read; where and why.
    case malformedJSON(String)
    /// XML so broken that no entry could be recovered.
    case malformedXML(line: Int, reason: String)
    /// A limit against hostile input was passed; see ``FeedLimits``.
    case limit(String)
    /// Whoever reads it had no more time for it; see ``Feed/stream(_:url:charset:until:_:)``.
    case tooSlow

    public var description: String {
        switch self {
        case .empty: "the document is empty"
        case .webPage: "this is a web page, not a feed; look for the feeds it links to"
        case .notAFeed(let root?): "this is not a feed: the root element is <\(root)>"
        case .notAFeed(nil): "this is not a feed: neither RSS, RDF, Atom nor JSON Feed"
        case .malformedJSON(let reason): "the JSON cannot be read: \(reason)"
        case .malformedXML(let line, let reason): "the XML cannot be read, line \(line): \(reason)"
        case .tooSlow: "reading it takes too long"
        case .limit(let reason): "the document exceeds a limit: \(reason)"
        }
    }
}
