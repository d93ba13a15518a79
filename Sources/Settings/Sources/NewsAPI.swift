import Texts
import Values

/// newsapi.org.
package struct NewsAPI: SourceSettings, KeyedSettings {
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
    package static let root = "newsapi"
    package static var ifNamed: Self? { Self() }

    package static func example(_ wishes: SourceWishes) -> String {
        let mark = hasKey(wishes.environment) && !wishes.sections.isEmpty ? "" : "#"
        let categories = wishes.sections.nonEmpty ?? ["technology", "science"]
        return """
            # newsapi.org. The API key comes from the variable NEWSAPI_KEY or from one of the three keys below.
            # "env:NAME" names another variable. Without an API key, leave [newsapi] out.
            \(mark)[newsapi]
            \(lines(mark: "#", with: ["categories": (mark, categories.inTOML)]))
            # Instead of country and categories, you can write ids of publishers: sources = ["bbc-news", "the-verge"]
            # A search in all articles of newsapi.org. Write any number of these tables, each with a query, sources or domains:
            #[[newsapi.everything]]
            \(NewsAPISearch.lines(mark: "#"))
            """
    }

    package static func builtIn(_ environment: [String: String], isAlone: Bool) -> Self? {
        hasKey(environment) ? Self() : nil
    }

    private static func hasKey(_ environment: [String: String]) -> Bool { environment["NEWSAPI_KEY"]?.isEmpty == false }

    package static func sectionGroup(in configuration: Configuration) -> SectionGroup? {
        ("newsapi.org and feeds", configuration.language, Category.news + [.other])
    }

    package static let initial = Self()
    package static let keys: [Key<Self>] = [
        Key("key", \.key, .secret)
            .example(#""env:NEWSAPI_KEY""#, #""~/.config/newsdigest/newsapi.key""#, #"["pass", "show", "newsapi"]"#),
        Key("country", \.country, .letters(2)),
        Key("categories", \.categories, .list(.newsCategory)),
        Key("sources", \.sources, .strings),
        Key("query", \.query, .line.checked(NewsAPISearch.fault)).example(#""swift OR rust""#),
        Key("language", \.language, .letters(2)).example(#""en""#),
        Key("daily_requests", \.dailyRequests, .integer(1...1_000_000))
            .note("the requests that your plan allows in 24 hours"),
        Key("max_results", \.maxResults, .integer(1...1000)).note("the most results of each query"),
        Key("base_url", \.baseURL, .url()),
        Key("everything", \.everything, .tables()),
    ]

    package mutating func finish(_ table: ConfigurationTable) throws {
        guard !sources.isEmpty else { return }
        // The service answers 400 `parametersIncompatible`.
        guard table.node("country") == nil, table.node("categories") == nil else {
            throw table.error("sources", "cannot be combined with country or categories")
        }
        country = nil
    }

    package var summary: String? { "newsapi.org" }
    package var sections: [String] { everything.map(\.category) }
    package var otherSections: [String] { categories.isEmpty ? Category.news.map(\.name) : [] }

    package func sectionOrder(in node: TOMLNode) -> [(order: Int, names: [String])] {
        let searches = node.entries["everything"]?.elements ?? []
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
package struct NewsAPISearch: KeyedSettings, Equatable {
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

    package static let initial = Self()
    package static let keys: [Key<Self>] = [
        Key("query", \.query, .line.checked(fault)).example(#"'"solid state" AND battery'"#),
        Key("search_in", \.searchIn, .list(.choice)).example(#"["title", "description"]   # and content"#),
        Key("sources", \.sources, .strings).example(#"["the-verge"]"#),
        Key("domains", \.domains, .strings).example(#"["arstechnica.com"]"#),
        Key("exclude_domains", \.excludeDomains, .strings).example(#"["example.com"]"#),
        Key("language", \.language, .letters(2)).example(#""en""#),
        Key("sort_by", \.sortBy, .choice).note("or relevancy, popularity"),
        Key("max_results", \.maxResults, .integer(1...1000)).example("20"),
        Key("category", \.category, .section).example(#""technology""#),
        Key("name", \.name, .line).example(#""Batteries""#),
    ]

    /// What is wrong with a query.
    @Sendable fileprivate static func fault(_ query: String) -> String? {
        query.count > 500 ? "is longer than 500 characters" : nil
    }

    package func finish(_ table: ConfigurationTable) throws {
        // The service answers 400 `parametersMissing`.
        guard query != nil || !sources.isEmpty || !domains.isEmpty else {
            throw table.error("query", "is missing, and so are 'sources' and 'domains'; write one of them")
        }
    }
}

extension KeyType<String> {
    fileprivate static var newsCategory: Self {
        string.map { text, entry in
            if let category = Category(named: text), Category.news.contains(category) { return category.name }
            throw entry.error("has \"\(text)\"; \(suggestion(for: text, among: Category.news.map(\.name)))")
        }
    }
}
