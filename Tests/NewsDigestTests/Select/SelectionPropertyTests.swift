import Foundation
import TestSupport
import Testing

@testable import Select
@testable import Settings
@testable import State
@testable import Values

/// What holds for any candidates and any rules, tried on generated ones.
@Suite struct SelectionPropertyTests {
    private struct Case {
        var candidates: [Candidate]
        var sent: [SentStory]
        var rules: SelectionRules
        var leftOver: Set<String>
        var now = SelectionTests.now

        var selection: Selection {
            Selection(candidates: candidates, sent: sent, rules: rules, leftOver: leftOver, now: now)
        }
    }

    private static let categories = ["general", "science", "sports", "events", "chess"]

    private func `case`(_ seed: UInt64) throws -> Case {
        var random = SeededGenerator(seed: seed)
        let now = SelectionTests.now
        let news = Newsroom(seed: seed).news(Int.random(in: 0...160, using: &random))
        let candidates = news.enumerated().map { index, news in
            let age = Double.random(in: -5...60, using: &random)
            let source = Int.random(in: 0..<3, using: &random) == 0 ? Int.random(in: 0..<12, using: &random) : 0
            var item = Item(
                sourceID: "feed:\(source)", source: "Source \(source)",
                url: news.url.isEmpty ? "https://s\(source).example.org/\(index)" : news.url, title: news.title,
                summary: news.summary, published: news.hour == nil ? nil : now.addingTimeInterval(-age * 3600),
                category: Self.categories.randomElement(using: &random)!, position: index % 30)
            if index % 7 == 0 {
                item.kind = .event
                item.tags = ["concert"]
                item.event = Event(
                    occurrences: [.init(starts: now.addingTimeInterval(Double(index % 9 - 2) * 86_400), ends: nil)],
                    place: "Hall \(index % 3)")
            }
            let firstSeen = now.addingTimeInterval(-Double.random(in: 0...50, using: &random) * 3600)
            return Candidate(id: "i\(index)", item: item, firstSeen: firstSeen)
        }
        var rules = SelectionRules()
        rules.maxItems = Int.random(in: 0...30, using: &random)
        rules.maxPerSection = Int.random(in: 1...12, using: &random)
        if Bool.random(using: &random) {
            rules.sections = Self.categories.shuffled(using: &random).prefix(3).map { Category($0) }
        }
        if Bool.random(using: &random) { rules.mute = [try Pattern("striker"), try Pattern("/parom|паром/")] }
        if Bool.random(using: &random) {
            rules.include = [try Pattern("bridge"), try Pattern("музеи"), try Pattern("train")]
        }
        if Bool.random(using: &random) { rules.sources["feed:0"] = .init(limit: 4, weight: 2) }
        rules.leftovers = Configuration.Leftovers.allCases.randomElement(using: &random)!
        let sent = candidates.prefix(10).enumerated().map { index, candidate in
            SentStory(
                digest: "d\(index)", sent: now.addingTimeInterval(-10 * 3600),
                story: Story(id: candidate.id, item: candidate.item, url: candidate.item.url))
        }
        return Case(
            candidates: Array(candidates.dropFirst(10)), sent: Bool.random(using: &random) ? sent : [], rules: rules,
            leftOver: Set(candidates.map(\.id).filter { _ in Bool.random(using: &random) }))
    }

    @Test(arguments: 1...16) func `no item vanishes without a reason`(seed: UInt64) throws {
        let one = try `case`(seed)
        let selection = one.selection
        #expect(Set(selection.decisions.keys) == Set(one.candidates.map(\.id)))
        let shown = selection.sections.flatMap(\.stories).map(\.id)
        #expect(Set(shown) == Set(selection.decisions.filter { $0.value.name == "shown" }.keys))
        #expect(Set(shown).count == shown.count)
        // A queued story that is too old by the next digest is not announced for it.
        let next = selection.decisions.count { $0.value.name == "queued" && selection.lasting.contains($0.key) }
        #expect(next == selection.leftOver)
        #expect(selection.leftOver >= selection.sections.map(\.leftOver).reduce(0, +))
        let members = selection.members.values.flatMap { $0 }
        #expect(Set(members).count == members.count)
        #expect(Set(selection.members.keys) == Set(shown))
        for (id, decision) in selection.decisions {
            switch decision {
            case .duplicate(let lead), .sameStory(let lead, _), .sameAffair(let lead, _):
                let name = selection.decisions[lead]?.name
                #expect(name == "shown" || name == "queued")
                #expect(selection.members[lead]?.contains(id) ?? (name == "queued"))
            default: break
            }
        }
    }

