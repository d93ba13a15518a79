import Foundation
import Texts

// Addresses in the forms that servers and users write.

extension WebAddress {
    /// An absolute `http` or `https` address, resolved against `base`. Nil for any other text, and for a text that is
    /// too long to be resolved.
    package static func absolute(_ text: String?, base: String? = nil) -> String? {
        guard var text else { return nil }
        if text.utf8.contains(semicolon), text.utf8.count <= longest { text = withPlainAmpersands(text[...]) }
        if isPlain(text) { return text }
        guard text.utf8.count <= longest, base?.utf8.count ?? 0 <= longest else { return nil }
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return trimmed.isEmpty ? nil : resolved(trimmed, base: base)
    }

    /// The address of the web in an address for feed readers: `http://a.example/x` for `feed://a.example/x`, and
    /// `https://a.example/x` for `feed:https://a.example/x` and for `feed://https://a.example/x`. Any other text stays
    /// as it is.
    package static func withoutFeedScheme(_ text: String) -> String {
        let trimmed = text.trimmingCharacters(in: .whitespaces)
        guard trimmed.lowercased().hasPrefix("feed:") else { return text }
        let rest = String(trimmed.dropFirst("feed:".count))
        let address = rest.hasPrefix("//") ? String(rest.dropFirst(2)) : rest
        let hasScheme = ["https://", "http://"].contains(where: address.lowercased().hasPrefix)
        return hasScheme ? address : rest.hasPrefix("//") ? "http:\(rest)" : text
    }

    /// The address without `https:` or `http:`, to find out whether two addresses differ only there.
    package static func withoutScheme(_ address: String) -> Substring {
        let scheme = ["https:", "http:"].first(where: address.lowercased().hasPrefix)
        return address.dropFirst(scheme?.count ?? 0)
    }

    private static func resolved(_ text: String, base: String?) -> String? {
        guard let url = URL(string: text, relativeTo: base.flatMap(URL.init(string:)))?.absoluteURL,
            let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
            url.host?.isEmpty == false
        else { return nil }
        return url.absoluteString
    }

    /// Whether it is an absolute address that needs no further check, as most are. It has a scheme, a host without user
    /// and port, and then only characters that need no encoding (RFC 3986, section 2).
    private static func isPlain(_ text: String) -> Bool {
        var rest = text.utf8[...]
        for scheme in ["https://", "http://"] where rest.starts(with: scheme.utf8) {
            rest = rest.dropFirst(scheme.utf8.count)
            let host = rest.prefix { $0 != UInt8(ascii: "/") }
            return !host.isEmpty && host.allSatisfy(ofHost.contains) && rest.allSatisfy(ofPath.contains)
        }
        return false
    }

    private static let ofHost = ByteSet("abcdefghijklmnopqrstuvwxyz0123456789-.".utf8)
    private static let ofPath = PercentEncoding.unreserved.union("/?=&,+:;@!".utf8)

    /// The host of an address; empty if the text is not an address.
    package static func host(of address: String) -> String { WebAddress(address)?.host ?? "" }

    /// The path without its first slash, and the query: what a request sends besides the host (RFC 9112, section
    /// 3.2.1), as it is written.
    package static func target(of address: String) -> String {
        let parts = AddressParts(address[...])
        return parts.authority.isEmpty ? "" : "\(parts.path.withoutSign)\(parts.query)"
    }

    /// The address with a parameter at the end of its query, before its fragment.
    /// - Parameter value: text that is already percent-encoded.
    package static func adding(_ name: String, _ value: String, to address: String) -> String {
        let parts = AddressParts(address[...])
        let separator = parts.query.isEmpty ? "?" : "&"
        return "\(address[..<parts.query.endIndex])\(separator)\(name)=\(value)\(parts.fragment)"
    }

    /// The address with this path after its own.
    /// - Parameter path: starts with a slash, and is already percent-encoded.
    package static func appending(_ path: String, to address: String) -> String {
        (address.hasSuffix("/") ? String(address.dropLast()) : address) + path
    }

    /// An address from `base`, a path and a query. It is encoded so that no value can end its part (RFC 3986, section
    /// 3.4).
    package static func with(_ base: String, path: String, query: [(name: String, value: String)]) -> String {
        let pairs = query.map { "\($0.name)=\(encoded($0.value))" }
        return appending(path, to: base) + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
    }

    private static func encoded(_ value: String) -> String { PercentEncoding.encoded(value, keeping: keptInQuery) }

    /// The characters that are not encoded in a query. The comma is one, because services use it to separate lists.
    private static let keptInQuery = PercentEncoding.unreserved.union(",".utf8)
}

extension String {
    /// The absolute `http` or `https` address without any character that could end an attribute, a header or a Markdown
    /// link. Nil for any other scheme and for an address without a host.
    ///
    /// Characters that RFC 3986 does not allow are percent-encoded as UTF-8. A host keeps the letters of its script. So
    /// the parts of `WebAddress`, whose host is in ASCII, are not used here.
    package var safeURL: String? {
        guard utf8.count <= WebAddress.longest else { return nil }
        let visible = unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
        let trimmed = String(scalars: visible).trimmingCharacters(in: [" "])
        let parts = AddressParts(trimmed[...])
        let scheme = parts.scheme.lowercased()
        guard scheme == "http:" || scheme == "https:", !parts.authority.isEmpty else { return nil }
        let authority = parts.authority.unicodeScalars.dropFirst(2).prefix { $0 != "\\" }
        // A user name before the host has no use except to deceive.
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? authority
        // In `anna:pass/word@example.org`, the authority ends inside the password.
        guard !host.isEmpty, host.allSatisfy(SafeURL.isOfHost), Substring(host).utf8.isHostWithPort else { return nil }
        // Browsers treat a backslash here as a slash.
        let path = trimmed.unicodeScalars[authority.endIndex...]
        let address = "\(scheme)//\(String(host))" + (path.first == "\\" ? "/" : "") + SafeURL.encoded(path)
        guard address.utf8.count <= WebAddress.longest else { return nil }
        // An address in the path, the query or the fragment may have a user and a password too.
        return SecretParameters.replacingUserInfo(in: address, with: "hidden")
    }
}

private enum SafeURL {
    static func isOfHost(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return ofHost.contains(UInt8(scalar.value)) }
        return scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark
    }

    private static let ofHost = ByteSet.lettersAndDigits.union(".-:[]_".utf8)

    static func encoded(_ scalars: Substring.UnicodeScalarView) -> String {
        PercentEncoding.encoded(String(scalars), keeping: allowed)
    }

    /// The characters `pchar`, `/`, `?` and `#` of RFC 3986, without `'`, `(`, `)`, `*` and `[`, which have a meaning
    /// in other formats.
    private static let allowed = PercentEncoding.unreserved.union("!$&+,;=:@/?#%".utf8)
}
