import FoundationEssentials

/// A JSON Feed (version 1.1, https://www.jsonfeed.org/version/1.1/; 1.0 has `author` where 1.1 has `authors`).
///
/// A member of the wrong type counts as missing, because one bad member should not make the feed unreadable.
struct JSONFeed: Decodable {
    var version: String?
    var title: String?
    var home: String?
    var url: String?
    var description: String?
    var icon: String?
    var favicon: String?
    var language: String?
    var authors: [JSONAuthor]
    var hubs: [JSONHub]
    var items: [JSONItem]?

    init(parsing text: Bytes) throws(FeedError) {
        guard !JSONFeed.hasLongName(text) else {
            throw .limit("a name or number of more than \(FeedLimits.jsonName) bytes in JSON")
        }
        let data = Data(text)
        do {
            self = try JSONDecoder().decode(JSONFeed.self, from: data)
        } catch {
            let lenient = JSONDecoder()
            // Generators often write trailing commas and comments, which JSON does not allow.
            lenient.allowsJSON5 = true
            guard let feed = try? lenient.decode(JSONFeed.self, from: data) else {
                throw .malformedJSON(JSONFeed.reason(error))
            }
            self = feed
        }
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        version = values.text("version")
        title = values.text("title")
        home = values.text("home_page_url")
        url = values.text("feed_url")
        description = values.text("description")
        icon = values.text("icon")
        favicon = values.text("favicon")
        language = values.text("language")
        authors = values.authors
        hubs = values.list("hubs") ?? []
        items = values.list("items")
    }

    /// Whether a member has a very long name. Names are hashed in a normal form, and this takes long for a name with
    /// thousands of combining marks.
    private static func hasLongName(_ text: Bytes) -> Bool {
        var position = 0
        var run = 0
        while position < text.count {
            switch text[position] {
            case 0x22:
                let start = position
                position = stringEnd(text, from: start + 1)
                let next = text[position...].first { !$0.isSpace }
                if next == 0x3A, position - start > FeedLimits.jsonName { return true }
                run = 0
                continue
            case 0x09, 0x0A, 0x0D, 0x20, 0x2C, 0x3A, 0x5B, 0x5D, 0x7B, 0x7D: run = 0
            default: run += 1
            }
            if run > FeedLimits.jsonName { return true }
            position += 1
        }
        return false
    }

    /// The index after the quote that ends a string.
    private static func stringEnd(_ text: Bytes, from start: Int) -> Int {
        var position = start
        while position < text.count, text[position] != 0x22 { position += text[position] == 0x5C ? 2 : 1 }
        return min(position + 1, text.count)
    }

    private static func reason(_ error: any Error) -> String {
        guard case .dataCorrupted(let context)? = error as? DecodingError else { return "it is not an object" }
        return context.debugDescription
    }
}

struct JSONItem: Decodable {
    var entry: Entry

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        entry = Entry()
        entry.id = values.identifier("id")
        entry.title = values.text("title")
        entry.link = values.text("url")
        entry.originalLink = values.text("external_url")
        entry.summary = values.text("summary").map { Markup($0, kind: .text) }
        entry.content =
            values.text("content_html").map { Markup($0) }
            ?? values.text("content_text").map { Markup($0, kind: .text) }
        entry.image = values.text("image") ?? values.text("banner_image")
        if let reading = values.text("date_published").flatMap(FeedDate.reading) {
            (entry.published, entry.publishedHasNoHour) = reading
        }
        if let reading = values.text("date_modified").flatMap(FeedDate.reading) {
            (entry.updated, entry.updatedHasNoHour) = reading
        }
        entry.authors = values.authors.map(\.author)
        entry.categories = values.list("tags") ?? []
        entry.language = values.text("language")
        entry.enclosures = (values.list("attachments") ?? [JSONAttachment]()).compactMap(\.enclosure)
    }
}

struct JSONAuthor: Decodable {
    var author: Author

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        author = Author(name: values.text("name"), url: values.text("url"))
    }
}

struct JSONHub: Decodable {
    var url: String?

    init(from decoder: any Decoder) throws {
        url = try decoder.container(keyedBy: Key.self).text("url")
    }
}

struct JSONAttachment: Decodable {
    var enclosure: Enclosure?

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        enclosure = values.text("url").map {
            Enclosure(url: $0, type: values.text("mime_type"), length: values.number("size_in_bytes"))
        }
    }
}

// MARK: - Into values

extension Feed {
    init(_ json: JSONFeed, url base: String?) {
        self.init(format: .json)
        id = json.url
        title = json.title.map(HTMLText.folded)
        description = json.description
        link = json.home.map { URIReference.resolve($0, against: base) }
        language = json.language
        image = json.icon.map { URIReference.resolve($0, against: base) }
        icon = json.favicon.map { URIReference.resolve($0, against: base) }
        authors = json.authors.map(\.author)
        if let url = json.url { links.append(Link(href: URIReference.resolve(url, against: base), rel: "self")) }
        links += json.hubs.compactMap(\.url).map { Link(href: $0, rel: "hub") }
    }
}

extension Entry {
    init(_ item: JSONItem, language: String?, base: String?) {
        self = item.entry
        title = title.map(HTMLText.title)
        link = link.map { URIReference.resolve($0, against: base) }
        image = image.map { URIReference.resolve($0, against: base) }
        content?.base = link ?? base
        self.language = self.language ?? language
        for index in enclosures.indices {
            enclosures[index].url = URIReference.resolve(enclosures[index].url, against: base)
        }
    }
}

// MARK: - Lenient reading

private struct Key: CodingKey, ExpressibleByStringLiteral {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init(stringLiteral value: String) { self.stringValue = value }
    init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer<Key> {
    /// The text of a member; nil if it is missing, empty or not a string.
    fileprivate func text(_ key: Key) -> String? {
        lenient(key, as: String.self).flatMap { $0.trimmingSpaces.isEmpty ? nil : $0 }
    }

    /// "id … MUST be a string; if it is a number, it is to be read as one."
    fileprivate func identifier(_ key: Key) -> String? {
        text(key) ?? lenient(key, as: Int.self).map(String.init) ?? lenient(key, as: Double.self).map { "\($0)" }
    }

    fileprivate func number(_ key: Key) -> Int? {
        lenient(key) ?? lenient(key, as: Double.self).flatMap(Int.init(exactly:)) ?? text(key).flatMap { Int($0) }
    }

    /// A list without the elements of another type; nil if there is no list.
    fileprivate func list<Value: Decodable>(_ key: Key) -> [Value]? {
        lenient(key, as: Lossy<Value>.self)?.elements
    }

    fileprivate var authors: [JSONAuthor] {
        let authors: [JSONAuthor] = list("authors") ?? []
        return authors.isEmpty ? [lenient("author")].compactMap { $0 } : authors
    }
}
