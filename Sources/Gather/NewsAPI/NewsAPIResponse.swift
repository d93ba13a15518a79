import Addresses
import FeedParser
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

    /// The time of publication. Nil if there is none, or only a day.
    var published: Date? {
        guard let reading = publishedAt.flatMap(FeedDate.reading), !reading.hasNoHour else { return nil }
        return Bounds.published(reading.date)
    }
}
