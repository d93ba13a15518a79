import Foundation
import StateTestSupport
import Testing

@testable import State
@testable import Values

@Suite(.everyEngine) struct StateSourcesTests {
    let folder: StateFolder
    let state: State

    init() throws {
        folder = try StateFolder()
        state = try folder.open()
    }

    private func failed(_ streak: Int) -> Gathered {
        answer(
            [], .failed(Failure(.gather, "A", "answered 503")),
            record: SourceRecord { ($0.failingSince, $0.streak, $0.reason) = (morning, streak, "answered 503") })
    }

    @Test func `a source's record comes back with its items or not at all`() throws {
        let record = SourceRecord {
            $0.etag = "\"x\""
            $0.lastModified = "yesterday, as the server writes it"
            $0.itemsADay = 2.5
        }
        try state.remember([answer([storyItem("a")], record: record)], now: morning)
        let source = "feed:https://example.org/rss"
        #expect(try state.records(of: [source]) == [:])
        let own = answer([], source: source, record: record)
        try state.remember([own], now: morning)
        #expect(try state.records(of: [source]) == [source: record])
    }

    @Test func `the quarantine of a source ends after a week, also if the clock was a year ahead when it began`() throws
    {
        func isQuarantined(_ days: Double) throws -> Bool {
            try state.quarantine(now: morning + days * 86_400).step(ofSource: "feed:a") != nil
        }
        for (still, over) in [(6.9, 7.1), (-6.9, -7.1)] {
            try state.write {
                try $0.execute(
                    sql: "INSERT INTO quarantine (subject, step, version, time) VALUES (?, 2, ?, ?)",
                    arguments: [Quarantine.subject(ofSource: "feed:a"), version, State.seconds(morning)])
            }
            #expect(try isQuarantined(still) && !isQuarantined(over))
        }
    }

    @Test func `a record with a value that only earlier versions had is read`() throws {
        try state.remember([answer([])], now: morning)
        let old = #"{"skipHours":[],"skipDays":[],"streak":0,"moved":{"to":"x","sightings":2,"firstSeen":0}}"#
        try state.write { try $0.execute(sql: "UPDATE source SET record = ?", arguments: [Data(old.utf8)]) }
        let record = SourceRecord { $0.moved = .init(to: "x", sightings: 2) }
        #expect(try state.records(of: ["feed:a"]) == ["feed:a": record])
    }

    @Test func `two failures are a blip; the third names the source until it answers, and that is said once`() throws {
        let items = try state.remember([answer([storyItem("a"), storyItem("b")])], now: morning)
        try state.remember([failed(2)], now: morning)
        #expect(try state.broken(among: ["feed:a"]) == [])
        try state.remember([failed(3)], now: morning)
        let broken = try state.broken(among: ["feed:a", "feed:none"])
        #expect(broken == [.init(id: "feed:a", source: "Name of feed:a", since: morning, reason: "answered 503")])
        var first = digest("d1", [items[0]])
        first.failures = broken
        try state.store(first, renderings: [rendering("1")])
        try state.remember([answer([])], now: morning)
        // A digest that was not delivered has told nobody.
        #expect(try state.recovered(among: ["feed:a"], profile: "default").map(\.name) == [])
        try state.markDelivered("d1", to: "file", now: morning)
        try state.finish("d1", now: morning)
        #expect(try state.recovered(among: ["feed:a"], profile: "default").map(\.name) == ["Name of feed:a"])
        #expect(try state.recovered(among: ["feed:a"], profile: "anna").map(\.name) == [])
        var second = digest("d2", [items[1]])
        second.recovered = ["Name of feed:a"]
        try state.store(second, renderings: [rendering("2")])
        try state.markDelivered("d2", to: "file", now: morning)
        try state.finish("d2", now: morning)
        #expect(try state.recovered(among: ["feed:a"], profile: "default").map(\.name) == [])
    }

