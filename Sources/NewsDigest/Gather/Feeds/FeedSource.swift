import Addresses
import Foundation
import HTTP

/// One RSS, Atom, RDF or JSON feed, on the web or in a file.
package struct FeedSource: Sendable, Equatable {
    /// `http`, `https` or `file`, or a path that starts with `/` or `~/`.
    var url: String
    /// Nil for the feed's own title.
    var givenName: String?
    var category: String
    /// How many of its newest items are taken in one run; how many of them a digest shows is for selection to say.
    var limit: Int
    /// How many items a feed that is read for the first time starts with.
    var firstItems: Int
    /// Sent with each request. Values never appear in an error or a recording, and never leave the feed's host.
    var headers: [HTTPHeader]
    /// Words in title, text, author or URL: with `include` an item needs one of them, with `exclude` it must have
    /// none. They are applied when items are selected, so that an item left out can be explained.
    var include: [String]
    var exclude: [String]
    /// How much its items count in the ranking; 1 is the norm.
    var weight: Double
    /// A language tag (BCP 47) that stands above the feed's own.
    var language: String?
    /// The feed's own categories, and the section each belongs to.
    var sections: [String: String]
    /// Tells sources of one address apart that are asked with other headers; nil without any. Made of where these
    /// come from, so it holds no secret.
    var account: String?

    /// Of a feed that is not said to need more.
    static let usualLimit = 200

    init(
        url: String, name: String? = nil, category: String = "general", limit: Int = usualLimit, firstItems: Int = 10,
        headers: [HTTPHeader] = [], include: [String] = [], exclude: [String] = [], weight: Double = 1,
        language: String? = nil, sections: [String: String] = [:], account: String? = nil
    ) {
        self.url = url
        self.givenName = name
        self.category = category
        self.limit = limit
        self.firstItems = firstItems
        self.headers = headers
        self.include = include
        self.exclude = exclude
        self.weight = weight
        self.language = language
        self.sections = sections
        self.account = account
    }

    var id: String { "feed:\(shownURL)" + (account.map { " as \($0)" } ?? "") }

    /// Without what is secret in it.
    var shownURL: String { WebAddress.withoutUserInfo(url) }

    /// The given name, or the host or file until the feed has said its title.
    var name: String { givenName ?? plainName }

    /// The file's path when the feed is in a file.
    var path: String? {
        if url.hasPrefix("/") { return url }
        if url.hasPrefix("~/") { return NSString(string: url).expandingTildeInPath }
        guard url.lowercased().hasPrefix("file:") else { return nil }
        return URL(string: url)?.path ?? String(url.dropFirst("file:".count))
    }

    private var plainName: String {
        let host = WebAddress.host(of: url)
        if host.isEmpty { return url.split(separator: "/").last.map(String.init) ?? url }
        return host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    }
}
