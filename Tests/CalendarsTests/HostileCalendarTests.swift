import Calendars
import Foundation
import TestSupport
import Testing

private let now = Date(timeIntervalSince1970: 1_795_852_800)

private func calendar(_ text: String) -> [UInt8] { Array("BEGIN:VCALENDAR\n\(text)\nEND:VCALENDAR\n".utf8) }

private func read(_ bytes: [UInt8], days: Double = 366) -> CalendarContent {
    CalendarContent(bytes, from: now, until: now + days * 86_400, home: .gmt)
}

private func event(_ number: Int, _ lines: String) -> String {
    "BEGIN:VEVENT\nUID:\(number)\nSUMMARY:Tide\n\(lines)\nEND:VEVENT\n"
}

@Suite(.serialized) struct HostileCalendarTests {
    /// Calendars that make a careless reader work for a square of their length.
    private static let calendars: [(name: String, make: @Sendable (Int) -> String)] = [
        ("events", { (0..<$0).map { event($0, "DTSTART:20270101T000000Z") }.joined() }),
        ("past events", { (0..<$0).map { event($0, "DTSTART:20170101T000000Z") }.joined() }),
        ("events of one id", { String(repeating: event(1, "DTSTART:20270101T000000Z"), count: $0) }),
        (
            "replaced",
            { (0..<$0).map { event($0, "RECURRENCE-ID:20270101T000000Z\nDTSTART:20270101T000000Z") }.joined() }
        ),
        ("nested events", { String(repeating: "BEGIN:VEVENT\n", count: $0 * 20) }),
        ("nested strangers", { String(repeating: "BEGIN:X\n", count: $0 * 20) + event(1, "DTSTART:20270101T000000Z") }),
        ("ends", { String(repeating: "END:VEVENT\n", count: $0 * 20) }),
        ("time zones", { String(repeating: "BEGIN:VTIMEZONE\nTZID:a\nEND:VTIMEZONE\n", count: $0) }),
        ("folded line", { event(1, "DESCRIPTION:" + String(repeating: "a\n ", count: $0 * 20)) }),
        ("long line", { event(1, "DESCRIPTION:" + String(repeating: "a\\n", count: $0 * 20)) }),
        (
            "left out dates",
            {
                event(
                    1,
                    "DTSTART:20270101T000000Z\nRRULE:FREQ=DAILY\nEXDATE:"
                        + String(repeating: "20270101T000000Z,", count: $0))
            }
        ),
        (
            "lines of dates",
            {
                event(
                    1,
                    "DTSTART:20270101T000000Z\n"
                        + String(repeating: "RDATE:20270101T000000Z\n", count: $0))
            }
        ),
        ("parameters", { event(1, "DTSTART" + String(repeating: ";X=1", count: $0 * 4) + ":20270101T000000Z") }),
        (
            "rule",
            { event(1, "DTSTART:20270101T000000Z\nRRULE:FREQ=YEARLY;BYDAY=" + String(repeating: "MO,", count: $0)) }
        ),
    ]

    @Test(arguments: calendars.map(\.name)) func `the work grows as the calendar`(name: String) throws {
        let make = try #require(Self.calendars.first { $0.name == name }).make
        func calendars(_ count: Int) -> [UInt8] { calendar(make(count)) }
        let growth = Work.growth(of: calendars, from: 250) { _ = read($0) }
        #expect(growth.isLinear, "\(name): \(growth)")
    }

