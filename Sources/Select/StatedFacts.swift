import Foundation
import Grouping
import Texts

/// What the tellings of a story say: their numbers, their words and their text. A sentence of a model that has another
/// number, another name or another quote is not used. What cannot be compared counts as said.
struct StatedFacts {
    private let languages: Set<String>
    private let numbers: Set<Double>
    private let words: Set<String>
    private let text: String
    /// The tellings as they are written, in small letters.
    private let said: String
    private let places: Set<Int>
    /// The sounds of words with a capital, by their scripts.
    private let latinNames: [NameSounds]
    private let cyrillicNames: [NameSounds]

    init(_ texts: [String]) {
        languages = Set(texts.compactMap { WrittenLanguage($0)?.code })
        let all = texts.joined(separator: "\n")
        said = all.lowercased()
        let written = all.writtenWords
        numbers = StatedNumber.values(in: all, languages: languages)
        let inOrder = written.map(\.bare)
        words = Set(inOrder)
        text = " " + inOrder.joined(separator: " ") + " "
        let keys = inOrder.map(PlaceNames.key)
        places = Set(keys.indices.flatMap { PlaceNames.all.find(at: $0, of: keys, in: nil)?.places ?? [] })
        let names = Set(written.filter(\.isCapital).map(\.text))
        latinNames = names.filter(\.isLatin).map(NameSounds.init)
        cyrillicNames = names.filter(\.isCyrillic).map(NameSounds.init)
    }

    /// The sentences of a text that say nothing else; empty if there is none.
    /// - Parameter language: the language of the text, if its words do not tell another one.
    func confirmed(_ text: String, language: String) -> String {
        let expected = LanguageTag.primary(language)
        let language = WrittenLanguage(text, expected: expected)?.code ?? expected
        return text.sentences(where: { confirm($0, language) })
    }

    /// The text without the sentences with a web or mail address: programs make links of these.
    func withoutAddresses(_ text: String) -> String {
        text.sentences(where: { !hasAddress($0) })
    }

    /// Whether there is a web or mail address, or a word such as `evil.example` that the tellings do not have: it may be
    /// a host as well as a name such as `Node.js`.
    private func hasAddress(_ sentence: String) -> Bool {
        sentence.hasAddress
            || sentence.matches(of: /(?:[\p{L}\p{N}-]+\.)+(?:\p{Ll}{2,}|\p{Lu}{2,}|xn--[\w-]+)(?![\p{L}\p{N}])/)
                .contains { !said.contains($0.output.lowercased()) }
    }

    private func confirm(_ sentence: String, _ language: String) -> Bool {
        if hasAddress(sentence) { return false }
        let isTranslated = languages != [language]
        // A short quote may be a title, in any form.
        let (quotes, rest) = sentence.partedQuotes(longerThan: isTranslated ? 2 : 3)
        return StatedNumber.all(in: sentence, languages: [language]).allSatisfy { $0.isIn(numbers) }
            && (isTranslated || quotes.allSatisfy(has(quote:)))
            && areKnown(rest.writtenWords, language, isTranslated)
    }

    private func has(quote: String) -> Bool {
        let said = quote.writtenWords.map(\.bare).joined(separator: " ")
        return text.contains(" " + said + " ")
    }

    // MARK: Names

    private func areKnown(_ words: [WrittenWord], _ language: String, _ isTranslated: Bool) -> Bool {
        let bare = words.map(\.bare)
        let keys = bare.map(PlaceNames.key)
        var index = 0
        while index < words.count {
            defer { index += 1 }
            guard words[index].isCapital, !CapitalizedWords.contains(bare[index]) else { continue }
            // "Un" begins a sentence, and "UN" is a name.
            let mayBePlace = bare[index].count > 3 || !words[index].isFirst || words[index].isAcronym
            if mayBePlace, let found = PlaceNames.all.find(at: index, of: keys, in: language) {
                let range = index..<(index + found.count)
                guard !places.isDisjoint(with: found.places) || range.allSatisfy({ has(word: bare[$0]) }) else {
                    return false
                }
                index = range.upperBound - 1
            } else if words.isName(at: index, language, isTranslated), !isKnown(words[index], isTranslated) {
                return false
            }
        }
        return true
    }

    private func isKnown(_ word: WrittenWord, _ isTranslated: Bool) -> Bool {
        if has(word: word.bare) { return true }
        // Languages write institutions with letters of their own.
        if isTranslated, word.isAcronym { return true }
        let sounds = NameSounds(word.text)
        let (own, others) = word.text.isLatin ? (latinNames, cyrillicNames) : (cyrillicNames, latinNames)
        guard word.text.isLatin || word.text.isCyrillic, !own.isEmpty || !others.isEmpty else { return true }
        if isTranslated, sounds.count > 2,
            own.contains(where: { sounds.isEqual(to: $0) || sounds.count > 3 && sounds.isLike($0) })
        {
            return true
        }
        if own.isEmpty || !others.isEmpty {
            return sounds.count < 2 ? own.isEmpty : others.contains(where: sounds.isLike)
        }
        return false
    }

    /// Whether the word, or another form of it, stands in the tellings.
    private func has(word: String) -> Bool {
        words.contains(word) || words.contains { $0.isForm(of: word) }
    }
}

extension String {
    var isLatin: Bool { unicodeScalars.first { $0.properties.isAlphabetic }.map { $0.value < 0x250 } ?? true }
    fileprivate var isCyrillic: Bool { unicodeScalars.first.map { (0x400..<0x530).contains($0.value) } ?? false }

    fileprivate func sentences(where isUsed: (String) -> Bool) -> String {
        cleanParagraphs.map { paragraph in
            paragraph.sentences.map(\.text).filter(isUsed).joined(separator: " ")
        }.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    fileprivate var hasAddress: Bool {
        contains(
            /:\/\/|\bwww\.|[\p{L}\p{N}]@[\p{L}\p{N}-]+\.|[\p{L}\p{N}-]\.\p{L}{2,}\/|\b(?:javascript|data|mailto):\S/
                .ignoresCase())
    }

    /// Whether two bare words differ in their ends alone, as the forms of a name do.
    fileprivate func isForm(of other: String) -> Bool {
        let shared = zip(self, other).prefix { $0 == $1 }.count
        let (short, long) = (min(count, other.count), max(count, other.count))
        if shared == short { return long - short <= (short > 3 ? 3 : short == 3 ? isCyrillic ? 2 : 1 : 0) }
        return isCyrillic ? shared >= max(3, long - 3) : shared >= max(4, long - 2)
    }

    /// The quotes of a sentence with more than so many words, and the sentence without them.
    fileprivate func partedQuotes(longerThan words: Int) -> (quotes: [String], rest: String) {
        let quote = /[“„«"‘]([^“”„«»"]+?)(?:[”“»"]|’(?![\p{L}]))/
        let quotes = matches(of: quote).map { String($0.1) }.filter { $0.split(separator: " ").count > words }
        return (quotes, quotes.reduce(self) { $0.replacing(literal: $1, with: "") })
    }
}
