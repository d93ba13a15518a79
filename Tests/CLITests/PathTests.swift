import Foundation
import TestServer
import Testing

/// What stands in the `path` of a file, and who gets a mail.
@Suite(.ownThread) struct PathTests {
    private let world: World

    init() throws { world = try World { $0.feeds["/feed"] = World.rss("Comet returns to the evening sky") } }

    private func configure(_ top: String, after: String = "") throws {
        try world.binary.write(
            """
            \(top)
            [[feeds]]
            url = "\(world.server.url("/feed"))"
            name = "Feed"
            \(after)

            """, to: "config.toml")
    }

    private func file(_ path: String) -> String { "[[deliver]]\nto = \"file\"\npath = \"\(path)\"" }

    @Test func `a path has the digest's own day in the reader's time zone`() throws {
        defer { world.end() }
        try configure("timezone = \"Asia/Tokyo\"\n" + file("{profile} {date} {date:%d.%m.%y week %V}.md"))
        #expect(try world.run("check").stdout.contains("can be written"))
        // In Tokyo it is already the next day.
        #expect(try world.run("run", at: "2026-11-21T20:00:00Z").status == 0)
        #expect(world.binary.exists("default 2026-11-22 22.11.26 week 47.md"))
    }

    @Test func `a digest that waited keeps its day, and the digest of another day need not wait for it`() throws {
        defer { world.end() }
        try configure("timezone = \"UTC\"\n" + file("gone/{date}.md"))
        #expect(try world.run("run").status == 76)
        world.change { $0.feeds["/feed"] = World.rss("Bakery on the corner closes for repairs") }
        try world.binary.write("", to: "gone/x")
        #expect(try world.run("run", at: "2026-11-22T08:00:00Z").status == 0)
        #expect(try world.binary.read("gone/2026-11-21.md").contains("Comet returns"))
        #expect(try world.binary.read("gone/2026-11-22.md").contains("Bakery on the corner"))
        let digest = try #require(
            try world.run("history", "--format", "json").stdout.firstMatch(of: /"digest" ?: ?"(\w+)"/))
        try FileManager.default.removeItem(atPath: world.binary.path("gone/2026-11-22.md"))
        #expect(try world.run("resend", String(digest.1), at: "2026-11-23T08:00:00Z").status == 0)
        #expect(world.binary.exists("gone/2026-11-22.md") && !world.binary.exists("gone/2026-11-23.md"))
    }

    @Test(arguments: [
        (#"HOME="$other" "$newsdigest" history"#, "the variable HOME, '", "set HOME to another one"),
        (#"cd "$other" && "$newsdigest" run --state s.sqlite"#, "the working folder, '", "start newsdigest in another"),
        (#""$newsdigest" run --state "$other/s.sqlite""#, "the argument, '", "rename the file that it names"),
    ])
    func `a name that is not UTF-8 does not lead to another place`(line: String, what: String, step: String) throws {
        defer { world.end() }
        let before = #"other=$PWD/$(printf 'h\351'); mkdir "$other"; "#
        let run = try world.binary.shell(before + line)
        #expect(run.status == 64 && run.stdout == "")
        #expect(run.stderr.hasPrefix("newsdigest: \(what)") && run.stderr.contains("is not valid UTF-8; "))
        #expect(run.stderr.contains(step) && run.stderr.split(separator: "\n").count == 1)
        let folders = try world.binary.shell("find . -type d -name 'h*' | wc -l; find . -name '*.sqlite'").lines
        #expect(folders == ["1"])
    }

    @Test(arguments: [
        ("{name}.md", "'{name}' in the path stays as it is; write {profile}, {date} or {date:%Y-%m-%d}"),
        ("{date:}.md", "'{date:}' in the path stays as it is; write {profile}"),
        ("{date:%Q}.md", "'{date:%Q}' in the path stays as it is; write {profile}"),
        ("digest-%d.%m.%Y.md", "'%d.%m.%Y' in the path stays as it is; write {date:%d.%m.%Y}"),
        ("%Q.md", "'%Q' in the path stays as it is; write {date:%Y-%m-%d}"),
        ("100%.md", "'%' in the path stays as it is; write {date:%Y-%m-%d}"),
    ])
    func `check gives the right form`(path: String, warning: String) throws {
        defer { world.end() }
        try configure("timezone = \"UTC\"\n" + file(path))
        let check = try world.run("check")
        #expect(check.status == 0 && (check.stdout + check.stderr).contains(warning), "\(check.stdout) \(check.stderr)")
        #expect(try world.run("run").status == 0)
        #expect(world.binary.exists(path))
    }

    @Test func `no placeholder lets a digest replace the configuration`() throws {
        defer { world.end() }
        try configure(
            "timezone = \"UTC\"",
            after: "[profiles.config]\n" + file("{profile}.toml").replacing("[[", with: "[[profiles.config."))
        #expect(try world.run("check").status == 78)
        #expect(try world.run("run", "--all-profiles").status == 78)
        #expect(try world.binary.read("config.toml").contains("timezone"))
    }

    @Test(arguments: [
        ("config.toml", "the configuration"), ("link/config.toml", "the configuration"), ("s.sqlite", "the state"),
        ("s.sqlite-wal", "the state"), ("readers.jsonl", "the list of readers"),
        ("numbers.prom", "the file of [metrics]"),
        ("templates/story.text.mustache", "a template"), ("gone.txt", "the list of unsubscribed addresses"),
        ("own.ics", "the file of a calendar"), ("link/own.xml", "the file of a feed"),
        ("token", "the file of the secret 'feeds[2].auth.password'"),
    ])
    func `check and a run refuse a path at which newsdigest needs a file`(path: String, purpose: String) throws {
        defer { world.end() }
        _ = try world.binary.shell(
            "mkdir templates; ln -s . link; echo tulip-4711 > token; echo '{\"id\": \"r\"}' > readers.jsonl")
        try configure(
            """
            timezone = "UTC"
            [digest]
            templates = "templates"
            [metrics]
            file = "numbers.prom"
            [readers]
            file = "readers.jsonl"
            [unsubscribed]
            file = "gone.txt"
            [[calendars]]
            url = "file://\(world.binary.path("own.ics"))"
            [[feeds]]
            url = "file://\(world.binary.path("own.xml"))"
            \(file(path))
            """, after: "auth = { username = \"u\", password_file = \"\(world.binary.path("token"))\" }")
        let check = try world.run("check")
        let reason = "is \(purpose), which the output would replace"
        #expect(check.status == 78 && check.stderr.contains(reason), "\(check.stderr)")
        let run = try world.run("run", "--all-profiles")
        #expect(run.status == 78 && run.stderr.contains(reason), "\(run.stderr)")
    }

    @Test func `no name of a reader lets a digest replace the configuration`() throws {
        defer { world.end() }
        try world.binary.write("{\"id\": \"r\"}\n{\"id\": \"config\"}\n", to: "readers.jsonl")
        try configure("timezone = \"UTC\"\n" + file("{profile}.toml") + "\n[readers]\nfile = \"readers.jsonl\"")
        #expect(try world.run("check").status == 78)
        let run = try world.run("run", "--all-profiles")
        #expect(run.status == 76 && run.stderr.contains("config.toml' is the configuration"), "\(run.stderr)")
        #expect(try world.binary.read("config.toml").contains("timezone") && world.binary.exists("r.toml"))
    }

    @Test func `check looks at the files of the readers, and not at one of the top of the file that nobody gets`()
        throws
    {
        defer { world.end() }
        try world.binary.write("{\"id\": \"r1\"}\n{\"id\": \"r2\"}\n", to: "readers.jsonl")
        try configure("timezone = \"UTC\"\n" + file("d/{profile}/x.md") + "\n[readers]\nfile = \"readers.jsonl\"")
        try world.binary.write("", to: "d/r1/x")
        let missing = try world.run("check")
        #expect(missing.status == 78 && missing.stderr.contains("d/r2' does not exist"), "\(missing.stderr)")
        #expect(!missing.stderr.contains("d/default"))
        try world.binary.write("", to: "d/r2/x")
        let check = try world.run("check")
        #expect(
            check.status == 0 && check.stdout.contains("can be written for each reader, markdown"), "\(check.stdout)")
        #expect(try world.run("run", "--all-profiles").status == 0)
    }

    @Test func `check looks at the folders of pages of the readers`() throws {
        defer { world.end() }
        try world.binary.write("{\"id\": \"r1\"}\n{\"id\": \"r2\"}\n", to: "readers.jsonl")
        try configure(
            "timezone = \"UTC\"\n[[deliver]]\nto = \"site\"\npath = \"d/{profile}/pages\"\n[readers]\n"
                + "file = \"readers.jsonl\"")
        try world.binary.write("", to: "d/r1/x")
        let missing = try world.run("check")
        #expect(missing.status == 78 && missing.stderr.contains("d/r2' does not exist"), "\(missing.stderr)")
        try world.binary.write("", to: "d/r2/x")
        let check = try world.run("check")
        #expect(check.status == 0 && check.stdout.contains("can be written for each reader"), "\(check.stdout)")
    }

    @Test func `check says who gets the mails of files, of standard output and of readers`() throws {
        defer { world.end() }
        func configure(_ top: String, after: String = "") throws {
            try self.configure("timezone = \"UTC\"\n\(top)\nformat = \"eml\"", after: after)
        }
        try configure("email = \"a@example.org\"\n" + file("a.eml"))
        #expect(try world.run("check").stdout.contains("a.eml': can be written, eml, to a@example.org\n"))
        try configure("[[deliver]]\nto = \"stdout\"\nrecipients = [\"a@example.org\", \"b@example.org\"]")
        #expect(try world.run("check").stdout.contains(": eml, to a@example.org, b@example.org\n"))
        let list = "[readers]\nfile = \"readers.jsonl\"\n[profiles.p]\ntitle = \"P\"\n"
        try world.binary.write(
            "{\"id\": \"r1\", \"email\": \"r1@example.org\"}\n{\"id\": \"r2\"}\n{\"id\": \"r3\"}\n", to: "readers.jsonl"
        )
        try configure(file("{profile}.eml"), after: list)
        let check = try world.run("check")
        #expect(check.stdout.contains("eml': to the own address of 1 reader\n"), "\(check.stdout)")
        #expect(check.stderr.contains("eml': 2 readers have no 'recipients' and no 'email'"), "\(check.stderr)")
        #expect(check.stderr.contains("eml' of 'p': no 'recipients' and no 'email', so the mail has no recipient"))
        try configure(file("{profile}.eml") + "\nrecipients = [\"all@example.org\"]", after: list)
        let all = try world.run("check").stdout
        #expect(all.contains("eml': to all@example.org for 2 readers; to the own address of 1 reader\n") == false)
        #expect(all.contains("to the own address of 1 reader; to all@example.org for 2 readers\n"), "\(all)")
    }

    @Test func `the nearer of email and recipients wins, and check says who gets mail`() throws {
        defer { world.end() }
        let mail =
            "to = \"command\"\ncommand = [\"sh\", \"-c\", \"cat > $NEWSDIGEST_PROFILE-$NEWSDIGEST_RECIPIENT\"]\nformat = \"eml\"\n"
        try world.binary.write(
            "{\"id\": \"r1\", \"email\": \"r1@example.org\"}\n{\"id\": \"r2\"}\n", to: "readers.jsonl")
        try configure(
            "timezone = \"UTC\"\nname = \"Top\"\nemail = \"top@example.org\"\n[[deliver]]\n\(mail)recipients = [\"all@example.org\"]",
            after: """
                [readers]
                file = "readers.jsonl"
                [profiles.near]
                email = "near@example.org"
                [profiles.far]
                title = "Far"
                [profiles.own]
                email = "own@example.org"
                [[profiles.own.deliver]]
                \(mail)recipients = ["one@example.org", "two@example.org"]
                """)
        let check = try world.run("check")
        for recipients in ["near@example.org", "all@example.org", "one@example.org, two@example.org"] {
            #expect(check.stdout.contains("deliver 'command sh': to \(recipients)\n"), "\(check.stdout)")
        }
        #expect(try world.run("run", "--all-profiles").status == 0)
        let copies = try FileManager.default.contentsOfDirectory(atPath: world.binary.home.path).filter {
            $0.contains("@")
        }
        #expect(
            copies.sorted() == [
                "default-all@example.org", "far-all@example.org", "near-near@example.org", "own-one@example.org",
                "own-two@example.org", "r1-r1@example.org", "r2-all@example.org",
            ])
    }
}
