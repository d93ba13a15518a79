import Foundation
import Texts

/// What publishers write around their news: links to the rest, requests to subscribe, credits of pictures.
///
/// A phrase stands for a whole sentence, or for several at the beginning or end of a text. So a sentence that only
/// contains such words is not boilerplate.
enum Boilerplate {
    // What each of them is for stands in the files, with examples.
    static let endings = PhraseTable(Phrases.lines(under: "link") + Phrases.lines(under: "end"))
    static let creditsOfPictures = Phrases.table("credit of a picture")
    static let bylines = Phrases.table("byline")
    static let copyrights = Phrases.table("copyright")
    private static let calls = Phrases.table("call")
    static let creditLabels = Phrases.table("label of a credit")
    static let authorLabels = Phrases.table("label of an author")
    static let endingLabels = Phrases.table("label at the end")
    static let noteLabels = Phrases.table("label of a note")
    static let headings = Phrases.words("heading")
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
        /// It goes with the rest of its paragraph, and with a list after it.
        static let aside = Places(rawValue: 8)
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
    static let ofAsides = all.filter { $0.places.contains(.aside) }

    static let all: [Rule] = [
        Rule("no words", .all, example: "https://gazette.example/1", "an ornament, an address or tags tell nothing") {
            $1.isEmptyOfWords
        },
        Rule("pointer", .all, example: "Watch all of it here: https://gazette.example/1", "it only leads to a page") {
            $1.isPointer
        },
        Rule("phrase", .all, example: "Read more", "most publishers use the same phrases") {
            $0.isPhrase($1) && (!$1.isClosed || $1.isParagraph || $1.words.count <= 15 || $1 == $0.sentences.last)
        },
        Rule("repeated", .start, example: "", "what many texts of a source share is not about one of them") {
            $0.isRepeatedAtStart($1)
        },
        Rule("repeated", .end, example: "", "what many texts of a source share is not about one of them") {
            $0.isRepeated($1)
        },
        Rule("repeated", .inside, example: "", "inside a text, most texts must share it") {
            $1.isParagraph && $1.words.count <= 12 && $0.repeated.isBoilerplate($1, inMoreThan: 0.5)
        },
        Rule("credits", .all, example: "Directed by Anna Lee", "they list who made it") { $1.isCredit },
        Rule("authors", .start, example: "Day, Bo; van Lee, Anna M.", "the digest names the authors") {
            $1.isListOfAuthors && ($0.sentences.count > 1 || !$1.isClosed)
        },
        Rule("known", [.start, .end], example: "Anna Lee, May 3, 2026", "it is shown beside the text") {
            $0.isKnown($1)
        },
        Rule("credit of a picture", [.start, .inside], example: "Photo by Anna Lee", "who took a picture is no news") {
            $0.isCreditOfPicture($1)
        },
        Rule("author", .start, example: "Author: Anna Lee", "the digest names the author") {
            $0.isLabelled($1, by: Boilerplate.authorLabels)
        },
        Rule("author", .end, example: "By Anna Lee.", "the digest names the author") {
            $1.author != nil && $0.sentences.dropLast().last?.isClosed == true
        },
        Rule("lost label", .end, example: "", "what it introduced was an address") {
            $1.text.hasSuffix(":") && $0.removals.contains { ["pointer", "no words"].contains($0.rule) }
        },
        Rule("signature", .end, example: "Elsom Tram Club", "a name that stands alone is no sentence") {
            $0.isSignature($1)
        },
        Rule("copyright", .end, example: "© Quay News", "whose text it is is no news") {
            $1.text.hasPrefix("©") && (!$1.isClosed || $1.words.count <= 4)
                || Boilerplate.copyrights.contains($1.words) && !$1.text.contains(":")
        },
        Rule("label", .end, example: "Tags: trams, bridges", "it lists what belongs to a text") {
            $0.isLabelled($1, by: Boilerplate.endingLabels) || $0.isLabelled($1, by: Boilerplate.creditLabels)
        },
        Rule("list", .aside, example: "Related articles:\n\n- Boats\n\n- Trams", "its heading is a phrase") {
            // One word alone, such as `More:`, may also introduce news.
            $1.endsParagraph && $1.text.hasSuffix(":") && $1.words.count > 1 && !$1.isListItem
                && Boilerplate.endings.contains($1.words)
        },
        Rule("about", .aside, example: "About Quay Shoes: Quay Shoes makes shoes.", "a firm always says it of itself") {
            $1.beginsParagraph && $0.isAboutItself
        },
        Rule("sponsor", .aside, example: "Sponsored by Quay Shoes. They are new.", "a sponsor speaks about itself") {
            // News names the bill after a comma: `Sponsored by Anna Lee, the bill caps rents.`
            $1.beginsParagraph && $1.words.starts(with: ["sponsored", "by"]) && !$1.text.contains(",")
        },
        Rule("discount", .aside, example: "Use the code QUAY. You save 20%.", "it offers readers a lower price") {
            $1.beginsParagraph && $0.offersDiscount
        },
        Rule("note", .aside, example: "Editor's note: Updated. It rained.", "the newsroom speaks about the text") {
            $1.beginsParagraph && $1.label.map { Boilerplate.noteLabels.contains($0.words) } == true
        },
    ]
}
