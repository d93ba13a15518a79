import Addresses
import Foundation
import Settings
import Texts
import Values

/// One query to newsapi.org v2: top headlines or a search of everything.
struct NewsAPISource: Sendable, Equatable {
    enum Endpoint: String, Sendable {
        case topHeadlines = "/top-headlines"
        case everything = "/everything"
    }

    var endpoint = Endpoint.topHeadlines
    var settings = NewsAPI()
    /// The key. It is sent in the `X-Api-Key` header and used nowhere else.
    var key: Secret
    /// business, entertainment, general, health, science, sports or technology. Top headlines only.
    var category: String?
    /// Two letters (ISO 3166-1), such as `us`. Top headlines only.
    var country: String?
    /// The query. Top headlines use its words, sources and language. Sources cannot be used together with category or
    /// country.
    var search = NewsAPISearch()

    /// The greatest number of articles to request, 20 a page.
    var limit: Int { search.maxResults ?? settings.maxResults }
    package var section: String { endpoint == .everything ? search.category : category ?? "general" }
    package var name: String {
        let publishers = endpoint == .everything ? list(search.sources + search.domains, separator: ", ") : nil
        let subject = category ?? search.query ?? publishers
        return search.name ?? ["newsapi.org", subject].compactMap(\.self).joined(separator: " ")
    }

    /// The id depends on the query, not on the limit or the plan.
    package var id: String {
        let query = parameters.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        return NewsAPI.kind.sourcePrefix + endpoint.rawValue.dropFirst()
            + (query.isEmpty ? "" : "?\(query)")
    }

    /// Identifies the key in the state, where requests are counted, without revealing it.
    ///
    /// It is a 64-bit FNV-1a hash, which is half as long as a key of newsapi.org.
    var account: String {
        let hash = StableHash.fnv1a(key.reveal().utf8)
        return "newsapi.org:" + String(hash, radix: 16)
    }

    static let pageSize = 20

    /// The parameters of the request, without the page.
    var parameters: [(name: String, value: String)] {
        let isSearch = endpoint == .everything
        let all: [(String, String?)] = [
            ("category", isSearch ? nil : category), ("country", isSearch ? nil : country),
            ("sources", list(search.sources)), ("q", search.query), ("language", search.language),
            ("searchIn", list(search.searchIn.map(\.rawValue))), ("domains", list(search.domains)),
            ("excludeDomains", list(search.excludeDomains)), ("sortBy", isSearch ? search.sortBy.rawValue : nil),
        ]
        return all.compactMap { name, value in value.map { (name, $0) } }
    }

    private func list(_ values: [String], separator: String = ",") -> String? {
        values.nonEmpty?.joined(separator: separator)
    }
}

extension NewsAPISource: ItemSource {
    package var host: String { WebAddress.host(of: settings.baseURL) }
    package var quota: RequestQuota? { RequestQuota(account: account, dailyRequests: settings.dailyRequests) }
    package var isOrderedByRelevance: Bool { endpoint == .everything && search.sortBy != .publishedAt }
    /// One search of all articles answers for all queries.
    package var searchID: String { NewsAPI.kind.sourcePrefix }

    package func fetch(with fetcher: Fetcher, record: SourceRecord) async -> Gathered {
        await fetcher.fetch(self, record: record)
    }

    package func check(with fetcher: Fetcher) async -> SourceCheck {
        var source = self
        source.search.maxResults = Self.pageSize
        var check = SourceCheck(await fetcher.fetch(source, record: SourceRecord()))
        check.findings.append("allows \(settings.dailyRequests) requests in 24 hours (daily_requests)")
        return check
    }

    package func search(_ search: Search, with fetcher: Fetcher) async -> Gathered {
        // The newest articles, whatever category this source is for.
        var everything = NewsAPISearch()
        (everything.query, everything.language) = (search.query.text, self.search.language)
        (everything.maxResults, everything.name) = (search.limit, "newsapi.org")
        return await fetcher.fetch(searching(for: everything), for: search)
    }

    /// newsapi.org's publishers.
    package func names(with fetcher: Fetcher) async throws(Failure) -> [NameGroup] {
        do throws(ServiceFault) {
            let entries = try await fetcher.publishers(self).compactMap { publisher in
                publisher.id.map { id in
                    let about = [publisher.category, publisher.language, publisher.country].compactMap(\.self)
                    return NameGroup.Row(id, "\(publisher.name ?? id) (\(about.joined(separator: ", ")))")
                }
            }
            return [NameGroup("newsapi.org's publishers (sources under [newsapi])", entries)]
        } catch {
            throw Failure(.gather, "newsapi.org", error.sentence(url: settings.baseURL, key: key))
        }
    }
}

extension NewsAPISource {
    /// A search of everything with the key and the plan of this source.
    fileprivate func searching(for search: NewsAPISearch) -> NewsAPISource {
        NewsAPISource(endpoint: .everything, settings: settings, key: key, search: search)
    }
}

extension NewsAPI: SourceMaker {
    package func sources(for request: SourceRequest) async -> SourceList {
        let configured = categories.map { Category($0) }
        let asked = (configured.isEmpty || request.isExplicit ? Category.news : configured).filter {
            request.wants([$0.name])
        }
        let searches = everything.filter { request.wants([$0.category]) }
        guard !asked.isEmpty || !sources.isEmpty || !searches.isEmpty else { return SourceList() }
        var base: NewsAPISource
        do {
            base = NewsAPISource(settings: self, key: try await request.secret(key))
        } catch {
            let reason = "no key: \(error); set it, or key_file under [newsapi]"
            return SourceList(failures: [Failure(.gather, "newsapi.org", reason)])
        }
        (base.search.sources, base.search.query, base.search.language) = (sources, query, language)
        let found = searches.map(base.searching)
        // newsapi.org refuses `sources` together with a category or a country.
        guard sources.isEmpty else { return SourceList(found + [base]) }
        let headlines = asked.map { category in
            var source = base
            (source.category, source.country) = (category.name, country)
            return source
        }
        return SourceList(found + headlines)
    }

    package func quota(_ environment: [String: String]) async -> RequestQuota? {
        guard let key = try? await key.resolve(environment: environment) else { return nil }
        return NewsAPISource(settings: self, key: key).quota
    }
}
