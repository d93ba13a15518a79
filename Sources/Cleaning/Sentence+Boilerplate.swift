import Foundation
import Texts

extension Sentence {
    var isListItem: Bool { ["- ", "• ", "* "].contains { text.hasPrefix($0) } }

    /// Whether it is a paragraph `By Anna Lee, Bo Day (harbour desk); and Cy Ames.`: outside the brackets, all words
    /// are names.
    var isListOfAuthors: Bool {
        guard isParagraph, beginsWithBy, text.utf8.count <= 500 else { return false }
        let outside = text.unicodeScalars.split(separator: "(").enumerated().map { index, part in
            Substring(index == 0 ? part : part.split(separator: ")", maxSplits: 1).dropFirst().first ?? part.prefix(0))
        }
        let names = outside.joined(separator: " ").unicodeScalars.split { ",;&".unicodeScalars.contains($0) }
            .map { Substring($0).spaced }
        // `By` is a word, too. A name has at most four words, and `and` may join two.
        let areShort = names.allSatisfy { $0.count { !Self.nameParts.contains(String($0)) } <= 5 }
        let words = names.joined()
        return areShort && words.count > 2
            && words.allSatisfy {
                $0.first!.isUppercase || $0.first!.isPunctuation || Self.nameParts.contains(String($0))
            }
    }

    /// Whether it is a paragraph `Day, Bo; van Lee, Anna`.
    var isListOfInvertedNames: Bool {
        guard isParagraph, !isClosed || text.hasSuffix("."), text.utf8.contains(UInt8(ascii: ";")) else { return false }
        return text.split(separator: ";").allSatisfy { name in
            let parts = name.split(separator: ",")
            return parts.count == 2
                && parts.allSatisfy { part in
                    1...3 ~= part.spaced.count
                        && part.spaced.allSatisfy { $0.first!.isUppercase || Self.nameParts.contains(String($0)) }
                }
        }
    }

    /// Whether it is the first sentence of an entry in a list of what happened: `Resolved - All trams run again.`
    var isEntry: Bool {
        let words = text[...].spaced
        return beginsParagraph && isClosed && words.count > 3 && "-–—".contains(words[1])
            && words[0].first!.isUppercase
    }

    /// Whether `By` and a name begin it.
    var beginsWithByline: Bool {
        let words = text[...].spaced
        guard self.words.first == "by", words.count > 1 else { return false }
        return words[1...].prefix(2).allSatisfy {
            $0.first!.isLetter && ($0.first!.isUppercase || Self.nameParts.contains(String($0)))
        }
    }

    /// Who wrote the text, if the sentence says only this, as in `Von Anna Lee.`, or in a paragraph without a mark.
    var author: String? {
        let words = (text.hasSuffix(".") ? text.dropLast() : text[...]).spaced
        guard 3...4 ~= words.count, text.hasSuffix(".") || isParagraph, beginsWithBy else { return nil }
        let name = words.dropFirst()
        guard name.allSatisfy({ $0.first!.isUppercase && !$0.contains { ",:!?\"".contains($0) } }) else { return nil }
        return name.joined(separator: " ")
    }

    /// Who wrote the text, in a paragraph such as `Author(s): Anna Lee, Bo Day`. It may be empty.
    var labelledAuthor: String? {
        guard isParagraph, isLine || namesAfterFirstWord, let label,
            AuthorWords.isLabel(label.words.joined(separator: " ")),
            label.rest.count <= 6 || namesAfterFirstWord
        else { return nil }
        return label.text.trimmingCharacters(in: .whitespaces)
    }

    /// Whether `By` or the same word of another language begins it.
    private var beginsWithBy: Bool {
        text.unicodeScalars.first?.properties.isUppercase == true
            && text[...].spaced.first.map { AuthorWords.isPreposition($0.lowercased()) } == true
    }

    /// Whether it is a word of the name of somebody or something, or has no letter.
    static func isWordOfName(_ word: Substring) -> Bool {
        word.first { $0.isLetter }?.isUppercase != false || nameParts.contains(String(word)) || word == "of"
    }

    /// Whether it is a word of a person's name.
    static func isPartOfName(_ word: Substring) -> Bool {
        word.last!.isLetter && (word.first!.isUppercase || nameParts.contains(String(word)))
    }

    /// Whether it is a phrase such as `Directed by`, with nothing but names and dates after it.
    var isListOfCredits: Bool {
        Boilerplate.bylines.contains(words) && namesAfterFirstWord
    }

    /// Whether it has only names and dates after its first word.
    var namesAfterFirstWord: Bool {
        text[...].spaced.dropFirst().allSatisfy {
            let word = String($0.prefix(while: \.isLetter))
            return word.first?.isUppercase != false || Self.nameParts.contains(word) || Self.creditParts.contains(word)
        }
    }

    private static let creditParts: Set<String> = [
        "by", "on", "at", "in", "for", "of", "the", "am", "pm", "ago", "hour", "hours", "minutes", "producer",
        "producers", "produced", "hosted", "written", "edited", "directed", "presented", "updated",
    ]

