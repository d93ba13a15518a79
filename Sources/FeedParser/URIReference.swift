/// Resolves addresses (RFC 3986, section 5). It accepts characters that are not allowed in addresses.
///
/// All functions work on bytes: a `Character` of Swift can contain megabytes of combining marks, and is slow to
/// compare.
package enum URIReference {
    /// The absolute form of `reference`, resolved against `base`. Without a base, or with one that is too long, the
    /// reference itself. A document with one very long base could otherwise make all its addresses that long.
    package static func resolve(_ reference: String, against base: String?) -> String {
        let reference = reference.trimmingSpaces
        guard let base, base.utf8.count <= longestBase, !hasScheme(reference.utf8) else { return reference }
        return merged(reference, Parts(base))
    }

    /// The base for addresses inside. A base that is too long is ignored.
    static func base(_ reference: String, inside outer: String?) -> String {
        let base = resolve(reference, against: outer)
        return base.utf8.count <= longestBase ? base : outer ?? ""
    }

    static func hasScheme(_ text: some Collection<UInt8>) -> Bool {
        guard let first = text.first, first.isLetter else { return false }
        let end = text.first { !$0.isLetter && !$0.isDigit && $0 != 0x2B && $0 != 0x2D && $0 != 0x2E }
        return end == 0x3A
    }

    /// The scheme in lower case; nil if there is none.
    static func scheme(of text: String) -> String? {
        guard hasScheme(text.utf8), let colon = text.utf8.firstIndex(of: 0x3A) else { return nil }
        return text[..<colon].lowercased()
    }

    /// The host with its port in lower case; empty if there is none, as in `file:///a`.
    static func authority(of address: String) -> String {
        String(Substring(Parts(address).authority.dropFirst(2))).lowercased()
    }

    private static let longestBase = 2048

    private struct Parts {
        /// The scheme with its colon.
        var scheme: Substring.UTF8View
        /// The authority with its two slashes.
        var authority: Substring.UTF8View
        var path: Substring.UTF8View
        /// The query with its question mark.
        var query: Substring.UTF8View

        init(_ text: String) {
            var rest = text[...].utf8.prefix { $0 != 0x23 }
            let colon = hasScheme(rest) ? rest.firstIndex(of: 0x3A) : nil
            scheme = rest[..<(colon.map { rest.index(after: $0) } ?? rest.startIndex)]
            rest = rest[scheme.endIndex...]
            let mark = rest.firstIndex(of: 0x3F) ?? rest.endIndex
            query = rest[mark...]
            rest = rest[..<mark]
            let slash = rest.starts(with: "//".utf8) ? rest.dropFirst(2).firstIndex(of: 0x2F) ?? rest.endIndex : nil
            authority = rest[..<(slash ?? rest.startIndex)]
            path = rest[authority.endIndex...]
        }
    }

    private static func merged(_ reference: String, _ base: Parts) -> String {
        let text = reference.utf8
        var result = Array(base.scheme)
        if text.starts(with: "//".utf8) { return String(decoding: result + text, as: UTF8.self) }
        result += base.authority
        switch text.first {
        case nil, 0x23: result += Array(base.path) + Array(base.query) + Array(text)
        case 0x3F: result += Array(base.path) + Array(text)
        default:
            let end = text.firstIndex { $0 == 0x3F || $0 == 0x23 } ?? text.endIndex
            result += withoutDots(folder(for: text, in: base) + Array(text[..<end])) + Array(text[end...])
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The part of the path that comes before the path of a reference.
    private static func folder(for reference: String.UTF8View, in base: Parts) -> [UInt8] {
        if reference.first == 0x2F { return [] }
        if let slash = base.path.lastIndex(of: 0x2F) { return Array(base.path[...slash]) }
        return base.authority.isEmpty ? [] : [0x2F]
    }

    /// The path without dot segments (RFC 3986, section 5.2.4).
    private static func withoutDots(_ path: [UInt8]) -> [UInt8] {
        guard path.contains(0x2E) else { return path }
        let isAbsolute = path.first == 0x2F
        var kept: [ArraySlice<UInt8>] = []
        let segments = path.split(separator: 0x2F, omittingEmptySubsequences: false).dropFirst(isAbsolute ? 1 : 0)
        for (index, segment) in zip(segments.indices, segments) {
            let isLast = index == segments.endIndex - 1
            if segment.elementsEqual("..".utf8) {
                _ = kept.popLast()
                if isLast { kept.append([]) }
            } else if segment.elementsEqual(".".utf8) {
                if isLast { kept.append([]) }
            } else {
                kept.append(segment)
            }
        }
        return (isAbsolute ? [0x2F] : []) + Array(kept.joined(separator: [0x2F]))
    }
}

extension String {
    /// Whether both texts are equal byte by byte. `==` first converts both to a normal form, which takes long for
    /// thousands of combining marks.
    func isExactly(_ text: String) -> Bool { utf8.elementsEqual(text.utf8) }

    /// The text without ASCII whitespace at both ends.
    var trimmingSpaces: String {
        var text = self
        return text.withUTF8 { bytes in
            let trimmed = bytes.trimmed
            return trimmed.count == bytes.count ? nil : String(decoding: trimmed, as: UTF8.self)
        } ?? self
    }
}
