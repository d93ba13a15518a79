import Foundation
import Texts

/// Each text as a weighted bag of its prefixes, in the order of comparison.
///
/// Position 0 is the oldest text; texts without a date are last. The weight of a prefix depends on how rare it is in
/// its language, in the batch and on other days (inverse document frequency). It is three times as high in the title as
/// in the summary. All bags have length 1, together with the prefixes that only one text has. Those are not kept.
struct TermVectors {
    /// The text at each position.
    let order: [Int]
    /// The number of different prefixes.
    private(set) var termCount = 0
    /// The prefix of each term.
    private(set) var prefixes: [UInt32] = []
    /// The number of texts in which each term occurs.
    private(set) var frequencies: [Int32] = []
    /// All bags. The bag at position `p` is in `bounds[p]..<bounds[p + 1]`.
    private(set) var bags: [WeightedTerm] = []
    private(set) var bounds: [Int32] = [0]
    /// The same for the titles alone.
    private(set) var titles: [WeightedTerm] = []
    private(set) var titleBounds: [Int32] = [0]
    /// For each position, the length of its bag before it was divided by it: the weight of a term times this length is
    /// the rarity of the term, three times that in the title.
    private(set) var lengths: [Float] = []

    /// A term in a bag.
    struct WeightedTerm {
        var term: Int32
        var weight: Float
    }

    static let titleWeight: Float = 3
    /// A batch counts as at least this number of texts. A smaller batch says little about how rare a word is: in a
    /// batch of two texts, every common word would seem to be the most common of all.
    private static let leastCount = 100
    /// Other days count as at most `mostOther` texts, minus `lessForEach` for each text of the batch in the same
    /// language. A large batch itself tells best what is rare in it.
    private static let mostOther: Float = 2000
    private static let lessForEach: Float = 1.5

    init(_ texts: NewsTexts) {
        order = Self.order(of: texts)
        number(texts)
        weigh(texts)
        keepShared()
    }

    /// The range of the bag at `position` in `bags`.
    func range(_ position: Int) -> Range<Int> { Int(bounds[position])..<Int(bounds[position + 1]) }

    /// The range of the title at `position` in `titles`. The bag begins with the same terms.
    func titleRange(_ position: Int) -> Range<Int> { Int(titleBounds[position])..<Int(titleBounds[position + 1]) }

    /// The order by date, then by address and content. It does not depend on the order of the input.
    private static func order(of texts: NewsTexts) -> [Int] {
        let keys = texts.texts.map { ($0.published ?? .max, $0.address, $0.identity) }
        return keys.indices.sorted { keys[$0] < keys[$1] }
    }

    /// Replaces prefixes by small numbers. Each prefix is in a bag only once. Weights are 3 or 1 until `weigh` changes
    /// them.
    private mutating func number(_ texts: NewsTexts) {
        var numbers = TermNumbers(capacity: 2 * order.count)
        bags.reserveCapacity(texts.summaryPrefixes.count + texts.words.count)
        bounds.reserveCapacity(order.count + 1)
        titles.reserveCapacity(texts.words.count)
        titleBounds.reserveCapacity(order.count + 1)
        for (position, text) in order.enumerated() {
            let text = texts.texts[text]
            for word in texts.words(of: text) where word.prefix != 0 {
                guard let term = numbers.term(of: word.prefix, newIn: Int32(position)) else { continue }
                bags.append(WeightedTerm(term: term, weight: Self.titleWeight))
                titles.append(WeightedTerm(term: term, weight: 1))
            }
            for prefix in texts.summaryPrefixes(of: text) {
                guard let term = numbers.term(of: prefix, newIn: Int32(position)) else { continue }
                bags.append(WeightedTerm(term: term, weight: 1))
            }
            bounds.append(Int32(bags.count))
            titleBounds.append(Int32(titles.count))
        }
        termCount = numbers.terms.count
        prefixes = numbers.terms.map(\.prefix)
        frequencies = numbers.terms.map(\.frequency)
    }

    /// Removes the terms that only one text has, because they join nothing. The others get new numbers, the most common
    /// first. Common terms are used most often, so they should be together in memory.
    private mutating func keepShared() {
        let shared = frequencies.indices.filter { frequencies[$0] > 1 }
        let kept = shared.sorted { (frequencies[$1], $0) < (frequencies[$0], $1) }
        var numbers = Array(repeating: Int32(-1), count: termCount)
        for (number, term) in kept.enumerated() { numbers[term] = Int32(number) }
        Self.renumber(&bags, &bounds, numbers)
        Self.renumber(&titles, &titleBounds, numbers)
        prefixes = kept.map { prefixes[$0] }
        frequencies = kept.map { frequencies[$0] }
        termCount = kept.count
    }

