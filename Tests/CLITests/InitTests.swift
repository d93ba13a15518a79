import Foundation
import Languages
import TestServer
import Testing

/// The first day of a new user: the questions of `init`, its flags, the first digest, and the second run by hand.
@Suite(.ownThread) struct InitTests {
    private let binary: Binary
    private let server: TestServer

    init() throws {
        binary = try Binary()
        server = try TestServer { request in
            switch request.path {
            case "/a": World.rss("Harbour opens tonight", "Fish prices fall again")
            case "/b": World.rss("Comet returns to the evening sky")
            default: .status(404)
            }
        }
    }

    private func end() {
        server.stop()
        binary.remove()
    }

    private var configuration: String { ".config/newsdigest/config.toml" }

    @Test func `flags answer for a script, and the first digest is made at once`() throws {
        defer { end() }
        let result = try binary.run(
            "init", "--language", "ru", "--city", "Казань", "--interests", "tech,наука", "Dragons", "--feeds",
            server.url("/a"), server.url("/b"), "--to", "digest.html", "--no-digest")
        #expect(result.status == 0 && result.stderr.isEmpty)
        #expect(result.stdout.contains("stories with these words come higher: Dragons\n"))
        let text = try binary.read(configuration)
        for line in [
            "language = \"ru\" ", "\n#categories = [\"technology\", \"science\"]\n",
            "\n[kudago]\nlocation = \"kzn\"",
            "boost = [\"Dragons\"]", "url = \"\(server.url("/b"))\"", "[[deliver]]\nto = \"file\"\npath = \"/",
        ] {
            #expect(text.contains(line), "\(line)")
        }
        let check = try binary.run("check")
        #expect(check.status == 0)
        #expect(check.stdout.contains("profile 'default': 2 feeds, KudaGo kzn\n"))
        #expect(server.requests.map(\.path) == ["/a", "/b"])
    }

    @Test func `init leaves no section out, and later feeds of other sections are shown`() throws {
        defer { end() }
        var binary = binary
        binary.environment["NEWSAPI_KEY"] = "test-key"
        let result = try binary.run("init", "--interests", "science", "tech", "--no-digest")
        #expect(result.status == 0 && result.stderr.isEmpty)
        let text = try binary.read(configuration)
        #expect(text.contains("\n[newsapi]\n") && text.contains("\ncategories = [\"science\", \"technology\"]\n"))
        #expect(!text.split(separator: "[newsapi]")[0].contains("\ncategories"))
        let sections = text.matches(of: /\ncategory = "(\w+)"/).map { String($0.1) }
        #expect(sections.first == "science" && sections.last == "technology")
        let added = try binary.run("sources", "add", server.url("/a"), "--category", "sports")
        #expect(added.status == 0 && added.stderr.isEmpty)
        #expect(try binary.run("check").stderr.isEmpty)
    }

    @Test func `a first digest goes where it was told to go and counts as sent`() throws {
        defer { end() }
        let result = try binary.run(
            "init", "--feeds", server.url("/a"), "--to", binary.path("digest.md"), "--digest", "--now", World.now)
        #expect(result.status == 0 && result.stderr.isEmpty)
        #expect(try binary.read("digest.md").contains("Harbour opens tonight"))
        #expect(result.stdout.contains("wrote \(binary.path("digest.md"))\nHarbour opens tonight\thttps://"))
        #expect(result.lines.last == "then let it run every day: newsdigest schedule")
        let again = try binary.run("run", "--now", World.now)
        #expect(again.status == 0 && again.stdout.isEmpty && again.stderr.isEmpty)
    }

    @Test func `a pipe gets the first digest as Markdown`() throws {
        defer { end() }
        let result = try binary.run("init", "--feeds", server.url("/a"), "--digest", "--now", World.now)
        #expect(result.status == 0 && result.stdout.contains("\n# News digest\n"), "\(result.stdout)")
    }

