import Addresses
import Texts

extension String {
    /// The title, with a name before it if it says nothing alone: the project's before a version (`Quay v2.4.1`), the
    /// feed's before a day or the number of an episode (`Harbour Radio Episode 12`).
    /// - Parameters:
    ///   - feed: the feed's own title.
    ///   - url: the address of the article.
    package func withName(of feed: String, at url: String) -> String {
        guard utf8.count <= 60, isBareNumber || isBareDay else { return self }
        return "\(project(in: url) ?? feed.withoutWordsOfReleases.nonEmpty ?? feed) \(self)"
    }

    /// Whether it is only a day or a date: `Monday`, `21 November 2026`.
    private var isBareDay: Bool {
        if isPartOfDate { return true }
        let words = FoldedText.words(of: self)
        return words.count == 1 && words[0].count > 3 && words[0].isDayOfWeek
    }

    /// Whether it is only a number, such as that of a version, an episode or a part: `6.3 (beta)`, `S02E03`, `Season 2,
    /// Part 1`. A letter alone touches its number, unlike those of `10 a.m.`
    private var isBareNumber: Bool {
        utf8.contains(where: \.isDigit)
            && FoldedText.words(of: self).allSatisfy { word in
                word.split(whereSeparator: \.isNumber).allSatisfy {
                    Self.wordsOfNumbers.contains(String($0)) && max($0.count, word.count) > 1
                }
            }
    }

    private static let wordsOfNumbers = Phrases.words("word of a number")

    /// The title of a feed without what says that it lists releases: `Release notes from Quay`.
    private var withoutWordsOfReleases: String {
        replacing(
            /^(?:release notes|releases|tags|recent updates|pypi recent updates) (?:from|for|of)[ ]/.ignoresCase(),
            with: ""
        )
        .replacing(/[ :·–-]+(?:release notes|releases|tags|changelog|updates)$/.ignoresCase(), with: "")
    }

    /// The project in the address of a page about this version: the last part of the path before the version that has
    /// letters and is no common word, as in `/owner/quay/releases/tag/v2.4.1` and `/project/quay/2.4.1/`.
    private func project(in url: String) -> String? {
        guard let number = firstIndex(where: \.isNumber).map({ self[$0...].lowercased() }), number.contains("."),
            let path = CanonicalURL(url)?.clean.split(separator: "/").dropFirst(2),
            let version = path.firstIndex(where: { $0.lowercased().contains(number) }), 2...6 ~= version - 2
        else { return nil }
        let name = path[..<version].last { part in
            part.contains(where: \.isLetter) && !Self.wordsOfPaths.contains(part.lowercased())
        }
        return name.map(String.init)
    }

    private static let wordsOfPaths: Set = [
        "-", "tag", "tags", "release", "releases", "version", "versions", "download", "downloads",
    ]
}

extension String {
    /// The first sentence of a title that is a whole post, as in feeds of social networks. A short exclamation before
    /// it stays. If the text does not begin with the same words, the title stays whole, because its rest may be nowhere
    /// else.
    func headline(before text: [Sentence]) -> String {
        guard unicodeScalars.count > Self.longestHeadline else { return self }
        let (head, words) = firstStatement
        let begun = text.prefix(Self.mostSentences).flatMap(\.words).prefix(words.count)
        guard begun.elementsEqual(words), head.unicodeScalars.count + Self.leastRest < unicodeScalars.count else {
            return self
        }
        return head.asHeadline
    }

    /// The whole title, if its source cut it and the first sentence of the text begins with it.
    func completed(by text: String) -> String {
        guard let begun = beforeCutSign, !begun.isEmpty, text.hasPrefix(begun) else { return self }
        var head = ""
        for part in String(text.prefix { !$0.isNewline }).sentences where head.utf8.count < begun.utf8.count {
            head += (head.isEmpty ? "" : " ") + part.text
        }
        return head.beforeCutSign == nil && head.unicodeScalars.count <= Self.longestHeadline ? head.asHeadline : self
    }

    /// The beginning of a text as a title: its first sentence, if it is short enough.
    package func headline(upTo length: Int) -> String {
        let head = firstStatement.text
        return head.unicodeScalars.count <= length ? head.asHeadline : clipped(to: length)
    }

    /// The first sentence, with the short ones before it, and its words.
    private var firstStatement: (text: String, words: [String]) {
        var (head, words) = ("", [String]())
        for part in replacing(literal: "https://", with: "").replacing(literal: "http://", with: "").sentences {
            head += (head.isEmpty ? "" : " ") + part.text
            words += part.words
            if words.count >= Self.leastWords, part.endsPlainly { break }
        }
        return (head, words)
    }

    private var asHeadline: String {
        let title = hasSuffix(".") && beforeCutSign == nil ? String(dropLast()) : self
        return title + title.closingQuotationMark
    }

    private static let longestHeadline = 160
    /// The least number of scalars by which the title must become shorter.
    private static let leastRest = 30
    private static let leastWords = 4
    /// The greatest number of sentences of a text that are compared.
    private static let mostSentences = 6
}

extension Sentence {
    /// Whether it ends with a mark, but not with an abbreviation such as `Gebr.` or a sign that it was cut.
    fileprivate var endsPlainly: Bool {
        isClosed && text.beforeCutSign == nil
            && (!text.hasSuffix(".") || words.last.map { $0.unicodeScalars.count > 4 || Int($0) != nil } == true)
    }
}
