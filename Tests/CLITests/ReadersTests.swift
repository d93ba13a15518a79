import Foundation
import StateTestSupport
import TestServer
import Testing

@testable import State

/// A list of readers, served by the real binary over a real mail server.
@Suite(.ownThread) struct ReadersTests {
    private func home(_ server: TestMailServer, readers: [String], _ more: String = "") throws -> Binary {
        let binary = try Binary()
        try binary.write(
            """
            timezone = "UTC"
            [[feeds]]
            url = "file://\(binary.path("feed.xml"))"
            name = "Paper"
            category = "technology"
            [readers]
            file = "readers.jsonl"
            [unsubscribed]
            file = "unsubscribed.txt"
            [[deliver]]
            to = "smtp"
            host = "127.0.0.1"
            port = \(server.port)
            security = "none"
            from = "digest@example.org"
            list_unsubscribe = "https://example.org/u?r={{recipient}}&i={{reader}}&t={{token}}"
            unsubscribe_secret = "s3cret key"
            \(more)
            """, to: "config.toml")
        try binary.write(readers.joined(separator: "\n"), to: "readers.jsonl")
        let titles = ["Rivers rise after a wet week", "Bridges get new bolts", "Violins are tuned for winter"]
        let items = (0..<3).map {
            "<item><title>\(titles[$0])</title><link>https://paper.example/\($0)</link>"
                + "<guid>\($0)</guid><pubDate>Sat, 21 Nov 2026 06:00:00 GMT</pubDate></item>"
        }
        try binary.write(
            "<rss version=\"2.0\"><channel><title>Paper</title>\(items.joined())</channel></rss>", to: "feed.xml")
        return binary
    }

    private func readers(_ count: Int) -> [String] {
        (0..<count).map { "{\"id\": \"r\($0)\", \"name\": \"Reader \($0)\", \"email\": \"r\($0)@example.org\"}" }
    }

    @discardableResult
    private func run(_ binary: Binary, _ arguments: String..., failpoint: String? = nil) throws -> Binary.Result {
        var binary = binary
        binary.environment["NEWSDIGEST_FAILPOINT"] = failpoint
        return try binary.run(
            arguments + [
                "--config", binary.path("config.toml"), "--state", binary.path("state.sqlite"), "--now",
                "2026-11-21T08:00:00Z",
            ])
    }

