/// In how many of some texts each word occurs. A word is a hash.
///
/// Tallies of different texts can be added in any order.
package struct WordTally: Sendable, Equatable {
    package private(set) var texts: Int
    /// The words in ascending order.
    package private(set) var words: [UInt32]
    /// The number of texts with each word.
    package private(set) var counts: [UInt32]

    package init() {
        self.init(texts: 0, words: [], counts: [])
    }

    /// - Parameters:
    ///   - words: in ascending order, each once.
    ///   - counts: as many as there are words.
    package init(texts: Int, words: [UInt32], counts: [UInt32]) {
        self.texts = texts
        self.words = words
        self.counts = counts
    }

    /// Counts the words of texts.
    /// - Parameter occurrences: the words of all texts, in any order. A word of several texts occurs several times.
    package init(texts: Int, occurrences: [UInt32]) {
        self.init(texts: texts, words: [], counts: [])
        for word in occurrences.sorted() {
            if word == words.last {
                counts[counts.count - 1] += 1
            } else {
                words.append(word)
                counts.append(1)
            }
        }
    }

    /// The number of texts with a word.
    package func count(of word: UInt32) -> UInt32 {
        var (low, high) = (0, words.count)
        while low < high {
            let middle = (low + high) / 2
            if words[middle] < word { low = middle + 1 } else { high = middle }
        }
        return low < words.count && words[low] == word ? counts[low] : 0
    }

    /// Adds the counts of other texts.
    package mutating func add(_ other: WordTally) {
        var sum = WordTally(texts: texts + other.texts, words: [], counts: [])
        sum.words.reserveCapacity(words.count + other.words.count)
        sum.counts.reserveCapacity(words.count + other.words.count)
        var (own, others) = (0, 0)
        while own < words.count || others < other.words.count {
            let isOwn = others == other.words.count || (own < words.count && words[own] <= other.words[others])
            let isOther = own == words.count || (others < other.words.count && other.words[others] <= words[own])
            sum.words.append(isOwn ? words[own] : other.words[others])
            let count = (isOwn ? UInt64(counts[own]) : 0) + (isOther ? UInt64(other.counts[others]) : 0)
            sum.counts.append(UInt32(clamping: count))
            if isOwn { own += 1 }
            if isOther { others += 1 }
        }
        self = sum
    }

    /// Forgets the words that the fewest texts have, until at most `most` words are left. Of words that are equally
    /// common, those with the lower hash stay.
    package mutating func keepMostCommon(_ most: Int) {
        guard words.count > most else { return }
        let kept = words.indices.sorted { (counts[$1], words[$0]) < (counts[$0], words[$1]) }.prefix(most).sorted()
        words = kept.map { words[$0] }
        counts = kept.map { counts[$0] }
    }
}

/// The words of a text as a few numbers, to tell whether two texts have almost nothing in common.
///
/// It has the hashes of the first letters of the words, so two forms of a word are one. Words of fewer than three
/// letters do not count, unless they are numbers. Of scripts without spaces each character counts.
package struct WordSketch: Sendable, Equatable, Codable {
    /// Sorted, each once.
    package let hashes: [UInt32]

    package init(hashes: [UInt32]) {
        self.hashes = hashes
    }

    /// - Parameter limit: the number of words that count, from the beginning.
    package init(_ text: String, limit: Int) {
        var hashes: Set<UInt32> = []
        var rest = text.utf8[...]
        // The words are folded one by one, because a long text has many more than count.
        while hashes.count < limit, !rest.isEmpty {
            let word = rest.prefix { $0 != UInt8(ascii: " ") }
            for folded in FoldedText.words(of: String(Substring(word))) where hashes.count < limit {
                for part in Self.parts(of: folded) { hashes.insert(UInt32(truncatingIfNeeded: StableHash.hash(part))) }
            }
            rest = rest[word.endIndex...].dropFirst()
        }
        self.hashes = Array(hashes.sorted().prefix(limit))
    }

    /// Whether less than a fifth of all their words are in both. Texts without words differ from nothing.
    package func differsWholly(from other: WordSketch) -> Bool { likeness(to: other).map { $0 < 0.2 } ?? false }

    /// The number of words in both, divided by the number of all (Jaccard index). Nil without any word.
    package func likeness(to other: WordSketch) -> Double? {
        let common = Set(hashes).intersection(other.hashes).count
        let all = hashes.count + other.hashes.count - common
        return all == 0 ? nil : Double(common) / Double(all)
    }

    private static func parts(of word: String) -> [String] {
        if word.unicodeScalars.contains(where: isIdeograph) { return word.unicodeScalars.map { String($0) } }
        let isCounted = word.unicodeScalars.count > 2 || word.utf8.contains(where: \.isDigit)
        return isCounted ? [String(word.prefix(5))] : []
    }

    /// Whether the character is of a script that writes no spaces between words.
    private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
        (0x0E00...0x0EFF).contains(scalar.value) || (0x2E80...0x9FFF).contains(scalar.value)
            || (0x20000...0x3FFFF).contains(scalar.value)
    }
}
