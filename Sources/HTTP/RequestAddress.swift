import CCurl
import Foundation

/// An address as libcurl itself takes it apart (RFC 3986), so that what is checked is what is requested.
struct RequestAddress: Equatable {
    /// In lower case.
    var scheme: String
    /// As it is looked up: in lower case, without brackets and without a final dot, in the ASCII form of IDNA (RFC 5891);
    /// an IPv4 address in the dotted form.
    var host: String
    var port: Int
    var user: String?
    var password: String?
    /// The whole address without userinfo.
    var url: String

    /// Throws `.invalidRequest` for what cannot be an address.
    init(_ text: String, schemes: Set<String> = ["http", "https"]) throws(HTTPError.Reason) {
        guard !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            throw .invalidRequest("the address holds a control character")
        }
        guard let parts = curl_url() else { throw .invalidRequest("out of memory") }
        defer { curl_url_cleanup(parts) }
        let flags = UInt32(CURLU_URLENCODE) | UInt32(CURLU_NON_SUPPORT_SCHEME)
        let code = curl_url_set(parts, CURLUPART_URL, text, flags)
        guard code == CURLUE_OK else { throw .invalidRequest(String(cString: curl_url_strerror(code)).lowercased()) }

        func part(_ part: CURLUPart, _ flags: Int32 = 0) -> String? {
            var value: UnsafeMutablePointer<CChar>?
            guard curl_url_get(parts, part, &value, UInt32(flags)) == CURLUE_OK, let value else { return nil }
            defer { curl_free(value) }
            return String(cString: value)
        }

        scheme = part(CURLUPART_SCHEME)?.lowercased() ?? ""
        guard schemes.contains(scheme) else {
            throw .invalidRequest("'\(scheme)' is not one of \(schemes.sorted().joined(separator: ", "))")
        }
        host = part(CURLUPART_HOST) ?? ""
        host = Self.lookedUp(String(host.drop { $0 == "[" }.prefix { $0 != "]" && $0 != "%" }))
        guard !host.isEmpty else { throw .invalidRequest("the address names no host") }
        port = part(CURLUPART_PORT, CURLU_DEFAULT_PORT).flatMap(Int.init) ?? 0
        user = part(CURLUPART_USER, CURLU_URLDECODE)
        password = part(CURLUPART_PASSWORD, CURLU_URLDECODE)
        curl_url_set(parts, CURLUPART_USER, nil, 0)
        curl_url_set(parts, CURLUPART_PASSWORD, nil, 0)
        url = part(CURLUPART_URL) ?? text
    }

    /// A host as it is looked up. A proxy is given a name and looks it up by itself, so whatever a resolver takes for an
    /// address must be known for one here: `１２７.1`, `0x7f.1`, `2130706433`.
    static func lookedUp(_ host: String) -> String {
        var host = host.utf8.allSatisfy { $0 < 0x80 } ? host.lowercased() : ascii(host)
        while host.hasSuffix(".") { host.removeLast() }
        var address = in_addr()
        guard let first = host.utf8.first, (0x30...0x39).contains(first), inet_aton(host, &address) == 1 else {
            return host
        }
        return withUnsafeBytes(of: &address) { $0.map { String($0) }.joined(separator: ".") }
    }

    /// The ASCII form of a name (IDNA); where libcurl has none, the name with its compatibility forms unfolded.
    private static func ascii(_ host: String) -> String {
        withUTF8Locale {
            guard let parts = curl_url() else { return nil }
            defer { curl_url_cleanup(parts) }
            guard curl_url_set(parts, CURLUPART_HOST, host, 0) == CURLUE_OK,
                let name = newsdigest_lookup_name(parts)
            else { return nil }
            defer { curl_free(name) }
            return String(cString: name).lowercased()
        } ?? host.precomposedStringWithCompatibilityMapping.replacing("。", with: ".").lowercased()
    }

    /// Scheme, host and port: what credentials are meant for (RFC 6454).
    var origin: String { "\(scheme)://\(host):\(port)" }

    /// What a connection is made to, but for a proxy or another place for the host.
    var endpoint: String { "\(host):\(port)" }

    /// The name of the host's queue; `http` and `https` on their usual ports share one.
    var queue: String { port == 80 || port == 443 ? host : "\(host):\(port)" }
}

/// libidn2 reads names by the thread's locale, which under cron is none.
func withUTF8Locale<T>(_ work: () -> T) -> T {
    guard let locale = utf8Locale else { return work() }
    let before = uselocale(locale)
    defer { uselocale(before) }
    return work()
}

nonisolated(unsafe) private let utf8Locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)
