/// The parts of an address of any scheme (RFC 3986, section 3 and appendix B). All of them together are the text. A part
/// that the address does not have is empty.
///
/// It works on bytes: a `Character` of Swift can contain megabytes of combining marks, and is slow to compare.
package struct AddressParts {
    /// The scheme with its colon.
    package let scheme: Substring
    /// The user, the host and the port, with the two slashes before them.
    package let authority: Substring
    package let path: Substring
    /// The query with its question mark.
    package let query: Substring
    /// The fragment with its number sign.
    package let fragment: Substring

    package init(_ text: Substring) {
        scheme = Self.scheme(of: text)
        var rest = text[scheme.endIndex...].utf8
        let sign = rest.firstIndex(of: UInt8(ascii: "#")) ?? rest.endIndex
        fragment = text[sign...]
        rest = rest[..<sign]
        let mark = rest.firstIndex(of: UInt8(ascii: "?")) ?? rest.endIndex
        query = text[mark..<sign]
        rest = rest[..<mark]
        let slash = rest.starts(with: "//".utf8) ? rest.dropFirst(2).firstIndex(of: UInt8(ascii: "/")) ?? mark : nil
        authority = text[scheme.endIndex..<(slash ?? scheme.endIndex)]
        path = text[authority.endIndex..<mark]
    }

    /// The scheme of an address with its colon; empty if there is none.
    package static func scheme(of text: Substring) -> Substring {
        let bytes = text.utf8
        let name = bytes.prefix { $0.isLetterOrDigit || "+-.".utf8.contains($0) }
        guard let first = name.first, first.isLetterOrDigit, !first.isDigit,
            bytes[name.endIndex...].first == UInt8(ascii: ":")
        else { return text[..<text.startIndex] }
        return text[...name.endIndex]
    }
}

extension Substring {
    /// This part of an address without the sign that begins it.
    package var withoutSign: Substring { Substring(utf8.dropFirst()) }
}
