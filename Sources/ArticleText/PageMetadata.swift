import FeedParser
import FoundationEssentials

/// What the head of a page says about its article: JSON-LD first, then Dublin Core, OpenGraph, and what single services
/// have introduced.
struct PageMetadata {
    var title: String?
    var byline: String?
    /// As written.
    var published: String?
    /// As written; it may be relative.
    var image: String?
    var language: String?

    /// - Parameters:
    ///   - values: the `meta` elements by name, in lower case, with colons for points.
    ///   - linked: the articles of the page's JSON-LD.
    ///   - title: the page's `title`.
    init(values: [String: String], linked: [LinkedData], title: String) {
        func first(_ names: [String]) -> String? {
            names.lazy.compactMap { values[$0].map(HTMLText.line) }.first { !$0.isEmpty }
        }
        let article = linked.first
        self.title = article?.title(like: title) ?? first(Self.titles)
        let authors = article?.authors.filter { !Self.isAddress($0) } ?? []
        byline = authors.isEmpty ? first(Self.authors) : authors.joined(separator: ", ")
        if let name = byline, Self.isAddress(name) { byline = nil }
        published = article?.published ?? first(Self.dates)
        image = first(Self.images) ?? article?.image
        language = article?.language ?? first(["og:locale", "content-language"])
    }

    private static func isAddress(_ text: String) -> Bool { text.hasPrefix("http://") || text.hasPrefix("https://") }

    private static let titles = [
        "dc:title", "dcterm:title", "dcterms:title", "og:title", "weibo:article:title", "weibo:webpage:title", "title",
        "twitter:title", "parsely-title",
    ]
    private static let authors = [
        "dc:creator", "dcterm:creator", "dcterms:creator", "author", "parsely-author", "article:author",
    ]
    private static let dates = [
        "article:published_time", "og:published_time", "parsely-pub-date", "datepublished", "dc:date:issued",
        "dcterms:created", "dc:date", "sailthru:date", "pubdate", "publish-date", "date",
    ]
    private static let images = [
        "og:image:secure_url", "og:image:url", "og:image", "twitter:image", "twitter:image:src",
    ]
}

extension LinkedData {
    /// Of a name and a headline that differ, the one that the page's title repeats.
    fileprivate func title(like title: String) -> String? {
        guard let name, let headline, name != headline else { return headline ?? name }
        return name.isLike(title) && !headline.isLike(title) ? name : headline
    }
}

/// An article as a page describes it for search engines (JSON-LD with the words of schema.org).
struct LinkedData {
    var name: String?
    var headline: String?
    var authors: [String] = []
    var published: String?
    var image: String?
    var language: String?
    /// The article without its HTML.
    var body: String?

    /// The articles in the scripts of a page.
    static func articles(in page: UnsafeBufferPointer<UInt8>) -> [LinkedData] {
        var articles: [LinkedData] = []
        for script in scripts(in: page) {
            guard let json = try? BoundedJSON.copy(of: script),
                let value = try? JSONDecoder().decode(JSONValue.self, from: json)
            else { continue }
            articles += value.objects.compactMap(LinkedData.init)
        }
        return articles
    }

    private init?(_ value: JSONValue) {
        guard case .object(let members) = value, value["@type"].texts.contains(where: Self.isArticle) else {
            return nil
        }
        name = members["name"]?.text
        headline = members["headline"]?.text
        authors = (members["author"] ?? members["creator"])?.names ?? []
        published = members["datePublished"]?.text
        image = members["image"]?.address
        language = members["inLanguage"]?.text
        body = members["articleBody"]?.text
    }

    /// schema.org/Article and the types below it.
    private static func isArticle(_ type: String) -> Bool {
        types.contains(String(type.split(separator: "/").last ?? ""))
    }

    private static let types: Set = [
        "Article", "AdvertiserContentArticle", "NewsArticle", "AnalysisNewsArticle", "AskPublicNewsArticle",
        "BackgroundNewsArticle", "OpinionNewsArticle", "ReportageNewsArticle", "ReviewNewsArticle", "Report",
        "SatiricalArticle", "ScholarlyArticle", "MedicalScholarlyArticle", "SocialMediaPosting", "BlogPosting",
        "LiveBlogPosting", "DiscussionForumPosting", "TechArticle", "APIReference",
    ]
}

// MARK: - Scripts

extension LinkedData {
    private typealias Bytes = UnsafeBufferPointer<UInt8>

    /// The texts of the scripts with linked data.
    private static func scripts(in page: Bytes) -> [Data] {
        var scripts: [Data] = []
        var position = 0
        while scripts.count < mostScripts, let start = page.position(of: "<script", from: position),
            let open = page[start...].firstIndex(of: UInt8(ascii: ">"))
        {
            guard let end = page.position(of: "</script", from: open) else { break }
            if end - open <= longestScript, Bytes(rebasing: page[start..<open]).position(of: "ld+json", from: 0) != nil
            {
                scripts.append(content(page[(open + 1)..<end]))
            }
            position = end
        }
        return scripts
    }

    /// The script without the marks of a CDATA section or a comment around it.
    private static func content(_ script: Slice<Bytes>) -> Data {
        let start = script.firstIndex { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") && script.count > 9 }
        var rest = script[(start ?? script.endIndex)...]
        if rest.starts(with: "[CDATA[".utf8) { rest = rest.dropFirst(7) }
        let end = rest.lastIndex { $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "]") }
        return Data(rest[..<(end.map { rest.index(after: $0) } ?? rest.startIndex)])
    }

    private static let mostScripts = 50
    /// In bytes.
    private static let longestScript = 1 << 20
}

// MARK: - JSON

