import Foundation
import StateTestSupport
import Testing

@testable import State
@testable import Values

@Suite(.everyEngine) struct StateItemsTests {
    let folder: StateFolder
    let state: State

    init() throws {
        folder = try StateFolder()
        state = try folder.open()
    }

    @Test func `an item is stored once, however often its source gives it`() throws {
        let first = try state.remember([answer([storyItem("a")])], now: morning)
        let second = try state.remember([answer([storyItem("a")])], now: morning + 60)
        #expect(first[0].id == second[0].id)
        #expect(second[0].firstSeen == morning)
        #expect(second[0].lastSeen == morning + 60)
        #expect(try state.unsent() == ["Title of a"])
    }

    @Test(arguments: ["guid a", nil])
    func `a sent item stays sent when a later version finds its publisher and cuts its title`(guid: String?) throws {
        var old = storyItem("a", title: "The ferry to Ardo opens - Le Quai")
        old.guid = guid
        let stored = try state.remember([answer([old])], now: morning)
        try state.send("d1", stored)
        var new = old
        (new.title, new.source, new.listedPublisher) = ("The ferry to Ardo opens", "Le Quai", "Le Quai")
        let again = try state.remember([answer([new, storyItem("b")])], now: morning + 60)
        #expect(again[0].id == stored[0].id && again[0].item.listedPublisher == "Le Quai")
        #expect(try state.unsent() == ["Title of b"])
        #expect(try state.item(stored[0].id)?.item == new)
    }

