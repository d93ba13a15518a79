import Texts
import Values

/// newsapi.org.
package struct NewsAPI: SourceSettings {
    package var key = SecretReference.environment("NEWSAPI_KEY")
    package var country: String? = "us"
    /// The categories of top headlines to request; empty for the digest's own.
    package var categories: [String] = []
    /// newsapi.org's source ids. They cannot be used together with country or categories.
    package var sources: [String] = []
    package var query: String?
    package var language: String?
    package var dailyRequests = 100
    /// The greatest number of articles of one query.
    package var maxResults = 20
    /// Searches of everything, in addition to the headlines.
    package var everything: [NewsAPISearch] = []
    package var baseURL = standardURL

    package init() {}

    package static let standardURL = "https://newsapi.org/v2"

    package static let kind = SourceKind("newsapi", sourcePrefix: "newsapi:")
    package static let root = RootKey.newsapi
    package static let keys = [
        "[newsapi]": KeyPlace.keys(NewsAPIKey.self), "[[newsapi.everything]]": KeyPlace.keys(EverythingKey.self),
    ]
    package static var ifNamed: Self? { Self() }

    package static func example(_ wishes: SourceWishes) -> String {
        let mark = hasKey(wishes.environment) && !wishes.sections.isEmpty ? "" : "#"
        let categories = wishes.sections.nonEmpty ?? ["technology", "science"]
        return """
            # newsapi.org. The API key comes from the variable NEWSAPI_KEY or from one of the three keys below.
            # "env:NAME" names another variable. Without an API key, leave [newsapi] out.
            \(mark)[newsapi]
            #key = "env:NEWSAPI_KEY"
            #key_file = "~/.config/newsdigest/newsapi.key"
            #key_command = ["pass", "show", "newsapi"]
            #country = "us"
            \(mark)categories = \(categories.inTOML)
            #query = "swift OR rust"
            #language = "en"
            #daily_requests = 100               # the requests that your plan allows in 24 hours
            #max_results = 20                   # the most results of each query
            #base_url = \(standardURL.inTOML)
            # Instead of country and categories, you can write ids of publishers: sources = ["bbc-news", "the-verge"]
            # A search in all articles of newsapi.org. Write any number of these tables, each with a query, sources or domains:
            #[[newsapi.everything]]
            #query = '"solid state" AND battery'
            #search_in = ["title", "description"]   # and content
            #sources = ["the-verge"]
            #domains = ["arstechnica.com"]
            #exclude_domains = ["example.com"]
            #language = "en"
            #sort_by = "publishedAt"            # or relevancy, popularity
            #max_results = 20
            #category = "technology"
            #name = "Batteries"
            """
    }

    package static func builtIn(_ environment: [String: String], isAlone: Bool) -> Self? {
        hasKey(environment) ? Self() : nil
    }

    private static func hasKey(_ environment: [String: String]) -> Bool { environment["NEWSAPI_KEY"]?.isEmpty == false }

    package static func sectionGroup(in configuration: Configuration) -> SectionGroup? {
        ("newsapi.org and feeds", configuration.language, Category.news + [.other])
    }

    package init?(_ file: ConfigurationTable<RootKey>, own: Configuration.OwnCategories, home: String) throws {
        guard let table = try file.table(.newsapi, keys: NewsAPIKey.self) else { return nil }
        everything =
            try table.tables(.everything, keys: EverythingKey.self)?.map {
                try NewsAPISearch($0, own: own)
            } ?? []
        key = try table.secret(.key, file: .keyFile, command: .keyCommand, home: home) ?? key
        categories =
            try table.each(.categories) { text, node in
                if let category = Category(named: text), Category.news.contains(category) {
                    return category.name
                }
                let hint = suggestion(for: text, among: Category.news.map(\.name))
                throw table.error(.categories, "has \"\(text)\"; \(hint)", at: node)
            } ?? []
        sources = try table.strings(.sources) ?? sources
        dailyRequests = try table.integer(.dailyRequests, in: 1...1_000_000) ?? dailyRequests
        maxResults = try table.integer(.maxResults, in: 1...1000) ?? maxResults
        baseURL = try table.url(.baseURL) ?? baseURL
        query = try table.line(.query)
        language = try table.letters(.language, count: 2)
        country = try table.letters(.country, count: 2) ?? (sources.isEmpty ? country : nil)
        // The service answers 400 `parametersIncompatible`.
        guard sources.isEmpty || (table.node(.country) == nil && table.node(.categories) == nil) else {
            throw table.error(.sources, "cannot be combined with country or categories")
        }
        guard (query?.count ?? 0) <= 500 else { throw table.error(.query, "is longer than 500 characters") }
    }

    package var summary: String? { "newsapi.org" }
    package var secrets: [(name: String, reference: SecretReference)] { [("newsapi.key", key)] }
    package var sections: [String] { everything.map(\.category) }

    package func sectionOrder(in node: TOMLNode) -> [(order: Int, names: [String])] {
        let searches = node.entries[NewsAPIKey.everything.rawValue]?.elements ?? []
        return [(node.order, categories)] + zip(searches, everything).map { ($0.order, [$1.category]) }
    }

    package func sectionedSources(in configuration: Configuration) -> [NotShown.Source] {
        categories.map { NotShown.Source("newsapi.org \($0)", in: [$0]) }
            + everything.map {
                NotShown.Source($0.name ?? "newsapi.org \($0.query ?? $0.category)", in: [$0.category])
            }
    }
}

