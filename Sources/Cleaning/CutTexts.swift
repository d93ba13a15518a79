import Texts

/// The texts that a source cuts after a number of characters, often inside a word, or after a number of words, with or
/// without a sign.
struct CutTexts {
    /// The lengths at which texts are cut, in scalars and without the sign of a cut.
    private let bare: Set<Int>
    private let signed: Set<Int>
    /// The numbers of words after which texts are cut without a sign.
    private let words: Set<Int>

    init(_ items: [Draft], _ profile: inout SourceProfile) {
        let texts = items.map(\.summary)
        let longest = texts.map(\.unicodeScalars.count).max() ?? 0
        let atLongest = longest >= Self.shortest ? texts.count { Self.isCut($0, at: longest) } : 0
        // A longer text shows that the source cuts later now.
        bare = profile.numbers(of: .cutWithoutSign, [longest: atLongest], in: texts.count, least: Self.least)
            .filter { $0 >= longest }
        let lengths = texts.compactMap { $0.beforeCutSign?.unicodeScalars.count }
        let (long, most) = (lengths.filter { $0 >= Self.shortest }, lengths.max() ?? 0)
        // Texts that are cut between words have many lengths.
        let often = profile.numbers(of: .cutWithSign, long.counts, in: lengths.count, least: Self.least, share: 0.4)
        // If most lengths are almost the same, the source also counted spaces that the cleaning has removed.
        let spaced = profile.numbers(
            of: .cutSpaces, [most: long.count { $0 >= most - Self.mostSpaces }], in: lengths.count,
            least: Self.least + 1, share: 0.8)
        signed = often.union(Self.newsAPI).union(spaced.flatMap { $0 - Self.mostSpaces...$0 })
        let numbers = texts.map(Self.countOfWords)
        let mostWords = numbers.max() ?? 0
        let open = zip(texts, numbers).filter { Self.isOpen($0.0) }
        let atMost = mostWords >= Self.fewestWords ? open.count { $0.1 == mostWords } : 0
        words = profile.numbers(of: .cutWords, [mostWords: atMost], in: open.count, least: Self.least, share: 0.4)
            .filter { $0 >= mostWords }
    }

    /// The text without its last word, which may be cut, if its source cut it. The text then ends at the end of a
    /// sentence or with "…".
    func marked(_ text: String) -> String {
        if bare.contains(where: { Self.isCut(text, at: $0) }) { return text.withoutCutWord }
        if !words.isEmpty, Self.isOpen(text), words.contains(Self.countOfWords(text)) { return text + "…" }
        guard let head = text.beforeCutSign, head.unicodeScalars.last?.properties.isAlphabetic == true,
            signed.contains(head.unicodeScalars.count)
        else { return text }
        return String(head).withoutCutWord
    }

    /// Whether the text is as long as the longest ones, or shorter by a space, and does not end like a sentence.
    private static func isCut(_ text: String, at length: Int) -> Bool {
        length - 1...length ~= text.unicodeScalars.count && isOpen(text)
    }

    /// Whether it ends inside a sentence.
    private static func isOpen(_ text: String) -> Bool {
        guard let last = text.unicodeScalars.last else { return false }
        return last.properties.isAlphabetic || last.properties.numericType != nil
            || ",;–—-".unicodeScalars.contains(last)
    }

    private static func countOfWords(_ text: String) -> Int {
        var (count, isInWord) = (0, false)
        for byte in text.utf8 {
            let isSpace = byte <= UInt8(ascii: " ")
            if !isSpace, !isInWord { count += 1 }
            isInWord = !isSpace
        }
        return count
    }

    private static let shortest = 80
    private static let fewestWords = 20
    private static let mostSpaces = 3
    /// The least number of texts with the same length.
    private static let least = 3
    /// newsapi.org writes "…" after 259 characters of a description: 258 if a double space became one.
    private static let newsAPI = [258, 259]
}

extension SourceProfile {
    /// The same for values that are numbers.
    fileprivate mutating func numbers(
        of habit: Habit, _ counts: [Int: Int], in texts: Int, least: Int, share: Double = 0
    ) -> Set<Int> {
        let counts = Dictionary(uniqueKeysWithValues: counts.map { ("\($0.key)", $0.value) })
        return Set(values(of: habit, counts, in: texts, least: least, share: share).keys.compactMap { Int($0) })
    }
}