    @Test(arguments: 1...16) func `no section and no source exceeds its limit`(seed: UInt64) throws {
        let one = try `case`(seed)
        let sections = one.selection.sections
        #expect(sections.flatMap(\.stories).count <= one.rules.maxItems)
        #expect(sections.allSatisfy { !$0.stories.isEmpty && $0.stories.count <= one.rules.maxPerSection })
        for (source, own) in one.rules.sources {
            let count = sections.flatMap(\.stories).count { $0.item.sourceID == source }
            #expect(count <= own.limit ?? .max)
        }
        if !one.rules.sections.isEmpty {
            let names = sections.map(\.category)
            #expect(names == one.rules.sections.map(\.name).filter(names.contains))
        }
    }

    @Test(arguments: 1...16) func `the order of the candidates does not matter`(seed: UInt64) throws {
        var one = try `case`(seed)
        let straight = one.selection
        var random = SeededGenerator(seed: seed &+ 99)
        one.candidates.shuffle(using: &random)
        one.sent.shuffle(using: &random)
        #expect(one.selection == straight)
    }

    @Test(arguments: 1...16) func `sent stories do not come again`(seed: UInt64) throws {
        var one = try `case`(seed)
        one.rules.growth = .never
        let first = one.selection
        let sent = first.sections.flatMap(\.stories).map { SentStory(digest: "d", sent: one.now, story: $0) }
        let gone = Set(first.members.values.joined())
        one.candidates.removeAll { gone.contains($0.id) }
        one.sent += sent
        one.leftOver = Set(first.decisions.filter { $0.value.name == "queued" }.keys)
        one.rules.leftovers = seed % 2 == 0 ? .lead : .compete
        let second = one.selection
        #expect(Set(second.decisions.filter { $0.value.name == "shown" }.keys).isDisjoint(with: gone))
        // What waited is shown now, unless it tells what was sent or still does not fit.
        for (id, decision) in first.decisions where decision.name == "queued" {
            #expect(
                ["shown", "queued", "already sent", "duplicate", "same story"].contains(second.decisions[id]?.name))
        }
    }

    @Test(arguments: 1...16) func `a source gets another place only when no other could have it`(seed: UInt64) throws {
        let one = try `case`(seed)
        let selection = one.selection
        for section in selection.sections {
            let shown = Dictionary(grouping: section.stories, by: \.item.source).mapValues(\.count)
            let waiting = one.candidates.filter { candidate in
                guard case .queued(let cap, _) = selection.decisions[candidate.id], cap != .source else {
                    return false
                }
                return candidate.item.category == section.category && candidate.item.kind == .article
            }
            for source in Set(waiting.map(\.item.source)) {
                let most = shown.values.max() ?? 0
                #expect(shown[source] ?? 0 >= most - 1, "\(source) in \(section.category)")
            }
        }
    }

    @Test(arguments: 1...10) func `decisions can be stored`(seed: UInt64) throws {
        let decisions = try `case`(seed).selection.decisions.sorted { $0.key < $1.key }.map(\.value)
        var log = DecisionLog()
        for (number, decision) in decisions.enumerated() { log.append(decision, on: Int64(number)) }
        let stored = try DecisionLog.decisions(log.packed)
        #expect(stored == Dictionary(uniqueKeysWithValues: zip(decisions.indices.map(Int64.init), decisions)))
        #expect(decisions.allSatisfy { !$0.description.contains("\n") && !$0.description.isEmpty })
    }
}
