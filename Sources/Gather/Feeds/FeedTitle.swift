import Addresses
import Cleaning
import FeedParser
import Foundation
import Texts
import Values

extension String {
    /// The title of a feed as the name of its source: without parts that only say what a feed is (`RSS`, `All
    /// stories`), and without a slogan beside the name of the site: `Elsom Gazette - News and opinion from Elsom`. The
    /// host is before a title that only names a section (`elsom.example - World news`). Nil if the whole title only says
    /// what a feed is (`Top Stories`).
    /// - Parameters:
    ///   - url: the page of the feed.
    ///   - known: names of the publisher. A part of the title that is one of them is the name of the site.
    func asSourceName(of url: String, known: [String] = []) -> String? {
        let name = bounded(Bounds.title).withoutTwiceEncoded.withoutWWW.withoutFeedWords(of: url, known)
        return name[...].isOnlyGeneric && !name.isLabel(of: url) ? nil : name.withoutSecrets.bounded(Bounds.name)
    }

    /// The title without the `www.` before the names of hosts.
    fileprivate var withoutWWW: String {
        self[...].spaced.map { $0.hasPrefix("www.") ? $0.dropFirst(4) : $0 }.joined(separator: " ")
    }

    private func withoutFeedWords(of url: String, _ known: [String]) -> String {
        let site = PublisherName(source: "", url: url)
        func isName(_ part: Substring) -> Bool {
            part.isName(of: site) || known.contains(String(part).trimmingSeparators)
        }
        for separator in TitleSeparators.all {
            var parts = self[...].split(atLiteral: separator).filter { !$0.isEmpty }
            guard 2...Self.mostParts ~= parts.count else { continue }
            let first = String(parts[0])
            if !parts[0].isGeneric, first.withoutFormat != first {
                parts[0] = first.withoutFormat[...]
                return parts.joined(separator: separator).withoutFeedWords(of: url, known)
            }
            let named = parts.enumerated().filter { index, part in
                !part.isGeneric && !String(part).isDateOfFeed && !parts[..<index].contains { $0.isSameSite(as: part) }
            }.map(\.element)
            let kept = named.isEmpty ? parts.filter { !$0.isOnlyGeneric || String($0).isLabel(of: url) } : named
            if !kept.isEmpty, kept.count < parts.count {
                return kept.joined(separator: separator).withoutFeedWords(of: url, known)
            }
            if isName(parts[0]), parts.dropFirst().isSlogan || parts.dropFirst().isShortSlogan(of: url) {
                return first.trimmingSeparators
            }
            if parts[0].isSection, let name = parts.dropFirst().nameBesideSlogan {
                return name.isEmpty ? first.withoutFeedWords(of: url, known) : first + separator + name
            }
            if isName(parts[parts.count - 1]), parts.dropLast().isSlogan { return String(parts.last!) }
        }
        let name = withoutMedium.withoutList.withoutLeadingFormat.withoutFormat.withoutKindOfList.trimmingSeparators
            .withoutPredicate(of: site)
        let host = WebAddress.withoutPrefixes(WebAddress.host(of: url))
        let isNamed = name[...].isOnlyGeneric || name[...].isName(of: site) || name.isLabel(of: url)
        return name[...].isSection && !host.isEmpty && !isNamed ? "\(host) - \(name)" : name
    }

    /// No title has more parts. A text with more of them is not a list of parts.
    private static let mostParts = 20

    /// Whether it is the name of the site's domain, such as `Front Page` at `frontpage.example`.
    private func isLabel(of url: String) -> Bool {
        guard let label = Publisher.mainLabel(of: WebAddress.host(of: url))?.filter({ $0 != "-" }) else { return false }
        let words = FoldedText.words(of: self)
        return words.joined() == label || words.drop { $0 == "the" }.joined() == label
    }

    /// Whether it is a date, and not a name such as `1984` or `Sunday`.
    private var isDateOfFeed: Bool {
        let words = FoldedText.words(of: self)
        return isPartOfDate && (words.count > 2 || words.count == 2 && words.indices.contains(where: words.isMonth))
    }

    /// The title without what kind of list it is: `Latest items from Elsom Gazette`.
    private var withoutList: String {
        guard let from = Self.prepositions.lazy.compactMap({ self[...].firstRange(ofLiteral: $0) }).first,
            self[..<from.lowerBound].isGeneric
        else { return self }
        return String(self[from.upperBound...])
    }

    /// `Anna Lee` in `Stories by Anna Lee on Medium`, as medium.com writes it.
    private var withoutMedium: String {
        let (start, end) = ("Stories by ", " on Medium")
        return hasPrefix(start) && hasSuffix(end) ? String(dropFirst(start.count).dropLast(end.count)) : self
    }

