import Texts

extension String {
    /// The first sentence of a title that is a whole post, as in feeds of social networks. A short exclamation before
    /// it stays. If the text does not begin with the same words, the title stays whole, because its rest may be nowhere
    /// else.
    func headline(before text: [Sentence]) -> String {
        guard unicodeScalars.count > Self.longestHeadline else { return self }
        let (head, words) = firstStatement
        let begun = text.prefix(Self.mostSentences).flatMap(\.words).prefix(words.count)
        guard begun.elementsEqual(words), head.unicodeScalars.count + Self.leastRest < unicodeScalars.count else {
            return self
        }
        return head.asHeadline
    }

    /// The beginning of a text as a title: its first sentence, if it is short enough.
    package func headline(upTo length: Int) -> String {
        let head = firstStatement.text
        return head.unicodeScalars.count <= length ? head.asHeadline : clipped(to: length)
    }

    /// The first sentence, with the short ones before it, and its words.
    private var firstStatement: (text: String, words: [String]) {
        var (head, words) = ("", [String]())
        for part in replacing(literal: "https://", with: "").replacing(literal: "http://", with: "").sentences {
            head += (head.isEmpty ? "" : " ") + part.text
            words += part.words
            if words.count >= Self.leastWords, part.endsPlainly { break }
        }
        return (head, words)
    }

    private var asHeadline: String {
        let title = hasSuffix(".") && beforeCutSign == nil ? String(dropLast()) : self
        return title + title.closingQuotationMark
    }

    private static let longestHeadline = 160
    /// The least number of scalars by which the title must become shorter.
    private static let leastRest = 30
    private static let leastWords = 4
    /// The greatest number of sentences of a text that are compared.
    private static let mostSentences = 6
}

extension Sentence {
    /// Whether it ends with a mark, but not with an abbreviation such as `Gebr.` or a sign that it was cut.
    fileprivate var endsPlainly: Bool {
        isClosed && text.beforeCutSign == nil
            && (!text.hasSuffix(".") || words.last.map { $0.unicodeScalars.count > 4 || Int($0) != nil } == true)
    }
}
