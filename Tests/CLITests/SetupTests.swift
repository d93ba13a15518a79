import Foundation
import Settings
import TestServer
import Testing

/// `init`, `check` and `schedule`, as a new user meets them.
@Suite(.ownThread) struct SetupTests {
    private let binary: Binary

    init() throws { binary = try Binary() }

    private var configuration: String { binary.path(".config/newsdigest/config.toml") }

    @Test func `init writes a configuration that check is content with, once`() throws {
        defer { binary.remove() }
        let first = try binary.run("init")
        #expect(first.status == 0)
        #expect(first.lines.first == "wrote \(configuration)")
        #expect(first.lines.last == "then let it run every day: newsdigest schedule")
        #expect(first.stderr.isEmpty)

        let check = try binary.run("check")
        #expect(check.status == 0)
        #expect(check.stderr.isEmpty)
        #expect(check.lines.first == "configuration: \(configuration)")
        #expect(check.stdout.contains("\nprofile 'default': 14 feeds\n"))
        #expect(check.stdout.contains("state.sqlite, which the first run will create"))
        #expect(!binary.exists(".local/state/newsdigest/state.sqlite"))

        let second = try binary.run("init")
        #expect(second.status == 73)
        #expect(
            second.stderr
                == "newsdigest: '\(configuration)' exists already and was not changed; 'newsdigest check' shows what it "
                + "contains\n")
    }

    @Test func `a test message goes to each destination, nothing is remembered, and a file stays as it is`() throws {
        defer { binary.remove() }
        let mail = try TestMailServer()
        let server = try TestServer { _ in .status(204) }
        try binary.write("old", to: "digest.html")
        try binary.write(
            """
            [[feeds]]
            url = "\(server.url("/rss"))"
            [[deliver]]
            to = "smtp"
            host = "127.0.0.1"
            port = \(mail.port)
            security = "none"
            recipients = ["anna@example.org"]
            [[deliver]]
            to = "webhook"
            service = "discord"
            url = "\(server.url("/hook"))"
            [[deliver]]
            to = "command"
            command = ["tee", "\(binary.path("sent.txt"))"]
            format = "text"
            [[deliver]]
            to = "command"
            command = ["false"]
            name = "broken"
            [[deliver]]
            to = "file"
            path = "digest.html"
            """, to: "own.toml")
        let result = try binary.run("check", "--send", "--config", "own.toml", "--now", World.now)
        #expect(result.status == 76)
        #expect(
            result.lines.filter { $0.hasPrefix("send: ") } == [
                "send: 'smtp 127.0.0.1' took a test message", "send: 'discord' took a test message",
                "send: 'command tee' took a test message",
                "send: 'file \(binary.path("digest.html"))' can be written; a file gets no test message",
            ])
        #expect(result.stderr.contains("newsdigest: deliver 'broken': "))
        #expect(mail.mails.map(\.recipients) == [["anna@example.org"]])
        #expect(mail.mails.first?.text.contains("Test message from newsdigest") == true)
        #expect(server.requests.map(\.path) == ["/hook"])
        #expect(try binary.read("sent.txt").hasPrefix("TEST MESSAGE FROM NEWSDIGEST: THIS DESTINATION WORKS\n"))
        #expect(try !binary.read("sent.txt").contains("machine"))
        #expect(try binary.read("digest.html") == "old")
        #expect(!binary.exists(".local/state/newsdigest/state.sqlite"))
    }

    @Test func `a configuration with a mistake names no state, and what is named beside it is checked`() throws {
        defer { binary.remove() }
        try binary.write("state = \"own.sqlite\"\nstat = 1\n", to: "own.toml")
        let result = try binary.run("check", "--config", "own.toml")
        #expect(result.status == 78 && !result.stdout.contains("state") && !result.stderr.contains("sqlite"))
        #expect(
            try binary.run("check", "--config", "own.toml", "--state", "s.sqlite").stdout.contains("s.sqlite, which"))
        let variable = try binary.shell("NEWSDIGEST_STATE=v.sqlite $newsdigest check --config own.toml")
        #expect(variable.stdout.contains("v.sqlite, which"))
    }

    @Test func `a configuration from a pipe is read once for all of a command`() throws {
        defer { binary.remove() }
        let feed =
            "<rss><channel><item><title>Ferry is late</title><link>https://quay.example/1</link></item></channel></rss>"
        try binary.write(feed, to: "feed.xml")
        try binary.write(
            "state = \"\(binary.path("own.sqlite"))\"\n[[feeds]]\nurl = \"file://\(binary.path("feed.xml"))\"\nname = \"Quay\"\n",
            to: "own.toml")
        let run = "$newsdigest run --config <(cat own.toml)"
        #expect(try binary.shell(run).stdout.contains("Ferry is late"))
        #expect(try binary.shell(run).stdout == "")
        #expect(!binary.exists(".local/state/newsdigest/state.sqlite"))
        for command in ["check", "status", "sources list", "history"] {
            let result = try binary.shell("cat own.toml | $newsdigest \(command) --config /dev/stdin")
            #expect(result.status == 0, "\(result)")
            let expected = ["check": "own.sqlite", "status": "last run: 2", "history": "Ferry"][command] ?? "Quay"
            #expect(result.stdout.contains(expected), "\(result)")
        }
    }

    @Test func `a test message leads to no page, because there is none`() throws {
        defer { binary.remove() }
        for online in ["", "view_online = \"https://quay.example/n\""] {
            try binary.write(
                """
                feeds = []
                [[deliver]]
                to = "site"
                path = "news"
                base_url = "https://quay.example/a/"
                [[deliver]]
                to = "command"
                command = ["tee", "\(binary.path("sent.eml"))"]
                format = "eml"
                recipients = ["anna@example.org"]
                \(online)
                """, to: "own.toml")
            let result = try binary.run("check", "--send", "--config", "own.toml", "--now", World.now)
            #expect(result.status == 0, "\(result)")
            #expect(try !binary.read("sent.eml").contains("https://quay.example"))
        }
    }

    @Test func `check names the file that a run at the same time would write`() throws {
        defer { binary.remove() }
        try binary.write("", to: "d-2026-11-21/old.md")
        try binary.write("feeds = []\n[[deliver]]\nto = \"file\"\npath = \"d-{date}/x.md\"", to: "own.toml")
        #expect(try binary.run("check", "--config", "own.toml", "--now", World.now).status == 0)
        #expect(try binary.run("check", "--config", "own.toml", "--now", "2026-11-22T08:00:00Z").status == 78)
    }

    @Test func `check names what a run would stumble over, and no secret`() throws {
        defer { binary.remove() }
        try binary.write("s3cr3t\n", to: "key")
        try binary.write("{{titel}}", to: "templates/subject.text.mustache")
        try binary.write(
            """
            [digest]
            templates = "templates"
            [newsapi]
            key_file = "key"
            [[deliver]]
            to = "file"
            path = "none/digest.html"
            [[deliver]]
            to = "command"
            command = ["newsdigest-no-such-program"]
            [[deliver]]
            to = "webhook"
            service = "slack"
            url = "env:NOWHERE"
            """, to: "own.toml")
        let check = try binary.run("check", "--config", binary.path("own.toml"))
        #expect(check.status == 78)
        #expect(check.stdout.contains("secret 'newsapi.key': in '\(binary.path("key"))'"))
        for fragment in [
            "warning: secret 'newsapi.key': the file '\(binary.path("key"))' can be read by others",
            "'titel'",
            "the folder '\(binary.path("none"))' does not exist",
            "'newsdigest-no-such-program' was not found",
            "secret 'deliver[3].url': the environment variable NOWHERE is not set",
        ] {
            #expect(check.stderr.contains(fragment), "\(fragment)")
        }
        #expect(!(check.stdout + check.stderr).contains("s3cr3t"))
    }

    @Test func `check refuses a secret that should be an address and is none`() throws {
        defer { binary.remove() }
        try binary.write("s3cr3t\n", to: "address")
        try binary.write(
            """
            [[calendars]]
            url_file = "address"
            [health]
            ping_command = ["cat", "\(binary.path("address"))"]
            [[deliver]]
            to = "webhook"
            service = "slack"
            url_file = "address"
            """, to: "own.toml")
        let check = try binary.run("check", "--config", binary.path("own.toml"))
        #expect(check.status == 78)
        for name in ["calendars[1].url", "health.ping", "deliver[1].url"] {
            #expect(check.stderr.contains("secret '\(name)': the address is not a URL"), "\(check.stderr)")
        }
        #expect(!(check.stdout + check.stderr).contains("s3cr3t"))
    }

    @Test func `check warns about settings of a profile that a run for all profiles does not use`() throws {
        defer { binary.remove() }
        try binary.write(
            """
            feeds = [{ url = "https://a.example/rss" }]
            [profiles.anna.digest]
            keep_digests = "30d"
            [profiles.boris.network]
            timeout = "5s"
            [profiles.boris.metrics]
            file = "boris.prom"
            [profiles.cem.network]
            timeout = "6s"
            """, to: "own.toml")
        let check = try binary.run("check", "--config", binary.path("own.toml"))
        #expect(check.status == 0)
        func warning(_ setting: String, _ used: String, _ unused: String) -> String {
            "newsdigest: warning: \(setting): a run with --all-profiles uses the one \(used), and not that of \(unused); "
                + "write it at the top of the file\n"
        }
        #expect(
            check.stderr == warning("[network]", "of 'anna'", "'boris' and 1 other")
                + warning("keep_digests", "of 'anna'", "'boris' and 1 other")
                + warning("[metrics]", "at the top of the file", "'boris'"))
        #expect(try binary.run("check", "--config", binary.path("own.toml"), "--profile", "boris").stderr.isEmpty)
    }

    @Test func `a mistake in the file is one line with file, line and the nearest key`() throws {
        defer { binary.remove() }
        try binary.write("title = \"x\"\n[digest]\nmax_item = 3\n", to: ".config/newsdigest/config.toml")
        for arguments in [["check"], ["run"], ["schedule"]] {
            let result = try binary.run(arguments)
            #expect(result.status == 78)
            #expect(
                result.stderr
                    == "newsdigest: configuration '\(configuration)', line 3: unknown key 'max_item' in 'digest'; "
                    + "did you mean 'max_items'?\n")
        }
    }

    @Test(arguments: [
        ("[[deliver]]\nto = \"file\"\npath = \"s.sqlite\"\n", "the state"),
        ("[[deliver]]\nto = \"file\"\npath = \"./link\"\n", "the configuration"),
        ("[metrics]\nfile = \"s.sqlite.kept\"\n", "the state"),
    ])
    func `no output replaces a file that newsdigest needs`(toml: String, purpose: String) throws {
        defer { binary.remove() }
        let configuration = "[[feeds]]\nurl = \"file://\(binary.path("feed.xml"))\"\n" + toml
        try binary.write(configuration, to: "config.toml")
        try binary.write(
            "<rss version=\"2.0\"><channel><item><title>Tulips</title><link>https://a.example/1</link></item></channel></rss>",
            to: "feed.xml")
        try FileManager.default.createSymbolicLink(atPath: binary.path("link"), withDestinationPath: "config.toml")
        let options = ["--config", binary.path("config.toml"), "--state", binary.path("s.sqlite")]
        for command in ["check", "run"] {
            let result = try binary.run([command] + options)
            #expect(result.status == 78 && result.stderr.contains("is \(purpose), which the output would replace"))
        }
        #expect(try String(contentsOfFile: binary.path("config.toml"), encoding: .utf8) == configuration)
        let out = try binary.run(["run", "--out", binary.path("config.toml")] + options)
        #expect(out.status == 78 && out.stderr.contains("is the configuration"))
    }

    @Test func `a state that others can read, and a configuration in another encoding, are named by check`() throws {
        defer { binary.remove() }
        try binary.write("[[feeds]]\nurl = \"file:///feed.xml\"\n", to: "config.toml")
        let options = ["--config", binary.path("config.toml"), "--state", binary.path("s.sqlite")]
        _ = try binary.run(["run"] + options)
        #expect(try !binary.run(["check"] + options).stderr.contains("can be read by others"))
        chmod(binary.path("s.sqlite"), 0o644)
        #expect(
            try binary.run(["check"] + options).stderr.contains(
                "state: the file '\(binary.path("s.sqlite"))' can be read"))
        try Data([0x61, 0x0A, 0x23, 0xE9, 0x0A]).write(to: URL(filePath: binary.path("config.toml")))
        #expect(try binary.run(["check"] + options).stderr.contains("config.toml', line 2: is not UTF-8 text"))
    }

    @Test(arguments: [
        (":Europe/Berlin", true), ("/usr/share/zoneinfo/Europe/Berlin", true), ("Europe/Berlin", true),
        ("CET-1CEST,M3.5.0,M10.5.0/3", false), ("UTC+3", false), ("PST", false),
    ])
    func `the time zone of the environment is read in the forms of POSIX, or check names it`(
        zone: String, isKnown: Bool
    ) throws {
        defer { binary.remove() }
        var binary = binary
        binary.environment = ["TZ": zone]
        let check = try binary.run("check")
        #expect(check.stderr.contains("warning: TZ is '\(zone)', which is no name of a time zone, so '") != isKnown)
        #expect(try binary.run("init").status == 0)
        let written = try binary.read(".config/newsdigest/config.toml")
        #expect(written.contains("timezone = \"\(isKnown ? "Europe/Berlin" : TimeZone.system)\""))
    }

    @Test(arguments: [
        ("PST", "America/Los_Angeles"), ("IST", "Asia/Kolkata"), ("UTC+3", "Etc/GMT-3"), ("GMT-3", "Etc/GMT+3"),
        ("GMT+5:30", nil), ("US/Pacific", nil), ("UTC", nil), ("GMT0", nil), ("Europe/Kiev", nil), ("Etc/GMT-3", nil),
    ])
    func `a time zone of a configuration that is no name is read, and check names it`(
        zone: String, name: String?
    ) throws {
        defer { binary.remove() }
        try binary.write("timezone = \"\(zone)\"\n[[feeds]]\nurl = \"file:///feed.xml\"\n", to: "config.toml")
        let check = try binary.run("check", "--config", "config.toml")
        let isName = !zone.contains(":") && name == nil
        #expect(check.status == 0)
        #expect(
            check.stderr.contains("timezone is \"\(zone)\", which is no name from the time zone database") != isName)
        if let name { #expect(check.stderr.contains("write \"\(name)\"")) }
        let timer = try binary.run("schedule", "--systemd", "--config", "config.toml").stdout
        #expect(timer.contains("08:00:00 \(name ?? zone)\n"))
    }

    @Test func `init says why a folder cannot be made`() throws {
        defer { binary.remove() }
        try binary.write("", to: "notes")
        let result = try binary.run("init", "--config", "notes/a/config.toml")
        #expect(result.status == 73)
        #expect(result.stderr.hasSuffix("notes/a' cannot be made: Not a directory\n"), "\(result.stderr)")
    }

    @Test(arguments: ["en", "ru"])
    func `check warns of a limit of bytes that one story exceeds, and its number is enough`(language: String) throws {
        defer { binary.remove() }
        func warning(of bytes: Int, _ format: String = "html") throws -> Substring? {
            try binary.write(
                """
                language = "\(language)"
                [digest]
                max_bytes = \(bytes)
                [[feeds]]
                url = "file:///feed.xml"
                [[deliver]]
                to = "file"
                path = "digest"
                format = "\(format)"
                """, to: "config.toml")
            let check = try binary.run("check", "--config", "config.toml")
            #expect(check.status == 0)
            return check.stderr.firstMatch(
                of: /max_bytes is 4096, but an HTML digest with one story .* write at least ([0-9]+)\n/)?.1
        }
        let number = try #require(try warning(of: 4096).flatMap { Int($0) })
        #expect((6000...20_000).contains(number))
        #expect(try warning(of: number) == nil && warning(of: 4096, "text") == nil)
    }

    @Test func `check names keys of a delivery that do nothing`() throws {
        defer { binary.remove() }
        try binary.write(
            """
            [[deliver]]
            to = "webhook"
            service = "slack"
            url = "https://hooks.example/key"
            topic = "news"
            [[deliver]]
            to = "webhook"
            name = "push"
            service = "ntfy"
            topic = "news"
            token = "secret"
            [[deliver]]
            to = "file"
            path = "digest.html"
            name = "page"
            subject = "News"
            calendar = true
            recipients = ["anna@example.org"]
            view_online = "https://quay.example/n"
            [[deliver]]
            to = "file"
            path = "digest.eml"
            name = "mail"
            recipients = ["anna@example.org"]
            subject = "News"
            """, to: "own.toml")
        let printed = try binary.run("check", "--config", "own.toml").stderr.split(separator: "\n").map(String.init)
        let page = { (key: String) in "'\(key)' does nothing beside format = \"html\", because it is for mails" }
        let expected = [
            "deliver 'slack news': 'topic' does nothing beside service = \"slack\"",
            "deliver 'page': " + page("subject"), "deliver 'page': " + page("calendar"),
            "deliver 'page': " + page("recipients"),
            "deliver 'page': 'view_online' does nothing beside format = \"html\", because it is for mails, messages and Atom",
        ].map { "newsdigest: warning: " + $0 }
        let found = printed.filter { $0.contains("does nothing") }
        #expect(found == expected)
    }

    @Test func `a configuration with an empty list of feeds has no source`() throws {
        defer { binary.remove() }
        try binary.write("feeds = []\n", to: "config.toml")
        let options = ["--config", binary.path("config.toml"), "--state", binary.path("s.sqlite")]
        let checked = try binary.run(["check"] + options)
        #expect(checked.stdout.contains("profile 'default': no source at all"))
        #expect(checked.stderr.contains("warning: profile 'default' has no source, so a run ends with status 69; "))
        #expect(try binary.run(["run"] + options).status == 69)
    }

    @Test func `a state that cannot be read is named by check`() throws {
        defer { binary.remove() }
        try binary.write("this is no database, however long it is made to be", to: "state.sqlite")
        let result = try binary.run("check", "--state", binary.path("state.sqlite"))
        #expect(result.status == 74)
        #expect(result.stderr.hasPrefix("newsdigest: remember '\(binary.path("state.sqlite"))': "))
    }

    @Test func `check refuses a state that no run could write, as the run does`() throws {
        defer { binary.remove() }
        try binary.write("[[feeds]]\nurl = \"file:///feed.xml\"\n", to: "config.toml")
        try binary.write("", to: "notes")
        var states = ["notes/state.sqlite", "notes/a/state.sqlite"]
        // Root may write everything.
        if getuid() != 0 {
            _ = try binary.run("run", "--config", "config.toml", "--state", "full/state.sqlite")
            try binary.write("", to: "empty/notes")
            for folder in ["full", "empty"] { chmod(binary.path(folder), 0o500) }
            states += ["full/state.sqlite", "empty/state.sqlite", "empty/a/state.sqlite"]
        }
        defer { for folder in ["full", "empty"] { chmod(binary.path(folder), 0o700) } }
        for state in states {
            let options = ["--config", "config.toml", "--state", state]
            let checked = try binary.run(["check"] + options)
            #expect(checked.status == 74 && checked.stderr.contains("its folder"), "\(checked)")
            #expect(try binary.run(["run"] + options).stderr == checked.stderr)
        }
    }

    @Test func `an unknown profile is a usage error with the nearest name`() throws {
        defer { binary.remove() }
        try binary.write("[profiles.anna]\nlanguage = \"ru\"\n", to: ".config/newsdigest/config.toml")
        let result = try binary.run("check", "--profile", "ana")
        #expect(result.status == 64)
        #expect(result.stderr == "newsdigest: no profile 'ana' in \(configuration); did you mean 'anna'?\n")
    }

    @Test func `schedule prints a line for cron and writes units for systemd`() throws {
        defer { binary.remove() }
        let line = try binary.run(
            "schedule", "--at", "7:30", "--days", "mon-fri", "--state", binary.path("my state.sqlite"))
        #expect(line.status == 0)
        #expect(line.lines.last?.hasPrefix("30 7 * * 1-5 /") == true)
        #expect(
            line.lines.last?.hasSuffix(
                "/newsdigest run --state '\(binary.path("my state.sqlite"))' --out \(binary.path("digest.html")) --quiet"
            )
                == true)
        let units = try binary.run("schedule", "--systemd", "--write")
        #expect(units.status == 0)
        #expect(try binary.read(".config/systemd/user/newsdigest.timer").contains("\nOnCalendar=*-*-* 08:00:00\n"))
        #expect(
            try binary.read(".config/systemd/user/newsdigest.service").contains(
                "/newsdigest run --out \(binary.path("digest.html")) --quiet\n"))
        #expect(try binary.run("schedule", "--at", "25:00").status == 64)
        #expect(try binary.run("schedule", "--write").status == 64)
    }

    @Test func `check is content with every example of the pages on templates and configuration`() throws {
        defer { binary.remove() }
        let folder = ".config/newsdigest/templates"
        #expect(try binary.run("templates", binary.path(folder)).status == 0)
        let blocks = try ["templates.md", "configuration.md"].flatMap { try Self.blocks(of: $0) }
        let configurations = blocks.filter { $0.kind == "toml" }.map(\.text)
        #expect(configurations.count == 2)
        for (number, text) in configurations.enumerated() {
            try binary.write(text, to: "\(number).toml")
            let check = try binary.run("check", "--config", binary.path("\(number).toml"))
            #expect(check.status == 0 && check.stderr.isEmpty, "\(text)\n\(check.stderr)")
        }
        let templates = blocks.filter { $0.text.contains("{{") }.map(\.text)
        #expect(templates.count == 1)
        for text in templates {
            try binary.write(text, to: folder + "/digest.markdown.mustache")
            let check = try binary.run("check", "--config", binary.path("0.toml"))
            #expect(check.status == 0 && check.stderr.isEmpty, "\(check.stderr)")
        }
        try binary.write("{{title}}", to: folder + "/digset.markdown.mustache")
        let check = try binary.run("check", "--config", binary.path("0.toml"))
        #expect(check.status == 78 && check.stderr.contains("no template includes it"))
    }

    /// The blocks between fences of a page in `docs`.
    private static func blocks(of page: String) throws -> [(kind: String, text: String)] {
        let docs = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs").standardized
        let parts = try String(contentsOf: docs.appending(path: page), encoding: .utf8).components(separatedBy: "```")
        return parts.enumerated().filter { $0.offset % 2 == 1 }.map { _, part in
            let end = part.firstIndex(of: "\n") ?? part.endIndex
            return (String(part[..<end]), String(part[end...].dropFirst()))
        }
    }
}
