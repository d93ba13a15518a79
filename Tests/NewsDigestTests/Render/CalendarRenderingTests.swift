import Foundation
import Testing

@testable import Render
@testable import Values

/// `format = "ics"` (RFC 5545).
@Suite struct CalendarRenderingTests {
    private func story(
        _ id: String, _ starts: String?, _ ends: String? = nil, isAllDay: Bool = false, isCancelled: Bool = false,
        title: String = "Concert; with, choir", summary: String = ""
    ) -> Story {
        var item = Sample.article(title, summary: summary, url: "https://example.org/\(id)")
        item.kind = .event
        item.event = Event(
            occurrences: [
                .init(starts: starts.map(Sample.instant), ends: ends.map(Sample.instant), isAllDay: isAllDay)
            ], place: "Hall", address: "Main Street 5", timeZone: "Europe/Moscow", isCancelled: isCancelled)
        return Sample.story(item, id: id)
    }

    private func text(
        _ stories: [Story], earlier: String? = nil, created: Date = Sample.now, previous: Date? = nil,
        timeZone: String = "UTC", cancellations: [String: Bool] = [:]
    ) -> String {
        var digest = Sample.digest(stories)
        digest.previous = previous
        digest.timeZone = timeZone
        digest.created = created
        var options = RenderOptions()
        options.rolling = Rolling(earlier: earlier.map { Data($0.utf8) })
        options.rolling?.cancellations = cancellations
        return String(decoding: digest.rendered(as: .ics, options), as: UTF8.self)
    }

    @Test func `an event has its time, place, link and state`() {
        let calendar = text([story("e1", "2026-11-22T16:00:00Z", "2026-11-22T18:30:00Z")])
        for line in [
            "BEGIN:VCALENDAR", "VERSION:2.0", "UID:e1@newsdigest", "DTSTART:20261122T160000Z", "DTEND:20261122T183000Z",
            "SUMMARY:Concert\\; with\\, choir", "LOCATION:Hall\\, Main Street 5", "URL:https://example.org/e1",
            "STATUS:CONFIRMED", "END:VCALENDAR",
        ] {
            #expect(calendar.contains("\r\n\(line)\r\n") || calendar.hasPrefix("\(line)\r\n"), "\(line)")
        }
    }

