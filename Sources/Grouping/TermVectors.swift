import Foundation

/// Each text as a weighted bag of its stems, in the order of comparison.
///
/// Position 0 is the oldest text; texts without a date are last. The weight of a stem depends on how rare it is in its
/// language, in the batch and on other days (inverse document frequency). It is three times as high in the title as in
/// the summary. All bags have length 1.
struct TermVectors {
    /// The text at each position.
    let order: [Int]
    /// The number of different stems.
    private(set) var termCount = 0
    /// The stem of each term.
    private(set) var stems: [UInt32] = []
    /// The number of texts in which each term occurs.
    private(set) var frequencies: [Int32] = []
    /// The terms of all bags. The bag at position `p` is in `bounds[p]..<bounds[p + 1]`.
    private(set) var terms: [Int32] = []
    private(set) var weights: [Float] = []
    private(set) var bounds: [Int32] = [0]
    /// The same for the titles alone.
    private(set) var titleTerms: [Int32] = []
    private(set) var titleWeights: [Float] = []
    private(set) var titleBounds: [Int32] = [0]

    private static let titleWeight: Float = 3
    /// A batch counts as at least this number of texts. A smaller batch says little about how rare a word is: in a
    /// batch of two texts, every common word would seem to be the most common of all.
    private static let leastCount = 100
    /// Other days count as at most `mostOther` texts, minus `lessForEach` for each text of the batch. A large batch
    /// itself tells best what is rare in it.
    private static let mostOther: Float = 2000
    private static let lessForEach: Float = 1.5

    init(_ texts: NewsTexts) {
        order = Self.order(of: texts)
        number(texts)
        weigh(texts)
    }

    /// The place of the bag at `position` in `terms` and `weights`.
    func range(_ position: Int) -> Range<Int> { Int(bounds[position])..<Int(bounds[position + 1]) }

    /// The order by date, then by the content of the text, and never by its place in the input.
    private static func order(of texts: NewsTexts) -> [Int] {
        let keys = texts.texts.map { ($0.published ?? .max, $0.address, $0.identity) }
        return keys.indices.sorted { keys[$0] < keys[$1] }
    }

    /// Replaces stems by small numbers. Each stem is in a bag only once. Weights are 3 or 1 until `weigh`.
    private mutating func number(_ texts: NewsTexts) {
        var index = HashIndex(capacity: 4 * order.count + 64)
        var lastSeen: [Int32] = []
        terms.reserveCapacity(texts.summaryStems.count + texts.words.count / 2)
        weights.reserveCapacity(terms.capacity)
        bounds.reserveCapacity(order.count + 1)
        titleBounds.reserveCapacity(order.count + 1)
        for (position, text) in order.enumerated() {
            let text = texts.texts[text]
            func add(_ stem: UInt32, _ weight: Float) -> Bool {
                let term = index.insert(stem, lastSeen.count)
                if term == lastSeen.count {
                    lastSeen.append(-1)
                    frequencies.append(0)
                    stems.append(stem)
                }
                if lastSeen[term] == position { return false }
                lastSeen[term] = Int32(position)
                frequencies[term] += 1
                terms.append(Int32(term))
                weights.append(weight)
                return true
            }
            for word in texts.words[Int(text.title.lowerBound)..<Int(text.title.upperBound)] where word.stem != 0 {
                if add(word.stem, Self.titleWeight), let term = terms.last { titleTerms.append(term) }
            }
            for stem in texts.summaryStems[Int(text.summaryStems.lowerBound)..<Int(text.summaryStems.upperBound)] {
                _ = add(stem, 1)
            }
            bounds.append(Int32(terms.count))
            titleBounds.append(Int32(titleTerms.count))
        }
        termCount = lastSeen.count
    }

    private mutating func weigh(_ texts: NewsTexts) {
        let languages = self.languages(of: texts)
        let rarities = Set(languages).map { ($0, rarity(in: $0, languages, texts.background)) }
        let tables = Dictionary(uniqueKeysWithValues: rarities)
        titleWeights = Array(repeating: 0, count: titleTerms.count)
        for position in order.indices {
            guard let rarity = tables[languages[position]] else { continue }
            for index in range(position) { weights[index] *= rarity[Int(terms[index])] }
            let title = Int(titleBounds[position])..<Int(titleBounds[position + 1])
            for index in title { titleWeights[index] = rarity[Int(titleTerms[index])] }
            Self.normalize(&weights, range(position))
            Self.normalize(&titleWeights, title)
        }
    }

    /// The language of the text at each position. It is unknown if there are no counts from other days for it.
    private func languages(of texts: NewsTexts) -> [TextLanguage] {
        let isEnglish = texts.texts.count { $0.language == .english } > texts.texts.count { $0.language == .unknown }
        return order.map { text in
            let language = texts.texts[text].language
            let likely = language == .unsure && isEnglish ? .english : language
            return texts.background[likely] == nil ? .unknown : likely
        }
    }

    /// The weight of each term in a text of `language`. Without counts from other days, all texts of the batch are
    /// used.
    private func rarity(
        in language: TextLanguage, _ languages: [TextLanguage], _ background: WordCounts
    ) -> [Float] {
        guard let other = background[language] else {
            return Self.rarity(frequencies.map(Float.init), among: Float(order.count))
        }
        let own = Float(languages.count { $0 == language })
        let texts = min(Float(other.texts), max(0, Self.mostOther - Self.lessForEach * own))
        let share = texts / Float(max(1, other.texts))
        var frequencies = share == 0 ? stems.map { _ in 0 } : stems.map { Float(other.counts[$0] ?? 0) * share }
        for position in order.indices where languages[position] == language {
            for term in terms[range(position)] { frequencies[Int(term)] += 1 }
        }
        return Self.rarity(frequencies, among: own + texts)
    }

    private static func rarity(_ frequencies: [Float], among count: Float) -> [Float] {
        let count = max(count, Float(leastCount))
        return frequencies.map { logf((count + 1) / ($0 + 0.5)) }
    }

    private static func normalize(_ weights: inout [Float], _ range: Range<Int>) {
        let length = range.reduce(Float(0)) { $0 + weights[$1] * weights[$1] }.squareRoot()
        guard length > 0 else { return }
        for index in range { weights[index] /= length }
    }
}
