import Foundation
import TestServer
import Testing

@testable import Values

/// Who prints others' words: each way by which they reach a terminal, a log or cron's mail.
@Suite(.ownThread) struct ForgedLineTests {
    /// Escapes of both kinds, line breaks of every kind, turned-around and invisible text.
    static let forged =
        "x\u{1B}[2K\u{1B}]0;t\u{7}\r\nnewsdigest: forged\u{9B}31m\u{85}\u{2028}\u{2029}\u{202E}\u{2066}\u{200B}\u{FEFF}\u{AD}y"

    /// What must not stand in a line that was printed.
    private static func stray(_ text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { scalar in
            scalar != "\n"
                && [.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
        }
    }

    private func check(_ result: Binary.Result, _ what: String) {
        #expect(Self.stray(result.stderr) == [], "\(what): \(result.stderr.debugDescription)")
        #expect(Self.stray(result.stdout) == [], "\(what): \(result.stdout.debugDescription)")
        for line in result.stderr.split(separator: "\n") {
            let isOurs = line.hasPrefix("newsdigest: ") || line.hasPrefix("{\"level\"")
            #expect(isOurs && !line.hasPrefix("newsdigest: forged"), "\(what): \(line)")
        }
    }

    private func feed(_ title: String) -> String {
        """
        {"version": "https://jsonfeed.org/version/1.1", "title": \(quoted(title)), "items": [{"id": "1",
         "url": "https://publisher.example/a", "title": \(quoted("Story " + title)), "content_text": \(quoted(title)),
         "authors": [{"name": \(quoted(title))}], "tags": [\(quoted(title))]}]}
        """
    }

    private func quoted(_ text: String) -> String {
        String(decoding: (try? JSONEncoder().encode(text)) ?? Data(), as: UTF8.self)
    }

    @Test func `what servers, feeds and programs say stays within its line`() throws {
        let forged = Self.forged
        var rules = TestMailServer.Rules()
        rules.sender = "550 no \u{1B}[2K\u{202E}\u{2028}newsdigest: forged"
        let mail = try TestMailServer(rules)
        defer { mail.stop() }
        let odd = quoted(forged)
        let world = try World { sources in
            sources.feeds["/feed"] = .ok(self.feed(forged), type: "application/feed+json")
            sources.faults["/v2/top-headlines"] = .json(
                "{\"status\": \"error\", \"code\": \"odd\", \"message\": \(odd)}", status: 400)
            sources.faults["/redirect"] = .redirect(
                302, to: "http://10.1.2.3/%1B%0Anewsdigest:%20forged\u{202E}")
            sources.faults["/hook"] = .answer(400, body: Array(forged.utf8))
            sources.faults["/discord"] = .json("{\"message\": \(odd)}", status: 400)
        }
        defer { world.end() }
        func configure(_ extra: String = "") throws {
            try world.binary.write(
                """
                timezone = "UTC"
                sources = ["newsapi", "feeds"]
                [network]
                host_gap = "0s"
                [newsapi]
                key = "test-key-1"
                categories = ["technology"]
                base_url = "\(world.server.url("/v2"))"
                [[feeds]]
                url = "\(world.server.url("/feed"))"
                [[feeds]]
                url = "\(world.server.url("/redirect"))"
                [[filter]]
                command = ["printf", "\\\\033[2K\\\\nnewsdigest: forged"]
                [[deliver]]
                to = "command"
                command = ["sh", "-c", "printf '\\\\033[2K\\\\r\\\\342\\\\200\\\\250newsdigest: forged' >&2; exit 64"]
                [[deliver]]
                to = "webhook"
                name = "slack"
                service = "slack"
                url = "\(world.server.url("/hook"))"
                attempts = 1
                [[deliver]]
                to = "webhook"
                name = "discord"
                service = "discord"
                url = "\(world.server.url("/discord"))"
                attempts = 1
                [[deliver]]
                to = "smtp"
                host = "127.0.0.1"
                port = \(mail.port)
                security = "none"
                from = "news@example.org"
                recipients = ["anna@example.org"]
                attempts = 1
                """, to: "config.toml")
        }
        try configure()
        let first = try world.run("run", "--verbose")
        #expect(first.status == 76)
        for word in ["discord", "slack", "smtp", "command", "newsapi", "10.1.2.3", "filter was skipped"] {
            #expect(first.stderr.contains(word), "\(word): \(first.stderr)")
        }
        check(first, "run --verbose")
        // The feed's own title names it once it fails.
        world.change { $0.feeds["/feed"] = .status(500) }
        check(try world.run("run", "--log-format", "json", at: "2026-11-21T09:00:00Z"), "run --log-format json")
        for command in [
            ["sources", "list"], ["sources", "check"], ["history"], ["saved"], ["why", "https://publisher.example/a"],
            ["show", "https://publisher.example/a"], ["save", "https://publisher.example/a"], ["saved"],
            ["search", "Story"], ["why", forged], ["show", forged], ["save", forged], ["resend", forged],
            ["history", "show", forged], ["history", "--search", forged], ["run", "--category", forged],
            ["run", "--profile", forged], ["run", "--out", "/no/\(forged)/x.md"], ["run", "--replay", forged],
            ["run", "--limit", forged], ["--no-such-\(forged)"], [forged], ["sources", "remove", forged],
            ["sources", "import", forged], ["sources", "add", world.server.url("/" + "\u{1B}[2Kx")], ["check"],
        ] {
            let result = try world.binary.run(
                command + ["--config", world.binary.path("config.toml"), "--state", world.binary.path("s.sqlite")])
            check(result, "\(command)")
        }
        check(try world.binary.run("run", "--config", "/no/\(forged)"), "--config")
        check(
            try world.binary.run("run", "--config", world.binary.path("config.toml"), "--state", "/no/\(forged)"),
            "--state")
        check(try world.binary.run("parse", "/no/\(forged)"), "parse")
    }

    @Test func `a digest's footer holds what a server said on one line`() throws {
        let world = try World("sources = [\"newsapi\", \"feeds\"]") { sources in
            sources.feeds["/feed"] = World.rss("A story")
            sources.faults["/v2/top-headlines"] = .json(
                "{\"status\": \"error\", \"code\": \"odd\", \"message\": \(self.quoted(Self.forged))}", status: 400)
        }
        defer { world.end() }
        var last = ""
        for day in 1...4 {
            last = try world.run("run", "--even-if-empty", "--format", "text", at: "2026-11-2\(day)T08:00:00Z").stdout
        }
        #expect(last.contains("odd: x [2K"), "\(last)")
        #expect(Self.stray(last) == [])
    }
}
