import Foundation
import Texts

extension CleanSummary {
    /// Removes the first sentences if they are boilerplate or repeat the title.
    mutating func dropOpening() -> Bool {
        guard let first = sentences.first else { return false }
        if let length = captionLength { return apply("caption") { $0.sentences.removeFirst(length) } }
        if let length = lengthOfList(from: first) ?? lengthOfHeadlines {
            return apply("list of headlines") { $0.sentences.removeFirst(length) }
        }
        if let rule = Rule.atStart.first(where: { $0.applies(self, first) }) {
            author = author ?? first.labelledAuthor?.nonEmpty
            return apply(rule.name) { $0.sentences.removeFirst() }
        }
        let length = lengthOfTitle(from: first)
        return length > 0 ? apply("title") { $0.sentences.removeFirst(length) } : shortenFirst()
    }

    /// The number of sentences of the first paragraph, if it ends with the credit of a picture and others follow.
    private var captionLength: Int? {
        guard let end = sentences.firstIndex(where: \.endsParagraph), end > 0, end < sentences.count - 1,
            !sentences[end].isClosed, Boilerplate.creditsOfPictures.contains(sentences[end].words)
        else { return nil }
        return end + 1
    }

    /// The number of the items of a list of headlines that begins with the title, or 1 if only the first item repeats
    /// the title. In a list of headlines, the publisher is after each.
    private func lengthOfList(from first: Sentence) -> Int? {
        guard first.isListItem, title.count > 3, first.words.starts(with: title) else { return nil }
        return first.words == title ? 1 : sentences.prefix(while: \.isListItem).count
    }

    /// The number of sentences of the first paragraph, if it is the title, its publisher, and then other titles, as
    /// news.google.com writes them. Titles have no full stop; prose that was cut after the title and the publisher has.
    private var lengthOfHeadlines: Int? {
        let end = sentences.firstIndex(where: \.endsParagraph) ?? sentences.count - 1
        let paragraph = sentences[...end]
        guard title.count > 3, case let words = paragraph.flatMap(\.words), words.starts(with: title),
            !sentences[end].isClosed || sentences[end].text.beforeCutSign != nil,
            paragraph.dropLast().allSatisfy({
                $0.text.beforeCutSign != nil || $0.text.last { ".?!".contains($0) } != "."
            })
        else { return nil }
        let rest = words.dropFirst(title.count)
        let isRepeated =
            end == 0 && title.count > 5 && rest.indices.contains { rest[$0...].starts(with: title.prefix(3)) }
        let namesPublisher = (1...Self.mostNameWords).contains {
            $0 < rest.count && publisher.isNamed(by: rest.prefix($0).joined(separator: " "))
        }
        return isRepeated || namesPublisher ? end + 1 : nil
    }

    /// The number of sentences that together are the title, which may consist of several.
    private func lengthOfTitle(from first: Sentence) -> Int {
        var words: [String] = []
        var length = isPartOfTitle(first) ? 1 : 0
        for (offset, sentence) in sentences.prefix(Self.longestPhrase).enumerated() {
            words += sentence.words
            if words.count > title.count + Self.mostNameWords { break }
            let isEndOfTitle = words.count > 3 && title.suffix(words.count).elementsEqual(words)
            if isEndOfTitle || isTitle(words) { length = offset + 1 }
        }
        return length
    }

    /// Whether it names the author, the day or the picture's author, and nothing else.
    func isCredit(_ first: Sentence) -> Bool {
        let words = first.words
        let longestCredit = first.isClosed ? 4 : sentences.count > 1 ? PhraseTable.longest : 6
        return Boilerplate.creditsOfPictures.contains(words) && words.count <= longestCredit || isLabelledCredit(first)
            || !first.isClosed && words.count <= 16
                && (first.isListOfCredits || first.beginsWithByline && (words.count <= 6 || first.isParagraph))
            || first.labelledAuthor != nil
            || first.isListOfAuthors && (sentences.count > 1 || !first.isClosed)
            || words.count <= 6 && words.suffix(2) == ["et", "al"]
            || sentences.count > 1 && first.isParagraph && (first.text.isOnlyDate || isByline(first))
    }