    @Test func `a run for an empty list of readers serves nobody and says so`() throws {
        let server = try TestMailServer()
        let binary = try home(server, readers: [])
        defer { binary.remove() }
        let result = try run(binary, "--all-profiles")
        #expect(result.status == 0 && result.stdout.isEmpty)
        #expect(
            result.stderr == "newsdigest: nobody to serve: there is no profile, and the list of [readers] is empty\n")
        #expect(server.mails.isEmpty)
    }

    @Test func `what failed for many readers is said once, with their number`() throws {
        let binary = try home(try TestMailServer(), readers: readers(70))
        defer { binary.remove() }
        let text = try binary.read("config.toml")
        let start = try #require(text.range(of: "[[deliver]]")).lowerBound
        try binary.write(
            text[..<start] + "[[deliver]]\nto = \"command\"\ncommand = [\"false\"]\nattempts = 1\n", to: "config.toml")
        for others in [69, 69] {
            let result = try run(binary, "--all-profiles")
            #expect(result.status == 76)
            let lines = result.stderr.split(separator: "\n")
            let fault = "'false' ended with status 1"
            #expect(lines.first == "newsdigest: deliver 'command false': \(fault)", "\(result.stderr)")
            let more = "newsdigest: deliver 'command false': \(others) other digests had the same fault: \(fault)"
            #expect(lines.count == 3 && lines.contains(Substring(more)), "\(result.stderr)")
        }
    }

    @Test func `a list of unsubscribed addresses that cannot be reached is no list that is still to come`() throws {
        let binary = try home(try TestMailServer(), readers: readers(1))
        defer { binary.remove() }
        try binary.write(
            try binary.read("config.toml").replacing("unsubscribed.txt", with: "feed.xml/unsubscribed.txt"),
            to: "config.toml")
        let check = try run(binary, "check")
        #expect(
            check.status == 78 && !check.stderr.contains("does not exist") && check.stderr.contains("cannot be read"))
        try binary.write(
            try binary.read("config.toml").replacing("readers.jsonl", with: "feed.xml/readers.jsonl"), to: "config.toml"
        )
        #expect(try run(binary, "check").stderr.contains("readers.jsonl': cannot be read: Not a directory"))
    }

    @Test(arguments: ["\u{FEFF}r0@example.org\r\n", "# gone\nR0@example.org # wrote on Monday\n"])
    func `who unsubscribed gets no mail, however the list was written`(list: String) throws {
        let server = try TestMailServer()
        let binary = try home(server, readers: readers(2))
        defer { binary.remove() }
        try binary.write(list, to: "unsubscribed.txt")
        #expect(try run(binary, "--all-profiles").status == 0)
        #expect(server.mails.count == 1)
        try binary.write(list + "nobody\n", to: "unsubscribed.txt")
        let line = list.hasPrefix("#") ? 3 : 2
        #expect(try run(binary, "check").stderr.contains("unsubscribed.txt', line \(line): this is not a mail address"))
    }

    @Test func `a list of those who unsubscribed in another encoding stops the mails`() throws {
        let server = try TestMailServer()
        let binary = try home(server, readers: readers(2))
        defer { binary.remove() }
        try Data("r0@example.org\n".data(using: .utf16) ?? Data()).write(
            to: URL(filePath: binary.path("unsubscribed.txt")))
        let result = try run(binary, "--all-profiles")
        #expect(result.status == 78 && result.stderr.contains("unsubscribed.txt', is not UTF-8 text"))
        #expect(server.mails.isEmpty)
    }

    @Test func `a run that cannot store what a server accepted sends no other mail`() throws {
        let server = try TestMailServer()
        let binary = try home(server, readers: readers(8))
        defer { binary.remove() }
        func change(_ sql: String) throws {
            let state = try State(path: binary.path("state.sqlite"), mode: .readWrite)
            try state.write { try $0.execute(sql: sql) }
            state.close()
        }
        try change(
            """
            CREATE TRIGGER unmarked BEFORE UPDATE OF finished ON delivery
            BEGIN SELECT RAISE(ABORT, 'a mark is not stored'); END
            """)
        let result = try run(binary, "run", "--all-profiles")
        #expect(result.status == 74)
        #expect(result.stderr.contains("a mark is not stored") && result.stderr.split(separator: "\n").count == 1)
        #expect(server.mails.count == 1)
        try change("DROP TRIGGER unmarked")
        #expect(try run(binary, "run", "--all-profiles").status == 0)
        #expect(server.mails.count == 9)
        #expect(Set(server.mails.map(\.message)).count == 8)
    }

    @Test func `each reader gets one mail of their own, and a wrong line costs its reader alone`() throws {
        let server = try TestMailServer()
        let wrong = [
            "{\"id\": \"r1\", \"email\": \"twice@example.org\"}",
            "{\"id\": \"r8\", \"email\": \"r8@example.org\", \"digest\": {\"max_item\": 3}}",
            "{\"id\": \"r9\", \"email\": \"r9@example.org\", \"interest\": {\"mute\": [\"/(/\"]}}",
        ]
        let binary = try home(server, readers: readers(3) + wrong + ["", readers(5)[4]])
        defer { binary.remove() }
        try binary.write("R2@example.org\n", to: "unsubscribed.txt")
        let result = try run(binary, "run", "--all-profiles")
        #expect(result.status == 1)
        let file = binary.path("readers.jsonl")
        #expect(
            result.stderr == """
                newsdigest: configuration '\(file)', line 4: 'id' is "r1", which an earlier line also has
                newsdigest: configuration '\(file)', line 5: unknown key 'max_item' in 'digest'; did you mean 'max_items'?
                newsdigest: configuration '\(file)', line 6: 'interest.mute' has '/(/', which is not a regular expression

                """)
        #expect(server.mails.map { $0.recipients } == [["r0@example.org"], ["r1@example.org"], ["r4@example.org"]])
        for (mail, reader) in zip(server.mails, ["r0", "r1", "r4"]) {
            #expect(mail.text.contains("\r\nTo: \(reader)@example.org\r\n"))
            #expect(mail.text.contains("i=\(reader)&t="))
            #expect(mail.text.contains("Reader \(reader.dropFirst())"))
            #expect(mail.text.matches(of: /r\d@example\.org/).allSatisfy { $0.0.hasPrefix(reader) })
        }
        #expect(try run(binary, "run", "--all-profiles").status == 1)
        #expect(server.mails.count == 3)
        #expect(try run(binary, "readers", "check").stdout == "4 readers, 3 lines with mistakes\n")
        #expect(try run(binary, "schedule").stdout.contains(" --all-profiles"))
    }

    @Test func `a digest that waits for a former address is given up, and its stories go to the new one`() throws {
        let (busy, server) = (try refusing("r0@example.org"), try TestMailServer())
        let binary = try home(busy, readers: readers(1), "attempts = 1")
        defer { binary.remove() }
        #expect(try run(binary, "run", "--all-profiles").status == 76)
        try change(binary, from: busy, to: server)
        try binary.write(#"{"id": "r0", "email": "new@example.org"}"#, to: "readers.jsonl")
        let result = try run(binary, "run", "--all-profiles")
        #expect(result.status == 0 && server.mails.map(\.recipients) == [["new@example.org"]])
        #expect(
            result.stderr.contains(
                "'smtp 127.0.0.1' has other recipients now, so it was given up; its 3 stories compete"),
            "\(result.stderr)")
    }

    /// - Parameter binary: its digests were refused by a server. Another one takes mails.
    private func change(_ binary: Binary, from refusing: TestMailServer, to server: TestMailServer) throws {
        let settings = try binary.read("config.toml").replacing(
            "port = \(refusing.port)", with: "port = \(server.port)")
        try binary.write(settings, to: "config.toml")
    }

    private func refusing(_ recipient: String) throws -> TestMailServer {
        var rules = TestMailServer.Rules()
        rules.recipients = [recipient: "450 4.2.1 Mailbox busy"]
        return try TestMailServer(rules)
    }

    @Test func `a digest that waits for someone who unsubscribed does not count as sent`() throws {
        let (busy, server) = (try refusing("r0@example.org"), try TestMailServer())
        let binary = try home(busy, readers: readers(1), "attempts = 1")
        defer { binary.remove() }
        #expect(try run(binary, "run", "--all-profiles").status == 76)
        try change(binary, from: busy, to: server)
        try binary.write("r0@example.org\n", to: "unsubscribed.txt")
        let without = try run(binary, "run", "--all-profiles")
        #expect(without.status == 0 && without.stderr.isEmpty && server.mails.isEmpty, "\(without)")
        #expect(try run(binary, "history", "--format", "json").stdout.filter { !$0.isWhitespace } == "[]")
        try binary.write("", to: "unsubscribed.txt")
        #expect(try run(binary, "run", "--all-profiles").status == 0)
        #expect(server.mails.count == 1 && server.mails[0].text.contains("Bridges get new bolts"))
    }

    @Test func `one reader is served by the id, and the top alone has no recipient`() throws {
        let server = try TestMailServer()
        let binary = try home(server, readers: readers(3))
        defer { binary.remove() }
        #expect(try run(binary, "run", "--profile", "r1").status == 0)
        #expect(server.mails.map { $0.recipients } == [["r1@example.org"]])
        #expect(try run(binary, "run").status == 78)
        #expect(try run(binary, "run", "--profile", "r9").status == 64)
        let checked = try run(binary, "check")
        #expect(checked.status == 0)
        #expect(checked.stdout.contains(", to each reader\n"))
        #expect(!checked.stderr.contains("no recipient"))
    }

    @Test func `commands that show the sources of a profile also show those of a reader`() throws {
        let server = try TestMailServer()
        let own = ",\"feeds\": [{\"url\": \"file:///own.xml\", \"name\": \"Own\", \"category\": \"garden\"}]}"
        let binary = try home(server, readers: readers(1) + readers(2).suffix(1).map { $0.dropLast() + own })
        defer { binary.remove() }
        #expect(try run(binary, "sources", "list", "--profile", "r0").stdout.contains("Paper"))
        let list = try run(binary, "sources", "list", "--profile", "r1")
        #expect(list.status == 0 && list.stdout.contains("Own") && !list.stdout.contains("Paper"), "\(list)")
        #expect(try run(binary, "sources", "show", "Own", "--profile", "r1").status == 0)
        #expect(try run(binary, "sources", "export", "--profile", "r1").stdout.contains("file:///own.xml"))
        #expect(try run(binary, "categories", "--profile", "r1").stdout.contains("garden"))
        #expect(try run(binary, "schedule", "--profile", "r1").lines.last?.hasSuffix(" --profile r1") == true)
        let unknown = try run(binary, "schedule", "--profile", "r9")
        #expect(unknown.status == 64 && unknown.stderr.contains("no profile or reader 'r9'"), "\(unknown)")
        // The feeds of a reader do not stand in the file that these commands change.
        let before = try binary.read("config.toml")
        #expect(try run(binary, "sources", "set", "Own", "--off", "--profile", "r1").status == 64)
        #expect(try binary.read("config.toml") == before)
    }

    @Test func `why names what keeps a source from a reader, at the reader's times`() throws {
        let server = try TestMailServer()
        let own = ", \"timezone\": \"Asia/Tokyo\", \"digest\": {\"categories\": [\"science\"]}}"
        let binary = try home(server, readers: readers(2).map { $0.dropLast() + ($0.contains("r1") ? own : "}") })
        defer { binary.remove() }
        #expect(try run(binary, "run", "--profile", "r0").status == 0)
        let why = try run(binary, "why", "https://paper.example/0", "--profile", "r1").lines
        #expect(why.contains("first seen 21 Nov 2026, 17:00; last seen 21 Nov 2026, 17:00"), "\(why)")
        #expect(why.last == "its section 'technology' is in no digest of r1", "\(why)")
    }

    @Test func `a reader has opinions of their own`() throws {
        let server = try TestMailServer()
        let binary = try home(server, readers: readers(3))
        defer { binary.remove() }
        #expect(try run(binary, "run", "--all-profiles").status == 0)
        let history = try run(binary, "history", "--format", "json").stdout
        let item = String(try #require(history.firstMatch(of: /"id" ?: ?"([^"]+)"/)?.1))
        #expect(try run(binary, "like", item, "--profile", "r1").status == 0)
        #expect(try run(binary, "likes", "--profile", "r1").stdout.contains(item))
        #expect(try run(binary, "likes", "--profile", "r2").stdout == "")
        #expect(try run(binary, "save", item, "--profile", "r2").status == 0)
        let unknown = try run(binary, "like", item, "--profile", "r9")
        #expect(unknown.status == 64 && unknown.stderr.contains("no profile or reader 'r9'"))
    }

    @Test func `the digest of a reader is sent again by its id alone`() throws {
        let server = try TestMailServer()
        let binary = try home(server, readers: readers(3))
        defer { binary.remove() }
        #expect(try run(binary, "run", "--all-profiles").status == 0)
        let digests = try run(binary, "history", "--profile", "r1", "--format", "json").stdout
        let digest = try #require(digests.firstMatch(of: /"digest" ?: ?"([^"]+)"/)?.1)
        let sent = try run(binary, "resend", String(digest))
        #expect(sent.status == 0 && sent.stderr == "")
        #expect(server.mails.map { $0.recipients }.last == ["r1@example.org"])
        #expect(server.mails.count == 4)
        try binary.write("r1@example.org\n", to: "unsubscribed.txt")
        let unwanted = try run(binary, "resend", String(digest))
        #expect(unwanted.status == 0 && server.mails.count == 4)
        #expect(unwanted.stderr.contains("r1@example.org has unsubscribed and gets nothing"), "\(unwanted.stderr)")
        try binary.write("", to: "unsubscribed.txt")
        server.stop()
        let failed = try run(binary, "resend", String(digest))
        #expect(failed.status == 76)
        #expect(
            failed.stderr.hasPrefix("newsdigest: deliver 'smtp ") && failed.stderr.split(separator: "\n").count == 1)
    }

    @Test(arguments: ["delivered:5", "marked:5", "pending:4", "finished:7"])
    func `a run that is killed among the mails loses none and repeats at most the one in flight`(
        failpoint: String
    ) throws {
        let server = try TestMailServer()
        let binary = try home(server, readers: readers(12))
        defer { binary.remove() }
        #expect(try run(binary, "run", "--all-profiles", failpoint: failpoint).status == -SIGKILL)
        let result = try run(binary, "run", "--all-profiles")
        #expect(result.status == 0, "\(result.stderr)")
        let recipients = server.mails.map { $0.recipients[0] }
        #expect(Set(recipients) == Set((0..<12).map { "r\($0)@example.org" }))
        #expect(recipients.count <= 13)
        let ids = server.mails.compactMap { $0.text.firstMatch(of: /Message-ID: <(.*?)>/)?.1 }
        #expect(Set(ids).count == 12)
    }

    @Test func `a run for hundreds of readers is killed in the middle and finished by the next`() throws {
        let server = try TestMailServer()
        let binary = try home(server, readers: readers(300))
        defer { binary.remove() }
        #expect(try run(binary, "run", "--all-profiles", failpoint: "delivered:150").status == -SIGKILL)
        let result = try run(binary, "run", "--all-profiles")
        #expect(result.status == 0, "\(result.stderr)")
        let recipients = server.mails.map { $0.recipients[0] }
        #expect(Set(recipients).count == 300)
        // A busy machine counts as a slow server, which gets mails over several connections.
        #expect((301...304).contains(recipients.count))
        #expect(try run(binary, "why", "https://paper.example/0", "--profile", "r300").status == 64)
        let history = try run(binary, "history", "--profile", "r299", "--format", "json").stdout
        #expect(history.matches(of: /"title"/).count == 3)
        let id = try #require(history.firstMatch(of: /"id" : "(\w+)"/)?.1)
        let why = try run(binary, "why", String(id), "--profile", "r299").stdout
        #expect(why.matches(of: /sent to r299 in digest/).count == 1)
        #expect(!why.contains("r298"))
        let all = try run(binary, "why", String(id)).stdout
        #expect(all.contains("in 200 more digests; --profile NAME shows those of one reader\n"))
        #expect(all.contains("200 more readers have decisions; --profile NAME shows those of one\n"))
        #expect(try run(binary, "run", "--all-profiles").status == 0)
        #expect(server.mails.count == recipients.count)
    }

    @Test func `readers with other settings in the same list get digests of their own`() throws {
        let server = try TestMailServer()
        let others = (0..<40).map {
            "{\"id\": \"o\($0)\", \"email\": \"o\($0)@example.org\", \"language\": \"\(["en", "ru", "tr"][$0 % 3])\","
                + " \"digest\": {\"max_items\": \($0 % 2 + 1)}}"
        }
        let binary = try home(server, readers: readers(40) + others)
        defer { binary.remove() }
        let result = try run(binary, "run", "--all-profiles")
        #expect(result.status == 0, "\(result.stderr)")
        let addresses = (readers(40) + others).compactMap { $0.firstMatch(of: /[ro]\d+@example\.org/) }
        #expect(server.mails.map { $0.recipients[0] }.sorted() == addresses.map { String($0.0) }.sorted())
        for reader in 0..<40 {
            let history = try run(binary, "history", "--profile", "o\(reader)", "--format", "json").stdout
            #expect(history.matches(of: /"title"/).count == reader % 2 + 1)
        }
    }

    @Test(arguments: ["mute", "boost"])
    func `readers whose patterns lead to the same stories share an edition`(key: String) throws {
        let server = try TestMailServer()
        let list = readers(6).enumerated().map { number, line in
            "\(line.dropLast()), \"interest\": {\"\(key)\": [\"\(number < 5 ? "nowhere\(number)" : "rivers")\"]}}"
        }
        let binary = try home(server, readers: list)
        defer { binary.remove() }
        #expect(try run(binary, "run", "--all-profiles").status == 0)
        #expect(server.mails.count == 6)
        for number in 0..<6 {
            let mail = server.mails.first { $0.recipients == ["r\(number)@example.org"] }
            #expect(mail?.text.contains("Reader \(number)") == true)
        }
        let state = try State(path: binary.path("state.sqlite"), mode: .readWrite)
        let editions = try state.read { try Int64.fetchAll($0, sql: "SELECT edition FROM digest ORDER BY number") }
        #expect(Set(editions.prefix(5)).count == 1)
        #expect(key == "boost" || editions[5] != editions[0])
    }

    @Test func `a list in one destination is killed in the middle and finished by the next run`() throws {
        let server = try TestMailServer()
        let list = (0..<10).map { "\"p\($0)@example.org\"" }.joined(separator: ", ")
        let binary = try home(server, readers: readers(1), "recipients = [\(list)]")
        defer { binary.remove() }
        #expect(try run(binary, "run", failpoint: "accepted:4").status == -SIGKILL)
        #expect(try run(binary, "run").status == 0)
        let recipients = server.mails.map { $0.recipients[0] }
        #expect(Set(recipients) == Set((0..<10).map { "p\($0)@example.org" }))
        #expect(recipients.count == 11)
        #expect(
            server.mails.allSatisfy { mail in
                mail.text.matches(of: /p\d@example\.org/).allSatisfy { $0.0 == mail.recipients[0] }
            })
    }
}
