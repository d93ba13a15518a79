import Foundation
import StateTestSupport
import Testing

@testable import State
@testable import Texts
@testable import Values

@Suite(.everyEngine) struct StateCopyTests {
    private let folder: StateFolder
    private let state: State

    init() throws {
        folder = try StateFolder()
        state = try folder.open()
    }

    /// A state with a row in every table.
    private func fill() throws {
        let run = try state.begin(at: morning)
        let broken = SourceRecord { ($0.failingSince, $0.streak, $0.reason) = (morning, 3, "answered 503") }
        let items = try state.remember(
            [
                answer(
                    [storyItem("a", title: "Ёлка \\ \"quoted\"\tand\r\nmore"), storyItem("b"), storyItem("c")],
                    past: [storyItem("past")]),
                answer([], source: "feed:b", .failed(Failure(.gather, "B", "answered 503")), record: broken),
            ], now: morning)
        var sent = digest("d1", [items[0]])
        sent.sections[0].stories[0].also = [
            .init(id: items[1].id, source: "B", title: "Title of b", url: items[1].item.url, isSameArticle: true)
        ]
        sent.sections[0].stories[0].earlier = [
            .init(id: items[2].id, title: "Title of c", url: items[2].item.url, sent: morning - day)
        ]
        sent.failures = try state.broken(among: ["feed:b"])
        try state.send("d0", [items[2]], profile: "anna")
        _ = try state.checksums(of: ["anna"])
        try state.store(sent, renderings: [rendering("<p>1</p>"), rendering("", to: "mail")])
        for name in ["file", "mail"] { try state.markDelivered("d1", to: name, now: morning) }
        try state.finish("d1", now: morning)
        let shared = SharedText(Data("Good morning, . Read this.".utf8))
        let own = Composition([.shared(0..<14), .own(Data("Anna".utf8)), .shared(14..<26)], of: shared)
        let letter = StoredRendering(
            destination: "letter", format: .text, copies: [.init(to: "anna@example.org", own)])
        try state.store(digest("d2", [items[2]]), renderings: [rendering("2", to: "chat"), letter])
        try state.markTaken("1/2", of: "d2", by: "chat")
        try state.save(items[1].id, now: morning)
        try state.judge(items[0].id, liked: true, profile: "default", now: morning)
        try state.keep([items[0].id: ProgramAnswer(version: 1, title: "T", summary: "S")], of: 7, now: morning)
        try state.keep(ratings: [items[0].id: 6.5, items[1].id: nil], by: 8, now: morning)
        try state.keep(intro: "Good morning", to: "stories", version: 1, by: 9, now: morning)
        let vector = StoredVector(version: 1, packed: Data([0, 127, 129, 10]))
        try state.keep(vectors: [items[0].id: vector], by: 10, now: morning)
        try state.record([items[1].id: .notIncluded], on: items.map(\.name), run: run, profile: "default")
        try state.store([], reasons: [Reasons(of: "anna", choices: Choices(lastDigest: morning))], run: run)
        _ = try state.reserve(key: "k", limit: 9, window: day, now: morning)
        let article = PageArticle(url: "https://example.org/a", title: "T", html: "<p>Jetty</p>", text: "Jetty")
        try state.keep(AskedPage(asked: morning, result: .article(article)), ofItem: items[0].id)
        try state.keep(AskedPage(asked: morning, result: .refused("no", until: morning + day)), ofItem: items[1].id)
        try state.keepRobots(of: "https://example.org", "disallow: /x", asked: morning)
        try state.write { db in
            try db.execute(
                sql: "INSERT INTO quarantine (subject, step, version, time) VALUES (?, ?, ?, ?)",
                arguments: ["item:x", 1, version, 1])
        }
        try state.end(
            run, summary: ["gathered": 3],
            counting: { ["en": WordTally(texts: $0.count, words: [7, 1 << 31], counts: [3, 1])] }, now: morning)
    }