    @Test func `a day is a day in the event's city, and ends before the next one`() {
        let calendar = text([story("e1", "2026-11-21T21:00:00Z", "2026-11-23T21:00:00Z", isAllDay: true)])
        #expect(
            calendar.contains("DTSTART;VALUE=DATE:20261122\r\n") && calendar.contains("DTEND;VALUE=DATE:20261124\r\n"))
    }

    @Test func `a digest from a clock that is a year ahead takes no coming event out of a rolling file`() {
        let first = text([story("e1", "2026-11-22T16:00:00Z")])
        let ahead = Sample.now.addingTimeInterval(365 * 86_400)
        #expect(text([], earlier: first, created: ahead, previous: Sample.now).contains("UID:e1@"))
        #expect(
            !text([], earlier: first, created: ahead, previous: ahead.addingTimeInterval(-86_400)).contains("UID:e1@"))
    }

    @Test func `an event without a day is left out, and a cancelled one says so`() {
        let calendar = text([story("e1", nil), story("e2", "2026-11-22T16:00:00Z", isCancelled: true)])
        #expect(!calendar.contains("UID:e1@") && calendar.contains("STATUS:CANCELLED\r\n"))
    }

    @Test func `no line is longer than 75 bytes, whatever the letters are`() {
        let calendar = text([
            story(
                "e1", "2026-11-22T16:00:00Z", title: String(repeating: "Концерт 合唱団 🎻 ", count: 20), summary: "A\n\nB")
        ])
        let lines = calendar.components(separatedBy: "\r\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 75 } && !calendar.replacing("\r\n", with: "").contains("\n"))
        #expect(calendar.replacing("\r\n ", with: "").contains("DESCRIPTION:A\\n\\nB"))
    }

    @Test func `a rolling file keeps what is not over, and an event that is told again replaces itself`() throws {
        let first = text([
            story("e1", "2026-11-22T16:00:00Z", "2026-11-22T18:00:00Z"), story("e2", "2026-11-30T16:00:00Z"),
            story("e3", "2026-12-01T16:00:00Z", "2026-12-01T17:00:00Z"),
        ])
        let later = text(
            [story("e3", "2026-12-02T16:00:00Z", "2026-12-02T17:00:00Z")], earlier: first,
            created: Sample.instant("2026-11-23T08:00:00Z"))
        #expect(!later.contains("UID:e1@") && later.contains("UID:e2@"))
        #expect(later.components(separatedBy: "UID:e3@").count == 2 && later.contains("DTSTART:20261202T160000Z"))
        #expect(try #require(sequence(later)) > #require(sequence(first)))
    }

    @Test func `each date of an event that is not over is an entry, also after the first date`() {
        var concert = story("e3", "2026-11-20T16:00:00Z", "2026-11-20T18:00:00Z")
        func dates(_ days: [String]) -> Story {
            concert.item.event?.occurrences = days.map {
                .init(starts: Sample.instant("\($0)T16:00:00Z"), ends: Sample.instant("\($0)T18:00:00Z"))
            }
            return concert
        }
        func starts(_ text: String) -> [String] { text.matches(of: /DTSTART:(\d+)T/).map { String($0.1) } }
        let first = text([dates(["2026-11-20", "2026-11-22", "2026-11-29", "2026-12-06"])])
        #expect(starts(first) == ["20261122", "20261129", "20261206"])
        #expect(Set(first.matches(of: /UID:[^\r]*/).map(\.output)).count == 3)
        let later = text([], earlier: first, created: Sample.instant("2026-11-23T08:00:00Z"))
        #expect(starts(later) == ["20261129", "20261206"])
        let again = text([dates(["2026-11-30"])], earlier: later, created: Sample.instant("2026-11-24T08:00:00Z"))
        #expect(starts(again) == ["20261130"] && again.contains("UID:e3@"))
        let dayless = text([story("e3", nil)], earlier: again, created: Sample.instant("2026-11-25T08:00:00Z"))
        #expect(starts(dayless).isEmpty)
    }

    @Test func `an entry for each date that was added later, and none for one that is gone`() throws {
        func event(_ days: [Int]) -> Event {
            Event(
                occurrences: days.map {
                    .init(
                        starts: Sample.instant("2026-11-\($0)T16:00:00Z"),
                        ends: Sample.instant("2026-11-\($0)T18:00:00Z"))
                }, timeZone: "Europe/Moscow")
        }
        var told = story("e3", "2026-11-22T16:00:00Z")
        told.item.event = event([22, 24])
        func entries(_ text: String) -> [String] {
            text.matches(of: /UID:([^\r]*)@newsdigest\r\nDTSTART:\d{6}(\d\d)T/).map { "\($0.1) \($0.2)" }
        }
        let first = text([told])
        func file(_ days: [Int], _ now: String, resending resent: String? = nil, after earlier: String) -> String {
            var rolling = Rolling(earlier: Data(earlier.utf8))
            rolling.resent = resent.map { Data($0.utf8) }
            rolling.current = ["e3": event(days)]
            let now = Sample.instant(now)
            return String(decoding: rolling.withResent(of: Sample.now, as: .ics, in: .gmt, now: now), as: UTF8.self)
        }
        let same = file([22, 24], "2026-11-21T10:00:00Z", after: first)
        #expect(entries(same) == ["e3 22", "e3-20261124T160000Z 24"])
        let later = file([25, 29], "2026-11-23T08:00:00Z", after: same)
        #expect(entries(later) == ["e3-20261125T160000Z 25", "e3-20261129T160000Z 29"])
        #expect(
            later.components(separatedBy: "DTEND:").count == 3 && later.components(separatedBy: "SUMMARY:").count == 3)
        #expect(file([25, 29], "2026-11-23T08:00:00Z", resending: first, after: later) == later)
        #expect(entries(file([29], "2026-11-26T08:00:00Z", after: later)) == ["e3-20261129T160000Z 29"])
    }

    private func sequence(_ text: String) -> Int? {
        text.firstMatch(of: /UID:e3@(?s:.*?)SEQUENCE:(\d+)/).flatMap { Int($0.1) }
    }

    @Test func `an entry of a rolling file is cancelled and confirmed again, and its text stays`() throws {
        let first = text([story("e3", "2026-12-01T16:00:00Z", summary: "STATUS:CONFIRMED\nSTATUS:CONFIRMED")])
        let cancelled = text([], earlier: first, created: Sample.now + 3600, cancellations: ["e3": true])
        #expect(cancelled.contains("\r\nSTATUS:CANCELLED\r\n") && !cancelled.contains("\r\nSTATUS:CONFIRMED\r\n"))
        #expect(cancelled.contains("DESCRIPTION:STATUS:CONFIRMED\\n\\nSTATUS:CONFIRMED\\n"))
        #expect(try #require(sequence(cancelled)) > #require(sequence(first)))
        let same = text([], earlier: cancelled, created: Sample.now + 7200, cancellations: ["e3": true])
        #expect(same == cancelled)
        let again = text([], earlier: same, created: Sample.now + 7200, cancellations: ["e3": false])
        #expect(again.contains("\r\nSTATUS:CONFIRMED\r\n") && again.contains("UID:e3@"))
        #expect(try #require(sequence(again)) > #require(sequence(cancelled)))
    }

    @Test func `a digest that is delivered again adds what a rolling file does not have`() throws {
        let first = text([story("e3", "2026-12-01T16:00:00Z"), story("e4", "2026-11-22T16:00:00Z")])
        let later = text([story("e3", "2026-12-02T16:00:00Z")], created: Sample.now + 3600)
        for (earlier, resent) in [(first, later), (later, first)] {
            var rolling = Rolling(earlier: Data(earlier.utf8))
            rolling.resent = Data(resent.utf8)
            #expect(Set(rolling.events) == ["e3", "e4"])
            rolling.cancellations = ["e4": true]
            func file(at now: Date) -> String {
                String(decoding: rolling.withResent(of: Sample.now, as: .ics, in: .gmt, now: now), as: UTF8.self)
            }
            let both = file(at: Sample.now + 7200)
            #expect(both.components(separatedBy: "UID:e3@").count == 2 && both.contains("DTSTART:20261202T160000Z"))
            #expect(both.contains("UID:e4@") && both.contains("STATUS:CANCELLED"))
            #expect(both.hasPrefix("BEGIN:VCALENDAR\r\n") && both.components(separatedBy: "END:VCALENDAR").count == 2)
            #expect(!file(at: Sample.now + 5 * 86_400).contains("UID:e4@"))
        }
    }

    @Test(arguments: [
        ("America/New_York", "2026-11-24T04:00:00Z", true), ("America/New_York", "2026-11-24T06:00:00Z", false),
        ("Asia/Tokyo", "2026-11-23T14:00:00Z", true), ("Asia/Tokyo", "2026-11-23T16:00:00Z", false),
    ])
    func `a day in a rolling file is over at midnight in the reader's time zone`(
        timeZone: String, created: String, isThere: Bool
    ) {
        let first = text([story("e1", "2026-11-22T21:00:00Z", "2026-11-23T21:00:00Z", isAllDay: true)])
        #expect(first.contains("DTEND;VALUE=DATE:20261124\r\n"))
        let later = text([], earlier: first, created: Sample.instant(created), timeZone: timeZone)
        #expect(later.contains("UID:e1@") == isThere)
    }

    @Test func `a mail has the calendar only if it is wanted and there is an event`() {
        for (wanted, stories) in [
            (true, [story("e1", "2026-11-22T16:00:00Z")]), (false, [story("e1", "2026-11-22T16:00:00Z")]),
            (true, [story("e1", nil)]),
        ] {
            var options = RenderOptions()
            options.mail = MailHeader()
            options.mail?.hasCalendar = wanted
            let mail = String(decoding: Sample.digest(stories).rendered(as: .eml, options), as: UTF8.self)
            let isThere = wanted && stories[0].item.event?.occurrences.first?.starts != nil
            #expect(mail.contains("text/calendar") == isThere && mail.contains("multipart/mixed") == isThere)
        }
    }
}
