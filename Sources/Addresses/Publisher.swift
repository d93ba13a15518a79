import Texts

/// The publisher of a story. Two feeds of one site do not count as two publishers.
package enum Publisher {
    package static func name(source: String, url: String) -> String {
        name(source: source, host: CanonicalURL(url)?.host)
    }

    /// The label of the site's domain: `bbc` for `BBC Technology` at `news.bbc.co.uk` and for `World` at `bbc.com`. For
    /// a site that carries many publishers, and for a numeric address, it is the source's name.
    package static func name(source: String, host: String?) -> String {
        let words = FoldedText.words(of: source).joined()
        guard let host, let label = mainLabel(of: host)?.filter({ $0 != "-" }) else { return words }
        return carriesMany(host) && !words.contains(label) ? words : label
    }

    /// The main label, such as `bbc` in `news.bbc.co.uk`. Nil for a numeric address.
    package static func mainLabel(of host: String) -> String? {
        HostName.registrable(host)?.split(separator: ".").first.map(String.init)
    }

    private static func carriesMany(_ host: String) -> Bool {
        carriers.contains { host == $0 || host.hasSuffix("." + $0) }
    }

    /// Aggregators, social networks and hosts of blogs, and the domains for examples and tests (RFC 2606, RFC 6761),
    /// which belong to nobody.
    private static let carriers: Set<String> = [
        "google.com", "yahoo.com", "msn.com", "feedburner.com", "flipboard.com", "apple.news", "smi2.ru", "dzen.ru",
        "reddit.com", "facebook.com", "twitter.com", "x.com", "vk.com", "t.me", "telegra.ph", "youtube.com", "youtu.be",
        "medium.com", "substack.com", "blogspot.com", "wordpress.com", "livejournal.com", "tumblr.com", "github.com",
        "github.io", "kudago.com", "example.com", "example.net", "example.org",
        "example", "test", "invalid", "localhost",
    ]
}
