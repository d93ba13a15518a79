import FoundationEssentials

extension Feed {
    /// Reads a feed and writes it as one line of JSON, piece by piece.
    ///
    /// The members are `items`, `kind` and `feed`; missing values are left out. Texts are written as the feed has them;
    /// ``Markup`` makes plain text or safe HTML from them. An error is written as `error`, unless there is no `file`
    /// and nothing is written yet.
    /// - Parameters:
    ///   - bytes: the document as it was received, decompressed, in any encoding.
    ///   - file: the name of the file. It is written as `file`, for an output with several feeds.
    ///   - write: takes the bytes. They are valid until it returns.
    /// - Throws: ``FeedError`` when there is no feed to read, after everything readable is written.
    public static func writeJSON(
        of bytes: some ContiguousBytes, file: String? = nil, to write: (UnsafeRawBufferPointer) -> Void
    ) throws(FeedError) {
        try writeJSON(file: file, to: write) { take throws(FeedError) in try stream(bytes, take) }
    }

    /// Reads and writes a feed in the same way, but reads it in pieces, as ``stream(reading:url:charset:_:)`` does.
    public static func writeJSON(
        reading read: @escaping Read, file: String? = nil, to write: (UnsafeRawBufferPointer) -> Void
    ) throws(FeedError) {
        try writeJSON(file: file, to: write) { take throws(FeedError) in try stream(reading: read, take) }
    }

    /// One line of JSON that says why a file is not read as a feed.
    package static func lineOfJSON(about file: String, error: String) -> [UInt8] {
        var json = JSONWriter()
        json.begin(nil, 0x7B)
        json.member("file", escaping: file)
        json.member("error", error)
        json.endLine()
        return Array(json.bytes)
    }

    private static func writeJSON(
        file: String?, to write: (UnsafeRawBufferPointer) -> Void,
        stream: @escaping (_ take: (Entry) -> Void) throws(FeedError) -> Feed
    ) throws(FeedError) {
        var json = JSONWriter()
        var hasWritten = false
        json.begin(nil, 0x7B)
        json.member("file", escaping: file)
        let start = json.bytes.count
        json.begin("items", 0x5B)
        do {
            let feed = try stream { entry in
                entry.write(to: &json)
                guard json.bytes.count > 1 << 16 else { return }
                write(json.bytes)
                json.removeAll()
                hasWritten = true
            }
            json.end(0x5D)
            json.member("kind", feed.format.rawValue)
            json.object("feed") { feed.writeAbout(to: &$0) }
            json.endLine()
            write(json.bytes)
        } catch {
            if hasWritten { json.end(0x5D) } else { json.truncate(to: start, needsComma: file != nil) }
            json.member("error", error.description)
            json.endLine()
            if hasWritten || file != nil { write(json.bytes) }
            throw error
        }
    }

    private func writeAbout(to json: inout JSONWriter) {
        json.member("id", id)
        json.member("title", title)
        json.member("link", link)
        json.member("description", description)
        json.member("language", language)
        json.member("updated", updated)
        json.member("published", published)
        json.array("authors", authors) { $0.element($1.displayName) }
        json.member("image", image)
        json.member("icon", icon)
        json.member("self", selfLink)
        json.member("hub", hub)
        json.member("ttl", ttl)
    }
}

extension Entry {
    fileprivate func write(to json: inout JSONWriter) {
        json.object {
            $0.member("id", id)
            $0.member("title", title)
            $0.member("link", link)
            $0.member("original_link", originalLink)
            $0.member("published", published)
            $0.member("updated", updated)
            $0.array("authors", authors) { $0.element($1.displayName) }
            $0.member("summary_text", summary?.value)
            $0.member("content_text", content?.value)
            $0.array("categories", categories) { $0.element($1) }
            $0.array("enclosures", enclosures) { $1.write(to: &$0) }
            $0.array("media", media) { $1.write(to: &$0) }
            $0.member("image", image)
            $0.member("language", language)
            $0.member("comments", comments)
        }
    }
}

extension Enclosure {
    fileprivate func write(to json: inout JSONWriter) {
        json.object {
            $0.member("url", url)
            $0.member("type", type)
            $0.member("length", length)
            $0.member("seconds", seconds)
        }
    }
}
