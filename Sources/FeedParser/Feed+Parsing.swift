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
        let result = bytes.withUnsafeBytes { raw in
            Result { () throws(FeedError) in
                try Feed(document: raw.bindMemory(to: UInt8.self), url: url, charset: charset)
            }
        }
        self = try result.get()
    }

    private init(document: Bytes, url: String?, charset: String?) throws(FeedError) {
        let result = TextEncoding.withUTF8(document, charset: charset) { text in
            Result { () throws(FeedError) in try Feed(text: text, url: url) }
        }
        self = try result.get()
    }

    /// `text` is valid UTF-8. White space and other noise before the first tag is common, and no part of the feed.
    private init(text: Bytes, url: String?) throws(FeedError) {
        guard let first = text.first(where: { !$0.isSpace }) else { throw .empty }
        if first == 0x7B || first == 0x5B {
            try self.init(json: text, url: url)
        } else if let start = text.firstIndex(of: 0x3C) {
            try self.init(xml: Bytes(rebasing: text[start...]), url: url)
        } else {
            throw .notAFeed(root: nil)
        }
    }

    private init(json text: Bytes, url: String?) throws(FeedError) {
        let json = try JSONFeed(parsing: text)
        guard json.items != nil || json.version?.contains("jsonfeed.org") == true else { throw .notAFeed(root: nil) }
        self.init(json, url: url)
    }

    private init(xml text: Bytes, url: String?) throws(FeedError) {
        var outcome = try XMLReader.read(text, url: url, recovering: false)
        if !outcome.isWellFormed {
            let repaired = Repair.wellFormed(text)
            let reason = outcome
            outcome = try repaired.withUnsafeBufferPointer { bytes throws(FeedError) in
                try XMLReader.read(bytes, url: url, recovering: true)
            }
            guard outcome.root != nil else { throw .malformedXML(line: reason.line, reason: reason.reason) }
        }
        guard outcome.isFeed else {
            throw outcome.root?.lowercased() == "html" ? .webPage : .notAFeed(root: outcome.root)
        }
        self = outcome.feed
    }
}
