import CStemmer
import Foundation

/// The part of a word that all its forms have in common. So a filter for one form finds the others.
///
/// Words of Cyrillic letters have the Russian stem of Snowball (snowballstem.org/algorithms/russian), words of Latin
/// letters have Porter's English stem (tartarus.org/martin/PorterStemmer). Words of other letters are not changed.
enum Stem {
    private static let russian = Stemmer("russian")
    private static let english = Stemmer("porter")

    /// The stem of a folded word (`FoldedText.words`).
    static func of(_ word: String) -> String {
        if word.unicodeScalars.allSatisfy({ $0 >= "а" && $0 <= "я" }) { return russian.stem(of: word) }
        if word.utf8.allSatisfy({ $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }) {
            return english.stem(of: word)
        }
        return word
    }
}

/// An algorithm of libstemmer. The lock protects its buffer, which all calls share.
private final class Stemmer: @unchecked Sendable {
    private let stemmer: OpaquePointer
    private let lock = NSLock()

    /// - Parameter algorithm: a name that every libstemmer knows. Each `Stemmer` lasts as long as the process.
    init(_ algorithm: String) {
        guard let stemmer = sb_stemmer_new(algorithm, "UTF_8") else {
            preconditionFailure("libstemmer has no algorithm '\(algorithm)'")
        }
        self.stemmer = stemmer
    }

    func stem(of word: String) -> String {
        var word = word
        return word.withUTF8 { bytes in
            lock.withLock {
                // Nil if the memory is used up. The word itself is then the best answer.
                guard let stem = sb_stemmer_stem(stemmer, bytes.baseAddress, CInt(bytes.count)) else { return nil }
                let count = Int(sb_stemmer_length(stemmer))
                return String(decoding: UnsafeBufferPointer(start: stem, count: count), as: UTF8.self)
            }
        } ?? word
    }
}