    private static let nameParts: Set<String> = [
        "and", "e", "y", "et", "und", "van", "von", "der", "den", "de", "da", "di", "la", "el", "bin",
    ]

    /// Whether it is a paragraph that begins with the time of a chapter, such as `0:59`, `1:02:10` or `(00:12)`, and not
    /// with that of a clock, `0:30 am`.
    var isChapter: Bool {
        beginsParagraph && !isClosed && beginsWithTime
            && words.dropFirst(chapterTime.count).first.map(Self.wordsOfClocks.contains) != true
    }

    var beginsWithTime: Bool {
        2...3 ~= chapterTime.count && chapterTime.allSatisfy { 1...2 ~= $0.count && $0.areDigits }
    }

    /// Whether it may be the first chapter: it begins in the first minute. The times of a programme are later.
    var isFirstChapter: Bool { chapterTime.first.flatMap { Int(Substring($0)) } == 0 }

    private static let wordsOfClocks: Set<String> = ["am", "pm", "uhr", "h", "hrs", "uur"]

    private var chapterTime: [Substring.UTF8View] {
        text[...].utf8.drop { "-(• ".utf8.contains($0) }.prefix {
            $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ")")
        }.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    }

    /// Whether it says whose the text is: `© Quay News`, `© dpa-infocom`, `(C) 2026 Quay News`, `Copyright 2026 Quay News`.
    var isCopyright: Bool {
        if text.hasPrefix("©") {
            let owner = text.drop { "© ".contains($0) }
            if owner.first?.isLowercase != true || String.isAgency(owner.prefix { !", ".contains($0) }) { return true }
        }
        guard words.count <= 8, words.first == "copyright" || text.lowercased().hasPrefix("(c) ") else { return false }
        let rest = words.drop { $0 == "copyright" || $0 == "c" }
        let isYear = rest.count < words.count && rest.first.map { $0.count == 4 && $0.allSatisfy(\.isNumber) } == true
        return isYear && !text.utf8.contains(UInt8(ascii: ":"))
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
            && (isShort || Boilerplate.addressesReaders(folded) || folded.contains { Self.calls.contains($0) })
        // A name such as `a.example/module` may also be what a sentence is about.
        guard text[...].firstRange(ofLiteral: "://") != nil || address.hasPrefix("www.") else {
            return isCall && words.count > 1
        }
        if words.count <= 3 || isCall { return true }
        let names = words.filter { !Self.isAddress($0) }
        if names.count < words.count { return names.count <= 3 || names.count <= 8 && label.contains(":") }
        return words.count <= 10 && Boilerplate.waysToAddresses.contains(folded)
    }

    /// Words that point to an address, or say what to do there.
    private static let calls: Set<String> = [
        "here", "below", "link", "links", "donate", "support", "watch", "listen", "available", "buy", "please", "тут",
        "здесь", "ссылке", "соцсетях", "hier", "ici", "là",
    ]

    /// Whether it speaks to readers. `US` is a country, and `us` is not.
    var addressesReaders: Bool {
        let hasCountry = text[...].firstRange(ofLiteral: "US") != nil
        return Boilerplate.addressesReaders(hasCountry ? words.filter { $0 != "us" } : words)
    }

    /// Whether it only names a sponsor. News names the bill after a comma: `Sponsored by Anna Lee, the bill caps
    /// rents.`
    var namesSponsor: Bool { words.starts(with: ["sponsored", "by"]) && !text.contains(",") }

    /// Whether it is a paragraph of credits without a mark at its end, such as `Directed by Anna Lee`.
    var isCredit: Bool {
        beginsParagraph && !isClosed && words.count <= 16
            && (isListOfCredits || isParagraph && beginsWithByline && namesAfterFirstWord)
    }

    /// Whether it is a short paragraph that only says whose a picture is.
    var isCreditOfPicture: Bool {
        isParagraph && !isClosed && words.count <= 6
            && (Boilerplate.creditsOfPictures.contains(words)
                || label.map { Boilerplate.creditLabels.contains($0.words) } == true)
    }

    /// Whether it is a paragraph that only says where a journal has the article: `Elsom Papers, Volume 7, May 2026.`
    /// Or when and under which number: `3 May 2026; doi:10.1000/1`.
    var isCitation: Bool {
        guard isParagraph else { return false }
        let numbered = text.split(separator: ";").map { $0.drop { $0 == " " } }
        if numbered.count == 2, numbered[1].hasPrefix("doi:"), String(numbered[0]).isOnlyDate {
            return true
        }
        let parts = text.split(separator: ",").dropFirst().map { FoldedText.words(of: String($0)) }
        return !parts.isEmpty
            && parts.allSatisfy { words in
                words.indices.allSatisfy {
                    Boilerplate.wordsOfCitations.contains(words[$0]) || words[$0].utf8.areDigits
                        || words.isPartOfDate(at: $0)
                }
            }
            && parts.contains { $0.contains(where: Boilerplate.wordsOfCitations.contains) }
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
        return isAddress || isOnlyTags || isSubmission
    }

    /// Whether it is Reddit's line on who posted something, in which links may touch the words around them.
    private var isSubmission: Bool { text.hasPrefix("submitted by") && words.count <= 8 && !isClosed }

    var isAddress: Bool { !text.utf8.contains(UInt8(ascii: " ")) && Self.isAddress(text[...]) }

    /// Whether a word is an address, such as `https://a.example/1` or `a.example/1`. `4.5/5` and `3.5GB/s` are none. In a
    /// script without spaces, a text with an address in it is one word.
    private static func isAddress(_ word: Substring) -> Bool {
        let address = word.unicodeScalars.drop { "([{<«\"'“„".unicodeScalars.contains($0) }
        guard !address.contains(where: { "。，！？".unicodeScalars.contains($0) }) else { return false }
        if let mark = word.firstRange(ofLiteral: "://") {
            let label = address[..<mark.lowerBound].reversed().drop { $0.isASCII && $0.properties.isAlphabetic }
            // `原文：https://a.example/1`
            return label.isEmpty || label.count <= 8 && ":：".unicodeScalars.contains(label.first!)
        }
        guard let slash = address.firstIndex(of: "/") else { return false }
        let host = address[..<slash].prefix { $0 != ":" }
        let labels = host.split(separator: ".")
        guard labels.count > 1, let last = labels.last, host.last != "." else { return false }
        return host.allSatisfy {
            ".-".unicodeScalars.contains($0)
                || ($0.properties.isAlphabetic || $0.properties.numericType != nil) && !$0.isOfScriptWithoutSpaces
        } && last.count > 1 && (last.starts(with: "xn--".unicodeScalars) || last.allSatisfy(\.properties.isAlphabetic))
    }

    /// Whether all its words are mentions and hashtags: `— @anna #elsom`.
    private var isOnlyTags: Bool {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "#") }) else { return false }
        let words = text[...].spaced.filter { $0.contains { $0.isLetter || $0.isNumber } }
        return !words.isEmpty && words.allSatisfy { "@#".contains($0.first!) && $0.dropFirst().first!.isLetter }
    }

    /// Whether it is a list of topics or an agency in brackets, such as `(Lenovo, Business-Notebooks)`, `[Town > Trams]` or
    /// `(ANSA).`
    var isListOfTopics: Bool {
        let text = self.text.hasSuffix(").") ? self.text.dropLast() : self.text[...]
        guard let first = text.first, let last = text.last, ["()", "[]"].contains("\(first)\(last)"),
            text.utf8.count < 120
        else { return false }
        let inside = text.dropFirst().dropLast()
        let words = inside.unicodeScalars.split { " ,/>".unicodeScalars.contains($0) }.map(Substring.init)
        return 1...6 ~= words.count && !inside.contains { "()[].:!?".contains($0) || $0.isNumber }
            && words.allSatisfy { $0.first!.isUppercase }
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
}

