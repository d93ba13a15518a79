import Foundation
import StateTestSupport
import Testing

@testable import State
@testable import Values

@Suite(.everyEngine) struct StateOpinionsTests {
    let folder: StateFolder
    let state: State
    let items: [StoredItem]

    init() throws {
        folder = try StateFolder()
        state = try folder.open()
        items = try state.remember([answer(["a", "b", "c"].map { storyItem($0) })], now: morning)
    }

    private func names(_ profile: String = "default") throws -> [String] {
        try state.opinions(of: profile).map { "\($0.kind.rawValue) \($0.item.item.title)" }
    }

    @Test func `the latest opinion of a profile on an item counts, and belongs to that profile`() throws {
        #expect(try state.judge(items[0].id, liked: true, profile: "default", now: morning))
        try state.judge("https://example.org/b", liked: true, profile: "default", now: morning + 1)
        try state.judge(items[0].id, liked: false, profile: "default", now: morning + 2)
        try state.judge(items[2].id, liked: true, profile: "anna", now: morning)
        #expect(try names() == ["disliked Title of a", "liked Title of b"])
        #expect(try names("anna") == ["liked Title of c"])
        #expect(try names("nobody") == [])
        #expect(try !state.judge("nothing", liked: true, profile: "default", now: morning))
        #expect(try state.opinions(of: "default", since: morning + 2).count == 1)
        #expect(try state.opinions(of: "default", limit: 1).map(\.kind) == [.disliked])
    }

    @Test func `what is saved counts too, unless there is an opinion on it`() throws {
        try state.save(items[0].id, now: morning)
        try state.save(items[1].id, profile: "anna", now: morning)
        #expect(try names() == ["saved Title of a"])
        #expect(try names("anna") == ["saved Title of b"])
        try state.judge(items[0].id, liked: false, profile: "default", now: morning)
        #expect(try names() == ["disliked Title of a"])
        #expect(try state.removeOpinion(on: items[0].id, profile: "default"))
        #expect(try !state.removeOpinion(on: items[0].id, profile: "default"))
        #expect(try names() == ["saved Title of a"])
    }

    @Test func `clearing the opinions keeps the saved items`() throws {
        try state.judge(items[0].id, liked: true, profile: "default", now: morning)
        try state.judge(items[0].id, liked: true, profile: "anna", now: morning)
        try state.save(items[1].id, now: morning)
        #expect(try state.clearOpinions(of: "default") == 2)
        #expect(try names() == [])
        #expect(try names("anna").count == 1)
        #expect(try state.saved().count == 1)
    }

    @Test func `the section is that of the digest in which the item was sent`() throws {
        var first = digest("d1", [items[0]])
        first.sections[0].category = "science"
        try state.store(first, renderings: [rendering("x")])
        for item in items.prefix(2) { try state.judge(item.id, liked: true, profile: "default", now: morning) }
        #expect(try state.opinions(of: "default").map(\.section) == ["science", "technology"])
    }

    @Test func `the text of an item with an opinion is kept, and a forgotten item takes its opinion along`() throws {
        try state.judge(items[0].id, liked: true, profile: "default", now: morning)
        let later = morning + 100 * day
        _ = try state.begin(at: later - day)
        try state.end(1, summary: "", now: later - day)
        try state.prune(after: [answer([])], now: later)
        #expect(try names() == ["liked Title of a"])
        #expect(try state.item(items[1].id)?.item.title == "")
        #expect(try state.forget(items[0].id))
        #expect(try names() == [])
    }
}

@Suite(.everyEngine) struct StateAnswersTests {
    @Test func `an answer is kept for its program until its item is forgotten or it is old`() throws {
        let folder = try StateFolder()
        let state = try folder.open()
        let items = try state.remember([answer(["a", "b"].map { storyItem($0) })], now: morning)
        let one = ProgramAnswer(version: 1, title: "T", summary: "S")
        try state.keep([items[0].id: one, items[1].id: ProgramAnswer(version: 2)], of: 7, now: morning)
        let ids = items.map(\.id)
        #expect(try state.answers(of: 7, about: ids) == [ids[0]: one, ids[1]: ProgramAnswer(version: 2)])
        #expect(try state.answers(of: 8, about: ids) == [:])
        let newer = ProgramAnswer(version: 3, summary: "New")
        try state.keep([ids[0]: newer], of: 7, now: morning + 50 * day)
        #expect(try state.answers(of: 7, about: [ids[0]]) == [ids[0]: newer])
        try state.prune(after: [], isGrown: true, now: morning + 100 * day)
        #expect(try state.answers(of: 7, about: ids) == [ids[0]: newer])
        #expect(try state.forget(ids[0]))
        #expect(try state.answers(of: 7, about: ids) == [:])
    }

    @Test func `ratings, vectors and intros are kept until they are replaced, forgotten or old`() throws {
        let state = try StateFolder().open()
        let items = try state.remember([answer(["a", "b"].map { storyItem($0) })], now: morning)
        let ids = items.map(\.id)
        func vector(_ version: Int64, _ bytes: UInt8...) -> StoredVector {
            StoredVector(version: version, packed: Data(bytes))
        }
        try state.keep(ratings: [ids[0]: 9, ids[1]: nil], by: 7, now: morning)
        try state.keep(vectors: [ids[0]: vector(1, 1, 0), ids[1]: vector(1, 255, 0)], by: 7, now: morning)
        try state.keep(intro: "Old", to: "x", version: 1, by: 7, now: morning)
        #expect(try state.ratings(by: 7, of: ids + ["none"]) == [ids[0]: 9, ids[1]: nil])
        #expect(try state.vectors(by: 7, of: ids) == [ids[0]: vector(1, 1, 0), ids[1]: vector(1, 255, 0)])
        let newest = [items[0].number: Data([1, 0]), items[1].number: Data([255, 0])]
        #expect(try state.vectors(by: 7, newest: 9) == newest)
        #expect(try state.ratings(by: 8, of: ids).isEmpty && state.vectors(by: 8, of: ids).isEmpty)
        #expect(try state.intro(to: "x", by: 8) == nil && state.intro(to: "y", by: 7) == nil)

        let later = morning + 50 * day
        try state.keep(ratings: [ids[0]: 6.5], by: 7, now: later)
        try state.keep(vectors: [ids[0]: vector(2, 3)], by: 7, now: later)
        try state.keep(intro: "New", to: "x", version: 2, by: 7, now: later)
        #expect(try state.vectors(by: 7, newest: 1) == [items[0].number: Data([3])])
        try state.prune(after: [], isGrown: true, now: morning + 100 * day)
        #expect(try state.ratings(by: 7, of: ids) == [ids[0]: 6.5])
        #expect(try state.vectors(by: 7, of: ids) == [ids[0]: vector(2, 3)])
        #expect(try state.intro(to: "x", by: 7)?.text == "New" && state.intro(to: "x", by: 7)?.version == 2)
        #expect(try state.forget(ids[0]))
        #expect(try state.vectors(by: 7, newest: 9).isEmpty)
        #expect(try state.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM rating") } == 0)
        try state.prune(after: [], isGrown: true, now: morning + 150 * day)
        #expect(try state.intro(to: "x", by: 7) == nil)
    }
}