    @Test(arguments: [
        "FREQ=SECONDLY", "FREQ=MINUTELY", "FREQ=HOURLY", "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=SECONDLY;COUNT=2000000000", "FREQ=SECONDLY;COUNT=5;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=MINUTELY;INTERVAL=32767;BYMONTH=13", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=WEEKLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=YEARLY;INTERVAL=32767", "FREQ=MONTHLY;INTERVAL=32767",
        "FREQ=YEARLY;INTERVAL=32767;BYMONTH=2;BYMONTHDAY=29", "FREQ=YEARLY;BYYEARDAY=400", "FREQ=YEARLY;BYWEEKNO=60",
        "FREQ=MONTHLY;BYDAY=9MO", "FREQ=YEARLY;BYDAY=99MO", "FREQ=DAILY;INTERVAL=0", "FREQ=DAILY;INTERVAL=-1",
        "FREQ=DAILY;COUNT=-5", "FREQ=YEARLY;RSCALE=CHINESE;BYMONTH=5L",
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;BYSETPOS=400",
        "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23;"
            + "BYMINUTE=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20;BYSECOND=0,1,2,3,4,5,6,7,8,9,10,11",
    ])
    func `no rule is followed without end`(rule: String) throws {
        for start in [
            "19000101T000000Z", "20240229T103000Z", "20261128T080000Z", "20270301T000000Z", "99990101T000000Z",
        ] {
            let bytes = calendar(event(1, "DTSTART:\(start)\nRRULE:\(rule)"))
            var found: CalendarContent?
            let seconds = Work.seconds { found = read(bytes) }
            #expect(seconds < 2, "\(start): \(seconds) s")
            #expect(try #require(found).events.count <= CalendarContent.most)
        }
    }

    @Test(arguments: [
        "DTSTART:19700101T000000Z\nRRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30",
        "DTSTART:19000101T000000Z\nRRULE:FREQ=DAILY;COUNT=100000",
    ])
    func `many rules together are followed no longer than a few`(rule: String) {
        let bytes = calendar((0..<400).map { event($0, rule) }.joined())
        let seconds = Work.seconds { _ = read(bytes) }
        #expect(seconds < 6, "\(seconds) s")
    }

    @Test func `of more than 1,000 occurrences the first are read, and the reach tells it`() {
        let found = read(calendar(event(1, "DTSTART:20260101T000000Z\nRRULE:FREQ=MINUTELY")))
        #expect(found.events.count == 1_000)
        #expect(found.events.first?.starts == now + 60)
        #expect(found.reach == now + 1001 * 60)
        let many = read(
            calendar(
                (0..<20_000).map { number in
                    let time = (now + Double(number) * 60).formatted(
                        .iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
                    return event(number, "DTSTART:\(time)\nDURATION:PT1H")
                }.shuffled().joined()))
        #expect(many.events.count == 1_000)
        #expect(many.events.last?.starts == now + 999 * 60)
        #expect(many.reach == many.events.last?.starts)
        let over = read(
            calendar(
                (1...20_000).map { number in
                    let time = (now - Double(number) * 60).formatted(
                        .iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
                    return event(number, "DTSTART:\(time)")
                }.shuffled().joined() + event(0, "DTSTART:20261201T000000Z")))
        #expect(over.events.count == 1 && over.past.count == 1_000 && over.reach > now + 86_400)
        #expect(over.past.last?.starts == now - 1000 * 60)
    }

    @Test func `reading ends when its time is over`() {
        let bytes = calendar((0..<100).map { event($0, "DTSTART:20270101T000000Z") }.joined())
        #expect(CalendarContent(bytes, from: now, until: now + 1, home: .gmt) { true }.error == .tooSlow)
    }

    @Test func `any bytes give a calendar or none`() {
        var generator = SeededGenerator(seed: 7)
        let sample = calendar(
            event(
                1,
                "DTSTART;TZID=a:20261201T000000\nDTEND:20261202T000000Z\nRRULE:FREQ=MONTHLY;BYDAY=1MO;COUNT=9\n"
                    + "EXDATE:20270101T000000Z\nCATEGORIES:a,b\nLOCATION:x\\,y\nRECURRENCE-ID:20261201T000000Z"))
        for _ in 0..<3000 {
            var bytes = sample
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0...2, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + 9))
                default: bytes.insert(contentsOf: sample[place / 2..<min(sample.count, place / 2 + 20)], at: place)
                }
                if bytes.isEmpty { break }
            }
            _ = read(bytes)
        }
    }
}
