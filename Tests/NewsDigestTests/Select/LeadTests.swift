import Foundation
import Testing

@testable import Select
@testable import Values

/// Which story is the first of a digest, and what stays out.
@Suite struct LeadTests {
    static let now = Date(timeIntervalSince1970: 1_795_248_000)

    private func candidate(
        _ id: String, _ title: String, summary: String = "It was said in the morning.", source: String = "Daily",
        url: String? = nil, category: String = "general", language: String? = nil, image: String? = nil,
        hours: Double = 1
    ) -> Candidate {
        let item = Item(
            sourceID: "feed:\(source)", source: source, url: url ?? "https://\(source.lowercased()).org/\(id)",
            title: title, summary: summary, image: image, published: Self.now.addingTimeInterval(-hours * 3600),
            category: category, language: language)
        return Candidate(id: id, item: item, firstSeen: Self.now)
    }

    private func selection(
        _ candidates: [Candidate], _ change: (inout SelectionRules) -> Void = { _ in }
    ) -> Selection {
        var rules = SelectionRules()
        change(&rules)
        return Selection(candidates: candidates, rules: rules, now: Self.now)
    }

    /// Lets the items of Daily stand alone.
    private func letStandAlone(_ rules: inout SelectionRules) {
        let choices = Choices(lastDigest: Self.now - 86_400)
        rules.newness = Newness(maxAge: rules.maxAge, choices, sources: ["feed:Daily"])
        rules.newness.letStandAlone(["feed:Daily"], at: Self.now)
    }

    private func ids(_ selection: Selection) -> [String] { selection.sections.flatMap(\.stories).map(\.id) }

    private func part(_ name: String, of selection: Selection, _ id: String) -> Double {
        guard case .shown(let score) = selection.decisions[id] else { return .nan }
        return score.parts.first { $0.name == name }?.value ?? 0
    }

    private func score(_ selection: Selection, _ id: String) -> Double {
        switch selection.decisions[id] {
        case .shown(let score), .queued(_, let score), .belowScore(let score): score.total
        default: .nan
        }
    }

    @Test func `a post without a text, a recording and an entry of its own are not first while there is another`() {
        let news = candidate("n", "Bakery on the corner closes for repairs", source: "Post", hours: 30)
        let picture = candidate("p", "Nine killed as storm floods the capital", summary: "", hours: 0)
        let video = candidate(
            "v", "President resigns after court ruling on war", url: "https://www.youtube.com/watch?v=1", hours: 0)
        for other in [picture, video] {
            #expect(ids(selection([other, news])) == ["n", other.id])
            #expect(ids(selection([other, news]) { $0.maxItems = 1 }) == ["n"])
            #expect(ids(selection([other])) == [other.id])
        }
        let told = candidate("t", "Baker shows his new oven", url: "https://www.youtube.com/watch?v=2", hours: 30)
        for other in [picture, candidate("v", video.item.title, summary: "", url: video.item.url, hours: 0)] {
            #expect(ids(selection([other, told])) == ["t", other.id])
        }
        let entry = candidate("e", "Nine killed as storm floods the capital", hours: 0)
        #expect(ids(selection([entry, news], letStandAlone)) == ["n", "e"])
    }

    @Test func `a section of pictures is not the first one, unless the profile orders the sections`() {
        let picture = candidate("p", "Sunset", summary: "", image: "https://pictures.org/1.jpg")
        let news = candidate("n", "Bakery on the corner closes", source: "Post", category: "technology")
        #expect(ids(selection([picture, news])) == ["n", "p"])
        let named = selection([picture, news]) { $0.sections = [Category("general"), Category("technology")] }
        #expect(ids(named) == ["p", "n"])
        let headline = candidate("p", "Council opens the winter market", summary: "")
        #expect(ids(selection([headline, news])) == ["p", "n"])
    }

    @Test func `a text in a language without a table does not come before the usual text of one with a table`() {
        let gadgets = [
            "How to choose your new headphones", "Review: the best phone case you can buy",
            "Your guide to gaming chairs",
            "This tiny camera is fun", "Why you will love this new watch", "Best deals on your favourite tablets",
        ].enumerated().map { index, title in
            candidate("g\(index)", title, source: "Gadgets", language: "en", hours: 1)
        }
        let town = candidate("t", "Mesto opravuje cestu na nábreží", source: "Mesto", language: "sk", hours: 1)
        let chosen = selection(gadgets + [town])
        let usual = gadgets.reduce(0) { $0 + part("important", of: chosen, $1.id) } / Double(gadgets.count)
        #expect(part("important", of: chosen, "t") == 0 && (-0.25..<0).contains(usual), "\(usual)")
        let grave = ["Nine killed as storm floods the capital", "Court orders president to hand over power"].map {
            candidate($0, $0, source: "Post", language: "en")
        }
        #expect(grave.allSatisfy { part("important", of: selection(grave), $0.id) > 0 })
    }

    @Test func `points for a rare feed lift a story above none of two publishers`() {
        let rare = candidate("r", "Quay workshop publishes its yearly letter", source: "Workshop", hours: 0)
        let first = candidate("a", "Bridge toll of Quenby doubles in January", source: "Post", hours: 40)
        let second = candidate("b", "Quenby doubles its bridge toll from January", source: "Herald", hours: 40)
        let chosen = selection([rare, first, second]) { $0.itemsADay = ["feed:Workshop": 0.1] }
        #expect(chosen.sections[0].stories.map(\.item.source).last == "Workshop")
        #expect(chosen.sections[0].stories.count == 2)
        let alone = selection([rare]) { $0.itemsADay = ["feed:Workshop": 0.1] }
        let without = selection([rare])
        #expect(abs(score(alone, "r") - score(without, "r") - 0.72) < 0.01)
        #expect(score(chosen, "r") >= score(selection([rare, first, second]), "r"))
    }

    @Test func `stories below min_score stay out and are counted`() {
        let filler = candidate("f", "Quiz: how well do you know your biscuits?", hours: 40)
        let news = candidate("n", "Nine killed as storm floods the capital", source: "Post")
        let chosen = selection([filler, news]) { $0.minScore = 0.2 }
        #expect(ids(chosen) == ["n"] && chosen.belowScore == 1 && chosen.leftOver == 0)
        #expect(chosen.decisions["f"]?.name == "below min_score")
        #expect(selection([filler, news]).belowScore == 0 && ids(selection([filler, news])).count == 2)
        let alone = selection([filler, news]) {
            $0.minScore = 100
            letStandAlone(&$0)
        }
        #expect(ids(alone) == ["f"] && alone.belowScore == 1)
    }

    @Test(arguments: [24, 48, 168.0])
    func `one dislike costs its source less than a day of freshness`(hours: Double) {
        let disliked = candidate("d", "Sunset over the pier", source: "Workshop", category: "science")
        let opinion = Opinion(
            .disliked, item: StoredItem(id: "d", item: disliked.item, firstSeen: Self.now, lastSeen: Self.now),
            section: "science", date: Self.now)
        let other = candidate("o", "Yearly letter of the quay", source: "Workshop", category: "science")
        let rest = (0..<60).map { candidate("c\($0)", "Council number \($0) meets", source: "Paper\($0)") }
        let before = score(selection(rest + [other]) { $0.maxAge = hours * 3600 }, "o")
        let after = selection(rest + [other]) {
            $0.maxAge = hours * 3600
            $0.taste = Taste([opinion], now: Self.now)
        }
        let cost = before - score(after, "o")
        #expect(cost > 0 && cost < 0.3 * min(1, 24 / hours), "\(cost)")
    }
}
