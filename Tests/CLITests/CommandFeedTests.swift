import Foundation
import TestServer
import Testing

@testable import Values

/// Feeds that a command prints.
@Suite(.ownThread) struct CommandFeedTests {
    private static let feed = FeedStandIn.rss(
        "Town jobs",
        [
            ("Baker wanted at the old harbour", "https://jobs.example/1", "Sat, 21 Nov 2026 06:00:00 GMT"),
            ("Gardener sought for the castle park", "https://jobs.example/2", "Sat, 21 Nov 2026 05:00:00 GMT"),
        ])

    /// - Parameter feeds: the keys of each feed.
    private func binary(_ feeds: String..., top: String = "") throws -> Binary {
        let binary = try Binary()
        try binary.write(Self.feed, to: "feed.xml")
        try configure(binary, feeds, top: top)
        return binary
    }

    private func configure(_ binary: Binary, _ feeds: [String], top: String = "") throws {
        let tables = feeds.map { "[[feeds]]\n\($0)\n" }.joined()
        try binary.write("timezone = \"UTC\"\nsources = [\"feeds\"]\n\(top)\n\(tables)", to: "config.toml")
    }

    private func run(
        _ binary: Binary, _ arguments: String..., at now: String = World.now
    ) throws -> Binary.Result {
        try binary.run(
            arguments + ["--config", binary.path("config.toml"), "--state", binary.path("s.sqlite"), "--now", now])
    }

    private static func shell(_ script: String, _ keys: String = "") -> String {
        "name = \"Jobs\"\ncommand = [\"bash\", \"-c\", '''\(script)''']\n\(keys)"
    }

    /// Whether a process whose id the command wrote into a file is gone.
    private func isGone(_ file: String, _ binary: Binary) throws -> Bool {
        let id = try #require(Int32(binary.read(file).trimmingCharacters(in: .whitespacesAndNewlines)))
        for _ in 0..<100 {
            let status = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
            if status?.contains(") Z ") ?? true { return true }
            Thread.sleep(forTimeInterval: 0.05)
        }
        return false
    }

    // MARK: - What a command prints

    @Test func `a command is a source with the keys of a feed, and the same output is nothing new`() throws {
        let binary = try binary(
            "command = [\"bash\", \"-c\", \"echo >> runs; cat feed.xml\"]\ncategory = \"business\"\nfirst_items = 1")
        defer { binary.remove() }
        let first = try run(binary, "run", "--dry-run")
        #expect(first.stdout.contains("## Business") && first.stdout.contains("Baker") && first.stderr == "")
        #expect(!first.stdout.contains("Gardener"))
        _ = try run(binary, "run")
        let second = try run(binary, "run", "--verbose", at: "2026-11-21T09:00:00Z")
        #expect(second.stderr.contains("gather 'Town jobs': not modified"))
        #expect(try binary.read("runs").count == 3)
        let row = try run(binary, "sources").lines[1]
        #expect(row.hasPrefix("Town jobs  business  ok") && row.contains("command:bash-"))
        #expect(try run(binary, "sources", "check", "Town jobs").stdout.contains("contains 2 items"))
        #expect(try run(binary, "sources", "show", "Town jobs").stdout.contains("Baker"))
        #expect(try run(binary, "search", "gardener", "--source", "feeds").stdout.contains("Gardener"))
        let stats = try run(binary, "stats")
        #expect(stats.stdout.contains("Town jobs"))
    }

    @Test(arguments: [
        ("command = [\"bash\", \"-c\", \"cat feed.xml; echo first >&2; exit 3\"]", "'bash' ended with status 3: first"),
        ("command = [\"bash\", \"-c\", \"kill -9 $$\"]", "'bash' was ended by signal 9"),
        ("command = [\"true\"]", "'true' printed nothing"),
        ("command = [\"echo\", \"good morning\"]", "the output of 'echo': this is not a feed"),
        ("command = [\"echo\", \"<html><body>jobs</body></html>\"]", "the output of 'echo': this is a web page"),
        ("command = [\"yes\"]", "'yes' sent more than the limit of 2048 bytes"),
        ("command = [\"sleep\", \"600\"]\ntimeout = \"1s\"", "'sleep' did not finish within 1 s"),
        ("command = [\"no-such-program\"]", "'no-such-program' was not found; install it or give its full path"),
        ("command = [\"/no/program\"]", "'program' does not exist"),
        ("command = [\"./feed.xml\"]", "'feed.xml' exists but cannot be executed; check its permissions"),
    ]) func `a command that fails is one line, and rests like a feed with an address`(keys: String, reason: String)
        throws
    {
        let binary = try binary("name = \"Jobs\"\n\(keys)", top: "[network]\nmax_body = 2048")
        defer { binary.remove() }
        let failed = try run(binary, "run")
        #expect(failed.status == 69)
        #expect(failed.stderr.hasPrefix("newsdigest: gather 'Jobs': \(reason)"), "\(failed.stderr)")
        #expect(failed.stderr.split(separator: "\n").count == 2)
        let resting = try run(binary, "run", at: "2026-11-21T08:30:00Z")
        #expect(resting.stderr.contains("not requested, because of earlier failures"))
        let row = try run(binary, "sources", at: "2026-11-21T08:01:00Z").lines[1]
        #expect(row.contains("failing (1)") && row.contains("in 58 minutes"))
        try configure(binary, ["name = \"Jobs\"\ncommand = [\"cat\", \"feed.xml\"]"])
        let asked = try run(binary, "run", "--ask-all", at: "2026-11-21T08:30:00Z")
        #expect(asked.status == 0 && asked.stdout.contains("Baker"))
    }

