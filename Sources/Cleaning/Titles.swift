import Texts

extension String {
    /// The title, with the name of its feed before it if it is only a version, a day or the number of an episode: `Quay
    /// v2.4.1`, `Harbour Radio Episode 12`.
    package func withName(of feed: String) -> String {
        guard utf8.count <= 60, isBareNumber || isBareDay else { return self }
        return "\(feed.withoutWordsOfReleases.nonEmpty ?? feed) \(self)"
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
}

extension String {
    /// The first sentence of a title that is a whole post, as in feeds of social networks. A short exclamation before
    /// it stays. If the text does not begin with the same words, the title stays whole, because its rest may be nowhere
    /// else.
    func headline(before text: [Sentence]) -> String {
        guard unicodeScalars.count > Self.longestHeadline else { return self }
        let (head, words) = firstStatement
        let begun = text.prefix(Self.mostSentences).flatMap(\.words).prefix(words.count)
        return begun.elementsEqual(words) ? head.asHeadline : self
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
            // A short word may be an abbreviation, such as `Gebr.`
            let isWord = part.words.last.map { $0.unicodeScalars.count > 4 || Int($0) != nil } == true
            if words.count >= Self.leastWords, part.isClosed, isWord || !part.text.hasSuffix(".") { break }
        }
        return (head, words)
    }

    private var asHeadline: String {
        let title = hasSuffix(".") && beforeCutSign == nil ? String(dropLast()) : self
        return title + title.closingQuotationMark
    }

    private static let longestHeadline = 160
    private static let leastWords = 4
    /// The greatest number of sentences of a text that are compared.
    private static let mostSentences = 6
}
