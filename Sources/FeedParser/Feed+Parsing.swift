import FoundationEssentials

extension Feed {
    /// Reads a feed of any format: RSS 0.90 to 2.0, RDF, Atom 0.3 and 1.0, JSON Feed.
    ///
    /// A document that is not well-formed is read as far as possible; ``cut`` tells whether it ended too early.
    /// - Parameters:
    ///   - bytes: the document as it was received, decompressed, in any encoding.
    ///   - url: the address of the document. Relative addresses are resolved against it.
    ///   - charset: the `charset` of the `Content-Type`. It is more important than the declaration in the document, but
    ///     less important than a byte order mark (RFC 7303, section 3).
    /// - Throws: ``FeedError`` when there is no feed to read.
    public init(parsing bytes: some ContiguousBytes, url: String? = nil, charset: String? = nil) throws(FeedError) {
        var entries: [Entry] = []
        self = try Feed.stream(bytes, url: url, charset: charset, areWhole: false) { entries.append($0) }
        self.entries = entries
    }

    /// Reads a feed and gives out each entry as soon as it is read, in the order of the document.
    ///
    /// So memory does not grow with the number of entries.
    /// - Parameters:
    ///   - bytes: the document.
    ///   - url: where the document comes from. Relative addresses in it are resolved against this address.
    ///   - charset: the `charset` of the `Content-Type`.
    ///   - isOver: is called again and again. When it returns true, reading ends with ``FeedError/tooSlow``.
    ///   - areWhole: whether an entry inside which the document ends is left out. ``cut`` tells that there was one.
    ///   - take: receives each entry.
    /// - Returns: the feed without its entries.
    /// - Throws: what ``init(parsing:url:charset:)`` throws.
    public static func stream(
        _ bytes: some ContiguousBytes, url: String? = nil, charset: String? = nil,
        until isOver: @escaping () -> Bool = { false }, areWhole: Bool = true, _ take: (Entry) -> Void
    ) throws(FeedError) -> Feed {
        let result = withoutActuallyEscaping(take) { take in
            Result { () throws(FeedError) in
                try read(bytes, url: url, charset: charset, into: EntrySink(until: isOver, areWhole: areWhole, take))
            }
        }
        return try result.get()
    }

    /// Reads bytes of a document from an offset into a buffer, and returns their number; 0 at the end.
    public typealias Read = (_ offset: Int, _ buffer: UnsafeMutableRawBufferPointer) -> Int

    /// Reads a feed piece by piece, so that memory does not grow with its length.
    ///
    /// The parameters and errors are those of ``init(parsing:url:charset:)``. A document that is not XML in UTF-8, or
    /// not well-formed, is read again as a whole.
    /// - Returns: the feed without its entries.
    public static func stream(
        reading read: @escaping Read, url: String? = nil, charset: String? = nil, _ take: (Entry) -> Void
    ) throws(FeedError) -> Feed {
        let result = withoutActuallyEscaping(take) { take in
            Result { () throws(FeedError) in
                let entries = EntrySink(take)
                let window = DocumentWindow(reading: read)
                if window.isAtEnd { return try Feed.read(window.bytes, url: url, charset: charset, into: entries) }
                if let feed = try readPieces(window, url: url, charset: charset, into: entries) { return feed }
                entries.rewind()
                return try Feed.read(whole(read), url: url, charset: charset, into: entries)
            }
        }
        return try result.get()
    }

    /// Nil if the document must be read as a whole.
    private static func readPieces(
        _ window: DocumentWindow, url: String?, charset: String?, into entries: EntrySink
    ) throws(FeedError) -> Feed? {
        guard let mark = TextEncoding.markCountOfUTF8(window.bytes, charset: charset),
            let start = window.bytes[mark...].firstIndex(where: { !$0.isSpace }), window.bytes[start] == 0x3C,
            window.advance(to: start)
        else { return nil }
        let outcome = try XMLReader.read(window, url: url, recovering: false, into: entries)
        return outcome.isUTF8 && outcome.isWellFormed ? try feed(outcome) : nil
    }

    private static func whole(_ read: Read) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = piece.withUnsafeMutableBytes({ read(bytes.count, $0) }), count > 0 {
            bytes.append(contentsOf: piece[..<count])
        }
        return bytes
    }

    private static func read(
        _ bytes: some ContiguousBytes, url: String?, charset: String?, into entries: EntrySink
    ) throws(FeedError) -> Feed {
        let result = bytes.withUnsafeBytes { raw in
            TextEncoding.withUTF8(raw.bindMemory(to: UInt8.self), charset: charset) { text in
                Result { () throws(FeedError) in try read(text, url: url, into: entries) }
            }
        }
        return try result.get()
    }

    /// Reads a document. `text` should be UTF-8. Whitespace and other characters before the first tag are common, and
    /// do not belong to the feed.
    private static func read(_ text: Bytes, url: String?, into entries: EntrySink) throws(FeedError) -> Feed {
        guard let first = text.first(where: { !$0.isSpace }) else { throw .empty }
        if first == 0x7B || first == 0x5B { return try readJSON(text, url: url, into: entries) }
        guard let start = text.firstIndex(of: 0x3C) else { throw .notAFeed(root: nil) }
        let xml = Bytes(rebasing: text[start...])
        let outcome = try XMLReader.read(DocumentWindow(whole: xml), url: url, recovering: false, into: entries)
        if !outcome.isUTF8 {
            return try withRepairedEncoding(xml) { bytes throws(FeedError) in
                try readBroken(bytes, url: url, into: entries)
            }
        }
        return outcome.isWellFormed ? try feed(outcome) : try readBroken(xml, url: url, into: entries)
    }

    private static func readJSON(_ text: Bytes, url: String?, into entries: EntrySink) throws(FeedError) -> Feed {
        guard text.validCount() == text.count else {
            return try withRepairedEncoding(text) { bytes throws(FeedError) in
                try readJSON(bytes, url: url, into: entries)
            }
        }
        return try JSONFeed.read(text, url: url, into: entries)
    }

    /// Reads a broken document. It was read up to its first error; now it is repaired and read from the start.
    private static func readBroken(_ text: Bytes, url: String?, into entries: EntrySink) throws(FeedError) -> Feed {
        entries.rewind()
        let (document, cut) = Repair.wellFormed(text, isWhole: entries.areWhole)
        return try document.withUnsafeBufferPointer { bytes throws(FeedError) -> Feed in
            var read = try feed(
                XMLReader.read(DocumentWindow(whole: bytes), url: url, recovering: true, into: entries))
            read.cut = cut
            return read
        }
    }

    private static func withRepairedEncoding(
        _ text: Bytes, _ body: (Bytes) throws(FeedError) -> Feed
    ) throws(FeedError) -> Feed {
        try TextEncoding.repaired(text).withUnsafeBufferPointer { bytes throws(FeedError) in try body(bytes) }
    }

    private static func feed(_ outcome: XMLReader.Reading) throws(FeedError) -> Feed {
        guard let root = outcome.root else { throw .malformedXML(line: outcome.line, reason: outcome.reason) }
        guard outcome.isFeed else { throw root.lowercased() == "html" ? .webPage : .notAFeed(root: root) }
        return outcome.feed
    }
}

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
