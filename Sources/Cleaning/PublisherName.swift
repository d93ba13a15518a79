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
        wholeNames = Set((site + [host]).flatMap { [$0, $0.filter { $0 != "-" }] } + [all.joined(), name.joined()])
        words = wholeNames.union(all)
    }

    /// Whether a text is the whole name of the source, or a part of its host's name.
    package func isNamed(byWhole text: String) -> Bool { wholeNames.contains(FoldedText.words(of: text).joined()) }

    /// Whether the whole name of the source is among these words.
    func isNamed(in words: ArraySlice<String>) -> Bool { !name.isEmpty && words.contains(name) }

    /// Whether the first letters of a text of three words or more are a word of the name: "Quay Radio Elsom" for QRE. A
    /// person has initials, too, so one word must be that of an organisation.
    package func isAbbreviated(from text: String) -> Bool {
        let named = FoldedText.words(of: text)
        return named.count >= 3 && words.contains(String(named.compactMap(\.first)))
            && named.contains { Self.organisations.contains($0) || Self.newsroom.contains($0) }
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

    /// Whether it is an agency, perhaps with its office: `AFP`, `dpa/lni`, `dpa-AFX`.
    package static func isAgency(_ text: some StringProtocol) -> Bool {
        guard text.utf8.count <= 30 else { return false }
        let name = text.prefix { !"/-".contains($0) }
        let office = text.dropFirst(name.count)
        return agencies.contains(String(name))
            && (office.isEmpty || 2...9 ~= office.count && office.dropFirst().allSatisfy(\.isLetter))
    }

    private static let agencies = Phrases.words("agency")

    /// Whether all words name a newsroom, and no person.
    package static func isNewsroom(_ text: String) -> Bool {
        let words = FoldedText.words(of: text)
        // `Spor Servisi` has two words, and before others may be small ones: `Van onze redactie Sport`.
        let office = words.firstIndex { word in offices.contains(where: word.contains) }
        return words.allSatisfy(newsroom.contains)
            || office.map { words.count <= 2 || words[..<$0].allSatisfy(wordsBeforeOffices.contains) } == true
            || words.last.map(ends.contains) == true || words.suffix(2) == ["the", "editor"]
            || words.count > 3 && formsOfFirms.contains { words.suffix($0.count) == $0[...] }
    }

    /// The stems of words for a newsroom: `Редакция «Гавани»`, `Sportredaktion`.
    private static let offices = Phrases.words("stem of a newsroom")
    private static let wordsBeforeOffices = Phrases.words("before a newsroom")
    /// Words for a newsroom after its name, and the forms of firms.
    private static let ends = Phrases.words("end of a newsroom")
    /// Forms of firms that are written with full stops. Behind a family name such letters are initials.
    private static let formsOfFirms = [["s", "a"], ["s", "p", "a"], ["s", "r", "l"], ["z", "o", "o"]]
    private static let organisations = Phrases.words("word of an organisation")
    /// Words that name a newsroom and no person: its offices, articles, and the forms of firms.
    private static let newsroom = Phrases.words("newsroom")
}

/// The ` - Publisher` that newsapi.org, like Google News, adds to a headline.
///
/// It is cut only when it surely names a publisher: if the article comes from Google News, or if at least four fifths of
/// the headlines in the same answer have a suffix. The name of the article's own source is cut before.
package struct PublisherSuffix {
    /// Whether at least four fifths of the headlines in the answer seem to end with a publisher.
    private var isConvention: Bool

    package init(titles: [String], _ profile: inout SourceProfile) {
        let withSuffix = titles.count >= 5 ? titles.count { Addition(after: [" - "], in: $0) != nil } : 0
        isConvention = profile.has(.suffixOfTitle, withSuffix, in: titles.count, least: 4, share: 0.8)
    }

    /// The headline without the suffix, and the publisher in the suffix.
    package func cut(_ title: String, isAggregated: Bool, url: String) -> (title: String, publisher: String?) {
        guard isConvention || isAggregated || WebAddress.host(of: url) == "news.google.com",
            let suffix = Addition(after: [" - "], in: title)
        else { return (title, nil) }
        return (suffix.rest, suffix.text)
    }
}

/// What stands between the parts of a title, such as the name of a site, a section and a headline.
package enum TitleSeparators {
    /// Those with a space on both sides, which seldom stand inside a part.
    package static let spaced = [" - ", " -- ", " | ", " – ", " — ", " :: ", " // ", " » ", " « ", " > "]
    /// With those that often stand inside a headline.
    package static let all = spaced + ["| ", ": "]
}
