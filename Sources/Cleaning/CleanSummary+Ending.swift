import Foundation
import Texts

extension CleanSummary {
    /// Removes the last sentences if they are boilerplate.
    mutating func dropEnding() -> Bool {
        guard let last = sentences.last else { return false }
        if last.isAddress || last.isPointer { hasLostAddress = true }
        if let rule = Rule.atEnd.first(where: { $0.applies(self, last) }) {
            author = author ?? last.author
            return apply(rule.name) { $0.sentences.removeLast() }
        }
        // The longest phrase first. A quoted title may contain the ends of sentences.
        for count in (1...min(Self.longestPhrase, sentences.count)).reversed() {
            let words = sentences.suffix(count).flatMap(\.words)
            let isPhrase = count == 1 ? isEnding(last) : Boilerplate.isEnding(words, ofWhichLast: last.words.count)
            guard isPhrase || isTitle(words) && sentences.count > count else { continue }
            return apply(isPhrase ? "phrase" : "title") { $0.sentences.removeLast(count) }
        }
        return false
    }

    /// Whether the last sentence is the section after a text that was cut, as SPIP writes it: `It cost (...) - Town`.
    var isSectionAfterCut: Bool {
        guard let last = sentences.last, sentences.count > 1, last.text.hasPrefix("- "), !last.isClosed else {
            return false
        }
        let before = sentences[sentences.count - 2].text
        return !last.beginsParagraph && last.words.count <= 6 && before.hasSuffix(")") && before.beforeCutSign != nil
    }

    /// Whether the sentence is only the publisher's name.
    func isPublisher(_ sentence: Sentence) -> Bool {
        sentences.count > 1 && !sentence.isClosed && sentence.words.count <= Self.mostNameWords
            && publisher.isNamed(by: sentence.text)
    }

    /// Whether it is a paragraph that names the author, as in `By Anna Lee in Elsom, 2026-11-21.`
    func isOwnByline(_ last: Sentence) -> Bool {
        guard last.isParagraph, last.words.first == "by", last.words.count <= 12, last.namesAfterFirstWord,
            let author = item.author
        else { return false }
        let names = FoldedText.words(of: author)
        return !names.isEmpty && last.words.dropFirst().starts(with: names)
    }

    /// Whether it is a name, a button or a part of the title that stands alone after the last sentence.
    func isSignature(_ last: Sentence) -> Bool {
        guard sentences.count > 1, 1...3 ~= last.words.count, last.text[...].firstRange(ofLiteral: " - ") == nil else {
            return false
        }
        let isInTitle = Set(last.words).isSubset(of: title)
        if isInTitle, last.isParagraph, !last.isClosed { return true }
        let before = sentences[sentences.count - 2]
        // After an ellipsis, a word of the same paragraph may be the end of the sentence.
        guard before.isClosed, !before.text.hasSuffix("?"), last.isParagraph || before.text.beforeCutSign == nil,
            before.words.count > 4, last.text.unicodeScalars.last?.properties.isAlphabetic == true || isInTitle
        else { return false }
        let isName = last.text[...].spaced.allSatisfy(Sentence.isWordOfName) && !last.hasNumberOrColon
        return isName || isInTitle
    }

    /// Removes the hashtags after the last sentence: `It rained. #news #elsom`.
    mutating func dropTags() {
        guard let last = sentences.last, last.text.utf8.contains(UInt8(ascii: "#")) else { return }
        let words = last.text[...].spaced
        let kept =
            words.count
            - words.reversed().prefix {
                $0.hasPrefix("#") && $0.count > 1 && !$0.hasSuffix(".") || $0.hasPrefix("pic.twitter.com/")
            }.count
        guard kept >= 3, kept < words.count, words.count - kept > 1 || ".!?…".contains(words[kept - 1].last!) else {
            return
        }
        sentences[sentences.count - 1] = last.replaced(by: words[..<kept].joined(separator: " "))
    }

    /// Removes the link after a text that was cut: `It cost Continue reading Title`.
    mutating func dropLink() {
        guard let text = sentences.last?.text else { return }
        let longest = 40 + 2 * item.title.unicodeScalars.count
        let start = text.unicodeScalars.index(text.endIndex, offsetBy: -longest, limitedBy: text.startIndex)
        let end = text[(start ?? text.startIndex)...]
        let link = Boilerplate.links.lazy.compactMap { end.lastRange(ofLiteral: $0) }.first
        guard let link, isTitleOrNothing(text[link.upperBound...]) else { return }
        let head = text[..<link.lowerBound].trimmingCharacters(in: Self.joins)
        let last = sentences.removeLast()
        if !head.isEmpty { sentences.append(last.replaced(by: head + "…")) }
    }

    private func isTitleOrNothing(_ rest: Substring) -> Bool {
        let words = FoldedText.words(of: String(rest))
        return words.isEmpty ? !rest.contains { ".!?。！？｡".contains($0) } : words == title
    }

    /// Removes the one to three words that a source left of a sentence, as in "It rained. The…".
    mutating func dropScrap() {
        guard sentences.count > 1, let last = sentences.last, !last.isListItem else { return }
        let isCut =
            last.text.beforeCutSign != nil || [",", "]"].contains(where: last.text.hasSuffix)
            || last.words.count > 1 && last.words.last?.count == 1 && last.text.last?.isLowercase == true
        if isCut, last.text[...].spaced.count <= 3, last.text[...].columns <= Self.widestScrap,
            sentences[sentences.count - 2].isClosed
        {
            sentences.removeLast()
        }
    }

    /// Writes "…" for a colon at the end: what it introduced, such as a list or code, was lost.
    mutating func markLostText() {
        guard let last = sentences.last, let colon = last.text.last, ":：".contains(colon) else { return }
        sentences[sentences.count - 1] = last.replaced(by: last.text.dropLast() + "…")
    }

    /// In columns.
    private static let widestScrap = 30
    /// What connects a text with the link after it.
    private static let joins = CharacterSet(charactersIn: " ,;:–—-(…")
}
