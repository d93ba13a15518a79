import Foundation
import Testing

@testable import Cleaning

/// What one answer shows clearly also holds for a later answer with a single text, until an answer contradicts it.
@Suite struct SourceProfileTests {
    private static let topics = [
        "Storm closes the harbour", "Bridge opens after ten years", "Trams stop in the town", "Boats reach the bay",
        "Mayor leaves her office", "Rain floods the market", "Choir sings at night", "Baker retires at last",
        "Ferry returns to port",
    ]
    private static let now = Date(timeIntervalSince1970: 1_795_000_000)
    private static let day = 86_400.0

    private static func draft(_ title: String, _ summary: String = "") -> Draft {
        Draft(
            title: title, summary: summary, author: nil, source: "Elsom Gazette", url: "https://news.example/1",
            published: nil, article: { "" })
    }

    /// A text that is cut without a sign after exactly so many scalars.
    private static func cutText(_ beginning: String, _ length: Int) -> String {
        let words = "\(beginning) while all the old boats of the town sail on to the harbour and back again "
        return String(String(repeating: words, count: 9).prefix(length - 1)) + "x"
    }

    /// Many drafts that show a habit, and one that is cleaned rightly only by who knows it.
    private struct Habit: CustomTestStringConvertible {
        var testDescription: String
        var shows: [Draft]
        var alone: Draft
    }

    private static var habits: [Habit] {
        [
            Habit(
                testDescription: "the end of titles", shows: topics.map { draft("\($0) - Quay Street Desk") },
                alone: draft("Old mill burns down - Quay Street Desk")),
            Habit(
                testDescription: "the label of titles", shows: topics.map { draft("Elsom: \($0)") },
                alone: draft("Elsom: Old mill burns down")),
            Habit(
                testDescription: "the section of titles", shows: topics.map { draft("Town › \($0)") },
                alone: draft("Politics › Old mill burns down")),
            Habit(
                testDescription: "the name before titles", shows: topics.map { draft("Elsom Gazette: \($0)") },
                alone: draft("Elsom Gazette: Old mill burns down")),
            Habit(
                testDescription: "a line under texts",
                shows: topics.map { draft($0, "\($0) on Monday.\n\nA free paper of the quays since 1974") },
                alone: draft("Old mill burns", "It burnt all night.\n\nA free paper of the quays since 1974")),
            Habit(
                testDescription: "a label before texts",
                shows: topics.map { draft("\($0) today", "Quay Wire: \($0) on Monday, a day early.") },
                alone: draft("Old mill burns", "Quay Wire: It burnt all night until the morning.")),
            Habit(
                testDescription: "cuts after a number of characters",
                shows: topics.map { draft("\($0) today", cutText($0, 300)) },
                alone: draft("Old mill burns", cutText("It burnt", 300))),
        ]
    }

    private static func cleaned(_ draft: Draft, _ lines: String?, at now: Date = now) -> [String] {
        var profile = SourceProfile(lines, now: now)
        let clean = [draft].cleaned(&profile)[0]
        return [clean.title, clean.summary]
    }

    private static func lines(_ drafts: [Draft], after lines: String? = nil, at now: Date = now) -> String? {
        var profile = SourceProfile(lines, now: now)
        _ = drafts.cleaned(&profile)
        return profile.lines
    }

