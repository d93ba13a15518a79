import Foundation
import StateTestSupport
import Testing

@testable import State
@testable import Values

/// Which entries of a source are one item, answer after answer.
@Suite(.everyEngine) struct IdentityTests {
    let folder: StateFolder
    let state: State

    init() throws {
        folder = try StateFolder()
        state = try folder.open()
    }

    private func give(_ items: Item..., at time: Date = morning, source: String = "feed:a") throws -> [StoredItem] {
        try state.remember([answer(items, source: source)], now: time)
    }

    private func entry(
        _ guid: String, _ url: String, _ title: String, _ text: String = "", at published: Date? = morning - 3600
    ) -> Item {
        storyItem("", guid: guid, url: "https://example.org/\(url)", title: title, summary: text, published: published)
    }

    // MARK: - Ids of one answer

    @Test func `items with ids of their own are many, though they share a page`() throws {
        let first = try give(entry("1", "notes#a", "Storage is faster", "All disks."))
        try state.send("d1", first)
        let second = try give(
            entry("2", "notes#b", "Queues are longer", "All of them."),
            entry("1", "notes#a", "Storage is faster", "All disks."))
        #expect(second.map(\.id).contains(first[0].id) && Set(second.map(\.id)).count == 2)
        #expect(try state.unsent() == ["Queues are longer"])
        let pod = try give(
            entry("e1", "pod", "Episode 1", "Listen."), entry("e2", "pod", "Episode 2", "Listen."), source: "feed:b")
        #expect(Set(pod.map(\.id)).count == 2)
    }

    @Test func `two ids are one item when address, title and text are the same, also with a new date`() throws {
        let items = try give(
            entry("1", "a", "Storm", "It rained."), entry("2", "a", "Storm", "It rained.", at: morning))
        #expect(items.count == 1)
        let again = try give(entry("3", "a", "Storm", "It rained.", at: morning + 60))
        #expect(again.map(\.id) == items.map(\.id))
        // Without a text two ids stay two items.
        #expect(try give(entry("4", "b", "Rain"), entry("5", "b", "Rain")).count == 2)
    }

    @Test func `an address with counters is one id while the titles have something in common`() throws {
        let url = "https://example.org/live"
        let first = try give(entry("\(url)#0", "live", "Storm reaches the coast", "One."))
        let second = try give(entry("\(url)#3", "live", "Storm leaves the coast", "Two.", at: morning))
        #expect(first.map(\.id) == second.map(\.id))
        let tracked = try give(
            entry("\(url)#9", "live?utm_medium=RSS&at_campaign=rss", "Storm turns to the coast", "Five."))
        #expect(first.map(\.id) == tracked.map(\.id))
        let both = try give(
            entry("\(url)#4", "live", "Storm leaves the coast", "Three."),
            entry("\(url)#5", "live", "Mayor opens new bridge", "Four."))
        #expect(both.count == 2)
    }

    // MARK: - An id that takes the place of another

    @Test(arguments: [
        ("9", "a/1-storm", "Storm", "Text one."), ("9", "other", "Storm", "Text one."),
        ("9", "a/1-storm", "Storm", "Text two."), ("9", "a/1-storm", "Quite other words", "Text one."),
        ("9", "news/floods-in-town-48213", "Quite other words", "Text one."),
    ])
    func `with the same date and enough else, a new id is the old item`(
        guid: String, url: String, title: String, text: String
    ) throws {
        let path = url.hasSuffix("48213") ? "news/storm-hits-coast-48213" : "a/1-storm"
        let first = try give(entry("1", path, "Storm", "Text one."))
        let second = try give(entry(guid, url, title, text))
        #expect(first.map(\.id) == second.map(\.id), "\(url) \(title)")
        // From now on it is known by both ids.
        #expect(try give(entry(guid, "z", "Z", "Z.")).map(\.id) == first.map(\.id))
    }

    @Test(arguments: [
        ("a/1-storm", "Storm", "Text two.", 60.0), ("a/1-storm", "Quite other words", "", 0),
        ("other", "Storm", "", 0), ("news/2026/11/floods", "Quite other words", "Text one.", 0),
    ])
    func `a new date with another text, and too little that is the same, is a new item`(
        url: String, title: String, text: String, later: TimeInterval
    ) throws {
        let path = url.hasPrefix("news") ? "news/2026/11/storm" : "a/1-storm"
        let first = try give(entry("1", path, "Storm", "Text one."))
        let second = try give(entry("2", url, title, text, at: morning - 3600 + later))
        #expect(first.map(\.id) != second.map(\.id))
    }

