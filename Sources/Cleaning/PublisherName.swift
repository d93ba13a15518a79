import Addresses
import Foundation
import Texts

/// The names by which a publisher is known: the source's name, and the parts of its host's name.
package struct PublisherName {
    /// The words of the names, folded, and the source's name as one word.
    package let words: Set<String>
    /// The names that are one word: the source's name without `the`, and the parts of the host's name.
    private let wholeNames: Set<String>
    /// The words of the source's name without `the`.
    private let name: [String]

    package init(source: String, url: String) {
        let site = (CanonicalURL(url)?.host ?? "").split(separator: ".").map(String.init)
        let all = FoldedText.words(of: source)
        let host = site.drop { $0 == "www" }.joined()
        name = Array(all.drop { $0 == "the" })
        wholeNames = Set(site + [host, all.joined(), name.joined()])
        words = wholeNames.union(all)
    }

    /// Whether a text is the whole name of the source, or a part of its host's name.
    package func isNamed(byWhole text: String) -> Bool { wholeNames.contains(FoldedText.words(of: text).joined()) }

    /// Whether the whole name of the source is among these words.
    func isNamed(in words: [String]) -> Bool { !name.isEmpty && words.contains(name) }

    /// Whether the first letters of a text of three words or more are a word of the name: "Quay Radio Elsom" for QRE.
    package func isAbbreviated(from text: String) -> Bool {
        let named = FoldedText.words(of: text)
        return named.count >= 3 && words.contains(String(named.compactMap(\.first)))
    }

    /// Whether a text is the name of the publisher, such as "Yahoo Sports" on sports.yahoo.com. Other words must be
    /// those of a newsroom.
    package func isNamed(by text: String) -> Bool {
        let named = FoldedText.words(of: text)
        // The name of a host has few words.
        let isJoined = named.indices.prefix(6).contains { end in
            words.contains(named[...end].joined()) && named[(end + 1)...].allSatisfy(Self.newsroom.contains)
        }
        return isJoined || words.contains(named.drop { $0 == "the" }.joined())
            || named.contains(where: words.contains)
                && named.allSatisfy { words.contains($0) || Self.newsroom.contains($0) }
    }

    /// Whether all words name a newsroom, and no person.
    package static func isNewsroom(_ text: String) -> Bool {
        let words = FoldedText.words(of: text)
        // `Spor Servisi` has two words, and before others may be small ones: `Van onze redactie Sport`.
        let office = words.firstIndex { word in offices.contains(where: word.contains) }
        return words.allSatisfy(newsroom.contains)
            || office.map { words.count <= 2 || words[..<$0].allSatisfy(wordsBeforeOffices.contains) } == true
            || words.last.map(ends.contains) == true || words.suffix(2) == ["the", "editor"]
    }

    /// The stems of words for a newsroom: `Редакция «Гавани»`, `Sportredaktion`.
    private static let offices = [
        "редакци", "redaktion", "redakcj", "redakci", "redaksj", "redactie", "redacci", "redaç", "redazion",
        "rédaction", "toimitus", "szerkesztőség", "servisi", "merkezi", "מערכת", "প্রতিবেদক", "编辑部", "編集部",
    ]
    private static let wordsBeforeOffices: Set<String> = [
        "aus", "da", "dalla", "de", "der", "di", "la", "onze", "unserer", "van", "von",
    ]
    /// Words for a newsroom after its name, and the forms of firms.
    private static let ends: Set<String> = ["desk", "gmbh", "kg", "inc", "ltd", "llc", "srl"]

    /// Whether a text names a site, as in "quaynews.example Redaktion". The names of people have no such word.
    package static func hasSite(_ text: String) -> Bool {
        text[...].spaced.contains { word in
            let parts = word.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count >= 2, let ending = parts.last else { return false }
            return 2...4 ~= ending.count && ending.allSatisfy(\.isLowercase)
                && parts.dropLast().allSatisfy { $0.count >= 3 }
        }
    }

    /// Words that name a newsroom and no person: its offices, articles, and the forms of firms.
    private static let newsroom: Set<String> = [
        "the", "staff", "news", "editor", "editors", "editorial", "team", "desk", "reporter", "reporters", "newsroom",
        "newsdesk", "admin", "administrator", "webmaster", "online", "com", "www", "web", "digital", "agency",
        "correspondent", "correspondents", "contributor", "contributors", "writer", "writers", "noreply", "no", "reply",
        "редакция", "redaktion", "rédaction", "redazione", "redacción", "редактор", "новости", "der", "die", "das",
        "le", "la", "les", "el", "il", "gmbh", "ag", "inc",
        "ltd", "llc", "sa", "us", "uk", "usa", "bloggers", "article", "author", "guest", "video",
        "unknown", "null", "undefined", "site", "sponsor", "red", "super", "user",
    ]
}

