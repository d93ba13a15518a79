import Texts

extension CleanSummary {
    /// Removes the first sentences if they are boilerplate or repeat the title.
    mutating func dropOpening() -> Bool {
        guard let first = sentences.first else { return false }
        if let length = captionLength { return apply("caption") { $0.sentences.removeFirst(length) } }
        if let length = lengthOfList(from: first) {
            return apply("list of headlines") { $0.sentences.removeFirst(length) }
        }
        if let rule = Rule.atStart.first(where: { $0.applies(self, first) }) {
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
            || first.isParagraph && first.isLine
                && first.label.map { AuthorWords.isLabel($0.words.joined(separator: " ")) && $0.rest.count <= 6 }
                    == true
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

    /// Whether it is the title, its publisher, and then other titles, as news.google.com writes them.
    func isListOfHeadlines(_ first: Sentence) -> Bool {
        let words = first.words
        let isCut = !first.isClosed || first.text.beforeCutSign != nil
        guard title.count > 3, isCut, words.starts(with: title) else { return false }
        let rest = words.dropFirst(title.count)
        let beginning = title.prefix(3)
        if title.count > 5, rest.indices.contains(where: { rest[$0...].starts(with: beginning) }) { return true }
        return (1...Self.mostNameWords).contains {
            $0 < rest.count && publisher.isNamed(by: rest.prefix($0).joined(separator: " "))
        }
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
