import CIDN2
import CPSL
import Foundation
import Texts

/// Functions for the names of hosts.
package enum HostName {
    /// The ASCII form under which a name is looked up; nil if it has none.
    ///
    /// As in libcurl, it is made by UTS 46 without transitional processing (RFC 5891). If that refuses a sign, such as
    /// an emoji, it is made with transitional processing.
    ///
    /// IDNA replaces signs such as `／` with ASCII. A name with a sign that would end the host has no ASCII form (URL
    /// Standard, section 3.2).
    package static func ascii(_ name: String) -> String? {
        guard !name.utf8.contains(0) else { return nil }
        let ascii = ascii(name, IDN2_NONTRANSITIONAL) ?? ascii(name, IDN2_TRANSITIONAL)
        return ascii.flatMap { $0.utf8.allSatisfy(allowed.contains) ? $0 : nil }
    }

    /// The characters that a host in ASCII may contain. The address of an IPv6 host is in brackets instead.
    static let allowed = ByteSet((0x21...0x7E).filter { !"#%/:<>?@[\\]^|".utf8.contains($0) })

    /// Whether it is an IPv6 address in brackets (RFC 3986, section 3.2.2), without a zone.
    static func isIPv6(_ host: Substring) -> Bool {
        guard host.hasPrefix("["), host.hasSuffix("]") else { return false }
        var address = in6_addr()
        return inet_pton(AF_INET6, String(host.dropFirst().dropLast()), &address) == 1
    }

    private static func ascii(_ name: String, _ processing: idn2_flags) -> String? {
        var output: UnsafeMutablePointer<CChar>?
        let flags = Int32(processing.rawValue | IDN2_NFC_INPUT.rawValue)
        guard idn2_to_ascii_8z(name, &output, flags) == IDN2_OK.rawValue, let output else { return nil }
        defer { idn2_free(output) }
        return String(cString: output)
    }

    /// The part of a host's name that someone registered (publicsuffix.org), such as `bbc.co.uk` in `news.bbc.co.uk`.
    /// Nil for a public suffix itself and for a numeric address.
    static func registrable(_ name: String) -> String? {
        guard name.last?.isLetter == true || name.contains("xn--"), let list = psl_builtin() else { return nil }
        // The result points into the name.
        return name.withCString { name in psl_registrable_domain(list, name).map { String(cString: $0) } }
    }
}

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

    /// Who carries an article: its publisher, or a list of links to it, whose name has neither the site's label nor the
    /// first word of the names of the site's own feeds.
    package static func carrier(source: String, url: String) -> String {
        let name = name(source: source, url: url)
        let words = FoldedText.words(of: source)
        return words.joined().contains(name) ? name : "\(name) \(words.first { $0 != "the" } ?? "")"
    }

    /// The main label, such as `bbc` in `news.bbc.co.uk`. Nil for a numeric address.
    package static func mainLabel(of host: String) -> String? {
        HostName.registrable(host)?.split(separator: ".").first.map(String.init)
    }

    /// Whether the articles on a host have many publishers.
    package static func carriesMany(_ host: String) -> Bool {
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
