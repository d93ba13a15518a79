import Foundation
import StateTestSupport
import TestSupport
import Testing
import Texts

@testable import State
@testable import Values

@Suite struct PackedValuesTests {
    private static let numbers: [UInt64] = [0, 1, 127, 128, 300, 1 << 35, .max]
    private static let texts: [String?] = [
        nil, "", "a", "Ёлка\u{0}\u{1F}\u{1F384}", String(repeating: "long ", count: 90),
    ]

    private func read<T>(_ data: Data, _ body: (inout PackedValues.Reader) throws -> T) throws -> T {
        try data.withUnsafeBytes { bytes in
            var reader = PackedValues.Reader(bytes)
            let value = try body(&reader)
            #expect(reader.isAtEnd)
            return value
        }
    }

    @Test func `numbers, texts and dates come back as they were`() throws {
        var values = PackedValues()
        for number in Self.numbers { values.append(number) }
        for text in Self.texts { values.append(text) }
        values.append(["tag", ""])
        values.append(-0.1)
        for date in [nil, morning] { values.append(date) }
        values.append(true)
        try read(values.data) { reader in
            for number in Self.numbers {
                let read = try reader.number()
                #expect(read == number)
            }
            for text in Self.texts {
                let read = try reader.text()
                #expect(read == text)
            }
            let (texts, double) = (try reader.texts(), try reader.double())
            #expect(texts == ["tag", ""] && double == -0.1)
            let (none, date, flag) = (try reader.date(), try reader.date(), try reader.flag())
            #expect(none == nil && date == morning && flag)
        }
    }

    @Test func `the earlier versions of an event are kept, the latest ones`() throws {
        var item = storyItem("a")
        (item.kind, item.event) = (.event, Event(occurrences: [.init(starts: morning, ends: nil)], place: "Club"))
        item.event?.remember(
            (Int64(0)..<12).map { number in
                var event = Event(occurrences: [.init(starts: morning + day, ends: nil)], isCancelled: number % 2 == 0)
                event.formerPlace = number % 3 == 0 ? "Hall" : nil
                return Event.Former(digest: number, event: event)
            })
        let read = try State.content(StoredContent(item).stored)
        #expect(read == StoredContent(item))
        #expect(read.event?.former?.map(\.digest) == Array(4..<12))
    }

    private static let full: StoredContent = {
        var item = storyItem("a", guid: "g\u{1F}", summary: "Summary\nof two lines", published: morning)
        item.html = "<p>Text</p>"
        item.author = "A. Author"
        item.image = "https://example.org/a.jpg"
        item.tags = ["one", "два"]
        item.language = "en"
        item.kind = .event
        item.event = Event(
            occurrences: [
                .init(starts: morning, ends: nil), .init(starts: nil, ends: morning + day, isAllDay: true),
            ], place: "Клуб", address: nil, price: "500 ₽", isFree: true, age: "16+", timeZone: "Europe/Moscow")
        return StoredContent(item)
    }()

    /// As large as texts may be.
    private static let long: StoredContent = {
        var content = full
        content.summary = String(repeating: "Слово ", count: 3000)
        return content
    }()

    @Test func `what an item says comes back as it was, short, long or cut`() throws {
        var heard = Self.full
        heard.audio = Item.Recording(url: "https://example.org/a.mp3", type: "audio/mpeg", seconds: nil)
        heard.isPublishedOnDay = true
        var seen = Self.full
        seen.comments = "https://example.org/a/comments"
        seen.video = Item.Recording(url: "https://example.org/a.mp4", type: nil, seconds: 61)
        var cleaned = seen
        cleaned.removals = [Removal(rule: "phrase", text: "Read more"), Removal(rule: "dateline", text: "Элсом —")]
        var listed = Self.full
        listed.listedPublisher = "Элсом"
        var both = cleaned
        both.listedPublisher = "Quay"
        for content in [Self.full, Self.long, heard, seen, cleaned, listed, both, .tombstone] {
            #expect(try State.content(content.stored) == content)
            #expect(try State.content(content.archived) == content)
        }
        #expect(Self.long.stored.count < 1000)
        #expect(Self.full.shortened.html == nil)
        #expect(cleaned.shortened.removals == nil)
        #expect(try State.content(both.stored, html: false).listedPublisher == "Quay")
    }