    /// The name of the site, if the title says what it is: `Elsom Gazette is a daily of the harbour`, `Elsom.example,
    /// news, guides and videos`.
    private func withoutPredicate(of site: PublisherName) -> String {
        let names = [" is ", ", "].compactMap { mark in
            self[...].firstRange(ofLiteral: mark).flatMap {
                self[$0.upperBound...].spaced.count >= 4 ? self[..<$0.lowerBound] : nil
            }
        }
        return names.first { $0.isName(of: site) }.map(String.init) ?? self
    }

    /// The title without the words at its end that name the format: `Elsom Gazette RSS feed`. `Elsom Feed` is a name.
    private var withoutFormat: String {
        var words = self[...].spaced
        while words.count > 1, let last = words.last, Self.formats.contains(FoldedText.words(of: String(last))),
            words.count > 2 || last != "Feed" || words[0].isSection
        {
            words.removeLast()
        }
        return words.count == self[...].spaced.count ? self : words.joined(separator: " ")
    }

    /// The title without the words at its end that say what kind of list it is, if two others stay: `Elsom Gazette latest
    /// articles`. A single word may belong to a name: `Elsom Short Stories`.
    private var withoutKindOfList: String {
        let words = self[...].spaced
        let kept = words.count - words.reversed().prefix(while: \.isGeneric).count
        let start = kept + words[kept...].prefix(while: \.isNeutral).count
        let isList = words.count - start > 1 || words.last?.lowercased() == "headlines"
        return isList && kept > 1 ? words[..<start].joined(separator: " ") : self
    }

    /// The title without the format before its name in a Romance language: `Flux RSS du site Elsom`.
    fileprivate var withoutLeadingFormat: String {
        let words = self[...].spaced
        let folded = words.prefix(4).map { FoldedText.words(of: String($0)).joined() }
        guard let of = folded.firstIndex(where: Self.romancePrepositions.contains), folded[..<of].contains("rss"),
            folded[..<of].allSatisfy(["rss", "feed", "flux", "fil"].contains)
        else { return self }
        let name = words[(of + 1)...].drop { $0.lowercased() == "site" }
        return name.isEmpty ? self : name.joined(separator: " ")
    }

    private static let romancePrepositions: Set<String> = ["de", "du", "des", "da", "do", "dos", "del", "di"]

    private static let formats: Set<[String]> = [["rss"], ["feed"], ["atom"], ["rss", "feed"], ["最新記事一覧"]]

    private static let prepositions = [" from ", " fra ", " från ", " von "]

    private var trimmingSeparators: String {
        let text = unicodeScalars.reversed().drop { " -|–—/:»«".unicodeScalars.contains($0) }.reversed()
        return text.isEmpty ? self : String(scalars: text)
    }
}

extension [Substring].SubSequence {
    fileprivate var isSlogan: Bool { FoldedText.words(of: joined(separator: " ")).count >= 4 }

    /// Whether it has two words or three and is written like the beginning of a sentence, or is a list with a comma, and
    /// not like a section: `Culture and society`.
    fileprivate func isShortSlogan(of url: String) -> Bool {
        let text = joined(separator: " ")
        let words = text[...].spaced
        let isPair = words.count == 3 && Self.conjunctions.contains(words[1].lowercased())
        guard 2...3 ~= words.count, !isPair, !words.contains(where: { $0.count > 3 && $0.isSection }),
            !text.isInPath(of: url)
        else { return false }
        return words.count == 3
            ? words.contains(where: \.isLongAndSmall) || text.contains(", ")
            : !words.contains { $0.first!.isUppercase } && words.contains(where: \.isLongAndSmall)
    }

    private static let conjunctions: Set<String> = [
        "&", "+", "a", "and", "e", "en", "et", "i", "in", "og", "och", "oder", "of", "or", "ou", "u", "und", "ve", "y",
        "и",
    ]

    /// The name beside a slogan: `Elsom United - official site of the club`. Empty if all is a slogan, and nil if
    /// nothing is.
    fileprivate var nameBesideSlogan: String? {
        let parts = TitleSeparators.all.reduce(Array(self)) { parts, separator in
            parts.flatMap { $0.split(atLiteral: separator) }
        }
        let names = parts.filter { !$0.isSentenceLike }
        return names.count < parts.count ? names.joined(separator: " - ") : nil
    }
}

extension Substring {
    /// Whether it only says what kind of file or list a feed is, beside a part that is a name.
    fileprivate var isGeneric: Bool { hasOnlyGenericWords && !(mayBeName && hasSignOfName) }

