import Foundation

/// Behaves like newsapi.org v2: keys, categories, queries, pages, the plan's bound and error answers.
public struct NewsAPIStandIn: Sendable {
    /// An article of an answer; nil becomes `null`.
    public struct Article: Sendable, Encodable {
        public var sourceID: String?
        public var source: String?
        public var author: String?
        public var title: String?
        public var description: String?
        public var url: String?
        public var image: String?
        public var publishedAt: String?
        public var content: String?

        public init(
            _ title: String?, url: String?, source: String? = "Example Times", sourceID: String? = nil,
            author: String? = nil, description: String? = nil, image: String? = nil,
            publishedAt: String? = "2026-11-21T06:00:00Z", content: String? = nil
        ) {
            self.title = title
            self.url = url
            self.source = source
            self.sourceID = sourceID
            self.author = author
            self.description = description
            self.image = image
            self.publishedAt = publishedAt
            self.content = content
        }

        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(["id": sourceID, "name": source], forKey: .source)
            try container.encode(author, forKey: .author)
            try container.encode(title, forKey: .title)
            try container.encode(description, forKey: .description)
            try container.encode(url, forKey: .url)
            try container.encode(image, forKey: .urlToImage)
            try container.encode(publishedAt, forKey: .publishedAt)
            try container.encode(content, forKey: .content)
        }

