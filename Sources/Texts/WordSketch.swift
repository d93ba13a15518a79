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
        for word in FoldedText.words(of: text) {
            if hashes.count >= limit { break }
            for part in Self.parts(of: word) { hashes.insert(UInt32(truncatingIfNeeded: StableHash.hash(part))) }
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
