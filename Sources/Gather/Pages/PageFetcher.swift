import Addresses
import ArticleText
import FeedParser
import Foundation
import HTTP
import InFlight
import Texts
import Values

/// Asks the web pages of items for their articles.
package struct PageFetcher: Sendable {
    let client: HTTPClient
    let now: Date

    package init(client: HTTPClient, now: Date) { (self.client, self.now) = (client, now) }

    /// The page of a story.
    package struct Subject: Sendable {
        /// The id of the story's item.
        package var id: String
        package var item: Item
        package var url: WebAddress
        /// The address as it is asked.
        var address: String
        /// The configured address of the item's feed, if it is on the same host, or the address that the user saved. So
        /// a feed of the user's own network may name pages of its own host there, and no other feed may.
        var configured: String?

        /// Nil if the address is not one of the web, or is that of the feed's page with the place of the item on it.
        package init?(id: String, item: Item, address: String, feed: String?) {
            guard item.kind == .article, let url = WebAddress(address), url.fragment?.hasPrefix("!") != true else {
                return nil
            }
            (self.id, self.item, self.url, self.address) = (id, item, url, address)
            configured = item.isSavedPage ? address : feed.flatMap { WebAddress($0)?.host == url.host ? $0 : nil }
        }
    }

    /// The rules for robots of a host. A host without rules allows everything, and one that cannot say allows nothing
    /// for now (RFC 9309, section 2.3.1).
    /// - Parameters:
    ///   - origin: scheme, host and port.
    ///   - subject: what leads to this host.
    package func robots(of origin: String, for subject: Subject) async -> RobotsRules {
        do {
            let answer = try await client.send(request(origin + "/robots.txt", subject))
            if answer.isSuccess { return RobotsRules(file: answer.body) }
            return (400..<500).contains(answer.status) && answer.status != 429 ? .none : .closed
        } catch {
            return .closed
        }
    }

    /// Asks the page, if the rules of its host allow it, also after redirects. What has no article of this item is
    /// refused with the reason.
    /// - Parameter rules: the rules for robots of a host, given as scheme, host and port.
    package func ask(
        _ subject: Subject, by rules: @Sendable (_ origin: String) async -> RobotsRules
    ) async -> AskedPage.Result {
        await ask(subject, at: subject.address, mayLead: true) { address in
            guard let origin = WebAddress(address)?.origin else { return "the address is not one of the web" }
            let found = await rules(origin)
            if found.allow(Self.path(of: address)) { return nil }
            return found.text == RobotsRules.closed.text
                ? Self.unreadRules : "the host's robots.txt does not allow the page"
        }
    }

    /// The path of an address with the query, as the rules for robots name it.
    private static func path(of address: String) -> String {
        let parts = AddressParts(address[...])
        return "\(parts.path.isEmpty ? "/" : parts.path)\(parts.query)"
    }

    /// - Parameters:
    ///   - mayLead: whether a page without the article may lead to another one of its host.
    ///   - whyNot: why an address is not asked; nil if it is.
    private func ask(
        _ subject: Subject, at address: String, mayLead: Bool, _ whyNot: @Sendable (String) async -> String?
    ) async -> AskedPage.Result {
        if let reason = await whyNot(address) { return .refused(reason, until: now + Self.pause(for: reason)) }
        let answer: HTTPResponse
        do {
            answer = try await client.send(request(address, subject), objection: whyNot)
        } catch {
            let pause = if case .refusedRedirect(_, let why) = error.reason { Self.pause(for: why) } else { Self.soon }
            return .refused("the page was not read: \(error)".cleanSentence, until: now + pause)
        }
        guard answer.isSuccess else {
            return .refused("the page answered \(answer.status)", until: pause(after: answer))
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
            if mayLead, let next, WebAddress(next)?.host == subject.url.host, await whyNot(next) == nil {
                return await ask(subject, at: next, mayLead: false, whyNot)
            }
            return .refused(objection ?? "the page has no article", until: nil)
        }
        return .article(
            PageArticle(
                url: answer.url.safeURL ?? subject.address, title: article.title, byline: article.byline,
                language: article.language, html: article.html, text: article.text))
    }

    private func request(_ url: String, _ subject: Subject) -> HTTPRequest {
        HTTPRequest(url: url, configuredURL: subject.configured)
    }

    /// When the pause of a page ends that refused.
    private func pause(after answer: HTTPResponse) -> Date {
        switch answer.status {
        case 401, 402, 403, 404, 410, 451: now + Self.week
        default: answer.retryAfter.pause(from: now, atLeast: Self.soon)
        }
    }

    /// The pause of a page that was not asked for this reason. Rules that could not be read are asked again after a day.
    private static func pause(for reason: String) -> TimeInterval { reason == unreadRules ? 86_400 : week }

    private static let unreadRules = "the host's robots.txt could not be read"
    private static let soon: TimeInterval = 3600
    private static let week: TimeInterval = 7 * 86_400
    private static let types = ["text/html", "application/xhtml+xml", "text/plain"]
}

