import Foundation
import TestServer
import Testing

@testable import State
@testable import Values

/// `--out` beside configured destinations, and the person at the top of the file.
@Suite(.ownThread) struct OwnMemoryTests {
    private let world: World

    init() throws {
        world = try World { $0.feeds["/feed"] = World.rss("Comet returns to the evening sky") }
        try configure("[[deliver]]\nto = \"file\"\npath = \"morning.md\"")
    }

    private func configure(_ deliver: String, after: String = "") throws {
        try world.binary.write(
            """
            timezone = "UTC"
            \(deliver)
            [[feeds]]
            url = "\(world.server.url("/feed"))"
            name = "Feed"
            \(after)

            """, to: "config.toml")
    }

    @Test func `a trial with --out does not repeat, and takes nothing from the configured destinations`() throws {
        defer { world.end() }
        let trial = try world.run("run", "--out", world.binary.path("test.md"))
        #expect(trial.status == 0 && trial.stdout.contains("Comet returns"))
        #expect(try world.run("run", "--out", world.binary.path("other.md")).stdout.isEmpty)
        #expect(!world.binary.exists("morning.md"))
        #expect(try world.run("history").stdout.contains("  default (--out)  "))
        #expect(try world.run("run").status == 0)
        #expect(try world.binary.read("morning.md").contains("Comet returns"))
        for command in [["show", "last"], ["history", "show", "last"], ["resend", "last", "--out", "-"]] {
            let named = try world.binary.run(
                command + ["--profile", "default (--out)"] + world.options(at: World.now))
            #expect(named.status == 0 && named.stdout.contains("Comet returns"), "\(command): \(named.stderr)")
        }
        for profile in [[], ["--profile", "default"]] {
            let history = try world.binary.run(
                ["history", "--format", "json"] + profile + world.options(at: World.now)
            ).stdout
            #expect(history.contains("\"default (--out)\"") && history.contains("\"default\""), "\(history)")
        }
    }

    @Test func `the name of its memory stands for the profile in every command`() throws {
        defer { world.end() }
        try configure(
            "[profiles.anna]\nlanguage = \"de\"\n[[profiles.anna.deliver]]\nto = \"file\"\npath = \"anna.md\"")
        #expect(try world.run("run", "--profile", "anna", "--out", world.binary.path("test.md")).status == 0)
        let history = try world.run("history", "--format", "json").stdout
        let id = try #require(history.firstMatch(of: #/"id" ?: ?"([^"]+)"/#)).1
        func named(_ arguments: String...) throws -> Binary.Result {
            try world.binary.run(
                arguments + ["--profile", "anna (--out)"] + world.options(at: World.now))
        }
        for command in ["like", "save", "show"] {
            let result = try named(command, String(id))
            #expect(result.status == 0, "\(command): \(result.stderr)")
        }
        #expect(try world.run("likes", "--profile", "anna").stdout.contains("Comet returns"))
        #expect(try named("history", "show", "last", "--format", "html").stdout.contains("lang=\"de\""))
        #expect(try named("run").status == 64, "a run would deliver")
    }

    @Test func `'--out -' is standard output without the list of links`() throws {
        defer { world.end() }
        let trial = try world.run("run", "--out", "-", "--format", "json")
        #expect(trial.stdout.hasPrefix("{") && trial.stdout.contains("Comet returns"))
        #expect(!trial.stdout.contains("\t") && !trial.stdout.contains("(--out)"))
        #expect(try world.run("run", "--out", "-").stdout.isEmpty)
        #expect(try world.run("run", "--out", "-", "--dry-run", "--include-sent").stdout.contains("# News digest"))
        #expect(try world.run("run").status == 0)
        #expect(world.binary.exists("morning.md"))
    }

    @Test func `without destinations, --out remembers as before`() throws {
        defer { world.end() }
        try configure("")
        #expect(try world.run("run", "--out", world.binary.path("test.md")).stdout.contains("Comet returns"))
        #expect(try world.run("run").stdout.isEmpty)
    }

    @Test(arguments: [["--format", "text"], ["--limit", "2"]])
    func `on a terminal, a look at the digest is no delivery`(options: [String]) throws {
        defer { world.end() }
        let common = ["run", "--config", world.binary.path("config.toml"), "--now", World.now] + options
        let slip = try world.binary.runOnTerminal(common, typing: [])
        #expect(slip.status == 64 && slip.screen.contains("add --dry-run, or --out FILE"))
        #expect(try world.binary.runOnTerminal(common + ["--dry-run"], typing: []).status == 0)
        #expect(!world.binary.exists("morning.md"))
        #expect(try world.binary.run(common).status == 0)
        #expect(world.binary.exists("morning.md"))
    }

