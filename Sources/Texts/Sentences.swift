/// A sentence of a text, or a paragraph without one.
package struct Sentence: Sendable, Equatable {
    package let text: String
    /// The folded words of the text.
    package let words: [String]
    package let beginsParagraph: Bool
    package let endsParagraph: Bool

    init(text: String, beginsParagraph: Bool, endsParagraph: Bool) {
        self.text = text
        words = FoldedText.words(of: text)
        self.beginsParagraph = beginsParagraph
        self.endsParagraph = endsParagraph
    }

    /// A sentence with another text, at the same place of the paragraph.
    package func replaced(by text: String) -> Sentence {
        Sentence(text: text, beginsParagraph: beginsParagraph, endsParagraph: endsParagraph)
    }

    /// Whether it ends with a mark, as a sentence does and a label does not.
    package var isClosed: Bool { text.unicodeScalars.endsSentence }

    /// Whether it is a whole paragraph.
    package var isParagraph: Bool { beginsParagraph && endsParagraph }
}

extension String.UnicodeScalarView {
    /// Whether the last sign, before quotation marks and brackets, is the mark of a sentence.
    fileprivate var endsSentence: Bool { last { !$0.isCloser }?.isSentenceMark ?? false }
}

extension Unicode.Scalar {
    /// Whether it ends a sentence.
    package var isSentenceMark: Bool {
        switch self {
        case ".", "!", "?", "…", "。", "！", "？", "｡", "।", "۔", "؟": true
        default: false
        }
    }

    /// Whether it is a quotation mark or a bracket that may be after the mark of a sentence.
    var isCloser: Bool {
        switch self {
        case "\"", "'", "”", "’", "»", ")", "]", "」", "』", "）": true
        default: false
        }
    }
}

extension String {
    /// The sentences of all paragraphs, in order.
    package var sentences: [Sentence] {
        cleanParagraphs.flatMap { paragraph in
            let texts = paragraph.splitSentences
            return texts.enumerated().map { index, text in
                Sentence(text: text, beginsParagraph: index == 0, endsParagraph: index == texts.count - 1)
            }
        }
    }

    private var splitSentences: [String] {
        var sentences: [String] = []
        var (start, word) = (startIndex, startIndex)
        func add(upTo end: Index) {
            let text = self[start..<end].unicodeScalars.drop { $0 == " " }
            if !text.isEmpty { sentences.append(String(text)) }
            start = end
        }
        while let space = utf8[word...].firstIndex(of: UInt8(ascii: " ")) {
            if endsSentence(from: start, lastWord: word, before: space) { add(upTo: space) }
            word = utf8.index(after: space)
        }
        add(upTo: endIndex)
        return sentences
    }

    /// Whether a sentence ends before a space.
    /// - Parameters:
    ///   - start: where it begins.
    ///   - word: where the word before the space begins.
    private func endsSentence(from start: Index, lastWord word: Index, before space: Index) -> Bool {
        let rest = self[utf8.index(after: space)...]
        if Self.isAddress(self[word..<space].utf8) { return !rest.beginsWithSmallLetter }
        if space > start, utf8[utf8.index(before: space)].isLetterOrDigit { return false }
        let scalars = unicodeScalars[start..<space]
        if rest.beginsWithCloser { return false }
        var end = scalars.endIndex
        func last() -> Unicode.Scalar { scalars[scalars.index(before: end)] }
        for _ in 0..<3 where end > scalars.startIndex && last().isCloser { end = scalars.index(before: end) }
        guard end > scalars.startIndex, last().isSentenceMark else { return false }
        let mark = scalars.index(before: end)
        if mark == scalars.startIndex { return false }
        // What follows an ellipsis after a space is a link to the rest: `It rained ... more`.
        if self[start..<end].hasSuffix(" ...") { return true }
        return scalars[mark] != "." || scalars[..<mark].endsSentence(before: rest.unicodeScalars)
    }

    /// Whether a word is a web address.
    private static func isAddress(_ word: Substring.UTF8View) -> Bool {
        guard word.first == UInt8(ascii: "h"), word.count > 8 else { return false }
        return word.starts(with: "https://".utf8) || word.starts(with: "http://".utf8)
    }
}

extension Substring {
    fileprivate var beginsWithSmallLetter: Bool { unicodeScalars.first?.properties.isLowercase == true }

    /// Whether a quotation mark that closes stands alone before the next space, as in French: `Il dit : « Non. »`.
    fileprivate var beginsWithCloser: Bool {
        let scalars = unicodeScalars
        return scalars.first == "»" && scalars.dropFirst().first.map { $0 == " " } != false
    }
}

extension [Sentence] {
    /// The sentences as paragraphs, with an empty line between two of them.
    package var text: String {
        reduce(into: "") { text, sentence in
            if !text.isEmpty { text += sentence.beginsParagraph ? "\n\n" : " " }
            text += sentence.text
        }
    }
}

