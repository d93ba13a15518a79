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

// The user and the password in an address. One rule for all that hides, removes or learns them.

extension BidirectionalCollection<UInt8> {
    /// The user and the password of this address, without the `@` after them; nil if there is no `@` for them.
    ///
    /// The address may have no scheme (`anna:password@example.org/feed`). It may also be wrong, because people write
    /// passwords with `/` and `#`.
    /// - Parameter upToLastAt: whether everything before the last `@` is the user and the password. If not, an `@` in a
    ///   path (`https://example.org/@anna`) is part of the path.
    func userInfo(upToLastAt: Bool = false) -> Range<Index>? {
        self[startOfAuthority...].userInfoOfAuthority(upToLastAt: upToLastAt)
    }

    /// The same for the part of an address that begins with its authority (RFC 3986, section 3.2).
    func userInfoOfAuthority(upToLastAt: Bool = false) -> Range<Index>? {
        guard let last = lastIndex(of: UInt8(ascii: "@")) else { return nil }
        if upToLastAt { return startIndex..<last }
        let authority = prefix { !"/?#".utf8.contains($0) }
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) { return startIndex..<at }
        // In `anna:pass/word@example.org`, the slash belongs to the password.
        return authority.isHostWithPort ? nil : startIndex..<last
    }

    /// Whether only digits follow the colon after a host, or after each of several hosts.
    package var isHostWithPort: Bool {
        var isInPort = false
        for byte in first == UInt8(ascii: "[") ? self[(firstIndex(of: UInt8(ascii: "]")) ?? startIndex)...] : self[...]
        {
            switch byte {
            case UInt8(ascii: ","): isInPort = false
            case UInt8(ascii: ":") where !isInPort: isInPort = true
            case UInt8(ascii: "0")...UInt8(ascii: "9"): break
            default: if isInPort { return false }
            }
        }
        return true
    }

    /// The index after the scheme and its slashes.
    private var startOfAuthority: Index {
        let scheme = prefix { $0.isLetterOrDigit || "+-.:".utf8.contains($0) }
        guard scheme.isEmpty || scheme.last == UInt8(ascii: ":") else { return startIndex }
        let rest = self[scheme.endIndex...]
        let slashes = rest.prefix { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
        if slashes.isEmpty { return startIndex }
        // The third slash after `file:` begins a path, and so does a single one.
        guard scheme.lazy.map({ $0 | 0x20 }).elementsEqual("file:".utf8) else { return slashes.endIndex }
        return slashes.count == 1 ? slashes.startIndex : slashes.dropFirst(2).startIndex
    }
}

extension String {
    /// The user and the password in this address, without the `@` after them; nil if there is no `@` for them.
    package var userInfo: Range<Index>? { utf8.userInfo() }

    /// This address without user name and password, which must not be shown or stored.
    package var withoutUserInfo: String {
        guard let userInfo = utf8.userInfo() else { return self }
        return String(self[..<userInfo.lowerBound] + self[utf8.index(after: userInfo.upperBound)...])
    }
}