    /// Whether it is a label such as `Photo:` with what it introduces. If the text has nothing else, this must be
    /// short.
    private func isLabelledCredit(_ first: Sentence) -> Bool {
        guard let label = first.label, Boilerplate.creditLabels.contains(label.words) else { return false }
        if sentences.count == 1 { return label.rest.count <= Self.longestName && !first.hasNewsAfterLabel }
        return label.rest.count <= 25 && (first.isParagraph || !first.hasNewsAfterLabel)
    }

    /// Whether it is the item's author.
    private func isByline(_ sentence: Sentence) -> Bool {
        item.author.map { FoldedText.words(of: $0) == sentence.words } == true
    }

    /// Whether the paragraph has only the title, the publisher's name and a date, and nothing else: `Elsom Radio, 3
    /// May, Episode 6: The Harbour`. With a day, a part of the title is enough: `#6 – May 3, 2026`.
    func isHeader(_ sentence: Sentence) -> Bool {
        guard sentence.isParagraph, !sentence.isClosed, !title.isEmpty,
            sentence.words.count <= title.count + Self.longestDate
        else { return false }
        let (words, known) = (sentence.words, Set(title).union(publisher.words))
        return words.indices.allSatisfy { known.contains(words[$0]) || words.isPartOfDate(at: $0) }
            && (Set(title).isSubset(of: words) || words.indices.contains(where: words.isMonth))
    }

    /// Whether it is a paragraph whose words are in the title in the same order, and others follow it.
    private func isPartOfTitle(_ first: Sentence) -> Bool {
        guard sentences.count > 1, first.isParagraph, !first.words.isEmpty, first.words.count <= title.count,
            !first.text.hasSuffix(":"), item.title.beforeCutSign == nil
        else { return false }
        return areInTitle(first.words)
    }

    /// Removes the dash before a text that continues with a small letter: `– with Anna Lee`.
    mutating func dropDash() {
        guard let first = sentences.first, let dash = first.text.unicodeScalars.first, dash == "–" || dash == "—",
            case let rest = first.text.unicodeScalars.dropFirst(),
            rest.first == " ", rest.dropFirst().first?.properties.isLowercase == true, !rest.contains(dash)
        else { return }
        sentences[0] = first.replaced(by: String(Substring(rest.dropFirst())))
    }
}

extension CleanSummary {
    /// Removes lists that boilerplate introduces, such as `Sponsored by:`, together with this boilerplate.
    mutating func dropLists() {
        var kept: [Sentence] = []
        var isInList = false
        for sentence in sentences {
            if sentence.beginsParagraph, sentence.isListItem, !isInList, kept.last.map(isListHeading) == true {
                kept.removeLast()
                isInList = true
            } else if sentence.beginsParagraph {
                isInList = isInList && sentence.isListItem
            }
            if !isInList { kept.append(sentence) }
        }
        sentences = kept
    }

    /// Whether it is boilerplate that introduces a list. One word alone, such as `More:`, may also introduce news.
    private func isListHeading(_ sentence: Sentence) -> Bool {
        guard sentence.endsParagraph, !sentence.isClosed else { return false }
        let words = sentence.words
        guard sentence.text.hasSuffix(":") else {
            return sentence.isParagraph && Boilerplate.listHeadings.contains(words)
        }
        if sentence.isCredit || sentence.namesSponsor { return true }
        return words.count > 1 && (Boilerplate.isEnding(words) || Self.endingLabels.contains { $0.contains(words) })
    }

    /// Removes the list of the chapters of a recording, `0:00 Intro`, and what follows the list, except prose.
    mutating func dropChapters() {
        let chapters = sentences.indices.filter { sentences[$0].isChapter }
        guard chapters.count > 2, chapters[0] > 0, sentences[chapters[0]].isFirstChapter else { return }
        var isInProse = false
        sentences = sentences.enumerated().filter { index, sentence in
            if sentence.beginsParagraph {
                isInProse = sentence.isProse && !sentence.beginsWithTime && !sentence.addressesReaders
            }
            return index < chapters[0] || isInProse
        }.map(\.element)
    }

