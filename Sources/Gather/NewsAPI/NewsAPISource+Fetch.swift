import Addresses
import Cleaning
import FeedParser
import Foundation
import HTTP
import InFlight
import Settings
import Texts
import Values

extension Fetcher {
    /// Fetches all pages of a query, up to its limit.
    func fetch(_ source: NewsAPISource, record: SourceRecord) async -> Gathered {
        var gathered = Gathered(source, record: record)
        let pages = await pages(of: source)
        var profile = SourceProfile(record.profile, now: now)
        let items = InFlight.during(.reading, ofSource: source.id) {
            source.items(from: pages.articles, &profile)
        }
        gathered.record.profile = profile.lines
        gathered.items = items
        switch pages.end {
        case .complete:
            gathered.record.succeeded(at: now)
        case .spent(let until):
            let why =
                "the \(source.settings.dailyRequests) daily requests to newsapi.org are used up; \(record.age(at: now))"
            if items.isEmpty {
                gathered.status = .waiting(until: until, why: why)
            } else {
                gathered.record.succeeded(at: now)
            }
            gathered.notices.append(why)
            gathered.closedAccount = ClosedAccount(status: .waiting(until: until, why: why))
        case .fault(let fault):
            let subject = fault.concernsAccount ? "newsapi.org" : source.name
            let reason = fault.sentence(url: source.address, key: source.key)
            let pause = fault.pauseOfAccount(from: now)
            let failure = Failure(.gather, subject, pause == nil ? reason : "\(reason); \(record.age(at: now))")
            gathered.fail(
                fault, failure, remembered: Failure(.gather, subject, reason).reason, pause: pause,
                isEmpty: items.isEmpty, now: now)
            if fault.isOutOfTime {
                // A request that is not sent must not be counted either.
                gathered.closedAccount = ClosedAccount(status: .unasked)
            } else if fault.concernsAccount {
                gathered.closedAccount = ClosedAccount(
                    status: .failed(failure), cause: fault.cause, pause: pause, unreachableHost: fault.unreachableHost)
            }
        }
        return gathered
    }

    struct Pages {
        enum End {
            case complete
            case spent(until: Date)
            case fault(ServiceFault)
        }
        var articles: [NewsAPIResponse.Article] = []
        var end = End.complete
    }

    /// Fetches pages until the limit, the last page, the end of the plan's results or requests, or the first fault.
    func pages(of source: NewsAPISource) async -> Pages {
        var pages = Pages()
        for page in 1...max(1, (source.limit + NewsAPISource.pageSize - 1) / NewsAPISource.pageSize) {
            do throws(ServiceFault) {
                if case .spent(let until) = try await allowance(for: source) {
                    pages.end = .spent(until: until)
                    break
                }
                let answer = try await answer(
                    source, path: source.endpoint.rawValue,
                    query: source.parameters + [
                        ("pageSize", "\(NewsAPISource.pageSize)"), ("page", "\(page)"),
                    ])
                guard let articles = answer.articles else {
                    throw ServiceFault.unreadable("answered without a list of articles")
                }
                pages.articles += articles
                let isLast = articles.count < NewsAPISource.pageSize
                if isLast || page * NewsAPISource.pageSize >= answer.totalResults ?? .max { break }
            } catch  where error.isEndOfResults {
                break
            } catch {
                pages.end = .fault(error)
                break
            }
        }
        return pages
    }

    /// Fetches the list of newsapi.org's publishers, with their categories, countries and languages.
    func publishers(_ source: NewsAPISource) async throws(ServiceFault) -> [NewsAPIResponse.Outlet] {
        if case .spent(let until) = try await allowance(for: source) {
            throw .unreadable(
                "was not requested: its daily requests are used up; the next one is possible at "
                    + until.formatted(.iso8601))
        }
        let answer = try await answer(source, path: "/top-headlines/sources", query: [])
        guard let sources = answer.sources else { throw .unreadable("answered without a list of sources") }
        return sources
    }

    private func allowance(for source: NewsAPISource) async throws(ServiceFault) -> Allowance {
        do {
            return try await reserve(source.account, source.settings.dailyRequests)
        } catch {
            throw .uncounted("\(error)")
        }
    }

