import Addresses
import Cleaning
import FeedParser
import Foundation
import Texts

extension Feed {
    /// The names that a feed gives its publisher beside its title: under its picture, as the owner of the rights, and
    /// after "from" at the end of its description. The author is often a person, so it counts only if the title is part
    /// of the page's address, as that of a section.
    var claimedNames: [String] {
        let isSection = title.map { FoldedText.words(of: $0.withoutAccents) }.map { words in
            words.allSatisfy(FoldedText.words(of: link.flatMap { WebAddress($0) }?.path ?? "").contains)
        }
        let names = [imageTitle, copyright?.ownerOfRights, description?.wordsAfterFrom]
        return (names + (isSection == true ? authors.map(\.displayName) : [])).compactMap(\.self)
            .filter { 1...6 ~= $0[...].spaced.count && !$0.contains("@") }
    }
}

extension String {
    /// The name of a source (`asSourceName`), with its publisher before a title that names only a section: `Los Angeles
    /// Times - California` at latimes.com.
    /// - Parameters:
    ///   - url: the page of the feed.
    ///   - claims: names of the publisher. Only one that belongs to the host is used.
    func asSourceName(of url: String, claims: [String]) -> String? {
        let host = WebAddress.withoutPrefixes(WebAddress.host(of: url))
        let label = Publisher.mainLabel(of: host)?.filter { $0 != "-" } ?? ""
        let name = asSourceName(of: url)
        guard !label.isEmpty, let claim = claims.first(where: { $0.isName(ofHost: label, url) }) else {
            // A label without vowels or of three letters is an abbreviation: `CNBC - World news`.
            guard let name, name.hasPrefix(host + " - "), label.isAbbreviation else { return name }
            return label.uppercased() + name.dropFirst(host.count)
        }
        guard let name else { return claim }
        if name.hasPrefix(host + " - ") { return claim + name.dropFirst(host.count) }
        let (words, known) = (FoldedText.words(of: name), FoldedText.words(of: claim))
        if words.indices.contains(where: { words[$0...].starts(with: known) }) {
            return name.isSlogan(beside: claim) ? claim : name
        }
        let isOwn = name.isName(ofHost: label, url) || words.contains { known.contains($0) || label.contains($0) }
        return isOwn ? name : "\(claim) - \(name)"
    }

    /// Whether it belongs to a host: its letters are the label of the domain, or the label consists of beginnings of its
    /// words, as `latimes` of `Los Angeles Times`.
    private func isName(ofHost label: String, _ url: String) -> Bool {
        let words = FoldedText.words(of: self)
        let site = PublisherName(source: "", url: url)
        return self[...].isName(of: site)
            || words.count > 1 && Self.isMade(label[...], of: words[...])
    }

    /// Whether the letters are beginnings of these words. Words of up to three letters may lack.
    private static func isMade(_ letters: Substring, of words: ArraySlice<String>) -> Bool {
        guard let word = words.first else { return letters.isEmpty }
        let shared = zip(word, letters).prefix { $0 == $1 }.count
        return (0...shared).contains {
            ($0 > 0 || word.count <= 3) && isMade(letters.dropFirst($0), of: words.dropFirst())
        }
    }

    fileprivate var withoutAccents: String { folding(options: .diacriticInsensitive, locale: nil) }

    private var isAbbreviation: Bool {
        allSatisfy(\.isLetter) && (count <= 3 || count <= 5 && !contains { "aeiouy".contains($0) })
    }

    /// Whether the rest beside a name is no section: it follows without a separator, as in `Gazette Mixed`, or has three
    /// words or more, as in `Gazette - The town and the harbour`.
    private func isSlogan(beside name: String) -> Bool {
        guard let range = self[...].firstRange(ofLiteral: name), name != self else { return false }
        let (head, end) = (self[..<range.lowerBound], self[range.upperBound...])
        let isParted = TitleSeparators.all.contains { end.hasPrefix($0) || head.hasSuffix($0) }
        let rest = FoldedText.words(of: String(head + " " + end))
        return !isParted && head.isEmpty || rest.count >= 3
    }

    /// `Elsom Gazette` in `Copyright © 2026 Elsom Gazette. All rights reserved.`
    fileprivate var ownerOfRights: String {
        replacing(/copyright|©|\(c\)|all rights reserved.*/.ignoresCase(), with: "")
            .replacing(/\b(?:19|20)[0-9]{2}\b/, with: "")
            .split(separator: /[ ][-–—|][ ]|[,:;|]|\.(?:[ ]|$)/).lazy.map {
                $0.trimmingCharacters(in: CharacterSet(charactersIn: " -–—|/."))
            }
            .first { $0.contains(where: \.isLetter) } ?? ""
    }

    /// `Elsom Gazette` in `All news from the Elsom Gazette.`
    fileprivate var wordsAfterFrom: String? {
        self[...].lastRange(ofLiteral: " from ").map { from in
            let rest = self[from.upperBound...]
            let name = rest.hasPrefix("the ") ? rest.dropFirst(4) : rest
            return String(name.hasSuffix(".") ? name.dropLast() : name)
        }
    }
}
