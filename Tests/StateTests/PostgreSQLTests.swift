#if PostgreSQL
    import Foundation
    import StateTestSupport
    import TestServer
    import Testing

    @testable import State
    @testable import Texts
    @testable import Values

    @Suite struct PostgreSQLTests {
        private let server: PostgreSQLServer

        init() throws { server = try PostgreSQLServer.shared.get() }

        private func open(_ address: String, _ mode: State.Mode = .readWrite) throws -> State {
            try State(try #require(try ServerAddress(address)), mode)
        }

        @Test func `parameters are numbered as SQLite numbers them, and texts are left alone`() {
            func translated(_ sql: String) -> String { PostgreSQLConnection.translated(sql) }
            #expect(translated("SELECT ?, ?3, ?, ?1") == "SELECT $1, $3, $4, $1")
            #expect(translated("a = '?' -- why?\n AND b = ? - 1") == "a = '?' \n AND b = $1 - 1")
            #expect(translated("'it''s ?' ?") == "'it''s ?' $1")
        }

        @Test func `a server that does not answer stops the run, and the password is not shown`() throws {
            let said = try #require(
                reason { _ = try State.open("postgresql://u:se%63ret1@127.0.0.1:1/db?schema=news", .readWrite) })
            #expect(
                said.hasPrefix(
                    "remember 'postgresql://<hidden>@127.0.0.1:1/db?schema=news': the server cannot be reached"))
            #expect(!said.contains("secret1") && !said.contains("se%63ret1") && !said.contains("\n"))
        }

        @Test(arguments: CuttingProxy.Fate.allCases)
        func `a server that closes the first connections is asked again`(fate: CuttingProxy.Fate) throws {
            let proxy = try CuttingProxy(to: server.port)
            let address = server.newAddress().replacing(":\(server.port)/", with: ":\(proxy.port)/")
            for mode in [State.Mode.readWrite, .readOnly] {
                proxy.cut(at: 1, fate)
                let state = try open(address + "&sslmode=disable&gssencmode=disable", mode)
                #expect(try state.read { try State.isEmpty($0) })
            }
        }

        @Test(arguments: [
            ("nobody@", "postgres?", "the server refused the user (connection to server at"),
            ("news@", "missing?", "database \"missing\" does not exist; create it, or check the address"),
        ])
        func `a server that refuses the user or the database is asked once`(
            user: String, database: String, reason expected: String
        ) throws {
            let proxy = try CuttingProxy(to: server.port)
            let address = server.newAddress().replacing(":\(server.port)/", with: ":\(proxy.port)/")
                .replacing("news@", with: user).replacing("postgres?", with: database)
            for mode in [State.Mode.readWrite, .readOnly] {
                proxy.cut(at: nil)
                let said = try #require(reason { _ = try open(address + "&sslmode=disable&gssencmode=disable", mode) })
                #expect(said.contains(expected) && !said.contains("\n") && !said.contains(".c:"), "\(said)")
                #expect(proxy.connections == 1)
            }
        }

        @Test func `a server that answers nothing any more is given up once, and then not asked again`() throws {
            let proxy = try CuttingProxy(to: server.port)
            let address = server.newAddress().replacing(":\(server.port)/", with: ":\(proxy.port)/")
            let state = try open(address + "&sslmode=disable&gssencmode=disable&connect_timeout=2")
            proxy.cut(at: 1)
            proxy.silence()
            let start = ContinuousClock.now
            #expect(reason { _ = try state.begin(at: morning) }?.contains("the server cannot be reached") == true)
            #expect(start.duration(to: .now) < .seconds(40))
            let connections = proxy.connections
            #expect(reason { try state.markTaken("1/2", of: "d1", by: "mail") }?.contains("cannot be reached") == true)
            #expect(proxy.connections == connections)
            #expect(!state.mayDeliver(to: "default"))
        }

        @Test func `a server that falls silent on an open connection is given up`() throws {
            let proxy = try CuttingProxy(to: server.port)
            let address =
                server.newAddress().replacing(":\(server.port)/", with: ":\(proxy.port)/")
                + "&sslmode=disable&gssencmode=disable&connect_timeout=2&tcp_user_timeout=1000"
            let state = try open(address)
            proxy.silence()
            let start = ContinuousClock.now
            #expect(reason { _ = try state.begin(at: morning) }?.contains("the server cannot be reached") == true)
            #expect(start.duration(to: .now) < .seconds(60))
        }

        @Test(arguments: LyingServer.Lie.allCases)
        func `a server that lets everyone in and answers nothing is given up`(lie: LyingServer.Lie) throws {
            let lying = try LyingServer(lie)
            let address =
                "postgresql://news@127.0.0.1:\(lying.port)/postgres?schema=news&sslmode=disable&gssencmode=disable"
                + "&connect_timeout=2&tcp_user_timeout=500"
            let start = ContinuousClock.now
            let said = try #require(reason { _ = try open(address) })
            #expect(
                said.contains("the server cannot be reached") && said.contains("127.0.0.1:\(lying.port)"), "\(said)")
            #expect(said.contains("answer") || lie == .noticesOnly, "\(said)")
            #expect(start.duration(to: .now) < .seconds(20))
        }

        @Test func `the first answer is not waited for as long as others`() throws {
            let lying = try LyingServer(.silence)
            let address =
                "postgresql://news@127.0.0.1:\(lying.port)/postgres?schema=news&sslmode=disable&gssencmode=disable"
            let start = ContinuousClock.now
            #expect(reason { _ = try open(address) }?.contains("it gave no answer") == true)
            #expect(start.duration(to: .now) < .seconds(25))
        }

        /// The role `single` may have one connection: the server answers the second one with a refusal.
        @Test(arguments: ["news", "single"])
        func `a long statement is waited for, as long as the server answers other connections`(user: String) throws {
            if user == "single" { try server.execute("CREATE ROLE single LOGIN CONNECTION LIMIT 1") }
            let proxy = try CuttingProxy(to: server.port)
            let address =
                server.newAddress().replacing(":\(server.port)/", with: ":\(proxy.port)/")
                .replacing("news@", with: "\(user)@")
                + "&sslmode=disable&gssencmode=disable&tcp_user_timeout=500"
            let session = try PostgreSQLSession(try #require(try ServerAddress(address)))
            #expect(try session.run("SELECT 7 FROM pg_sleep(2)").count == 1)
            #expect(proxy.connections > 1)
        }

        @Test func `a server that falls silent is given up, also where the address has a second one`() throws {
            let proxy = try CuttingProxy(to: server.port)
            let address =
                server.newAddress().replacing(
                    ":\(server.port)/", with: ":\(proxy.port),127.0.0.1:\(server.port)/")
                + "&sslmode=disable&gssencmode=disable&connect_timeout=2&tcp_user_timeout=500"
            let session = try PostgreSQLSession(try #require(try ServerAddress(address)))
            #expect(try session.run("SELECT 7").count == 1)
            #expect(proxy.connections == 1)
            proxy.silence()
            #expect(throws: PostgreSQLError.self) { try session.run("SELECT 8") }
        }

        @Test func `the tables of another program are left alone`() throws {
            try server.execute("CREATE SCHEMA other; CREATE TABLE other.bookmark (url TEXT)")
            for mode in [State.Mode.readWrite, .readOnly, .dryRun] {
                let said = reason { _ = try open(server.address(schema: "other"), mode) }
                #expect(said?.contains("has the tables of another program") == true, "\(said ?? "opened")")
            }
        }

        @Test func `a state of a newer version is refused and left as it is`() throws {
            let address = server.address(schema: "newer")
            try open(address).close()
            try server.execute("UPDATE newer.version SET number = 999")
            for mode in [State.Mode.readWrite, .readOnly, .dryRun] {
                #expect(reason { _ = try open(address, mode) }?.contains("newer version") == true)
            }
        }

        @Test func `a schema of the first version is upgraded, and keeps what it has`() throws {
            let address = server.address(schema: "earlier")
            let state = try open(address)
            try state.remember([answer([storyItem("a")])], now: morning)
            try server.execute(
                "ALTER TABLE earlier.item DROP COLUMN said; DROP TABLE earlier.choices, earlier.wordCount;"
                    + "DROP TABLE earlier.page, earlier.pageWords, earlier.robots;"
                    + "DROP TABLE earlier.rating, earlier.intro, earlier.vector;"
                    + "ALTER TABLE earlier.delivery ADD COLUMN parts TEXT; ALTER TABLE earlier.entry DROP COLUMN title;"
                    + "ALTER TABLE earlier.entry DROP COLUMN article, DROP COLUMN story;"
                    + "ALTER TABLE earlier.delivery DROP COLUMN mark;"
                    + "INSERT INTO earlier.answer SELECT id, program, 3, time, NULL, summary FROM earlier.item, "
                    + "  (VALUES (1, 7, '6.5'), (2, 8, 'AX8='), (3, 9, 'Short')) AS a (program, time, summary);"
                    + "INSERT INTO earlier.answer VALUES ('intro x', 4, 5, 6, NULL, 'Good morning');"
                    + "UPDATE earlier.version SET number = 1")
            #expect(reason { _ = try open(address, .readOnly) }?.contains("the next run upgrades it") == true)
            let upgraded = try open(address)
            #expect(try upgraded.unsent() == ["Title of a"])
            try upgraded.end(
                try upgraded.begin(at: morning), summary: "",
                counting: { ["en": WordTally(texts: $0.count, occurrences: [7])] }, now: morning)
            #expect(try upgraded.wordCounts(now: morning)["en"]?.texts == 1)
            let id = try #require(upgraded.read { try String.fetchOne($0, sql: "SELECT id FROM item") })
            #expect(try upgraded.ratings(by: 1, of: [id]) == [id: 6.5])
            #expect(
                try upgraded.vectors(by: 2, of: [id]) == [id: StoredVector(version: 3, packed: Data([1, 127]))])
            #expect(try upgraded.answers(of: 3, about: [id]) == [id: ProgramAnswer(version: 3, summary: "Short")])
            #expect(try upgraded.intro(to: "x", by: 4)?.text == "Good morning")
            #expect(try upgraded.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM answer") } == 1)
            try open(server.address(schema: "newest")).close()
            #expect(try schema("earlier", in: upgraded) == schema("newest", in: upgraded))
        }

        /// What the server says of the columns and indexes of all tables.
        private func schema(_ name: String, in state: State) throws -> [String] {
            try state.read { db in
                try String.fetchAll(
                    db,
                    sql: """
                        SELECT concat_ws(' ', table_name, column_name, data_type, collation_name, is_nullable,
                            replace(column_default, ?1, ''), is_identity)
                        FROM information_schema.columns WHERE table_schema = ?1
                        UNION ALL SELECT replace(indexdef, ?1 || '.', '') FROM pg_indexes WHERE schemaname = ?1
                        ORDER BY 1
                        """, arguments: [name])
            }
        }

        @Test func `a user without the rights is told so`() throws {
            try server.execute("CREATE ROLE guest LOGIN")
            let address = "postgresql://guest@127.0.0.1:\(server.port)/postgres?schema=guests"
            #expect(reason { _ = try open(address) }?.contains("lacks a permission") == true)
            let own = server.address(schema: "owned")
            try open(own).close()
            let said = reason { _ = try open(own.replacing("news@", with: "guest@")) }
            #expect(said?.contains("lacks a permission") == true, "\(said ?? "opened")")
        }

        @Test func `machines that begin at the same time make one schema`() async throws {
            let address = server.newAddress()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        _ = try open(address).remember([answer([storyItem("\(number)")])], now: morning)
                    }
                }
                try await group.waitForAll()
            }
            #expect(try open(address, .readOnly).unsent().count == 8)
        }

        @Test func `a read-only state and a dry run create nothing`() throws {
            let address = server.newAddress()
            #expect(try open(address, .readOnly).history() == [])
            let first = try open(address, .dryRun)
            try first.send("d1", try first.remember([answer([storyItem("a")])], now: morning))
            #expect(try open(address, .readOnly).isNew)
            let state = try open(address)
            try state.remember([answer([storyItem("b")])], now: morning)
            let dry = try open(address, .dryRun)
            try dry.send("d1", try dry.remember([answer([storyItem("a"), storyItem("b")])], now: morning))
            #expect(try dry.unsent() == [])
            #expect(try state.unsent() == ["Title of b"])
            #expect(reason { _ = try open(address, .readOnly).begin(at: morning) } != nil)
        }

        @Test func `a transaction whose connection is cut is tried again, and nothing is stored twice`() throws {
            let address = server.newAddress()
            let state = try open(address)
            let other = try open(address)
            var tries = 0
            let number = try state.write { db in
                tries += 1
                let number = try State.number(of: "name \(tries)", in: db)
                if tries < 3 {
                    let process = try Int64.fetchOne(db, sql: "SELECT CAST(pg_backend_pid() AS BIGINT)")
                    try other.read { db in
                        _ = try Row.fetchOne(
                            db, sql: "SELECT pg_terminate_backend(CAST(? AS INTEGER))", arguments: [process])
                    }
                }
                _ = try State.known("x", in: db)
                return number
            }
            #expect(tries == 3)
            #expect(try other.read { try String.fetchAll($0, sql: "SELECT text FROM name") } == ["name 3"])
            #expect(try other.read { try State.known("name 3", in: $0) } == number)
        }

        @Test(arguments: CuttingProxy.Fate.allCases)
        func `a step whose connection is cut at any message is done once`(fate: CuttingProxy.Fate) throws {
            let proxy = try CuttingProxy(to: server.port)
            let address = server.newAddress().replacing(":\(server.port)/", with: ":\(proxy.port)/")
            let state = try open(address + "&sslmode=disable&gssencmode=disable")
            proxy.cut(at: nil)
            var expected = 0
            func step() throws {
                _ = try state.begin(at: morning)
                expected += 1
            }
            try step()
            for message in 1...proxy.messages {
                proxy.cut(at: message, fate)
                try step()
                let count = try state.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM run") }
                #expect(count == expected, "\(message)")
            }
        }

        @Test func `claims that nobody took over meanwhile hold after a cut, and others are lost`() throws {
            let proxy = try CuttingProxy(to: server.port)
            let direct = server.newAddress()
            let address = direct.replacing(":\(server.port)/", with: ":\(proxy.port)/")
            let state = try open(address + "&sslmode=disable&gssencmode=disable")
            let rival = try open(direct)
            let names = ["anna", "boris"]
            #expect(try state.claim(.reader, names, lease: 3600, now: morning) == names)
            proxy.cut(at: 1)
            _ = try state.begin(at: morning)
            #expect(try rival.claim(.reader, names, lease: 3600, now: morning) == [])
            #expect(!names.contains { state.isLost(.reader, $0) })
            // The rival takes one of them over while the connection is gone.
            try server.execute(
                "UPDATE \(try #require(direct.split(separator: "=").last)).claim SET owner = 1, fence = fence + 1 "
                    + "WHERE subject = 'anna'")
            proxy.cut(at: 1)
            _ = try state.begin(at: morning)
            #expect(names.filter { state.isLost(.reader, $0) } == ["anna"])
        }

        @Test
        func `a machine that has time to look learns what another took over, and asks the server only after a cut`()
            async throws
        {
            let proxy = try CuttingProxy(to: server.port)
            let direct = server.newAddress()
            let address = direct.replacing(":\(server.port)/", with: ":\(proxy.port)/")
            let state = try open(address + "&sslmode=disable&gssencmode=disable")
            let rival = try open(direct)
            let hosts: Set = ["one.example", "two.example"]
            _ = try state.claim(.host, hosts.sorted(), lease: 3600, now: morning)
            proxy.cut(at: nil)
            #expect(try state.mayGoOn(.host, hosts))
            #expect(proxy.messages == 0)
            let process = try state.read { try Int64.fetchOne($0, sql: "SELECT CAST(pg_backend_pid() AS BIGINT)") }
            try server.execute("SELECT pg_terminate_backend(\(try #require(process)), 5000)")
            #expect(try rival.claim(.host, ["one.example"], lease: 3600, now: morning) == ["one.example"])
            // The end of the connection takes its way through the proxy.
            for _ in 0..<100 where try state.mayGoOn(.host, hosts) { try await Task.sleep(for: .seconds(0.05)) }
            #expect(hosts.filter { state.isLost(.host, $0) } == ["one.example"])
            #expect(try state.mayGoOn(.host, ["two.example"]))
        }

        /// A state whose connection can be cut, with a digest on its way, and the name of its schema.
        private func delivering() throws -> (state: State, proxy: CuttingProxy, schema: String) {
            let proxy = try CuttingProxy(to: server.port)
            let direct = server.newAddress()
            let address = direct.replacing(":\(server.port)/", with: ":\(proxy.port)/")
            let state = try open(address + "&sslmode=disable&gssencmode=disable")
            proxy.cut(at: nil)
            let items = try state.remember([answer([storyItem("a")])], now: morning)
            #expect(try state.claim(.reader, ["default"], lease: 3600, now: morning) == ["default"])
            try state.store(digest("d1", items), renderings: [rendering("1", to: "mail"), rendering("2")])
            return (state, proxy, try String(#require(direct.split(separator: "=").last)))
        }

        /// Marks a delivery, and does not wait for the disk. On a slow machine, the first mark waits for it.
        private func markHastily(_ state: State) throws {
            let engine = try #require(state.engine as? PostgreSQLEngine)
            repeat {
                try state.markDelivered("d1", to: "mail", waitsForDisk: false, now: morning)
            } while engine.marks.isEmpty
        }

        @Test func `a mark that a crash of the server undoes is made again, if the claim still holds`() throws {
            for isTaken in [false, true] {
                let (state, proxy, schema) = try delivering()
                try markHastily(state)
                // What a crash would undo, and what another machine may do before this one connects again.
                try server.execute("UPDATE \(schema).delivery SET finished = NULL")
                let claim = isTaken ? "owner = 1, fence = fence + 1" : "fence = fence"
                try server.execute("UPDATE \(schema).claim SET \(claim) WHERE work = 'reader'")
                proxy.cut(at: 1)
                _ = try state.begin(at: morning)
                let open = try state.pendings(profile: "default")[0].open.map(\.destination)
                #expect(open == (isTaken ? ["mail", "file"] : ["file"]))
                #expect(state.mayDeliver(to: "default") != isTaken)
            }
        }

        @Test func `a mark that the disk of the server has is not made again`() throws {
            let (state, proxy, schema) = try delivering()
            try markHastily(state)
            // Its commit waits for the disk.
            _ = try state.begin(at: morning)
            try server.execute("UPDATE \(schema).delivery SET finished = NULL")
            proxy.cut(at: 1)
            _ = try state.begin(at: morning)
            #expect(try state.pendings(profile: "default")[0].open.count == 2)
        }

        @Test func `after a lost connection, a machine claims no reader at once`() throws {
            let (state, proxy, _) = try delivering()
            let start = ContinuousClock.now
            proxy.cut(at: 1)
            _ = try state.begin(at: morning)
            #expect(try state.claim(.reader, ["anna"], lease: 60, now: morning) == ["anna"])
            #expect(start.duration(to: .now) > .seconds(1))
        }

        @Test func `a server that is restarted in the middle stops no run`() throws {
            let own = try PostgreSQLServer()
            let state = try open(own.newAddress())
            let items = try state.remember([answer([storyItem("a")])], now: morning)
            try own.stop()
            try own.start()
            try state.send("d1", items)
            #expect(try state.history().map(\.title) == ["Title of a"])
        }

        @Test func `the candidates of a long history are found without reading all items`() async throws {
            let address = server.newAddress()
            let state = try open(address)
            try state.remember([answer((0..<60).map { storyItem("\($0)") })], now: morning)
            try server.execute(
                """
                SET search_path TO \(try #require(address.split(separator: "=").last));
                INSERT INTO item (id, source, title, url, firstSeen, lastSeen, version, isPast, content)
                    SELECT 'old ' || n, 1, 'Title ' || n, 'https://a.example/' || n, n, n, 1, FALSE, sha512(CAST(n AS TEXT)::BYTEA)
                    FROM generate_series(101, 20100) AS n;
                INSERT INTO digest (id, profile, title, created, status, isSent, leftOver, edition)
                    SELECT 'd' || n, 1, '', n, 'delivered', TRUE, 0, n FROM generate_series(1, 200) AS n;
                INSERT INTO entry (digest, place, item) SELECT n % 200 + 1, n / 200, n FROM generate_series(101, 20100) AS n;
                INSERT INTO sent (profile, item, digest) SELECT 1, n, n % 200 + 1 FROM generate_series(101, 20100) AS n;
                ANALYZE item, digest, entry, sent
                """)
            func read() async throws -> Int {
                // A session reports what it read when a transaction ends, once in a second.
                try await Task.sleep(for: .seconds(1.1))
                try state.read { _ = try State.known("x", in: $0) }
                return try state.read {
                    try Int.fetchOne(
                        $0,
                        sql:
                            "SELECT CAST(sum(seq_tup_read) AS BIGINT) FROM pg_stat_user_tables WHERE schemaname = current_schema()"
                    )
                } ?? 0
            }
            let before = try await read()
            for _ in 0..<10 { #expect(try state.unsent().count == 60) }
            #expect(try await read() - before < 10_000)
        }

        @Test func `the server knows at once how many rows a copy has`() throws {
            let state = try StateFolder(.sqlite).open()
            try state.remember([answer((0..<60).map { storyItem("\($0)") })], now: morning)
            let copy = try open(server.newAddress())
            try state.copy(to: copy)
            for table in ["item", "itemwords"] {
                let rows = try copy.read {
                    try Int.fetchOne(
                        $0, sql: "SELECT CAST(reltuples AS BIGINT) FROM pg_class WHERE oid = CAST(? AS REGCLASS)",
                        arguments: [table])
                }
                #expect(rows == 60, "\(table)")
            }
        }

        @Test func `words of any length and any sign are found`() throws {
            let state = try open(server.newAddress())
            // No title that is gathered is longer.
            let long = String(repeating: "щ", count: 1000)
            let titles = ["It's a \\ test", long, "nul\u{0}led", "a:b & c | !d <-> (e)"]
            let items = titles.enumerated().map { storyItem("\($0)", title: $1) }
            try state.remember([answer(items)], now: morning)
            #expect(try state.search("it's test").map(\.item.title) == [titles[0]])
            for count in [1000, 600, 400] {
                #expect(try state.search(String(long.prefix(count))).map(\.item.title) == [long], "\(count)")
            }
            #expect(try state.search("& d | e:*").map(\.item.title) == [titles[3]])
            #expect(try state.search("nul").map(\.item.title) == ["nul\u{FFFD}led"])
        }
    }
#endif
