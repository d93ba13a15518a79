import Foundation
import StateTestSupport
import Testing

@testable import Select
@testable import State
@testable import Values

/// When an event that was sent is sent once more.
@Suite struct EventMoveTests {
    private let folder: StateFolder
    private let state: State

    init() throws {
        folder = try StateFolder()
        state = try folder.open()
    }

    @Test(arguments: [
        ("nothing new", [1, 8], "Club", false), ("a date passed", [8], "Club", false),
        ("a date more", [1, 8, 15], "Club", false), ("the next date is another", [2, 8], "Club", true),
        ("all dates are others", [3], "Club", true), ("the next date was called off", [8], "club", false),
        ("another place", [1, 8], "Hall", true),
    ])
    func `an event is sent again when its date or place changes and not otherwise`(
        change: String, days: [Double], place: String, isSentAgain: Bool
    ) throws {
        let first = try state.remember([answer([event([1, 8], at: "Club")])], now: morning)
        try state.send("d1", first)
        try state.remember([answer([event(days, at: place)])], now: morning + 3600)
        let unsent = try state.candidates(profile: "default", sources: ["feed:a"], since: { _ in morning + 3600 - day })
        #expect(unsent.count == (isSentAgain ? 1 : 0), "\(change)")
        let sent = try state.sentStories(
            profile: "default", candidates: unsent.map(Candidate.init), now: morning + 3600)
        let selection = Selection(
            candidates: unsent.map(Candidate.init), sent: sent, rules: SelectionRules(), now: morning + 3600)
        #expect(selection.sections.flatMap(\.stories).count == (isSentAgain ? 1 : 0), "\(change)")
    }

    @Test func `an event that moved is sent once more and not twice`() throws {
        try state.send("d1", try state.remember([answer([event([1], at: "Club")])], now: morning))
        let moved = try state.remember([answer([event([2], at: "Club")])], now: morning + 3600)
        try state.send("d2", moved, now: morning + 3600)
        try state.remember([answer([event([2], at: "Club")])], now: morning + 7200)
        #expect(try state.unsent(now: morning + 7200) == [])
    }

    @Test(arguments: [("Hall", 1), ("Club", 0)])
    func `the place of an event is compared with the last one that was known`(place: String, unsent: Int) throws {
        try state.send("d1", try state.remember([answer([event([1, 8], at: "Club")])], now: morning))
        for (hour, days) in [(1.0, [1.0, 8]), (2, [1, 8, 15])] {
            try state.remember([answer([event(days, at: nil)])], now: morning + hour * 3600)
            #expect(try state.unsent(now: morning + hour * 3600) == [])
        }
        try state.remember([answer([event([1, 8, 15], at: place)])], now: morning + 3 * 3600)
        #expect(try state.unsent(now: morning + 3 * 3600).count == unsent)
    }

    @Test func `an event that is again as a reader was told is not told to that reader`() throws {
        func unsent(_ profile: String, at hour: Double) throws -> Int {
            let since = morning + hour * 3600 - day
            return try state.candidates(profile: profile, sources: ["feed:a"], since: { _ in since }).count
        }
        func remember(_ days: [Double], at hour: Double) throws -> [StoredItem] {
            try state.remember([answer([event(days, at: "Club")])], now: morning + hour * 3600)
        }
        let first = try remember([1, 8], at: 0)
        for profile in ["daily", "weekly"] { try state.send("d1 \(profile)", first, profile: profile) }
        let moved = try remember([2, 8], at: 1)
        #expect(try unsent("daily", at: 1) == 1 && unsent("weekly", at: 1) == 1)
        try state.send("d2", moved, profile: "daily", now: morning + 3600)
        _ = try remember([1, 8], at: 2)
        #expect(try unsent("daily", at: 2) == 1 && unsent("weekly", at: 2) == 0)
        _ = try remember([1, 8, 15], at: 3)
        #expect(try unsent("daily", at: 3) == 1 && unsent("weekly", at: 3) == 0)
        _ = try remember([3, 8, 15], at: 4)
        #expect(try unsent("daily", at: 4) == 1 && unsent("weekly", at: 4) == 1)
    }

    @Test func `an hour that becomes known is no other date`() throws {
        var whole = event([1], at: "Club")
        whole.event?.occurrences = [
            .init(starts: morning + 0.7 * day, ends: morning + 1.7 * day - 1, isAllDay: true)
        ]
        try state.send("d1", try state.remember([answer([whole])], now: morning))
        try state.remember([answer([event([1], at: "Club")])], now: morning + 3600)
        #expect(try state.unsent(now: morning + 3600) == [])
    }

    @Test(arguments: [-0.2, 1.1])
    func `an hour of another day is another date`(days: Double) throws {
        var whole = event([1], at: "Club")
        whole.event?.occurrences = [.init(starts: morning + day, ends: morning + 2 * day - 1, isAllDay: true)]
        let timed = event([1 + days], at: "Club")
        for (told, moved) in [(whole, timed), (timed, whole)] {
            let folder = try StateFolder()
            let state = try folder.open()
            try state.send("d1", try state.remember([answer([told])], now: morning))
            try state.remember([answer([moved])], now: morning + 3600)
            #expect(try state.unsent(now: morning + 3600).count == 1)
        }
    }

    /// A concert so many days from now.
    private func event(_ days: [Double], at place: String?) -> Item {
        var item = storyItem("concert", title: "Concert")
        item.kind = .event
        item.event = Event(
            occurrences: days.map { .init(starts: morning + $0 * day, ends: morning + $0 * day + 7200) }, place: place)
        return item
    }
}