    /// Whether a whole title only says what kind of file or list a feed is. `Front Page` and `Channel 4` may be names.
    fileprivate var isOnlyGeneric: Bool {
        hasOnlyGenericWords && !(mayBeName && (hasSignOfName || FoldedText.words(of: String(self)).count > 1))
    }

    /// Whether it is a generic word that also stands in names.
    fileprivate var isNeutral: Bool { Self.neutral.contains(lowercased()) }

    private var hasOnlyGenericWords: Bool {
        FoldedText.words(of: String(self)).allSatisfy {
            Self.generic.contains($0) || Self.wordsOfNames.contains($0) || $0.isSingle
        }
    }

    /// Whether no word says what a feed is, and one may belong to a name.
    private var mayBeName: Bool {
        let words = FoldedText.words(of: String(self))
        return words.allSatisfy { !Self.generic.contains($0) || Self.neutral.contains($0) }
            && words.contains { Self.wordsOfNames.contains($0) || $0.isSingle }
    }

    private var hasSignOfName: Bool {
        let words = FoldedText.words(of: String(self))
        return words.first == "the" || words.contains(where: \.isSingle)
    }

    private static let generic = neutral.union([
        "rss", "mrss", "top", "feed", "feeds", "atom", "xml", "latest", "headlines", "articles", "stories", "posts",
        "content",
        "home", "homepage", "portada", "breaking", "recent", "items", "startseite", "accueil", "главная", "inicio",
        "siste", "nytt", "senaste", "neueste", "aktuelle", "últimas", "ultime", "последние", "newest", "submissions",
        "首页", "主页", "最新日志", "最新文章",
    ])
    /// Generic words that also stand in names.
    private static let neutral: Set<String> = newsWords.union(["the", "all", "and"])
    private static let newsWords: Set<String> = [
        "news", "nachrichten", "nieuws", "nyheter", "nyheder", "actualités", "noticias", "notícias", "notizie",
        "wiadomości", "zprávy", "hírek", "haberler", "ειδήσεις", "новости", "новини", "חדשות", "أخبار",
        "ニュース", "新闻", "뉴스",
    ]
    /// Words that say what a feed is, but may also be the name of a source.
    private static let wordsOfNames: Set<String> = ["public", "channel", "page", "front", "index", "medium"]

    /// Whether another part is the same name with the end of its host: `Quay One` and `Quayone.example`.
    fileprivate func isSameSite(as other: Substring) -> Bool {
        guard let dot = other.lastIndex(of: ".") else { return false }
        let name = FoldedText.words(of: String(self)).joined()
        return !name.isEmpty && FoldedText.words(of: String(other[..<dot])).joined() == name
    }

    /// Whether all words only name a section of a newspaper.
    fileprivate var isSection: Bool {
        !(mayBeName && hasSignOfName)
            && FoldedText.words(of: String(self)).allSatisfy {
                Self.generic.contains($0) || Self.wordsOfNames.contains($0) || Self.sections.contains($0)
            }
    }

    private static let sections: Set<String> = [
        "world", "national", "local", "international", "politics", "business", "economy", "sport", "sports", "tech",
        "technology", "science", "health", "opinion", "opinions", "entertainment", "culture", "lifestyle", "blog",
        "analysis", "football", "soccer", "fútbol", "futbol", "deportes", "finance", "markets", "travel", "education",
        "главное", "политика", "экономика", "спорт", "мир", "politik", "wirtschaft", "à", "la", "une", "politique",
    ]

    /// Whether it has four words or more, and is not written like a name: `Sunday Times of Elsom`.
    fileprivate var isSentenceLike: Bool {
        FoldedText.words(of: String(self)).count >= 4
            && spaced.contains(where: \.isLongAndSmall)
    }

    /// Whether it is no short word, and begins with a small letter.
    fileprivate var isLongAndSmall: Bool {
        unicodeScalars.count > 3 && unicodeScalars.first!.properties.isLowercase
    }

    /// Whether it names the site, with or without the end of its host: `Elsom.example`.
    func isName(of site: PublisherName) -> Bool {
        let name = String(self).withoutAccents
        return site.isNamed(by: name) || name.lastIndex(of: ".").map { site.isNamed(by: String(name[..<$0])) } == true
    }
}

extension String {
    /// Whether it is one letter or digit of ASCII.
    fileprivate var isSingle: Bool { utf8.count == 1 }
}

