import Foundation
import Synchronization
import TestServer
import Testing

/// A calendar at a secret address of a loopback server, and a reader who has it in the digest.
private final class CalendarWorld: Sendable {
    static let path = "/ical/private-0a1b2c3d4e5f/basic.ics"

    let binary: Binary
    private let server: TestServer
    private let text: Text

    private final class Text: Sendable {
        let value: Mutex<String>

        init(_ text: String) { value = Mutex(text) }
    }

    /// Lets the calendar break off before these words.
    func cut(before words: String) {
        text.value.withLock { $0 = String($0.prefix(upTo: $0.range(of: words)!.lowerBound)) }
    }

    /// - Parameter settings: more lines of `[[calendars]]`.
    init(_ components: String, _ settings: String = "name = \"Club\"", top: String = "") throws {
        let text = Text(Self.calendar(components))
        let server = try TestServer { request in
            guard request.path == Self.path else { return .status(404) }
            let text = text.value.withLock(\.self)
            let tag = "\"\(text.utf8.reduce(into: 5381) { $0 = $0 &* 33 &+ Int($1) })\""
            if request.header("If-None-Match") == tag { return .status(304) }
            return .ok(text, type: "text/calendar", [("ETag", tag)])
        }
        binary = try Binary()
        self.text = text
        self.server = server
        try configure(settings, top: top)
    }

    deinit { binary.remove() }

    var url: String { server.url(Self.path) }
    var conditions: [Bool] { server.requests.map { $0.header("If-None-Match") != nil } }

    func configure(_ settings: String, top: String = "") throws {
        let url = settings.contains("url") ? "" : "url = \"\(url)\""
        try binary.write(
            """
            timezone = "Europe/Berlin"
            report = "all"
            \(top)
            [network]
            host_gap = "0s"
            [[calendars]]
            \(url)
            \(settings)

            """, to: "config.toml")
    }

    func change(_ components: String) { text.value.withLock { $0 = Self.calendar(components) } }

    @discardableResult
    func run(_ arguments: String..., at time: String) throws -> Binary.Result {
        try binary.run(["--config", "config.toml", "--state", "state.sqlite", "--now", time] + arguments)
    }

    /// The titles of a run's digest, each with the first line of its event.
    func told(at time: String, _ arguments: String...) throws -> [String] {
        let result = try binary.run(["--config", "config.toml", "--state", "state.sqlite", "--now", time] + arguments)
        #expect(result.status == 0, "\(result.stderr)")
        return result.lines.indices.filter { result.lines[$0].hasPrefix("### ") }.map { index in
            let when = result.lines[index...].first { $0.hasPrefix("- ") } ?? ""
            return "\(result.lines[index].dropFirst(4)) \(when)"
        }
    }

    fileprivate static func calendar(_ components: String) -> String {
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-WR-CALNAME:Rowing club\r\n\(components)\r\nEND:VCALENDAR\r\n"
    }
}

private func event(_ id: String, _ title: String, _ lines: String) -> String {
    "BEGIN:VEVENT\r\nUID:\(id)@club.example\r\nSUMMARY:\(title)\r\n\(lines)\r\nEND:VEVENT"
}

/// As Google Calendar writes a weekly event.
private let training = event(
    "training", "Training",
    """
    DTSTART;TZID=Europe/Berlin:20260901T190000
    DTEND;TZID=Europe/Berlin:20260901T210000
    RRULE:FREQ=WEEKLY;BYDAY=TU
    LOCATION:Boathouse\\, upper floor
    DESCRIPTION:<p>Bring a <b>towel</b>.</p>
    """)

