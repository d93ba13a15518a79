/// The limits beyond which a document is refused as hostile.
///
/// They are far above any real feed. They are so low that the time and the memory for a document stay in proportion to
/// its size.
public enum FeedLimits {
    /// The depth of nested elements.
    public static let depth = 512
    /// The attributes of one element. libxml2 compares each with every other.
    public static let attributes = 10_000
    /// The namespaces that are bound at one place of the document.
    public static let namespaces = 1_000
    /// The links and enclosures of one entry, or the links of the feed.
    public static let links = 10_000
    /// The authors, tags or hubs in one place. The others are left out.
    static let members = 1_000
    /// The feeds of a list in OPML.
    public static let outlines = 20_000
    /// The members of one list in JSON of a service.
    static let listMembers = 10_000
    /// The values in JSON of a service. After them, objects and lists are left out.
    static let values = 300_000
    /// The depth of nested objects and lists in JSON.
    public static let jsonDepth = 256
    /// The bytes of a member's name, or of a number, in JSON of a service.
    static let jsonWord = 1_000
    /// The bytes of one tag, comment, processing instruction or document type.
    public static let markup = 16 << 20
    /// The bytes of all expanded references to the document's own entities.
    public static let entityExpansion = 1 << 20
}

/// The limits for a piece of HTML.
enum HTMLLimits {
    /// The length in bytes.
    static let length = 4 << 20
    /// The depth of nested elements.
    static let depth = 256
    /// The attributes of one tag. libxml2 compares each with every other.
    static let attributes = 256
}

/// A limit that a piece of HTML exceeded, and what was removed because of it.
public enum HTMLLimit: String, Sendable, CaseIterable, CustomStringConvertible {
    /// The length of the text.
    case length
    /// The depth of nested elements.
    case depth
    /// The attributes of one tag.
    case attributes

    /// The limit and its effect as a sentence.
    public var description: String {
        switch self {
        case .length: "a text is longer than \(HTMLLimits.length >> 20) MiB; the rest of it is left out"
        case .depth: "elements are nested more than \(HTMLLimits.depth) deep; they are closed there"
        case .attributes: "a tag has more than \(HTMLLimits.attributes) attributes; the others are left out"
        }
    }
}
