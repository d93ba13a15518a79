import Foundation
import Texts

extension Sentence {
    var isListItem: Bool { ["- ", "• ", "* "].contains { text.hasPrefix($0) } }

    /// Whether it is a paragraph of inverted names: `Day, Bo; van Lee, Anna`.
    var isListOfAuthors: Bool {
        isParagraph && text.utf8.contains(UInt8(ascii: ";"))
            && text.split(separator: ";").allSatisfy { name in
                name.contains(",") && name.split { " ,.".contains($0) }.allSatisfy(Self.isPartOfName)
            }
    }

    /// Whether it is the first sentence of an entry in a list of what happened: `Resolved - All trams run again.`
    var isEntry: Bool {
        let words = text[...].spaced
        return beginsParagraph && isClosed && words.count > 3 && "-–—".contains(words[1])
            && words[0].first!.isUppercase
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

    /// Who wrote the text, in a paragraph such as `Author(s): Anna Lee, Bo Day`. It may be empty.
    var labelledAuthor: String? {
        guard isParagraph, let label, AuthorWords.labels.contains(label.words.joined(separator: " ")),
            label.rest.count <= 6 || namesAfterFirstWord
        else { return nil }
        return label.text.trimmingCharacters(in: .whitespaces)
    }

    /// Whether `By` or the same word of another language begins it.
    private var beginsWithBy: Bool {
        text.unicodeScalars.first?.properties.isUppercase == true
            && text[...].spaced.first.map { AuthorWords.prepositions.contains($0.lowercased()) } == true
    }

    /// Whether it is a word of the name of somebody or something, or has no letter.
    static func isWordOfName(_ word: Substring) -> Bool {
        word.first { $0.isLetter }?.isUppercase != false || isNamePart(word) || word == "of"
    }

    /// Whether it is a word of a person's name.
    private static func isPartOfName(_ word: Substring) -> Bool {
        word.last!.isLetter && (word.first!.isUppercase || isNamePart(word))
    }

    private static func isNamePart(_ word: Substring) -> Bool { Boilerplate.partsOfNames.contains(String(word)) }

    /// Whether it has only names and dates after its first word.
    var namesAfterFirstWord: Bool {
        text[...].spaced.dropFirst().allSatisfy {
            let word = String($0.prefix(while: \.isLetter))
            return word.first?.isUppercase != false || Boilerplate.partsOfNames.contains(word)
                || Boilerplate.partsOfCredits.contains(word)
        }
    }

    /// Whether it is a paragraph that begins with the time of a chapter, such as `0:59`, `1:02:10` or `(00:12)`, and not
    /// with that of a clock, `0:30 am`.
    var isChapter: Bool {
        beginsParagraph && !isClosed && !time.isEmpty
            && words.dropFirst(time.count).first.map(Boilerplate.wordsOfHours.contains) != true
    }

    /// The hours, minutes and seconds at its beginning. Empty if there are none.
    var time: [Int] {
        let numbers = text[...].utf8.drop { "-(• ".utf8.contains($0) }.prefix { !" )".utf8.contains($0) }
            .split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        return 2...3 ~= numbers.count && numbers.allSatisfy { 1...2 ~= $0.count && $0.areDigits }
            ? numbers.compactMap { Int(Substring($0)) } : []
    }

    /// Whether it says whose the text is: `© Quay News`, `(C) 2026 Quay News`, `Copyright 2026 Quay News`.
    var isCopyright: Bool {
        if text.hasPrefix("©") { return !isClosed || words.count <= 4 }
        guard words.count <= 8, words.first == "copyright" || text.lowercased().hasPrefix("(c) ") else { return false }
        let year = words.first { $0 != "copyright" && $0 != "c" } ?? ""
        return year.utf8.count == 4 && year.utf8.areDigits && !text.utf8.contains(UInt8(ascii: ":"))
    }

    /// Whether it is a paragraph such as `Episode links:`.
    var isLabel: Bool { isParagraph && 1...3 ~= words.count && text.hasSuffix(":") }

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
        return words.count <= 3 || isCall || words.count <= 10 && Boilerplate.waysToAddresses.contains(folded)
    }

    /// Whether it speaks to readers. `US` is a country, and `us` is not.
    var addressesReaders: Bool {
        let hasCountry = text[...].firstRange(ofLiteral: "US") != nil
        return Boilerplate.addressesReaders(hasCountry ? words.filter { $0 != "us" } : words)
    }

