import Foundation

/// Each text as a weighted bag of its stems, in the order in which texts are compared.
///
/// Position 0 is the oldest text; texts without a date come last. A stem weighs by how rare it is in the batch
/// (inverse document frequency), three times as much in the title as in the summary. All bags have length 1.
struct TermVectors {
    /// The text at each position.
    let order: [Int]
    /// How many different stems there are.
    private(set) var termCount = 0
    /// In how many texts each term occurs.
    private(set) var frequencies: [Int32] = []
    /// The bag at position `p` is `bounds[p]..<bounds[p + 1]` of these.
    private(set) var terms: [Int32] = []
    private(set) var weights: [Float] = []
    private(set) var bounds: [Int32] = [0]
    /// The same for titles alone.
    private(set) var titleTerms: [Int32] = []
    private(set) var titleWeights: [Float] = []
    private(set) var titleBounds: [Int32] = [0]

    private static let titleWeight: Float = 3
    /// A batch of fewer texts says little about how rare a word is: in a batch of two every word in common would
    /// seem the commonest of all.
    private static let leastCount = 100

    init(_ texts: NewsTexts) {
        order = Self.order(of: texts)
        number(texts)
        weigh(texts.texts.count)
    }

    /// Where the bag at `position` stands in `terms` and `weights`.
    func range(_ position: Int) -> Range<Int> { Int(bounds[position])..<Int(bounds[position + 1]) }

    /// By date, then by what a text is, never by where it stood in the input.
    private static func order(of texts: NewsTexts) -> [Int] {
        let keys = texts.texts.map { ($0.published ?? .max, $0.address, $0.identity) }
        return keys.indices.sorted { keys[$0] < keys[$1] }
    }

    /// Replaces stems by small numbers, each once a bag. Weights are 3 or 1 until `weigh`.
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

    private mutating func weigh(_ count: Int) {
        let count = Float(max(count, Self.leastCount))
        let rarity = frequencies.map { logf((count + 1) / (Float($0) + 0.5)) }
        for index in terms.indices { weights[index] *= rarity[Int(terms[index])] }
        titleWeights = titleTerms.map { rarity[Int($0)] }
        for position in order.indices {
            Self.normalize(&weights, Int(bounds[position])..<Int(bounds[position + 1]))
            Self.normalize(&titleWeights, Int(titleBounds[position])..<Int(titleBounds[position + 1]))
        }
    }

    private static func normalize(_ weights: inout [Float], _ range: Range<Int>) {
        let length = range.reduce(Float(0)) { $0 + weights[$1] * weights[$1] }.squareRoot()
        guard length > 0 else { return }
        for index in range { weights[index] /= length }
    }
}