    @Test func `a time-out may pass, so beside other sources the third one in a row is reported`() throws {
        let binary = try binary(
            "name = \"Good\"\ncommand = [\"cat\", \"feed.xml\"]", Self.shell("sleep 600", "timeout = \"1s\""))
        defer { binary.remove() }
        let said = try ["08:00", "10:00", "13:00"].map { try run(binary, "run", at: "2026-11-21T\($0):00Z").stderr }
        #expect(said == ["", "", "newsdigest: gather 'Jobs': 'bash' did not finish within 1 s\n"])
    }

    @Test func `no secret of a command or of the environment reaches a message, a digest or the command`() throws {
        let words = """
            name = "Jobs"
            command = ["bash", "-c", "env > environment; echo $0 $1 $2 pepper-9 >&2; exit 1",
                "https://anna:pepper-9@h.example/?access=1&token=sesame-77", "--api-key=opensesame-5", "sesame-77"]
            """
        var binary = try binary(words)
        defer { binary.remove() }
        binary.environment = ["JOBS_TOKEN": "hidden-1", "NEWSAPI_KEY": "hidden-2", "JOBS_PAGE": "plain-3"]
        var said = try run(binary, "run", "--verbose").stderr
        for command in [["sources"], ["check"], ["status"], ["sources", "check"], ["sources", "export"]] {
            let result = try run(binary, command[0], command.dropFirst().first ?? "--now", "\(World.now)")
            said += result.stdout + result.stderr
        }
        #expect(said.contains("'bash' ended with status 1"))
        for secret in ["pepper-9", "sesame-77", "opensesame-5"] { #expect(!said.contains(secret)) }
        let environment = try binary.read("environment")
        #expect(environment.contains("plain-3") && !environment.contains("hidden-"))
        #expect(
            try !String(decoding: Data(contentsOf: URL(filePath: binary.path("s.sqlite"))), as: UTF8.self)
                .contains("sesame-77"))
    }

    // MARK: - Its processes

    @Test func `a child that keeps the output open holds nobody up and is killed`() throws {
        let binary = try binary(Self.shell("cat feed.xml; sleep 600 & echo $! > child"))
        defer { binary.remove() }
        let start = ContinuousClock.now
        #expect(try run(binary, "run").stdout.contains("Baker"))
        #expect(ContinuousClock.now - start < .seconds(25))
        #expect(try isGone("child", binary))
    }

    @Test(arguments: [
        "trap '' TERM; cat feed.xml; while :; do sleep 1; done",
        "cat feed.xml; exec >&- 2>&-; sleep 600",
        "setsid sleep 600 & sleep 600",
    ]) func `a command that does not end is killed with what it started`(script: String) throws {
        let binary = try binary(
            Self.shell(
                script.replacingOccurrences(of: "& sleep", with: "& echo $! > child; sleep")
                    .replacingOccurrences(of: "cat", with: "echo $$ > child; cat"), "timeout = \"1s\""))
        defer { binary.remove() }
        let start = ContinuousClock.now
        #expect(try run(binary, "run").stderr.contains("'bash' did not finish within 1 s"))
        #expect(ContinuousClock.now - start < .seconds(25))
        #expect(try isGone("child", binary))
    }

    @Test(arguments: ["TERM", "INT"]) func `a signal that ends the run ends the command`(signal: String) throws {
        let binary = try binary(Self.shell("echo $$ > child; sleep 600"))
        defer { binary.remove() }
        try binary.shell(
            """
            set -m; $newsdigest run --config config.toml --state s.sqlite & run=$!
            for i in $(seq 300); do [ -s child ] && break; sleep 0.1; done
            sleep 0.2; kill -\(signal) $run; wait $run
            """)
        #expect(try isGone("child", binary))
    }

