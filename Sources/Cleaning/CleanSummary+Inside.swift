import Texts

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

    /// Removes the list of the chapters of a recording, `0:00 Intro`, and what follows the list.
    mutating func dropChapters() {
        let chapters = sentences.indices.filter { sentences[$0].isChapter }
        if chapters.count > 2, chapters[0] > 0, sentences[chapters[0]].isFirstChapter {
            sentences.removeSubrange(chapters[0]...)
        }
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
            let isQuestion = !sentences[index].endsParagraph && sentences[index].text.hasSuffix("?")
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