extension [String] {
    /// The paragraphs on one line. A middle dot follows a paragraph that has no mark at its end. It also stands before
    /// each item of a list, in place of the dash, except after a colon. A paragraph that begins with a small letter
    /// continues the line before, unless its first word is a label, as in `anna: Hello`, or a name such as `iPhone`.
    package var onOneLine: String {
        reduce(into: "") { line, paragraph in
            let text = paragraph.unicodeScalars.drop { "-•* ".unicodeScalars.contains($0) }
            let isItem = paragraph.unicodeScalars.first.map { "-•*".unicodeScalars.contains($0) } == true
            guard let last = line.unicodeScalars.last, !text.isEmpty else {
                line += String(text)
                return
            }
            let goesOn = text.beginsInsideSentence || ":;,–—-".unicodeScalars.contains(last)
            let isWide = "，、；：".unicodeScalars.contains(last)
            line += isWide ? "" : (isItem ? last == ":" : line.unicodeScalars.endsSentence || goesOn) ? " " : " · "
            line += String(text)
        }
    }
}

extension Substring.UnicodeScalarView {
    /// Whether the first word has only small letters and is no label.
    fileprivate var beginsInsideSentence: Bool {
        guard first?.properties.isLowercase == true else { return false }
        let word = prefix { $0 != " " }
        return word.last != ":" && !word.contains(where: \.properties.isUppercase)
    }
}

extension String {
    /// The text with a space after each sentence that touches the next one, as where a source joined paragraphs:
    /// `It rained.The`. What is between backticks is code, such as `strings.Builder`.
    package var withSpacesBetweenSentences: String { withSpacesBetweenSentences(isTitle: false) }

    /// - Parameter isTitle: whether it is a title, where a full stop inside a word is hardly ever the end of a sentence
    ///   but part of a name: `fmt.Sprintf`, `example.Com`.
    package func withSpacesBetweenSentences(isTitle: Bool) -> String {
        guard mayHaveTouchingSentences else { return self }
        let scalars = Array(unicodeScalars)
        var result: [Unicode.Scalar] = []
        result.reserveCapacity(scalars.count + 8)
        var isCode = false
        for (index, scalar) in scalars.enumerated() {
            result.append(scalar)
            if scalar == "`" { isCode.toggle() }
            let isMark = scalar == "." || scalar == "!" || scalar == "?" || scalar == "…"
            if isMark, !isCode, Self.sentencesTouch(after: index, in: scalars, isTitle: isTitle) { result.append(" ") }
        }
        return String(scalars: result)
    }

    /// Whether a sentence ends with a mark, and the next one begins directly after it. A word of small letters is
    /// before the mark, because a name such as Node.Js or Яндекс.Маркет begins with a capital letter. After another
    /// word, the next one must be a usual beginning of a sentence; after a word of capital letters, longer than in
    /// ASP.Net. After an ellipsis, any word of three letters may be before it.
    private static func sentencesTouch(after index: Int, in scalars: [Unicode.Scalar], isTitle: Bool) -> Bool {
        guard index >= 3, index + 2 < scalars.count else { return false }
        let dots = scalars[..<index].suffix(mostDots).reversed().prefix { $0 == "." }.count
        let isEllipsis = scalars[index] == "…" || scalars[index] == "." && dots > 1
        let before = scalars[..<(index - dots)].reversed().prefix { $0.properties.isAlphabetic }
        let next = scalars[(index + 1)...].drop { $0 == "-" }.drop { $0 == " " }
        let isDash = scalars[index + 1] == "-" && scalars[index + 2] == " "
        let digits = scalars[..<index].reversed().prefix { ("0"..."9").contains($0) }.count
        let isYear = digits == 4 && (index == 4 || scalars[index - 5] == " ")
        if isYear, scalars[index] == ".", scalars[index + 1].properties.isUppercase {
            return scalars[(index + 2)...].prefix(2).count(where: \.properties.isLowercase) == 2
        }
        guard before.count >= 3, next.startIndex == index + 1 || isDash, next.first?.properties.isUppercase == true
        else { return false }
        let following = next.dropFirst()
        if before.allSatisfy(\.properties.isLowercase), isNameInProgram(following) { return false }
        let mayBeName = isTitle && scalars[index] == "." && !isDash
        let areTwo =
            if isEllipsis || before.allSatisfy(\.properties.isLowercase) && !mayBeName {
                following.first.map { $0.properties.isLowercase || $0 == " " } == true
            } else if before.allSatisfy(\.properties.isUppercase) {
                following.prefix(shortestName).count(where: \.properties.isLowercase) == shortestName
            } else {
                Sentence.isUsualBeginning(
                    String(scalars: next.prefix(longestBeginning).prefix(while: \.properties.isAlphabetic)).lowercased()
                )
            }
        return areTwo && !isInAddress(scalars[..<index])
    }

    /// Whether the word that goes on here is a name in a program: `crypto.GenerateBytes`, `fmt.Println()`, `system.Out.x`.
    private static func isNameInProgram(_ rest: ArraySlice<Unicode.Scalar>) -> Bool {
        let word = rest.prefix(while: \.properties.isAlphabetic)
        let next = rest[word.endIndex...].prefix(2)
        return word.contains(where: \.properties.isUppercase) || next.first == "("
            || next.first == "." && next.last?.properties.isAlphabetic == true
    }