/// The ` - Publisher` that newsapi.org, like Google News, adds to a headline.
///
/// It is cut only when it surely names the publisher: if it is the article's source or the host of its address, if the
/// article comes from Google News, or if at least four fifths of the headlines in the same answer have a suffix.
package struct PublisherSuffix {
    /// Whether at least four fifths of the headlines in the answer seem to end with a publisher.
    private var isConvention: Bool

    package init(titles: [String], _ profile: inout SourceProfile) {
        let withSuffix = titles.count >= 5 ? titles.count { Self.split($0) != nil } : 0
        isConvention = profile.has(.suffixOfTitle, withSuffix, in: titles.count, least: 4, share: 0.8)
    }

    /// The headline without the suffix, and the publisher in the suffix.
    package func cut(
        _ title: String, source: String?, isAggregated: Bool = false, url: String
    ) -> (title: String, publisher: String?) {
        if let name = source, let whole = Self.dropping(name, from: title) { return (whole, name) }
        guard let (head, suffix) = Self.split(title) else { return (title, nil) }
        let publisher = PublisherName(source: source ?? "", url: url)
        guard
            isConvention || isAggregated || WebAddress.host(of: url) == "news.google.com"
                || publisher.isNamed(by: suffix)
        else { return (title, nil) }
        if let (shorter, latin) = Self.split(head), Self.isForeign(latin, to: shorter) {
            return (shorter, "\(latin) - \(suffix)")
        }
        return (head, suffix)
    }

    private static func split(_ title: String) -> (head: String, ending: String)? {
        HeadlineBoilerplate.split(title, at: [" - "])
    }

    /// The headline without this name after a dash; nil if it has none.
    package static func dropping(_ name: String, from title: String) -> String? {
        guard !name.isEmpty, title.hasSuffix(" - " + name) else { return nil }
        let head = title.dropLast(name.count + 3).trimmingCharacters(in: .whitespaces)
        return head.isEmpty ? nil : head
    }

    /// Whether the words are in Latin letters and the headline is not. Some publishers write their name twice, as in
    /// `Yallakora - يلاكورة`.
    private static func isForeign(_ words: String, to headline: String) -> Bool {
        let isLatin = words.unicodeScalars.allSatisfy { !$0.properties.isAlphabetic || $0.value < 0x250 }
        let others = headline.unicodeScalars.count { $0.properties.isAlphabetic && $0.value >= 0x250 }
        let letters = headline.unicodeScalars.count { $0.properties.isAlphabetic }
        return isLatin && others * 10 > letters * 8
    }
}

/// What stands between the parts of a title, such as the name of a site, a section and a headline.
package enum TitleSeparators {
    /// Those with a space on both sides, which seldom stand inside a part.
    package static let spaced = [" - ", " -- ", " | ", " – ", " — ", " :: ", " // ", " » ", " « ", " > "]
    /// With those that often stand inside a headline.
    package static let all = spaced + ["| ", ": "]
}