    /// Gives the terms new numbers. A term without one is removed.
    private static func renumber(_ bags: inout [WeightedTerm], _ bounds: inout [Int32], _ numbers: [Int32]) {
        var end = 0
        var start = 0
        for bag in bounds.indices.dropFirst() {
            let last = Int(bounds[bag])
            for index in start..<last {
                let number = numbers[Int(bags[index].term)]
                guard number >= 0 else { continue }
                bags[end] = WeightedTerm(term: number, weight: bags[index].weight)
                end += 1
            }
            bounds[bag] = Int32(end)
            start = last
        }
        bags.removeLast(bags.count - end)
    }

    private mutating func weigh(_ texts: NewsTexts) {
        let languages = self.languages(of: texts)
        let rarities = Set(languages).map { ($0, rarity(in: $0, languages, texts.background)) }
        let tables = Dictionary(uniqueKeysWithValues: rarities)
        lengths.reserveCapacity(order.count)
        for position in order.indices {
            let rarity = tables[languages[position]] ?? []
            lengths.append(Self.weigh(&bags, range(position), rarity))
            _ = Self.weigh(&titles, titleRange(position), rarity)
        }
    }

    /// The language of the text at each position. A language without counts from other days becomes unknown.
    private func languages(of texts: NewsTexts) -> [TextLanguage] {
        let isEnglish = texts.texts.count { $0.language == .english } > texts.texts.count { $0.language == .unknown }
        return order.map { text in
            let language = texts.texts[text].language
            let likely = language == .unsure && isEnglish ? .english : language
            return likely.isKnown ? likely : .unknown
        }
    }

    /// The weight of each term in a text of `language`. Without counts from other days, all texts of the batch are
    /// used.
    private func rarity(
        in language: TextLanguage, _ languages: [TextLanguage], _ background: WordCounts
    ) -> [Float] {
        guard language.isKnown else { return Self.rarity(frequencies.map(Float.init), among: Float(order.count)) }
        let own = Float(languages.count { $0 == language })
        let other = background[language] ?? WordTally()
        let texts = min(Float(other.texts), max(0, Self.mostOther - Self.lessForEach * own))
        let fraction = texts / Float(max(1, other.texts))
        var frequencies =
            fraction == 0 ? prefixes.map { _ in 0 } : prefixes.map { Float(other.count(of: $0)) * fraction }
        for position in order.indices where languages[position] == language {
            for entry in bags[range(position)] { frequencies[Int(entry.term)] += 1 }
        }
        return Self.rarity(frequencies, among: own + texts)
    }

    private static func rarity(_ frequencies: [Float], among count: Float) -> [Float] {
        let count = max(count, Float(leastCount))
        return frequencies.map { logf((count + 1) / ($0 + 0.5)) }
    }

    /// Multiplies the weights of a bag by the rarities of its terms, and gives the bag length 1. Returns the length that
    /// it had.
    private static func weigh(_ bags: inout [WeightedTerm], _ range: Range<Int>, _ rarity: [Float]) -> Float {
        for index in range { bags[index].weight *= rarity[Int(bags[index].term)] }
        let length = range.reduce(Float(0)) { $0 + bags[$1].weight * bags[$1].weight }.squareRoot()
        guard length > 0 else { return 0 }
        for index in range { bags[index].weight /= length }
        return length
    }
}

/// Gives prefixes small numbers, in the order in which they first occur.
private struct TermNumbers {
    struct Term {
        var prefix: UInt32
        /// The number of texts with this term.
        var frequency: Int32
        /// The position of the last text with this term.
        var lastSeen: Int32
    }

    private(set) var terms: [Term] = []
    private var index: HashIndex

    init(capacity: Int) {
        index = HashIndex(capacity: capacity)
    }

    /// The term of a prefix; nil if the text at this position already has it.
    mutating func term(of prefix: UInt32, newIn position: Int32) -> Int32? {
        let term = index.insert(prefix, terms.count)
        if term == terms.count {
            terms.append(Term(prefix: prefix, frequency: 1, lastSeen: position))
            return Int32(term)
        }
        guard terms[term].lastSeen != position else { return nil }
        terms[term].lastSeen = position
        terms[term].frequency += 1
        return Int32(term)
    }
}
