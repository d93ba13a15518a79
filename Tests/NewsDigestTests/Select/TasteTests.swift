import Foundation
import Testing
import Texts

@testable import Select
@testable import Settings
@testable import Values

@Suite struct TasteTests {
    static let now = Date(timeIntervalSince1970: 1_795_248_000)

    private func item(_ title: String, source: String = "Daily", category: String = "general") -> Item {
        Item(
            sourceID: "feed:\(source)", source: source,
            url: "https://\(source.lowercased()).example.org/\(title.filter(\.isLetter))", title: title,
            published: Self.now.addingTimeInterval(-3600), category: category)
    }

    private func opinion(
        _ kind: Opinion.Kind, _ title: String, source: String = "Post", section: String = "science", days: Double = 0
    ) -> Opinion {
        Opinion(
            kind,
            item: StoredItem(id: title, item: item(title, source: source), firstSeen: Self.now, lastSeen: Self.now),
            section: section, date: Self.now.addingTimeInterval(-days * 86_400))
    }

    /// Forty candidates of four papers, all with "after" in the title; the last is about a comet.
    private var candidates: [Candidate] {
        let syllables = ["ba", "de", "ki", "lo", "mu", "na", "pe"]
        let titles =
            (0..<39).map { index in
                let root = syllables[index % 7] + syllables[index / 7]
                return "\(root)rin \(root)mol after \(root)tak"
            } + ["Comet visible after sunset"]
        return titles.enumerated().map { index, title in
            Candidate(
                id: "c\(index)", item: item(title, source: "Paper\(index % 4)"),
                firstSeen: Self.now.addingTimeInterval(-60))
        }
    }

    private func selection(_ opinions: [Opinion], of candidates: [Candidate]? = nil) -> Selection {
        var rules = SelectionRules()
        rules.maxItems = 100
        rules.maxPerSection = 100
        rules.taste = Taste(opinions, now: Self.now)
        return Selection(candidates: candidates ?? self.candidates, rules: rules, now: Self.now)
    }

    private func learned(_ selection: Selection, _ id: String) -> Double {
        guard case .shown(let score) = selection.decisions[id] else { return .nan }
        return score.parts.first { $0.name == "learned" }?.value ?? 0
    }

    @Test func `a liked word lifts the stories that have it in any form, and a disliked one lowers them`() {
        let liked = selection([opinion(.liked, "Comets return to the evening sky")])
        #expect((0.15...0.5).contains(learned(liked, "c39")))
        #expect(liked.sections[0].stories.map(\.id).firstIndex(of: "c39") == 0)
        let disliked = selection([opinion(.disliked, "Comets return to the evening sky")])
        #expect(learned(disliked, "c39") == -learned(liked, "c39"))
        #expect(disliked.sections[0].stories.map(\.id).last == "c39")
    }

    @Test func `no story is left out because of opinions`() {
        let strong = selection(
            (0..<200).map { opinion(.disliked, "Comet \($0)", source: "Paper3", section: "general") })
        #expect(strong.sections.flatMap(\.stories).count == 40)
        #expect(learned(strong, "c39") >= -0.8)
        #expect(learned(strong, "c39") < -0.4)
    }

    @Test func `a word that every title has says nothing`() {
        #expect(abs(learned(selection([opinion(.liked, "After")]), "c39")) <= 0.05)
    }

    @Test(arguments: ["The comet is on the way to the sun", "Комета летит к солнцу для того, что её там ждут"])
    func `words that have no topic are not learned`(title: String) {
        let words = Set(Taste([opinion(.liked, title)], now: Self.now).words.keys)
        #expect(words.isDisjoint(with: ["the", "для", "что"].map(StemLanguage.english.stem)))
        #expect(words.contains(StemLanguage.english.stem(of: title.hasPrefix("The") ? "comet" : "комета")))
    }

    @Test func `words are learned in the language of the reader and of the item`() {
        func words(_ title: String, tag: String?, reader: String) -> Set<String> {
            var liked = opinion(.liked, title)
            liked.item.item.language = tag
            return Set(Taste([liked], language: reader, now: Self.now).words.keys)
        }
        #expect(words("Neue Häuser am Hafen", tag: nil, reader: "de").contains("haus"))
        #expect(words("Neue Häuser am Hafen", tag: "de-AT", reader: "en").contains("haus"))
        #expect(words("New batteries for the ferry", tag: nil, reader: "de").contains("batteri"))
    }

    @Test func `sources and sections are learned too`() {
        let source = selection([opinion(.liked, "Xylophones", source: "Paper2")])
        #expect(learned(source, "c2") > 0 && learned(source, "c1") == 0)
        var mixed = candidates
        mixed[3] = Candidate(
            id: "c3", item: item(mixed[3].item.title, source: "Paper3", category: "science"),
            firstSeen: Self.now.addingTimeInterval(-60))
        let section = selection([opinion(.liked, "Xylophones", section: "science")], of: mixed)
        #expect(learned(section, "c3") > 0 && learned(section, "c1") == 0)
    }

    @Test func `an opinion fades, and what was saved counts half`() {
        func value(_ kind: Opinion.Kind, days: Double) -> Double {
            learned(selection([opinion(kind, "Comets", days: days)]), "c39")
        }
        #expect(value(.liked, days: 0) > value(.liked, days: 60))
        #expect(value(.liked, days: 60) == value(.saved, days: 0))
        #expect(value(.liked, days: 200) > 0)
        #expect(value(.liked, days: 366) == 0)
    }

    @Test func `without opinions the score has no such part`() {
        #expect(learned(selection([]), "c39") == 0)
    }

    @Test func `the order of the opinions does not matter`() {
        let opinions = ["Comets", "Council debates", "Sunset"].map { opinion(.liked, $0) }
        #expect(selection(opinions) == selection(opinions.reversed()))
    }

    @Test func `hostile titles among the opinions cost little`() {
        let title = String(repeating: "e\u{301}", count: 5_000) + " comet"
        #expect(learned(selection((0..<50).map { _ in opinion(.liked, title) }), "c39").isFinite)
    }
}
