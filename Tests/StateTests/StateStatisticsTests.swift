import Foundation
import StateTestSupport
import Testing

@testable import State
@testable import Values

@Suite(.everyEngine) struct StateStatisticsTests {
    private let folder: StateFolder
    private let state: State
    private let items: [StoredItem]

    init() throws {
        folder = try StateFolder()
        state = try folder.open()
        items = try state.remember(
            [
                answer([storyItem("a"), storyItem("b"), storyItem("c")], past: [storyItem("old", position: 9)]),
                answer([storyItem("d", source: "feed:b")], source: "feed:b"),
            ], now: morning)
        var told = digest("d1", [items[0]])
        told.sections[0].stories[0].also = [
            .init(id: items[1].id, source: "B", title: "B", url: items[1].item.url, isSameArticle: false)
        ]
        try state.store(told, renderings: [rendering("1")])
        try state.markDelivered("d1", to: "file", now: morning)
        try state.finish("d1", now: morning)
        try state.judge(items[0].id, liked: true, profile: "default", now: morning)
        try state.judge(#require(items.last).id, liked: false, profile: "anna", now: morning)
    }

    private func counts(since: Date = morning - day, profile: String? = nil) throws -> [String] {
        try state.itemCounts(since: since, profile: profile).map { "\($0.source) \($0.fate) \($0.count)" }.sorted()
    }

    @Test func `each item counts as shown, joined or left out, and past items not at all`() throws {
        #expect(
            try counts() == ["feed:a joined 1", "feed:a leftOut 1", "feed:a shown 1", "feed:b leftOut 1"])
        #expect(try counts(profile: "anna") == ["feed:a leftOut 3", "feed:b leftOut 1"])
        #expect(try counts(profile: "nobody") == ["feed:a leftOut 3", "feed:b leftOut 1"])
        #expect(try counts(since: morning + 1) == [])
        #expect(try state.itemCounts(since: morning).allSatisfy { $0.seen == morning && $0.name.hasPrefix("Name of") })
    }

    @Test func `what a digest tells that waits for a destination counts as shown`() throws {
        try state.store(digest("p1", [items[2]]), renderings: [rendering("1")])
        #expect(try counts() == ["feed:a joined 1", "feed:a shown 2", "feed:b leftOut 1"])
        #expect(try state.digestCount(since: morning - day) == 2)
    }

    @Test func `what --out got beside the destinations of a profile counts for the profile`() throws {
        try state.send("o1", [items[2]], profile: State.nameOfOutput(beside: "anna"))
        #expect(try counts(profile: "anna") == ["feed:a leftOut 2", "feed:a shown 1", "feed:b leftOut 1"])
        #expect(try state.digestCount(since: morning - day, profile: "anna") == 1)
        #expect(try state.why(items[2].id, profile: "anna").flatMap(\.digests).map(\.id) == ["o1"])
        #expect(try state.outcomes(of: [items[2]], profile: "anna") == [.digest("o1", .delivered)])
        #expect(try state.outcomes(of: [items[0]], profile: "anna") == [.undecided])
    }

    @Test func `opinions, digests, times and stored items are counted`() throws {
        let opinions = try state.opinionCounts(since: morning - day)
        #expect(opinions["feed:a"]?.liked == 1 && opinions["feed:b"]?.disliked == 1)
        #expect(try state.opinionCounts(since: morning - day, profile: "anna").keys.sorted() == ["feed:b"])
        for (id, name) in [
            ("r1", State.nameOfRecaps(of: "default")),
            ("r2", State.nameOfRecaps(of: State.nameOfOutput(beside: "default"))),
            ("d2", State.nameOfOutput(beside: "default")),
        ] { try state.send(id, [items[0]], profile: name) }
        #expect(try state.digestCount(since: morning - day) == 2)
        #expect(try state.digestCount(since: morning - day, profile: "default") == 2)
        #expect(try state.digestCount(since: morning - day, profile: "anna") == 0)
        #expect(try state.publicationTimes(since: morning - day) == Array(repeating: morning - 3600, count: 4))
        #expect(try state.itemCount(before: morning) == 0 && state.itemCount(before: morning + 1) == 5)
        #expect(try state.storedCounts(since: morning).map(\.count) == [5])
    }

    @Test func `the pages of each source are counted`() throws {
        let page = storyItem("x", source: "feed:c", url: "https://example.org/#!x")
        let items = try state.remember(
            [
                answer([page], source: "feed:c"),
                answer(["d", "e", "f", "g"].map { storyItem($0, source: "feed:d") }, source: "feed:d"),
            ], now: morning
        ).filter { $0.item.sourceID == "feed:d" }
        for (item, refusal) in zip(items, ["other", "no", "no"]) {
            try state.keep(AskedPage(asked: morning, result: .refused(refusal, until: nil)), ofItem: item.id)
        }
        let article = PageArticle(url: "https://example.org/g", title: "T", html: "<p>Jetty</p>", text: "Jetty")
        try state.keep(AskedPage(asked: morning, result: .article(article)), ofItem: items[3].id)
        let pages = try state.pagesBySource()
        #expect(pages["feed:a"] == nil)
        #expect(pages["feed:c"]?.areMissing == true)
        let known = try #require(pages["feed:d"])
        #expect(known.articles == 1 && known.without == 3 && known.refusal == "no" && !known.areMissing)
    }
}
