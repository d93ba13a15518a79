import CStemmer
import Foundation
import Grouping
import Synchronization
import Texts
import Values

/// A language whose words have stems: the part that all forms of a word have in common. So a filter for one form finds
/// the others.
///
/// The algorithms are those of Snowball (snowballstem.org/algorithms); for English it is Porter's. In every language,
/// words of Cyrillic letters have the Russian stem. Words of other letters are not changed.
package enum StemLanguage: String, CaseIterable, Sendable, Hashable {
    case english = "en"
    case german = "de"
    case french = "fr"
    case spanish = "es"
    case portuguese = "pt"
    case italian = "it"

    /// The language with this tag, such as `de-AT`; nil if its words have no stems.
    init?(_ tag: String) {
        self.init(rawValue: LanguageTag.primary(tag))
    }

    /// The language of an item: that of its tag. An item without a tag is in the reader's language, unless its most
    /// common words are English. So is one with the tag `en`, which many programs write if nobody sets a language.
    /// - Parameter reader: the reader's language, as a tag.
    package init(of item: Item, reader: String) {
        let said = item.language.flatMap { StemLanguage($0) }
        let isSaid = item.language.flatMap(LanguageTag.known) != nil && said != .english
        guard let own = StemLanguage(reader), own != .english, !isSaid else {
            self = said ?? .english
            return
        }
        let isEnglish = NewsTexts.isEnglish(item.title, item.summary)
        self = isEnglish ?? (said == .english) ? .english : own
    }

    /// The folded words of a text (`FoldedText.words`).
    package func words(of text: String) -> [String] {
        guard hasElisions else { return FoldedText.words(of: text) }
        // "l’économie" is two words.
        let parted = text.unicodeScalars.map { $0 == "'" || $0 == "’" ? " " : $0 }
        return FoldedText.words(of: String(scalars: parted))
    }

    /// The stem of a folded word. A longer one than any word of these languages is not changed: some algorithms need
    /// time that grows with the square of its length.
    package func stem(of word: String) -> String {
        if word.utf8.count > Self.longestWord { return word }
        if word.unicodeScalars.allSatisfy({ $0 >= "а" && $0 <= "я" }) { return Stemmer.russian.stem(of: word) }
        return isWritten(word) ? Stemmer.all[self]?.stem(of: word) ?? word : word
    }
}

extension StemLanguage {
    /// In bytes.
    private static let longestWord = 160

    private var hasElisions: Bool { self == .french || self == .italian }

    /// Porter's algorithm knows no accents.
    private func isWritten(_ word: String) -> Bool {
        word.unicodeScalars.allSatisfy { letter in
            letter >= "a" && letter <= "z" || self != .english && letter >= "ß" && letter <= "ÿ"
        }
    }
}

/// An algorithm of libstemmer. The lock protects its buffer, which all calls share.
private final class Stemmer: Sendable {
    static let russian = Stemmer("russian")
    static let all = Dictionary(
        uniqueKeysWithValues: StemLanguage.allCases.map { ($0, Stemmer($0 == .english ? "porter" : "\($0)")) })

    /// A pointer as a number, because pointers are not `Sendable`.
    private let stemmer: Mutex<UInt>

    /// - Parameter algorithm: a name that every libstemmer knows. Each `Stemmer` lasts as long as the process.
    init(_ algorithm: String) {
        guard let stemmer = sb_stemmer_new(algorithm, "UTF_8") else {
            preconditionFailure("libstemmer has no algorithm '\(algorithm)'")
        }
        self.stemmer = Mutex(UInt(bitPattern: stemmer))
    }

    func stem(of word: String) -> String {
        var word = word
        return word.withUTF8 { bytes in
            stemmer.withLock { number in
                let stemmer = OpaquePointer(bitPattern: number)
                // Nil if the memory is used up. The word itself is then the best answer.
                guard let stem = sb_stemmer_stem(stemmer, bytes.baseAddress, CInt(bytes.count)) else { return nil }
                let count = Int(sb_stemmer_length(stemmer))
                return String(decoding: UnsafeBufferPointer(start: stem, count: count), as: UTF8.self)
            }
        } ?? word
    }
}
