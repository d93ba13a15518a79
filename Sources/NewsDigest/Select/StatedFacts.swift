import Foundation
import Texts

/// What the tellings of a story say: their numbers, their words and their text. A sentence of a model that has another
/// number, another name or another quote is not used.
struct StatedFacts {
    private let numbers: Set<Double>
    private let words: Set<String>
    private let text: String
    /// Whether a name in Latin letters, or one in others, can be compared with the words.
    private let hasLatin: Bool
    private let hasOther: Bool

    init(_ texts: [String]) {
        let all = texts.joined(separator: "\n")
        numbers = Set(Self.numbers(in: all))
        words = Set(FoldedText.bareWords(of: all))
        text = " " + FoldedText.bareWords(of: all).joined(separator: " ") + " "
        hasLatin = words.contains { $0.unicodeScalars.first?.isLatin ?? false }
        hasOther = words.contains { word in
            word.unicodeScalars.first.map { !$0.isLatin && $0.properties.isAlphabetic } ?? false
        }
    }

    /// The sentences of a text that say nothing else; empty if there is none.
    /// - Parameter language: the language of the text. In German every noun has a capital, so no name is looked for.
    func confirmed(_ text: String, language: String) -> String {
        let comparesNames = LanguageTag.primary(language) != "de"
        return text.cleanParagraphs.map { paragraph in
            paragraph.sentences.map(\.text).filter { confirm($0, comparesNames) }.joined(separator: " ")
        }.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    private func confirm(_ sentence: String, _ comparesNames: Bool) -> Bool {
        Self.numbers(in: sentence).allSatisfy(numbers.contains)
            && Self.quotes(in: sentence).allSatisfy(has)
            && (!comparesNames || Self.names(in: sentence).allSatisfy(isKnown))
    }

    private func has(_ quote: String) -> Bool {
        text.contains(" " + FoldedText.bareWords(of: quote).joined(separator: " ") + " ")
    }

    /// Whether a word with the same beginning stands in the tellings: the ends of names change in many languages.
    private func isKnown(_ name: String) -> Bool {
        let isLatin = name.unicodeScalars.first?.isLatin ?? true
        guard isLatin ? hasLatin : hasOther else { return true }
        return FoldedText.bareWords(of: name).allSatisfy { word in
            if words.contains(word) { return true }
            let stem = word.prefix(max(3, word.count - 3))
            return word.count >= 5 && words.contains { $0.hasPrefix(stem) && $0.count <= word.count + 4 }
        }
    }

    // MARK: Parts of a sentence

    /// Numbers by their values, in digits and in English words up to a hundred.
    private static func numbers(in text: String) -> [Double] {
        let digits = text.matches(of: /[0-9]+(?:[.,\u{A0}\u{202F}'’][0-9]+)*/).compactMap { value(of: String($0.0)) }
        let words = FoldedText.words(of: text).compactMap { spelled[$0] }
        return digits + words
    }

    /// The last separator before one or two digits is that of decimals; all others part thousands.
    private static func value(of digits: String) -> Double? {
        let parts = digits.split { !$0.isNumber }
        guard parts.count > 1, let last = parts.last, last.count != 3 else {
            return Double(digits.filter(\.isNumber))
        }
        return Double(parts.dropLast().joined() + "." + last)
    }

    private static let spelled: [String: Double] = {
        let small = [
            "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
            "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
        ]
        let tens = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "hundred"]
        var values = Dictionary(uniqueKeysWithValues: small.enumerated().map { ($1, Double($0)) })
        for (index, word) in tens.enumerated() { values[word] = Double(10 * (index + 2)) }
        // "One" is a pronoun too.
        values["one"] = nil
        return values
    }()

    private static func quotes(in text: String) -> [String] {
        text.matches(of: /[“„«"]([^“”„«»"]+)[”“»"]/).map { String($0.1) }.filter { $0.contains(" ") }
    }

    /// Words with a capital, except the first one of the sentence.
    private static func names(in sentence: String) -> [String] {
        sentence.split { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "’" && $0 != "'" }.dropFirst()
            .filter { $0.first?.isUppercase ?? false }.map { word in
                word.hasSuffix("’s") || word.hasSuffix("'s") ? String(word.dropLast(2)) : String(word)
            }.filter { $0.count > 1 }
    }
}

extension Unicode.Scalar {
    fileprivate var isLatin: Bool { value < 0x250 }
}
