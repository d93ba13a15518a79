import Addresses
import Texts
import Values

extension String {
    /// Whether all words only say what a feed is (`Top Stories`), so that it does not name its source.
    var isGenericTitle: Bool { self[...].isGeneric }

    /// The title of a feed as the name of its source: without parts that only say what a feed is (`RSS`, `All stories`),
    /// and without a slogan of four words or more beside the name of the site: `Elsom Gazette - News and opinion from
    /// Elsom`. The host is before a title that only names a section (`elsom.example - World news`).
    /// - Parameter url: the page of the feed.
    func asSourceName(of url: String) -> String {
        let site = PublisherName(source: "", url: url)
        for separator in Self.separators {
            var parts = self[...].split(atLiteral: separator).filter { !$0.isEmpty }
            guard parts.count > 1 else { continue }
            let first = String(parts[0])
            if !parts[0].isGeneric, first.withoutFormat != first {
                parts[0] = first.withoutFormat[...]
                return parts.joined(separator: separator).asSourceName(of: url)
            }
            let kept = parts.enumerated().filter { index, part in
                !part.isGeneric && !String(part).isPartOfDate && !parts[..<index].contains { $0.isSameSite(as: part) }
            }.map(\.element)
            if !kept.isEmpty, kept.count < parts.count {
                return kept.joined(separator: separator).asSourceName(of: url)
            }
            if parts[0].isName(of: site), parts.dropFirst().isSlogan { return String(parts[0]) }
            if parts[0].isSection, parts.dropFirst().isSlogan { return String(parts[0]).asSourceName(of: url) }
            if parts[parts.count - 1].isName(of: site), parts.dropLast().isSlogan { return String(parts.last!) }
        }
        let name = withoutList.withoutFormat.trimmingSeparators.withoutPredicate(of: site)
        let host = WebAddress.withoutPrefixes(WebAddress.host(of: url))
        let isNamed = host.isEmpty || name[...].isGeneric || name[...].isName(of: site)
        return name[...].isSection && !isNamed ? "\(host) - \(name)" : name
    }

    /// The title without what kind of list it is: `Latest items from Elsom Gazette`.
    private var withoutList: String {
        guard let from = Self.prepositions.lazy.compactMap({ self[...].firstRange(ofLiteral: $0) }).first,
            self[..<from.lowerBound].isGeneric
        else { return self }
        return String(self[from.upperBound...])
    }

    /// The name of the site, if the title says what it is: `Elsom Gazette is a daily of the harbour`.
    private func withoutPredicate(of site: PublisherName) -> String {
        guard let verb = self[...].firstRange(ofLiteral: " is "), self[..<verb.lowerBound].isName(of: site),
            self[verb.upperBound...].spaced.count >= 4
        else { return self }
        return String(self[..<verb.lowerBound])
    }

    /// The title without the words at its end that name the format: `Elsom Gazette RSS feed`.
    private var withoutFormat: String {
        var words = self[...].spaced
        while words.count > 1, let last = words.last, Self.formats.contains(FoldedText.words(of: String(last))) {
            words.removeLast()
        }
        return words.count == self[...].spaced.count ? self : words.joined(separator: " ")
    }

    private static let formats: Set<[String]> = [["rss"], ["feed"], ["atom"], ["rss", "feed"]]

    private static let separators = [" - ", " -- ", " | ", " – ", " — ", " :: ", " // ", " » ", "| ", ": "]
    private static let prepositions = [" from ", " fra ", " från ", " von "]

    private var trimmingSeparators: String {
        let text = unicodeScalars.reversed().drop { " -|–—/:»".unicodeScalars.contains($0) }.reversed()
        return text.isEmpty ? self : String(scalars: text)
    }
}

extension [Substring].SubSequence {
    fileprivate var isSlogan: Bool { FoldedText.words(of: joined(separator: " ")).count >= 4 }
}

extension Substring {
    /// Whether all words only say what kind of file or list a feed is.
    fileprivate var isGeneric: Bool {
        FoldedText.words(of: String(self)).allSatisfy { Self.generic.contains($0) || $0.utf8.count == 1 }
    }

    private static let generic: Set<String> = [
        "rss", "mrss", "top", "feed", "feeds", "atom", "xml", "public", "channel", "the", "all", "latest", "headlines",
        "articles", "stories", "posts", "news", "home", "homepage", "page", "front", "portada", "and", "breaking",
        "recent", "index", "items", "startseite", "accueil", "главная", "inicio", "siste", "nytt", "senaste", "neueste",
        "首页", "最新日志", "最新文章", "medium",
    ]

    /// Whether another part is the same name with the end of its host: `Quay One` and `Quayone.example`.
    fileprivate func isSameSite(as other: Substring) -> Bool {
        guard let dot = other.lastIndex(of: ".") else { return false }
        let name = FoldedText.words(of: String(self)).joined()
        return !name.isEmpty && FoldedText.words(of: String(other[..<dot])).joined() == name
    }

    /// Whether all words only name a section of a newspaper.
    fileprivate var isSection: Bool {
        FoldedText.words(of: String(self)).allSatisfy { Self.generic.contains($0) || Self.sections.contains($0) }
    }

    private static let sections: Set<String> = [
        "world", "national", "local", "international", "politics", "business", "economy", "sport", "sports", "tech",
        "technology", "science", "health", "opinion", "opinions", "entertainment", "culture", "lifestyle", "blog",
        "новости", "последние", "главное", "политика", "экономика", "спорт", "мир", "nachrichten", "aktuelle",
        "politik", "wirtschaft", "actualités", "à", "la", "une", "politique", "noticias", "últimas", "ultime",
        "notizie", "notícias",
    ]

    /// Whether it names the site, with or without the end of its host: `Elsom.example`.
    fileprivate func isName(of site: PublisherName) -> Bool {
        site.isNamed(by: String(self)) || lastIndex(of: ".").map { site.isNamed(by: String(self[..<$0])) } == true
    }
}
