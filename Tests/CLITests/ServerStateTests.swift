import Foundation
import TestServer
import Testing

/// The place of the state: the option, the variable, the configuration; a file or a server.
@Suite(.ownThread) struct StatePlaceTests {
    private let world: World
    private var config: [String] { ["--config", world.binary.path("config.toml"), "--now", World.now] }

    init() throws {
        world = try World("state = \"own/state.sqlite\"\nsources = [\"feeds\"]") {
            $0.feeds["/feed"] = World.rss("Kept story")
        }
    }

    @Test func `the configuration names the state, a variable goes before it, and the option before both`() throws {
        defer { world.end() }
        #expect(try world.binary.run(["run"] + config).stdout.contains("Kept story"))
        #expect(world.binary.exists("own/state.sqlite"))
        #expect(try world.binary.run(["history"] + config).stdout.contains("Kept story"))
        var other = world.binary
        other.environment["NEWSDIGEST_STATE"] = "variable.sqlite"
        #expect(try other.run(["history"] + config).stdout == "")
        #expect(try other.run(["run", "--quiet"] + config).stdout.contains("Kept story"))
        #expect(world.binary.exists("variable.sqlite"))
        #expect(try other.run(["run", "--quiet", "--state", "option.sqlite"] + config).stdout.contains("Kept story"))
        #expect(world.binary.exists("option.sqlite"))
    }

    @Test func `a copy of the state knows what was sent`() throws {
        defer { world.end() }
        try world.binary.run(["run"] + config)
        let copy = try world.binary.run("state", "copy", "own/state.sqlite", "copy.sqlite")
        #expect(copy.status == 0 && copy.stdout + copy.stderr == "")
        let history = try world.binary.run(["history", "--format", "json", "--state", "copy.sqlite"] + config)
        #expect(history.stdout == (try world.binary.run(["history", "--format", "json"] + config).stdout))
        #expect(try world.binary.run(["run", "--state", "copy.sqlite"] + config).stdout == "")
        let again = try world.binary.run("state", "copy", "own/state.sqlite", "copy.sqlite")
        #expect(again.status == 64 && again.stderr.contains("copy.sqlite' is not empty; copy to a new state"))
        let nothing = try world.binary.run("state", "copy", "missing.sqlite", "new.sqlite")
        #expect(nothing.status == 64 && nothing.stderr.contains("missing.sqlite' is not a state"))
        #expect(!world.binary.exists("new.sqlite"))
    }

    @Test func `a mistake in an address is named with its line`() throws {
        defer { world.end() }
        try world.configure("state = \"postgresql://u:hidden-word@host/db?schema=Not-One\"")
        let result = try world.binary.run(["run"] + config)
        #expect(result.status == 78)
        #expect(result.stderr.contains("line 2: 'state' the schema should be lower-case letters"), "\(result.stderr)")
        #expect(!result.stderr.contains("hidden-word"))
    }

    @Test(arguments: [
        "mysql://anna:hidden-word@host/db", "file:///tmp/s.sqlite", "https://host/s",
        "postgresql//a:hidden-word@host/db",
        "postgresql:/a:hidden-word@host/db", "postgres:a:hidden-word@host/db", "postgresql//host/db",
        "postgresql:\\\\anna:hidden-word@host/db", "anna:hidden-word@host.example/db",
        "postgresql//a:hidden-word%40host/db", "postgresql:/a:hidden-word＠host/db",
        "host=db user=anna PASSWORD=hidden-word", "host=db password = 'a hidden-word' user=anna",
    ])
    func `an address that cannot be a state is not taken for a path`(address: String) throws {
        defer { world.end() }
        let result = try world.binary.run(["run", "--state", address] + config)
        #expect(result.status == 78)
        #expect(result.stderr.contains("should be the path of a file, or an address that begins with postgresql://"))
        #expect(!result.stderr.contains("hidden-word"))
        #expect(!world.binary.exists(String(address.prefix { $0 != "/" })))
        try world.configure("state = \"\(address)\"")
        let configured = try world.binary.run(["check"] + config)
        #expect(configured.status == 78)
        #expect(!(configured.stdout + configured.stderr).contains("hidden-word"), "\(configured.stderr)")
    }