/// A search of newsapi.org's `/v2/everything`. It has a query, sources or domains.
package struct NewsAPISearch: Sendable, Equatable {
    /// At most 500 characters; "exact phrase", +must, -not, AND OR NOT.
    package var query: String?
    package var searchIn: [Field] = []
    package var sources: [String] = []
    package var domains: [String] = []
    package var excludeDomains: [String] = []
    package var language: String?
    package var sortBy = Order.publishedAt
    /// Nil for the value under `[newsapi]`.
    package var maxResults: Int?
    /// The section for its articles.
    package var category = "general"
    /// Nil for a name made from the query.
    package var name: String?

    package init() {}

    package enum Field: String, Sendable, CaseIterable { case title, description, content }
    package enum Order: String, Sendable, CaseIterable { case relevancy, popularity, publishedAt }

    init(_ table: ConfigurationTable<EverythingKey>, own: Configuration.OwnCategories) throws {
        self.init()
        query = try table.line(.query)
        name = try table.line(.name)
        language = try table.letters(.language, count: 2)
        searchIn = try table.choices(.searchIn) ?? searchIn
        sources = try table.strings(.sources) ?? sources
        domains = try table.strings(.domains) ?? domains
        excludeDomains = try table.strings(.excludeDomains) ?? excludeDomains
        sortBy = try table.choice(.sortBy) ?? sortBy
        maxResults = try table.integer(.maxResults, in: 1...1000)
        if let text = try table.line(.category) { category = try table.section(text, of: .category, own: own) }
        guard (query?.count ?? 0) <= 500 else { throw table.error(.query, "is longer than 500 characters") }
        // The service answers 400 `parametersMissing`.
        guard query != nil || !sources.isEmpty || !domains.isEmpty else {
            throw table.error(.query, "is missing, and so are 'sources' and 'domains'; write one of them")
        }
    }
}

enum NewsAPIKey: String, CaseIterable {
    case key, country, categories, sources, query, language, everything
    case keyFile = "key_file"
    case keyCommand = "key_command"
    case dailyRequests = "daily_requests"
    case maxResults = "max_results"
    case baseURL = "base_url"
}

enum EverythingKey: String, CaseIterable {
    case query, sources, domains, language, category, name
    case searchIn = "search_in"
    case excludeDomains = "exclude_domains"
    case sortBy = "sort_by"
    case maxResults = "max_results"
}
