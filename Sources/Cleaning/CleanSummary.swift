import Texts

/// A summary without what publishers write around their news (`Boilerplate`).
struct CleanSummary {
    let item: Draft
    /// The words of the item's title and of its author.
    let title, authorWords: [String]
    let repeated: RepeatedSentences
    /// What is left of the summary.
    var sentences: [Sentence]
    /// The author whom a removed sentence names.
    var author: String?
    /// Whether an address at the end was removed. Then a label before it, such as `Download it at:`, is useless.
    var hasLostAddress = false
    /// How often the program tried to shorten the first sentence.
    var shortenings = 0
    /// What the rules took, in their order.
    private(set) var removals: [Removal] = []

    init(_ sentences: [Sentence], of item: Draft, repeated: RepeatedSentences) {
        self.sentences = sentences
        self.item = item
        self.repeated = repeated
        title = FoldedText.words(of: item.title)
        authorWords = FoldedText.words(of: item.author ?? "")
        for section in SectionRule.all { apply(section.name) { $0.drop(section) } }
        // Each of them may hide another one.
        while dropEnding() || dropOpening() || apply("tags", { $0.dropTags() })
            || apply("heading", { $0.dropHeadings() })
        {}
        dropBetween()
        apply("heading") { $0.dropHeadings() }
        apply("scrap of a sentence") { $0.dropScrap() }
        apply("colon before nothing") { $0.markLostText() }
    }

    /// Lets a rule change the sentences, and keeps what it took.
    /// - Returns: whether it changed them.
    @discardableResult
    mutating func apply(_ rule: String, _ change: (inout CleanSummary) -> Void) -> Bool {
        let before = sentences
        change(&self)
        guard before != sentences else { return false }
        if let removal = Removal(rule, from: before.text, to: sentences.text) { removals.append(removal) }
        return true
    }

    var text: String { sentences.text.withOneEllipsis }

    /// Few sentences need it.
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
        guard repeated.isBoilerplate(sentence, under: title), !isOneOfEntries(sentence) else { return false }
        if sentences.count == 1, repeated.areValues, !isAboutPublisher(sentence) {
            return repeated.isBoilerplate(sentence, under: title, inMoreThan: Self.nearlyAll)
        }
        guard sentence.isClosed, !sentence.addressesReaders else { return true }
        let others = sentences.filter { !repeated.isBoilerplate($0, under: title) }
        return others.isEmpty || others.contains(where: \.isClosed)
    }

    /// The same for the beginning of a text. There a whole sentence may be the state of what the others tell: `The
    /// incident is over.`
    func isRepeatedAtStart(_ sentence: Sentence) -> Bool {
        isRepeated(sentence) && (!sentence.isClosed || sentences.count == 1 || isAboutPublisher(sentence))
    }

    private func isAboutPublisher(_ sentence: Sentence) -> Bool {
        sentence.addressesReaders || publisher.isNamed(in: sentence.words)
    }

    /// Whether it is one of several paragraphs such as `Resolved - All trams run again.` Even if other texts have the
    /// same entry, it tells how this story went on.
    private func isOneOfEntries(_ sentence: Sentence) -> Bool {
        sentence.isEntry && sentences.count(where: \.isEntry) > 1
    }

    /// Whether the sentence is a phrase of boilerplate. If the text has nothing else, less counts.
    func isEnding(_ sentence: Sentence) -> Bool {
        sentences.count > 1 ? Boilerplate.isEnding(sentence.words) : Boilerplate.isWholeText(sentence)
    }

    /// Replaces the text of the first sentence, or removes the sentence if nothing is left of it.
    mutating func replaceFirst(by rest: some StringProtocol) {
        if rest.isEmpty { sentences.removeFirst() } else { sentences[0] = sentences[0].replaced(by: String(rest)) }
    }

    /// Whether the words are the title, its first four words or more, the title after one to three other words, or the
    /// title before the publisher's name.
    func isTitle(_ words: [String]) -> Bool {
        if words.count > 3, title.starts(with: words) { return true }
        if title.count > 2, 1...3 ~= words.count - title.count, words.suffix(title.count).elementsEqual(title) {
            return true
        }
        guard !title.isEmpty, words.starts(with: title) else { return false }
        let rest = words.dropFirst(title.count)
        return rest.isEmpty
            || rest.count <= Self.mostNameWords && publisher.isNamed(by: rest.joined(separator: " "))
    }

    /// The labels of what ends a text.
    static let endingLabels = [Boilerplate.endingLabels, Boilerplate.asideLabels, Boilerplate.creditLabels]
    /// The share of all texts that no value has, such as `Closed` or `Good service`.
    private static let nearlyAll = 0.9
    /// The greatest number of words of a publisher's name.
    static let mostNameWords = 5
    /// The greatest number of words after a label, if the text has nothing else.
    static let longestName = 3
    /// The greatest number of words of a date.
    static let longestDate = 8
    /// The greatest number of sentences in one phrase.
    static let longestPhrase = 4
}

extension String {
    /// The text with one ellipsis if signs at its end show that it was cut. After a whole sentence there is none.
    fileprivate var withOneEllipsis: String {
        var text = self[...]
        while let shorter = text.beforeCutSign { text = shorter }
        if text.endIndex == endIndex || text.isEmpty { return String(text) }
        if text.unicodeScalars.last!.isSentenceMark { return String(text) }
        while let last = text.last, ",;–— ".contains(last) { text.removeLast() }
        return String(text) + "…"
    }
}