extension [Sentence] {
    /// The sentences without the sections under a text: what a company or a series always says about itself (`About
    /// Quay Shoes: Quay Shoes is …`), the lists of links under a recording (`Related Episodes`), and the lines of a patch
    /// or of a page that changed.
    var withoutSections: [Sentence] {
        let end =
            indices.dropFirst().first { index in
                self[index].isAboutItself || self[index].isHeadingOfLinks || self[index].isHeadingOfChanges
                    || index + 1 < endIndex && self[index].introduces(self[index + 1])
            } ?? endIndex
        let text = Array(self[..<end])
        let hasSentence = text.contains { $0.isClosed || $0.words.count > 5 }
        let isList = end < endIndex && self[end].isHeadingOfLinks && !hasSentence
        return isList ? [] : text
    }
}

extension Sentence {
    /// Whether it begins a paragraph with `About`, a name, a colon and the name again.
    fileprivate var isAboutItself: Bool {
        guard beginsParagraph, words.first == "about", let label, label.words.count > 1 else { return false }
        let name = label.words.dropFirst()
        return label.rest.starts(with: name) || label.rest.dropFirst().starts(with: name)
    }

    /// Whether it is a paragraph `About Quay Shoes:`, and the next sentence begins with this name.
    fileprivate func introduces(_ next: Sentence) -> Bool {
        isParagraph && text.hasSuffix(":") && words.count > 2 && words[0] == "about"
            && next.words.starts(with: words.dropFirst())
    }

    /// Whether it begins a paragraph before changed lines: `Signed-off-by: Anna Lee`, `← Older revision Revision as of …`
    fileprivate var isHeadingOfChanges: Bool {
        beginsParagraph && (text.hasPrefix("Signed-off-by: ") || text.hasPrefix("← Older revision "))
    }

    /// Whether it is a paragraph such as `Related Links`.
    fileprivate var isHeadingOfLinks: Bool {
        guard isParagraph, !isClosed else { return false }
        let isRelated = words.count == 2 && ["related", "episode"].contains(words[0])
        return isRelated && ["episodes", "links", "videos", "posts", "reading"].contains(words[1])
            || words == ["shownotes"] || words == ["show", "notes"]
    }
}
