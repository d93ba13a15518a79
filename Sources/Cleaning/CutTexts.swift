import Texts

/// The texts that a source cuts after a number of characters, often inside a word, or after a number of words, with or
/// without a sign.
struct CutTexts {
    /// The lengths at which texts are cut, in scalars and without the sign of a cut.
    private let bare: Int?
    private let signed: Set<Int>
    /// The number of words after which texts are cut without a sign.
    private let words: Int?

    init(_ items: [Draft]) {
        let texts = items.map(\.summary)
        let longest = texts.map(\.unicodeScalars.count).max() ?? 0
        let count = texts.count { Self.isCut($0, at: longest) }
        bare = longest >= Self.shortest && count >= Self.least ? longest : nil
        let lengths = texts.compactMap { $0.beforeCutSign?.unicodeScalars.count }
        let counts = lengths.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        // Texts that are cut between words have many lengths.
        let often = counts.filter {
            $0.key >= Self.shortest && $0.value >= Self.least && $0.value * 5 >= lengths.count * 2
        }
        signed = Set(often.keys).union(Self.newsAPI).union(Self.alike(lengths))
        let numbers = texts.map(Self.countOfWords)
        let most = numbers.max() ?? 0
        let ends = zip(texts, numbers).filter { Self.isOpen($0.0) }
        let cut = ends.count { $0.1 == most }
        words = most >= Self.fewestWords && cut >= Self.least && cut * 5 >= ends.count * 2 ? most : nil
    }

    /// The text without its last word, which may be cut, if its source cut it. The text then ends at the end of a
    /// sentence or with "…".
    func marked(_ text: String) -> String {
        if let bare, Self.isCut(text, at: bare) { return text.withoutCutWord }
        if let words, Self.isOpen(text), Self.countOfWords(text) == words { return text + "…" }
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

    /// The lengths if most are almost the same. Then the source also counted spaces that the cleaning has removed.
    private static func alike(_ lengths: [Int]) -> [Int] {
        let longest = lengths.max() ?? 0
        let range = longest - mostSpaces...longest
        let count = lengths.count(where: range.contains)
        let areAlike = longest >= shortest && count > least && count * 5 >= lengths.count * 4
        return areAlike ? Array(range) : []
    }

    private static let shortest = 80
    private static let fewestWords = 20
    private static let mostSpaces = 3
    /// The least number of texts with the same length.
    private static let least = 3
    /// newsapi.org writes "…" after 259 characters of a description: 258 if a double space became one.
    private static let newsAPI = [258, 259]
}