    @Test func `a forecast with an id of its own is new each day, though title and address are the same`() throws {
        let days = try (0..<3).map { day in
            let text = "Rain on day \(day)."
            return try give(entry("f\(day)", "n", "Weather", text, at: morning + Double(day) * 86_400))[0].id
        }
        #expect(Set(days).count == 3)
    }

    @Test func `with a new date another headline is a new item, whatever number its address has`() throws {
        let first = try give(entry("1", "minister-quits-7712346", "Minister quits", "Text one."))
        let second = try give(entry("2", "successor-named-7712346", "Successor named", "Text one.", at: morning))
        #expect(first.map(\.id) != second.map(\.id))
    }

    @Test func `what is still in the answer keeps its place`() throws {
        let first = try give(entry("1", "a", "Storm", "One."))
        let both = try give(entry("2", "a", "Storm", "Two."), entry("1", "a", "Storm", "One."))
        #expect(both.count == 2 && both.map(\.id).contains(first[0].id))
    }

    @Test func `a text, an address and a number that several items have had prove nothing`() throws {
        _ = try give(
            entry("1", "p", "One", "Listen to our show."), entry("2", "q/55512", "Two", "Listen to our show."))
        #expect(try give(entry("3", "r/55512", "Two", "Listen to our show.")).map(\.item.guid) == ["3"])
        #expect(try state.unsent().sorted() == ["One", "Two", "Two"])
    }

    @Test func `a feed whose ids and addresses go to https keeps its items`() throws {
        var old = entry("http://example.org/1", "1", "Storm", "It rained.")
        old.url = "http://example.org/1"
        let first = try give(old)
        #expect(try give(entry("https://example.org/1", "1", "Storm", "It rained.")).map(\.id) == first.map(\.id))
    }

    // MARK: - Ids that do not count

    @Test func `an id that several items of an answer bear does not count`() throws {
        let one = entry("feed", "1", "One", "Text one.")
        let first = try give(one, entry("feed", "2", "Two", "Text two."))
        let second = try give(entry("feed", "3", "Three", "Text three.", at: morning), one)
        #expect(Set((first + second).map(\.id)).count == 3)
    }

    @Test func `places in a list are no ids`() throws {
        func list(_ names: [String], _ time: Date) -> [Item] {
            names.enumerated().map {
                entry("\($0)", $1, "All about \($1)", "Text of \($1).", at: time + Double($1.count))
            }
        }
        let first = try state.remember([answer(list(["apples", "pears", "plums"], morning))], now: morning)
        let second = try state.remember([answer(list(["figs", "apples", "pears"], morning))], now: morning)
        #expect(second[1...].map(\.id) == first[..<2].map(\.id))
        let third = try state.remember([answer(list(["nuts", "figs"], morning))], now: morning)
        #expect(third[1].id == second[0].id)
        #expect(try state.unsent().count == 5)
    }

    @Test func `what was sent of a place in a list does not count as sent for what stands there later`() throws {
        func list(_ names: String...) -> [Item] {
            names.enumerated().map {
                entry("\($0)", $1, "All about \($1)", "Text of \($1).", at: morning + Double($1.count))
            }
        }
        try state.send("d1", state.remember([answer(list("apples", "pears", "plums"))], now: morning))
        for _ in 1...2 { _ = try state.remember([answer(list("figs", "apples", "pears"))], now: morning) }
        #expect(try state.unsent() == ["All about figs"])
    }

    @Test func `a place in a list that had one item is no id`() throws {
        let apples = { entry($0, "apples", "All about apples", "They are red.") }
        let first = try give(apples("0"))
        let second = try give(entry("0", "figs", "More on figs", "They are green.", at: morning), apples("1"))
        #expect(second[1].id == first[0].id)
        #expect(try state.unsent().count == 2)
    }

    @Test(arguments: ["page", "nowhere", "text", "bare"])
    func `places in a list are no ids, also where items share a page or a text`(kind: String) throws {
        func list(_ numbers: ClosedRange<Int>) -> [Item] {
            numbers.reversed().enumerated().map { place, number in
                let text = kind == "text" ? "See the list of changes." : kind == "bare" ? "" : "Text of \(number)."
                var item = entry(
                    "place-\(place)", kind == "text" ? "\(number)" : "show", "Episode \(number)", text,
                    at: morning + Double(number))
                if kind == "nowhere" { item.url = "https://example.org/feed#!place-\(place)" }
                return item
            }
        }
        var seen: Set<String> = []
        for day in 1...5 {
            let found = try state.remember([answer(list(day...(day + 3)))], now: morning + Double(day) * 3600)
            seen.formUnion(found.map(\.id))
            #expect(seen.count == day + 3)
            #expect(Set(found.map(\.item.title)) == Set((day...(day + 3)).map { "Episode \($0)" }))
        }
    }

