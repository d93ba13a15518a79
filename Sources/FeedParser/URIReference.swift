import Texts

/// Resolves addresses (RFC 3986, section 5). It accepts characters that are not allowed in addresses.
package enum URIReference {
    /// The absolute form of `reference`, resolved against `base`. Without a base, or with one that is too long, the
    /// reference itself. A document with one very long base could otherwise make all its addresses that long.
    package static func resolve(_ reference: String, against base: String?) -> String {
        let reference = reference.trimmingSpaces
        guard let base, base.utf8.count <= longestBase, AddressParts.scheme(of: reference[...]).isEmpty else {
            return reference
        }
        return merged(reference, AddressParts(base[...]))
    }

    /// The base for addresses inside. A base that is too long is ignored.
    static func base(_ reference: String, inside outer: String?) -> String {
        let base = resolve(reference, against: outer)
        return base.utf8.count <= longestBase ? base : outer ?? ""
    }

    /// The scheme in lower case; nil if there is none.
    static func scheme(of text: String) -> String? {
        let scheme = AddressParts.scheme(of: text[...])
        return scheme.isEmpty ? nil : scheme.dropLast().lowercased()
    }

    /// The host with its port in lower case; empty if there is none, as in `file:///a`.
    static func authority(of address: String) -> String {
        Substring(AddressParts(address[...]).authority.utf8.dropFirst(2)).lowercased()
    }

    private static let longestBase = 2048

    private static func merged(_ reference: String, _ base: AddressParts) -> String {
        let parts = AddressParts(reference[...])
        if !parts.authority.isEmpty { return "\(base.scheme)\(reference)" }
        let path =
            parts.path.isEmpty
            ? base.path : withoutDots(folder(for: parts.path.utf8, in: base) + Array(parts.path.utf8))[...]
        let query = parts.path.isEmpty && parts.query.isEmpty ? base.query : parts.query
        return [base.scheme, base.authority, path, query, parts.fragment].joined()
    }

    /// The part of the base's path that comes before the path of a reference.
    private static func folder(for path: Substring.UTF8View, in base: AddressParts) -> [UInt8] {
        if path.first == 0x2F { return [] }
        if let slash = base.path.utf8.lastIndex(of: 0x2F) { return Array(base.path.utf8[...slash]) }
        return base.authority.isEmpty ? [] : [0x2F]
    }

    /// The path without dot segments (RFC 3986, section 5.2.4).
    private static func withoutDots(_ path: [UInt8]) -> String {
        guard path.contains(0x2E) else { return String(decoding: path, as: UTF8.self) }
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
        return String(decoding: (isAbsolute ? [0x2F] : []) + kept.joined(separator: [0x2F]), as: UTF8.self)
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
