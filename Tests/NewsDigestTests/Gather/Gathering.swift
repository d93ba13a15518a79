import Foundation
import HTTP
import Settings
import TestServer

@testable import Gather
@testable import Values

/// Saturday, 21 November 2026, 12:00 in Moscow.
let noon = Date(timeIntervalSince1970: 1_795_251_600)

/// Asks sources as a run does, without the pauses a real server would be given. The answers are in the order of the
/// sources.
func gathered(
    _ sources: [any ItemSource], records: [String: SourceRecord] = [:], now: Date = noon, idle: Duration = .seconds(15),
    reserve: @escaping Reserve = { _, _ in .granted }
) async throws -> [Gathered] {
    let client = try HTTPClient.test(
        maxParallel: 8,
        limits: HTTPLimits(connectTimeout: .seconds(15), totalTimeout: .seconds(30), idleTimeout: idle))
    var byID: [String: Gathered] = [:]
    let fetcher = Fetcher(client: client, now: now, reserve: reserve)
    for await queue in fetcher.gather(sources, records: records) {
        for gathered in queue { byID[gathered.sourceID] = gathered }
    }
    return sources.distinct.compactMap { byID[$0.id] }
}

/// The next run's records, as the state would hand them back.
func records(_ gathered: [Gathered]) -> [String: SourceRecord] {
    Dictionary(gathered.map { ($0.sourceID, $0.record) }) { first, _ in first }
}

extension Request {
    /// The path with its query, for comparison.
    var target: String { query.isEmpty ? path : "\(path)?\(query)" }
}

extension KudaGoSource {
    init(
        selection: EventList = .events, baseURL: String = KudaGo.standardURL, location: String = "msk",
        categories: [String] = [], days: Int = 7, freeOnly: Bool = false, maxPrice: Int? = nil, age: Int? = nil,
        limit: Int = 40
    ) {
        self.init(selection: selection)
        (self.baseURL, self.location, self.categories, self.freeOnly) = (baseURL, location, categories, freeOnly)
        (self.maxPrice, self.age, self.days, self.limit) = (maxPrice, age, days, limit)
    }
}

extension NewsAPISource {
    init(
        endpoint: Endpoint = .topHeadlines, baseURL: String = NewsAPI.standardURL, key: Secret,
        category: String? = nil, country: String? = nil, sources: [String] = [], query: String? = nil,
        language: String? = nil, searchIn: [NewsAPISearch.Field] = [], domains: [String] = [],
        excludeDomains: [String] = [], sortBy: NewsAPISearch.Order = .publishedAt, limit: Int = 20
    ) {
        self.init(endpoint: endpoint, key: key, category: category, country: country)
        settings.baseURL = baseURL
        (search.sources, search.query, search.language, search.searchIn) = (sources, query, language, searchIn)
        (search.domains, search.excludeDomains, search.sortBy) = (domains, excludeDomains, sortBy)
        search.maxResults = limit
    }
}
