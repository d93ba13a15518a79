import Addresses
import Texts

extension String {
    /// The title, with a name before it if it says nothing alone: the project's before a version (`Quay v2.4.1`), the
    /// feed's before a day or the number of an episode (`Harbour Radio Episode 12`).
    /// - Parameters:
    ///   - feed: the feed's own title.
    ///   - url: the address of the article.
    package func withName(of feed: String, at url: String) -> String {
        let version = bareVersion
        guard version != nil || isBareDay || isBareEpisode else { return self }
        return "\(version?.project(in: url) ?? feed.withoutWordsOfReleases.nonEmpty ?? feed) \(self)"
    }
}

extension String {
    /// Whether it is only a day, a date or a number: `Monday`, `21 November 2026`, `42`.
    fileprivate var isBareDay: Bool {
        guard utf8.count <= 60 else { return false }
        if isPartOfDate { return true }
        let words = FoldedText.words(of: self)
        return words.count == 1 && words[0].count > 3 && words[0].isDayOfWeek
    }

    /// Whether it is only the number of an episode, an issue or a part: `Episode 12`, `S02E03`, `Season 2, Part 1`.
    fileprivate var isBareEpisode: Bool {
        guard utf8.count <= 60, utf8.contains(where: \.isDigit) else { return false }
        return FoldedText.words(of: self).allSatisfy { word in
            word.allSatisfy(\.isNumber) || Self.wordsOfEpisodes.contains(word)
                || word.utf8.last?.isDigit == true && word.wholeMatch(of: /(?:s[0-9]{1,3})?(?:e|ep)[0-9]{1,5}/) != nil
        }
    }

    private static let wordsOfEpisodes = Phrases.words("word of an episode")
}

extension String {
    /// The number of a title that is only a version: `v3`, `2.4.1`, `Version 1.0.0-rc.2`, `6.3 (beta)`. Days such as
    /// `21.11.2026` count, too.
    fileprivate var bareVersion: Substring? {
        // To make the `Regex` is dear, and it matches no text without a digit or with more spaces.
        guard utf8.count <= 40, utf8.contains(where: \.isDigit), utf8.count(where: { $0 == UInt8(ascii: " ") }) <= 2,
            first.map({ "vVrR".contains($0) || $0.isNumber }) == true,
            let version = lowercased().wholeMatch(
                of: /(version |release[ \-]|v\.? ?)?([0-9]+[0-9a-z.+_~\-]*(?: \(?[a-z]{2,}[0-9.]*\)?)?)/),
            case (_, let mark, let number) = version.output, mark != nil || number.contains("."),
            number.split(whereSeparator: { !$0.isLetter }).allSatisfy({ Self.stages.contains(String($0)) })
        else { return nil }
        return number
    }

    private static let stages = Phrases.words("stage of a version")

    /// The title of a feed without what says that it lists releases: `Release notes from Quay`.
    fileprivate var withoutWordsOfReleases: String {
        replacing(
            /^(?:release notes|releases|tags|recent updates|pypi recent updates) (?:from|for|of)[ ]/.ignoresCase(),
            with: ""
        )
        .replacing(/[ :·–-]+(?:release notes|releases|tags|changelog|updates)$/.ignoresCase(), with: "")
    }
}

extension Substring {
    /// The project in the address of a page about this version: the last part of the path before the version that has
    /// letters and is no common word, as in `/owner/quay/releases/tag/v2.4.1` and `/project/quay/2.4.1/`.
    fileprivate func project(in url: String) -> String? {
        guard let path = CanonicalURL(url)?.clean.split(separator: "/").dropFirst(2),
            let version = path.last(where: { $0.contains(where: \.isNumber) }), version.lowercased().contains(self)
        else { return nil }
        let before = path.prefix { $0 != version }
        guard 2...6 ~= before.count, let name = before.last(where: { !Self.wordsOfPaths.contains($0.lowercased()) }),
            name.contains(where: \.isLetter), name.utf8.allSatisfy({ $0.isLetterOrDigit || "-_.".utf8.contains($0) })
        else { return nil }
        return String(name)
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
