/// What a document may be before it is refused as hostile.
///
/// They are far above any feed that people publish, and low enough that the time and memory a document can cost
/// stay in proportion to its size.
public enum FeedLimits {
    /// Elements inside one another.
    public static let depth = 512
    /// Attributes of one element. libxml2 compares each with each.
    public static let attributes = 10_000
    /// Namespaces bound at one point of the document.
    public static let namespaces = 1_000
    /// Links and enclosures of one entry, or links of the feed.
    public static let links = 10_000
    /// The bytes of the name of a member, or of a number, in JSON.
    static let jsonName = 1_000
    /// The bytes of one tag, comment, processing instruction or document type.
    public static let markup = 16 << 20
    /// The bytes that references to a document's own entities may come to.
    public static let entityExpansion = 1 << 20
}

/// What a piece of HTML may cost.
enum HTMLLimits {
    /// Bytes.
    static let length = 4 << 20
    /// Elements inside one another.
    static let depth = 256
    /// Attributes of one tag. libxml2 compares each with each.
    static let attributes = 256
}

/// A limit that a piece of HTML passed, and what that took away.
public enum HTMLLimit: String, Sendable, CaseIterable, CustomStringConvertible {
    case length, depth, attributes

    public var description: String {
        switch self {
        case .length: "a text is longer than \(HTMLLimits.length >> 20) MiB; the rest of it is left out"
        case .depth: "elements are nested more than \(HTMLLimits.depth) deep; they are closed there"
        case .attributes: "a tag has more than \(HTMLLimits.attributes) attributes; the others are left out"
        }
    }
}
