import Texts

/// What publishers write around their news: links to the rest, requests to subscribe, credits of pictures.
///
/// A phrase stands for a whole sentence, or for several at the beginning or end of a text. So a sentence that only
/// contains such words is not furniture.
enum Furniture {
    /// Whether these words are furniture at the end of a text.
    static func isEnding(_ words: [String]) -> Bool { endings.contains(words) }

    /// Whether this sentence is furniture, and nothing else is in the text. A long sentence that only begins like furniture
    /// is news, unless it says `you`: `Subscribe to Netflix or lose football, fans are told.`
    static func isWholeText(_ sentence: Sentence) -> Bool {
        let words = sentence.words
        guard sentence.isClosed, words.count >= shortestNews, !words.contains("you"), !words.contains("your") else {
            return endings.contains(words)
        }
        return endings.containsMoreThanBeginning(words)
    }

    /// In words.
    private static let shortestNews = 10

    /// Whether these words of several sentences are one phrase of furniture at the end of a text.
    ///
    /// Only a phrase counts that names the beginning and something in the last sentence. Otherwise news after
    /// "Subscribe to …" would be furniture too.
    /// - Parameter last: the number of words of the last sentence.
    static func isEnding(_ words: [String], ofWhichLast last: Int) -> Bool {
        endings.contains(words, endingInLast: last)
    }

    /// Whether these words introduce a list of ways to a publisher.
    static func isListHeading(_ words: [String]) -> Bool { listHeadings.contains(words.joined(separator: " ")) }

    /// Whether these words are the credit of a picture, or other furniture that is only at the beginning of a text.
    static func isCreditOfPicture(_ words: [String]) -> Bool { openings.contains(words) }

    /// Words of somebody who speaks to readers about a publication. News speaks about others.
    static func addressesReaders(_ words: [String]) -> Bool { words.contains(where: wordsToReaders.contains) }

    /// Whether the end of a headline only invites to look at something.
    static func isCall(_ ending: String) -> Bool {
        calls.contains(FoldedText.words(of: ending).joined(separator: " "))
    }

    /// Words that some publishers write before the first sentence of a text, as its heading.
    static func isHeading(_ word: String) -> Bool { headings.contains(word) }

    /// The greatest number of words of furniture.
    static let longest = 60

    /// The brackets in which publishers write their names or sections, each with its closing one.
    static let brackets: [Character: Character] = ["[": "]", "【": "】", "（": "）"]

    /// Whether a sentence without a mark at its end says who wrote a text and when.
    static func isByline(_ words: [String]) -> Bool { bylines.contains(words) }

    /// Whether the words before a colon at the beginning of a sentence introduce a credit, such as `Photo: …`.
    static func isCreditLabel(_ words: [String]) -> Bool { creditLabels.contains(words.joined(separator: " ")) }

    /// The same for the author, such as `Author: Anna Lee`.
    static func isAuthorLabel(_ words: [String]) -> Bool { AuthorWords.isLabel(words.joined(separator: " ")) }

    /// The same for what ends a text, such as `Tags: …`.
    static func isEndingLabel(_ words: [String]) -> Bool {
        endingLabels.contains(words.joined(separator: " ")) || isCreditLabel(words)
    }

    /// The same for a line inside a text, such as `Related links: …`.
    static func isAsideLabel(_ words: [String]) -> Bool { asideLabels.contains(words.joined(separator: " ")) }

    /// The same for a paragraph in which the newsroom speaks about the article, such as `Editor's note: …`.
    static func isNoteLabel(_ words: [String]) -> Bool { noteLabels.contains(words.joined(separator: " ")) }

    /// Whether the words before an address only say where to go, such as `To learn more visit`.
    static func isWayToAddress(_ words: [String]) -> Bool { waysToAddresses.contains(words) }
}
