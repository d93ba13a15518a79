import Foundation
import StateTestSupport
import Testing

@testable import Files
@testable import State
@testable import Values

@Suite(.everyEngine) struct StateRetentionTests {
    let folder: StateFolder
    let state: State
    let later = morning + 100 * day

    init() throws {
        folder = try StateFolder()
        state = try folder.open()
    }

    /// A run that ended shortly before `later`.
    private func runBefore() throws {
        try state.end(try state.begin(at: later - day), summary: [String](), now: later - day)
    }

    @Test func `what is long gone leaves a tombstone and does not come again`() throws {
        let items = try state.remember(
            [answer(["sent", "unsent", "saved"].map { storyItem($0, summary: "Words of \($0)") })], now: morning)
        try state.send("d1", [items[0]])
        try state.save(items[2].id, now: morning)
        try runBefore()
        try state.prune(after: [answer([])], now: later)
        #expect(try state.search("words").map(\.item.title) == ["Title of saved", "Title of sent"])
        #expect(try state.history().map(\.title) == ["Title of sent"])
        #expect(try state.saved().map(\.item.item.summary) == ["Words of saved"])
        let again = try state.remember([answer([storyItem("sent"), storyItem("unsent")])], now: later)
        #expect(again.map(\.id) == [items[0].id, items[1].id])
        #expect(again.map(\.firstSeen) == [morning, morning])
        #expect(try state.unsent(now: later) == ["Title of unsent"])
        #expect(try state.search("title unsent").count == 1)
    }

    @Test func `what a source still carries is kept, however old`() throws {
        try state.remember([answer([storyItem("a")])], now: morning)
        try state.remember([answer([], .notModified)], now: later)
        try runBefore()
        try state.prune(after: [answer([], .notModified)], now: later)
        #expect(try state.unsent(now: later) == ["Title of a"])
    }

    @Test(arguments: [
        Gathered.Status.failed(Failure(.gather, "A", "answered 503")), .partial(Failure(.gather, "A", "answered 503")),
        .waiting(until: morning, why: "asked to wait"), .paused(since: morning),
    ])
    func `nothing is let go after anything but a full answer`(status: Gathered.Status) throws {
        try state.remember([answer([storyItem("a", summary: "Words")])], now: morning)
        try runBefore()
        try state.prune(after: [answer([], status)], now: later)
        #expect(try state.search("words").count == 1)
    }

    @Test func `a run without anything new lets go of something only as the first of a day`() throws {
        try state.remember([answer([storyItem("a", summary: "Words")])], now: morning)
        try runBefore()
        try state.end(try state.begin(at: later), summary: [String](), now: later)
        try state.prune(after: [answer([])], now: later + 3600)
        #expect(try state.search("words").count == 1)
        try state.prune(after: [answer([])], isGrown: true, now: later + 3600)
        #expect(try state.search("words").isEmpty)
        try state.remember([answer([storyItem("b", summary: "Words")])], now: later + 60)
        let nextDay = later + 100 * day
        try state.end(try state.begin(at: nextDay - 10 * 3600), summary: [String](), now: nextDay - 10 * 3600)
        try state.prune(after: [answer([])], now: nextDay)
        #expect(try state.search("words").isEmpty)
    }

    @Test func `the newest item is the one stored last`() throws {
        #expect(try state.newestItem() == 0)
        let first = try state.remember([answer([storyItem("a")])], now: morning)
        #expect(try state.newestItem() == first[0].number)
        try state.remember([answer([storyItem("a")])], now: later)
        #expect(try state.newestItem() == first[0].number)
        try state.remember([answer([storyItem("a"), storyItem("b")])], now: later)
        #expect(try state.newestItem() > first[0].number)
    }

    @Test func `a clock that jumps lets nothing go`() throws {
        try state.remember([answer([storyItem("a", summary: "Words")])], now: morning)
        try state.end(try state.begin(at: morning), summary: [String](), now: morning)
        try state.prune(after: [answer([])], now: morning + 3650 * day)
        try state.prune(after: [answer([])], now: morning - day)
        #expect(try state.search("words").count == 1)
    }

