import Addresses
import FeedParser
import Foundation
import HTTP
import Settings
import Texts
import Values

/// The addresses of a feed itself: the configured one, the one that answered, and the one that the feed names. They and
/// the headers of its requests may contain a key of the user, which must not reach a reader.
struct OwnAddresses {
    /// The page of the feed, against which the addresses of its entries are resolved. A feed that names no page is its
    /// own page.
    let page: String
    /// The secret values in the feed's addresses and headers, as they are written and decoded.
    private let secrets: Set<String>
    private let pages: Set<String>
    /// Those that are hidden in texts.
    private let shownSecrets: SecretIndex

    /// - Parameter url: the address that answered, if it is not the configured one.
    init(_ source: FeedSource, _ feed: Feed, at url: String? = nil) {
        let known = (source.command?.addresses ?? []) + [source.url, url, feed.selfLink].compactMap(\.self)
        let own = known.filter { $0.utf8.count <= Bounds.address }
        let values = own.flatMap(SecretParameters.values) + source.headers.flatMap(\.secrets)
        secrets = Set(values + values.compactMap(\.removingPercentEncoding))
        shownSecrets = secrets.filter { $0.isUnmistakable && $0.utf8.count <= 256 }.reduce(into: SecretIndex()) {
            $0.insert($1)
        }
        pages = secrets.isEmpty ? [] : Set(own.compactMap(Self.page))
        page =
            feed.link.map { [secrets] in $0.without(secrets) } ?? (feed.selfLink ?? source.url).withoutSecretParameters
    }

    /// The address of an item without the feed's secrets, if it leads to the feed itself. Another page may need them.
    func shown(_ address: String) -> String {
        guard !secrets.isEmpty, let page = Self.page(of: address), pages.contains(page) else { return address }
        return address.without(secrets)
    }

    /// An absolute address without the feed's secrets, as `shown`; nil for one that is too long.
    func shownAbsolute(_ address: String?) -> String? {
        WebAddress.absolute(address, base: page).flatMap { $0.utf8.count <= Bounds.address ? shown($0) : nil }
    }

    /// A text that readers see without the feed's secrets of 8 to 256 bytes. A shorter one may also be a word of the
    /// text. The time of a search grows with the length of what is sought, so a longer one stays.
    func shownText(_ text: String) -> String {
        shownSecrets.hide(inVisible: text, with: "…")
    }

    /// Sanitised HTML, whose text is shown without the feed's secrets. Of the addresses in its tags, those that lead to
    /// the feed lose them.
    func shownHTML(_ html: String) -> String {
        guard !secrets.isEmpty else { return html }
        let parts = html.split(separator: "<", omittingEmptySubsequences: false).map { (part: Substring) in
            let end = part.lastIndex(of: ">").map(part.index(after:)) ?? part.startIndex
            return (tag: part[..<end], text: part[end...])
        }
        // A secret may begin in one element and go on in the next.
        let texts = shownSecrets.hide(inVisible: parts.map(\.text), with: "…")
        let isInTags = shownText(html) != html
        return zip(parts, texts).map { (isInTags ? shownTag($0.tag) : String($0.tag)) + $1 }.joined(separator: "<")
    }

    /// A tag of sanitised HTML, where only attributes have quotes, and an address has no reference other than `&amp;`.
    private func shownTag(_ tag: Substring) -> String {
        let parts = tag.split(separator: "\"", omittingEmptySubsequences: false)
        let shownParts = parts.indices.map { index -> String in
            let part = String(parts[index])
            guard index % 2 == 1 else { return part }
            let isAddress = [" href=", " src="].contains { parts[index - 1].hasSuffix($0) }
            guard isAddress else { return shownText(part) }
            return shown(part.replacing(literal: "&amp;", with: "&")).replacing(literal: "&", with: "&amp;")
        }
        return shownParts.joined(separator: "\"")
    }

    /// A base of other addresses without the feed's secrets.
    func shownBase(_ base: String) -> String { secrets.isEmpty ? base : base.without(secrets) }

    /// The host and the path, without segments that change nothing (RFC 3986, section 5.2.4).
    private static func page(of address: String) -> String? {
        WebAddress(address).map { $0.authority + WebAddress.tidied($0.path, isIndexImplied: false) }
    }
}

extension HTTPHeader {
    /// The words of a header whose name says that it is secret, and the password of HTTP's Basic scheme (RFC 7617).
    fileprivate var secrets: [String] {
        guard Self.secretNames.contains(name.lowercased()) || "\(name)=x"[...].namesSecret else { return [] }
        let words = value.split(separator: " ").map(String.init)
        guard words.count == 2, words[0].lowercased() == "basic", let pair = Data(base64Encoded: words[1]) else {
            return words
        }
        return [words[1]]
            + String(decoding: pair, as: UTF8.self).split(separator: ":", maxSplits: 1).dropFirst().map(String.init)
    }

    private static let secretNames: Set = ["authorization", "cookie"]
}

extension String {
    /// This address without its user and password, and without the parameters whose names say that they are secret.
    var withoutSecretParameters: String { withoutParameters(where: \.namesSecret) }

    /// This address without its user and password, and without the parameters that have one of these values. A short
    /// value, such as `12`, counts only after a name that says that it is secret.
    fileprivate func without(_ secrets: Set<String>) -> String {
        withoutParameters { parameter in
            guard let value = parameter.split(separator: "=", maxSplits: 1).last.map(String.init),
                secrets.contains(value) || value.removingPercentEncoding.map(secrets.contains) == true
            else { return false }
            return value.isUnmistakable || parameter.namesSecret
        }
    }

    /// Whether it is too long to be the value of another parameter by chance.
    fileprivate var isUnmistakable: Bool { utf8.count >= 8 }

    /// This address without its user and password, and without some parameters of its query or its fragment.
    private func withoutParameters(where isLeftOut: (Substring) -> Bool) -> String {
        let address = withoutUserInfo
        let parts = AddressParts(address[...])
        let parameters = parts.query.withoutSign.split { $0 == "&" || $0 == ";" }
        let kept = parameters.filter { !isLeftOut($0) }
        let fragment = isLeftOut(parts.fragment.withoutSign) ? "" : parts.fragment
        if fragment == parts.fragment, kept.count == parameters.count { return address }
        let query = kept.isEmpty ? "" : "?" + kept.joined(separator: "&")
        return "\(address[..<parts.query.startIndex])\(query)\(fragment)"
    }
}

extension Substring {
    /// Whether the name of this parameter of an address says that its value is secret.
    fileprivate var namesSecret: Bool { SecretParameters.hide(in: "?\(self)") != "?\(self)" }
}
