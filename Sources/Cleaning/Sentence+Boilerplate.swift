import Foundation
import Texts

extension Sentence {
    var isListItem: Bool { ["- ", "• ", "* "].contains { text.hasPrefix($0) } }

    /// Whether it is a paragraph of inverted names: `Day, Bo; van Lee, Anna`.
    var isListOfAuthors: Bool {
        isParagraph && text.contains(";") && text.contains(",") && !hasNumberOrColon
            && text.split { " ,.;".contains($0) }.allSatisfy(Self.isWordOfName)
    }

    /// Who wrote the text, if the sentence says only this, as in `Von Anna Lee.` and `By Lee, Anna.`, or in a paragraph
    /// without a mark.
    var author: String? {
        let words = (text.hasSuffix(".") ? text.dropLast() : text[...]).spaced
        guard 3...4 ~= words.count, text.hasSuffix(".") || isParagraph, beginsWithBy else { return nil }
        let isTurned = words.count == 3 && words[1].last == ","
        let name = isTurned ? [words[2], words[1].dropLast()] : words.dropFirst()
        guard name.allSatisfy({ $0.first!.isUppercase && !$0.contains { ",:!?\"".contains($0) } }) else { return nil }
        return name.joined(separator: " ")
    }

    /// Whether `By` or the same word of another language begins it.
    private var beginsWithBy: Bool {
        text[...].spaced.first.map { AuthorWords.prepositions.contains($0.lowercased()) } == true
    }

    /// Whether it is a word of the name of somebody or something, or has no letter.
    static func isWordOfName(_ word: Substring) -> Bool {
        word.first { $0.isLetter }?.isUppercase != false || word == "of"
            || Boilerplate.partsOfNames.contains(String(word))
    }

    /// Whether it may be the heading of what follows. In a script without spaces, nobody can tell it from a name.
    var isHeading: Bool {
        isParagraph && 1...3 ~= words.count && text.unicodeScalars.first?.properties.isUppercase == true && !isClosed
            && !hasNumberOrColon && !text.unicodeScalars.contains(where: \.isOfScriptWithoutSpaces)
    }

    var hasNumberOrColon: Bool {
        text.utf8.contains { $0 == UInt8(ascii: ":") || $0.isDigit }
    }

    /// Whether it only leads to an address at its end: `Watch all of it here: https://…`, `➡ Subscribe https://…`.
    var isPointer: Bool {
        guard let space = text.utf8.lastIndex(of: UInt8(ascii: " ")),
            case let address = text[space...].dropFirst(), Self.isAddress(address)
        else { return false }
        let label = text[..<space].unicodeScalars.drop { !$0.properties.isAlphabetic }
        let words = label.split(separator: " ").map(Substring.init)
        let folded = FoldedText.words(of: String(Substring(label)))
        let isShort = (label.dropLast().split(separator: ":").last ?? label).split(separator: " ").count <= 5
        let isCall =
            words.count <= 16 && label.last == ":"
            && (isShort || Boilerplate.addressesReaders(folded)
                || folded.contains { Boilerplate.callsToAddresses.contains($0) })
        return words.count <= 3 || isCall
    }

    /// Whether it speaks to readers.
    var addressesReaders: Bool { Boilerplate.addressesReaders(words) }

    /// Whether it begins a paragraph of credits, or is a byline, without a mark at its end: `Directed by Anna Lee`.
    var isCredit: Bool {
        beginsParagraph && !isClosed && words.count <= 16
            && (isParagraph && beginsWithBy || Boilerplate.bylines.contains(words))
            && text[...].spaced.dropFirst().allSatisfy {
                let word = $0.prefix(while: \.isLetter)
                return Self.isWordOfName(word) || Boilerplate.partsOfCredits.contains(String(word))
            }
    }

    /// Whether it is no longer than a line. In a script without spaces, a whole clause counts as one word.
    var isLine: Bool {
        let isWide = text.unicodeScalars.first?.isOfScriptWithoutSpaces == true
        return text.unicodeScalars.lazy.prefix(101).count <= (isWide ? 24 : 100)
    }

    /// Whether it is a sentence that begins a paragraph. A script without spaces has few words.
    var isProse: Bool {
        let isWide = text.unicodeScalars.first?.isOfScriptWithoutSpaces == true
        return beginsParagraph && isClosed && !isListItem && (words.count > 5 || isWide && text.utf8.count > 60)
    }

    /// Whether it has neither words nor emoji, or has only an address, mentions or hashtags.
    var isEmptyOfWords: Bool {
        // An ornament may consist of accents, which count as words.
        let hasLetters = text.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
        if !hasLetters { return !text.unicodeScalars.contains(where: \.properties.isEmojiPresentation) }
        return !text.utf8.contains(UInt8(ascii: " ")) && Self.isAddress(text[...]) || isOnlyTags
    }

    /// Whether a word is an address, as in `原文：https://a.example/1`. A name such as `a.example/module` may be what a
    /// sentence is about. In a script without spaces, a text with an address in it is one word.
    private static func isAddress(_ word: Substring) -> Bool {
        let address = word.unicodeScalars.drop { "([{<«\"'“„".unicodeScalars.contains($0) }
        guard let mark = word.firstRange(ofLiteral: "://") else { return word.hasPrefix("www.") }
        let label = address[..<mark.lowerBound].reversed().drop { $0.isASCII && $0.properties.isAlphabetic }
        let isLabelled = label.count <= 8 && label.first.map(":：".unicodeScalars.contains) == true
        return (label.isEmpty || isLabelled) && !address.contains { "。，！？".unicodeScalars.contains($0) }
    }

    /// Whether all its words are mentions and hashtags: `— @anna #elsom`.
    private var isOnlyTags: Bool {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "#") }) else { return false }
        let words = text[...].spaced.filter { $0.contains { $0.isLetter || $0.isNumber } }
        return !words.isEmpty && words.allSatisfy { "@#".contains($0.first!) && $0.dropFirst().first!.isLetter }
    }

    /// Whether a sentence follows its label, as in `Source: two ministers resign.`, and not only a name.
    var hasNewsAfterLabel: Bool {
        guard isClosed, let label else { return false }
        let rest = label.text.unicodeScalars
        if rest.first?.isOfScriptWithoutSpaces == true { return rest.count > 12 }
        let hasSmallWord = label.rest.count > 4 && label.text.spaced.contains { $0.first!.isLowercase }
        return hasSmallWord || rest.first?.properties.isLowercase == true
    }

    /// The words before the first colon and after it, and the text after it.
    var label: (words: [String], rest: [String], text: Substring)? {
        guard let colon = text.unicodeScalars.prefix(45).firstIndex(where: { $0 == ":" || $0 == "：" }) else {
            return nil
        }
        let after = text.unicodeScalars[colon...].dropFirst()
        // `NASDAQ:ABC` is one word.
        if text.unicodeScalars[colon] == ":", after.first?.properties.isAlphabetic == true { return nil }
        let rest = Substring(after.drop { $0 == " " })
        return (FoldedText.words(of: String(text[..<colon])), FoldedText.words(of: String(rest)), rest)
    }
}
