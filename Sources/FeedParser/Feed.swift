import FoundationEssentials

/// A syndication feed of any format.
///
/// Texts for people (`title`, `description`) are plain. Addresses are absolute if the feed, or the URL that it was read
/// from, gives a base for them.
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

    /// Where a document ended before its root element did.
    public enum Cut: Sendable {
        /// All entries before the end are whole.
        case betweenEntries
        /// The last entry lacks its end.
        case insideEntry
    }

    /// The format of the document.
    public var format: Format
    /// Where the XML ended too early; nil for a whole document. JSON that ends too early is an error.
    public var cut: Cut?
    /// Atom `id`; the `feed_url` of a JSON Feed.
    public var id: String?
    /// The title as plain text.
    public var title: String?
    /// RSS `description`, Atom `subtitle`, JSON Feed `description`.
    public var description: String?
    /// The web page that the feed belongs to.
    public var link: String?
    /// All `link` elements except plain-text ones, for example with rel `self`, `hub` and `next`.
    public var links: [Link] = []
    /// A language tag (BCP 47).
    public var language: String?
    /// RSS `lastBuildDate`, Atom `updated`, `dc:date`.
    public var updated: Date?
    /// RSS `pubDate`.
    public var published: Date?
    /// The authors that the feed names.
    public var authors: [Author] = []
    /// The categories, each once.
    public var categories: [String] = []
    /// A large picture: RSS `image`, Atom `logo`, `itunes:image`, JSON Feed `icon`.
    public var image: String?
    /// The title of the picture (RSS `image`), often the name of the publisher.
    public var imageTitle: String?
    /// A small square picture: Atom `icon`, JSON Feed `favicon`.
    public var icon: String?
    /// The program that made the feed.
    public var generator: String?
    /// The copyright notice.
    public var copyright: String?
    /// The number of minutes for which the feed may be kept without a new request: RSS `ttl`, or the value from
    /// `sy:updatePeriod` and `sy:updateFrequency`.
    public var ttl: Int?
    /// The hours, 0 to 23 in UTC, in which the feed need not be read (RSS `skipHours`).
    public var skipHours: [Int] = []
    /// The days in UTC on which the feed need not be read (RSS `skipDays`).
    public var skipDays: [Weekday] = []
    /// The entries in the order of the document.
    public var entries: [Entry] = []

    /// Makes an empty feed of a format.
    public init(format: Format) {
        self.format = format
    }

    /// The authors of an entry. Without own authors, those of the feed that the entry was taken from; without these,
    /// the authors of this feed (RFC 4287, section 4.2.1, and JSON Feed 1.1, "authors"). RSS has no such rule.
    public func authors(of entry: Entry) -> [Author] {
        guard entry.authors.isEmpty, format == .atom || format == .json else { return entry.authors }
        return entry.source.flatMap { $0.authors.isEmpty ? nil : $0.authors } ?? authors
    }

    /// The address of the WebSub hub for subscriptions.
    public var hub: String? { links.first { $0.rel.isExactly("hub") }?.href }
    /// The feed's own address.
    public var selfLink: String? { links.first { $0.rel.isExactly("self") }?.href }
}

/// One item of a feed.
public struct Entry: Sendable, Equatable {
    /// RSS `guid`, `rdf:about`, Atom and JSON Feed `id`, as written.
    public var id: String?
    /// True for an RSS `guid` that is the entry's address: `isPermaLink` is not `false`, and it is an address.
    public var idIsPermalink = false
    /// The title as plain text: no tags, no entities.
    public var title: String?
    /// The entry's web page.
    public var link: String?
    /// All links with a `rel`, without enclosures.
    public var links: [Link] = []
    /// The original address, if a proxy replaced it (`feedburner:origLink`, `pheedo:origLink`), or JSON Feed
    /// `external_url` of an entry without a page or a text of its own.
    public var originalLink: String?
    /// When the entry was published.
    public var published: Date?
    /// When the entry was last changed.
    public var updated: Date?
    /// Whether `published` is a day without an hour. Then the date is midnight in UTC.
    public var publishedHasNoHour = false
    /// Whether `updated` is a day without an hour.
    public var updatedHasNoHour = false
    /// The authors that the entry itself names; see ``Feed/authors(of:)``.
    public var authors: [Author] = []
    /// RSS `description`, Atom and JSON Feed `summary`.
    public var summary: Markup?
    /// `itunes:subtitle`.
    package var subtitle: Markup?
    /// `content:encoded`, `xhtml:body`, `yandex:full-text`, Atom `content`, JSON Feed `content_html` or `content_text`.
    public var content: Markup?
    /// The categories, each once.
    public var categories: [String] = []
    /// The files that belong to the entry.
    public var enclosures: [Enclosure] = []
    /// The files of Media RSS (`media:content`) that are not pictures.
    public var media: [Enclosure] = []
    /// A picture for the entry: `itunes:image`, `media:thumbnail`, `media:content`, JSON Feed `image`.
    public var image: String?
    /// Whether `image` declares that it is small, so that another picture is seen better.
    package var hasSmallImage = false
    /// A language tag (BCP 47). If the entry has none, the feed's.
    public var language: String?
    /// The page with the comments.
    public var comments: String?
    /// The feed from which the entry was taken.
    public var source: Origin?