    @Test(arguments: [
        "postgresql://anna:hidden-word/x@host/db", "postgresql://anna:hidden-word?x@host/db",
        "postgresql://anna@host/db?PASSWORD=hidden-word", "postgresql://anna@host/db?sslPassword=hidden-word",
        "postgresql:\\\\anna:hidden-word@host/db", "postgresql://anna:hidden-word/news", "postgres://u:hidden-word",
    ])
    func `no command shows the password of an address`(address: String) throws {
        defer { world.end() }
        for command in [["schedule"], ["check"], ["history"], ["run"], ["sources", "list"]] {
            let result = try world.binary.run(command + ["--state", address] + config)
            #expect(!(result.stdout + result.stderr).contains("hidden-word"), "\(command): \(result.stderr)")
        }
    }

    @Test func `the word port in the place of the port is no password`() throws {
        defer { world.end() }
        let result = try world.binary.run(["run", "--state", "postgresql://host:port/db"] + config)
        #expect(result.status == 78 && result.stderr.contains("has a port that is no number"), "\(result.stderr)")
    }

    #if !PostgreSQL
        @Test(arguments: ["run", "history", "saved"])
        func `a program without PostgreSQL says so`(command: String) throws {
            defer { world.end() }
            let result = try world.binary.run(
                [command, "--state", "postgresql://anna:hidden-word@host/db"] + config)
            #expect(result.status == 78)
            #expect(result.stderr.contains("was built without PostgreSQL; 'make postgresql' builds one with it"))
            #expect(!result.stderr.contains("hidden-word") && !result.stderr.contains("anna:"))
        }
    #endif
}

