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
        let url = url.safeURL ?? ""
        guard let title = title?.cleanLine.clipped(to: Self.longestTitle) else { return shortAddress(url: url) }
        return switch self {
        case .link: url
        case .telegram: address([("url", url), ("text", title)])
        case .whatsapp: address([("text", "\(title) \(url)")])
        case .x: address([("text", title), ("url", url)])
        case .vk: address([("url", url), ("title", title)])
        case .facebook: address([("u", url)])
        // RFC 6068: a line break in a body is %0D%0A.
        case .email: address([("subject", title), ("body", "\(title)\r\n\(url)")])
        }
    }

    private static let longestTitle = 200

    /// The page of the service.
    private var base: String {
        switch self {
        case .link: ""
        case .telegram: "https://t.me/share/url"
        case .whatsapp: "https://wa.me/"
        case .x: "https://x.com/intent/post"
        case .vk: "https://vk.com/share.php"
        case .facebook: "https://www.facebook.com/sharer/sharer.php"
        case .email: "mailto:"
        }
    }

    private func shortAddress(url: String) -> String {
        switch self {
        case .link: address(title: "", url: url)
        case .telegram, .x, .vk: shortAddress("url", url)
        case .whatsapp: shortAddress("text", url)
        case .facebook: shortAddress("u", url)
        case .email: shortAddress("body", url)
        }
    }

    private func address(_ query: [(name: String, value: String)]) -> String {
        let values = query.map {
            "\($0.name)=\(PercentEncoding.encoded($0.value, keeping: PercentEncoding.unreserved))"
        }
        return "\(base)?\(values.joined(separator: "&"))"
    }

    /// The colons and slashes stay as they are: a query may contain them (RFC 3986, section 3.4).
    private func shortAddress(_ parameter: String, _ url: String) -> String {
        "\(base)?\(parameter)=" + PercentEncoding.encoded(url, keeping: PercentEncoding.unreserved.union(":/".utf8))
    }
}
