import Texts

/// The texts that a source cuts after a number of characters, often inside a word, with or without a sign.
struct CutTexts {
    /// The lengths at which texts are cut, in scalars and without the sign of a cut.
    private let bare: Set<Int>
    private let signed: Set<Int>

    init(_ items: [Draft], _ profile: inout SourceProfile) {
        let texts = items.map(\.summary)
        let longest = texts.map(\.unicodeScalars.count).max() ?? 0
        let atLongest = longest >= Self.shortest ? texts.count { Self.isCut($0, at: longest) } : 0
        // A longer text shows that the source cuts later now.
        let known = profile.values(of: .cutWithoutSign, ["\(longest)": atLongest], in: texts.count, least: 3)
        bare = Set(known.keys.compactMap { Int($0) }.filter { $0 >= longest })
        let lengths = texts.compactMap { $0.beforeCutSign?.unicodeScalars.count }
        let long = lengths.filter { $0 >= Self.shortest }.map(String.init)
        // Texts that are cut between words have many lengths.
        let often = profile.values(of: .cutWithSign, long.counts, in: lengths.count, least: 3, share: 0.4)
        signed = Set(often.keys.compactMap { Int($0) } + Self.newsAPI)
    }

    /// The text without its last word, which may be cut, if its source cut it. The text then ends at the end of a
    /// sentence or with "…".
    func marked(_ text: String) -> String {
        if bare.contains(where: { Self.isCut(text, at: $0) }) { return text.withoutCutWord }
        if Self.isOpen(text), text.endsBeforeAWord { return text + "…" }
        guard let head = text.beforeCutSign, head.unicodeScalars.last?.properties.isAlphabetic == true,
            signed.contains(head.unicodeScalars.count)
        else { return text }
        return String(head).withoutCutWord
    }

    /// Whether the text is as long as the longest ones, or shorter by a space, and does not end like a sentence.
    private static func isCut(_ text: String, at length: Int) -> Bool {
        length - 1...length ~= text.unicodeScalars.count && isOpen(text)
    }

    /// Whether it ends inside a sentence.
    private static func isOpen(_ text: String) -> Bool {
        guard let last = text.unicodeScalars.last else { return false }
        return last.properties.isAlphabetic || last.properties.numericType != nil
            || ",;–—-".unicodeScalars.contains(last)
    }

    private static let shortest = 80
    /// newsapi.org writes "…" after 259 characters of a description: 258 if a double space became one.
    private static let newsAPI = [258, 259]
}

extension String {
    /// Whether a word must follow the last one: `An early version of the`.
    fileprivate var endsBeforeAWord: Bool {
        guard let space = utf8.lastIndex(of: UInt8(ascii: " ")) else { return false }
        return Boilerplate.wordsBeforeOthers.contains(self[utf8.index(after: space)...].lowercased())
    }

    /// The text with the rest of the sentence that its source cut. Nil if it is whole, or if the article does not have
    /// the rest.
    func completed(from article: @autoclosure () -> String) -> String? {
        // Some sources give no sign that they cut a text.
        let isOpen = unicodeScalars.last?.properties.isAlphabetic == true
        guard let begun = beforeCutSign ?? (isOpen ? self[...] : nil), case let article = article(),
            article.utf8.count > begun.utf8.count
        else { return nil }
        let line = begun.split(whereSeparator: \.isNewline).last
        let paragraphs = article.cleanParagraphs
        // The text may have joined the paragraphs of the article.
        return (isOpen ? [8] : [8, 3]).lazy.compactMap { line?.start(ofLast: $0) }
            .compactMap { begun.completed(from: $0, in: paragraphs) }.first
    }

    /// The summary without a sentence that its source cut, as in `It rained. The harbour is…`, if it is at most a third of
    /// the summary, and if enough is left: a shown text is cut at the end of a sentence in the last third, too.
    var withoutCutSentence: String? {
        guard beforeCutSign != nil, case let sentences = self.sentences else { return nil }
        guard let last = sentences.last, let before = sentences.dropLast().last, before.isClosed,
            before.text.beforeCutSign == nil, !last.text.hasPrefix("- "),
            last.text.unicodeScalars.count * 3 <= unicodeScalars.count
        else { return nil }
        let text = sentences.dropLast().text
        return text.unicodeScalars.count >= Self.shortestRest ? text + text.closingQuotationMark : nil
    }

    /// The least number of scalars that are enough without the sentence that was cut.
    private static let shortestRest = 120
}

extension Substring {
    /// The text with the rest of the sentence in which it ends, by what follows the same words in a paragraph.
    fileprivate func completed(from start: Index, in paragraphs: [String]) -> String? {
        let tail = String(self[start...])
        for paragraph in paragraphs {
            guard let found = paragraph[...].firstRange(ofLiteral: tail) else { continue }
            // A longer text is not used.
            let rest = String(paragraph.unicodeScalars[found.lowerBound...].prefix(2 * Draft.longest))
            var whole = String(self[..<start])
            for (index, sentence) in rest.sentences.enumerated() {
                whole += index == 0 ? sentence.text : " " + sentence.text
                guard whole.utf8.count >= utf8.count else { continue }
                // An item of a list needs no mark at its end.
                let isClosed = sentence.isClosed || paragraph.hasPrefix("- ") && sentence.endsParagraph
                let isWhole = isClosed && sentence.text.beforeCutSign == nil
                return isWhole && whole.unicodeScalars.count <= Draft.longest ? whole : nil
            }
        }
        return nil
    }

    /// Where the last words begin, by which a text is found in a longer one. In a script without spaces, the last twelve
    /// characters. Nil if the text is shorter.
    fileprivate func start(ofLast count: Int) -> Index? {
        if unicodeScalars.last?.isOfScriptWithoutSpaces == true {
            return unicodeScalars.index(endIndex, offsetBy: -12, limitedBy: startIndex)
        }
        let words = split(separator: " ").suffix(count)
        return words.count == count ? words.first?.startIndex : nil
    }
}