    @Test func `a stored habit of an impossible day is left out`() {
        for day in [Int.min, .max] {
            #expect(
                SourceProfile("sentence\t\(day)\t\(Int.max)\t\(Int.max)\tquay\tRead on", now: Self.now).lines == nil)
        }
    }

    @Test(arguments: habits.indices)
    func `a text alone is cleaned as among others`(index: Int) throws {
        let habit = Self.habits[index]
        var profile = SourceProfile(nil, now: Self.now)
        let among = try #require((habit.shows + [habit.alone]).cleaned(&profile).last)
        let known = Self.lines(habit.shows)
        #expect(Self.cleaned(habit.alone, known) == [among.title, among.summary])
        #expect(Self.cleaned(habit.alone, nil) != Self.cleaned(habit.alone, known), "unknown, it stays")
        let later = Self.now + 200 * Self.day
        #expect(Self.cleaned(habit.alone, known, at: later) == Self.cleaned(habit.alone, nil), "after half a year")
    }

    @Test func `a habit ends with an answer of many texts that do not show it`() {
        let habit = Self.habits[0]
        let known = Self.lines(habit.shows)
        let few = Self.lines(Self.topics.prefix(4).map { Self.draft($0) }, after: known)
        #expect(Self.cleaned(habit.alone, few)[0] == "Old mill burns down", "four texts are too few")
        let some = Self.lines(Self.topics.dropLast(3).map { Self.draft($0) } + habit.shows.suffix(3), after: known)
        #expect(Self.cleaned(habit.alone, some)[0] == "Old mill burns down", "three of nine still show it")
        let many = Self.lines(Self.topics.map { Self.draft($0) }, after: known)
        #expect(Self.cleaned(habit.alone, many)[0] == habit.alone.title)
    }

    @Test func `a habit that fewer texts show than before still takes what it took`() {
        let line = "The Gazette of the quays was first with it."
        let shows = Self.topics.map { Self.draft($0, "\($0) on Monday. \(line)") }
        let titles = Self.topics + Self.topics.map { "\($0) again" }
        let later = titles.enumerated().map { index, title in
            Self.draft(title, "\(title) on Monday." + (index < 3 ? " \(line)" : ""))
        }
        func summaries(_ lines: String?) -> [String] {
            var profile = SourceProfile(lines, now: Self.now)
            return later.cleaned(&profile).map(\.summary)
        }
        let known = Self.lines(shows)
        #expect(summaries(nil)[0].hasSuffix(line), "three of eighteen are too few to begin")
        #expect(!summaries(known).contains { $0.hasSuffix(line) })
        #expect(!summaries(Self.lines(later, after: known)).contains { $0.hasSuffix(line) }, "and the next time")
    }

    @Test func `what two texts share is no habit, however often the same two are read`() {
        let two = Array(Self.habits[0].shows.prefix(2))
        #expect(Self.lines(two, after: Self.lines(two)) == nil)
    }

    @Test func `a habit that is shown again is kept for another half a year`() {
        let habit = Self.habits[0]
        let again = Self.lines(habit.shows, after: Self.lines(habit.shows), at: Self.now + 100 * Self.day)
        #expect(Self.cleaned(habit.alone, again, at: Self.now + 250 * Self.day)[0] == "Old mill burns down")
    }

    @Test func `each publisher of a service has habits of its own`() {
        var profile = SourceProfile(nil, now: Self.now)
        profile.publisher = "Quay Radio"
        _ = Self.habits[1].shows.cleaned(&profile)
        var later = SourceProfile(profile.lines, now: Self.now)
        #expect([Self.habits[1].alone].cleaned(&later)[0].title == Self.habits[1].alone.title)
        later.publisher = "Quay Radio"
        #expect([Self.habits[1].alone].cleaned(&later)[0].title == "Old mill burns down")
    }

    @Test func `the stored form is small, and a damaged line costs only itself`() throws {
        var profile = SourceProfile(nil, now: Self.now)
        for number in 0..<400 {
            let name = String(number, radix: 26).map { "quays\($0)" }.joined(separator: " ")
            let drafts = Self.topics.prefix(7).map {
                Self.draft($0, "\($0) on Monday.\n\nLine of the \(name)")
            }
            _ = drafts.cleaned(&profile)
        }
        let stored = try #require(profile.lines)
        #expect(stored.utf8.count < 64 * 360)
        #expect(stored.split(separator: "\n").count == 64)
        let known = try #require(Self.lines(Self.habits[0].shows))
        let damaged = "endOfTitle\tx\n\nunknown\t1\t2\t3\t\tvalue\n" + known
        #expect(Self.cleaned(Self.habits[0].alone, damaged)[0] == "Old mill burns down")
        let huge = Self.topics.map {
            Self.draft($0, "\($0) on Monday.\n\n" + String(repeating: "quayside ", count: 50))
        }
        #expect(Self.lines(huge)?.contains("quayside quayside") != true, "a long line is used but not kept")
    }
}
