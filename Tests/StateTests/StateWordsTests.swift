import Foundation
import StateTestSupport
import Testing

@testable import Files
@testable import State
@testable import Values

@Suite(.everyEngine) struct StateWordsTests {
    let folder: StateFolder
    let state: State

    init() throws {
        folder = try StateFolder()
        state = try folder.open()
    }

    private func found(_ words: String, limit: Int? = nil, since: Date? = nil) throws -> [String] {
        try state.history(HistoryFilter(since: since, search: words, limit: limit)).map(\.title)
    }

    /// Every word that an index still has.
    private func words(in index: String) throws -> Set<String> {
        guard TestedEngine.current == .sqlite else {
            return try state.read { db in
                Set(try String.fetchAll(db, sql: "SELECT word FROM ts_stat('SELECT words FROM \(index)')"))
            }
        }
        return try state.write { db in
            try db.execute(sql: "CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, \(index), row)")
            defer { _ = try? db.execute(sql: "DROP TABLE temp.vocabulary") }
            return Set(try String.fetchAll(db, sql: "SELECT term FROM temp.vocabulary"))
        }
    }

    @Test func `what was sent last comes first, however long it waited`() throws {
        let names = ["late", "first", "second", "third"]
        let items = try state.remember(
            [answer(names.map { storyItem($0, title: "Ferry news, \($0)") })], now: morning)
        try state.send("d1", [items[1], items[2]])
        try state.send("d2", [items[3], items[0]], now: morning + day)
        let all = ["Ferry news, third", "Ferry news, late", "Ferry news, first", "Ferry news, second"]
        #expect(try found("ferry") == all)
        #expect(try state.history().map(\.title) == all)
        for limit in 0...4 { #expect(try found("FERRY new", limit: limit) == Array(all.prefix(limit))) }
        #expect(try found("ferry", since: morning + 1) == ["Ferry news, third", "Ferry news, late"])
        #expect(try found("ferry", since: morning + 2 * day) == [])
        #expect(try state.search("ferry", limit: 2).count == 2)
    }

    @Test(arguments: [
        "ığdır", "Iğdır", "IĞDIR", "igdir", "şırnak", "ŞIRNAK", "Isparta", "ısparta", "istanbul", "İSTANBUL",
        "ISTANBUL",
    ])
    func `a Turkish word is found whatever the case it is in`(word: String) throws {
        for title in [
            "Iğdır, Şırnak, Isparta, İstanbul", "IĞDIR, ŞIRNAK, ISPARTA, İSTANBUL", "ığdır, şırnak, ısparta, istanbul",
        ] {
            let item = try state.remember([answer([storyItem(title, title: title)])], now: morning)
            try state.send(title, item)
        }
        #expect(try found(word).count == 3)
        #expect(try state.search(word).count == 3)
    }

    @Test(arguments: ["हिन्दी समाचार", "كَتَبَ مُحَمَّد", "ข่าวที่ไทย", "שָׁלוֹם עולם", "e\u{334}x a\u{345}b", "日本語のニュース"])
    func `a word is found in every script, with its vowel signs`(title: String) throws {
        let items = try state.remember([answer([storyItem("a", title: title), storyItem("b")])], now: morning)
        try state.send("d1", items)
        for words in [title] + title.split(separator: " ").map(String.init) {
            #expect(try found(words) == [title], "\(words)")
            #expect(try state.search(words).map(\.item.title) == [title], "\(words)")
        }
    }

    @Test func `a search may be long, and has a word in it`() throws {
        let items = try state.remember([answer([storyItem("a", title: "Ferry news")])], now: morning)
        try state.send("d1", items)
        #expect(try found(String(repeating: "ferry AND \"news\" ", count: 2000)) == [])
        #expect(try found(String(repeating: "ferry \"news\" ", count: 2000)) == ["Ferry news"])
        for words in ["", " ", "\"*\"", "🙂"] {
            #expect(throws: RunError.usage("'\(words)' has no word to look for")) { try found(words) }
        }
    }

    @Test func `a digest that waited was sent when it was delivered`() throws {
        let items = try state.remember([answer([storyItem("a", title: "Ferry news")])], now: morning)
        try state.store(digest("d1", items, created: morning), renderings: [rendering("1")])
        try state.markDelivered("d1", to: "file", now: morning + day)
        #expect(try state.finish("d1", now: morning + day))
        #expect(try state.history().map(\.sent) == [morning + day])
        for words in [nil, "ferry"] {
            #expect(try state.history(HistoryFilter(since: morning + day, search: words)).count == 1)
            #expect(try state.history(HistoryFilter(since: morning + day + 1, search: words)).isEmpty)
        }
    }

    @Test(.only(.sqlite)) func `the commonest word is answered from the index, without sorting`() throws {
        try state.read { db in
            let plan = try Row.fetchAll(
                db,
                sql: """
                    EXPLAIN QUERY PLAN SELECT entry.item FROM \(State.foundStories(in: db))
                    WHERE digest.isSent AND storyWords MATCH ? ORDER BY storyWords.rowid DESC LIMIT ?
                    """, arguments: ["a", 10]
            ).map { try $0.value("detail") as String }
            #expect(!plan.contains { $0.contains("TEMP B-TREE") || $0.hasPrefix("SCAN entry") })
        }
    }

    @Test func `a story is found by what was sent and by what its source says now, also by other titles`() throws {
        let items = try state.remember(
            [
                answer([
                    storyItem("a", title: "Ferry aground", summary: "Near Elsom"), storyItem("b", title: "Boat stuck"),
                ])
            ],
            now: morning)
        var made = digest("d1", [items[0]])
        made.sections[0].stories[0].also = [
            .init(id: items[1].id, source: "B", title: "Boat stuck", url: items[1].item.url, isSameArticle: false)
        ]
        try state.store(made, renderings: [rendering("1")])
        #expect(try found("ferry") == [])
        try state.markDelivered("d1", to: "file", now: morning)
        try state.finish("d1", now: morning)
        #expect(try found("elsom stuck") == ["Ferry aground"])
        try state.remember(
            [
                answer([
                    storyItem("a", title: "Ferry afloat", summary: "Near Elsom"), storyItem("b", title: "Boat free"),
                ])
            ],
            now: morning)
        #expect(try found("aground stuck") == ["Ferry aground"])
        #expect(try found("afloat free elsom") == ["Ferry aground"])
        #expect(try state.search("aground").map(\.item.title) == ["Ferry afloat"])
        #expect(try state.search("free").count == 2)
    }

    @Test func `nothing is left in an index of what was forgotten or let go`() throws {
        let old = morning - 100 * day
        let items = try state.remember(
            [
                answer(
                    ["a", "b", "c", "d"].map {
                        storyItem($0, title: "Title\($0)", summary: "Summary\($0)", published: old)
                    })
            ], now: old)
        var made = digest("d1", [items[0]], created: old)
        made.sections[0].stories[0].also = [
            .init(id: items[1].id, source: "B", title: "Titleb", url: items[1].item.url, isSameArticle: false)
        ]
        try state.store(made, renderings: [rendering("1")])
        try state.markDelivered("d1", to: "file", now: old)
        try state.finish("d1", now: old)
        try state.remember(
            [answer([storyItem("c", title: "Corrected", summary: "Summaryc", published: old)])], now: old + 60)
        #expect(
            try words(in: "itemWords") == [
                "titlea", "titleb", "corrected", "titled", "summarya", "summaryb", "summaryc", "summaryd",
            ])
        try state.end(try state.begin(at: morning - day), summary: [String](), now: morning - day)
        try state.prune(after: [answer([])], now: morning)
        #expect(try words(in: "itemWords") == [])
        #expect(try words(in: "storyWords") == ["titlea", "summarya", "titleb"])
        #expect(try state.search("titleb").map(\.id) == [items[0].id])
        #expect(try state.forget(items[1].id))
        #expect(try words(in: "storyWords") == ["titlea", "summarya"])
        #expect(try state.forget(items[0].id))
        #expect(try words(in: "storyWords") == [])
        #expect(try state.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM told") } == 0)
    }
}
