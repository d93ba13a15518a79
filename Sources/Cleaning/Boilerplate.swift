import Texts

/// What publishers write around their news: links to the rest, requests to subscribe, credits of pictures.
///
/// A phrase stands for a whole sentence, or for several at the beginning or end of a text. So a sentence that only
/// contains such words is not boilerplate.
enum Boilerplate {
    /// Whether these words are boilerplate at the end of a text.
    static func isEnding(_ words: [String]) -> Bool { endings.contains(words) }

    /// Whether this sentence is boilerplate, and nothing else is in the text. A long sentence that only begins like
    /// boilerplate is news, unless it says `you`: `Subscribe to Netflix or lose football, fans are told.`
    static func isWholeText(_ sentence: Sentence) -> Bool {
        let words = sentence.words
        guard sentence.isClosed, words.count >= shortestNews, !words.contains("you"), !words.contains("your") else {
            return endings.contains(words)
        }
        return endings.containsMoreThanBeginning(words)
    }

    /// In words.
    private static let shortestNews = 10

    /// Whether these words of several sentences are one phrase of boilerplate at the end of a text.
    ///
    /// Only a phrase counts that names the beginning and something in the last sentence. Otherwise news after
    /// "Subscribe to …" would be boilerplate too.
    /// - Parameter last: the number of words of the last sentence.
    static func isEnding(_ words: [String], ofWhichLast last: Int) -> Bool {
        endings.contains(words, endingInLast: last)
    }

    private static let endings = PhraseTable(Phrases.lines(under: "link") + Phrases.lines(under: "end"))

    /// Links to the whole text, as they are written after a text that was cut: `Continue reading`.
    static let links = Phrases.lines(under: "link").map { line in
        let words = line.hasSuffix(" …") || line.hasSuffix(" ~") ? line.dropLast(2) : line[...]
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// The credit of a picture, or other boilerplate that is only at the beginning of a text.
    static let creditsOfPictures = Phrases.table("credit of a picture")
    /// Who wrote a text and when, in a sentence without a mark at its end.
    static let bylines = Phrases.table("byline")
    /// The words before an address that only say where to go: `To learn more visit`.
    static let waysToAddresses = Phrases.table("way to an address")
    /// What introduces a list of ways to a publisher.
    static let listHeadings = Phrases.table("way to the publisher")
    /// Words that some publishers write before the first sentence of a text, as its heading.
    static let headings = Phrases.words("heading")
    /// Words that say where in a journal an article is.
    static let wordsOfCitations = Phrases.words("citation")
    /// The words before the colon of a credit: `Photo: …`.
    static let creditLabels = Phrases.table("label of a credit")
    /// The same for what ends a text: `Source: …`.
    static let endingLabels = Phrases.table("label at the end")
    /// The same for a line inside a text: `Related links: …`.
    static let asideLabels = Phrases.table("label of an aside")
    /// The same for a paragraph in which the newsroom speaks about the article: `Editor's note: …`.
    static let noteLabels = Phrases.table("label of a note")

    /// Words of an offer at a lower price.
    static let wordsOfDiscounts = Phrases.words("discount")

    private static let calls = Phrases.table("call")
    private static let wordsToReaders = Phrases.words("to readers")

    /// Words of somebody who speaks to readers about a publication. News speaks about others.
    static func addressesReaders(_ words: [String]) -> Bool { words.contains(where: wordsToReaders.contains) }

    /// Whether the end of a headline only invites to look at something.
    static func isCall(_ ending: String) -> Bool { calls.contains(FoldedText.words(of: ending)) }

    /// The brackets in which publishers write their names or sections, each with its closing one.
    static let brackets: [Character: Character] = ["[": "]", "【": "】", "（": "）"]
}
