import Addresses
import Values

extension NewsAPISource: ItemSource {
    package var host: String { WebAddress.host(of: baseURL) }
    package var quota: RequestQuota? { RequestQuota(account: account, dailyRequests: dailyRequests) }
    package var isOrderedByRelevance: Bool { ["relevancy", "popularity"].contains(sortBy) }
    /// One search of all articles answers for all queries.
    package var searchID: String { SourceKind.newsapi.sourcePrefix }

    package func ask(on visit: Visit, record: SourceRecord) async -> (Gathered, ClosedAccount?) {
        await visit.ask(self, record: record)
    }

    package func check(on visit: Visit) async -> SourceCheck {
        var source = self
        source.limit = Self.pageSize
        var check = SourceCheck(await visit.ask(source, record: SourceRecord()).0)
        check.findings.append("allows \(dailyRequests) requests in 24 hours (daily_requests)")
        return check
    }

    package func search(_ search: Search, on visit: Visit) async -> Gathered {
        await visit.ask(
            NewsAPISource(everythingAbout: search.query, from: self, limit: search.limit), for: search)
    }

    /// newsapi.org's publishers.
    package func names(on visit: Visit) async throws(Failure) -> [NameGroup] {
        do throws(NewsAPIFault) {
            let entries = try await visit.publishers(self).compactMap { publisher in
                publisher.id.map { id in
                    let about = [publisher.category, publisher.language, publisher.country].compactMap(\.self)
                    return NameGroup.Row(id, "\(publisher.name ?? id) (\(about.joined(separator: ", ")))")
                }
            }
            return [NameGroup("newsapi.org's publishers (sources under [newsapi])", entries)]
        } catch {
            throw Failure(.gather, "newsapi.org", error.sentence(url: baseURL, key: key))
        }
    }
}

extension NewsAPISource {
    /// A search for the newest articles. It uses the key of `source`, whatever category that source is for.
    fileprivate init(everythingAbout query: SearchQuery, from source: NewsAPISource, limit: Int) {
        self.init(
            .everything, baseURL: source.baseURL, key: source.key, query: query.text, language: source.language,
            sortBy: "publishedAt", limit: limit, dailyRequests: source.dailyRequests, section: "general",
            name: "newsapi.org")
    }
}