    // MARK: - Without ids

    private func plain(_ url: String, _ title: String, _ text: String = "", at time: Date? = morning - 3600) -> Item {
        entry("", url, title, text, at: time)
    }

    @Test func `without an id the address tells, with its fragment`() throws {
        let first = try give(plain("a#1", "Storm", "It rained."), plain("a#2", "Storm", "It snowed.", at: morning))
        #expect(first.count == 2)
        #expect(try give(plain("a#1", "Storm over", "It rained a lot.", at: morning)).map(\.id) == [first[0].id])
        let other = try give(plain("a#1", "Bridge opens", "Trams cross again.", at: morning + 60))
        #expect(other[0].id != first[0].id)
        // The address is that of the new item now.
        #expect(
            try give(plain("a#1", "Bridge opens", "Trams cross again.", at: morning + 60)).map(\.id) == other.map(\.id))
    }

    @Test func `without an id the address tells while the title is the same, whatever date and text are`() throws {
        let first = try give(plain("n", "Weather", "Rain all day."))
        #expect(try give(plain("n", "Weather", "Sun until evening.", at: morning)).map(\.id) == first.map(\.id))
    }

    @Test func `without an id and a stable address the title with its date tells`() throws {
        let first = try give(plain("a?session=1", "Storm hits"))
        #expect(try give(plain("a?session=2", "Storm hits")).map(\.id) == first.map(\.id))
        #expect(try give(plain("a?session=3", "Storm hits", at: morning)).map(\.id) != first.map(\.id))
    }

    @Test func `without any key of its own an item is known by all of its texts`() throws {
        let items = [plain("", "Weather", "Rain."), plain("", "Weather", "Sun."), plain("", "Traffic", "Jam.")]
        let first = try state.remember([answer(items)], now: morning)
        #expect(first.count == 3)
        #expect(try state.remember([answer(items)], now: morning + 60).map(\.id) == first.map(\.id))
    }

    // MARK: - What was said

    @Test func `cleaning changes no identity`() throws {
        var cleaned = plain("a?session=1", "Harbour: Storm hits")
        cleaned.title = "Storm hits"
        let first = try give(cleaned)
        #expect(try give(plain("a?session=2", "Harbour: Storm hits")).map(\.id) == first.map(\.id))
    }

    @Test func `what the state stores of a saying is read as it was`() throws {
        let said = Fingerprint(entry("1", "news/floods-48213", "Storm", "Text"), address: nil)
        #expect(try Fingerprint(packed: said.packed) == said)
    }

    // MARK: - Old states

    /// Makes the state as the version before wrote it: without what the sources said and without the keys of this.
    private func age(_ keys: [Int64], of number: Int64) throws {
        try state.write { db in
            try db.execute(sql: "UPDATE item SET said = NULL")
            try db.execute(sql: "DELETE FROM identity WHERE item = ?", arguments: [number])
            try db.insert(keys.map { [$0, number] }, into: "identity", columns: "hash, item")
        }
    }

    @Test func `an item of an old state is found by the keys of its time`() throws {
        var item = plain("a?session=1", "Harbour: Storm hits")
        item.title = "Storm hits"
        let first = try give(item)
        try age(Identity(item).formerKeys, of: first[0].number)
        item.url = "https://example.org/a?session=2"
        #expect(try give(item).map(\.id) == first.map(\.id))
    }

    @Test func `entries that an old state kept as one part, and old ones stay old`() throws {
        let items = (1...3).map {
            entry("\($0)", "pod", "Episode \($0)", "Text \($0).", at: morning - Double(4 - $0) * day)
        }
        let first = try give(items[0], at: morning - 4 * day)
        try age(items.compactMap { Identity($0).id }, of: first[0].number)
        let parted = try state.remember([answer(items)], now: morning)
        #expect(Set(parted.map(\.id)).count == 3)
        #expect(parted[0].id == first[0].id)
        #expect(parted.map(\.firstSeen) == [morning - 4 * day, morning - 2 * day, morning - day])
    }

    @Test func `an address with a fragment finds its item, and the page finds all`() throws {
        let items = try give(
            entry("1", "notes#a", "One", "1."), entry("2", "notes#b", "Two", "2."), entry("3", "x", "X"))
        #expect(try state.item("https://example.org/notes#a")?.id == items[0].id)
        #expect(try state.item("example.org/notes#b")?.id == items[1].id)
        #expect(try state.item("example.org/notes") != nil)
    }
}