@Suite(.ownThread) struct CalendarTests {
    @Test func `each occurrence is told once when it comes near, also if the calendar stays the same`() throws {
        let world = try CalendarWorld(training)
        #expect(try world.told(at: "2026-11-28T08:00:00Z") == ["Training - Tue, 1 December, 19:00–21:00"])
        for day in ["11-29", "11-30", "12-01"] { #expect(try world.told(at: "2026-\(day)T08:00:00Z") == []) }
        #expect(try world.told(at: "2026-12-02T08:00:00Z") == ["Training - Tue, 8 December, 19:00–21:00"])
        #expect(try world.told(at: "2026-12-08T08:00:00Z") == [])
        #expect(try world.told(at: "2026-12-09T08:00:00Z") == ["Training - Tue, 15 December, 19:00–21:00"])
        // After a week, the occurrences that were calculated are used up.
        #expect(world.conditions == [false, true, true, true, true, false, true])
    }

    @Test func `the feed of a folder of pages says when an event is, and has it once when it is told again`() throws {
        let world = try CalendarWorld(
            event("walk", "Walk", "DTSTART;TZID=Europe/Berlin:20261130T190000"),
            top: "[[deliver]]\nto = \"site\"\npath = \"news\"")
        #expect(try world.run(at: "2026-11-28T08:00:00Z").status == 0)
        #expect(try world.binary.read("news/feed.atom").contains("Mon, 30 November, 19:00"))
        world.change(event("walk", "Walk", "DTSTART;TZID=Europe/Berlin:20261201T200000"))
        #expect(try world.run(at: "2026-11-29T08:00:00Z").status == 0)
        let feed = try world.binary.read("news/feed.atom")
        #expect(feed.components(separatedBy: "<entry>").count == 2, "\(feed)")
        #expect(feed.contains("Tue, 1 December, 20:00") && !feed.contains("30 November"), "\(feed)")
    }

    @Test func `a run and a check say that 'sources' leaves the calendars out`() throws {
        let world = try CalendarWorld(
            training, top: "sources = [\"feeds\"]\nfeeds = [{ url = \"file:///dev/null/none\" }]")
        for arguments in [["run"], ["check"]] {
            let stderr = try world.run(arguments[0], at: "2026-11-28T08:00:00Z").stderr
            #expect(stderr.components(separatedBy: "add \"calendars\" to 'sources'").count == 2, "\(stderr)")
        }
        #expect(try !world.run("--source", "feeds", at: "2026-11-28T08:00:00Z").stderr.contains("calendars"))
    }

    @Test func `an event is told again when it moved or was cancelled, and not if it was never told`() throws {
        func party(_ lines: String) -> String { event("party", "Party", lines) }
        let never = event("never", "Never told", "DTSTART:20261201T100000Z\r\nSTATUS:CANCELLED")
        let world = try CalendarWorld([party("DTSTART:20261203T180000Z"), never].joined(separator: "\r\n"))
        #expect(try world.told(at: "2026-11-28T08:00:00Z") == ["Party - Thu, 3 December, 19:00"])
        world.change(party("DTSTART:20261203T190000Z\r\nSEQUENCE:1"))
        #expect(try world.told(at: "2026-11-28T09:00:00Z") == ["Party - Thu, 3 December, 20:00"])
        // Far ahead, and told at once.
        world.change(party("DTSTART:20270203T190000Z\r\nSEQUENCE:2"))
        #expect(try world.told(at: "2026-11-28T10:00:00Z") == ["Party - Wed, 3 February, 20:00"])
        #expect(try world.told(at: "2026-11-28T11:00:00Z") == [])
        world.change(party("DTSTART:20270203T190000Z\r\nSEQUENCE:3\r\nSTATUS:CANCELLED"))
        #expect(try world.told(at: "2026-11-29T08:00:00Z") == ["Party - cancelled: Wed, 3 February, 20:00"])
        #expect(try world.told(at: "2026-11-30T08:00:00Z") == [])
        world.change(party("DTSTART:20270203T190000Z\r\nSEQUENCE:4\r\nSTATUS:CONFIRMED"))
        #expect(try world.told(at: "2026-12-01T08:00:00Z") == ["Party - Wed, 3 February, 20:00"])
        #expect(try world.told(at: "2027-02-02T08:00:00Z") == [])
    }

    @Test func `an event that is put off after it should have begun is told again`() throws {
        func walk(_ day: Int) -> String { event("walk", "Walk", "DTSTART:202611\(day)T180000Z") }
        let world = try CalendarWorld(walk(28))
        #expect(try world.told(at: "2026-11-28T08:00:00Z") == ["Walk - **today** · Sat, 28 November, 19:00"])
        world.change(walk(30))
        #expect(try world.told(at: "2026-11-29T08:00:00Z") == ["Walk - **tomorrow** · Mon, 30 November, 19:00"])
        #expect(try world.told(at: "2026-11-30T08:00:00Z") == [])
    }

    @Test func `an event that leaves the days that are read is told again only if its time changed`() throws {
        func all(walk: String, party: String, fair: String) -> String {
            [event("walk", "Walk", walk), event("party", "Party", party), event("fair", "Fair", fair)]
                .joined(separator: "\r\n")
        }
        let (walk, party) = ("DTSTART:20261201T180000Z", "DTSTART:20261203T180000Z")
        let fair = "DTSTART:20261128T090000Z\r\nDTEND:20261128T100000Z"
        let never = event("never", "Never told", "DTSTART:20261120T180000Z")
        let world = try CalendarWorld(all(walk: walk, party: party, fair: fair) + "\r\n" + never)
        #expect(try world.told(at: "2026-11-28T08:00:00Z").count == 3)
        // One is over, one was two years late, and the day of one had been wrong.
        let moved = all(walk: "DTSTART:20281201T180000Z", party: "DTSTART:20261126T180000Z", fair: fair)
        world.change("\(moved)\r\n\(never)")
        #expect(
            try world.told(at: "2026-11-29T08:00:00Z")
                == ["Walk - 1 Dec 2028, 19:00", "Party - Thu, 26 November, 19:00"])
        #expect(try world.told(at: "2026-11-30T08:00:00Z") == [])
        // What is over may change as it likes.
        world.change(moved.replacing("DTSTART:20261126T180000Z", with: "DTSTART:20261125T180000Z\r\nLOCATION:Quay"))
        #expect(try world.told(at: "2026-12-01T08:00:00Z") == [])
        world.change(moved.replacing("DTSTART:20261126T180000Z", with: "DTSTART:20261204T180000Z"))
        #expect(try world.told(at: "2026-12-02T08:00:00Z") == ["Party - Fri, 4 December, 19:00"])
    }