extension Feed {
    /// The names that a feed gives its publisher beside its title: under its picture, as the owner of the rights, and
    /// after "from" at the end of its description. The author is often a person, so it counts only if the title is part
    /// of the page's address, as that of a section.
    var claimedNames: [String] {
        let isSection = title.map { $0.isInPath(of: link ?? "") }
        let names = [imageTitle, copyright?.ownerOfRights, description?.wordsAfterFrom]
        return (names + (isSection == true ? authors.map(\.displayName) : [])).compactMap { $0?.withoutWWW }
            .filter { 1...6 ~= $0[...].spaced.count && !$0.contains("@") }
    }
}

extension String {
    /// The name of a source (`asSourceName`), with its publisher before a title that names only a section: `Los Angeles
    /// Times - California` at latimes.com.
    /// - Parameters:
    ///   - url: the page of the feed.
    ///   - feed: the address of the feed.
    ///   - claims: names of the publisher. Only one that belongs to the host is used.
    func asSourceName(of url: String, feed: String = "", claims: [String]) -> String? {
        let host = WebAddress.withoutPrefixes(WebAddress.host(of: url))
        let label = Publisher.mainLabel(of: host)?.filter { $0 != "-" } ?? ""
        let name = asSourceName(of: url, known: claims).map {
            $0.isSection(of: label, url, feed) ? "\(host) - \($0)" : $0
        }
        let named = withoutLeadingFormat
        if named != self, let claim = claims.first(where: { named.hasSuffix(" " + $0) }) { return claim }
        guard !label.isEmpty, let claim = claims.first(where: { $0.isName(ofHost: label, url) }) else {
            // A label without vowels or of three letters is an abbreviation: `CNBC - World news`.
            guard let name, name.hasPrefix(host + " - "), label.isAbbreviation else { return name }
            return label.uppercased() + name.dropFirst(host.count)
        }
        guard let name else { return claim }
        if name.hasPrefix(host + " - ") { return claim + name.dropFirst(host.count) }
        let (words, known) = (FoldedText.words(of: name.withoutAccents), FoldedText.words(of: claim.withoutAccents))
        if words.indices.contains(where: { words[$0...].starts(with: known) }) {
            return name.isSlogan(beside: claim) ? claim : name
        }
        let isOwn = name.isName(ofHost: label, url) || words.contains { known.contains($0) || label.contains($0) }
        return isOwn ? name : "\(claim) - \(name)"
    }

    /// Whether it only names a part of the site: its words are in the path of the page or of the feed. On a host of many
    /// publishers the path names one of them. `The Harbour` is a name, and so are small letters.
    private func isSection(of label: String, _ url: String, _ feed: String) -> Bool {
        let host = WebAddress.host(of: url)
        guard !label.isEmpty, first?.isLowercase == false, !hasPrefix("The "), !Publisher.carriesMany(host),
            !isName(ofHost: label, url), !TitleSeparators.all.contains(where: contains)
        else { return false }
        let isOwnFeed = Publisher.mainLabel(of: WebAddress.host(of: feed)) == Publisher.mainLabel(of: host)
        return (isInPath(of: url) || isOwnFeed && isInPath(of: feed))
            && !FoldedText.words(of: withoutAccents).contains { $0.count > 2 && label.contains($0) }
    }

    /// Whether all its words are in the path of an address, or are a folder of it: `F.C. Elsom` in `/football/fc-elsom`.
    fileprivate func isInPath(of url: String) -> Bool {
        let path = WebAddress(url)?.path ?? ""
        let words = FoldedText.words(of: withoutAccents)
        return !words.isEmpty
            && (words.allSatisfy(FoldedText.words(of: path).contains)
                || path.split { "/.".contains($0) }.map { FoldedText.words(of: String($0)) }.contains {
                    $0.count > 1 && $0.joined() == words.joined()
                })
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

    /// Whether the rest beside a name is no section: without a separator one word beside those that say what a feed is
    /// (`Gazette Mixed`, `Latest News Elsom Gazette`), behind one three words or more, or like a sentence.
    private func isSlogan(beside name: String) -> Bool {
        guard let range = self[...].firstRange(ofLiteral: name), name != self else { return false }
        let (head, end) = (self[..<range.lowerBound], self[range.upperBound...])
        let isParted = TitleSeparators.all.contains { end.hasPrefix($0) || head.hasSuffix($0) }
        let rest = Substring(head + " " + end)
        let words = FoldedText.words(of: String(rest))
        if isParted { return words.count >= 3 }
        let mayBeSlogan = head.isEmpty || words.count >= 3
        return mayBeSlogan && words.count { !$0[...].isGeneric } <= 1 || rest.isSentenceLike
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