    @Test func `the items that a source contained last are the newest first`() throws {
        try state.remember([answer([storyItem("a"), storyItem("b")])], now: morning)
        try state.remember([answer([storyItem("b"), storyItem("c"), storyItem("d")])], now: morning + 60)
        try state.remember([answer([storyItem("e", source: "feed:b")], source: "feed:b")], now: morning + 90)
        #expect(
            try state.itemsContainedLast(by: "feed:a", limit: 3).map(\.item.title)
                == ["d", "c", "b"].map { "Title of \($0)" })
        #expect(try state.itemsContainedLast(by: "feed:a", limit: 9).count == 4)
    }

    @Test func `what another program has shown is never a candidate, however it is found again`() throws {
        let withID = storyItem("a", guid: "id-a")
        var byAddress = storyItem("b")
        byAddress.guid = nil
        let onlyID = storyItem("c", guid: "id-c", url: "", title: "", published: nil)
        let items = [withID, byAddress, onlyID]
        #expect(try state.countAsShown(items, ofSource: "feed:a", named: "Feed", now: morning) == 3)
        #expect(try state.countAsShown(items, ofSource: "feed:a", named: "Feed", now: morning) == 0)
        let answered = [withID, byAddress, storyItem("c", guid: "id-c"), storyItem("d")]
        try state.remember([answer(answered)], now: morning + 60)
        #expect(try state.unsent() == ["Title of d"])
        #expect(try state.newestItems(ofSource: "feed:a", limit: 3).count == 3)
    }

    @Test func `items with one guid have ids that are counted, and not every number is looked up`() throws {
        let items = (1...9).map { number in
            var item = storyItem("\(number)", guid: "same", title: "Tide table of pier \(number * 1117)")
            item.published = morning - Double(number) * 86_400
            return item
        }
        let ids = try state.remember([answer(items)], now: morning).map(\.id)
        #expect(Set(ids).count == 9, "\(ids)")
        for given in [1, 2, 3, 63, 64, 5000] {
            var asked = 0
            let free = State.freeNumber { number in
                asked += 1
                return number > given
            }
            #expect(free == max(2, given + 1) && asked < 30)
        }
    }

    @Test func `what became of items is the last digest that has each, else the last decision`() throws {
        let items = try state.remember([answer(["a", "b", "c", "d"].map { storyItem($0) })], now: morning)
        try state.send("d1", [items[0]])
        try state.store(digest("d2", [items[0]]), renderings: [rendering("")])
        for (hours, decisions) in [
            [items[1].id: Decision.notIncluded, items[2].id: .past], [items[2].id: .muted(by: "x")],
        ].enumerated() {
            let now = morning + Double(hours) * 3600
            try state.record(decisions, on: items.map(\.name), run: state.begin(at: now), profile: "default")
        }
        let outcomes: [ItemOutcome] = [
            .digest("d2", .pending), .decision(.notIncluded), .decision(.muted(by: "x")), .undecided,
        ]
        #expect(try state.outcomes(of: items) == outcomes)
    }

    @Test func `a digest that was given up for one of its destinations was sent to the other`() throws {
        let items = try state.remember([answer(["a", "b"].map { storyItem($0) })], now: morning)
        for (id, item) in zip(["d1", "d2"], items) {
            try state.store(digest(id, [item]), renderings: [rendering("1"), rendering("1", to: "mail")])
        }
        try state.markDelivered("d1", to: "file", now: morning)
        #expect(try state.giveUp("d1", now: morning) && !state.giveUp("d2", now: morning))
        #expect(try state.outcomes(of: items) == [.digest("d1", .delivered), .digest("d2", .givenUp)])
    }

    @Test func `what became of items for one profile is what its own digests and decisions say`() throws {
        let items = try state.remember([answer(["a", "b", "c"].map { storyItem($0) })], now: morning)
        try state.send("d1", [items[0]], profile: "anna")
        try state.send("d2", [items[0], items[1]], profile: "boris")
        let decisions = [items[1].id: Decision.notIncluded, items[2].id: .past]
        try state.store(
            [],
            reasons: [
                Reasons(of: "anna", decisions: decisions, items: items.map(\.name)),
                Reasons(of: "clara", sameAs: "anna"),
            ], run: state.begin(at: morning))
        #expect(
            try state.outcomes(of: items, profile: "anna") == [
                .digest("d1", .delivered), .decision(.notIncluded), .decision(.past),
            ])
        #expect(
            try state.outcomes(of: items, profile: "boris") == [
                .digest("d2", .delivered), .digest("d2", .delivered), .undecided,
            ])
        #expect(
            try state.outcomes(of: items, profile: "clara").dropFirst() == [.decision(.notIncluded), .decision(.past)])
        #expect(try state.outcomes(of: items, profile: "nobody") == [.undecided, .undecided, .undecided])
    }

    @Test func `an item is found again as it was given`() throws {
        var event = storyItem("concert", source: "kudago", category: "events")
        event.kind = .event
        event.html = "<p>Вход свободный</p>"
        event.tags = ["concert", "free"]
        event.event = Event(
            occurrences: [.init(starts: morning, ends: nil, isAllDay: true)], place: "Дом музыки", isFree: true,
            age: "6+")
        let stored = try state.remember([answer([event], source: "kudago")], now: morning)[0]
        #expect(stored.item == event)
        #expect(try state.item(stored.id) == stored)
        #expect(try state.item("https://www.example.org/concert?utm_source=mail") == stored)
        #expect(try state.item("nothing") == nil)
    }

    @Test(arguments: [
        storyItem("a", title: "A better title"), storyItem("a", url: "https://example.org/moved", title: "Title of a"),
        storyItem("a", guid: "another"),
    ])
    func `a changed item stays one`(changed: Item) throws {
        let first = try state.remember([answer([storyItem("a")])], now: morning)
        let second = try state.remember([answer([changed])], now: morning)
        #expect(first.map(\.id) == second.map(\.id))
        #expect(try state.unsent() == [changed.title])
    }

    @Test func `a key that repeats within one fetch is no key, then and later`() throws {
        let home = "https://example.org/news"
        let items = ["a", "b"].map { storyItem($0, url: home) }
        #expect(Set(try state.remember([answer(items)], now: morning).map(\.id)).count == 2)
        // The next day's only item has the address of both and is still neither.
        let third = try state.remember([answer([storyItem("c", url: home)])], now: morning + day)
        try state.remember([answer([storyItem("d", url: home)])], now: morning + day)
        #expect(third[0].item.title == "Title of c")
        #expect(try state.unsent(now: morning + day).sorted() == ["a", "b", "c", "d"].map { "Title of \($0)" })
    }

    @Test func `an entry given twice in one fetch is one item, run after run`() throws {
        let item = storyItem("a")
        #expect(try state.remember([answer([item, item])], now: morning).count == 1)
        try state.remember([answer([item, item])], now: morning)
        #expect(try state.unsent() == ["Title of a"])
    }

    @Test func `items without a key of their own are told apart by all of them together`() throws {
        let items = [("1", "x"), ("1", "y"), ("2", "x")].map {
            storyItem("", guid: "g\($0.0)", url: "https://example.org/\($0.1)", title: "Weather")
        }
        for _ in 0..<3 { try state.remember([answer(items)], now: morning) }
        #expect(try state.unsent().count == 3)
    }

    @Test func `two stored items that turn out to be one are sent together`() throws {
        let parts = try state.remember([answer([storyItem("a"), storyItem("b")])], now: morning)
        try state.send("d1", [parts[1]])
        // Both ids have the same address, title and text now.
        let same = ["a", "b"].map { storyItem("same", guid: "guid \($0)", summary: "A text.") }
        #expect(try state.remember([answer(same)], now: morning).map(\.id) == [parts[0].id])
        #expect(try state.unsent() == [])
    }

    @Test func `an id decides, whatever the address`() throws {
        let parts = try state.remember([answer([storyItem("a"), storyItem("b")])], now: morning)
        try state.send("d1", [parts[1]])
        try state.remember([answer([storyItem("a", url: "https://example.org/b")])], now: morning)
        #expect(try state.unsent() == ["Title of a"])
    }

    @Test func `what is sent is kept for each profile`() throws {
        let items = try state.remember([answer([storyItem("a"), storyItem("b")])], now: morning)
        try state.send("d1", [items[0]], profile: "anna")
        #expect(try state.unsent(profile: "anna") == ["Title of b"])
        #expect(try state.unsent(profile: "boris") == ["Title of a", "Title of b"])
        #expect(
            try state.candidates(
                profile: "anna", sources: ["feed:a"], includingSent: true, since: { _ in morning - day }
            ).count == 2)
    }

    @Test func `candidates come without their texts where nobody needs these, and a digest gets them back`() throws {
        var item = storyItem("a")
        item.html = "<p>The whole story</p>"
        try state.remember([answer([item])], now: morning)
        let candidates = try state.candidates(
            profile: "default", sources: ["feed:a"], since: { _ in morning - day }, texts: false)
        #expect(candidates.map(\.item.html) == [nil])
        #expect(try state.withTexts(digest("d1", candidates)).stories.map(\.item.html) == ["<p>The whole story</p>"])
    }

    @Test func `a page is shared when a source has had several items with it, whoever else has one`() throws {
        func item(_ id: String, _ source: String, _ page: String) -> Item {
            storyItem(id, source: source, guid: id, url: "https://example.org/\(page)", title: "Title of \(id)")
        }
        try state.remember([answer([item("first", "feed:a", "pod#1")])], now: morning - day)
        try state.remember(
            [
                answer([item("second", "feed:a", "pod#2"), item("alone", "feed:a", "news")]),
                answer([item("other", "feed:b", "pod"), item("copy", "feed:b", "news")], source: "feed:b"),
            ], now: morning)
        let found = try state.candidates(
            profile: "default", sources: ["feed:a", "feed:b"], since: { _ in morning - 2 * day })
        #expect(Set(found.filter(\.isOnSharedPage).map(\.item.guid)) == ["first", "second", "other"])
        #expect(found.count == 5)
    }

    @Test func `candidates come from the profile's own sources, in their order, and are still in them`() throws {
        try state.remember(
            [
                answer([storyItem("old", position: 3)]),
                answer([storyItem("b", source: "feed:b")], source: "feed:b"),
            ], now: morning - 3 * day)
        try state.remember(
            [answer([storyItem("second", position: 1), storyItem("first", position: 0)])], now: morning)
        #expect(try state.unsent() == ["Title of first", "Title of second"])
        #expect(try state.unsent(["feed:b"]) == [])
    }

    @Test func `an unchanged source still has what it had`() throws {
        try state.remember([answer([storyItem("gone")])], now: morning - 4 * day)
        try state.remember([answer([storyItem("a")])], now: morning - 3 * day)
        try state.remember([answer([], .notModified)], now: morning)
        #expect(try state.unsent() == ["Title of a"])
        let emptied = SourceRecord { $0.lastBody = morning + 60 }
        try state.remember([answer([], record: emptied)], now: morning + 60)
        try state.remember([answer([], .notModified, record: emptied)], now: morning + 3 * day)
        #expect(try state.unsent(now: morning + 3 * day) == [])
    }

    @Test func `what a feed had before it was first read is never sent, also not when it is changed`() throws {
        let past = storyItem("past", position: 1)
        let first = try state.remember([answer([storyItem("a")], past: [past])], now: morning)
        #expect(first.map(\.item.guid) == ["guid a", "guid past"])
        let second = try state.remember([answer([storyItem("past", title: "Changed")])], now: morning)
        #expect(try state.unsent() == ["Title of a"])
        for stored in [first[1], second[0]] {
            let run = try state.begin(at: morning)
            try state.record([:], on: [stored.name], run: run, profile: "default")
            #expect(try state.decisions(run: run, profile: "default") == [stored.id: .past])
        }
    }

    @Test func `search finds Cyrillic words whatever the case and with e for yo`() throws {
        let tree = storyItem("a", title: "Ёлка на площади", summary: "Подробности вечера")
        try state.remember([answer([tree, storyItem("b")])], now: morning)
        for words in ["елка", "ЁЛКА", "площад", "вечера ёлка", "Подробности"] {
            #expect(try state.search(words).map(\.item.title) == ["Ёлка на площади"], "\(words)")
        }
        #expect(try state.search("ёлки") == [])
        #expect(try state.search(" \" * ") == [])
        try state.remember([answer([storyItem("a", title: "Каток на площади")])], now: morning)
        #expect(try state.search("ёлка") == [])
        #expect(try state.search("каток").count == 1)
    }
}
