import Texts

/// The sentences that begin or end the summaries of several items of one source.
struct RepeatedSentences {
    /// How many texts have a sentence with these words, if the titles of their items are not about it.
    private var evidence: [[String]: SourceProfile.Evidence] = [:]
    /// The words before the first colon that begin texts and are no news.
    private let labels: Set<String>
    /// Whether most texts are only a few words, and not always the same: `Closed`, `Two hours late`. Such are news.
    let areValues: Bool
    /// The words of the source's name.
    private let publisher: Set<String>

    /// - Parameter summaries: the sentences of each item's summary.
    init(_ items: [Draft], _ summaries: [[Sentence]], _ profile: inout SourceProfile) {
        let publisher = Set(items.first?.publisher.words.filter { $0.utf8.count > 3 } ?? [])
        self.publisher = publisher
        var (texts, values, labels) = (0, [[String]](), [String]())
        // Copies of one text repeat its news, too. Title, first and last sentence tell texts apart.
        var known: Set<[String]> = []
        var titles: [Set<Substring>] = []
        var holders: [[String]: Set<Int>] = [:]
        for (index, (item, sentences)) in zip(items, summaries).enumerated() {
            titles.append(Self.beginnings(FoldedText.words(of: item.title)))
            guard let first = sentences.first, let last = sentences.last,
                known.insert([item.title, first.text, last.text]).inserted
            else { continue }
            texts += 1
            if sentences.count == 1, first.words.count <= Self.mostWordsOfValue { values.append(first.words) }
            if let label = first.label { labels.append(label.words.joined(separator: " ")) }
            // A list of links at the end may be longer.
            let end = sentences.suffix(Self.longestEnd)
            let lines = end.dropLast(Self.depth).filter { $0.isParagraph || !$0.isClosed }
            for sentence in sentences.prefix(Self.depth) + lines + end.suffix(Self.depth) {
                holders[Self.key(sentence), default: []].insert(index)
            }
        }
        self.labels = Set(
            profile.values(of: .labelOfText, labels.counts, in: texts, least: Self.least, share: 0.5).keys)
        areValues = profile.has(
            .valueAsText, Set(values).count > 1 ? values.count : 0, in: texts, least: Self.least, share: 0.5)
        // A sentence about the titles of its items is news.
        func isTopic(_ words: [String], _ holders: Set<Int>) -> Bool {
            let beginnings = Self.beginnings(words.filter { !publisher.contains($0) })
            return holders.count { !titles[$0].isDisjoint(with: beginnings) } * 2 >= holders.count
        }
        var counts: [String: Int] = [:]
        for (words, holders) in holders where !words.isEmpty && words.count <= PhraseTable.longest {
            let begins = holders.count >= Self.least && !isTopic(words, holders)
            counts[words.joined(separator: " ")] = begins ? holders.count : min(holders.count, Self.least - 1)
        }
        let habits = profile.values(of: .sentence, counts, in: texts, least: Self.least, share: Self.leastShare)
        for (sentence, evidence) in habits {
            let words = sentence.split(separator: " ").map(String.init)
            if holders[words].map({ isTopic(words, $0) }) != true { self.evidence[words] = evidence }
        }
    }

    /// Whether these words before the first colon begin many texts.
    func isBoilerplate(label: [String]) -> Bool { labels.contains(label.joined(separator: " ")) }

    /// Whether enough texts, and more than this fraction of all, have this sentence, and the titles of their items are not
    /// about it.
    func isBoilerplate(_ sentence: Sentence, inMoreThan least: Double = 0) -> Bool {
        if evidence.isEmpty { return false }
        let words = Self.key(sentence)
        guard let evidence = evidence[words], case let share = evidence.share, share > least else { return false }
        if !sentence.isClosed { return share >= (words.count <= Self.mostWordsOfValue ? Self.leastShare : 0.3) }
        let isOwn = sentence.addressesReaders || words.contains(where: publisher.contains)
        return share >= (isOwn ? 0.3 : 0.5) && (isOwn || sentence.isParagraph && evidence.count > Self.least)
    }

    /// The words of a sentence. If it is only a line without a mark at its end, all numbers become the same sign, because
    /// the line may contain a date.
    private static func key(_ sentence: Sentence) -> [String] {
        sentence.isClosed ? sentence.words : sentence.words.map { $0.utf8.areDigits ? "#" : $0 }
    }

    private static func beginnings(_ words: [String]) -> Set<Substring> {
        Set(words.filter { $0.unicodeScalars.count > 3 }.map { $0.prefix(5) })
    }

    /// The number of sentences at each end that are compared.
    private static let depth = 4
    private static let longestEnd = 12
    private static let mostWordsOfValue = 6
    /// The least number of items with the same sentence.
    private static let least = 3
    /// The least share of them.
    private static let leastShare = 0.08
}
