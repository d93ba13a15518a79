import Foundation

/// Small questions about addresses that servers and users give.
enum WebAddress {
    /// An absolute `http` or `https` address, resolved against `base`; nil for anything else.
    static func absolute(_ text: String?, base: String? = nil) -> String? {
        guard let text = text?.trimmingCharacters(in: .whitespacesAndNewlines), !text.isEmpty else { return nil }
        guard let url = URL(string: text, relativeTo: base.flatMap(URL.init(string:)))?.absoluteURL,
            let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
            url.host?.isEmpty == false
        else { return nil }
        return url.absoluteString
    }

    static func host(of address: String) -> String {
        URLComponents(string: address)?.host?.lowercased() ?? ""
    }

    /// Without user name and password, which must be neither shown nor stored.
    static func withoutUserInfo(_ address: String) -> String {
        guard address.utf8.contains(UInt8(ascii: "@")), var parts = URLComponents(string: address),
            parts.user != nil || parts.password != nil
        else { return address }
        parts.user = nil
        parts.password = nil
        return parts.string ?? address
    }

    /// `base`, a path and a query, encoded so that no value can break out of its place (RFC 3986, section 3.4).
    static func with(_ base: String, path: String, query: [(name: String, value: String)]) -> String {
        let trimmed = base.hasSuffix("/") ? String(base.dropLast()) : base
        let pairs = query.map { "\($0.name)=\(encoded($0.value))" }
        return trimmed + path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
    }

    private static func encoded(_ value: String) -> String {
        value.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    /// RFC 3986, section 2.3, and the comma, which both services read as a list's separator.
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~,")
}