extension WebAddress {
    /// Scheme, host and port, for which a `robots.txt` counts.
    package var origin: String { "\(scheme)://\(authority)" }
}

/// Whether the article of a page is the article of an item. A server may send a page that asks for consent, the first
/// lines before a paywall, a login, or another article.
private enum ArticleMatch {
    /// Why it is not; nil if it is.
    static func objection(to article: Article, of item: Item) -> String? {
        guard article.html.utf8.count <= longest else {
            return "the article of the page is longer than \(longest / 1000) kB, the limit"
        }
        let own = item.html.map(HTMLText.plain).flatMap { $0.count > item.summary.count ? $0 : nil } ?? item.summary
        let length = own.unicodeScalars.count
        guard article.length >= shortest, article.length * 2 >= length * 3 else {
            return "the page has no more text than the feed"
        }
        // Nothing is known of it but its address.
        if item.isSavedPage { return nil }
        // A few words may be common to all pages of a site.
        let wanted = words(of: length >= shortest ? own : own + " " + item.title)
        let found = words(of: article.text)
        guard wanted.isEmpty || wanted.intersection(found).count * 2 >= wanted.count else {
            return "the page has another text than the feed"
        }
        return nil
    }

    /// The words of four letters and more. Texts in scripts without spaces have the pairs of their letters.
    private static func words(of text: String) -> Set<String> {
        var words: Set<String> = []
        for word in FoldedText.folded(text.beginning(20_000)).split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
            let letters = Array(word)
            if word.unicodeScalars.contains(where: { $0.value >= 0x3040 && $0.value < 0xD7B0 }) {
                for index in letters.indices.dropLast() { words.insert(String(letters[index...index + 1])) }
            } else if letters.count >= 4 {
                words.insert(String(word))
            }
        }
        return words
    }

    /// In characters.
    private static let shortest = 200
    /// In bytes of HTML.
    private static let longest = 1_000_000
}

extension Item {
    /// The summary with the end that its publisher cut off, from the article of its page. Nil if it is not cut, or if
    /// the article has not the same words.
    package func completedSummary(by article: PageArticle) -> String? {
        guard let start = summary.beforeCutSign else { return nil }
        // The last word may be cut, too.
        let words = start.split(whereSeparator: \.isWhitespace).dropLast()
        guard words.count >= 5 else { return nil }
        let text = article.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard let found = text.firstRange(of: words.suffix(5).joined(separator: " ")) else { return nil }
        guard let rest = text[found.upperBound...].prefix(Self.longestCompletion).description.sentences.first,
            rest.isClosed
        else { return nil }
        return words.joined(separator: " ") + " " + rest.text
    }

    /// In characters.
    private static let longestCompletion = 400
}

extension PageFetcher {
    /// The number of pages that a run asks.
    package static let mostPages = 40
    /// The time in which a run asks pages for one digest.
    package static let longestAsking = Duration.seconds(60)
}
