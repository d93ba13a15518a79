import FeedParser
import FoundationEssentials

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
            articles += value.candidates.compactMap(LinkedData.init)
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
    var candidates: [JSONValue] {
        switch self {
        case .list(let list): list.flatMap(\.candidates)
        case .object: [self] + self["@graph"].candidates + self["mainEntity"].candidates
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
