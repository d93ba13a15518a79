import Texts

/// The sentences that begin or end the summaries of several items of one source.
struct RepeatedSentences {
    /// How many texts have a sentence with these words, if the titles of their items are not about it.
    private var counts: [[String]: Int] = [:]
    /// How many texts begin with these words and a colon.
    private var labels: [[String]: Int] = [:]
    private var texts = 0
    private var textsWithBrackets = 0
    /// The words of the source's name.
    private var publisher: Set<String> = []

    /// - Parameter summaries: the sentences of each item's summary.
    init(_ items: [Draft], _ summaries: [[Sentence]]) {
        publisher = items.first?.publisher.words.filter { $0.utf8.count > 3 } ?? []
        // Copies of one text repeat its news, too. Title, first and last sentence tell texts apart.
        var known: Set<[String]> = []
        var titles: [Set<Substring>] = []
        var holders: [[String]: Set<Int>] = [:]
        for (index, (item, sentences)) in zip(items, summaries).enumerated() {
            let title = FoldedText.words(of: item.title)
            titles.append(Self.beginnings(title))
            guard let first = sentences.first, let last = sentences.last,
                known.insert([item.title, first.text, last.text]).inserted
            else { continue }
            texts += 1
            if first.text.hasPrefix("[") { textsWithBrackets += 1 }
            if let label = first.label { labels[label.words, default: 0] += 1 }
            // A list of links at the end may be longer.
            let end = sentences.suffix(Self.longestEnd)
            let lines = end.dropLast(Self.depth).filter { $0.isParagraph || !$0.isClosed }
            for sentence in sentences.prefix(Self.depth) + lines + end.suffix(Self.depth) {
                holders[key(sentence, under: title), default: []].insert(index)
            }
        }
        for (words, holders) in holders where holders.count >= Self.least && !words.isEmpty {
            let beginnings = Self.beginnings(words.filter { !publisher.contains($0) })
            let isTopic = holders.count { !titles[$0].isDisjoint(with: beginnings) } * 2 >= holders.count
            if !isTopic { counts[words] = holders.count }
        }
    }

    /// Whether at least three texts, and more than half of all, begin with brackets.
    var beginWithBrackets: Bool { textsWithBrackets >= Self.least && textsWithBrackets * 2 > texts }

    /// Whether these words before the first colon begin at least three texts, and either begin half of all texts or
    /// name the publisher.
    func isFurniture(label: [String]) -> Bool {
        let count = labels[label, default: 0]
        return count >= Self.least && (count * 2 >= texts || label.contains(where: publisher.contains))
    }

    /// Whether enough texts have this sentence, and the titles of their items are not about it.
    /// - Parameters:
    ///   - title: the words of the item's title.
    ///   - least: more than this fraction of all texts must have the sentence.
    func isFurniture(_ sentence: Sentence, under title: [String], inMoreThan least: Double = 0) -> Bool {
        let words = key(sentence, under: title)
        guard words.count <= PhraseTable.longest, let count = counts[words] else { return false }
        let share = Double(count) / Double(texts)
        guard share > least else { return false }
        if !sentence.isClosed { return share >= (words.count <= 6 ? 0.08 : 0.3) }
        let isOwn = sentence.addressesReaders || words.contains(where: publisher.contains)
        return share >= (isOwn ? 0.3 : 0.5) && (isOwn || sentence.isParagraph && count > Self.least)
    }

    /// Whether this short sentence is furniture, and more than half of all texts have it near their beginning or end.
    func isInMost(_ sentence: Sentence, under title: [String]) -> Bool {
        sentence.words.count <= Self.mostWordsInside && isFurniture(sentence, under: title, inMoreThan: 0.5)
    }

    /// The words of a sentence. The title at its beginning becomes one sign, if the rest names the publisher or
    /// addresses readers: `Bridge opens, first in the Gazette.` If it is only a line without a mark at its end, all
    /// numbers become the same sign, because the line may contain a date.
    private func key(_ sentence: Sentence, under title: [String]) -> [String] {
        let isAfterTitle = !title.isEmpty && sentence.words.count > title.count && sentence.words.starts(with: title)
        let rest = isAfterTitle ? Array(sentence.words.dropFirst(title.count)) : []
        let isOwn = rest.contains(where: publisher.contains) || Furniture.addressesReaders(rest)
        let words = isOwn ? ["…"] + rest : sentence.words
        if sentence.isClosed { return words }
        return words.map { $0.utf8.areDigits ? "#" : $0 }
    }

    private static func beginnings(_ words: [String]) -> Set<Substring> {
        Set(words.filter { $0.unicodeScalars.count > 3 }.map { $0.prefix(5) })
    }

    /// The number of sentences at each end that are compared.
    private static let depth = 4
    private static let longestEnd = 12
    private static let mostWordsInside = 12
    /// The least number of items with the same sentence.
    private static let least = 3
}
