extension Feed {
    /// Writes the feed as one line of JSON, piece by piece: `kind`, `feed` and `items`, without what is missing.
    /// Texts are as the feed has them; ``Markup`` makes plain text or safe HTML of them.
    ///
    /// - Parameters:
    ///   - file: the name of the file, written as `file` where several feeds stand in one output.
    ///   - write: takes the bytes, valid until it returns.
    public func writeJSON(file: String? = nil, to write: (UnsafeRawBufferPointer) throws -> Void) rethrows {
        var json = JSONWriter()
        json.begin(nil, 0x7B)
        json.member("file", file)
        json.member("kind", format.rawValue)
        json.object("feed") { writeAbout(to: &$0) }
        json.begin("items", 0x5B)
        for entry in entries {
            entry.write(to: &json)
            guard json.bytes.count > 1 << 18 else { continue }
            try json.bytes.withUnsafeBytes(write)
            json.removeAll()
        }
        json.end(0x5D)
        json.end(0x7D)
        json.line()
        try json.bytes.withUnsafeBytes(write)
    }

    private func writeAbout(to json: inout JSONWriter) {
        json.member("id", id)
        json.member("title", title)
        json.member("link", link)
        json.member("description", description)
        json.member("language", language)
        json.member("updated", updated)
        json.member("published", published)
        json.array("authors", authors.compactMap(\.displayName)) { $0.element($1) }
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
            if !authors.isEmpty { $0.array("authors", authors.lazy.compactMap(\.displayName)) { $0.element($1) } }
            $0.member("summary_text", summary?.value)
            $0.member("content_text", content?.value)
            if !categories.isEmpty { $0.array("categories", categories) { $0.element($1) } }
            if !enclosures.isEmpty { $0.array("enclosures", enclosures) { $1.write(to: &$0) } }
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
        }
    }
}
