import Foundation
import TestServer
import Testing

/// Secrets × places: servers that repeat all they were sent, and everything that the binary then says and keeps.
@Suite(.ownThread) struct SecretsTests {
    private static let secrets = [
        "newsapi key": "n3wsapi-key-0123456789", "header": "h3ader-t0ken-abcdef", "basic password": "b4sic/p#ss@word",
        "webhook path": "T0TEAM/B0HOOK/wEbho0kPathSecret", "non-ASCII path": "geh\u{E9}im-\u{43F}\u{430}\u{440}-9",
        "telegram token": "987654:tElegram-T0ken_xyz", "bearer token": "ntfy-b3arer-t0ken",
        "password of a command": "fr0m-a-command-1", "token of a file": "fr0m-a-file-22",
    ]

    /// What a talkative error page says: the request line, decoded too, each header, and these in base64.
    private static func echo(_ request: Request) -> String {
        let path = request.path + (request.query.isEmpty ? "" : "?" + request.query)
        let parts = [path, path.removingPercentEncoding ?? ""] + request.headers.map(\.value)
        let coded = parts.map { Data($0.utf8).base64EncodedString() }
        let quoted = parts.map { $0.utf16.map { String(format: "\\u%04x", $0) }.joined() }
        // Those who write tokens percent-encode them, too.
        let escaped = parts.map { $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }
        // Basic authentication, decoded.
        let basic = request.header("Authorization").flatMap { $0.split(separator: " ").last }.flatMap {
            Data(base64Encoded: String($0)).map { String(decoding: $0, as: UTF8.self) }
        }
        return (parts + coded + quoted + escaped + [basic ?? ""]).joined(separator: " | ")
    }

    private func json(_ fields: [String: String], status: Int) throws -> Reply {
        .json(String(decoding: try JSONEncoder().encode(fields), as: UTF8.self), status: status)
    }

    private func reply(_ request: Request) -> Reply {
        let echo = Self.echo(request)
        switch request.path {
        case "/v2/top-headlines":
            return (try? json(["status": "error", "code": "odd", "message": echo], status: 400)) ?? .status(500)
        case "/fine": return World.rss("A story")
        case let path where path.hasPrefix("/feed"):
            // To an address that is refused, so that it stands in the failure.
            let target = echo.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? ""
            return .redirect(302, to: "http://10.1.2.3/\(target)")
        default:
            return .answer(404, [("Content-Type", "text/html")], body: Array("<h1>Not found: \(echo)</h1>".utf8))
        }
    }

    private func configuration(_ server: TestServer, _ binary: Binary) -> String {
        let secrets = Self.secrets
        let files = [("html", "html"), ("md", "markdown"), ("txt", "text"), ("json", "json"), ("eml", "eml")].map {
            "[[deliver]]\nto = \"file\"\npath = \"\(binary.path("digest.\($0)"))\"\nformat = \"\($1)\""
        }
        return """
            timezone = "UTC"
            sources = ["newsapi", "feeds"]
            [network]
            host_gap = "0s"
            [newsapi]
            key = "\(secrets["newsapi key"]!)"
            categories = ["technology"]
            base_url = "\(server.url("/v2"))"
            [[feeds]]
            url = "\(server.url("/fine"))"
            [[feeds]]
            url = "\(server.url("/feed/1?private_token=qu3ry-t0ken"))"
            headers = { Authorization = "env:FEED_HEADER" }
            [[feeds]]
            url = "\(server.url("/feed/2"))"
            [feeds.auth]
            username = "anna-user"
            password = "\(secrets["basic password"]!)"
            [[deliver]]
            to = "webhook"
            name = "slack"
            service = "slack"
            url = "\(server.url("/services/\(secrets["webhook path"]!)"))"
            attempts = 1
            [[deliver]]
            to = "webhook"
            name = "other slack"
            service = "slack"
            url = "env:OTHER_HOOK"
            attempts = 1
            [[deliver]]
            to = "webhook"
            name = "telegram"
            service = "telegram"
            url = "\(server.url)"
            token = "\(secrets["telegram token"]!)"
            chat = "1"
            attempts = 1
            [[deliver]]
            to = "webhook"
            name = "ntfy"
            service = "ntfy"
            url = "\(server.url)"
            topic = "t"
            token = "\(secrets["bearer token"]!)"
            attempts = 1
            [[deliver]]
            to = "webhook"
            name = "json"
            service = "json"
            url = "\(server.url("/inbox"))"
            token_command = ["echo", "\(secrets["password of a command"]!)"]
            attempts = 1
            [[deliver]]
            to = "webhook"
            name = "json 2"
            service = "json"
            url = "\(server.url("/inbox2"))"
            token_file = "\(binary.path("token"))"
            attempts = 1
            \(files.joined(separator: "\n"))
            """
    }

