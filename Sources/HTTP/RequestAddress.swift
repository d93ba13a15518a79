import CCurl
import Foundation
import Texts

/// An address in the parts that libcurl itself finds (RFC 3986), so that the checked address is the requested one.
/// `WebAddress` accepts more than libcurl does.
struct RequestAddress: Equatable {
    /// The scheme in lower case.
    var scheme: String
    /// The host in the form for lookup: in lower case, without brackets and without a final dot, in the ASCII form of
    /// IDNA (RFC 5891). An IPv4 address is in dotted form.
    var host: String
    var port: Int
    var user: String?
    var password: String?
    /// The whole address without userinfo.
    var url: String

    /// Throws `.invalidRequest` for what cannot be an address.
    init(_ text: String, schemes: Set<String> = ["http", "https"]) throws(HTTPError.Reason) {
        guard !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            throw .invalidRequest("the address contains a control character")
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
        guard !host.isEmpty else { throw .invalidRequest("the address has no host") }
        port = part(CURLUPART_PORT, CURLU_DEFAULT_PORT).flatMap(Int.init) ?? 0
        user = part(CURLUPART_USER, CURLU_URLDECODE)
        password = part(CURLUPART_PASSWORD, CURLU_URLDECODE)
        curl_url_set(parts, CURLUPART_USER, nil, 0)
        curl_url_set(parts, CURLUPART_PASSWORD, nil, 0)
        url = part(CURLUPART_URL) ?? text
    }

    /// The form of a host for lookup. A proxy gets a name and resolves it itself. So every text that a resolver reads
    /// as an address must be recognised as an address here: `１２７.1`, `0x7f.1`, `2130706433`.
    static func lookedUp(_ host: String) -> String {
        var host = host.utf8.allSatisfy { $0 < 0x80 } ? host.lowercased() : ascii(host)
        while host.hasSuffix(".") { host.removeLast() }
        var address = in_addr()
        guard let first = host.utf8.first, first.isDigit, inet_aton(host, &address) == 1 else {
            return host
        }
        return withUnsafeBytes(of: &address) { $0.map { String($0) }.joined(separator: ".") }
    }

    /// The ASCII form of a name (IDNA). If libcurl finds none, the name with its compatibility forms replaced.
    private static func ascii(_ host: String) -> String {
        withUTF8Locale {
            guard let parts = curl_url() else { return nil }
            defer { curl_url_cleanup(parts) }
            guard curl_url_set(parts, CURLUPART_HOST, host, 0) == CURLUE_OK,
                let name = newsdigest_lookup_name(parts)
            else { return nil }
            defer { curl_free(name) }
            return String(cString: name).lowercased()
        } ?? host.precomposedStringWithCompatibilityMapping.replacing(literal: "。", with: ".").lowercased()
    }

    /// Scheme, host and port. Credentials are for one origin only (RFC 6454).
    var origin: String { "\(scheme)://\(host):\(port)" }

    /// The host and port to connect to, unless there is a proxy or another place for the host.
    var endpoint: String { "\(host):\(port)" }

    /// The name of the host's queue. `http` and `https` on their usual ports share one queue.
    var queue: String { port == 80 || port == 443 ? host : "\(host):\(port)" }
}

/// Runs work in a UTF-8 locale. libidn2 reads names in the thread's locale, and cron sets none.
func withUTF8Locale<T>(_ work: () -> T) -> T {
    guard let locale = locale_t(bitPattern: utf8Locale) else { return work() }
    let before = uselocale(locale)
    defer { uselocale(before) }
    return work()
}

/// As a number, because a pointer is not `Sendable`; 0 if the system has no such locale.
private let utf8Locale = UInt(bitPattern: newlocale(LC_CTYPE_MASK, "C.UTF-8", nil))