        private enum Key: CodingKey { case source, author, title, description, url, urlToImage, publishedAt, content }
    }

    public struct Publisher: Sendable, Encodable {
        public var id: String
        public var name: String
        public var category: String
        public var language: String
        public var country: String

        public init(id: String, name: String, category: String, language: String = "en", country: String = "us") {
            self.id = id
            self.name = name
            self.category = category
            self.language = language
            self.country = country
        }
    }

    public var key: String
    /// Top headlines by category. Those without a category are under "general".
    public var headlines: [String: [Article]]
    /// The articles that `/everything` searches.
    public var archive: [Article]
    public var publishers: [Publisher]
    /// The number of results of a query that the plan allows. Beyond it, the answer is 426.
    public var maxResults: Int

    public init(
        key: String = "test-key", headlines: [String: [Article]] = [:], archive: [Article] = [],
        publishers: [Publisher] = [], maxResults: Int = 100
    ) {
        self.key = key
        self.headlines = headlines
        self.archive = archive
        self.publishers = publishers
        self.maxResults = maxResults
    }

    /// Answers requests below `/v2`; nil for others.
    public func reply(to request: Request) -> Reply? {
        guard request.path.hasPrefix("/v2/") else { return nil }
        guard request.header("User-Agent")?.isEmpty == false else { return Self.error(400, "userAgentMissing") }
        guard let given = request.header("X-Api-Key") ?? request.parameter("apiKey"), !given.isEmpty else {
            return Self.error(401, "apiKeyMissing", "Your API key is missing.")
        }
        guard given == key else { return Self.error(401, "apiKeyInvalid", "Your API key \(given) is invalid.") }
        switch request.path {
        case "/v2/top-headlines": return topHeadlines(request)
        case "/v2/everything": return everything(request)
        case "/v2/top-headlines/sources": return sources(request)
        default: return Self.error(404, "notFound")
        }
    }

    /// An error answer of the service.
    public static func error(_ status: Int, _ code: String, _ message: String = "As documented.") -> Reply {
        .json(#"{"status":"error","code":"\#(code)","message":"\#(message)"}"#, status: status)
    }

    /// The service's answer when the requests of the day are used up.
    public static let rateLimited = error(429, "rateLimited", "You have made too many requests recently.")

    private func topHeadlines(_ request: Request) -> Reply {
        let names = ["sources", "q", "language", "country", "category"]
        guard names.contains(where: { request.parameter($0) != nil }) else {
            return Self.error(400, "parametersMissing", "Required parameters are missing.")
        }
        if request.parameter("sources") != nil, request.parameter("country") ?? request.parameter("category") != nil {
            return Self.error(400, "parametersIncompatible", "You cannot mix these parameters.")
        }
        let category = request.parameter("category")
        let all =
            request.parameter("sources") != nil
            ? headlines.sorted { $0.key < $1.key }.flatMap(\.value) : headlines[category ?? "general"] ?? []
        return page(all.filter { matches($0, request) }, request)
    }

    private func everything(_ request: Request) -> Reply {
        guard request.parameter("category") == nil else { return Self.error(400, "parameterInvalid") }
        guard ["q", "sources", "domains"].contains(where: { request.parameter($0) != nil }) else {
            return Self.error(400, "parametersMissing", "The scope of your search is too broad.")
        }
        return page(archive.filter { matches($0, request) }, request)
    }

    private func sources(_ request: Request) -> Reply {
        let found = publishers.filter {
            [("category", $0.category), ("language", $0.language), ("country", $0.country)].allSatisfy {
                request.parameter($0.0).map { $0.isEmpty } ?? true || request.parameter($0.0) == $0.1
            }
        }
        return .json(#"{"status":"ok","sources":\#(encoded(found))}"#)
    }

    private func matches(_ article: Article, _ request: Request) -> Bool {
        if let ids = request.parameter("sources"),
            !ids.split(separator: ",").map(String.init).contains(article.sourceID ?? "")
        {
            return false
        }
        guard let query = request.parameter("q")?.lowercased() else { return true }
        return [article.title, article.description].contains { $0?.lowercased().contains(query) == true }
    }

    private func page(_ articles: [Article], _ request: Request) -> Reply {
        let number = Int(request.parameter("page") ?? "1") ?? 1
        let size = min(100, Int(request.parameter("pageSize") ?? "20") ?? 20)
        guard number >= 1 else { return Self.error(400, "pageCannotBeLessThanOne") }
        guard number * size <= maxResults else {
            return Self.error(426, "maximumResultsReached", "You have requested too many results.")
        }
        let shown = Array(articles.dropFirst((number - 1) * size).prefix(size))
        return .json(#"{"status":"ok","totalResults":\#(articles.count),"articles":\#(encoded(shown))}"#)
    }
}

/// Behaves like KudaGo's public API v1.4: fields, filters, pages and errors.
public struct KudaGoStandIn: Sendable {
    /// The events. Each is JSON with all fields.
    public var events: [String]
    /// The numbers of the events that the editors picked.
    public var picks: [Int]

    public init(events: [String] = [], picks: [Int] = []) {
        self.events = events
        self.picks = picks
    }

    public static let root = "/public-api/v1.4"

    /// Answers requests below `/public-api/v1.4`; nil for others.
    public func reply(to request: Request) -> Reply? {
        guard request.path.hasPrefix(Self.root + "/") else { return nil }
        guard request.path.hasSuffix("/") else { return .redirect(301, to: "\(request.path)/?\(request.query)") }
        switch request.path.dropFirst(Self.root.count) {
        case "/events/": return list(matching(request).map { shaped($0, request) }, request)
        case "/search/": return list(found(request), request)
        case "/events-of-the-day/": return list(picked(request), request)
        case "/event-categories/":
            return .json(#"[{"id":1,"slug":"concert","name":"Концерты"},{"id":99,"slug":"novelty","name":"Новинки"}]"#)
        case "/locations/": return .json(#"[{"slug":"msk","name":"Москва"},{"slug":"spb","name":"Санкт-Петербург"}]"#)
        default: return .json(#"{"detail":"Страница не найдена."}"#, status: 404)
        }
    }

    private typealias Object = [String: Any]

    private var all: [Object] {
        events.compactMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? Object }
    }

    private func matching(_ request: Request) -> [Object] {
        let words = (request.parameter("categories") ?? "").split(separator: ",").map(String.init)
        let wanted = words.filter { !$0.hasPrefix("-") }
        let unwanted = words.filter { $0.hasPrefix("-") }.map { String($0.dropFirst()) }
        let numbers = request.parameter("ids").map { $0.split(separator: ",").compactMap { Int($0) } }
        let since = request.parameter("actual_since").flatMap(Double.init)
        let until = request.parameter("actual_until").flatMap(Double.init)
        return all.filter { event in
            let categories = event["categories"] as? [String] ?? []
            let dates = event["dates"] as? [Object] ?? []
            return (numbers?.contains(event["id"] as? Int ?? -1) ?? true)
                && (wanted.isEmpty || wanted.contains { categories.contains($0) })
                && !unwanted.contains { categories.contains($0) }
                && (!["1", "true"].contains(request.parameter("is_free") ?? "") || event["is_free"] as? Bool == true)
                && (since == nil || dates.contains { ($0["end"] as? Double ?? .infinity) >= since! })
                && (until == nil || dates.contains { ($0["start"] as? Double ?? -.infinity) <= until! })
                && (request.parameter("location").map { $0 == slug(of: event) } ?? true)
        }
    }

    private func slug(of event: Object) -> String {
        (event["location"] as? Object)?["slug"] as? String ?? "msk"
    }

    /// The requested fields of an event. Without `fields`, a list has only the basic ones.
    private func shaped(_ event: Object, _ request: Request) -> Object {
        let fields = (request.parameter("fields") ?? "id,title,slug").split(separator: ",").map(String.init)
        var shaped = event.filter { fields.contains($0.key) }
        let expanded = (request.parameter("expand") ?? "").split(separator: ",").map(String.init)
        if !expanded.contains("place"), let place = shaped["place"] as? Object { shaped["place"] = ["id": place["id"]] }
        if !expanded.contains("dates"), let dates = shaped["dates"] as? [Object] {
            shaped["dates"] = dates.map { $0.filter { ["start", "end"].contains($0.key) } }
        }
        return shaped
    }

    private func found(_ request: Request) -> [Object] {
        let query = (request.parameter("q") ?? "").lowercased()
        return all.filter { ($0["title"] as? String ?? "").lowercased().contains(query) }.map {
            ["id": $0["id"]!, "title": $0["title"]!, "slug": $0["slug"] ?? "", "ctype": "event"]
        }
    }

    private func picked(_ request: Request) -> [Object] {
        picks.map {
            ["object": ["id": $0, "title": "a pick", "ctype": "event"], "date": request.parameter("date") ?? ""]
        }
    }

    private func list(_ results: [Object], _ request: Request) -> Reply {
        let number = Int(request.parameter("page") ?? "1") ?? 1
        let size = min(100, Int(request.parameter("page_size") ?? "20") ?? 20)
        let start = (number - 1) * size
        guard number >= 1, start < max(1, results.count) else {
            return .json(#"{"detail":"Неправильная страница"}"#, status: 404)
        }
        let isLast = start + size >= results.count
        let answer: Object = [
            "count": results.count, "previous": NSNull(),
            "next": isLast ? NSNull() : "http://kudago.example\(request.path)?page=\(number + 1)" as Any,
            "results": Array(results.dropFirst(start).prefix(size)),
        ]
        let body = try? JSONSerialization.data(withJSONObject: answer, options: [.sortedKeys])
        return .json(String(decoding: body ?? Data(), as: UTF8.self))
    }
}

/// A publisher's feed with validators. It answers 304 if both validators of the request are still valid.
public struct FeedStandIn: Sendable {
    public var body: [UInt8]
    public var type: String
    public var etag: String?
    public var lastModified: String?
    /// Headers that are sent with each answer, also with 304.
    public var headers: [(String, String)]

    public init(
        _ body: String, type: String = "application/rss+xml; charset=utf-8", etag: String? = nil,
        lastModified: String? = nil, headers: [(String, String)] = []
    ) {
        self.body = Array(body.utf8)
        self.type = type
        self.etag = etag
        self.lastModified = lastModified
        self.headers = headers
    }

    public func reply(to request: Request) -> Reply {
        let validators = [("ETag", etag), ("Last-Modified", lastModified)].compactMap { name, value in
            value.map { (name, $0) }
        }
        if let etag, request.header("If-None-Match") == etag { return .answer(304, validators + headers) }
        if etag == nil, let lastModified, request.header("If-Modified-Since") == lastModified {
            return .answer(304, validators + headers)
        }
        return .answer(200, [("Content-Type", type)] + validators + headers, body: body)
    }

    /// An RSS 2.0 feed of items with a title, a link and optionally a date (RFC 5322).
    public static func rss(
        _ title: String, _ items: [(title: String, link: String, date: String?)], channel: String = ""
    ) -> String {
        let entries = items.map { item in
            let date = item.date.map { "<pubDate>\($0)</pubDate>" } ?? ""
            return "<item><title>\(escaped(item.title))</title><link>\(escaped(item.link))</link>\(date)</item>"
        }
        return #"<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel>"#
            + "<title>\(escaped(title))</title>\(channel)\(entries.joined())</channel></rss>"
    }

    private static func escaped(_ text: String) -> String {
        text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
    }
}

private func encoded(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: (try? encoder.encode(value)) ?? Data(), as: UTF8.self)
}
