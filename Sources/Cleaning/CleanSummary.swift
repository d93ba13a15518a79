import Texts

/// A summary without what publishers write around their news (`Boilerplate`).
struct CleanSummary {
    let item: Draft
    /// The words of the item's title and of its author.
    let title: [String]
    let author: Set<String>
    let repeated: RepeatedSentences
    /// What is left of the summary.
    var sentences: [Sentence]
    /// The author whom the text names.
    var named: String?
    /// The index of the sentence that a rule for asides looks at.
    var place = 0
    /// How often the program tried to shorten the first sentence.
    var shortenings = 0
    /// What the rules took, in their order.
    private(set) var removals: [Removal] = []

    init(_ sentences: [Sentence], of item: Draft, repeated: RepeatedSentences) {
        self.sentences = sentences
        self.item = item
        self.repeated = repeated
        title = FoldedText.words(of: item.title)
        author = Set(FoldedText.words(of: item.author ?? ""))
        for rule in Rule.ofAsides { apply(rule.name) { $0.dropAsides(rule) } }
        // Each of them may hide another one.
        while drop(at: .end, by: Rule.atEnd) || apply("list of headlines", { $0.dropHeadlines() })
            || drop(at: .start, by: Rule.atStart) || shortenFirst() || apply("tags", { $0.dropTags() })
            || apply("heading", { $0.dropHeadings() })
        {}
        dropBetween()
        apply("heading") { $0.dropHeadings() }
        apply("scrap of a sentence") { $0.dropScrap() }
        apply("colon before nothing") { $0.markLostText() }
    }

    /// Lets a rule change the sentences, and keeps what it took, as far as it is shown.
    /// - Returns: whether it changed them.
    @discardableResult
    mutating func apply(_ rule: String, _ change: (inout CleanSummary) -> Void) -> Bool {
        let (count, first, last) = (sentences.count, sentences.first, sentences.last)
        let before = removals.count > Removal.mostShown ? [] : sentences
        change(&self)
        guard count != sentences.count || first != sentences.first || last != sentences.last else { return false }
        if let removal = Removal(rule, from: before.text, to: before.isEmpty ? "" : sentences.text) {
            removals.append(removal)
        }
        return true
    }

    var text: String { sentences.text.withOneEllipsis }

    var publisher: PublisherName { item.publisher }
}

extension CleanSummary {
    /// Whether the title has these words in the same order.
    func areInTitle(_ words: [String]) -> Bool {
        var rest = title[...]
        return words.allSatisfy { word in
            guard let index = rest.firstIndex(of: word) else { return false }
            rest = rest[(index + 1)...]
            return true
        }
    }

    /// Whether other texts of the source have the sentence. It stays if it is all that is said about what only this text
    /// names: `All services have recovered.` above a list of services.
    func isRepeated(_ sentence: Sentence) -> Bool {
        guard repeated.isBoilerplate(sentence), !isOneOfEntries(sentence) else { return false }
        // No value, such as `Closed`, is in nearly all texts.
        if sentences.count == 1, repeated.areValues, !isAboutPublisher(sentence) {
            return repeated.isBoilerplate(sentence, inMoreThan: 0.9)
        }
        guard sentence.isClosed, !sentence.addressesReaders else { return true }
        let others = sentences.filter { !repeated.isBoilerplate($0) }
        return others.isEmpty || others.contains(where: \.isClosed)
    }

    /// The same for the beginning of a text. There a whole sentence may be the state of what the others tell: `The
    /// incident is over.`
    func isRepeatedAtStart(_ sentence: Sentence) -> Bool {
        isRepeated(sentence) && (!sentence.isClosed || sentences.count == 1 || isAboutPublisher(sentence))
    }

    private func isAboutPublisher(_ sentence: Sentence) -> Bool {
        sentence.addressesReaders || publisher.isNamed(in: sentence.words[...])
    }

