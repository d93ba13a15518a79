import FoundationEssentials

/// A JSON Feed (version 1.1, https://www.jsonfeed.org/version/1.1/; 1.0 has `author` where 1.1 has `authors`).
///
/// A member of the wrong type counts as missing, because one bad member should not make the feed unreadable.
struct JSONFeed {
    private var feed = Feed(format: .json)
    private let text: Bytes
    private let url: String?
    /// Where the list of the items begins.
    private var items: Int?
    private var isNamedJSONFeed = false
    private var hubs: [Link] = []
    private var oldAuthor: [Author] = []

    /// Reads the items one after the other, so that memory does not grow with their number. In a document that breaks
    /// off, the items before that point are read.
    static func read(_ text: Bytes, url: String?, into entries: EntrySink) throws(FeedError) -> Feed {
        var document = JSONFeed(text: text, url: url)
        var failure: FeedError?
        do { try document.readHead() } catch { failure = error }
        guard document.items != nil || document.isNamedJSONFeed else { throw failure ?? .notAFeed(root: nil) }
        try document.readItems(into: entries)
        if let failure { throw failure }
        return document.feed
    }
}

extension JSONFeed {
    /// Reads everything except the items. A feed may state after them what holds for them, such as the language.
    private mutating func readHead() throws(FeedError) {
        var reader = JSONReader(text)
        guard try reader.kind() == .object else { throw .malformedJSON("it is not an object") }
        try reader.members { reader, name throws(FeedError) in try readMember(named: name, &reader) }
        try reader.end()
        if feed.authors.isEmpty { feed.authors = oldAuthor }
        feed.links += hubs
    }

    private mutating func readMember(named name: Bytes, _ reader: inout JSONReader) throws(FeedError) {
        switch name {
        case "items": if items == nil, try reader.kind() == .list { items = reader.position }
        case "version": isNamedJSONFeed = try reader.text()?.contains("jsonfeed.org") == true
        case "title": feed.title = try reader.text().map(HTMLText.title)
        case "home_page_url": feed.link = try reader.address(url)
        case "feed_url":
            feed.id = try reader.text()
            if let id = feed.id { feed.links.append(Link(href: URIReference.resolve(id, against: url), rel: "self")) }
        case "description": feed.description = try reader.text()
        case "icon": feed.image = try reader.address(url)
        case "favicon": feed.icon = try reader.address(url)
        case "language": feed.language = try reader.text()
        case "authors": feed.authors = try reader.authors()
        case "author": oldAuthor = try reader.authors()
        case "hubs":
            try reader.add(to: &hubs) { reader throws(FeedError) in
                try reader.attachment().map { Link(href: $0.url, rel: "hub") }
            }
        default: break
        }
    }

    private func readItems(into entries: EntrySink) throws(FeedError) {
        guard let items else { return }
        // The output of a program and a file are no place on the web.
        let base = url.map { url in [url, feed.link ?? ""].first(where: \.isWebAddress) ?? url }
        var reader = JSONReader(text, at: items)
        try reader.values { reader throws(FeedError) in
            guard entries.mayGoOn() else { throw .tooSlow }
            guard try reader.kind() == .object else { return }
            var item = JSONItem()
            try reader.members { reader, name throws(FeedError) in try item.readMember(named: name, &reader) }
            entries.append(item.entry(language: feed.language, base: base))
        }
    }
}

/// An item while it is read.
private struct JSONItem {
    private var entry = Entry()
    private var contentText: Markup?
    private var banner: String?
    private var oldAuthor: [Author] = []

    mutating func readMember(named name: Bytes, _ reader: inout JSONReader) throws(FeedError) {
        switch name {
        case "id": entry.id = try reader.identifier()
        case "title": entry.title = try reader.text()
        case "url": entry.link = try reader.text()
        case "external_url": entry.originalLink = try reader.text()
        case "summary": entry.summary = try reader.text().map { Markup($0, kind: .text) }
        case "content_html": entry.content = try reader.text().map { Markup($0) }
        case "content_text": contentText = try reader.text().map { Markup($0, kind: .text) }
        case "image": entry.image = try reader.text()
        case "banner_image": banner = try reader.text()
        case "date_published":
            if let date = try reader.date() { (entry.published, entry.publishedHasNoHour) = date }
        case "date_modified": if let date = try reader.date() { (entry.updated, entry.updatedHasNoHour) = date }
        case "authors": entry.authors = try reader.authors()
        case "author": oldAuthor = try reader.authors()
        case "tags": entry.categories = try reader.texts()
        case "language": entry.language = try reader.text()
        case "attachments":
            try reader.add(to: &entry.enclosures) { reader throws(FeedError) in try reader.attachment() }
        default: break
        }
    }

