import Foundation
import Texts

/// The parts of an absolute `http` or `https` address (RFC 3986, section 3). It accepts the mistakes of feeds.
package struct WebAddress {
    /// The scheme in lower case.
    package var scheme: String
    /// The host in lower case, in ASCII, without a dot at the end.
    package var host: String
    /// The port; nil for the scheme's default.
    package var port: Int?
    /// The path as published. It starts with a slash or is empty.
    package var path: String
    package var parameters: [Parameter]
    package var fragment: String?

    /// The greatest length in UTF-8 bytes. Browsers cut longer addresses, and mail servers refuse them.
    package static let longest = 8_000

    /// Host and port in the form for a clean address.
    package var authority: String { port.map { "\(host):\($0)" } ?? host }

    package init?(_ address: String) {
        guard address.utf8.count <= Self.longest else { return nil }
        var text = Self.trimmed(address)
        if text.utf8.contains(Self.semicolon) { text = Self.withPlainAmpersands(text)[...] }
        let parts = AddressParts(text)
        scheme = parts.scheme.isEmpty ? "https" : parts.scheme.dropLast().lowercased()
        guard ["http", "https"].contains(scheme), !parts.authority.isEmpty else { return nil }
        // Some addresses have more slashes than two, or a backslash for a slash.
        var rest = text[parts.authority.startIndex..<parts.path.endIndex].utf8.dropFirst(2)
        if !parts.scheme.isEmpty { rest = rest.drop { $0 == Self.slash } }
        let slash = rest.firstIndex { $0 == Self.slash || $0 == UInt8(ascii: "\\") } ?? rest.endIndex
        guard let (host, port) = Self.authority(text[rest.startIndex..<slash]) else { return nil }
        self.host = host
        self.port = port == (scheme == "https" ? 443 : 80) ? nil : port
        path = Self.withoutSession(String(text[slash..<rest.endIndex]))
        parameters = parts.query.withoutSign.utf8.split(separator: UInt8(ascii: "&")).map { Parameter(Substring($0)) }
        fragment = parts.fragment.isEmpty ? nil : String(parts.fragment.withoutSign)
    }

    /// The value of the first parameter with one of these names, without percent-encoding.
    func value(of names: String...) -> String? {
        for name in names {
            if let parameter = parameters.first(where: { $0.name == name }),
                let equals = parameter.text.firstIndex(of: "=")
            {
                let raw = String(parameter.text[parameter.text.index(after: equals)...])
                return raw.removingPercentEncoding ?? raw
            }
        }
        return nil
    }

    /// The host without its first label, for `m.example.org` and `www.example.org`. At least a domain must stay.
    package static func withoutPrefixes(_ host: String) -> String {
        var host = host[...]
        while let dot = host.utf8.firstIndex(of: dot), isDevicePrefix(host[..<dot]) {
            let rest = host[host.utf8.index(after: dot)...]
            guard let inner = rest.utf8.firstIndex(of: self.dot), !isPublicSuffix(rest, inner) else { break }
            host = rest
        }
        return String(host)
    }

    /// Whether an address contains `&amp;` or `&#038;`, which a reader takes for `&`.
    static func hasEscapedAmpersand(_ address: String) -> Bool {
        address.utf8.contains(semicolon) && withPlainAmpersands(address[...]) != address
    }

    /// The article's own path for `/story/amp`, `/story/amp/`, `/story.amp` and `/story.amp.html`. Repeated endings are
    /// all removed, so that a second call changes nothing.
    static func withoutTrailingAMP(_ path: String) -> String {
        var rest = path.utf8[...]
        func ends(with ending: String) -> Bool { rest.suffix(ending.utf8.count).elementsEqual(ending.utf8) }
        let page = ends(with: ".amp.html") ? ".html" : ""
        rest = rest.dropLast(page.utf8.count)
        while ends(with: ".amp")
            || page.isEmpty && ["/amp", "/amp/"].contains(where: { ends(with: $0) && rest.count > $0.utf8.count })
        {
            rest = rest.dropLast(4)
        }
        return String(Substring(rest)) + page
    }

    /// The path without the leading `/amp/` of some publishers.
    static func withoutLeadingAMP(_ path: String) -> String {
        path.hasPrefix("/amp/") && path.utf8.count > 5 ? String(path.dropFirst(4)) : path
    }

    /// The path with single slashes, without dot segments (RFC 3986, section 5.2.4), without a slash at the end and
    /// without an implied index page.
    package static func tidied(_ path: String, isIndexImplied: Bool) -> String {
        if isTidy(path) { return path }
        var segments: [Substring] = []
        for segment in path.split(separator: "/") where segment != "." {
            if segment == ".." { _ = segments.popLast() } else { segments.append(segment) }
        }
        if isIndexImplied, let last = segments.last, indexPages.contains(last.lowercased()) { segments.removeLast() }
        return segments.isEmpty ? "" : "/" + segments.joined(separator: "/")
    }
}

