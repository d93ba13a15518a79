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

    // What each of them is for stands in the files, with examples.
    static let creditsOfPictures = Phrases.table("credit of a picture")
    static let bylines = Phrases.table("byline")
    static let waysToAddresses = Phrases.table("way to an address")
    private static let calls = Phrases.table("call")
    static let creditLabels = Phrases.table("label of a credit")
    static let endingLabels = Phrases.table("label at the end")
    static let asideLabels = Phrases.table("label of an aside")
    static let noteLabels = Phrases.table("label of a note")
    static let headings = Phrases.words("heading")
    static let wordsOfCitations = Phrases.words("citation")
    static let wordsBeforeOthers = Phrases.words("word before another")
    static let wordsOfDiscounts = Phrases.words("discount")
    static let partsOfNames = Phrases.words("part of a name")
    static let partsOfCredits = Phrases.words("part of a credit")
    static let callsToAddresses = Phrases.words("call to an address")
    static let wordsOfHours = Phrases.words("word of an hour")
    private static let wordsToReaders = Phrases.words("to readers")

    /// Words of somebody who speaks to readers about a publication. News speaks about others.
    static func addressesReaders(_ words: [String]) -> Bool { words.contains(where: wordsToReaders.contains) }

    /// Whether the end of a headline only invites to look at something.
    static func isCall(_ ending: String) -> Bool { calls.contains(FoldedText.words(of: ending)) }
}

/// One kind of sentence that is boilerplate at some places of a text. The first rule that applies takes the sentence.
struct Rule: Sendable {
    struct Places: OptionSet {
        let rawValue: Int
        static let start = Places(rawValue: 1)
        static let inside = Places(rawValue: 2)
        static let end = Places(rawValue: 4)
        static let all: Places = [.start, .inside, .end]
    }

    let name: String
    /// Where the sentence stands.
    let places: Places
    /// A paragraph that the rule takes from a text of the `Elsom Gazette` about a bridge.
    let example: String
    /// Why it is no news.
    let reason: String
    let applies: @Sendable (CleanSummary, Sentence) -> Bool

    init(
        _ name: String, _ places: Places, example: String, _ reason: String,
        _ applies: @escaping @Sendable (CleanSummary, Sentence) -> Bool
    ) {
        (self.name, self.places, self.example, self.reason) = (name, places, example, reason)
        self.applies = applies
    }

    static let atStart = all.filter { $0.places.contains(.start) }
    static let inside = all.filter { $0.places.contains(.inside) }
    static let atEnd = all.filter { $0.places.contains(.end) }

    static let all: [Rule] = [
        Rule("no words", .all, example: "https://gazette.example/1", "an ornament, an address or tags tell nothing") {
            $1.isEmptyOfWords
        },
        Rule("pointer", .all, example: "Watch all of it here: https://gazette.example/1", "it only leads to a page") {
            $1.isPointer
        },
        Rule("phrase", .inside, example: "Read more", "most publishers use the same phrases") {
            Boilerplate.isEnding($1.words)
        },
        Rule("phrase", .start, example: "Subscribe to our newsletter", "before a text, news may look like one") {
            $0.isEnding($1) && (!$1.isClosed || $1.isParagraph || $1.words.count <= 15)
        },
        Rule("repeated", .start, example: "", "what many texts of a source share is not about one of them") {
            $0.isRepeatedAtStart($1)
        },
        Rule("repeated", .end, example: "", "what many texts of a source share is not about one of them") {
            $0.isRepeated($1)
        },
        Rule("repeated", .inside, example: "", "inside a text, most texts must share it") {
            $1.isParagraph && $1.words.count <= 12
                && $0.repeated.isBoilerplate($1, under: $0.title, inMoreThan: 0.5)
        },
        Rule("repeated label", .start, example: "", "a text follows: `Headquarters: Elsom`, `arXiv:2607.1 Type: new`") {
            let next = $0.sentences.dropFirst().first { !$0.isPointer && !$0.isLabel }
            guard $1.isParagraph, !$1.isClosed, $1.isLine, next?.isClosed == true, let label = $1.label else {
                return false
            }
            return $0.repeated.isBoilerplate(label: label.words)
        },
        Rule("credits", .all, example: "Directed by Anna Lee", "they list who made it") { $1.isCredit },
        Rule("authors", .start, example: "Day, Bo; van Lee, Anna M.", "the digest names the authors") {
            $1.labelledAuthor != nil || $1.isListOfAuthors && ($0.sentences.count > 1 || !$1.isClosed)
        },
        Rule("author or day", .start, example: "Anna Lee", "the digest tells them") {
            let isAuthor = $1.words == $0.authorWords && !$1.words.isEmpty
            return $0.sentences.count > 1 && $1.isParagraph && (isAuthor || $1.text.isOnlyDate)
        },
        Rule("credit of a picture", .inside, example: "Photo by Anna Lee", "who took a picture is no news") {
            $1.isCreditOfPicture
        },
        Rule("credit of a picture", .start, example: "Photo by Anna Lee", "who took a picture is no news") {
            let longest = $1.isClosed ? 4 : $0.sentences.count > 1 ? PhraseTable.longest : 6
            return $1.words.count <= longest && Boilerplate.creditsOfPictures.contains($1.words)
        },
        Rule("lost label", .end, example: "", "what it introduced was an address") {
            $0.hasLostAddress && $1.text.hasSuffix(":")
        },
        Rule("publisher", .end, example: "Elsom Gazette", "the digest names it") {
            $0.sentences.count > 1 && !$1.isClosed && $1.words.count <= CleanSummary.mostNameWords
                && $0.publisher.isNamed(by: $1.text)
        },
        Rule("signature", .end, example: "Elsom Tram Club", "a name that stands alone is no sentence") {
            $0.isSignature($1)
        },
        Rule("author", .end, example: "By Anna Lee.", "the digest names the author") {
            $1.author != nil && $0.sentences.dropLast().last?.isClosed == true
        },
        Rule("copyright", .end, example: "© Quay News", "whose text it is is no news") { $1.isCopyright },
        Rule("agency", .end, example: "(AFP).", "a sentence ends before it") {
            let name = $1.text.drop { "([".contains($0) }.prefix { !")]".contains($0) }
            return $1.text.hasPrefix("(") && $1.words.count <= 2 && String.isAgency(name)
        },
        Rule("credit before a text", .start, example: "Photo: Anna Lee", "who took a picture is no news") {
            $0.isLabelled($1, by: [Boilerplate.creditLabels], atMost: 25)
        },
        Rule("label", .end, example: "Tags: trams, bridges", "it lists what belongs to a text") {
            $0.isLabelled($1, by: CleanSummary.endingLabels)
        },
        Rule("citation", .start, example: "Elsom Papers, Volume 7, Pages 12-15, May 2026.", "it only says where it is")
        {
            $1.isCitation
        },
        Rule("header", .start, example: "#6 – May 3, 2026", "it repeats title, publisher and day") {
            $0.sentences.count > 1 && $0.isHeader($1)
        },
    ]
}
