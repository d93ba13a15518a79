import Foundation
import Settings
import TestServer
import Testing

/// What `schedule` prints, run as cron runs it: by `/bin/sh`, with four variables and a `PATH` of two folders.
@Suite(.ownThread) struct ScheduleTests {
    private let binary: Binary
    private let server: TestServer

    init() throws {
        binary = try Binary()
        server = try TestServer { request in
            guard request.path != "/secret" || request.header("Authorization") == "open" else { return .status(401) }
            return World.undatedRSS("Swift nests counted on the town hall")
        }
    }

    /// The command lines of a crontab as cron reads them: without comments, up to an unescaped percent sign.
    private func commands(of crontab: String) -> [String] {
        crontab.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let command = line.split(separator: " ", maxSplits: 5)[5].replacing("\\%", with: "\0")
            return String(command.prefix { $0 != "%" }).replacing("\0", with: "%")
        }
    }

    /// - Parameter variables: set in the crontab, such as `KEY=value`.
    private func runAsCron(_ schedule: Binary.Result, variables: [String] = []) throws -> Binary.Result {
        let commands = commands(of: schedule.stdout)
        #expect(commands.count == 1)
        try binary.write(commands.first ?? "", to: "line")
        let environment = ["HOME='\(binary.home.path)'", "PATH=/usr/bin:/bin", "LOGNAME=anna"] + variables
        return try binary.shell(
            "line=$(cat line); cd /; exec env -i \(environment.joined(separator: " ")) /bin/sh -c \"$line\"")
    }

    private func feed(_ path: String = "/feed") -> String { "[[feeds]]\nurl = \"\(server.url(path))\"\n" }

    @Test func `the line runs under cron and writes what the README says`() throws {
        defer { binary.remove() }
        try binary.write(feed(), to: ".config/newsdigest/config.toml")
        let run = try runAsCron(binary.run("schedule"))
        #expect(run.status == 0 && run.stdout == "" && run.stderr == "")
        #expect(try binary.read("digest.html").contains("Swift nests counted"))
    }

    @Test func `the line finds the configuration and the state that only the shell knew`() throws {
        defer { binary.remove() }
        var binary = binary
        binary.environment = ["XDG_CONFIG_HOME": binary.path("50% mine"), "XDG_STATE_HOME": binary.path("it's")]
        try binary.write(feed(), to: "50% mine/newsdigest/config.toml")
        let run = try runAsCron(binary.run("schedule"))
        #expect(run.status == 0 && run.stdout == "" && run.stderr == "")
        #expect(try binary.read("digest.html").contains("Swift nests counted"))
        #expect(binary.exists("it's/newsdigest/state.sqlite"))
        #expect(!binary.exists(".local"))
    }

    @Test func `the line serves each profile of a family and nobody else`() throws {
        defer { binary.remove() }
        let readers = ["anna", "boris"].map {
            "[profiles.\($0)]\n[[profiles.\($0).deliver]]\nto = \"file\"\npath = \"\($0).md\"\n"
        }
        try binary.write(feed() + readers.joined(), to: "own.toml")
        let schedule = try binary.run("schedule", "--config", "own.toml")
        #expect(schedule.lines.last?.hasSuffix(" --config \(binary.path("own.toml")) --all-profiles") == true)
        let run = try runAsCron(schedule)
        #expect(run.status == 0 && run.stdout == "" && run.stderr == "")
        for reader in ["anna", "boris"] { #expect(try binary.read("\(reader).md").contains("Swift nests counted")) }
        #expect(try binary.run("history", "--config", "own.toml", "--profile", "default").stdout == "")
    }

    @Test func `the machine's time is that of the system, whatever TZ of the shell is`() throws {
        defer { binary.remove() }
        var binary = binary
        let zone = TimeZone.system == "Asia/Tokyo" ? "Europe/Kyiv" : "Asia/Tokyo"
        try binary.write("timezone = \"\(zone)\"\n" + feed(), to: "own.toml")
        for shell in ["UTC", zone] {
            binary.environment = ["TZ": shell]
            let lines = try binary.run("schedule", "--config", "own.toml").lines
            #expect(
                lines.contains(
                    "# This is the time of the machine (\(TimeZone.system)), not of the digest (\(zone))."))
        }
    }

    @Test func `the line names the program by the link with which it was called`() throws {
        defer { binary.remove() }
        try binary.write(feed(), to: ".config/newsdigest/config.toml")
        let link = binary.path("bin/newsdigest")
        let lines = try binary.shell(
            """
            mkdir bin; ln -s $newsdigest bin/newsdigest; bin/newsdigest schedule | tail -1
            PATH=$HOME/bin:$PATH newsdigest schedule | tail -1; $newsdigest schedule | tail -1
            """
        ).lines
        #expect(lines.map { $0.contains(" \(link) run") } == [true, true, false], "\(lines)")
    }

    @Test func `systemd gives the run the time that the rate needs for all readers`() throws {
        defer { binary.remove() }
        try binary.write(
            feed() + """
                [readers]
                file = "readers"
                [[deliver]]
                to = "smtp"
                host = "h.example"
                rate = "1/m"
                """, to: "own.toml")
        let missing = try binary.run("schedule", "--systemd", "--config", "own.toml")
        #expect(missing.status == 78 && missing.stderr.contains("does not exist; [readers] names it"))
        let lines = (1...600).map { "{\"id\": \"\($0)\", \"email\": \"r\($0)@example.org\"}\n" }
        try binary.write(lines.joined(), to: "readers")
        let units = try binary.run("schedule", "--systemd", "--config", "own.toml").stdout
        let time = try #require(units.firstMatch(of: /TimeoutStartSec=(\d+)min/)?.1)
        #expect(try #require(Int(time)) > 2 * 600)
    }

    @Test func `the line works once the variables are set that it names`() throws {
        defer { binary.remove() }
        var binary = binary
        binary.environment = ["FEED_TOKEN": "open"]
        try binary.write(
            feed("/secret") + "headers = { Authorization = \"env:FEED_TOKEN\" }\n", to: ".config/newsdigest/config.toml"
        )
        let schedule = try binary.run("schedule")
        #expect(schedule.lines.contains("#FEED_TOKEN=…"))
        #expect(!schedule.stdout.contains("open"))
        #expect(try runAsCron(schedule).status == 69)
        #expect(try runAsCron(schedule, variables: ["FEED_TOKEN=open"]).status == 0)
        #expect(try binary.read("digest.html").contains("Swift nests counted"))
        let printed = try binary.run("schedule", "--systemd").lines
        #expect(printed.contains("[Service]") && printed.contains("[Timer]"))
        let units = try binary.run("schedule", "--systemd", "--write")
        #expect(
            units.lines.last?.hasPrefix(
                "next: set FEED_TOKEN, TZ in \(binary.path(".config/newsdigest/environment")), then systemctl")
                == true)
    }
}
