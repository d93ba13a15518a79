import Addresses
import FeedParser
import Foundation
import HTTP
import Settings
import Texts
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

/// What newsapi.org means by its errors.
extension ServiceFault {
    /// Whether the plan allows no further results. This is the end of the pages.
    var isEndOfResults: Bool {
        if case .refused(_, "maximumResultsReached", _, _) = self { true } else { false }
    }

    /// Whether all other requests with this key will fail too.
    var concernsAccount: Bool {
        switch self {
        case .refused(let status, let code, _, _):
            status == 401 || status == 429 || code?.hasPrefix("apiKey") == true || code == "rateLimited"
        case .transport(let error):
            if case .hostStopped = error.reason { true } else { error.unreachableHost != nil }
        case .unreadable, .uncounted: false
        }
    }

    /// The pause that the answer asks for, whatever its status is.
    func pauseOfAccount(from now: Date) -> Pause? {
        switch self {
        case .refused(_, "rateLimited", _, let after), .refused(_, "apiKeyExhausted", _, let after):
            Pause(after, from: now)
        default: pause(from: now)
        }
    }

    /// What happened, and then what the user can do.
    func sentence(url: String, key: Secret) -> String {
        switch self {
        case .refused(let status, let code?, let message, _):
            "\(url) answered \(status) \(Self.oneLine(code, hiding: key)): "
                + Self.step(status, code, Self.oneLine(message ?? "", hiding: key))
        case .refused(let status, nil, _, _): "\(url) answered \(status)"
        case .unreadable(let why): "\(url) \(why)"
        case .transport(let error): "\(error)"
        case .uncounted(let why): "\(url) was not requested, because the request could not be counted: \(why)"
        }
    }

    private static func step(_ status: Int, _ code: String, _ message: String) -> String {
        switch (status, code) {
        case (_, "apiKeyMissing"): "it got no key; set NEWSAPI_KEY, or key_file under [newsapi]"
        case (_, "apiKeyInvalid"):
            "it does not know the key; check NEWSAPI_KEY or key_file against https://newsapi.org/account"
        case (_, "apiKeyDisabled"): "the key was disabled; see https://newsapi.org/account"
        case (_, "apiKeyExhausted"):
            "the key has no requests left; wait, or ask for fewer categories and pages under [newsapi]"
        case (_, "rateLimited"):
            "too many requests (\(message)); set daily_requests under [newsapi] to what the plan allows"
        case (_, "parametersMissing"):
            "the query is too broad; set categories, country, sources or query under [newsapi]"
        case (_, "parametersIncompatible"):
            "sources cannot be combined with country or categories; remove one of them under [newsapi]"
        case (426, "parameterInvalid"): "the plan includes no articles that old; ask for a shorter time (\(message))"
        case (_, "parameterInvalid"): "it does not accept a setting under [newsapi] (\(message))"
        case (_, "pageCannotBeLessThanOne"): "pages count from 1 (\(message))"
        case (_, "sourcesTooMany"): "a query takes at most 20 sources; name fewer under [newsapi]"
        case (_, "sourceDoesNotExist"):
            "there is no such source; 'newsdigest categories --online' lists them (\(message))"
        case (_, "maximumResultsReached"): "the plan gives no more results for this query"
        case (_, "userAgentMissing"): "the request's User-Agent was lost on its way; a proxy may remove it"
        case (_, "corsNotAllowed"): "the plan takes no requests from browsers; a proxy may add an Origin header"
        case (_, "unexpectedError"): "the service has a fault; a later run tries again"
        default: message.isEmpty ? "see https://newsapi.org/docs/errors" : message
        }
    }

    /// A text of the server, limited in length, and without the key if the server repeats it.
    private static func oneLine(_ text: String, hiding key: Secret) -> String {
        let redactor = Redactor()
        redactor.learn(key.reveal())
        return redactor.hide(in: text.cleanSentence).clipped(to: 240)
    }
}
