import Addresses
import ArticleText
import Foundation
import HTTP
import InFlight
import Texts
import Values

/// Asks the web pages of items for their articles.
struct PageVisit: Sendable {
    let client: HTTPClient
    let now: Date

    /// The page of a story.
    struct Subject: Sendable {
        /// The id of the story's item.
        var id: String
        var item: Item
        var url: WebAddress
        /// The address as it is asked.
        var address: String
        /// The configured address of the item's feed, if it is on the same host, or the address that the user saved. So
        /// a feed of the user's own network may name pages of its own host there, and no other feed may.
        var configured: String?

        /// Scheme, host and port, for which a `robots.txt` counts.
        var origin: String { "\(url.scheme)://\(url.authority)" }
        var path: String { Self.path(of: address) }

        /// The path of an address with the query, as the rules for robots name it.
        static func path(of address: String) -> String {
            let rest = address.firstRange(of: "://").map { address[$0.upperBound...] } ?? address[...]
            let path = rest.drop { $0 != "/" && $0 != "?" }.prefix { $0 != "#" }
            return path.hasPrefix("/") ? String(path) : "/" + path
        }

        /// Nil if the address is not one of the web.
        init?(id: String, item: Item, address: String, feed: String?) {
            guard item.kind == .article, let url = WebAddress(address) else { return nil }
            (self.id, self.item, self.url, self.address) = (id, item, url, address)
            configured = item.isSavedPage ? address : feed.flatMap { WebAddress($0)?.host == url.host ? $0 : nil }
        }
    }

    /// The rules for robots of the subject's host. A host without rules allows everything, and one that cannot say
    /// allows nothing for now (RFC 9309, section 2.3.1).
    func robots(of subject: Subject) async -> RobotsRules {
        let request = request(subject.origin + "/robots.txt", subject)
        do {
            let answer = try await client.send(request)
            if answer.isSuccess { return RobotsRules(file: answer.body) }
            return (400..<500).contains(answer.status) && answer.status != 429 ? .none : .closed
        } catch {
            return .closed
        }
    }

    /// Asks the page, if the rules of its host allow it. What has no article of this item is refused with the reason.
    func ask(_ subject: Subject, by rules: RobotsRules) async -> AskedPage.Result {
        guard rules.allow(subject.path) else {
            return .refused("the host's robots.txt does not allow the page", until: now + Self.week)
        }
        return await ask(subject, at: subject.address, mayLeadTo: { rules.allow(Subject.path(of: $0)) })
    }

    /// - Parameter mayLeadTo: whether a page without the article may lead to another one of its host.
    private func ask(
        _ subject: Subject, at address: String, mayLeadTo: (String) -> Bool
    ) async -> AskedPage.Result {
        let answer: HTTPResponse
        do {
            answer = try await client.send(request(address, subject))
        } catch {
            return .refused("the page was not read: \(error)".cleanSentence, until: now + Self.soon)
        }
        guard answer.isSuccess else {
            return .refused("the page answered \(answer.status)", until: now + wait(after: answer))
        }
        let type = answer.headers["Content-Type"] ?? "text/html"
        guard Self.types.contains(where: type.lowercased().hasPrefix) else {
            return .refused("the address is no web page but \(type.prefix(60))".cleanSentence, until: nil)
        }
        let article = InFlight.during(.selecting, of: Quarantine.subject(ofItem: subject.id)) {
            Article(page: answer.body, url: answer.url, charset: answer.charset)
        }
        let objection = article.map { ArticleMatch.objection(to: $0, of: subject.item) } ?? "the page has no article"
        guard let article, objection == nil else {
            let next = Article.next(page: answer.body, url: answer.url, charset: answer.charset)
            if let next, WebAddress(next)?.host == subject.url.host, mayLeadTo(next) {
                return await ask(subject, at: next, mayLeadTo: { _ in false })
            }
            return .refused(objection ?? "the page has no article", until: nil)
        }
        return .article(
            PageArticle(
                url: SafeURL(answer.url)?.text ?? subject.address, title: article.title, byline: article.byline,
                language: article.language, html: article.html, text: article.text))
    }

    private func request(_ url: String, _ subject: Subject) -> HTTPRequest {
        HTTPRequest(url: url, configuredURL: subject.configured)
    }

    /// For how many seconds a page is not asked again that refused.
    private func wait(after answer: HTTPResponse) -> TimeInterval {
        switch (answer.status, answer.retryAfter) {
        case (401, _), (402, _), (403, _), (404, _), (410, _), (451, _): Self.week
        case (_, .seconds(let seconds)?): min(max(TimeInterval(seconds), Self.soon), Self.week)
        case (_, .date(let date)?): min(max(date.timeIntervalSince(now), Self.soon), Self.week)
        default: Self.soon
        }
    }

    private static let soon: TimeInterval = 3600
    static let week: TimeInterval = 7 * 86_400
    private static let types = ["text/html", "application/xhtml+xml", "text/plain"]
}