    /// Makes an empty entry.
    public init() {}
}

/// Text of an entry as the feed gives it, with the data that are needed to read it.
public struct Markup: Sendable, Equatable {
    /// Whether a text is plain text or HTML.
    public enum Kind: String, Sendable, Codable {
        /// Plain text.
        case text
        /// HTML, with or without errors.
        case html
    }

    /// The text as the feed gives it.
    public var value: String
    /// Whether `value` is plain text or HTML.
    public var kind: Kind
    /// The base for relative addresses in the text.
    public var base: String?

    /// Makes a markup from its parts.
    public init(_ value: String, kind: Kind = .html, base: String? = nil) {
        self.value = value
        self.kind = kind
        self.base = base
    }

    /// The text as plain text.
    public var plain: String { kind == .text ? value : HTMLText.plain(value) }

    /// HTML that is safe to show. It has only allowed elements, and its addresses are absolute.
    public var safeHTML: String {
        var passed: Set<HTMLLimit> = []
        return safeHTML(passed: &passed)
    }

    /// The same HTML.
    /// - Parameter passed: receives the limits that the text exceeded.
    public func safeHTML(passed: inout Set<HTMLLimit>) -> String {
        kind == .text ? HTMLText.escape(value) : HTMLText.safe(value, base: base, passed: &passed)
    }
}

/// A person or an organisation.
public struct Author: Sendable, Equatable {
    /// The name.
    public var name: String?
    /// The e-mail address.
    public var email: String?
    /// The address of a web page.
    public var url: String?

    /// Makes an author from its parts.
    public init(name: String? = nil, email: String? = nil, url: String? = nil) {
        self.name = name
        self.email = email
        self.url = url
    }

    /// The name, or the e-mail address if there is no name.
    public var displayName: String? { name ?? email }
}

/// A file that belongs to an entry, such as an episode of a podcast.
public struct Enclosure: Sendable, Equatable {
    /// The address of the file.
    public var url: String
    /// A media type such as `audio/mpeg`.
    public var type: String?
    /// The length in bytes.
    public var length: Int?
    /// The duration in seconds (`itunes:duration`, Media RSS `duration`, JSON Feed `duration_in_seconds`).
    public var seconds: Int?

    /// Makes an enclosure from its parts.
    public init(url: String, type: String? = nil, length: Int? = nil) {
        self.url = url
        self.type = type
        self.length = length
    }

    /// The seconds, if a recording may be so long: more than none, and less than 12 days.
    static func duration(_ seconds: Int?) -> Int? { seconds.flatMap { (1..<1_000_000).contains($0) ? $0 : nil } }
}

/// A link to a related resource (RFC 4287, section 4.2.7).
public struct Link: Sendable, Equatable {
    /// The address.
    public var href: String
    /// The relation, in lower case if it is a registered one.
    public var rel: String
    /// The media type of the target.
    public var type: String?
    /// The title of the link.
    public var title: String?
    /// The language tag (BCP 47) of the target.
    public var language: String?

    /// Makes a link from its parts.
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

/// The feed from which an entry was taken: RSS `source`, Atom `source`.
public struct Origin: Sendable, Equatable {
    /// The title of this feed.
    public var title: String?
    /// The address of this feed.
    public var url: String?
    /// The authors of this feed.
    public var authors: [Author]

    /// Makes an origin from its parts.
    public init(title: String? = nil, url: String? = nil, authors: [Author] = []) {
        self.title = title
        self.url = url
        self.authors = authors
    }
}

/// A day of the week by its English name, as in RSS `skipDays`.
public enum Weekday: String, Sendable, Codable, CaseIterable {
    /// Monday, `Monday` in a feed.
    case monday = "Monday"
    /// Tuesday, `Tuesday` in a feed.
    case tuesday = "Tuesday"
    /// Wednesday, `Wednesday` in a feed.
    case wednesday = "Wednesday"
    /// Thursday, `Thursday` in a feed.
    case thursday = "Thursday"
    /// Friday, `Friday` in a feed.
    case friday = "Friday"
    /// Saturday, `Saturday` in a feed.
    case saturday = "Saturday"
    /// Sunday, `Sunday` in a feed.
    case sunday = "Sunday"
}

/// Why bytes could not be read as a feed.
public enum FeedError: Error, Sendable, Equatable, CustomStringConvertible {
    /// There is nothing except whitespace.
    case empty
    /// The document is a web page. ``FeedDiscovery`` finds the feeds in it.
    case webPage
    /// The document is neither XML nor JSON, or it is not a feed. `root` is the name of the root element, if there is
    /// one.
    case notAFeed(root: String?)
    /// The JSON cannot be read. The text says where and why.
    case malformedJSON(String)
    /// The XML is so broken that no entry could be read.
    case malformedXML(line: Int, reason: String)
    /// The document exceeded a limit against hostile input; see ``FeedLimits``.
    case limit(String)
    /// The caller ended the reading, because it took too long; see ``Feed/stream(_:url:charset:until:areWhole:_:)``.
    case tooSlow

    /// The error as a sentence.
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