    @Test func `the first digest uses the state that the environment names`() throws {
        defer { end() }
        var binary = binary
        binary.environment = ["NEWSDIGEST_STATE": binary.path("own.sqlite")]
        let result = try binary.run("init", "--feeds", server.url("/a"), "--digest", "--now", World.now)
        #expect(result.status == 0 && result.stderr.isEmpty)
        #expect(binary.exists("own.sqlite"))
        #expect(!binary.exists(".local/state/newsdigest/state.sqlite"))
    }

    @Test func `the first digest of a mail is shown and not sent`() throws {
        defer { end() }
        let result = try binary.run(
            "init", "--feeds", server.url("/b"), "--to", "anna@example.org", "--mail-server", "127.0.0.1", "--digest",
            "--now", World.now)
        #expect(result.status == 0, "\(result.stderr)")
        #expect(result.stdout.contains("Comet returns to the evening sky"))
        #expect(!binary.exists(".local/state/newsdigest/state.sqlite"))
        #expect(try binary.read(configuration).contains("host = \"127.0.0.1\"\nusername = \"anna@example.org\""))
    }

    @Test(arguments: [
        (
            ["--language", "xx"],
            "The value 'xx' is invalid for '--language'; known: de, en, es, fr, it, pt, ru, tr, uk"
        ),
        (["--to", "anna@"], "'anna@' is not a mail address"),
        (["--feeds", "harbour"], "'harbour' "),
        (["--to", "https://h.example/"], "the digest cannot go to 'https://h.example/'; write stdout, "),
        (["--to", "smtp://anna:secretpw@h.example"], "the digest cannot go to 'smtp://<hidden>@h.example'"),
        (["--to", "anna:secretpw@h.example/x"], "the digest cannot go to '<hidden>@h.example/x'"),
        (
            ["--mail-server", "anna:secretpw@mail.example", "--to", "a@b.example"],
            "'<hidden>@mail.example' is not a host's name; write one such as smtp.example.org"
        ),
        (
            ["--mail-server", "anna:secretpw%40mail.example", "--to", "a@b.example"],
            "'<hidden>%40mail.example' is not a host's name; write one such as smtp.example.org"
        ),
        (
            ["--mail-server", "mail.example:99999", "--to", "a@b.example"],
            "'99999' is not a port from 1 to 65535"
        ),
        (
            ["--mail-server", "smtp://mail.example", "--to", "a@b.example"],
            "'smtp://mail.example' is not a host's name"
        ),
        (["--interests", "??"], "'??' has no word to look for"),
        (["--to", "x.pdf"], "newsdigest writes no '.pdf'; use an ending such as .html, .md, .txt or .json"),
    ])
    func `a wrong answer is a usage error, and nothing is written`(flags: [String], reason: String) throws {
        defer { end() }
        let result = try binary.run(["init"] + flags)
        #expect(result.status == 64)
        #expect(result.stderr.hasPrefix("newsdigest: \(reason)"), "\(result.stderr)")
        #expect(!binary.exists(configuration))
    }

    @Test func `on a terminal it asks, repeats a question after a wrong answer, and shows a digest`() throws {
        defer { end() }
        let result = try binary.runOnTerminal(
            ["init", "--feeds", server.url("/a"), "--now", World.now],
            typing: ["xx", "ru", "Berlin", "sport, Dragons", "anna@", "", "y"])
        #expect(result.status == 0)
        for question in [
            "Language of the digest (de, en, es, fr, it, pt, ru, tr, uk) [en]: ",
            "known: de, en, es, fr, it, pt, ru, tr, uk", "Your city, for events",
            "What interests you", "'anna@' is not a mail address", "Show a first digest now? [Y/n]: ",
        ] {
            #expect(result.screen.contains(question), "\(question)")
        }
        let text = try binary.read(configuration)
        #expect(text.contains("language = \"ru\" ") && text.contains("boost = [\"Dragons\", \"Berlin\"]"))
        #expect(text.contains("\n#categories = [\"sports\"]\n") && text.contains("#[kudago]"))
        #expect(result.stdout.contains("Harbour opens tonight"))
    }