    @Test func `of a run that is killed the command goes on to its end, and the next run starts it anew`() throws {
        let binary = try binary(
            Self.shell("echo $$ > child; echo >> runs; until [ -e go ]; do sleep 0.1; done; cat feed.xml; touch end"))
        defer { binary.remove() }
        let killed = try binary.shell(
            """
            set -m; $newsdigest run --config config.toml --state s.sqlite --now \(World.now) & run=$!
            for i in $(seq 300); do [ -s child ] && break; sleep 0.1; done
            sleep 0.2; kill -9 $run; wait $run; kill -0 $(cat child) && echo alive; touch go
            """)
        #expect(killed.stdout == "alive\n")
        #expect(try isGone("child", binary))
        let next = try run(binary, "run")
        #expect(next.status == 0 && next.stdout.contains("Baker") && next.stderr == "")
        #expect(try binary.read("runs").count == 2)
    }

    @Test func `at most four commands run at the same time, and the run's deadline ends them`() throws {
        let script = "mkdir -p now; touch now/$0; ls now | wc -l >> counts; sleep 0.5; rm now/$0; cat feed.xml"
        let feeds = (1...10).map { "name = \"Jobs \($0)\"\ncommand = [\"bash\", \"-c\", \"\(script)\", \"\($0)\"]" }
        let binary = try binary()
        defer { binary.remove() }
        try configure(binary, feeds)
        #expect(try run(binary, "run").status == 0)
        let counts = try binary.read("counts").split(separator: "\n").compactMap {
            Int($0.trimmingCharacters(in: .whitespaces))
        }
        #expect(counts.count == 10 && counts.max() == 4)

        let slow = (1...5).map { "name = \"Slow \($0)\"\ncommand = [\"bash\", \"-c\", \"echo $$ > child; sleep 600\"]" }
        try configure(binary, slow + feeds.prefix(1), top: "[network]\ndeadline = \"2s\"")
        let late = try run(binary, "run", "--strict", at: "2026-11-21T09:00:00Z")
        // Which of them begin first is not said.
        let unfinished = /newsdigest: gather 'Slow [1-5]': 'bash' was not finished before the run's deadline\n/
        #expect(late.stderr.matches(of: unfinished).count == 4, "\(late.stderr)")
        #expect(late.stderr.contains(/of Slow [1-5] waited, because the run's deadline passed/))
        #expect(try isGone("child", binary))
    }

    // MARK: - Readers, recordings, quarantine

    @Test func `two readers share one run of a command`() throws {
        let binary = try binary(Self.shell("echo >> runs; cat feed.xml"), top: "name = \"Anna\"")
        defer { binary.remove() }
        try binary.write(
            binary.read("config.toml") + """
                [[deliver]]
                to = "file"
                path = "\(binary.path("{profile}.md"))"
                [profiles.boris]
                title = "For Boris"
                """, to: "config.toml")
        #expect(try run(binary, "run", "--all-profiles").status == 0)
        #expect(try binary.read("default.md").contains("Baker") && binary.read("boris.md").contains("Baker"))
        #expect(try binary.read("runs").count == 1)
    }

    @Test func `a replay runs no command, and tells the same`() throws {
        let binary = try binary(
            Self.shell("echo >> runs; cat feed.xml"), "name = \"Broken\"\ncommand = [\"bash\", \"-c\", \"exit 4\"]",
            "name = \"Slow\"\ncommand = [\"sleep\", \"600\"]\ntimeout = \"1s\"")
        defer { binary.remove() }
        let recorded = try run(binary, "run", "--dry-run", "--strict", "--record", binary.path("tape"))
        #expect(recorded.stdout.contains("Baker"))
        let replayed = try run(binary, "run", "--dry-run", "--strict", "--replay", binary.path("tape"))
        #expect(replayed.stdout == recorded.stdout && replayed.stderr == recorded.stderr)
        #expect(replayed.stderr.contains("'bash' ended with status 4") && replayed.stderr.contains("within 1 s"))
        #expect(try binary.read("runs").count == 1)
    }