    /// Removes the paragraphs in which the newsroom speaks about the article, or a sponsor about itself: `Editor's
    /// note: This text was updated.`
    mutating func dropNotes() {
        var (kept, isInNote): ([Sentence], Bool) = ([], false)
        for (index, sentence) in sentences.enumerated() {
            if sentence.beginsParagraph {
                isInNote =
                    sentence.namesSponsor || sentence.label.map { Boilerplate.noteLabels.contains($0.words) } == true
                    || offersDiscount(paragraphAt: index)
            }
            if !isInNote { kept.append(sentence) }
        }
        if !kept.isEmpty { sentences = kept }
    }

    /// Whether a paragraph offers readers a lower price, as a sponsor does: `Get 20% off your first order with this code.`
    private func offersDiscount(paragraphAt index: Int) -> Bool {
        let end = sentences[index...].firstIndex(where: \.endsParagraph) ?? sentences.count - 1
        let paragraph = sentences[index...end]
        return paragraph.contains { $0.text.utf8.contains(UInt8(ascii: "%")) }
            && paragraph.contains(where: \.addressesReaders)
            && !Boilerplate.wordsOfDiscounts.isDisjoint(with: paragraph.flatMap(\.words))
    }

    /// Removes sentences inside the text that are nothing but boilerplate.
    mutating func dropBetween() {
        let inside = sentences.indices.dropFirst().dropLast()
        var dropped: [Int: String] = [:]
        for index in inside where sentences[index].isListItem || !sentences[index + 1].isListItem {
            dropped[index] = Rule.inside.first { $0.applies(self, sentences[index]) }?.name
        }
        for index in inside.dropLast() {
            guard let rule = dropped[index + 1] else { continue }
            // `New to the town? Subscribe!`
            let isQuestion =
                !sentences[index].endsParagraph && sentences[index].text.hasSuffix("?")
                && !sentences[index + 1].isEmptyOfWords
            let isCaption =
                sentences[index].isParagraph && !sentences[index].isClosed && sentences[index + 1].isCreditOfPicture
            if isQuestion || isCaption { dropped[index] = rule }
        }
        for (index, rule) in dropped.sorted(by: { $0.key > $1.key }) { apply(rule) { $0.sentences.remove(at: index) } }
    }

    /// Whether a label such as `Tags:` or `Source:` begins it.
    func isLabelled(_ sentence: Sentence, by tables: [PhraseTable]) -> Bool {
        guard sentence.isLine, let label = sentence.label else { return false }
        let longest = sentences.count > 1 ? 8 : Self.longestName
        return label.words.count <= 3 && label.rest.count <= longest && !sentence.hasNewsAfterLabel
            && tables.contains { $0.contains(label.words) }
    }

    /// Removes headings of one to three words before sentences: a paragraph of its own, or a first word such as
    /// `Introduction`.
    mutating func dropHeadings() {
        let all = sentences
        sentences = all.enumerated().filter { index, sentence in
            let isIntroduced = index > 0 && all[index - 1].text.hasSuffix(":")
            return isIntroduced || !(index + 1 < all.count && sentence.isHeading && all[index + 1].isProse)
        }.map(\.element)
        if sentences.count < all.count { return }
        guard let first = sentences.first, first.words.count > 5, Boilerplate.headings.contains(first.words[0]),
            Sentence.isUsualBeginning(first.words[1]), let space = first.text.unicodeScalars.firstIndex(of: " "),
            case let rest = first.text[space...].dropFirst(), rest.unicodeScalars.first?.properties.isUppercase == true
        else { return }
        sentences[0] = first.replaced(by: String(rest))
    }

    /// Removes labels such as `Transcript:` that are followed by another label or by nothing.
    mutating func dropEmptyLabels() {
        let all = sentences
        sentences = all.enumerated().filter { index, sentence in
            !sentence.isLabel || index == 0 || index + 1 < all.count && !all[index + 1].isLabel
        }.map(\.element)
    }
}

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