    @Test func `a web page leads to its feed, and an address that does not answer is written as given`() throws {
        defer { end() }
        let page = try TestServer { request in
            let links = (1...2).map { "<link rel=alternate type='application/rss+xml' href='/rss/\($0)'>" }.joined()
            return request.path == "/" ? .ok(links, type: "text/html") : .status(404)
        }
        defer { page.stop() }
        let result = try binary.run(
            "init", "--no-digest", "--feeds", page.url("/"), page.url("/gone"), server.url("/a"),
            page.url("/?again"))
        #expect(result.status == 0 && result.stderr.isEmpty)
        #expect(
            result.stdout.contains("\(page.url("/")) links to 2 feeds, and the first is used: \(page.url("/rss/1")); "))
        #expect(
            result.stdout.contains("\(page.url("/gone")) answered 404; the address is written as you gave it\n"),
            "\(result.stdout)")
        let urls = try binary.read(configuration).matches(of: /\nurl = "(.*)"/).map { String($0.1) }
        #expect(urls == [page.url("/rss/1"), page.url("/gone"), server.url("/a")])
    }

    @Test func `on a terminal it asks how to reach the mail server, and sends a test mail`() throws {
        defer { end() }
        let mail = try TestMailServer()
        let result = try binary.runOnTerminal(
            [
                "init", "--language", "en", "--city", "", "--interests", "tech", "--feeds", server.url("/a"),
                "--no-digest",
            ],
            typing: ["anna@example.org", "127.0.0.1", "none", "\(mail.port)", "y"])
        #expect(result.status == 0)
        #expect(result.screen.contains("the digest goes to anna@example.org by 127.0.0.1:\(mail.port) (none)"))
        #expect(result.stdout.contains("send: 'smtp 127.0.0.1' took a test message"), "\(result.stdout)")
        #expect(mail.mails.map(\.recipients) == [["anna@example.org"]])
        #expect(
            try binary.read(configuration).contains(
                "host = \"127.0.0.1\"\nport = \(mail.port)\nsecurity = \"none\"\nfrom = "))
    }

    @Test func `a port stands after the mail server`() throws {
        defer { end() }
        let result = try binary.run("init", "--to", "anna@example.org", "--mail-server", "smtp.example.org:465")
        #expect(result.status == 0)
        #expect(
            try binary.read(configuration).contains(
                "host = \"smtp.example.org\"\nsecurity = \"tls\"\nusername = \"anna@example.org\"\n"))
        #expect(try binary.run("check").stderr.contains("smtp.password"))
    }

    @Test func `each next step names the file of --config`() throws {
        defer { end() }
        let result = try binary.run(
            "init", "--to", "anna@example.org", "--mail-server", "smtp.example.org", "--config", "own.toml")
        #expect(result.stdout.contains("newsdigest check --send --config own.toml\n"), "\(result.stdout)")
        #expect(result.stdout.contains("newsdigest schedule --config own.toml\n"), "\(result.stdout)")
    }

    @Test func `the offered feeds are chosen by their numbers`() throws {
        defer { end() }
        let result = try binary.runOnTerminal(
            ["init", "--language", "tr", "--city", "", "--to", "stdout", "--no-digest"],
            typing: ["Teknoloji, bilim", "9", "2"])
        #expect(result.status == 0)
        #expect(result.screen.contains("'9' is not a number from 1 to 3"))
        let text = try binary.read(configuration)
        #expect(text.contains("name = \"NTV Teknoloji\"") && !text.contains("name = \"Webrazzi\""))
    }

    @Test func `addresses of one's own are taken beside the offered feeds, or instead of them`() throws {
        defer { end() }
        func text(_ answer: String, to file: String) throws -> String {
            let result = try binary.runOnTerminal(
                ["init", "--language", "tr", "--city", "", "--to", "stdout", "--no-digest", "--config", file],
                typing: ["teknoloji", "harbour", answer])
            #expect(result.status == 0 && result.screen.contains("'harbour' is not a number from 1 to 2"))
            return try binary.read(file)
        }
        let beside = try text("1, \(server.url("/a"))", to: "beside.toml")
        #expect(beside.components(separatedBy: "\nurl = ").count == 3 && beside.contains(server.url("/a")))
        let instead = try text(server.url("/a"), to: "instead.toml")
        #expect(instead.components(separatedBy: "\nurl = ").count == 2 && instead.contains(server.url("/a")))
    }

    @Test func `the end of the input writes nothing, and an existing file is not asked about`() throws {
        defer { end() }
        let stopped = try binary.runOnTerminal(["init"], typing: ["en", "\u{4}"])
        #expect(stopped.status == 64)
        #expect(stopped.screen.contains("newsdigest: stopped; no file was written"))
        #expect(!binary.exists(configuration))
        try binary.write("title = \"x\"\n", to: configuration)
        let existing = try binary.runOnTerminal(["init"], typing: [])
        #expect(existing.status == 73)
        #expect(!existing.screen.contains("Language"))
    }

    @Test func `a second run by hand says that nothing is new, and leaves the file of the first as it is`() throws {
        defer { end() }
        _ = try binary.run(
            "init", "--feeds", server.url("/a"), "--to", binary.path("digest.html"), "--digest", "--now", World.now)
        let before = try binary.read("digest.html")
        let second = try binary.runOnTerminal(["run", "--now", "2026-11-21T09:00:00Z"], typing: [])
        #expect(second.status == 0)
        #expect(
            second.screen.contains(
                "newsdigest: nothing new since 08:00; next: run it again later; --include-sent shows the stories"))
        let nextDay = try binary.runOnTerminal(["run", "--now", "2026-11-22T09:00:00Z"], typing: [])
        #expect(nextDay.screen.contains("nothing new since 21 Nov, 08:00; next"))
        #expect(try binary.read("digest.html") == before)
        // In a log it would be noise.
        let cron = try binary.run("run", "--now", "2026-11-22T09:00:00Z")
        #expect(cron.status == 0 && cron.stderr.isEmpty && cron.stdout.isEmpty)
        #expect(try binary.runOnTerminal(["run", "--quiet"], typing: []).screen.contains("nothing new") == false)
    }

    @Test func `every offered feed makes a configuration that check is content with`() throws {
        defer { end() }
        for language in Language.codes {
            let file = binary.path("\(language).toml")
            #expect(try binary.run("init", "--language", language, "--config", file).status == 0)
            let check = try binary.run("check", "--config", file)
            #expect(check.status == 0 && check.stderr.isEmpty, "\(check.stderr)")
        }
    }

    @Test(arguments: [0, 1])
    func `where no more can be written, no part of a file is left`(blocks: Int) throws {
        defer { end() }
        let result = try binary.shell(
            "(ulimit -f \(blocks); $newsdigest init --no-digest 2>&1) | cat; echo \"status ${PIPESTATUS[0]}\"")
        #expect(result.stdout.contains("config.toml' cannot be written: File too large"), "\(result.stdout)")
        #expect(result.stdout.hasSuffix("status 73\n"))
        let folder = try FileManager.default.contentsOfDirectory(atPath: binary.path(".config/newsdigest"))
        #expect(folder == [])
        #expect(try binary.run("init", "--no-digest").status == 0)
    }

    @Test func `hostile answers stay inside their quotes`() throws {
        defer { end() }
        let result = try binary.run(
            "init", "--interests", "x\"]\n[network]", "--city", "a\\\"b", "--to", "q\"\\.html", "--no-digest")
        #expect(result.status == 64 && !binary.exists(configuration))
        #expect(result.stderr == "newsdigest: 'x\"] [network]' has a control character\n")
        let quoted = try binary.run("init", "--city", "a\\\"b", "--to", "q\"\\.html", "--no-digest")
        #expect(quoted.status == 0)
        #expect(try binary.read(configuration).contains(#"boost = ["a\\\"b"]"#))
    }
}
