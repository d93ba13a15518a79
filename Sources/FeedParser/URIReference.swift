/// Resolution of addresses (RFC 3986, section 5), lenient about characters that an address may not have.
enum URIReference {
    /// `reference` made absolute against `base`, or as it is where there is no base.
    static func resolve(_ reference: String, against base: String?) -> String {
        let reference = reference.trimmingSpaces
        guard let base, !hasScheme(reference.utf8) else { return reference }
        return merged(reference, Parts(base))
    }

    static func hasScheme(_ text: some Collection<UInt8>) -> Bool {
        guard let first = text.first, first.isLetter, let colon = text.firstIndex(of: 0x3A) else { return false }
        return text[..<colon].allSatisfy { $0.isLetter || $0.isDigit || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E }
    }

    /// In lower case; nil where there is none.
    static func scheme(of text: String) -> String? {
        guard hasScheme(text.utf8), let colon = text.firstIndex(of: ":") else { return nil }
        return text[..<colon].lowercased()
    }

    private struct Parts {
        var scheme: Substring?
        var authority: Substring?
        var path: Substring
        var query: Substring?

        init(_ text: String) {
            var rest = text[...]
            if let hash = rest.firstIndex(of: "#") { rest = rest[..<hash] }
            if hasScheme(rest.utf8), let colon = rest.firstIndex(of: ":") {
                scheme = rest[..<colon]
                rest = rest[rest.index(after: colon)...]
            }
            if let mark = rest.firstIndex(of: "?") {
                query = rest[rest.index(after: mark)...]
                rest = rest[..<mark]
            }
            if rest.hasPrefix("//") {
                rest = rest.dropFirst(2)
                let slash = rest.firstIndex(of: "/") ?? rest.endIndex
                authority = rest[..<slash]
                rest = rest[slash...]
            }
            path = rest
        }

        var root: String { (scheme.map { $0 + ":" } ?? "") + (authority.map { "//" + $0 } ?? "") }
    }

    private static func merged(_ reference: String, _ base: Parts) -> String {
        if reference.isEmpty || reference.hasPrefix("#") {
            return base.root + base.path + (base.query.map { "?" + $0 } ?? "") + reference
        }
        if reference.hasPrefix("//") { return (base.scheme.map { $0 + ":" } ?? "") + reference }
        if reference.hasPrefix("?") { return base.root + base.path + reference }
        let end = reference.firstIndex { $0 == "?" || $0 == "#" } ?? reference.endIndex
        var path = String(reference[..<end])
        if !path.hasPrefix("/") {
            let folder = base.path.lastIndex(of: "/").map { base.path[...$0] } ?? (base.authority == nil ? "" : "/")
            path = folder + path
        }
        return base.root + withoutDots(path) + reference[end...]
    }

    /// RFC 3986, section 5.2.4.
    private static func withoutDots(_ path: String) -> String {
        guard path.contains(".") else { return path }
        let absolute = path.hasPrefix("/")
        var kept: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst(absolute ? 1 : 0)
        for (index, segment) in zip(segments.indices, segments) {
            let last = index == segments.endIndex - 1
            switch segment {
            case ".": if last { kept.append("") }
            case "..":
                _ = kept.popLast()
                if last { kept.append("") }
            default: kept.append(segment)
            }
        }
        return (absolute ? "/" : "") + kept.joined(separator: "/")
    }
}

extension String {
    /// Without ASCII white space at both ends.
    var trimmingSpaces: String {
        var text = self
        return text.withUTF8 { bytes in
            let trimmed = bytes.trimmed
            return trimmed.count == bytes.count ? nil : String(decoding: trimmed, as: UTF8.self)
        } ?? self
    }
}