extension WebAddress {
    private static let dot = UInt8(ascii: ".")
    private static let slash = UInt8(ascii: "/")
    static let semicolon = UInt8(ascii: ";")

    /// The greatest length of a host in octets (RFC 1035, section 2.3.4), with room for letters that are not yet in
    /// ASCII.
    private static let longestHost = 1_000

    private static let devicePrefixes: Set<String> = ["www", "m", "mobile", "amp", "wap", "touch"]
    private static let longestDevicePrefix = 6
    /// The state stores keys that depend on this list. So it must not change, whatever the public suffix list says.
    private static let secondLevel: Set<String> = ["co", "com", "org", "net", "gov", "ac", "edu"]
    private static let indexPages: Set<String> = ["index.html", "index.htm", "index.php", "index.asp", "index.aspx"]

    private static func trimmed(_ address: String) -> Substring {
        let bytes = address.utf8
        guard let start = bytes.firstIndex(where: { $0 > 0x20 }), let end = bytes.lastIndex(where: { $0 > 0x20 }) else {
            return ""
        }
        return address[start...end]
    }

    /// The address with `&` for `&amp;`, `&#038;` and `&amp;amp;`, which are left in feeds that escape several times.
    /// Capital letters count as small ones, because a host is put into lower case later.
    static func withPlainAmpersands(_ address: Substring) -> String {
        let parts = address.split(atLiteral: "&")
        let plain = parts.dropFirst().map { part in
            var rest = part.utf8
            while let escape = ["amp;", "#038;"].first(where: { beginning(of: rest, $0.utf8.count) == $0 }) {
                rest = rest.dropFirst(escape.utf8.count)
            }
            return Substring(rest)
        }
        return ([parts[0]] + plain).joined(separator: "&")
    }

    private static func beginning(of text: Substring.UTF8View, _ length: Int) -> String {
        String(decoding: text.prefix(length), as: UTF8.self).lowercased()
    }

    /// Whether the path needs no change: it has no empty segment, no dot segment, no slash at the end and no index
    /// page.
    private static func isTidy(_ path: String) -> Bool {
        var last: UInt8 = 0
        for byte in path.utf8 {
            if last == slash, byte == slash || byte == dot || byte == UInt8(ascii: "i") || byte == UInt8(ascii: "I") {
                return false
            }
            last = byte
        }
        return last != slash
    }

    private static func authority(_ text: Substring) -> (host: String, port: Int?)? {
        var text = text
        if let at = text.utf8.lastIndex(of: UInt8(ascii: "@")) { text = text[text.utf8.index(after: at)...] }
        var port: Int?
        if let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")), !text[colon...].contains("]") {
            let digits = text[text.utf8.index(after: colon)...]
            guard digits.isEmpty || UInt16(digits) != nil else { return nil }
            port = Int(digits)
            text = text[..<colon]
        }
        text = withoutEndDots(text)
        guard !text.isEmpty, text.utf8.count <= longestHost, let host = asciiHost(text), !host.isEmpty else {
            return nil
        }
        return (host, port)
    }

    private static func withoutEndDots(_ host: Substring) -> Substring {
        host.utf8.lastIndex { $0 != dot }.map { Substring(host.utf8[...$0]) } ?? ""
    }

    /// The host in lower case. Labels with other letters get their ASCII form (RFC 5891).
    private static func asciiHost(_ host: Substring) -> String? {
        if host.utf8.allSatisfy(HostName.allowed.contains) { return host.lowercased() }
        let isPlain = host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "%") }
        if isPlain { return HostName.isIPv6(host) ? host.lowercased() : nil }
        guard let decoded = String(host).removingPercentEncoding, !decoded.contains(where: \.isWhitespace) else {
            return nil
        }
        return HostName.ascii(decoded).map { String(withoutEndDots($0[...])) }
    }

    /// Whether `rest`, whose first dot is at `dot`, is a suffix like `co.uk`.
    private static func isPublicSuffix(_ rest: Substring, _ dot: Substring.Index) -> Bool {
        !rest.utf8[rest.utf8.index(after: dot)...].contains(self.dot) && secondLevel.contains(String(rest[..<dot]))
    }

    private static func isDevicePrefix(_ label: Substring) -> Bool {
        label.utf8.count <= longestDevicePrefix && devicePrefixes.contains(String(label))
    }

    /// The path without the `;jsessionid=…` that Java servers add.
    private static func withoutSession(_ path: String) -> String {
        guard path.utf8.contains(UInt8(ascii: ";")),
            let session = path.range(of: ";jsessionid=", options: .caseInsensitive)
        else { return path }
        return String(path[..<session.lowerBound])
    }
}