    @Test func `of two sources of one name the one is told of that is broken, and that came back`() throws {
        func told(_ id: String, _ item: StoredItem, failures: [Digest.SourceFailure], recovered: [String]) throws {
            var told = digest(id, [item])
            (told.failures, told.recovered) = (failures, recovered)
            try state.store(told, renderings: [rendering(id)])
            try state.markDelivered(id, to: "file", now: morning)
            try state.finish(id, now: morning)
        }
        func twin(_ letter: String, _ streak: Int, _ items: [Item] = []) -> Gathered {
            var twin = answer(items, source: "feed:\(letter)", record: failed(streak).record)
            twin.name = "Twin"
            return twin
        }
        let both = ["feed:a", "feed:b"]
        let items = try state.remember(
            [twin("a", 3, [storyItem("1"), storyItem("2"), storyItem("3")]), twin("b", 0)], now: morning)
        let broken = try state.broken(among: both)
        #expect(broken.map(\.id) == ["feed:a"])
        try told("d1", items[0], failures: broken, recovered: [])
        #expect(try state.recovered(among: both, profile: "default").map(\.name) == [])
        try state.remember([twin("b", 3)], now: morning)
        try told("d2", items[1], failures: try state.broken(among: both), recovered: [])
        try state.remember([twin("a", 0)], now: morning)
        #expect(try state.recovered(among: both, profile: "default").map(\.name) == ["Twin"])
        try told("d3", items[2], failures: try state.broken(among: both), recovered: ["Twin"])
        #expect(try state.recovered(among: both, profile: "default").map(\.name) == [])
        try state.remember([twin("b", 0)], now: morning)
        #expect(try state.recovered(among: both, profile: "default").map(\.name) == ["Twin"])
    }

    @Test func `a quota is never exceeded, and says when the next request is free`() throws {
        for hour in 0..<3 {
            #expect(try state.reserve(key: "k", limit: 3, window: day, now: morning + Double(hour) * 3600) == nil)
        }
        #expect(try state.reserve(key: "k", limit: 3, window: day, now: morning + 4 * 3600) == morning + day)
        #expect(try state.reserve(key: "other", limit: 3, window: day, now: morning) == nil)
        #expect(try state.reserve(key: "k", limit: 3, window: day, now: morning + day) == nil)
        #expect(try state.used(key: "k", window: day, now: morning + day) == 3)
        #expect(try state.reserve(key: "k", limit: 0, window: day, now: morning) == .distantFuture)
    }

    @Test(arguments: [Int.max, .min, -5, 1_000_000_001])
    func `a number of tokens that cannot be does not count, and does no harm where it is stored`(tokens: Int) throws {
        func reserve(_ key: String) throws -> String? {
            try state.reserveTokens(10, key: key, limit: 30, window: day, now: morning)
        }
        for _ in 1...3 {
            let row = try #require(try reserve("model a"))
            try state.correctTokens(row, to: tokens)
        }
        #expect(try reserve("model a") == nil)
        let rows = ["b1", "b2", "c1", "c2"].map { ("model \($0.prefix(1)) \($0) \(tokens)", State.seconds(morning)) }
        try state.addTokenRows(Dictionary(uniqueKeysWithValues: rows))
        #expect(try reserve("model b") == nil || tokens < 0)
        for _ in 1...3 { _ = try reserve("model c") }
        #expect(try reserve("model c") == nil)
    }

    @Test func `parallel runs share one quota`() async throws {
        let folder = folder
        let granted = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let state = try folder.open()
                    return try (0..<10).filter { _ in
                        try state.reserve(key: "k", limit: 25, window: day, now: morning) == nil
                    }.count
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(granted == 25)
    }

    @Test func `a wrong clock does not use up the quota for years`() throws {
        for _ in 0..<3 { _ = try state.reserve(key: "k", limit: 3, window: day, now: morning + 4000 * day) }
        #expect(try state.reserve(key: "k", limit: 3, window: day, now: morning) == nil)
        // An hour back is no wrong clock, and no way around the quota.
        _ = try state.reserve(key: "j", limit: 1, window: day, now: morning)
        #expect(try state.reserve(key: "j", limit: 1, window: day, now: morning - 3600) == morning + day)
    }
}