/// A value of any form: authors of JSON-LD write one, a list, or an object around them.
private enum JSONValue: Decodable {
    case text(String)
    case list([JSONValue])
    case object([String: JSONValue])
    case other

    init(from decoder: any Decoder) throws {
        if let members = try? decoder.container(keyedBy: Key.self) {
            var object: [String: JSONValue] = [:]
            for key in members.allKeys { object[key.stringValue] = try? members.decode(JSONValue.self, forKey: key) }
            self = .object(object)
        } else if let list = try? Lossy<JSONValue>(from: decoder) {
            self = .list(list.elements)
        } else if let text = try? decoder.singleValueContainer().decode(String.self) {
            self = .text(text)
        } else {
            self = .other
        }
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    subscript(name: String) -> JSONValue {
        if case .object(let members) = self { members[name] ?? .other } else { .other }
    }

    /// The objects at the top, in a list or in a graph.
    var objects: [JSONValue] {
        switch self {
        case .list(let list): list.flatMap(\.objects)
        case .object: [self] + self["@graph"].objects + self["mainEntity"].objects
        default: []
        }
    }

    var text: String? {
        guard case .text(let text) = self else { return nil }
        let line = HTMLText.line(text)
        return line.isEmpty ? nil : line
    }

    var texts: [String] {
        switch self {
        case .text(let text): [text]
        case .list(let list): list.flatMap(\.texts)
        default: []
        }
    }

    var names: [String] {
        switch self {
        case .text: [text].compactMap(\.self)
        case .list(let list): list.flatMap(\.names)
        case .object: [self["name"].text].compactMap(\.self)
        case .other: []
        }
    }

    /// An address, alone or as the `url` of an object; of several, the first.
    var address: String? {
        switch self {
        case .text(let text): text
        case .list(let list): list.lazy.compactMap(\.address).first
        case .object: self["url"].address ?? self["@id"].address
        case .other: nil
        }
    }
}

/// The title of an article from the `title` of its page, which often names the site, too.
enum PageTitle {
    /// - Parameters:
    ///   - title: the page's title as one line.
    ///   - body: the page, to look for its headings.
    static func article(_ title: String, in body: PageElement) -> String {
        let short = shortened(title, in: body)
        guard short.wordCount <= 4 else { return short }
        // A title of a few words is believed only if what was taken off is one step of a path.
        let steps = title.unicodeScalars.contains { pathSigns.contains($0) }
        let words = String(String.UnicodeScalarView(title.unicodeScalars.filter { !separators.contains($0) })).wordCount
        return steps && short.wordCount == words - 1 ? short : title
    }

    /// Whether a title that search engines get is not this article's, such as the name of the site: it has no word of the
    /// page's title, which a heading repeats.
    static func isForeign(_ title: String, to page: Page) -> Bool {
        Set(title.words).isDisjoint(with: page.title.words)
            && headings(in: page.body).contains { $0.name == "h1" && $0.text.isLike(page.title) }
    }

    private static func shortened(_ title: String, in body: PageElement) -> String {
        if let parts = parted(title) {
            return parts.before.wordCount < 3 ? parts.after : parts.before
        }
        if title.contains(": ") { return afterColon(title, in: body) }
        guard title.count > 150 || title.count < 15 else { return title }
        let headings = headings(in: body).filter { $0.name == "h1" }
        return headings.count == 1 ? headings[0].text : title
    }

    /// What stands before the last separator with spaces around it, and after the first.
    private static func parted(_ title: String) -> (before: String, after: String)? {
        let scalars = Array(title.unicodeScalars)
        let places = scalars.indices.dropFirst().dropLast().filter {
            separators.contains(scalars[$0]) && scalars[$0 - 1] == " " && scalars[$0 + 1] == " "
        }
        guard let last = places.last, let first = scalars.firstIndex(where: separators.contains) else { return nil }
        func line(_ part: ArraySlice<Unicode.Scalar>) -> String {
            String(String.UnicodeScalarView(part)).split(separator: " ").joined(separator: " ")
        }
        return (line(scalars[..<last]), line(scalars[(first + 1)...]))
    }

    private static func afterColon(_ title: String, in body: PageElement) -> String {
        if headings(in: body).contains(where: { $0.text == title }) { return title }
        let parts = title.split(separator: ":", omittingEmptySubsequences: false)
        let last = parts[parts.count - 1].trimmed
        guard last.wordCount < 3 else { return last }
        return parts[0].wordCount > 5 ? title : parts.dropFirst().joined(separator: ":")[...].trimmed
    }

    private static func headings(in body: PageElement) -> [PageElement] {
        var headings: [PageElement] = []
        body.visitAll { if $0.name == "h1" || $0.name == "h2" { headings.append($0) } }
        return headings
    }

    private static let separators: Set<Unicode.Scalar> = ["|", "-", "–", "—", "\\", "/", ">", "»"]
    private static let pathSigns: Set<Unicode.Scalar> = ["\\", "/", ">", "»"]
}

extension StringProtocol {
    fileprivate var wordCount: Int { split(whereSeparator: \.isWhitespace).count }
}

extension Substring {
    fileprivate var trimmed: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

extension String {
    /// Whether less than a quarter of a text are words that this one does not have.
    func isLike(_ other: String) -> Bool {
        let mine = words
        let theirs = other.words
        guard !mine.isEmpty, !theirs.isEmpty else { return false }
        let known = Set(theirs)
        let strange = mine.filter { !known.contains($0) }
        func length(_ words: [String]) -> Double { Double(words.reduce(words.count - 1) { $0 + $1.count }) }
        return strange.isEmpty || 1 - length(strange) / length(mine) > 0.75
    }

    fileprivate var words: [String] {
        lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
    }
}
