import Addresses
import Texts

/// A service for sharing an item, or the item's plain link.
package enum ShareLink: String, Sendable, Codable, CaseIterable {
    case link, telegram, whatsapp, x, vk, facebook, email

    /// The address that opens the service with the data of the item. For `.link`, the item's own address.
    ///
    /// - Parameters:
    ///   - title: nil for a short address.
    ///   - url: an absolute URL, `http` or `https`.
    package func address(title: String?, url: String) -> String {
        guard let title = title?.cleanLine.clipped(to: Self.longestTitle) else { return shortAddress(url: url) }
        return switch self {
        case .link: SafeURL(url)?.text ?? ""
        case .telegram: Self.address("https://t.me/share/url", [("url", url), ("text", title)])
        case .whatsapp: Self.address("https://wa.me/", [("text", "\(title) \(url)")])
        case .x: Self.address("https://x.com/intent/post", [("text", title), ("url", url)])
        case .vk: Self.address("https://vk.com/share.php", [("url", url), ("title", title)])
        case .facebook: Self.address("https://www.facebook.com/sharer/sharer.php", [("u", url)])
        // RFC 6068: a line break in a body is %0D%0A.
        case .email: Self.address("mailto:", [("subject", title), ("body", "\(title)\r\n\(url)")])
        }
    }

    private static let longestTitle = 200

    private func shortAddress(url: String) -> String {
        switch self {
        case .link: address(title: "", url: url)
        case .telegram: Self.shortAddress("https://t.me/share/url?url=", url)
        case .whatsapp: Self.shortAddress("https://wa.me/?text=", url)
        case .x: Self.shortAddress("https://x.com/intent/post?url=", url)
        case .vk: Self.shortAddress("https://vk.com/share.php?url=", url)
        case .facebook: Self.shortAddress("https://www.facebook.com/sharer/sharer.php?u=", url)
        case .email: Self.shortAddress("mailto:?body=", url)
        }
    }

    private static func address(_ base: String, _ query: [(name: String, value: String)]) -> String {
        let values = query.map {
            "\($0.name)=\(PercentEncoding.encoded($0.value, keeping: PercentEncoding.unreserved))"
        }
        return "\(base)?\(values.joined(separator: "&"))"
    }

    /// The colons and slashes stay as they are: a query may contain them (RFC 3986, section 3.4).
    private static func shortAddress(_ base: String, _ url: String) -> String {
        base + PercentEncoding.encoded(url, keeping: PercentEncoding.unreserved.union(":/".utf8))
    }
}
