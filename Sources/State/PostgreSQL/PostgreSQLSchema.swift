#if PostgreSQL
    import Values

    /// The tables in PostgreSQL: those of `State.tables`, and its own. They have their own versions.
    enum PostgreSQLSchema {
        /// Makes or upgrades the tables. Of several machines, one does it, and the others wait.
        static func migrate(_ address: ServerAddress, _ connection: PostgreSQLConnection) throws {
            let session = connection.session
            if try number(of: address, session) == newest { return }
            try session.run("BEGIN")
            do {
                try session.run("SELECT pg_advisory_xact_lock($1, 0)", [.integer(address.lockClass)])
                try upgrade(address, connection)
                try session.run("COMMIT")
            } catch {
                _ = try? session.run("ROLLBACK")
                throw error
            }
        }

        /// Whether there is a state. A state of another version is an error.
        static func exists(_ address: ServerAddress, _ session: PostgreSQLSession) throws -> Bool {
            guard let number = try self.number(of: address, session) else { return false }
            guard number == newest else {
                throw RunError.state(path: address.name, reason: RunError.awaitsUpgrade)
            }
            return true
        }

        private static func upgrade(_ address: ServerAddress, _ connection: PostgreSQLConnection) throws {
            let session = connection.session
            if let number = try self.number(of: address, session) {
                for change in changes[(number - 1)...] { try change(Database(connection)) }
            } else {
                let schemas = try session.run(
                    "SELECT 1 FROM pg_namespace WHERE nspname = $1", [.text(address.schema)])
                // Even with IF NOT EXISTS, this needs the permission to create schemas.
                if schemas.count == 0 { try session.run("CREATE SCHEMA \"\(address.schema)\"") }
                try State.makeTables(in: Database(connection))
                for statement in own { try session.send(statement) }
            }
            try session.run("UPDATE version SET number = $1", [.integer(Int64(newest))])
        }

        /// The version of the schema; nil when there is none.
        /// - Throws: `RunError.state` when a newer newsdigest wrote it, or when the tables are those of another
        ///   program.
        private static func number(of address: ServerAddress, _ session: PostgreSQLSession) throws -> Int? {
            let tables = try session.run(
                "SELECT tablename FROM pg_tables WHERE schemaname = $1", [.text(address.schema)])
            let names: [String] = try (0..<tables.count).map { try tables.row($0).value(0) }
            if names.isEmpty { return nil }
            guard names.contains("version"), names.contains("storykey") else {
                throw RunError.state(
                    path: address.name,
                    reason: "the schema '\(address.schema)' has the tables of another program; "
                        + "name another one with ?schema=")
            }
            let result = try session.run("SELECT number FROM \"\(address.schema)\".version")
            guard result.count == 1 else {
                throw RunError.state(
                    path: address.name,
                    reason:
                        "the table 'version' has \(result.count) rows instead of one; restore a backup of the schema")
            }
            let number: Int = try result.row(0).value(0)
            guard (1...newest).contains(number) else {
                throw RunError.state(
                    path: address.name,
                    reason: "was written by a newer version than this one (\(version)); install the newer version, "
                        + "or use another schema")
            }
            return number
        }

        /// What only a server needs.
        private static let own = [
            "CREATE TABLE version (number BIGINT NOT NULL)",
            "INSERT INTO version VALUES (0)",
            "CREATE INDEX identityItem ON identity (item) WHERE item IS NOT NULL",
            // Work that machines share out (`Work`). `completed` is by the run's clock, `lease` by that of the server.
            // `length` is the length of the lease in seconds.
            """
            CREATE TABLE claim (
                work \(text) NOT NULL, subject \(text) NOT NULL, owner BIGINT, fence BIGINT NOT NULL DEFAULT 0,
                length FLOAT8, lease TIMESTAMPTZ, completed BIGINT, PRIMARY KEY (work, subject))
            """,
            "CREATE SEQUENCE machine",
        ]

        private static let text = "TEXT COLLATE \"C\""

        /// What makes each version from the one before it, beginning with the second. Never edit a published change.
        private static let changes = [second, third, fourth].map(State.change(by:)) + State.changes

        private static var newest: Int { changes.count + 1 }

        private static let second = [
            """
            CREATE TABLE wordCount (
                language \(text) NOT NULL, period BIGINT NOT NULL, texts BIGINT NOT NULL, words BYTEA NOT NULL,
                newest BIGINT NOT NULL, PRIMARY KEY (language, period))
            """
        ]

        private static let third = [
            "ALTER TABLE item ADD COLUMN said BYTEA",
            "CREATE TABLE choices (profile BIGINT PRIMARY KEY, content BYTEA NOT NULL)",
        ]

        private static let fourth = [
            """
            CREATE TABLE page (
                item BIGINT PRIMARY KEY, asked BIGINT NOT NULL, until BIGINT, refusal \(text), content BYTEA)
            """,
            "CREATE INDEX pageAsked ON page (asked)",
            "CREATE TABLE pageWords (rowid BIGINT PRIMARY KEY, words TSVECTOR NOT NULL)",
            "CREATE INDEX pageWordsWords ON pageWords USING gin (words)",
            "CREATE TABLE robots (host \(text) PRIMARY KEY, asked BIGINT NOT NULL, rules \(text) NOT NULL)",
        ]
    }
#endif