    @Test(arguments: ["run", "recap"])
    func `elsewhere, the destinations that may have a format get the one of the command line`(command: String) throws {
        defer { world.end() }
        try configure(
            """
            [[deliver]]
            to = "file"
            path = "morning.md"
            [[deliver]]
            to = "command"
            command = ["sh", "-c", "cat > \(world.binary.path("said")); echo $NEWSDIGEST_FORMAT >> \(world.binary.path("said"))"]
            [[deliver]]
            to = "site"
            path = "pages"
            """)
        if command == "recap" { #expect(try world.run("run").status == 0) }
        let slip = [command, "--config", world.binary.path("config.toml"), "--now", World.now, "--format", "json"]
        #expect(try world.binary.runOnTerminal(slip, typing: []).status == 64)
        let result = try world.run(command, "--format", "json")
        #expect(result.status == 0 && result.stderr == "")
        let said = try world.binary.read("said")
        #expect(said.hasPrefix("{") && said.hasSuffix("json\n") && said.contains("Comet returns"))
        let files = try FileManager.default.contentsOfDirectory(atPath: world.binary.path(""))
        #expect(try files.contains { try $0.hasPrefix("morning") && world.binary.read($0).hasPrefix("{") }, "\(files)")
        #expect(world.binary.exists("pages/index.html"))
    }

    @Test func `on a terminal, also the destinations of readers are safe`() throws {
        defer { world.end() }
        let line = #"{"id": "r", "deliver": [{"to": "file", "path": "r.md"}]}"#
        try world.binary.write(line + "\n", to: "readers.jsonl")
        try configure("", after: "[readers]\nfile = \"readers.jsonl\"")
        let common = ["run", "--config", world.binary.path("config.toml"), "--now", World.now, "--limit", "2"]
        for whom in [["--all-profiles"], ["--profile", "r"]] {
            #expect(try world.binary.runOnTerminal(common + whom, typing: []).status == 64)
        }
        #expect(!world.binary.exists("r.md"))
    }

    @Test func `a person at the top of the file is served with the profiles, and the first such run says so`() throws {
        defer { world.end() }
        let b = "[profiles.b]\nname = \"B\"\n[[profiles.b.deliver]]\nto = \"file\"\npath = \"b.md\""
        let top = "[[deliver]]\nto = \"file\"\npath = \"top.md\""
        try configure(top, after: b)
        let nobody = try world.run("check")
        #expect(nobody.stdout.contains("--all-profiles serves 'b'; not the top of the file, because it has no 'name'"))
        #expect(try world.run("run", "--all-profiles").stderr.isEmpty)
        #expect(!world.binary.exists("top.md"))
        try configure("name = \"Anna\"\n" + top, after: b)
        let first = try world.run("run", "--all-profiles")
        #expect(first.status == 0 && first.stderr.contains("--all-profiles now also serves 'default'"))
        #expect(try world.binary.read("top.md").contains("Comet returns"))
        #expect(try world.run("run", "--all-profiles").stderr.isEmpty)
        let served = "--all-profiles serves 'b', 'default' (the top of the file)"
        let check = try world.run("check")
        #expect(check.stdout.contains(served + "\n") && check.stdout.contains("top.md"))
        #expect(try world.run("schedule").stdout.contains("# " + served + ".\n"))
    }

    @Test func `a first run that was killed before it served the top of the file is no run without it`() throws {
        defer { world.end() }
        let b = "[profiles.b]\nname = \"B\"\n[[profiles.b.deliver]]\nto = \"file\"\npath = \"b.md\""
        try configure("name = \"Anna\"\n[[deliver]]\nto = \"file\"\npath = \"top.md\"", after: b)
        var killed = world.binary
        killed.environment["NEWSDIGEST_FAILPOINT"] = "finished"
        #expect(try killed.run(["run", "--all-profiles"] + world.options(at: World.now)).status != 0)
        #expect(world.binary.exists("b.md") && !world.binary.exists("top.md"))
        let next = try world.run("run", "--all-profiles")
        #expect(next.status == 0 && next.stderr.isEmpty, "\(next.stderr)")
        #expect(world.binary.exists("top.md"))
    }

    @Test func `the top of the file is served anew where earlier versions left it out beside profiles`() throws {
        defer { world.end() }
        let b = "[profiles.b]\nname = \"B\"\n[[profiles.b.deliver]]\nto = \"file\"\npath = \"b.md\""
        try configure("name = \"Anna\"\n[[deliver]]\nto = \"file\"\npath = \"top.md\"", after: b)
        let state = try State(path: world.binary.path("s.sqlite"), mode: .readWrite)
        for (profile, day) in [("default", 17), ("b", 20)] {
            let time = try Date("2026-11-\(day)T08:00:00Z", strategy: .iso8601)
            let digest = Digest(
                id: profile, profile: profile, title: "Old", created: time, language: "en", timeZone: "UTC",
                sections: [])
            try state.store(digest, renderings: [])
            #expect(try state.finish(profile, now: time))
        }
        #expect(state.close() == nil)
        let first = try world.run("run", "--all-profiles")
        #expect(first.stderr.contains("--all-profiles now also serves 'default'"), "\(first.stderr)")
        #expect(try world.run("run", "--all-profiles").stderr.isEmpty)
    }
}