    /// Whether it only names a sponsor. News names the bill after a comma: `Sponsored by Anna Lee, the bill caps
    /// rents.`
    var namesSponsor: Bool { words.starts(with: ["sponsored", "by"]) && !text.contains(",") }

    /// Whether it begins a paragraph of credits, or is a byline, without a mark at its end: `Directed by Anna Lee`.
    var isCredit: Bool {
        beginsParagraph && !isClosed && words.count <= 16 && namesAfterFirstWord
            && (isParagraph && beginsWithBy || Boilerplate.bylines.contains(words))
    }

    /// Whether it is a short paragraph that only says whose a picture is.
    var isCreditOfPicture: Bool {
        isParagraph && !isClosed && words.count <= 6
            && (Boilerplate.creditsOfPictures.contains(words)
                || label.map { Boilerplate.creditLabels.contains($0.words) } == true)
    }

    /// Whether it is a paragraph that only says where a journal has the article: `Elsom Papers, Volume 7, May 2026.`, `3 May
    /// 2026; doi:10.1000/1`.
    var isCitation: Bool {
        guard isParagraph else { return false }
        let parts = text.split { ",;".contains($0) }.dropFirst().map { FoldedText.words(of: String($0)) }
        return parts.contains { $0.contains(where: Boilerplate.wordsOfCitations.contains) }
            && (!text.utf8.contains(UInt8(ascii: ";")) || parts.contains { $0.first == "doi" })
            && parts.allSatisfy { words in
                words.first == "doi"
                    || words.indices.allSatisfy {
                        Boilerplate.wordsOfCitations.contains(words[$0]) || words[$0].utf8.areDigits
                            || words.isPartOfDate(at: $0)
                    }
            }
    }

    /// Whether it is no longer than a line. In a script without spaces, a whole clause counts as one word.
    var isLine: Bool {
        let isWide = text.unicodeScalars.first?.isOfScriptWithoutSpaces == true
        return text.unicodeScalars.lazy.prefix(101).count <= (isWide ? 24 : 100)
    }

    /// Whether it is a sentence that begins a paragraph.
    var isProse: Bool { beginsParagraph && isClosed && isLong && !isListItem }

    /// Whether it is long enough for a sentence of news. A script without spaces has few words.
    private var isLong: Bool {
        words.count > 5 || text.unicodeScalars.first?.isOfScriptWithoutSpaces == true && text.utf8.count > 60
    }

    /// Whether it has neither words nor emoji, or has only an address, mentions or hashtags.
    var isEmptyOfWords: Bool {
        // An ornament may consist of accents, which count as words.
        let hasLetters = text.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
        if !hasLetters { return !text.unicodeScalars.contains(where: \.properties.isEmojiPresentation) }
        return isAddress || isOnlyTags
    }

    var isAddress: Bool { !text.utf8.contains(UInt8(ascii: " ")) && Self.isAddress(text[...]) }

    /// Whether a word is an address, such as `https://a.example/1`. A name such as `a.example/module` may be what a
    /// sentence is about. In a script without spaces, a text with an address in it is one word.
    private static func isAddress(_ word: Substring) -> Bool {
        let address = word.unicodeScalars.drop { "([{<«\"'“„".unicodeScalars.contains($0) }
        guard let mark = word.firstRange(ofLiteral: "://") else { return word.hasPrefix("www.") }
        let label = address[..<mark.lowerBound].reversed().drop { $0.isASCII && $0.properties.isAlphabetic }
        // `原文：https://a.example/1`
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
        // `NASDAQ:ABC` is one word.
        let rest = text.unicodeScalars[colon...].dropFirst()
        if text.unicodeScalars[colon] == ":", rest.first?.properties.isAlphabetic == true { return nil }
        let words = FoldedText.words(of: String(text[..<colon]))
        guard words.count <= 6 else { return nil }
        return (words, FoldedText.words(of: String(text[colon...])), Substring(rest.drop { $0 == " " }))
    }

    /// Whether it begins a paragraph with `About`, a name, a colon, and the name again, perhaps in the next one.
    func isAboutItself(before next: Sentence?) -> Bool {
        guard beginsParagraph, words.first == "about", let label, label.words.count > 1 else { return false }
        let (name, rest) = (label.words.dropFirst(), label.rest.isEmpty ? next?.words ?? [] : label.rest)
        return rest.starts(with: name) || rest.dropFirst().starts(with: name)
    }
}