    private static let decisions: [Decision] = [
        .shown(Score([.init("fresh", 0.48), .init("place", -1.25)])), .shown(Score([])), .duplicate(of: "abc"),
        .sameStory(as: "def"), .sameStory(as: "def", because: "likeness 0.41: storm 0.2"),
        .sameAffair(as: "def", because: "storm 0.2"), .alreadySent(digest: "d1", story: "abc", newPublishers: 2),
        .queued(.section, Score([.init("fresh", 1)])), .queued(.delivery, Score([])), .dropped, .tooOld(morning),
        .beforeSince(morning - 0.5), .eventOver, .eventLater(morning), .otherCategory("sports"), .otherLanguage("fr"),
        .notIncluded, .excluded(by: "\"a\""), .muted(by: "ёлки"), .past, .filteredOut, .muted(by: "ёлки"),
    ]

    @Test func `a log gives every decision back, and keeps like ones once`() throws {
        var log = DecisionLog()
        let items = Self.decisions.indices.map { Int64($0 * $0) * 1000 + 5 }
        for (item, decision) in zip(items, Self.decisions) { log.append(decision, on: item) }
        #expect(try DecisionLog.decisions(log.packed) == Dictionary(uniqueKeysWithValues: zip(items, Self.decisions)))
        for (item, decision) in zip(items, Self.decisions) {
            #expect(try DecisionLog.decision(on: item, in: log.packed) == decision)
        }
        #expect(try DecisionLog.decision(on: 6, in: log.packed) == nil)
        var many = DecisionLog()
        for item in 0..<1000 { many.append(.muted(by: "the same words every time"), on: Int64(item)) }
        #expect(many.packed.count < 3 * 1000)
    }

    @Test func `bytes of any length come back, whether they can be compressed or not`() throws {
        var random = SeededGenerator(seed: 2)
        for length in [0, 1, 100, 1000, 1001, 2047, 2048, 2049, 70_000] {
            let same = Data(repeating: 7, count: length)
            let mixed = Data((0..<length).map { _ in UInt8.random(in: 0...255, using: &random) })
            #expect(Compressed(same).bytes == same)
            #expect(Compressed(mixed).bytes == mixed)
            #expect(Compressed(same, over: 1000).bytes == same)
            if length > 1000 { #expect(Compressed(same).data.count < length / 10) }
        }
    }

    @Test func `bytes that are cut or mixed up are an error and never a crash`() throws {
        var log = DecisionLog()
        for (item, decision) in Self.decisions.enumerated() { log.append(decision, on: Int64(item)) }
        let stories = SentStory.packed([
            SentStory(
                digest: "d", sent: morning, story: Story(id: "a", item: storyItem("a"), url: "https://example.org/a"))
        ])
        let content = Self.full.stored.dropFirst(4)
        for length in 0..<content.count {
            #expect(throws: (any Error).self) { try StoredContent(unpacking: Data(content.prefix(length))) }
        }
        for length in 0..<log.packed.count {
            #expect((try? DecisionLog.decisions(log.packed.prefix(length)).count) != Self.decisions.count)
        }
        for length in 0..<stories.count {
            #expect(SentStory.unpacked(Data(stories.prefix(length)), digest: "d", sent: morning) == nil)
        }
        var random = SeededGenerator(seed: 1)
        for whole in [Data(content), log.packed, stories] {
            for _ in 0..<2000 {
                var mixed = whole
                mixed[Int.random(in: 0..<mixed.count, using: &random)] = .random(in: 0...255, using: &random)
                _ = try? StoredContent(unpacking: mixed)
                _ = try? DecisionLog.decisions(mixed)
                _ = SentStory.unpacked(mixed, digest: "d", sent: morning)
                _ = Compressed(stored: mixed).bytes
            }
        }
    }
}
