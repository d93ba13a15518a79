import Foundation
import TestSupport
import Testing

@testable import Select

/// Which sentences of a model are used.
///
/// `Facts.jsonl` has invented stories. A line has the tellings of a story and true sentences on it by their languages.
/// `{#40|45}` in a sentence is a number, and the wrong number that takes its place; `@` is a name, `~` a quote. Every
/// third line up to line 60 was kept aside while the rules were made, and all later lines were written after that.
@Suite struct StatedFactsTests {
    struct Story: Decodable {
        var language: String
        var tellings: [String]
        var said: [String: [String]]
    }

    private static let stories: [Story] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Facts.jsonl")
        let lines = (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n") ?? []
        return lines.compactMap { try? JSONDecoder().decode(Story.self, from: Data($0.utf8)) }
    }()

    /// What became of the sentences in the language of the tellings, or of those in another one.
    private struct Tally: CustomStringConvertible {
        var (planted, caught, said, dropped) = (0, 0, 0, 0)
        var description: String {
            "\(caught) of \(planted) errors caught, \(dropped) of \(said) true sentences dropped"
        }

        init(_ stories: [Story], isTranslated: Bool) {
            for story in stories {
                let facts = StatedFacts(story.tellings)
                for (language, sentences) in story.said where (language != story.language) == isTranslated {
                    for sentence in sentences {
                        add(sentence, facts, language, isTranslated)
                    }
                }
            }
        }

        private mutating func add(_ sentence: String, _ facts: StatedFacts, _ language: String, _ isTranslated: Bool) {
            let choice = /\{([#@~])([^|}]*)\|([^}]*)\}/
            func isUsed(_ text: String) -> Bool { facts.confirmed(text, language: language) == text }
            said += 1
            if !isUsed(sentence.replacing(choice) { $0.2 }) { dropped += 1 }
            for planted in sentence.matches(of: choice) where !(isTranslated && planted.1 == "~") {
                let wrong =
                    sentence[..<planted.range.lowerBound].replacing(choice) { $0.2 } + planted.3
                    + sentence[planted.range.upperBound...].replacing(choice) { $0.2 }
                self.planted += 1
                if !isUsed(String(wrong)) { caught += 1 }
            }
        }
    }

    @Test(arguments: [false, true])
    func `wrong numbers, names and quotes are caught, and true sentences stay`(isKeptAside: Bool) {
        let stories = Self.stories.enumerated().filter { ($0.offset % 3 == 2 || $0.offset >= 60) == isKeptAside }.map(
            \.element)
        #expect(stories.count == (isKeptAside ? 32 : 40))
        let same = Tally(stories, isTranslated: false)
        #expect(same.caught * 100 >= same.planted * 95 && same.dropped * 100 <= same.said * 2, "\(same)")
        let other = Tally(stories, isTranslated: true)
        #expect(other.caught * 100 >= other.planted * 80 && other.dropped * 100 <= other.said * 5, "\(other)")
    }

    @Test(arguments: [
        "See evil.example for more.", "See evil.example/x for more.", "See EVIL.EXAMPLE now.", "It is at злой.рф now.",
        "See a.evil.xn--p1ai now.", "See evil.example?x=1 now.", "It is at evil.example.", "It uses Holm.js now.",
    ])
    func `a sentence with an address that the story does not have is not used`(sentence: String) {
        let facts = StatedFacts(["It rains in Elsom, says node.example of Node.js v2.4, e.g. on its page."])
        #expect(facts.confirmed(sentence, language: "en").isEmpty)
        #expect(facts.withoutAddresses(sentence).isEmpty)
        for own in ["It rains, says node.example.", "Node.js v2.4 says it, e.g. on its page.", "It rains.On its page."]
        {
            #expect(facts.withoutAddresses(own) == own)
            if !own.contains("rains.") { #expect(facts.confirmed(own, language: "en") == own) }
        }
    }

    @Test(arguments: [
        ("It cost 1,200,000 euros.", "It cost €1.2 million.", "en"),
        ("It cost 1.187.432 Euro und das war der Preis.", "It cost €1.2 million.", "en"),
        ("They met at 8.15 pm in the hall.", "Sie trafen sich um 20:15 Uhr.", "de"),
        ("On 21 November they left for the coast.", "Le 21/11 ils sont partis.", "fr"),
        ("The seventy-one people were from Ukraine.", "Les 71 personnes venaient d’Ukraine.", "fr"),
        ("The prime minister of Georgia spoke to Zelensky.", "Премьер Грузии говорил с Зеленским.", "ru"),
        ("Soixante et onze personnes dans le bus.", "In dem Bus waren 71 Personen.", "de"),
    ])
    func `a sentence that says the same in another form stays`(telling: String, sentence: String, language: String) {
        #expect(StatedFacts([telling]).confirmed(sentence, language: language) == sentence)
    }
}