    /// Every secret as it stands, and in the forms of the echo that are not decoded on their way.
    private func leaks(in text: String, except: Set<String> = []) -> [String] {
        var all = Self.secrets
        all["feed token"] = "qu3ry-t0ken"
        all["proxy password"] = "pr0xy-w0rd"
        all["proxy user"] = "pr0xy-user"
        all["mail password"] = "m4il-p4ss"
        return all.filter { name, secret in
            !except.contains(name)
                && [
                    secret, secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!,
                    secret.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)!,
                    Data(secret.utf8).base64EncodedString().replacing("=", with: ""),
                    secret.utf16.map { String(format: "\\u%04x", $0) }.joined(),
                ].contains(where: text.contains)
        }.map(\.key).sorted()
    }

    private func files(in folder: URL) throws -> [(name: String, text: String)] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).compactMap { name in
            FileManager.default.contents(atPath: folder.appending(path: name).path).map {
                (name, String(decoding: $0, as: UTF8.self))
            }
        }
    }

    @Test func `no secret reaches standard error, a log, the state, a digest or a recording`() throws {
        let server = try TestServer { reply($0) }
        defer { server.stop() }
        var binary = try Binary()
        defer { binary.remove() }
        binary.environment = [
            "FEED_HEADER": "Bearer \(Self.secrets["header"]!)",
            "OTHER_HOOK": server.url(
                "/hook/\(Self.secrets["non-ASCII path"]!)".addingPercentEncoding(
                    withAllowedCharacters: .urlPathAllowed)!),
        ]
        try binary.write(Self.secrets["token of a file"]! + "\n", to: "token")
        try binary.write(configuration(server, binary), to: "config.toml")
        var said = ""
        for (number, arguments) in [[], ["--log-format", "json"], ["--verbose"], ["--record", binary.path("rec")]]
            .enumerated()
        {
            let result = try binary.run(
                [
                    "run", "--config", binary.path("config.toml"), "--state", binary.path("s.sqlite"),
                    "--even-if-empty",
                    "--now", "2026-11-2\(number + 1)T08:00:00Z",
                ] + arguments)
            #expect(result.status == 76)
            said += result.stderr + result.stdout
        }
        for name in ["slack", "other slack", "telegram", "ntfy", "json", "json 2"] {
            #expect(said.contains("deliver '\(name)': "), "\(said)")
        }
        #expect(said.contains("<hidden>"))
        #expect(leaks(in: said) == [])
        for format in ["html", "md", "txt", "json", "eml"] {
            let digest = try binary.read("digest.\(format)")
            #expect(leaks(in: digest) == [], "\(format)")
        }
        #expect(try binary.read("digest.txt").contains("10.1.2.3"))
        // The address of a feed is its identity, and is kept.
        for file in try files(in: binary.home) where file.name.hasPrefix("s.sqlite") {
            #expect(leaks(in: file.text, except: ["feed token"]) == [], "\(file.name)")
        }
        let recorded = try files(in: binary.home.appending(path: "rec"))
        #expect(recorded.count > 10)
        for file in recorded { #expect(leaks(in: file.text + file.name) == [], "\(file.name)") }
        // What others say of the same is as clean.
        for command in [["sources", "list"], ["sources", "check"], ["history"], ["check"]] {
            let result = try binary.run(
                command + ["--config", binary.path("config.toml"), "--state", binary.path("s.sqlite")])
            #expect(leaks(in: result.stdout + result.stderr) == [], "\(command)")
        }
    }

    @Test func `a mail server that repeats user and password is not quoted with them`() async throws {
        let plain = Data("\0anna-user\0m4il-p4ss".utf8).base64EncodedString()
        var rules = TestMailServer.Rules()
        rules.login = ("anna-user", "another")
        rules.refusedLogin =
            "535 5.7.8 no: m4il-p4ss \(plain) \(Data("m4il-p4ss".utf8).base64EncodedString()) for anna-user"
        guard let server = try await TestTLSServer(.mail(rules)) else { return }
        let world = try World { $0.feeds["/feed"] = World.rss("A story") }
        defer { world.end() }
        var binary = world.binary
        binary.environment = ["SSL_CERT_FILE": server.certificate, "MAIL_PASSWORD": "m4il-p4ss"]
        try world.configure(
            """
            sources = ["feeds"]
            [[deliver]]
            to = "smtp"
            host = "127.0.0.1"
            port = \(server.port)
            security = "tls"
            username = "anna-user"
            password = "env:MAIL_PASSWORD"
            from = "news@example.org"
            recipients = ["anna@example.org"]
            attempts = 1
            """)
        let result = try binary.run([
            "run", "--config", binary.path("config.toml"), "--state", binary.path("s.sqlite"), "--now", World.now,
            "--record", binary.path("rec"),
        ])
        #expect(result.status == 76)
        #expect(result.stderr.contains("refused the user name or password: 535 5.7.8 no: <hidden>"), "\(result.stderr)")
        let kept = try files(in: binary.home).filter { $0.name.hasPrefix("rec/") || $0.name.hasPrefix("s.sqlite") }
        #expect(kept.contains { $0.name.contains("mail-") })
        for text in kept.map(\.text) + [result.stderr] {
            #expect(leaks(in: text) == [])
            #expect(!text.contains(plain.prefix(12)) && !text.contains("anna-user"))
        }
    }

    @Test func `the password of an address that is saved, searched or written as a name is not printed`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        let address = "https://http://anna:secretpw@a.example/b"
        try binary.write("<rss version=\"2.0\"><channel><title>D</title></channel></rss>", to: "feed.xml")
        try binary.write(
            "title = \"\(address)\"\n[[feeds]]\nurl = \"file://\(binary.path("feed.xml"))\"\nname = \"\(address)\"\n"
                + "category = \"\(address)\"\n", to: ".config/newsdigest/config.toml")
        for arguments in [
            ["save", address], ["saved"], ["saved", "--format", "json"], ["saved", "--format", "html"],
            ["show", address], ["share", address, "--to", "telegram"], ["why", address], ["like", address],
            ["likes", "--json"], ["search", address], ["search", "a.example"], ["sources", "list", "--json"],
            ["sources", "export"], ["categories"], ["categories", "--json"],
        ] {
            let result = try binary.run(arguments)
            #expect(result.status == 0, "\(arguments): \(result.stderr)")
            #expect(!(result.stdout + result.stderr).contains("secretpw"), "\(arguments): \(result.stdout)")
        }
    }

    @Test func `the password in the guid or the link of an item stands in no format`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        let items = [
            "<guid isPermaLink=\"false\">https://anna:secretpw@b.example/1</guid><title>One</title>",
            "<link>https://http://anna:secretpw@b.example/2</link><title>Two</title>",
            "<link>https://b.example/3?u=http://anna:secretpw%40c.example/</link><title>Three</title>",
        ].map { "<item>\($0)</item>" }.joined()
        try binary.write(
            "<rss version=\"2.0\"><channel><title>Daily</title><link>https://b.example/</link>\(items)</channel></rss>",
            to: "feed.xml")
        let formats = ["html", "markdown", "text", "json", "eml"]
        let outputs = formats.map { "[[deliver]]\nto = \"file\"\npath = \"digest.\($0)\"\nformat = \"\($0)\"\n" }
        try binary.write(
            "[digest]\nshare = [\"telegram\", \"email\"]\n[[feeds]]\nurl = \"file://\(binary.path("feed.xml"))\"\n"
                + outputs.joined(), to: "config.toml")
        let options = ["--config", binary.path("config.toml"), "--state", binary.path("s.sqlite")]
        func said(_ command: [String]) throws -> String {
            let result = try binary.run(command + options)
            #expect(result.status == 0, "\(command): \(result.stderr)")
            return result.stdout + result.stderr
        }
        _ = try said(["run"])
        for format in formats {
            let digest = try binary.read("digest.\(format)")
            #expect(digest.contains("Three"))
            #expect(!digest.contains("secretpw"), "\(format): \(digest)")
        }
        let json = try binary.read("digest.json")
        let ids = json.matches(of: /"id" ?: ?"([^"]*)",/).map { String($0.1) }
        #expect(ids.count >= 3)
        var all = ""
        for id in ids.suffix(3) {
            for command in ["why", "show", "save", "like"] { all += try said([command, id]) }
            for service in ["link", "telegram", "whatsapp", "x", "vk", "facebook", "email"] {
                all += try said(["share", id, "--to", service])
            }
        }
        for command in ["history", "saved"] {
            for format in ["table", "json", "csv", "markdown", "html"] {
                all += try said([command, "--format", format])
            }
        }
        all += try said(["likes", "--json"])
        all += try said(["search", "three", "--format", "json"])
        #expect(all.contains("Three"))
        #expect(!all.contains("secretpw"), "\(all)")
    }

    @Test(arguments: [
        "http://pr0xy-user:pr0xy-w0rd@ADDRESS", "http://pr0xy-user:x#pr0xy-w0rd@ADDRESS",
        "http://pr0xy-user:x/pr0xy-w0rd@ADDRESS", "http://pr0xy-user:x@pr0xy-w0rd@ADDRESS",
        "http://pr0xy-user:pr0xy-w0rd@127.0.0.1:bad", "http://pr0xy-user:pr0xy-w0rd@127.0.0.1:99999",
        "http://pr0xy-user:pr0xy-w0rd@", "pr0xy-user:pr0xy-w0rd@ADDRESS",
    ])
    func `a proxy's user and password stand nowhere`(proxy: String) throws {
        let server = try TestServer { request in
            let sent =
                request.header("Proxy-Authorization").map {
                    "\($0) "
                        + ($0.split(separator: " ").last.flatMap {
                            Data(base64Encoded: String($0)).map { String(decoding: $0, as: UTF8.self) }
                        } ?? "")
                } ?? ""
            return .redirect(
                302, to: "http://10.1.2.3/?" + sent.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!)
        }
        defer { server.stop() }
        let world = try World { $0.feeds["/feed"] = World.rss("A story") }
        defer { world.end() }
        var binary = world.binary
        binary.environment = [
            "http_proxy": proxy.replacing("ADDRESS", with: "127.0.0.1:\(server.port)"),
            "no_proxy": "127.0.0.2",
        ]
        try binary.write(
            """
            sources = ["feeds"]
            [[feeds]]
            url = "\(world.server.url("/feed"))"
            name = "By proxy"
            [[feeds]]
            url = "\(binary.path("feed.xml"))"
            name = "Of a file"
            """.replacing("url = \"/", with: "url = \"file:///"), to: "config.toml")
        try binary.write(
            FeedStandIn.rss("Feed", [("A story", "https://publisher.example/a", "Sat, 21 Nov 2026 06:00:00 GMT")]),
            to: "feed.xml")
        var said = ""
        for day in 1...4 {
            let result = try binary.run([
                "run", "--config", binary.path("config.toml"), "--state", binary.path("s.sqlite"), "--even-if-empty",
                "--now", "2026-11-2\(day)T08:00:00Z",
            ])
            said += result.stderr + result.stdout
        }
        #expect(said.contains("gather 'By proxy': "), "\(said)")
        let kept = try files(in: binary.home).filter { $0.name.hasPrefix("s.sqlite") }.map(\.text)
        for text in kept + [said] { #expect(leaks(in: text) == [], "\(text)") }
    }

    @Test func `a program gets the environment that it needs, and no key`() throws {
        let world = try World { $0.feeds["/feed"] = World.rss("A story") }
        defer { world.end() }
        var binary = world.binary
        binary.environment = [
            "NEWSAPI_KEY": "k3y-in-the-environment", "FEED_TOKEN": "t0ken-in-the-environment",
            "UNKNOWN_SECRET": "s3cret-in-the-environment",
            "https_proxy": "http://u:pr0xy-in-the-environment@127.0.0.1:1",
            "no_proxy": "127.0.0.1", "LC_ALL": "C.UTF-8", "XDG_RUNTIME_DIR": "/run/user/7",
            "VAULT_ADDR": "vault-address", "VAULT_TOKEN": "vault-token",
            "NEWSDIGEST_COMMAND_ENVIRONMENT": "VAULT_TOKEN OTHER",
        ]
        let names = ["filter", "token", "deliver"]
        func dump(_ name: String) -> String { "env > \(binary.path("\(name).env"))" }
        try world.configure(
            """
            sources = ["feeds"]
            [[filter]]
            command = ["sh", "-c", "\(dump("filter")); cat"]
            [[deliver]]
            to = "command"
            command = ["sh", "-c", "\(dump("deliver"))"]
            [[deliver]]
            to = "webhook"
            service = "json"
            url = "\(world.server.url("/inbox"))"
            token_command = ["sh", "-c", "\(dump("token")); echo a-token"]
            attempts = 1
            """)
        _ = try binary.run([
            "run", "--config", binary.path("config.toml"), "--state", binary.path("s.sqlite"), "--now", World.now,
        ])
        for name in names {
            let text = try binary.read("\(name).env")
            #expect(!text.contains("in-the-environment"), "\(name): \(text)")
            for kept in [
                "HOME=", "PATH=", "LC_ALL=", "LANG=", "TZ=", "XDG_RUNTIME_DIR=", "VAULT_ADDR=vault-address",
                "VAULT_TOKEN=vault-token", "no_proxy=127.0.0.1",
            ] {
                #expect(text.contains(kept), "\(name): \(kept)")
            }
        }
        let delivered = try binary.read("deliver.env")
        for variable in ["ID", "PROFILE", "TITLE", "FORMAT"] { #expect(delivered.contains("NEWSDIGEST_\(variable)=")) }
    }
}
