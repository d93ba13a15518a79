/// An absolute `http` or `https` address with nothing in it that could end an attribute, a header or a Markdown link.
///
/// What RFC 3986 does not allow is percent-encoded as UTF-8; a host keeps the letters of its own script.
struct SafeURL: Sendable, Equatable {
    var text: String

    /// Nil for every other scheme and for an address without a host.
    init?(_ text: String) {
        let visible = text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
        let trimmed = String(String.UnicodeScalarView(visible)).trimmingPrefix { $0 == " " }
        guard let separator = trimmed.firstRange(of: "://"), trimmed.utf8.count <= 8_192 else { return nil }
        let scheme = trimmed[..<separator.lowerBound].lowercased()
        guard scheme == "http" || scheme == "https" else { return nil }
        let rest = trimmed[separator.upperBound...].unicodeScalars
        let authority = rest.prefix { !"/?#\\".unicodeScalars.contains($0) }
        // A user name before the host serves only to deceive.
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? authority
        guard !host.isEmpty, host.allSatisfy(Self.isOfHost) else { return nil }
        self.text = "\(scheme)://\(String(host))" + Self.encoded(rest[authority.endIndex...])
    }
}

extension SafeURL {
    private static func isOfHost(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || ".-:[]_".unicodeScalars.contains(scalar)
            || scalar.properties.generalCategory == .nonspacingMark
    }

    private static func encoded(_ scalars: Substring.UnicodeScalarView) -> String {
        var result = ""
        for scalar in scalars {
            if allowed.contains(scalar) {
                result.unicodeScalars.append(scalar)
            } else {
                for byte in String(scalar).utf8 { result += byte.percentEncoded }
            }
        }
        return result
    }

    /// RFC 3986 `pchar`, `/`, `?` and `#`, without `'`, `(`, `)`, `*` and `[`, which mean something elsewhere.
    private static let allowed = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&+,;=:@/?#%".unicodeScalars)
}

extension UInt8 {
    var percentEncoded: String {
        let digits = String(self, radix: 16, uppercase: true)
        return digits.count == 1 ? "%0\(digits)" : "%\(digits)"
    }
}
