/// A sentence of a text, or a paragraph without one.
package struct Sentence: Sendable, Equatable {
    package let text: String
    /// The folded words of the text.
    package let words: [String]
    package let beginsParagraph: Bool
    package let endsParagraph: Bool

    package init(text: String, beginsParagraph: Bool, endsParagraph: Bool) {
        self.text = text
        words = FoldedText.words(of: text)
        self.beginsParagraph = beginsParagraph
        self.endsParagraph = endsParagraph
    }

    /// Another text at the same place.
    package func replaced(by text: String) -> Sentence {
        Sentence(text: text, beginsParagraph: beginsParagraph, endsParagraph: endsParagraph)
    }

    /// Whether it ends with a mark, as a sentence does and a label does not.
    package var isClosed: Bool {
        text.unicodeScalars.last { !Self.closers.contains($0) }.map(Self.marks.contains) ?? false
    }

    /// Whether it is a whole paragraph.
    package var isParagraph: Bool { beginsParagraph && endsParagraph }

    fileprivate static let marks = Set(".!?…。！？｡।۔؟".unicodeScalars)
    fileprivate static let closers = Set("\"'”’»)]」』）".unicodeScalars)
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
        let scalars = Array(unicodeScalars)
        var sentences: [String] = []
        var start = 0
        func add(upTo end: Int) {
            let text = scalars[start..<end].drop { $0 == " " }
            if !text.isEmpty { sentences.append(String(String.UnicodeScalarView(text))) }
            start = end
        }
        for index in scalars.indices where scalars[index] == " " && Self.endsSentence(scalars, start, before: index) {
            add(upTo: index)
        }
        add(upTo: scalars.count)
        return sentences
    }

    /// Whether a sentence ends before the space at `space`.
    private static func endsSentence(_ scalars: [Unicode.Scalar], _ start: Int, before space: Int) -> Bool {
        let next = space + 1 < scalars.count ? scalars[space + 1] : " "
        if endsAddress(scalars[start..<space]) { return !next.properties.isLowercase }
        var mark = space - 1
        while mark > start, Sentence.closers.contains(scalars[mark]), space - mark < 4 { mark -= 1 }
        guard mark > start, Sentence.marks.contains(scalars[mark]) else { return false }
        guard scalars[mark] == "." else { return true }
        // A small letter continues a sentence. A capital letter alone is an initial or a part of "U.S.".
        let letters = scalars[start..<mark].reversed().prefix { $0.properties.isAlphabetic }
        let isAddress = scalars[(space + 1)...].starts(with: "http".unicodeScalars)
        return (!next.properties.isLowercase || isAddress)
            && !(letters.count == 1 && letters.first!.properties.isUppercase)
            && !titles.contains(String(String.UnicodeScalarView(letters.reversed())))
    }

    /// Whether the last word is a web address.
    private static func endsAddress(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        let word = scalars[(scalars.lastIndex(of: " ").map { $0 + 1 } ?? scalars.startIndex)...]
        return word.count > 8
            && (word.starts(with: "https://".unicodeScalars) || word.starts(with: "http://".unicodeScalars))
    }

    private static let titles: Set<String> = [
        "Mr", "Mrs", "Ms", "Dr", "St", "Prof", "Gen", "Sen", "Rep", "Gov", "Lt", "Col", "Sgt", "No", "vs", "Jr", "им",
        "ул",
    ]
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
    /// Paragraphs on one line. A dot between two shows where one ends that has no mark at its end; the items of a list
    /// lose their dashes. A paragraph that begins with a small letter continues the line before.
    package var onOneLine: String {
        reduce(into: "") { line, paragraph in
            let text = paragraph.unicodeScalars.drop { "-•* ".unicodeScalars.contains($0) }
            let isItem = paragraph.unicodeScalars.first.map { "-•*".unicodeScalars.contains($0) } == true
            guard let last = line.unicodeScalars.last, !text.isEmpty else {
                line += String(text)
                return
            }
            let isClosed = Sentence.marks.contains(last) || Sentence.closers.contains(last)
            let goesOn = text.first!.properties.isLowercase || ":;,–—-".unicodeScalars.contains(last)
            line += (isItem ? last == ":" : isClosed || goesOn) ? " " : " · "
            line += String(text)
        }
    }
}

extension String {
    /// The text with a space after each sentence that touches the next one, as where a source joined paragraphs:
    /// `It rained.The`. A word of small letters must be before the mark. What is between backticks is code, such as
    /// `strings.Builder`.
    package var withSpacesBetweenSentences: String {
        guard mayHaveTouchingSentences else { return self }
        let scalars = Array(unicodeScalars)
        var result = String.UnicodeScalarView()
        var isCode = false
        for (index, scalar) in scalars.enumerated() {
            result.append(scalar)
            if scalar == "`" { isCode.toggle() }
            let isMark = scalar == "." || scalar == "!" || scalar == "?"
            guard isMark, !isCode, index >= 3, index + 2 < scalars.count, scalars[index + 1].properties.isUppercase
            else {
                continue
            }
            // A name such as Node.Js or Яндекс.Маркет begins with a capital letter.
            let word = scalars[..<index].reversed().prefix { $0.properties.isAlphabetic }
            let before = word.count >= 3 && word.allSatisfy(\.properties.isLowercase)
            if before, scalars[index + 2].properties.isLowercase || scalars[index + 2] == " " { result.append(" ") }
        }
        return String(result)
    }

    /// Whether a mark is before a capital letter, or before a letter of another script.
    private var mayHaveTouchingSentences: Bool {
        var isMark = false
        return utf8.contains { byte in
            if isMark, byte >= 0x80 || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte { return true }
            isMark = byte == UInt8(ascii: ".") || byte == UInt8(ascii: "!") || byte == UInt8(ascii: "?")
            return false
        }
    }
}
