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

/// Writes JSON into one growing buffer of bytes.
private struct JSONWriter {
    private let buffer = ByteBuffer(capacity: 1 << 17)
    private var needsComma = false

    var bytes: UnsafeRawBufferPointer { buffer.bytes }

    mutating func removeAll() { buffer.truncate(to: 0) }

    // MARK: Structure

    mutating func object(_ key: StaticString? = nil, _ members: (inout JSONWriter) -> Void) {
        begin(key, 0x7B)
        members(&self)
        end(0x7D)
    }

    mutating func array<Value>(_ key: StaticString, _ values: [Value], _ write: (inout JSONWriter, Value) -> Void) {
        guard !values.isEmpty else { return }
        begin(key, 0x5B)
        for value in values { write(&self, value) }
        end(0x5D)
    }

    mutating func begin(_ key: StaticString?, _ bracket: UInt8) {
        self.key(key)
        buffer.append(bracket)
        needsComma = false
    }

    mutating func end(_ bracket: UInt8) {
        buffer.append(bracket)
        needsComma = true
    }

    /// Ends the outermost object and its line.
    mutating func endLine() {
        end(0x7D)
        buffer.append(0x0A)
    }

    mutating func truncate(to count: Int, needsComma: Bool) {
        buffer.truncate(to: count)
        self.needsComma = needsComma
    }

    // MARK: Members; one without a value is left out

    mutating func member(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        key(name)
        string(value)
    }

    /// Writes a text that may be printed as it is, such as the name of a file: characters that act on a terminal or
    /// are invisible become `\u` escapes (RFC 8259, section 7).
    mutating func member(_ name: StaticString, escaping value: String?) {
        guard let value else { return }
        key(name)
        buffer.append(0x22)
        for scalar in value.unicodeScalars {
            var text = String(scalar)
            if scalar.acts {
                for unit in text.utf16 { append(escape: unit) }
            } else {
                text.withUTF8 { buffer.append(escapingJSON: $0) }
            }
        }
        buffer.append(0x22)
    }

    mutating func member(_ name: StaticString, _ value: Int?) {
        guard let value else { return }
        key(name)
        number(value)
    }

    /// Writes a date in the format of RFC 3339, in UTC.
    mutating func member(_ name: StaticString, _ value: Date?) {
        guard let value else { return }
        key(name)
        buffer.append(0x22)
        date(value)
        buffer.append(0x22)
    }

    mutating func element(_ value: String?) {
        guard let value else { return }
        key(nil)
        string(value)
    }

    private mutating func key(_ name: StaticString?) {
        if needsComma { buffer.append(0x2C) }
        needsComma = true
        guard let name else { return }
        buffer.append(0x22)
        buffer.append(name)
        buffer.append(0x22)
        buffer.append(0x3A)
    }

    // MARK: Values

    private mutating func string(_ value: String) {
        buffer.append(0x22)
        if value.utf8.withContiguousStorageIfAvailable({ buffer.append(escapingJSON: $0) }) == nil {
            var copy = value
            copy.withUTF8 { buffer.append(escapingJSON: $0) }
        }
        buffer.append(0x22)
    }

    private mutating func append(escape unit: UInt16) {
        let digits = String(unit, radix: 16)
        var text = "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        text.withUTF8 { buffer.append($0) }
    }

    private mutating func number(_ value: Int) {
        var text = String(value)
        text.withUTF8 { buffer.append($0) }
    }

    private mutating func date(_ value: Date) {
        let seconds = Int(value.timeIntervalSince1970.rounded(.down))
        let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let (year, month, day) = FeedDate.civil(days: days)
        let second = seconds - days * 86_400
        digits(year / 100)
        digits(year % 100)
        buffer.append(0x2D)
        digits(month)
        buffer.append(0x2D)
        digits(day)
        buffer.append(0x54)
        digits(second / 3600)
        buffer.append(0x3A)
        digits(second / 60 % 60)
        buffer.append(0x3A)
        digits(second % 60)
        buffer.append(0x5A)
    }

    /// Writes two digits.
    private func digits(_ value: Int) {
        buffer.append(0x30 + UInt8(truncatingIfNeeded: value / 10))
        buffer.append(0x30 + UInt8(truncatingIfNeeded: value % 10))
    }
}

extension Unicode.Scalar {
    fileprivate var acts: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: properties.isDefaultIgnorableCodePoint
        }
    }
}
