import FeedParser

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