    @Test func `a command whose output crashed two runs is set aside for a day`() throws {
        var binary = try binary(Self.shell("cat feed.xml"), "name = \"Good\"\ncommand = [\"cat\", \"feed.xml\"]")
        defer { binary.remove() }
        let source = Quarantine.subject(ofSource: "feed:command:Jobs")
        binary.environment["NEWSDIGEST_SIMULATE"] = "reading:\(source):kill"
        for _ in 1...2 { #expect(try run(binary, "run").status == -SIGKILL) }
        let third = try run(binary, "run")
        #expect(third.status == 1 && third.stdout.contains("Baker"))
        #expect(third.stderr.contains("gather 'Jobs': 2 runs in a row ended"))
        #expect(try run(binary, "history", "forget", "command:Jobs").status == 0)
    }

    // MARK: - The configuration

    @Test(arguments: [
        ("command = [\"cat\"]\nurl = \"https://example.org/\"", "'feeds[1].command' and 'url' exclude each other"),
        ("command = []", "'feeds[1].command' should be a program and its arguments"),
        ("command = [\"\"]", "'feeds[1].command' should be a program and its arguments"),
        ("name = \"Jobs\"", "'feeds[1].url' is missing, and so is 'command'; write one of them"),
        ("url = \"https://example.org/\"\ntimeout = \"9s\"", "'feeds[1].timeout' is only for 'command'"),
        ("command = [\"cat\"]\nheaders = { Cookie = \"a\" }", "'feeds[1].headers' is only for 'url'"),
        ("command = [\"no-such-program\"]", "feed 'no-such-program': 'no-such-program' was not found; install it"),
        ("command = [\"/no/program\"]", "feed 'program': '/no/program' does not exist"),
        ("name = \"A\"\ncommand = [\"./feed.xml\"]", "feed 'A': './feed.xml' exists but cannot be executed"),
        (
            "name = \"A\"\ncommand = [\"cat\"]\n[[feeds]]\nname = \"A\"\ncommand = [\"tac\"]",
            "two feeds have the name 'A'"
        ),
        (
            "name = \"A\"\ncommand = [\"cat\"]\n[[profiles.b.feeds]]\nname = \"A\"\ncommand = [\"tac\"]",
            "two feeds have the name 'A' and different commands"
        ),
    ]) func `check names what is wrong with a command in one line`(keys: String, sentence: String) throws {
        let binary = try binary(keys)
        defer { binary.remove() }
        let result = try run(binary, "check")
        #expect(result.status == 78)
        #expect(result.stderr.contains(sentence), "\(result.stderr)")
        #expect(result.stderr.split(separator: "\n").count == 1)
    }

    @Test func `a reader of the list cannot take the name of another command`() throws {
        let binary = try binary(Self.shell("cat feed.xml"), top: "")
        defer { binary.remove() }
        try binary.write(
            binary.read("config.toml") + "[readers]\nfile = \"\(binary.path("readers.jsonl"))\"\n", to: "config.toml")
        try binary.write(
            """
            {"id": "anna"}
            {"id": "boris", "feeds": [{"name": "Jobs", "command": ["tac", "feed.xml"]}]}
            """, to: "readers.jsonl")
        let result = try run(binary, "readers", "check")
        #expect(result.stderr.contains("two feeds have the name 'Jobs' and different commands"))
    }

    @Test func `a command is changed, switched off and removed by its name, and stays out of OPML`() throws {
        let binary = try binary(
            "url = \"https://example.org/rss\"",
            "name = \"Jobs\"\ncommand = [\n    \"cat\",  # prints it\n    \"feed.xml\",\n]\nlimit = 5")
        defer { binary.remove() }
        #expect(try run(binary, "sources", "set", "Jobs", "--weight", "2", "--off").stdout == "changed command:Jobs\n")
        let changed = try binary.read("config.toml")
        #expect(changed.contains("weight = 2.0") && changed.contains("off = true"))
        #expect(try run(binary, "check").stdout.contains("1 feed (1 more off)"))
        let renamed = try run(binary, "sources", "set", "Jobs", "--name", "Work")
        #expect(
            renamed.stdout
                == "changed command:Work\na command is known by its name, so this is a new source now\n")
        let exported = try run(binary, "sources", "export")
        #expect(exported.stdout.contains("https://example.org/rss") && !exported.stdout.contains("Work"))
        #expect(
            exported.stderr
                == "newsdigest: OPML has no place for the commands of these feeds, so they are left out: Work\n")
        #expect(try run(binary, "sources", "remove", "Work").stdout == "removed command:Work\n")
        #expect(try !binary.read("config.toml").contains("cat"))
    }

    @Test func `a schedule for commands is not confined`() throws {
        let binary = try binary(Self.shell("cat feed.xml"))
        defer { binary.remove() }
        #expect(try !run(binary, "schedule", "--systemd").stdout.contains("NoNewPrivileges"))
    }
}