    private func answer(
        _ source: NewsAPISource, path: String, query: [(name: String, value: String)]
    ) async throws(ServiceFault) -> NewsAPIResponse {
        let url = WebAddress.with(source.settings.baseURL, path: path, query: query)
        let request = HTTPRequest(
            url: url, configuredURL: source.settings.baseURL,
            headers: [HTTPHeader("X-Api-Key", source.key.reveal()), HTTPHeader("Accept", "application/json")],
            secretHeaders: ["X-Api-Key"], secrets: [source.key.reveal()])
        let response = try await answer(to: request)
        let answer = response.json(NewsAPIResponse.self, ofSource: source.id)
        if response.isSuccess, let answer, answer.status != "error" { return answer }
        if let answer, let code = answer.code {
            throw .refused(status: response.status, code: code, message: answer.message, response.retryAfter)
        }
        guard response.isSuccess else { throw .refused(status: response.status, response.retryAfter) }
        throw .unreadable(response.notItsJSON)
    }
}

extension NewsAPISource {
    /// The address for messages, without the query.
    var address: String { WebAddress.with(settings.baseURL, path: endpoint.rawValue, query: []) }

    /// A text or an address that readers see without the key, which the service may repeat.
    fileprivate func withoutKey(_ text: String) -> String {
        var index = SecretIndex()
        index.insert(key.reveal())
        return index.hide(inVisible: text, with: "…")
    }

    /// The items without removed articles. Each address is taken once, because pages can shift between two requests.
    func items(from articles: [NewsAPIResponse.Article], _ profile: inout SourceProfile) -> [Item] {
        let present = articles.filter { !$0.isRemoved }
        let suffix = PublisherSuffix(titles: present.compactMap(\.title), &profile)
        var seen = Set<String>()
        var items: [Item] = []
        for article in present where items.count < limit {
            guard let item = Item(article, from: self, suffix: suffix, position: items.count) else { continue }
            if seen.insert(item.url).inserted { items.append(item) }
        }
        return items.withoutBoilerplate(&profile)
    }
}

extension Item {
    /// Nil for an article without a title or an address.
    init?(_ article: NewsAPIResponse.Article, from source: NewsAPISource, suffix: PublisherSuffix, position: Int) {
        let shown = source.withoutKey
        guard let url = WebAddress.absolute(article.url).map(shown) else { return nil }
        let title = HTMLText.line(article.title ?? "").bounded(Bounds.title)
        let isAggregated = article.source?.id == "google-news"
        let name = article.source?.name.map(shown)
        let (headline, publisher) = suffix.cut(
            shown(title).without(publisher: name ?? ""), isAggregated: isAggregated, url: url)
        guard !headline.isEmpty else { return nil }
        self.init(
            sourceID: source.id,
            source: (isAggregated ? publisher : nil) ?? name ?? WebAddress.host(of: url),
            url: url, title: headline, summary: shown(article.summary(under: headline)),
            author: article.byline.map(shown), image: WebAddress.absolute(article.urlToImage).map(shown),
            published: article.published, category: source.section, language: source.search.language,
            position: position,
            wording: Wording(title: title, text: article.description ?? article.content ?? ""))
        removals = Removal("publisher after a title", from: shown(title), to: headline).map { [$0] }
    }
}

extension NewsAPIResponse.Article {
    /// The description, or the beginning of the content. Empty when it only repeats the headline.
    fileprivate func summary(under headline: String) -> String {
        let description = HTMLText.plain(description ?? "").bounded(Bounds.excerpt)
        if !description.isEmpty { return description == headline ? "" : description }
        let content = HTMLText.plain(content ?? "").bounded(Bounds.excerpt)
        let text = content.replacing(/\s*\[\+\d+ chars\]\s*$/, with: "")
        return text.isReadable ? text : ""
    }

    /// The authors, without those that are addresses.
    fileprivate var byline: String? {
        let names = (author ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
        return names.filter { !$0.isEmpty && !$0.contains("://") }.joined(separator: ", ").nonEmpty
    }
}

extension String {
    /// Whether the text can be read. The service removes letters that it cannot store from `content`, so only the
    /// punctuation of a Russian text is left.
    fileprivate var isReadable: Bool {
        let visible = unicodeScalars.filter { !$0.properties.isWhitespace }
        let letters = visible.count { $0.properties.isAlphabetic || ("0"..."9").contains($0) }
        return !visible.isEmpty && letters * 10 >= visible.count * 7
    }
}
