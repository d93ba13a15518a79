import Foundation

/// An article's address in two forms: one to show and share, one only to compare.
///
/// Feeds, aggregators and mail campaigns publish one article under many addresses. `key` is the same for all of these.
/// It is not an address and must never be opened. `clean` is the published address without tracking parameters.
package struct CanonicalURL: Sendable, Hashable {
    /// The published address, taken from its wrapper and without tracking parameters.
    package var clean: String
    /// The key. It is equal for two addresses of the same article, by the rules of `docs/selection.md`.
    package var key: String
    /// The host without `www.`, `m.` and similar prefixes, in ASCII (RFC 5891).
    package var host: String

    /// Nil if the text is not an absolute `http` or `https` address.
    package init?(_ address: String) {
        guard var parts = WebAddress(address) else { return nil }
        // A wrapper may contain another wrapper. A chain of more than three is not followed.
        for _ in 0..<3 {
            guard let target = parts.wrapped, let inner = WebAddress(target) else { break }
            parts = inner
        }
        self.init(parts)
    }

    /// Makes a value from parts that were calculated before.
    package init(clean: String, key: String, host: String) {
        self.clean = clean
        self.key = key
        self.host = host
    }

    /// Whether the address names a site but no page of it.
    package var isBareHost: Bool { key.utf8.count == host.utf8.count }
}

extension CanonicalURL {
    /// Nil if the clean address is too long for an address, or would be read as another one: a path that ends with `&`
    /// and a fragment `038;` look like an escaped `&`.
    private init?(_ parts: WebAddress) {
        let host = WebAddress.withoutPrefixes(parts.host)
        let kept = parts.parameters.filter { !Tracking.contains($0, host: host) }
        clean = Self.clean(parts, kept)
        guard clean.utf8.count <= WebAddress.longest, !WebAddress.hasEscapedAmpersand(clean) else { return nil }
        self.host = host
        key = Self.key(parts, host: host, kept)
    }

    private static func clean(_ parts: WebAddress, _ kept: [Parameter]) -> String {
        var clean = "\(parts.scheme)://\(parts.authority)\(WebAddress.withoutTrailingAMP(parts.path))"
        if !kept.isEmpty { clean += "?" + kept.map(\.text).joined(separator: "&") }
        if let fragment = parts.fragment, !fragment.isEmpty, !Tracking.isFragment(fragment) { clean += "#" + fragment }
        return withVisibleBytes(clean)
    }

    /// An address has no spaces and no control characters (RFC 3986, section 2). A program that reads it may remove
    /// them.
    private static func withVisibleBytes(_ text: String) -> String {
        // Almost all addresses have visible bytes only, and a comparison is faster than a set.
        if text.utf8.allSatisfy(isVisible) { return text }
        return PercentEncoding.encoded(text, keeping: ByteSet((0...UInt8.max).filter(isVisible)))
    }

    private static func isVisible(_ byte: UInt8) -> Bool { byte > 0x20 && byte != 0x7F }

    private static func key(_ parts: WebAddress, host: String, _ kept: [Parameter]) -> String {
        var host = host
        var path = PercentEncoding.normalized(WebAddress.withoutAMP(parts.path))
        var parameters = kept.map { PercentEncoding.normalized($0.text) }
        SiteRules.apply(host: &host, path: &path, parameters: &parameters)
        path = WebAddress.tidied(path, isIndexImplied: parameters.isEmpty)
        var key = host
        if let port = parts.port { key += ":\(port)" }
        key += path
        if !parameters.isEmpty { key += "?" + parameters.sorted().joined(separator: "&") }
        // `#!` distinguishes the pages of early single-page sites.
        if let fragment = parts.fragment, fragment.hasPrefix("!") { key += "#" + withVisibleBytes(fragment) }
        return key
    }
}

/// One `name=value` of a query, as published.
package struct Parameter {
    package var text: String
    /// The name in lower case.
    package var name: String
    /// The value without percent-encoding, in lower case.
    package var value: String

    package init(_ text: Substring) {
        self.text = String(text)
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        name = parts[0].lowercased()
        let raw = parts.count > 1 ? String(parts[1]) : ""
        let isPlain = !raw.utf8.contains(UInt8(ascii: "%"))
        value = (isPlain ? raw : raw.removingPercentEncoding ?? raw).lowercased()
    }
}
