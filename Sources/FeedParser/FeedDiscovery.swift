/// Finds the feeds to which a web page links.
public enum FeedDiscovery {
    /// One feed, as the page describes it.
    public struct Found: Sendable, Equatable {
        /// The absolute address, `http` or `https`.
        public var url: String
        /// The title that the page gives for the feed.
        public var title: String?

        /// Makes a value from its parts.
        public init(url: String, title: String? = nil) {
            self.url = url
            self.title = title
        }
    }

    /// The feeds in the page's `link` elements (HTML, section 4.6.7.1, "alternate"). If there are none, links that look
    /// like the address of a feed. They are in the page's order, each address once.
    ///
    /// - Parameters:
    ///   - bytes: the page as it was received, decompressed, in any encoding.
    ///   - url: where the page was received from.
    ///   - charset: the `charset` of its `Content-Type`.
    public static func feeds(inPage bytes: [UInt8], url: String, charset: String? = nil) -> [Found] {
        var base = url
        var links: [Found] = []
        var anchors: [Found] = []
        func handle(_ event: MarkupEvent) {
            guard case .start(let name, let attributes) = event, let href = attributes["href"]?.trimmingSpaces,
                !href.isEmpty
            else { return }
            let address = URIReference.resolve(href, against: base)
            switch name {
            case "base": base = address
            case "link" where links.count < FeedLimits.members && isFeedLink(attributes):
                links.append(Found(url: address, title: attributes["title"].map(HTMLText.folded)))
            case "a" where anchors.count < FeedLimits.members && looksLikeFeed(address):
                anchors.append(Found(url: address))
            default: break
            }
        }
        WebPage.withText(bytes, charset: charset) { MarkupEvent.read($0, handle) }
        return distinct(links.isEmpty ? anchors : links)
    }

    private static func isFeedLink(_ attributes: [String: String]) -> Bool {
        guard let relations = attributes["rel"]?.utf8, let type = attributes["type"]?.utf8 else { return false }
        return relations.count <= longest && type.count <= longest
            && relations.split(whereSeparator: \.isSpace).contains { $0.map(\.lowercased) == Array("alternate".utf8) }
            && feedTypes.contains(
                String(decoding: type.prefix { $0 != 0x3B }, as: UTF8.self).trimmingSpaces.lowercased())
    }

    private static func looksLikeFeed(_ address: String) -> Bool {
        let path = address.utf8.prefix { $0 != 0x3F && $0 != 0x23 }.suffix(longest).map(\.lowercased)
        return feedEndings.contains { path.reversed().starts(with: $0.utf8.reversed()) }
    }

    private static func distinct(_ feeds: [Found]) -> [Found] {
        var seen = Set<[UInt8]>()
        return feeds.filter { feed in
            let scheme = URIReference.scheme(of: feed.url)
            return (scheme == "http" || scheme == "https") && seen.insert(Array(feed.url.utf8)).inserted
        }
    }

    /// The greatest length of the texts that tell whether a link is a feed.
    private static let longest = 200

    private static let feedTypes: Set = [
        "application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json", "text/rss+xml",
        "application/x-rss+xml",
    ]

    private static let feedEndings = [
        "/feed", "/feed/", "/rss", "/rss/", "/atom", ".rss", ".atom", "feed.xml", "rss.xml", "atom.xml", "feed.json",
        ".rdf",
    ]
}