    private func rows(_ state: State) throws -> [String: [[SQLValue]]] {
        try state.read { db in
            try State.tables.reduce(into: [:]) { rows, table in
                let keys = table.columns.prefix(table.keys).joined(separator: ", ")
                let sql = "SELECT \(table.columns.joined(separator: ", ")) FROM \(table.name) ORDER BY \(keys)"
                rows[table.name] = try Row.fetchAll(db, sql: sql).map(\.values)
            }
        }
    }

    @Test(arguments: TestedEngine.allCases)
    func `a state and its copy are alike, and so is the copy of the copy`(other: TestedEngine) throws {
        try fill()
        let original = try rows(state)
        for (table, rows) in original { #expect(!rows.isEmpty, "\(table)") }
        let copy = try StateFolder(other).open()
        try state.copy(to: copy)
        let back = try StateFolder().open()
        try copy.copy(to: back)
        for copied in [copy, back] {
            #expect(try rows(copied) == original)
            #expect(try copied.history() == state.history())
            #expect(try copied.search("jetty").map(\.id) == state.search("jetty").map(\.id))
            #expect(try copied.search("jetty").count == 1)
            #expect(try copied.saved() == state.saved())
            #expect(try copied.opinions(of: "default") == state.opinions(of: "default"))
            #expect(try copied.wordCounts(now: morning) == state.wordCounts(now: morning))
            #expect(try copied.pendings(profile: "default") == state.pendings(profile: "default"))
            for item in ["a", "b", "c"].map({ "https://example.org/\($0)" }) {
                #expect(try copied.why(item) == state.why(item))
            }
            #expect(try copied.search("елка").map(\.item.title) == ["Ёлка \\ \"quoted\"\tand\r\nmore"])
            #expect(try copied.history(HistoryFilter(search: "quoted title")).count == 1)
            // New rows get numbers of their own.
            let more = try copied.remember([answer([storyItem("new")])], now: morning + 60)
            #expect(try copied.newestItem() == more[0].number)
            #expect(try copied.begin(at: morning + 60) > 1)
        }
    }

    @Test func `a copy of many rows is complete`() throws {
        try state.remember([answer((0..<1201).map { storyItem("\($0)") })], now: morning)
        let copy = try StateFolder(.sqlite).open()
        try state.copy(to: copy)
        #expect(try rows(copy) == rows(state))
        #expect(try copy.search("title", limit: 9999).count == 1201)
    }

    @Test func `a state that has anything in it is not overwritten`() throws {
        try fill()
        let other = try StateFolder().open()
        try other.remember([answer([storyItem("own")])], now: morning)
        let before = try rows(other)
        #expect(throws: RunError.usage("'\(other.path)' is not empty; copy to a new state")) {
            try state.copy(to: other)
        }
        #expect(try rows(other) == before)
    }

    @Test func `the list of tables has all tables and columns`() throws {
        let tables: [String] = try state.read { db in
            try TestedEngine.current == .sqlite
                ? String.fetchAll(
                    db,
                    sql: """
                        SELECT lower(t.name || '.' || c.name) FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
                        WHERE t.type = 'table' AND t.sql NOT LIKE '%VIRTUAL%' AND t.name NOT LIKE '%Words\\_%' ESCAPE '\\'
                          AND t.name NOT LIKE 'grdb%' AND t.name NOT LIKE 'sqlite%'
                        """)
                : String.fetchAll(
                    db,
                    sql: """
                        SELECT table_name || '.' || column_name FROM information_schema.columns
                        WHERE table_schema = current_schema() AND table_name NOT IN (?, ?, ?, ?, ?)
                        """, arguments: ["version", "claim", "itemwords", "storywords", "pagewords"])
        }
        let listed = State.tables.flatMap { table in table.columns.map { "\(table.name).\($0)".lowercased() } }
        #expect(tables.sorted() == listed.sorted())
    }
}