    @Test func `a clock that goes back makes nothing unseen and nothing new`() throws {
        let items = try state.remember([answer([storyItem("a"), storyItem("b")])], now: morning)
        try state.send("d1", [items[0]])
        let earlier = morning - 30 * day
        #expect(
            try state.remember([answer([storyItem("a"), storyItem("b")])], now: earlier).map(\.lastSeen) == [
                morning, morning,
            ])
        #expect(try state.unsent(now: earlier) == ["Title of b"])
    }

    @Test func `a digest whose bytes were removed does not get those of a later one`() throws {
        let items = try state.remember([answer([storyItem("a"), storyItem("b")])], now: morning)
        try state.send("d1", [items[0]])
        var short = Retention()
        short.bytes = day
        try runBefore()
        try state.prune(after: [answer([])], retention: short, now: later)
        #expect(try state.lastBytes(of: "default", to: ["file"], as: .html) == nil)
        try state.store(digest("d2", [items[1]]), renderings: [rendering("2", to: "other")])
        #expect(try state.renderings(of: "d1").isEmpty && state.renderings(of: "d2").count == 1)
        #expect(try state.lastBytes(of: "default", to: ["file"], as: .html) == nil)
    }

    @Test func `the last bytes of a feed in a file stay until there are others`() throws {
        let items = try state.remember([answer([storyItem("a"), storyItem("b")])], now: morning)
        let feed = StoredRendering(destination: "feed", format: .atom, bytes: Data("1".utf8))
        func send(_ id: String, _ item: StoredItem, _ renderings: [StoredRendering], at time: Date) throws {
            try state.store(digest(id, [item], created: time), renderings: renderings)
            for rendering in renderings { try state.markDelivered(id, to: rendering.destination, now: time) }
            #expect(try state.finish(id, now: time))
        }
        var short = Retention()
        (short.bytes, short.batch) = (day, 1)
        func renderings() throws -> [Int] { try ["d1", "d2", "d3"].map { try state.renderings(of: $0).count } }
        try send("d1", items[0], [feed, rendering("1")], at: morning)
        try send("d2", items[1], [rendering("2")], at: morning)
        try runBefore()
        try state.prune(after: [answer([])], retention: short, now: later)
        #expect(try renderings() == [2, 0, 0])
        try send("d3", items[1], [feed], at: later)
        try state.prune(after: [answer([])], isGrown: true, retention: short, now: later)
        #expect(try renderings() == [0, 0, 1])
    }

    @Test func `bytes and reasons are let go in time, what is pending never`() throws {
        let items = try state.remember([answer([storyItem("a"), storyItem("b")])], now: morning)
        let run = try state.begin(at: morning)
        try state.record([items[0].id: .muted(by: "x")], on: [items[0].name], run: run, profile: "default")
        try state.send("d1", [items[0]])
        try state.store(digest("d2", [items[1]]), renderings: [rendering("2")])
        var short = Retention()
        short.bytes = day
        try runBefore()
        try state.prune(after: [answer([])], retention: short, now: later)
        #expect(try state.renderings(of: "d1") == [])
        #expect(try state.renderings(of: "d2") == [rendering("2")])
        #expect(try state.decisions(run: run, profile: "default") == [:])
        #expect(try state.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM told") } == 0)
        #expect(try state.history().map(\.id) == [items[0].id])
    }

    @Test func `by its address an item is forgotten as every source had it, and they are asked in full`() throws {
        let shared = "https://example.org/shared"
        let sources = ["feed:a", "feed:b", "feed:c"].map { id in
            let url = id == "feed:c" ? "https://example.org/own" : shared
            let item = Item(sourceID: id, source: id, url: url, title: "Told by \(id)", category: "general")
            return Gathered(
                sourceID: id, name: id, items: [item], status: .fresh,
                record: SourceRecord { ($0.etag, $0.lastModified, $0.streak) = ("\"1\"", "now", 2) })
        }
        try state.send("d1", try state.remember(sources, now: morning))
        #expect(try state.forget(shared + "?utm_source=mail"))
        #expect(try state.item(shared) == nil)
        #expect(try state.history().map(\.url) == ["https://example.org/own"])
        #expect(try !state.forget(shared))
        let records = try sources.map { source in try state.read { try State.record(of: source.sourceID, in: $0) } }
        #expect(records.map(\.?.record.etag) == [nil, nil, "\"1\""])
        #expect(records.map(\.?.record.lastModified) == [nil, nil, "now"])
        #expect(records.map(\.?.record.streak) == [2, 2, 2])
    }

    @Test func `the reasons of a forgotten item are not those of the next one`() throws {
        let items = try state.remember([answer([storyItem("a"), storyItem("b")])], now: morning)
        let run = try state.begin(at: morning)
        let decisions: [String: Decision] = [items[0].id: .muted(by: "x"), items[1].id: .excluded(by: "y")]
        try state.record(decisions, on: items.map(\.name), run: run, profile: "default")
        #expect(try state.forget(items[1].id))
        let next = try state.remember([answer([storyItem("c")])], now: morning + 60)
        // SQLite uses the number again.
        if TestedEngine.current == .sqlite { #expect(next[0].number == items[1].number) }
        #expect(try state.decisions(on: next[0].id) == [])
        #expect(try state.decisions(run: run, profile: "default") == [items[0].id: .muted(by: "x")])
    }

    @Test func `a forgotten item is gone everywhere and comes as new`() throws {
        let items = try state.remember([answer([storyItem("a"), storyItem("b")])], now: morning)
        try state.send("d1", items)
        try state.save(items[0].id, now: morning)
        #expect(try state.forget(items[0].id))
        #expect(try !state.forget(items[0].id))
        #expect(try state.history().map(\.title) == ["Title of b"])
        #expect(try state.search("title of a") == [])
        #expect(try state.saved() == [])
        #expect(
            try state.sentStories(profile: "default", candidates: items.map(Candidate.init), now: morning).map(\.id)
                == [
                    items[1].id
                ])
        try state.remember([answer([storyItem("a"), storyItem("b")])], now: later)
        #expect(try state.unsent(now: later) == ["Title of a"])
    }
}
