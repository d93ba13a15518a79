import Texts
import Values

/// The texts that a source cuts after a number of characters without a sign, often inside a word.
struct CutTexts {
    /// The length of these texts, in scalars. Nil if the source has none.
    private let length: Int?

    init(_ items: [Item]) {
        let texts = items.map(\.summary)
        let longest = texts.map(\.unicodeScalars.count).max() ?? 0
        let count = texts.count { Self.isCut($0, at: longest) }
        length = longest >= Self.shortest && count >= Self.least ? longest : nil
    }

    /// The text with "…" in place of its last word, if it was cut.
    func marked(_ text: String) -> String {
        guard let length, Self.isCut(text, at: length) else { return text }
        let end = text.unicodeScalars.lastIndex(where: \.properties.isWhitespace) ?? text.endIndex
        return text[..<end] + "…"
    }

    /// Whether the text is as long as the longest ones, or shorter by a space, and ends without a mark.
    private static func isCut(_ text: String, at length: Int) -> Bool {
        guard length - 1...length ~= text.unicodeScalars.count, let last = text.unicodeScalars.last else {
            return false
        }
        return last.properties.isAlphabetic || last.properties.numericType != nil
            || ",;–—-".unicodeScalars.contains(last)
    }

    private static let shortest = 80
    /// The least number of texts with the same length.
    private static let least = 3
}
