import Addresses
import Foundation
import Values

/// The body of an answer of newsapi.org v2: articles, sources or an error.
struct NewsAPIResponse: Decodable {
    var status: String?
    var totalResults: Int?
    var articles: [Article]?
    var sources: [Outlet]?
    var code: String?
    var message: String?

    struct Article: Decodable {
        var source: Outlet?
        var author: String?
        var title: String?
        var description: String?
        var url: String?
        var urlToImage: String?
        var publishedAt: String?
        var content: String?
    }

    /// What newsapi.org calls a source.
    struct Outlet: Decodable {
        var id: String?
        var name: String?
        var category: String?
        var language: String?
        var country: String?
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        status = container.lenient(.status)
        totalResults = container.lenient(.totalResults, as: Scalar.self)?.number.map { Int(Int64(clamping: $0)) }
        articles = container.lenient(.articles, as: Lossy<Article>.self)?.elements
        sources = container.lenient(.sources, as: Lossy<Outlet>.self)?.elements
        code = container.lenient(.code)
        message = container.lenient(.message)
    }

    private enum Key: CodingKey { case status, totalResults, articles, sources, code, message }
}

extension NewsAPIResponse.Article {
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        source = container.lenient(.source)
        author = container.lenient(.author, as: String.self)?.bounded(Bounds.excerpt)
        title = container.lenient(.title, as: String.self)?.bounded(Bounds.title)
        description = container.lenient(.description)
        url = container.lenient(.url)
        urlToImage = container.lenient(.urlToImage)
        publishedAt = container.lenient(.publishedAt)
        content = container.lenient(.content)
    }

    private enum Key: CodingKey { case source, author, title, description, url, urlToImage, publishedAt, content }

    /// Whether the service removed the article but still lists it.
    var isRemoved: Bool {
        title == "[Removed]" || url.map { WebAddress.host(of: $0) } == "removed.com"
    }

    /// An ISO 8601 date with any number of fraction digits, and with `Z`, an offset or no zone (then UTC). Nil if there
    /// is no date.
    var published: Date? {
        guard let text = publishedAt?.trimmingCharacters(in: .whitespaces), text.utf8.count <= 64, text.count >= 19
        else { return nil }
        let day = String(text.prefix(19)).replacingOccurrences(of: " ", with: "T")
        let rest = text.dropFirst(19)
        let fraction = rest.hasPrefix(".") ? rest.dropFirst().prefix { $0.isNumber } : ""
        let zone = rest.dropFirst(fraction.isEmpty ? 0 : fraction.count + 1)
        let text19 = day + (zone.isEmpty ? "Z" : String(zone))
        return Bounds.published(try? Date(text19, strategy: .iso8601))
    }
}
