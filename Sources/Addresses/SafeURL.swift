import Foundation
import Texts

/// An absolute `http` or `https` address without any character that could end an attribute, a header or a Markdown
/// link.
///
/// Characters that RFC 3986 does not allow are percent-encoded as UTF-8. A host keeps the letters of its script. So the
/// parts of `WebAddress`, whose host is in ASCII, are not used here.
package struct SafeURL: Sendable, Equatable {
    package var text: String

    /// Nil for any other scheme and for an address without a host.
    package init?(_ text: String) {
        guard text.utf8.count <= WebAddress.longest else { return nil }
        let visible = text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
        let trimmed = String(scalars: visible).trimmingCharacters(in: [" "])
        let parts = AddressParts(trimmed[...])
        let scheme = parts.scheme.lowercased()
        guard scheme == "http:" || scheme == "https:", !parts.authority.isEmpty else { return nil }
        let authority = parts.authority.unicodeScalars.dropFirst(2).prefix { $0 != "\\" }
        // A user name before the host has no use except to deceive.
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? authority
        // In `anna:pass/word@example.org`, the authority ends inside the password.
        guard !host.isEmpty, host.allSatisfy(Self.isOfHost), Substring(host).utf8.isHostWithPort else { return nil }
        // Browsers treat a backslash here as a slash.
        let path = trimmed.unicodeScalars[authority.endIndex...]
        let address = "\(scheme)//\(String(host))" + (path.first == "\\" ? "/" : "") + Self.encoded(path)
        guard address.utf8.count <= WebAddress.longest else { return nil }
        // An address in the path, the query or the fragment may have a user and a password too.
        self.text = SecretParameters.replacingUserInfo(in: address, with: "hidden")
    }
}

extension SafeURL {
    private static func isOfHost(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return ofHost.contains(UInt8(scalar.value)) }
        return scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark
    }

    private static let ofHost = ByteSet.lettersAndDigits.union(".-:[]_".utf8)

    private static func encoded(_ scalars: Substring.UnicodeScalarView) -> String {
        PercentEncoding.encoded(String(scalars), keeping: allowed)
    }

    /// The characters `pchar`, `/`, `?` and `#` of RFC 3986, without `'`, `(`, `)`, `*` and `[`, which have a meaning
    /// in other formats.
    private static let allowed = PercentEncoding.unreserved.union("!$&+,;=:@/?#%".utf8)
}
