import Foundation
import StateTestSupport
import Testing

@testable import State
@testable import Texts
@testable import Values

@Suite(.everyEngine) struct StateWordCountsTests {
    private let folder: StateFolder
    private let state: State

    init() throws {
        folder = try StateFolder()
        state = try folder.open()
    }

    /// Stores items and ends a run.
    private func run(_ names: [String], in state: State, source: String = "feed:a", now: Date = morning) throws {
        let run = try state.begin(at: now)
        try state.remember([answer(names.map { storyItem($0, source: source) }, source: source)], now: now)
        try state.end(run, summary: "", counting: tallies, now: now)
    }

    /// An item `en 7 9` is in English and has the words 7 and 9; an item `- 7` is in no known language.
    private func tallies(of items: [StoredItem]) -> [String: WordTally] {
        Dictionary(grouping: items.map { $0.item.title.split(separator: " ").dropFirst(2) }) { String($0.first!) }
            .reduce(into: [:]) { counts, texts in
                let words = texts.value.flatMap { $0.dropFirst().compactMap { UInt32($0) } }
                counts[texts.key == "-" ? "" : texts.key] = WordTally(texts: texts.value.count, occurrences: words)
            }
    }

    private func texts(_ state: State, now: Date = morning) throws -> [String: Int] {
        try state.wordCounts(now: now).mapValues(\.texts)
    }

    @Test func `each item is counted once, in its language`() throws {
        try run(["en 7 9", "ru 7"], in: state)
        try run(["en 7 9", "en 7 8", "- 7"], in: state, now: morning + 3600)
        try run(["en 7 8"], in: state, now: morning + 40 * day)
        try run(["en 7 3"], in: state, now: morning + 41 * day)
        let counts = try state.wordCounts(now: morning + 41 * day)
        #expect(counts["en"] == WordTally(texts: 3, words: [3, 7, 8, 9], counts: [1, 3, 1, 1]))
        #expect(counts["ru"] == WordTally(texts: 1, words: [7], counts: [1]))
        #expect(counts.count == 2)
    }

    @Test func `what an interrupted run stored is counted by the next one`() throws {
        try state.remember([answer([storyItem("en 1")])], now: morning)
        try run(["en 2"], in: state, now: morning + 60)
        try run(["- 2"], in: state, now: morning + 120)
        #expect(try state.wordCounts(now: morning)["en"] == WordTally(texts: 2, words: [1, 2], counts: [1, 1]))
    }

    @Test func `the same items give the same counts, whatever run brings them`() throws {
        let names = (0..<40).map { "\(["en", "ru", "-"][$0 % 3]) \($0 % 7) \(100 + $0)" }
        let other = try StateFolder().open()
        try run(names, in: state)
        for part in stride(from: 35, through: 0, by: -5) { try run(Array(names[part..<part + 5]), in: other) }
        #expect(try state.wordCounts(now: morning) == other.wordCounts(now: morning))
    }

    @Test func `items of more than 90 days ago count no longer, and their counts are removed`() throws {
        try run(["en 1"], in: state)
        try run(["en 2"], in: state, now: morning + 60 * day)
        #expect(try texts(state, now: morning + 89 * day) == ["en": 2])
        let later = morning + 106 * day
        #expect(try texts(state, now: later) == ["en": 1])
        func rows() throws -> Int { try state.read { try Row.fetchAll($0, sql: "SELECT 1 FROM wordCount").count } }
        #expect(try rows() == 4)
        try state.end(try state.begin(at: later - day), summary: "", now: later - day)
        try state.prune(after: [answer([])], isGrown: true, now: later)
        #expect(try rows() == 2)
    }

    @Test func `a state without counts begins with its newest items`() throws {
        try state.remember([answer((0..<5_200).map { storyItem("en \($0)") })], now: morning)
        try run(["en 7"], in: state, source: "feed:b", now: morning + 60)
        #expect(try texts(state) == ["en": 5_000])
        try run(["en 8"], in: state, source: "feed:b", now: morning + 120)
        #expect(try texts(state) == ["en": 5_001])
    }

    @Test func `a million different words take little room, and common words stay`() throws {
        for round in 0..<20 {
            let words = (0..<50_000).map { UInt32(1000 + round * 50_000 + $0) } + [1, 2, 3]
            let run = try state.begin(at: morning)
            try state.remember([answer([storyItem("\(round)")])], now: morning)
            try state.end(
                run, summary: "", counting: { _ in ["en": WordTally(texts: 1, occurrences: words)] }, now: morning)
        }
        let counts = try #require(try state.wordCounts(now: morning)["en"])
        #expect(counts.texts == 20)
        #expect([1, 2, 3].map(counts.count) == [20, 20, 20])
        #expect(counts.words.count <= State.mostWords)
        let size = try state.read { try Int.fetchOne($0, sql: "SELECT max(length(words)) FROM wordCount") }
        #expect(try #require(size) < 6 * State.mostWords)
    }

    @Test func `of many languages, those with the most texts stay`() throws {
        let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)
        let made = (0..<60).map { letters[$0 / 26] + letters[$0 % 26] }
        try run(made.map { "\($0) 1" } + ["zz 1", "zz 2"], in: state)
        let counts = try texts(state)
        #expect(counts.count == 16)
        #expect(counts["zz"] == 2)
    }

    @Test func `a dry run counts nothing`() throws {
        try run(["en 1"], in: state)
        let dry = try folder.open(.dryRun)
        try run(["en 2"], in: dry)
        dry.close()
        #expect(try texts(state) == ["en": 1])
    }

    @Test func `an item that is forgotten stays in the counts`() throws {
        try run(["en 1"], in: state)
        let id = try #require(try state.search("en").first?.id)
        #expect(try state.forget(id))
        #expect(try texts(state) == ["en": 1])
    }

    #if PostgreSQL
        @Test(.only(.postgresql))
        func `machines that end their runs at the same time count every item once`() async throws {
            let machines = try (0..<4).map { _ in try folder.open() }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (number, machine) in machines.enumerated() {
                    group.addTask {
                        for round in 0..<10 {
                            try run(["en 1 \(1000 + 10 * number + round)"], in: machine, source: "feed:\(number)")
                        }
                    }
                }
                try await group.waitForAll()
            }
            let counts = try #require(try state.wordCounts(now: morning)["en"])
            #expect(counts.texts == 40)
            #expect(counts.count(of: 1) == 40)
        }
    #endif
}
