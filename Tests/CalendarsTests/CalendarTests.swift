import Calendars
import Foundation
import TestSupport
import Testing

/// Saturday, 28 November 2026, 8:00 in UTC.
private let now = time("2026-11-28T08:00:00Z")

private func time(_ text: String) -> Date { try! Date(text, strategy: .iso8601) }

private func content(
    _ components: String, zone: String = "Europe/Berlin", at now: Date = now, days: Double = 14
) throws -> CalendarContent {
    let text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-WR-CALNAME:Harbour\\, north\r\n\(components)\r\nEND:VCALENDAR\r\n"
    return CalendarContent(
        Array(text.utf8), from: now, until: now + days * 86_400, home: try #require(TimeZone(identifier: zone)))
}

private func event(_ lines: String, uid: String = "1@quay.example", title: String = "Choir") -> String {
    "BEGIN:VEVENT\nUID:\(uid)\nDTSTAMP:20261101T000000Z\nSUMMARY:\(title)\n\(lines)\nEND:VEVENT"
}

private func starts(_ lines: String, zone: String = "Europe/Berlin", days: Double = 14) throws -> [String] {
    try content(event(lines), zone: zone, days: days).events.filter { !$0.isCancelled }.map {
        $0.starts.formatted(.iso8601)
    }
}

@Suite struct CalendarTests {
    @Test func `an event has the texts of its calendar`() throws {
        let found = try content(
            """
            BEGIN:VEVENT
            UID:tide-7@quay.example
            DTSTART:20261130T180000Z
            DTEND:20261130T200000Z
            SUMMARY:Tide tables\\, explai
             ned
            DESCRIPTION:Bring a pencil.\\nThe room is cold.
            LOCATION:Harbour office\\, room 2
            URL:https://quay.example/tides
            CATEGORIES:talk,sea
            STATUS:CONFIRMED
            BEGIN:VALARM
            ACTION:DISPLAY
            DESCRIPTION:An alarm
            TRIGGER:-PT15M
            END:VALARM
            END:VEVENT
            """)
        let event = try #require(found.events.first)
        #expect(found.name == "Harbour, north")
        #expect(event.id == "tide-7@quay.example")
        #expect(event.title == "Tide tables, explained")
        #expect(event.text == "Bring a pencil.\nThe room is cold.")
        #expect(event.place == "Harbour office, room 2")
        #expect(event.url == "https://quay.example/tides")
        #expect(event.categories == ["talk", "sea"])
        #expect(event.starts == time("2026-11-30T18:00:00Z"))
        #expect(event.ends == time("2026-11-30T20:00:00Z"))
        #expect(!event.isAllDay && !event.isCancelled)
    }

    @Test func `times are read in their zone, and without one in the reader's`() throws {
        #expect(try starts("DTSTART:20261130T180000Z") == ["2026-11-30T18:00:00Z"])
        #expect(try starts("DTSTART;TZID=America/New_York:20261130T180000") == ["2026-11-30T23:00:00Z"])
        #expect(try starts("DTSTART;TZID=/quay.example/2026_1/Asia/Tokyo:20261130T180000") == ["2026-11-30T09:00:00Z"])
        #expect(try starts("DTSTART:20261130T180000") == ["2026-11-30T17:00:00Z"])
        #expect(try starts("DTSTART:20261130T180000", zone: "Europe/Moscow") == ["2026-11-30T15:00:00Z"])
        #expect(try starts("DTSTART;TZID=No/Such_Zone:20261130T180000") == ["2026-11-30T17:00:00Z"])
        #expect(try starts("DTSTART;TZID=../../../etc/passwd:20261130T180000") == ["2026-11-30T17:00:00Z"])
    }

    @Test func `a time zone of the calendar goes before that of the system`() throws {
        let zone = """
            BEGIN:VTIMEZONE
            TZID:Europe/Berlin
            BEGIN:STANDARD
            DTSTART:19700101T000000
            RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
            TZOFFSETFROM:+0700
            TZOFFSETTO:+0500
            END:STANDARD
            BEGIN:DAYLIGHT
            DTSTART:19700401T000000
            RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU
            TZOFFSETFROM:+0500
            TZOFFSETTO:+0700
            END:DAYLIGHT
            END:VTIMEZONE
            """
        let event = event("DTSTART;TZID=Europe/Berlin:20261130T180000\nDURATION:PT1H30M")
        for text in ["\(zone)\n\(event)", "\(event)\n\(zone)"] {
            let found = try content(text).events
            #expect(found.map(\.starts) == [time("2026-11-30T13:00:00Z")])
            #expect(found.map(\.ends) == [time("2026-11-30T14:30:00Z")])
        }
        // A zone whose rules would be endless work is not used.
        let hostile = zone.replacing("FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU", with: "FREQ=SECONDLY")
        #expect(try content("\(hostile)\n\(event)").events.map(\.starts) == [time("2026-11-30T17:00:00Z")])
    }

    @Test func `the hour that is skipped and the hour that comes twice are read as the standard says`() throws {
        func start(_ local: String) throws -> [Date] {
            try content(
                event("DTSTART;TZID=Europe/Berlin:\(local)"), zone: "UTC", at: time("2026-03-28T00:00:00Z"), days: 366
            ).events.map(\.starts)
        }
        #expect(try start("20260329T023000") == [time("2026-03-29T01:30:00Z")])
        #expect(try start("20261025T023000") == [time("2026-10-25T00:30:00Z")])
        #expect(try start("20261025T100000") == [time("2026-10-25T09:00:00Z")])
        #expect(try start("20260329T100000") == [time("2026-03-29T08:00:00Z")])
    }

    @Test func `days have no hours and end with their last second`() throws {
        let day = try #require(try content(event("DTSTART;VALUE=DATE:20261201")).events.first)
        #expect(day.isAllDay)
        #expect(day.starts == time("2026-11-30T23:00:00Z"))
        #expect(day.ends == time("2026-12-01T22:59:59Z"))
        let fair = event("DTSTART;VALUE=DATE:20261127\nDTEND;VALUE=DATE:20261130")
        #expect(try content(fair).events.map(\.ends) == [time("2026-11-29T22:59:59Z")])
        #expect(try content(fair, at: time("2026-11-30T08:00:00Z")).events.isEmpty)
    }

    @Test func `each occurrence of a rule is an event of its own`() throws {
        let found = try content(
            event(
                "DTSTART;TZID=Europe/Berlin:20240109T190000\nDTEND;TZID=Europe/Berlin:20240109T210000\nRRULE:FREQ=WEEKLY"
            ))
        #expect(found.events.map(\.starts) == ["2026-12-01T18:00:00Z", "2026-12-08T18:00:00Z"].map(time))
        #expect(found.events.map(\.id) == ["1@quay.example 20261201T180000Z", "1@quay.example 20261208T180000Z"])
        #expect(found.reach == now + 14 * 86_400)
    }

    @Test(arguments: [
        ("FREQ=DAILY;INTERVAL=3", "20261001T100000Z", ["11-30", "12-03", "12-06", "12-09"]),
        ("FREQ=DAILY;COUNT=61", "20261001T100000Z", ["11-28", "11-29", "11-30"]),
        ("FREQ=DAILY;UNTIL=20261130T100000Z", "20261001T100000Z", ["11-28", "11-29", "11-30"]),
        ("FREQ=DAILY;UNTIL=20261129", "20261001T100000Z", ["11-28", "11-29"]),
        ("FREQ=DAILY;UNTIL=20261101T000000Z", "20261001T100000Z", []),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH", "20250106T100000Z", ["12-07", "12-10"]),
        ("FREQ=MONTHLY;BYDAY=1TU", "20200107T100000Z", ["12-01"]),
        ("FREQ=MONTHLY;BYDAY=-1SU", "20200126T100000Z", ["11-29"]),
        ("FREQ=MONTHLY;BYMONTHDAY=-1", "20200131T100000Z", ["11-30"]),
        ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1", "20200101T100000Z", ["12-01"]),
        ("FREQ=YEARLY", "19611205T100000Z", ["12-05"]),
        ("FREQ=YEARLY;INTERVAL=3", "19611205T100000Z", []),
        ("FREQ=YEARLY;BYMONTH=12;BYDAY=2SU", "19701213T100000Z", []),
        ("FREQ=YEARLY;COUNT=3", "20241205T100000Z", ["12-05"]),
        ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "20240205T100000Z", []),
    ])
    func `a rule is followed from its start`(rule: String, start: String, days: [String]) throws {
        let found = try starts("DTSTART:\(start)\nRRULE:\(rule)", zone: "UTC")
        #expect(found == days.map { "2026-\($0)T10:00:00Z" })
    }

    @Test func `a rule is not counted from its start, and gives the same times`() throws {
        var generator = SeededGenerator(seed: 11)
        let parts = [
            "", ";BYDAY=MO,WE,SA", ";BYMONTHDAY=1,15,-1", ";BYMONTH=11,12", ";BYHOUR=6,18", ";BYDAY=SU,TU;WKST=SU",
            ";BYDAY=1MO,-1FR", ";BYMONTH=12;BYDAY=2TH",
        ]
        for _ in 0..<400 {
            let frequency = ["HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"].randomElement(using: &generator)!
            // Only a month and a year have a first Monday.
            let isLong = frequency == "MONTHLY" || frequency == "YEARLY"
            let part = (isLong ? parts[...] : parts.dropLast(2)).randomElement(using: &generator)!
            let rule = "RRULE:FREQ=\(frequency);INTERVAL=\(Int.random(in: 1...7, using: &generator))\(part)"
            let day = Int.random(in: 10...28, using: &generator)
            let start = "DTSTART:20\(Int.random(in: 22...26, using: &generator))03\(day)T0\(day % 10)3000Z\n"
            let found = try starts(start + rule, zone: "UTC", days: 60)
            #expect(try starts("\(start)\(rule);COUNT=90000", zone: "UTC", days: 60) == found, "\(start)\(rule)")
        }
    }

    @Test func `a rule keeps the hour when the clocks change`() throws {
        let found = try content(
            event("DTSTART;TZID=Europe/Berlin:20260901T190000\nRRULE:FREQ=DAILY"), at: time("2026-10-24T10:00:00Z"),
            days: 2)
        #expect(found.events.map(\.starts) == ["2026-10-24T17:00:00Z", "2026-10-25T18:00:00Z"].map(time))
    }

    @Test func `dates are added to a rule and left out`() throws {
        let found = try content(
            event(
                """
                DTSTART;TZID=Europe/Berlin:20261124T190000
                RRULE:FREQ=WEEKLY;COUNT=4
                RDATE;TZID=Europe/Berlin:20261203T200000,20261204T200000
                EXDATE:20261201T180000Z
                EXDATE;TZID=Europe/Berlin:20261204T200000
                """))
        #expect(
            found.events.filter { !$0.isCancelled }.map(\.starts)
                == ["2026-12-03T19:00:00Z", "2026-12-08T18:00:00Z"].map(time))
        #expect(
            found.events.filter(\.isCancelled).map { $0.id.suffix(16) } == ["20261201T180000Z", "20261204T190000Z"])
    }

    @Test func `a rule leaves dates out`() throws {
        let rules = "RRULE:FREQ=WEEKLY;COUNT=4\nEXRULE:FREQ=WEEKLY;INTERVAL=2"
        let found = try content(event("DTSTART;TZID=Europe/Berlin:20261124T190000\n\(rules)")).events
        #expect(found.map(\.starts) == ["2026-12-01T18:00:00Z", "2026-12-08T18:00:00Z"].map(time))
        #expect(found.map(\.isCancelled) == [false, true])
    }

    @Test func `an event with the id of an occurrence takes its place`() throws {
        let rule = event("DTSTART:20261124T180000Z\nRRULE:FREQ=WEEKLY;COUNT=4")
        let moved = event("RECURRENCE-ID:20261201T180000Z\nDTSTART:20261202T170000Z\nSEQUENCE:1", title: "Choir, moved")
        let cancelled = event("RECURRENCE-ID:20261208T180000Z\nDTSTART:20261208T180000Z\nSTATUS:CANCELLED", title: "")
        for text in [[rule, moved, cancelled], [moved, cancelled, rule]] {
            let found = try content(text.joined(separator: "\n")).events
            #expect(found.map(\.title) == ["Choir, moved", "Choir"])
            #expect(found.map(\.isCancelled) == [false, true])
            #expect(found.map(\.starts) == ["2026-12-02T17:00:00Z", "2026-12-08T18:00:00Z"].map(time))
            #expect(found.map(\.id) == ["1@quay.example 20261201T180000Z", "1@quay.example 20261208T180000Z"])
        }
        // It was moved far away, and a reader may have been told of its old time.
        let away = event("RECURRENCE-ID:20261201T180000Z\nDTSTART:20290202T170000Z")
        #expect(try content("\(rule)\n\(away)").events.map(\.starts).last == time("2029-02-02T17:00:00Z"))
    }

    @Test func `of several versions of an event the last one counts`() throws {
        let old = event("DTSTART:20261201T180000Z\nSEQUENCE:1")
        let new = event("DTSTART:20261202T180000Z\nSEQUENCE:2")
        for text in ["\(old)\n\(new)", "\(new)\n\(old)"] {
            #expect(try content(text).events.map(\.starts) == [time("2026-12-02T18:00:00Z")])
        }
        // A timetable that gives one id to all its lectures.
        let found = try content(event("DTSTART:20261201T180000Z") + "\n" + event("DTSTART:20261202T180000Z")).events
        #expect(found.count == 2)
        #expect(Set(found.map(\.id)).count == 2)
    }

    @Test func `single events that are over stand apart, the latest first`() throws {
        let times = ["20261127T180000Z", "20261201T180000Z", "20251130T180000Z", "20251120T180000Z"]
        let events = times.enumerated().map { event("DTSTART:\($1)", uid: "\($0)") }
        let untitled = event("DTSTART:20261126T180000Z", uid: "4", title: "")
        let rule = event("DTSTART:20261001T180000Z\nRRULE:FREQ=DAILY;COUNT=3", uid: "5")
        let found = try content((events.reversed() + [untitled, rule]).joined(separator: "\n"))
        #expect(found.events.map(\.id) == ["1"] && found.untitled == 0)
        #expect(found.past.map(\.id) == ["0", "2"])
        // An older version of it is not over.
        let old = event("DTSTART:20261202T180000Z", uid: "0")
        let new = event("DTSTART:20261127T180000Z\nSEQUENCE:1", uid: "0")
        #expect(try content("\(old)\n\(new)").events.isEmpty)
    }

    @Test func `what is over or without a title is left out`() throws {
        #expect(try starts("DTSTART:20261128T060000Z\nDTEND:20261128T070000Z").isEmpty)
        #expect(try starts("DTSTART:20261128T070000Z\nDTEND:20261128T090000Z") == ["2026-11-28T07:00:00Z"])
        #expect(try starts("DTSTART:20271128T060000Z") == ["2027-11-28T06:00:00Z"])
        #expect(try starts("DTSTART:20360101T060000Z") == ["2036-01-01T06:00:00Z"])
        #expect(try starts("DURATION:PT1H").isEmpty)
        #expect(try starts("DTSTART:nonsense").isEmpty)
        let untitled = try content(event("DTSTART:20261201T180000Z", title: ""))
        #expect(untitled.events.isEmpty)
        #expect(untitled.untitled == 1)
    }

    @Test func `anything but a calendar is an error`() {
        for text in ["", "\n", "<!DOCTYPE html><title>Sign in</title>", "BEGIN:VCARD\nEND:VCARD", "{}"] {
            let found = CalendarContent(Array(text.utf8), from: now, until: now + 1, home: .gmt)
            #expect(found.error == .notCalendar)
        }
    }

    @Test func `a calendar may be cut off, have other line breaks and broken bytes`() {
        var bytes = [0xEF, 0xBB, 0xBF] + Array("begin:vcalendar\rBEGIN:VEVENT\rUID:1\rDTSTART:20261201T180000Z\r".utf8)
        bytes += Array("SUMMARY:Ch".utf8) + [0xC3, 0x28, 0x00] + Array("ir\rEND:VEVENT\rBEGIN:VEVENT\rSUMM".utf8)
        let found = CalendarContent(bytes, from: now, until: now + 14 * 86_400, home: .gmt)
        #expect(found.events.map(\.title) == ["Ch\u{FFFD}(ir"] && found.error == .cut)
    }

    @Test(arguments: [
        ("END:VEVENT\n", CalendarError.cut), ("END:VEVENT\nEND:VCALENDAR", nil), ("END:VCALENDAR", nil),
        ("END:VEVENT\nBEGIN:VALARM\nTRIGGER:-PT5M\n", .cut), ("END:VEVENT\nEND:VCALENDAR\nBEGIN:VCALENDAR\n", .cut),
    ])
    func `a calendar without its last line is cut off`(end: String, error: CalendarError?) {
        let text = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nDTSTART:20261201T180000Z\nSUMMARY:Choir\n" + end
        let found = CalendarContent(Array(text.utf8), from: now, until: now + 14 * 86_400, home: .gmt)
        #expect(found.error == error && found.events.map(\.title) == ["Choir"])
    }
}