    /// The entry with absolute addresses.
    func entry(language: String?, base: String?) -> Entry {
        var entry = entry
        entry.title = entry.title.map(HTMLText.title)
        entry.link = entry.link.map { URIReference.resolve($0, against: base) }
        entry.image = (entry.image ?? banner).map { URIReference.resolve($0, against: base) }
        entry.content = entry.content ?? contentText
        // A post with a text of its own only writes about the other page (JSON Feed 1.1, `external_url`).
        if entry.link != nil, entry.content != nil, let other = entry.originalLink {
            entry.links.append(Link(href: URIReference.resolve(other, against: base), rel: "related"))
            entry.originalLink = nil
        }
        entry.content?.base = entry.link ?? base
        if entry.authors.isEmpty { entry.authors = oldAuthor }
        entry.language = entry.language ?? language
        for index in entry.enclosures.indices {
            entry.enclosures[index].url = URIReference.resolve(entry.enclosures[index].url, against: base)
        }
        return entry
    }
}

// MARK: - Lenient reading

extension JSONReader {
    /// The text of a string that is not blank.
    fileprivate mutating func text() throws(FeedError) -> String? {
        guard let bytes = try string(), !bytes.trimmed.isEmpty else { return nil }
        return String(valid: bytes)
    }

    fileprivate mutating func address(_ base: String?) throws(FeedError) -> String? {
        try text().map { URIReference.resolve($0, against: base) }
    }

    fileprivate mutating func date() throws(FeedError) -> (date: Date, hasNoHour: Bool)? {
        try string().flatMap(FeedDate.reading)
    }

    /// Adds what is read of the values of a list, unless there are too many.
    fileprivate mutating func add<Value>(
        to list: inout [Value], _ read: (inout JSONReader) throws(FeedError) -> Value?
    ) throws(FeedError) {
        try values { reader throws(FeedError) in
            if let value = try read(&reader), list.count < FeedLimits.members { list.append(value) }
        }
    }

    /// The strings of a list, or one string.
    fileprivate mutating func texts() throws(FeedError) -> [String] {
        if try kind() == .string { return try [text()].compactMap(\.self) }
        var texts: [String] = []
        try add(to: &texts) { reader throws(FeedError) in try reader.text() }
        return texts
    }

    /// "id … MUST be a string; if it is a number, it is to be read as one."
    fileprivate mutating func identifier() throws(FeedError) -> String? {
        if try kind() == .string { return try text() }
        guard let number = try literal().map(String.init(valid:)), let value = Double(number) else { return nil }
        return Int(number).map(String.init) ?? Int(exactly: value).map(String.init) ?? "\(value)"
    }

    fileprivate mutating func number() throws(FeedError) -> Int? {
        let text = try kind() == .string ? try text() : try literal().map(String.init(valid:))
        return text.flatMap { Int($0) ?? Double($0).flatMap { Int(exactly: $0.rounded(.towardZero)) } }
    }

    /// A person, or a list of people. Each is an object or only a name.
    fileprivate mutating func authors() throws(FeedError) -> [Author] {
        guard try kind() == .list else { return try [author()].compactMap(\.self) }
        var authors: [Author] = []
        try add(to: &authors) { reader throws(FeedError) in try reader.author() }
        return authors
    }

    private mutating func author() throws(FeedError) -> Author? {
        if try kind() == .string { return try text().map(Author.init(mailbox:)) }
        var author = Author()
        try members { reader, name throws(FeedError) in
            switch name {
            case "name": author.name = try reader.text()
            case "url": author.url = try reader.text()
            default: break
            }
        }
        return author == Author() ? nil : author
    }

    /// An object with a `url`.
    fileprivate mutating func attachment() throws(FeedError) -> Enclosure? {
        var (url, file): (String?, Enclosure) = (nil, Enclosure(url: ""))
        try members { reader, name throws(FeedError) in
            switch name {
            case "url": url = try reader.text()
            case "mime_type": file.type = try reader.text()
            case "size_in_bytes": file.length = try reader.number()
            case "duration_in_seconds": file.seconds = Enclosure.duration(try reader.number())
            default: break
            }
        }
        file.url = url ?? ""
        return url == nil ? nil : file
    }
}

extension Bytes {
    fileprivate static func ~= (text: StaticString, bytes: Bytes) -> Bool { bytes.equals(text) }
}
