import FoundationEssentials

extension Feed {
    /// Reads a feed of any format: RSS 0.90 to 2.0, RDF, Atom 0.3 and 1.0, JSON Feed.
    ///
    /// A document that is not well-formed is read as far as it can be.
    /// - Parameters:
    ///   - bytes: the document as it was received, decompressed, in any encoding.
    ///   - url: where it was received from; relative addresses are resolved against it.
    ///   - charset: the `charset` of the `Content-Type`. It outranks what the document says, but not a byte order
    ///     mark (RFC 7303, section 3).
    /// - Throws: ``FeedError`` where there is no feed to read.
    public init(parsing bytes: some ContiguousBytes, url: String? = nil, charset: String? = nil) throws(FeedError) {
        var entries: [Entry] = []
        self = try Feed.stream(bytes, url: url, charset: charset) { entries.append($0) }
        self.entries = entries
    }

    /// Reads a feed and hands out each entry as soon as it is read, in the order of the document, so that memory does
    /// not grow with their number. Takes and throws what ``init(parsing:url:charset:)`` does.
    /// - Returns: the feed without its entries.
    public static func stream(
        _ bytes: some ContiguousBytes, url: String? = nil, charset: String? = nil, _ take: (Entry) -> Void
    ) throws(FeedError) -> Feed {
        let result = withoutActuallyEscaping(take) { take in
            let entries = EntrySink(take)
            return bytes.withUnsafeBytes { raw in
                TextEncoding.withUTF8(raw.bindMemory(to: UInt8.self), charset: charset) { text in
                    Result { () throws(FeedError) in try read(text, url: url, into: entries) }
                }
            }
        }
        return try result.get()
    }

    /// `text` should be UTF-8. White space and other noise before the first tag is common, and no part of the feed.
    private static func read(_ text: Bytes, url: String?, into entries: EntrySink) throws(FeedError) -> Feed {
        guard let first = text.first(where: { !$0.isSpace }) else { throw .empty }
        if first == 0x7B || first == 0x5B { return try readJSON(text, url: url, into: entries) }
        guard let start = text.firstIndex(of: 0x3C) else { throw .notAFeed(root: nil) }
        let xml = Bytes(rebasing: text[start...])
        let outcome = try XMLReader.read(xml, url: url, recovering: false, into: entries)
        if !outcome.isUTF8 {
            return try withRepairedEncoding(xml) { bytes throws(FeedError) in
                try readBroken(bytes, url: url, into: entries)
            }
        }
        return outcome.isWellFormed ? try feed(outcome) : try readBroken(xml, url: url, into: entries)
    }

    private static func readJSON(_ text: Bytes, url: String?, into entries: EntrySink) throws(FeedError) -> Feed {
        guard UTF8Validation.validCount(text) == text.count else {
            return try withRepairedEncoding(text) { bytes throws(FeedError) in
                try readJSON(bytes, url: url, into: entries)
            }
        }
        let json = try JSONFeed(parsing: text)
        guard json.items != nil || json.version?.contains("jsonfeed.org") == true else { throw .notAFeed(root: nil) }
        for item in json.items ?? [] { entries.append(Entry(item, language: json.language, base: url)) }
        return Feed(json, url: url)
    }

    /// The document was read up to where it is broken; now it is read from the start, repaired.
    private static func readBroken(_ text: Bytes, url: String?, into entries: EntrySink) throws(FeedError) -> Feed {
        entries.rewind()
        return try Repair.wellFormed(text).withUnsafeBufferPointer { bytes throws(FeedError) in
            try feed(XMLReader.read(bytes, url: url, recovering: true, into: entries))
        }
    }

    private static func withRepairedEncoding(
        _ text: Bytes, _ body: (Bytes) throws(FeedError) -> Feed
    ) throws(FeedError) -> Feed {
        try TextEncoding.repaired(text).withUnsafeBufferPointer { bytes throws(FeedError) in try body(bytes) }
    }

    private static func feed(_ outcome: XMLReader.Outcome) throws(FeedError) -> Feed {
        guard let root = outcome.root else { throw .malformedXML(line: outcome.line, reason: outcome.reason) }
        guard outcome.isFeed else { throw root.lowercased() == "html" ? .webPage : .notAFeed(root: root) }
        return outcome.feed
    }
}