    @Test func `a reader who comes when both times are over is told of neither`() throws {
        let world = try CalendarWorld(event("walk", "Walk", "DTSTART:20261201T180000Z"))
        #expect(try world.told(at: "2026-11-28T08:00:00Z").count == 1)
        world.change(event("walk", "Walk", "DTSTART:20261127T180000Z"))
        #expect(try world.told(at: "2026-12-02T08:00:00Z") == [])
        #expect(try world.told(at: "2026-12-03T08:00:00Z") == [])
    }

    @Test func `an occurrence is moved and left out alone`() throws {
        let world = try CalendarWorld(training, "days = 14")
        let first = ["Training - Tue, 1 December, 19:00–21:00", "Training - Tue, 8 December, 19:00–21:00"]
        #expect(try world.told(at: "2026-11-28T08:00:00Z") == first)
        let moved = event(
            "training", "Training, late",
            "RECURRENCE-ID;TZID=Europe/Berlin:20261201T190000\r\nDTSTART;TZID=Europe/Berlin:20261202T200000\r\nSEQUENCE:1"
        )
        let rule = training.replacing(
            "BYDAY=TU", with: "BYDAY=TU\r\nEXDATE;TZID=Europe/Berlin:20261208T190000,20261215T190000")
        world.change("\(rule)\r\n\(moved)")
        #expect(
            try world.told(at: "2026-11-29T08:00:00Z") == [
                "Training, late - Wed, 2 December, 20:00", "Training - cancelled: Tue, 8 December, 19:00–21:00",
            ])
        #expect(try world.told(at: "2026-12-02T08:00:00Z") == [])
        #expect(try world.told(at: "2026-12-09T08:00:00Z") == ["Training - Tue, 22 December, 19:00–21:00"])
    }

    @Test func `an event that vanished is not told`() throws {
        let party = event("party", "Party", "DTSTART:20261210T180000Z")
        let world = try CalendarWorld("\(training)\r\n\(party)")
        #expect(try world.told(at: "2026-11-28T08:00:00Z").count == 1)
        world.change(training)
        #expect(try world.told(at: "2026-12-04T08:00:00Z") == ["Training - Tue, 8 December, 19:00–21:00"])
    }

    @Test func `an event that another calendar lists weeks later is told once, and once more when it moved`() throws {
        func party(at hour: Int) -> String {
            event("party", "Party", "DTSTART:20261220T\(hour)0000Z\r\nLOCATION:Boathouse")
        }
        let market = event("market", "Market", "DTSTART:20261221T080000Z")
        let world = try CalendarWorld(party(at: 18))
        func setTown(_ components: String...) throws {
            try world.binary.write(CalendarWorld.calendar(components.joined(separator: "\r\n")), to: "town.ics")
        }
        try setTown(market)
        try world.configure(
            """
            url = "\(world.url)"
            name = "Club"
            days = 30
            [[calendars]]
            url = "file://\(world.binary.path("town.ics"))"
            name = "Town"
            days = 30
            """)
        #expect(try world.told(at: "2026-11-28T08:00:00Z").count == 2)
        try setTown(market, party(at: 18))
        #expect(try world.told(at: "2026-12-08T08:00:00Z") == [])
        world.change(party(at: 19))
        try setTown(market, party(at: 19))
        #expect(try world.told(at: "2026-12-09T08:00:00Z") == ["Party - Sun, 20 December, 20:00"])
        #expect(try world.told(at: "2026-12-17T08:00:00Z") == [])
    }

    @Test func `days have the labels of other events`() throws {
        let fair = event("fair", "Fair", "DTSTART;VALUE=DATE:20261127\r\nDTEND;VALUE=DATE:20261130")
        let day = event("day", "Open day", "DTSTART;VALUE=DATE:20261129")
        let world = try CalendarWorld("\(fair)\r\n\(day)")
        #expect(
            try world.told(at: "2026-11-29T09:00:00Z") == [
                "Fair - **last day** · until Sun, 29 November", "Open day - **today** · Sun, 29 November",
            ])
        #expect(try world.told(at: "2026-11-29T23:30:00Z", "--include-sent") == [])
    }

    @Test func `several events of one day, title and place are told, also with one address`() throws {
        let lectures = [8, 10, 14].map { hour in
            event(
                "lecture-\(hour)", "Algebra",
                "DTSTART:20261201T\(hour < 10 ? "0" : "")\(hour)0000Z\r\nLOCATION:Hall 1\r\nURL:https://uni.example/algebra"
                    + "\r\nDESCRIPTION:Bring the book.")
        }
        let world = try CalendarWorld(lectures.joined(separator: "\r\n"))
        #expect(
            try world.told(at: "2026-11-28T08:00:00Z")
                == ["09:00", "11:00", "15:00"].map {
                    "[Algebra](<https://uni.example/algebra>) - Tue, 1 December, \($0)"
                })
        world.change(event("lecture-next", "Algebra", "DTSTART:20261202T080000Z\r\nURL:https://uni.example/algebra"))
        #expect(try world.told(at: "2026-11-29T08:00:00Z").count == 1)
        #expect(try world.told(at: "2026-11-30T08:00:00Z") == [])
    }

    @Test func `an event without an address has no link in any format`() throws {
        let world = try CalendarWorld(training)
        let outputs = try ["markdown", "html", "text", "json", "eml"].map { format in
            let run = try world.run(
                "run", "--dry-run", "--format", format, "--share", "telegram", at: "2026-11-28T08:00:00Z")
            #expect(run.status == 0)
            #expect(run.stdout.contains("Training"))
            #expect(!run.stdout.contains("private-0a1b2c3d4e5f"))
            return run.stdout
        }
        for output in outputs {
            for trace in ["](<>)", "]()", "href=\"\"", "t.me", "[1]", "Links"] { #expect(!output.contains(trace)) }
        }
        #expect(outputs[3].contains("\"url\" : \"\""))
        #expect(outputs[3].contains("\"share\" : {\n\n"))
        #expect(outputs[0].contains("Bring a towel."))

        try world.run("run", at: "2026-11-28T08:00:00Z")
        let list = try world.run("history", "list", "--format", "markdown", at: "2026-11-28T09:00:00Z").stdout
        #expect(list.contains("- Training Club"))
        let id = try #require(list.split(separator: "`").last { $0.count == 7 }.map(String.init))
        for command in ["save", "show", "why", "like"] {
            let result = try world.run(command, id, at: "2026-11-28T09:00:00Z")
            #expect(result.status == 0, "\(command): \(result.stderr)")
        }
        #expect(try world.run("saved", at: "2026-11-28T09:00:00Z").stdout.contains("Training"))
        let shared = try world.run("share", id, at: "2026-11-28T09:00:00Z")
        #expect(shared.status == 64)
        #expect(shared.stderr.contains("is an event without an address, so there is no link to share"))
        #expect(try world.run("search", "towel", at: "2026-11-28T09:00:00Z").stdout.contains("Training"))
    }

    @Test func `the address stands nowhere`() throws {
        let world = try CalendarWorld(
            event(
                "own", "See https://x.example\(CalendarWorld.path)",
                "DTSTART:20261201T180000Z\r\nURL:https://x.example\(CalendarWorld.path)")
                + "\r\n"
                + event(
                    "https://x.example\(CalendarWorld.path)#2", "Its id has it",
                    "DTSTART:20261202T180000Z\r\nCATEGORIES:x\(CalendarWorld.path)"), "days = 7")
        let secret = "private-0a1b2c3d4e5f"
        var said = ""
        func note(_ result: Binary.Result) { said += result.stdout + result.stderr }
        let time = "2026-11-28T08:00:00Z"
        note(try world.run("run", "--verbose", "--record", "record", "--format", "json", at: time))
        #expect(said.contains("Rowing club") && said.contains("Its id has it"))
        for arguments in [["sources"], ["sources", "check"], ["status"], ["check"], ["stats"], ["history", "list"]] {
            note(try world.binary.run(arguments + ["--config", "config.toml", "--state", "state.sqlite"]))
        }
        try world.configure("url = \"\(world.url.replacing("basic", with: "gone"))\"")
        note(try world.run("run", "--verbose", "--record", "record2", at: time))
        note(try world.run("run", "--log-format", "json", "--ask-all", at: time))
        #expect(said.contains("gather '127.0.0.1': its server answered 404; copy the calendar's address again"))
        try world.configure("url = \"http://anna:pa55word@127.0.0.1:1\(CalendarWorld.path)\"\nname = \"Work\"")
        note(try world.run("run", "--ask-all", at: time))
        #expect(said.contains("gather 'Work': its server was not reached"))
        #expect(!said.contains(secret) && !said.contains("pa55word"))
        let files = try #require(FileManager.default.enumerator(atPath: world.binary.home.path))
        for case let file as String in files where file != "config.toml" {
            #expect(!file.contains(secret))
            let bytes = FileManager.default.contents(atPath: world.binary.path(file)) ?? Data()
            #expect(bytes.firstRange(of: Data(secret.utf8)) == nil, "\(file)")
        }
    }

    @Test func `a calendar is read from a file, a command and a variable, and replayed without them`() throws {
        let world = try CalendarWorld(training)
        let told = ["Training - Tue, 1 December, 19:00–21:00"]
        try world.binary.write(world.url + "\n", to: "address")
        try world.configure("url_file = \"address\"")
        #expect(try world.told(at: "2026-11-28T08:00:00Z", "--record", "record", "--dry-run") == told)
        try FileManager.default.removeItem(atPath: world.binary.path("address"))
        #expect(try world.told(at: "2026-11-28T08:00:00Z", "--replay", "record", "--dry-run") == told)
        let missing = try world.run("run", at: "2026-11-28T08:00:00Z")
        #expect(missing.status == 69)
        #expect(missing.stderr.contains("gather 'calendar': was not requested: the file"))
        try world.configure("url_command = [\"echo\", \"\(world.url)\"]")
        #expect(try world.told(at: "2026-11-28T08:00:00Z", "--dry-run") == told)
        try world.binary.write("BEGIN:VCALENDAR\n\(training)\nEND:VCALENDAR\n", to: "own.ics")
        try world.configure("url = \"file://\(world.binary.path("own.ics"))\"\ncategory = \"sport\"")
        #expect(try world.told(at: "2026-11-28T08:00:00Z", "--category", "sports", "--source", "calendars") == told)
        #expect(try world.told(at: "2026-11-28T08:00:00Z") == [])
        for (url, fault) in [
            ("ftp://a.example/x", "starts with 'ftp:'"), ("webcal://a.example/x", nil), ("x", "is not a URL"),
        ] {
            try world.configure("url = \"\(url)\"")
            let check = try world.run("check", at: "2026-11-28T08:00:00Z")
            #expect(fault.map(check.stderr.contains) ?? (check.status == 0), "\(url): \(check.stderr)")
        }
    }

    @Test func `a file that was missing for a moment is read by the next run`() throws {
        let world = try CalendarWorld(training)
        try world.configure("url = \"file://\(world.binary.path("own.ics"))\"")
        #expect(try world.run("run", at: "2026-11-28T08:00:00Z").status == 69)
        try world.binary.write("BEGIN:VCALENDAR\n\(training)\nEND:VCALENDAR\n", to: "own.ics")
        #expect(try world.told(at: "2026-11-28T08:01:00Z") == ["Training - Tue, 1 December, 19:00–21:00"])
    }

    @Test func `what is no calendar, gone or too long is said with the next step`() throws {
        let world = try CalendarWorld(training)
        try world.binary.write("<!DOCTYPE html><title>Sign in</title>", to: "page.html")
        try world.configure("url = \"file://\(world.binary.path("page.html"))\"\nname = \"Work\"")
        let page = try world.run("run", at: "2026-11-28T08:00:00Z")
        #expect(page.status == 69)
        #expect(
            page.stderr.contains("gather 'Work': the answer is not a calendar; the address must be that of the .ics"))
        try world.binary.write(
            "BEGIN:VCALENDAR\n\(event("1", "Tide", "DTSTART:20261101T000000Z\nRRULE:FREQ=MINUTELY"))\nEND:VCALENDAR",
            to: "tide.ics")
        try world.configure("url = \"file://\(world.binary.path("tide.ics"))\"\nname = \"Work\"\nlimit = 3")
        let tide = try world.run("run", at: "2026-11-28T08:00:00Z")
        #expect(tide.stderr.contains("gather 'Work': has more than 1000 occurrences"))
        #expect(tide.lines.count { $0.hasPrefix("### ") } == 3)
        #expect(!(try world.run("run", at: "2026-11-28T08:10:00Z").stderr.contains("1000")))
    }

    @Test func `two readers in two time zones have days and times of their own`() throws {
        let world = try CalendarWorld(
            event("day", "Day", "DTSTART;VALUE=DATE:20261201") + "\r\n"
                + event("noon", "Noon", "DTSTART:20261201T120000"))
        let settings = try world.binary.read("config.toml")
        let outputs = ["Europe/Berlin", "America/New_York"].enumerated().map { index, zone in
            "[profiles.p\(index)]\ntimezone = \"\(zone)\"\n[[profiles.p\(index).deliver]]\nto = \"file\"\n"
                + "path = \"\(world.binary.path("\(index).md"))\"\n"
        }
        try world.binary.write(settings + outputs.joined(), to: "config.toml")
        #expect(try world.run("run", "--all-profiles", at: "2026-11-28T08:00:00Z").status == 0)
        for index in 0...1 {
            let digest = try world.binary.read("\(index).md")
            #expect(digest.contains("- Tue, 1 December\n") && digest.contains("- Tue, 1 December, 12:00"), "\(digest)")
        }
    }

    @Test func `a recap tells no event that is over, and puts none back into a calendar file`() throws {
        let world = try CalendarWorld(
            [
                event("walk", "Walk", "DTSTART:20261129T190000Z\r\nDTEND:20261129T210000Z"),
                event("fair", "Fair", "DTSTART:20261203T100000Z"),
            ].joined(separator: "\r\n"), top: "[[deliver]]\nto = \"file\"\npath = \"own.ics\"")
        try world.run(at: "2026-11-28T08:00:00Z")
        #expect(try world.binary.read("own.ics").components(separatedBy: "SUMMARY:").count == 3)
        #expect(try world.run("recap", "--since", "7d", at: "2026-11-30T08:00:00Z").status == 0)
        let calendar = try world.binary.read("own.ics")
        #expect(calendar.contains("SUMMARY:Fair") && !calendar.contains("SUMMARY:Walk"), "\(calendar)")
    }

    @Test func `a calendar file calls an event cancelled while its calendar does not have it`() throws {
        let (walk, party) = (
            event("walk", "Walk", "DTSTART:20261129T070000Z"), event("party", "Party", "DTSTART:20261210T180000Z")
        )
        func all(_ components: String...) -> String { components.joined(separator: "\r\n") }
        let world = try CalendarWorld(
            all(training, walk, party), "days = 14", top: "[[deliver]]\nto = \"file\"\npath = \"own.ics\"")
        /// The titles of those that take place, and of those that do not, with the days of the month.
        func entries(at time: String) throws -> (confirmed: [String], cancelled: [String]) {
            #expect(try world.run(at: time).status == 0)
            let parts = try world.binary.read("own.ics").components(separatedBy: "BEGIN:VEVENT").dropFirst()
            func entries(_ status: String) -> [String] {
                parts.filter { $0.contains("STATUS:\(status)") }.compactMap { part in
                    part.firstMatch(of: /DTSTART:20261\d(\d\d)(?s:.*)SUMMARY:(\w+)/).map { "\($0.2) \($0.1)" }
                }.sorted()
            }
            return (entries("CONFIRMED"), entries("CANCELLED"))
        }
        let first = try entries(at: "2026-11-28T08:00:00Z")
        #expect(first.confirmed == ["Party 10", "Training 01", "Training 08", "Walk 29"] && first.cancelled == [])
        // The series moves to another day, and the party is removed. What is over is not cancelled.
        let moved = training.replacing("20260901T", with: "20260902T").replacing("BYDAY=TU", with: "BYDAY=WE")
        world.change(moved)
        let second = try entries(at: "2026-11-29T09:00:00Z")
        #expect(second.confirmed == ["Training 02", "Training 09", "Walk 29"])
        #expect(second.cancelled == ["Party 10", "Training 01", "Training 08"])
        world.change(all(moved, party, event("fair", "Fair", "DTSTART:20261205T100000Z")))
        let third = try entries(at: "2026-11-30T09:00:00Z")
        #expect(third.confirmed == ["Fair 05", "Party 10", "Training 02", "Training 09"])
        #expect(third.cancelled == ["Training 01", "Training 08"])
    }

    @Test func `a calendar that breaks off cancels nothing, is said, and is asked for again as a whole`() throws {
        let events = ["walk", "party"].map { event($0, $0, "DTSTART:20261210T070000Z") }.joined(separator: "\r\n")
        let world = try CalendarWorld(events, "days = 14", top: "[[deliver]]\nto = \"file\"\npath = \"own.ics\"")
        try world.run(at: "2026-11-28T08:00:00Z")
        let whole = try world.binary.read("own.ics")
        world.change(events + "\r\n" + event("fair", "fair", "DTSTART:20261205T100000Z"))
        world.cut(before: "SUMMARY:party")
        let cut = try world.run(at: "2026-11-29T08:00:00Z")
        #expect(cut.stderr.contains("the calendar breaks off before its last line, END:VCALENDAR; kept the first item"))
        #expect(try world.binary.read("own.ics") == whole)
        world.change(events + "\r\n" + event("fair", "fair", "DTSTART:20261205T100000Z"))
        #expect(try world.run(at: "2026-11-30T08:00:00Z").status == 0)
        let now = try world.binary.read("own.ics")
        #expect(now.contains("SUMMARY:fair") && !now.contains("STATUS:CANCELLED"))
    }

    @Test func `a digest that is delivered again leaves the events of a calendar file as they are by now`() throws {
        func all(_ walk: String, _ fair: String = "") -> String {
            [event("walk", "Walk", walk), event("fair", "Fair", "DTSTART:20261203T100000Z" + fair)]
                .joined(separator: "\r\n")
        }
        let world = try CalendarWorld(
            all("DTSTART:20261202T190000Z"), top: "[[deliver]]\nto = \"file\"\npath = \"own.ics\"")
        try world.run(at: "2026-11-28T08:00:00Z")
        let history = try world.run("history", "--format", "json", at: "2026-11-28T08:00:00Z").stdout
        let first = try #require(history.firstMatch(of: /"digest" : "(\w+)"/)).1
        world.change(all("DTSTART:20261204T190000Z"))
        try world.run(at: "2026-11-29T08:00:00Z")
        let calendar = try world.binary.read("own.ics")
        #expect(calendar.contains("DTSTART:20261204T190000Z"))
        #expect(try world.run("resend", "\(first)", at: "2026-11-29T09:00:00Z").status == 0)
        #expect(try world.binary.read("own.ics") == calendar)
    }

    /// Two profiles whose digests go to `anna.md` and `boris.md`.
    private func addProfiles(to world: CalendarWorld) throws {
        let settings = try world.binary.read("config.toml")
        let outputs = ["anna", "boris"].map { name in
            "[profiles.\(name)]\n[[profiles.\(name).deliver]]\nto = \"file\"\npath = \"\(world.binary.path("\(name).md"))\"\n"
        }
        try world.binary.write(settings + outputs.joined(), to: "config.toml")
    }

    @Test func `an event that was cancelled and confirmed again is told only to those who were told of both`() throws {
        let party = event("party", "Party", "DTSTART:20261203T180000Z")
        let world = try CalendarWorld(party)
        try addProfiles(to: world)
        func told(_ name: String, at time: String) throws -> String? {
            let digest = world.binary.path("\(name).md")
            try? FileManager.default.removeItem(atPath: digest)
            #expect(try world.run("run", "--profile", name, at: time).status == 0)
            return FileManager.default.fileExists(atPath: digest) ? try world.binary.read("\(name).md") : nil
        }
        for name in ["anna", "boris"] { #expect(try told(name, at: "2026-11-28T08:00:00Z") != nil) }
        world.change(event("party", "Party", "DTSTART:20261203T180000Z\r\nSTATUS:CANCELLED"))
        #expect(try told("anna", at: "2026-11-29T08:00:00Z")?.contains("cancelled:") == true)
        world.change(party)
        #expect(try told("anna", at: "2026-11-30T08:00:00Z")?.contains("cancelled:") == false)
        #expect(try told("boris", at: "2026-11-30T08:00:00Z") == nil)
        world.change(event("party", "Party", "DTSTART:20261203T190000Z"))
        for name in ["anna", "boris"] { #expect(try told(name, at: "2026-12-01T08:00:00Z") != nil) }
    }

    @Test func `a cancellation reaches those who were told, and no other reader`() throws {
        let party = event("party", "Party", "DTSTART:20261203T180000Z")
        let world = try CalendarWorld(party)
        try addProfiles(to: world)
        try world.run("run", "--profile", "anna", at: "2026-11-28T08:00:00Z")
        world.change(event("party", "Party", "DTSTART:20261203T180000Z\r\nSTATUS:CANCELLED"))
        #expect(try world.run("run", "--all-profiles", at: "2026-11-29T08:00:00Z").status == 0)
        #expect(try world.binary.read("anna.md").contains("cancelled: Thu, 3 December"))
        #expect(!world.binary.exists("boris.md"))
    }
}