    /// Whether it is one of several paragraphs such as `Resolved - All trams run again.` Even if other texts have the
    /// same entry, it tells how this story went on.
    private func isOneOfEntries(_ sentence: Sentence) -> Bool {
        func isEntry(_ sentence: Sentence) -> Bool {
            let words = sentence.text[...].spaced
            return sentence.beginsParagraph && sentence.isClosed && words.count > 3 && "-–—".contains(words[1])
        }
        return isEntry(sentence) && sentences.count(where: isEntry) > 1
    }

    /// Whether the sentence is a phrase of boilerplate. A long sentence that only begins like one and is the whole text
    /// is news, unless it says `you`: `Subscribe to Netflix or lose football, fans are told.`
    func isPhrase(_ sentence: Sentence) -> Bool {
        let words = sentence.words
        let mayBeNews =
            sentences.count == 1 && sentence.isClosed && words.count > 9 && !words.contains("you")
            && !words.contains("your")
        return Boilerplate.endings.contains(words, allowsBeginnings: !mayBeNews)
    }

    /// Replaces the text of the first sentence, or removes the sentence if nothing is left of it.
    mutating func replaceFirst(by rest: some StringProtocol) {
        if rest.isEmpty { sentences.removeFirst() } else { sentences[0] = sentences[0].replaced(by: String(rest)) }
    }

    /// Whether these sentences are the title or its beginning, perhaps after one to three words, before the publisher's
    /// name, or inside what names the publisher, in any language: `The post Bridge opens appeared first on Elsom Gazette.`
    func areTitle(_ sentences: ArraySlice<Sentence>) -> Bool {
        let words = sentences.flatMap(\.words)
        if words.count > 3, title.starts(with: words) { return true }
        guard !title.isEmpty, title.count...title.count + Self.longestFooter ~= words.count,
            let start = (0...words.count - title.count).first(where: { words[$0...].starts(with: title) }),
            start == 0 || title.count > 2 && start < sentences.first!.words.count
        else { return false }
        let rest = words[(start + title.count)...]
        if start == 0 { return rest.isEmpty || publisher.isNamed(by: rest.joined(separator: " ")) }
        return rest.isEmpty && start <= 3 || publisher.isNamed(in: rest)
    }

    /// Whether it is a paragraph that has only words of the title in their order and, without a mark at its end, the
    /// publisher, the author and a day: `Elsom Radio, 3 May, Episode 6: The Harbour`.
    func isKnown(_ sentence: Sentence) -> Bool {
        let words = sentence.words.filter { $0 != "de" }
        guard sentences.count > 1, !words.isEmpty, words.count <= title.count + Self.longestDate,
            !sentence.text.hasSuffix(":")
        else { return false }
        if sentence.isClosed { return sentence.isParagraph && areInTitle(words) }
        let shown = publisher.words
        let isDated =
            words.count >= title.count && Set(title).isSubset(of: words) || words.indices.contains(where: words.isMonth)
        let rest = words.indices.filter {
            !shown.contains(words[$0]) && !author.contains(words[$0]) && !(isDated && words.isPartOfDate(at: $0))
        }
        return areInTitle(rest.map { words[$0] })
    }

    /// The greatest number of words of a publisher's name.
    static let mostNameWords = 5
    /// The greatest number of words beside the title.
    private static let longestFooter = 10
    /// The greatest number of words of a date.
    private static let longestDate = 8
    /// The greatest number of sentences in one phrase.
    static let longestPhrase = 4
}

extension String {
    /// The text with one ellipsis if signs at its end show that it was cut. After a whole sentence there is none.
    fileprivate var withOneEllipsis: String {
        var text = self[...]
        while let shorter = text.beforeCutSign { text = shorter }
        if text.endIndex == endIndex || text.unicodeScalars.last?.isSentenceMark != false { return String(text) }
        while let last = text.last, ",;–— ".contains(last) { text.removeLast() }
        return String(text) + "…"
    }
}
