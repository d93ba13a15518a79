import Foundation
import GRDB
import StateTestSupport
import Testing

@testable import State
@testable import Texts
@testable import Values

/// Sound SQLite files whose cells hold what no run has written. `fuzz/state.py` tries many more, over all commands.
@Suite struct StateDamageTests {
    private let folder: StateFolder

    init() throws {
        folder = try StateFolder()
        let state = try folder.open()
        let run = try state.begin(at: morning)
        let items = try state.remember(
            [answer([storyItem("one"), storyItem("two"), storyItem("three")])], now: morning)
        try state.send("sent", [items[0]])
        try state.store(digest("pending", [items[1]]), renderings: [rendering("<p>pending</p>")])
        try state.save(items[0].id, now: morning)
        try state.record([items[2].id: .notIncluded], on: items.map(\.name), run: run, profile: "default")
        try state.end(
            run, summary: ["gathered": 3],
            counting: { ["en": WordTally(texts: $0.count, words: [7, 1 << 31], counts: [3, 1])] }, now: morning)
        state.close()
    }

    /// Everything that reads rows.
    private func use(_ state: State) throws {
        _ = try state.history()
        _ = try state.history(HistoryFilter(search: "title"))
        _ = try ["sent", "pending"].map(state.historyDigest)
        _ = try state.saved()
        _ = try state.search("title")
        _ = try state.pendings(profile: "default")
        _ = try state.renderings(of: "sent")
        _ = try state.failures()
        let items = try state.candidates(
            profile: "default", sources: ["feed:a"], includingSent: true, since: { _ in morning - day })
        for item in items { _ = try state.why(item.id) }
        _ = try state.sentStories(profile: "default", candidates: items.map(Candidate.init), now: morning)
        _ = try state.remember([answer([storyItem("one", title: "New"), storyItem("two")])], now: morning + 60)
        _ = try state.wordCounts(now: morning)
        try state.end(1, summary: "", counting: { ["en": WordTally(texts: $0.count, occurrences: [7])] }, now: morning)
        _ = try state.giveUp("pending", now: morning)
        _ = try state.forget(items.first?.id ?? "")
        try state.prune(after: [answer([])], isGrown: true, retention: Retention(), now: morning + 200 * day)
    }

    private static let values: [DatabaseValue] = [
        .null, (-1).databaseValue, Int64.max.databaseValue, Int64.min.databaseValue, 1e308.databaseValue,
        Double.infinity.databaseValue, "abc".databaseValue, "".databaseValue, Data().databaseValue,
        Data([0xFF, 0xFF, 0xFF, 0xFF, 0x78, 0x9C, 1]).databaseValue, Data([0, 0, 0, 2, 0x7B, 0x7D]).databaseValue,
        Data([0, 0, 0, 11, 1] + [UInt8](repeating: 0xFF, count: 9) + [1]).databaseValue,
    ]

    @Test func `a wrong value in any cell is an error with the way on, or does no harm`() throws {
        let path = folder.path
        let sound = try Data(contentsOf: folder.url.appending(path: "state.sqlite"))
        for (table, column) in try columns() {
            for value in Self.values {
                for ending in ["-wal", "-shm"] { unlink(path + ending) }
                try sound.write(to: URL(filePath: path))
                try damage(table, column, value)
                do {
                    let state = try folder.open()
                    defer { state.close() }
                    try use(state)
                } catch RunError.state(_, let reason) {
                    #expect(
                        reason.contains("is damaged") && reason.contains("restore the backup copy")
                            && !reason.contains("\n"), "\(table).\(column) = \(value): \(reason)")
                } catch RunError.usage {
                    // What is looked for is gone.
                }
            }
        }
    }

    /// Of the tables that are the state's own.
    private func columns() throws -> [(String, String)] {
        try DatabaseQueue(path: folder.path).inDatabase { db in
            let tables = try String.fetchAll(
                db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'")
            return try tables.filter { !$0.contains("Words_") && !$0.hasPrefix("sqlite") && !$0.hasPrefix("grdb") }
                .flatMap { table in try db.columns(in: table).map { (table, $0.name) } }
        }
    }

    private func damage(_ table: String, _ column: String, _ value: DatabaseValue) throws {
        let queue = try DatabaseQueue(path: folder.path)
        try queue.inDatabase { db in
            try db.execute(sql: "PRAGMA writable_schema = 1")
            try db.execute(
                sql: "UPDATE sqlite_schema SET sql = replace(sql, ' NOT NULL', '') WHERE sql NOT LIKE '%WITHOUT%'")
            try db.execute(sql: "PRAGMA writable_schema = RESET")
            // In a WITHOUT ROWID table the keys are never null.
            try? db.execute(sql: "UPDATE OR IGNORE \(table) SET \(column) = ?", arguments: [value])
        }
        try queue.close()
    }
}
