import Texts

/// Words to search for in texts that are not stored, by the same rule as in the index of stored items.
package struct SearchWords: Sendable {
    private let tokenizer: WordTokenizer
    /// The spellings of each word.
    private let wanted: [[String]]

    package init(_ text: String) throws {
        tokenizer = try WordTokenizer()
        wanted = try tokenizer.words(of: FoldedText.folded(text)).map(FoldedText.dottedAndDotless)
    }

    /// Whether a word also means the words that begin with it. A word of one or two letters, such as `AI`, would mean
    /// too many. Scripts without spaces have words of one sign.
    static func isBeginning(_ word: String) -> Bool {
        word.unicodeScalars.count > 2
            || word.unicodeScalars.contains { !$0.properties.isAlphabetic || $0.value > 0x2E7F }
    }

    /// Whether the text has all the words, or words that begin with them.
    package func match(_ text: String) throws -> Bool {
        let words = try tokenizer.words(of: FoldedText.folded(text))
        return wanted.allSatisfy { spellings in
            words.contains { word in
                spellings.contains { word == $0 || Self.isBeginning($0) && word.utf8.starts(with: $0.utf8) }
            }
        }
    }
}
