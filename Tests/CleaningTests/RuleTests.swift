import Foundation
import Testing

@testable import Cleaning

/// Each rule takes its example, at each of its places, and leaves the news beside it.
@Suite struct RuleTests {
    private static let news = "The old bridge carries trams again since Monday."
    private static let more = "The boats of the town sail on to the harbour."

    private static func cleaned(_ summary: String) -> String { draft(summary).summary }

    private static func draft(_ summary: String, article: String = "") -> Draft {
        let draft = Draft(
            title: "Bridge opens after ten years", summary: summary, author: "Anna Lee", source: "Elsom Gazette",
            url: "https://gazette.example/1", published: nil, article: { article })
        var profile = SourceProfile(nil, now: .now)
        return [draft].cleaned(&profile)[0]
    }

    @Test(arguments: Rule.all.indices.filter { !Rule.all[$0].example.isEmpty })
    func `its example goes`(index: Int) {
        let rule = Rule.all[index]
        if rule.places.contains(.start) {
            #expect(Self.cleaned("\(rule.example)\n\n\(Self.news)") == Self.news, "\(rule.name)")
        }
        if rule.places.contains(.inside) {
            let text = "\(Self.news)\n\n\(rule.example)\n\n\(Self.more)"
            #expect(Self.cleaned(text) == "\(Self.news)\n\n\(Self.more)", "\(rule.name)")
        }
        if !rule.places.isDisjoint(with: [.end, .aside]) {
            #expect(Self.cleaned("\(Self.news)\n\n\(rule.example)") == Self.news, "\(rule.name)")
        }
    }

    @Test(arguments: [
        ("Photo: Anna Lee\n\n\(RuleTests.news)", ["credit of a picture"]),
        ("\(RuleTests.news)\n\nRead more", ["phrase"]),
        ("ELSOM (AFP) – \(RuleTests.news)", ["dateline"]),
        ("\(RuleTests.news)\n\nContinue reading at the Elsom Gazette\n\n\(RuleTests.more)", ["phrase"]),
        ("By Anna Lee \(RuleTests.news)", ["author"]), ("The bridge carries trams again #tram #elsom", ["tags"]),
        (RuleTests.news, []),
        ("\(RuleTests.news) \(RuleTests.more) \(RuleTests.news) The…", ["scrap of a sentence"]),
    ])
    func `what goes is kept with the name of its rule`(summary: String, rules: [String]) {
        let draft = Self.draft(summary)
        #expect(draft.removals.map(\.rule) == rules)
        let length = draft.removals.map(\.text.count).reduce(0, +)
        let spaces = draft.removals.count * 4
        #expect((0...spaces).contains(summary.count - draft.summary.count - length), "\(draft.removals)")
    }

    @Test func `an excerpt that is only a heading gives way to the article`() {
        #expect(Self.draft("Introduction", article: "Introduction\n\n\(Self.news)").summary == Self.news)
    }

    @Test func `what the excerpt and the article lose is kept once`() {
        let excerpt = "ELSOM (AFP) – Read more"
        let draft = Self.draft(excerpt, article: "\(excerpt)\n\n\(Self.news)\n\nFollow us")
        #expect(draft.summary == Self.news)
        #expect(Set(draft.removals.map(\.text)) == ["ELSOM (AFP) –", "Read more", "Follow us"])
        #expect(draft.removals.count == 3, "\(draft.removals)")
    }

    @Test func `each rule has a name and a reason, and no place has two of one name`() {
        #expect(Rule.all.allSatisfy { !$0.name.isEmpty && !$0.reason.isEmpty })
        for rules in [Rule.atStart, Rule.inside, Rule.atEnd, Rule.ofAsides] {
            #expect(Set(rules.map(\.name)).count == rules.count)
        }
    }
}
