import Foundation
import Settings
import Texts
import Values

/// One query to newsapi.org v2: top headlines or a search of everything.
package struct NewsAPISource: Sendable, Equatable {
    package enum Endpoint: String, Sendable {
        case topHeadlines = "/top-headlines"
        case everything = "/everything"
    }

    var endpoint: Endpoint
    var baseURL: String
    /// The key. It is sent in the `X-Api-Key` header and used nowhere else.
    var key: Secret
    /// business, entertainment, general, health, science, sports or technology. Top headlines only.
    var category: String?
    /// Two letters (ISO 3166-1), such as `us`. Top headlines only.
    var country: String?
    /// newsapi.org's names of publishers. They cannot be used together with category or country.
    var sources: [String]
    /// At most 500 characters; "exact phrase", +must, -not, AND OR NOT.
    var query: String?
    /// Two letters (ISO 639-1).
    var language: String?
    /// title, description, content. This and the next three parameters are for `everything` only.
    var searchIn: [String]
    var domains: [String]
    var excludeDomains: [String]
    /// relevancy, popularity or publishedAt.
    var sortBy: String?
    /// The greatest number of articles to request, 20 a page.
    var limit: Int
    /// The number of requests that the plan allows in 24 hours.
    var dailyRequests: Int
    /// The section for its items.
    package var section: String
    package var name: String

    package init(
        _ endpoint: Endpoint = .topHeadlines, baseURL: String = Configuration.NewsAPI.standardURL, key: Secret,
        category: String? = nil, country: String? = nil, sources: [String] = [], query: String? = nil,
        language: String? = nil, searchIn: [String] = [], domains: [String] = [], excludeDomains: [String] = [],
        sortBy: String? = nil, limit: Int = usual.maxResults, dailyRequests: Int = usual.dailyRequests,
        section: String? = nil, name: String? = nil
    ) {
        self.endpoint = endpoint
        self.baseURL = baseURL
        self.key = key
        self.category = category
        self.country = country
        self.sources = sources
        self.query = query
        self.language = language
        self.searchIn = searchIn
        self.domains = domains
        self.excludeDomains = excludeDomains
        self.sortBy = sortBy
        self.limit = limit
        self.dailyRequests = dailyRequests
        self.section = section ?? category ?? "general"
        self.name = name ?? ["newsapi.org", category ?? query].compactMap(\.self).joined(separator: " ")
    }

    /// The id depends on the query, not on the limit or the plan.
    package var id: String {
        let query = parameters.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        return SourceKind.newsapi.sourcePrefix + endpoint.rawValue.dropFirst() + (query.isEmpty ? "" : "?\(query)")
    }

    /// Identifies the key in the state, where requests are counted, without revealing it.
    ///
    /// It is a 64-bit FNV-1a hash, which is half as long as a key of newsapi.org.
    package var account: String {
        let hash = StableHash.fnv1a(key.reveal().utf8)
        return "newsapi.org:" + String(hash, radix: 16)
    }

    static let pageSize = 20

    private static let usual = Configuration.NewsAPI()

    /// The parameters of the request, without the page.
    var parameters: [(name: String, value: String)] {
        let all: [(String, String?)] = [
            ("category", endpoint == .topHeadlines ? category : nil),
            ("country", endpoint == .topHeadlines ? country : nil),
            ("sources", list(sources)), ("q", query), ("language", language), ("searchIn", list(searchIn)),
            ("domains", list(domains)), ("excludeDomains", list(excludeDomains)),
            ("sortBy", sortBy),
        ]
        return all.compactMap { name, value in value.map { (name, $0) } }
    }

    private func list(_ values: [String]) -> String? { values.nonEmpty?.joined(separator: ",") }
}