    /// The greatest number of dots before the last one of an ellipsis.
    private static let mostDots = 4
    /// The least number of small letters of a word that begins a sentence after a word of capital letters.
    private static let shortestName = 4
    /// More than the letters of any word that counts as a usual beginning of a sentence.
    private static let longestBeginning = 16

    /// Whether the last word is the beginning of a web or mail address, such as `https://www`.
    private static func isInAddress(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        let word = scalars.suffix(200).reversed().prefix { $0 != " " }
        return word.contains("/") || word.contains("@") || word.elementsEqual("www".unicodeScalars)
    }

    /// Whether a mark is directly before a capital letter, a letter of another script or a dash. The bytes 0xC2 and
    /// 0xE2 begin signs, such as quotation marks. The byte 0xA6 ends "…".
    package var mayHaveTouchingSentences: Bool {
        var isMark = false
        return utf8.contains { byte in
            let isStart = byte > 0xC2 && byte != 0xE2 || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
            if isMark, isStart || byte == UInt8(ascii: "-") { return true }
            isMark =
                switch byte {
                case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"), 0xA6: true
                default: false
                }
            return false
        }
    }
}

extension Sentence {
    /// Whether a word of small letters often begins a sentence.
    package static func isUsualBeginning(_ word: String) -> Bool { beginnings.contains(word) }

    private static let beginnings: Set<String> = [
        "the", "a", "an", "this", "these", "that", "there", "in", "on", "at", "with", "from", "as", "if", "when",
        "while", "since", "after", "today", "recently", "we", "i", "you", "he", "she", "it", "they", "my", "our",
        "what", "how", "why", "here", "although", "previously", "earlier", "meanwhile", "however", "many", "most",
        "some", "one", "press", "до", "в", "на", "это", "эта", "этот", "как", "если", "когда", "мы", "я", "по", "для",
        "с", "сегодня", "der", "die", "das", "ein",
        "eine", "wir", "ich", "es", "im", "el", "la", "los", "las", "un", "una", "en", "este", "esta", "le", "les",
        "une", "nous", "ce", "cette", "il", "o", "os", "bu", "bir",
    ]
}

/// What stands before a full stop.
extension BidirectionalCollection<Unicode.Scalar> {
    /// Whether a full stop after this text ends a sentence, and not an abbreviation or a German ordinal number.
    /// - Parameter rest: the text after the full stop and a space.
    func endsSentence(before rest: some Collection<Unicode.Scalar>) -> Bool {
        // A small letter continues a sentence.
        if rest.first?.properties.isLowercase == true, !rest.starts(with: "http".unicodeScalars) { return false }
        let isBeforeNumber = rest.first?.properties.numericType != nil
        let digits = suffix(3).reversed().prefix { ("0"..."9").contains($0) }
        // The number of an item in a list begins a line.
        let beginsLine = dropLast(digits.count).last.map { $0 == "\n" } ?? true
        if 1...2 ~= digits.count, beginsLine || isBeforeNumber || Abbreviations.areAfterOrdinal(rest) { return false }
        // A capital letter alone is an initial, a letter after a full stop is the end of "U.S." or "e.g.", and a letter
        // before a number is an abbreviation, as in "c. 1935".
        let end = Array(suffix(Abbreviations.longest + 1).reversed())
        let letters = end.prefix { $0.properties.isAlphabetic }
        if letters.count == 1, letters[0].properties.isUppercase || isBeforeNumber || end.dropFirst().first == "." {
            return false
        }
        return !Abbreviations.all.contains(String(scalars: letters.reversed()))
    }
}

private enum Abbreviations {
    /// Abbreviations that a capital letter or a number may follow.
    static let all: Set<String> = [
        "Mr", "Mrs", "Ms", "Dr", "St", "Prof", "Gen", "Sen", "Rep", "Gov", "Lt", "Col", "Sgt", "No", "vs", "Jr", "Mio",
        "Mrd", "Nr", "Vol", "Fig", "Bd", "Abb", "Jan", "Feb", "Mar", "Apr", "Jun", "Jul", "Aug", "Sept", "Sep", "Oct",
        "Nov", "Dec", "Inc", "Corp", "Ltd", "Bros", "incl", "ca", "bzw", "Sr", "Sra", "Hr", "Mme", "Rev", "Hon", "Capt",
        "Maj", "Adm", "Mt", "Ft", "Dipl", "Ing", "Sn", "Exp", "vol", "pp", "им", "ул", "проф", "св",
    ]
    /// The greatest number of their letters.
    static let longest = 4

    /// Whether a text begins with what follows a day, as in "14. Januar", or the number of a century.
    static func areAfterOrdinal(_ rest: some Collection<Unicode.Scalar>) -> Bool {
        afterOrdinals.contains { rest.starts(with: $0.unicodeScalars) }
    }

    private static let afterOrdinals = [
        "Januar", "Jänner", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
        "November", "Dezember", "Jahrhundert",
    ]
}