#if PostgreSQL
    import StateTestSupport
    import TestSupport

    /// Runs of several machines, each with a home of its own, on one state.
    @Suite(.ownThread) struct PostgreSQLRunTests {
        private let server: PostgreSQLServer
        private let mail: TestMailServer
        private let world: World
        private let address: String

        init() throws {
            server = try PostgreSQLServer.shared.get()
            address = server.newAddress()
            mail = try TestMailServer()
            world = try World { $0.feeds["/feed"] = World.rss("Kept story") }
            try configure(mail)
        }

        private func configure(
            _ mail: TestMailServer, state: String? = nil, readers count: Int = 12, feeds: [String] = ["/feed"]
        ) throws {
            let readers = (0..<count).map { "[profiles.r\($0)]\nemail = \"r\($0)@example.org\"" }
            try world.configure(
                """
                state = "\(state ?? address)"
                sources = ["feeds"]
                [[deliver]]
                to = "smtp"
                name = "mail"
                host = "127.0.0.1"
                port = \(mail.port)
                security = "none"
                from = "news@example.org"
                attempts = 1
                \(readers.joined(separator: "\n"))
                """, feeds: feeds)
        }

        /// A machine of its own.
        private func run(at now: String, _ arguments: String...) throws -> Binary.Result {
            let machine = try Binary()
            defer { machine.remove() }
            return try machine.run(
                ["run", "--all-profiles", "--config", world.binary.path("config.toml"), "--now", now] + arguments)
        }

        private func requests() -> Int { world.server.requests.filter { $0.path == "/feed" }.count }

        private func end() {
            world.end()
            mail.stop()
        }

        @Test func `machines that start together serve each reader once, and request each feed once`() async throws {
            defer { end() }
            let results = try await withThrowingTaskGroup(of: Binary.Result.self) { group in
                for _ in 0..<3 { group.addTask { try run(at: World.now) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            for result in results { #expect(result.status == 0 && result.stderr == "", "\(result.stderr)") }
            let recipients = mail.mails.map(\.recipients)
            #expect(Set(recipients).count == recipients.count)
            #expect(recipients.count >= 12)
            #expect(requests() == 1)
        }

        @Test func `a state that no run of this version has upgraded is no fault`() throws {
            defer { end() }
            #expect(try run(at: World.now).status == 0)
            let schema = try #require(address.split(separator: "=").last)
            try server.execute("UPDATE \(schema).version SET number = number - 1")
            for (command, status) in [("check", 0), ("status", 0), ("history", 74)] {
                let result = try world.binary.run(command, "--config", world.binary.path("config.toml"))
                #expect(result.status == status, "\(result)")
                #expect((result.stdout + result.stderr).contains("the next run upgrades it"), "\(result)")
            }
        }

        @Test func `machines that recap at the same moment send it to each reader once`() async throws {
            defer { end() }
            #expect(try run(at: World.now).status == 0)
            let before = mail.mails.count
            let results = try await withThrowingTaskGroup(of: Binary.Result.self) { group in
                for _ in 0..<3 {
                    group.addTask {
                        let machine = try Binary()
                        defer { machine.remove() }
                        return try machine.run(
                            "recap", "--all-profiles", "--config", world.binary.path("config.toml"), "--now",
                            "2026-11-21T10:00:00Z")
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            for result in results { #expect(result.status == 0, "\(result.stderr)") }
            #expect(mail.mails.count == 2 * before)
        }

        @Test func `timers at 08:00 and 08:03 make one digest, and one at 08:06 another`() throws {
            defer { end() }
            #expect(try run(at: "2026-11-21T08:00:00Z").status == 0)
            let first = mail.mails.count
            world.change { $0.feeds["/feed"] = World.rss("Kept story", "Second story") }
            #expect(try run(at: "2026-11-21T08:03:00Z").status == 0)
            #expect(mail.mails.count == first)
            #expect(try run(at: "2026-11-21T08:06:00Z").status == 0)
            #expect(mail.mails.count == 2 * first)
        }

        @Test func `any machine delivers what another could not, with the same bytes`() throws {
            defer { end() }
            var rules = TestMailServer.Rules()
            rules.message = "451 later"
            let refusing = try TestMailServer(rules)
            defer { refusing.stop() }
            try configure(refusing)
            #expect(try run(at: "2026-11-21T08:00:00Z").status == 76)
            try configure(mail)
            // The round is not over, but what is pending does not wait for the next one.
            #expect(try run(at: "2026-11-21T08:01:00Z").status == 0)
            let sent = mail.mails.count
            #expect(sent >= 12)
            #expect(try run(at: "2026-11-21T08:10:00Z").status == 0)
            #expect(mail.mails.count == sent)
        }

        @Test(arguments: CuttingProxy.Fate.allCases)
        func `a connection that is cut anywhere loses no item and sends none twice`(fate: CuttingProxy.Fate) throws {
            defer { end() }
            let proxy = try CuttingProxy(to: server.port)
            func serve(_ address: String, from port: Int) throws {
                let place = address.replacing(":\(server.port)/", with: ":\(port)/")
                try configure(mail, state: place + "&sslmode=disable&gssencmode=disable", readers: 2)
            }
            try serve(address, from: proxy.port)
            proxy.cut(at: nil)
            #expect(try run(at: World.now).status == 0)
            // `Tests/Soak/cuts.py` cuts at every message.
            for message in stride(from: 1, through: proxy.messages, by: proxy.messages / 12) {
                let before = mail.mails.count
                let address = server.newAddress()
                try serve(address, from: proxy.port)
                proxy.cut(at: message, fate)
                let cut = try run(at: World.now)
                #expect(cut.status == 0 || cut.stderr.hasPrefix("newsdigest: remember"), "\(message): \(cut.stderr)")
                try serve(address, from: server.port)
                #expect(try run(at: "2026-11-21T08:10:00Z").status == 0)
                let mails = mail.mails[before...]
                #expect(Set(mails.flatMap(\.recipients)).count == 2, "\(message)")
                #expect(mails.count <= 3 && Set(mails.map(\.message)).count == 2, "\(message): \(mails.count) mails")
            }
        }

        @Test func `a machine whose connection is gone leaves a host that another machine requests now`() async throws {
            defer { end() }
            let titles = ["Otter", "Bridge", "Violin", "Glacier", "Pepper", "Harbour", "Lantern", "Quartz"]
            world.change { for title in titles { $0.feeds["/\(title)"] = World.rss(title).after(0.5) } }
            try configure(mail, readers: 2, feeds: titles.map { "/\($0)" })
            func start(_ name: String) -> OtherThread<Binary.Result?> {
                OtherThread { try? run(at: World.now, "--state", address + "&application_name=\(name)") }
            }
            func wait(forRequests count: Int) async throws {
                for _ in 0..<600 where world.server.requests.count < count {
                    try await Task.sleep(for: .milliseconds(50))
                }
            }
            let name = "cut\(world.server.port)"
            let machine = start(name)
            try await wait(forRequests: 1)
            // It waits for the host.
            let rival = start("rival")
            try await wait(forRequests: 3)
            try server.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '\(name)'")
            let before = world.server.requests.count
            for run in [machine, rival] {
                let result = try #require(await run.result ?? nil)
                #expect(result.status == 0 && result.stderr == "", "\(result.stderr)")
            }
            // The request that was on its way at the cut ends. The next one may begin before the machine stores what
            // it got and notices the cut. If the rival was late, it requests nothing.
            #expect(world.server.requests.count <= before + titles.count + 2)
            #expect(world.server.mostParallel.values.max() ?? 0 <= 2)
            #expect(Set(mail.mails.flatMap(\.recipients)).count == 2 && mail.mails.count == 2)
            for mail in mail.mails {
                for title in titles { #expect(mail.text.contains(title)) }
            }
        }

        @Test func `a run whose server fails in the middle sends no mail that it cannot mark`() async throws {
            defer { end() }
            let own = try PostgreSQLServer()
            var rules = TestMailServer.Rules()
            rules.receipt = .late(seconds: 1)
            let slow = try TestMailServer(rules)
            defer { slow.stop() }
            try configure(slow, state: own.newAddress())
            let machine = OtherThread<Binary.Result?> { try? run(at: World.now) }
            for _ in 0..<1200 where slow.mails.count < 3 { try await Task.sleep(for: .milliseconds(50)) }
            try own.stop()
            let before = slow.mails.count
            let result = try #require(await machine.result ?? nil)
            // Each connection to the mail server may have been in the middle of a mail.
            let open = slow.connections
            #expect(result.status == 74, "\(result.stderr)")
            #expect(result.stderr.contains("the server cannot be reached"), "\(result.stderr)")
            #expect(slow.mails.count <= before + open)
            try own.start()
            #expect(try run(at: "2026-11-21T08:10:00Z").status == 0)
            let (mails, recipients) = (slow.mails, Set(slow.mails.flatMap(\.recipients)))
            #expect(recipients.count >= 12 && Set(mails.map(\.message)).count == recipients.count)
            #expect(mails.count <= recipients.count + open)
        }

        @Test func `a dry run, a reading command and a check change nothing`() throws {
            defer { end() }
            #expect(try run(at: World.now, "--dry-run").status == 0)
            let machine = try Binary()
            defer { machine.remove() }
            let check = try machine.run("check", "--config", world.binary.path("config.toml"))
            #expect(check.stdout.contains("state: postgresql://"), "\(check.stdout)")
            #expect(check.stdout.contains("which the first run will create"))
            #expect(try machine.run("history", "--state", address).stdout == "")
            #expect(mail.mails.isEmpty)
        }
    }
#endif
