#if PostgreSQL
    import Foundation
    import InFlight
    import Texts
    import Values

    /// A state in one schema of a PostgreSQL database. Any number of machines may use it at the same time.
    ///
    /// If the connection is lost, the present transaction is tried again for a while, unless it was being committed.
    final class PostgreSQLEngine: Engine, @unchecked Sendable {
        private let address: ServerAddress
        private let mode: State.Mode
        private let queue = NSLock()
        private let tokenizer: WordTokenizer
        private var connection: PostgreSQLConnection
        /// The number of this machine's claims. While it is connected, it holds an advisory lock of this number.
        let owner: Int64
        let lockClass: Int64

        /// How often a transaction is tried, and how long it waits before the next time, in seconds. A server that is
        /// restarted answers again within this time.
        private static let tries = 20
        private static let pause = 0.5

        /// Connects, and makes or upgrades the schema.
        /// - Throws: `RunError.state`.
        init(_ address: ServerAddress) throws {
            self.address = address
            mode = .readWrite
            lockClass = address.lockClass
            (tokenizer, connection, owner) = try PostgreSQLError.explaining(address.name) {
                let tokenizer = try WordTokenizer()
                let connection = try Self.connect(address, tokenizer)
                try PostgreSQLSchema.migrate(address, connection.session)
                // The first numbers are for other locks of the schema.
                let number = try connection.session.run("SELECT 1000 + nextval('machine') % 2000000000").row(0)
                return (tokenizer, connection, try number.value(0))
            }
            try PostgreSQLError.explaining(address.name) { try own() }
            failpoint(.opened)
        }

        /// Connects to a schema that exists. Nil when there is none.
        /// - Throws: `RunError.state`.
        init?(reading address: ServerAddress) throws {
            self.address = address
            mode = .readOnly
            lockClass = address.lockClass
            owner = 0
            let opened: (WordTokenizer, PostgreSQLConnection)? = try PostgreSQLError.explaining(address.name) {
                let tokenizer = try WordTokenizer()
                let connection = try Self.connect(address, tokenizer, isReading: true)
                return try PostgreSQLSchema.exists(address, connection.session) ? (tokenizer, connection) : nil
            }
            guard let opened else { return nil }
            (tokenizer, connection) = opened
        }

        func transaction<T>(_ access: Access, _ body: (Database) throws -> T) throws -> T {
            queue.lock()
            defer { queue.unlock() }
            return try PostgreSQLError.explaining(address.name) {
                for _ in 1..<Self.tries {
                    do {
                        return try attempt(access, body)
                    } catch let error as PostgreSQLError where error.isPassing && !error.isUncertain {
                        Thread.sleep(forTimeInterval: Self.pause)
                    }
                }
                return try attempt(access, body)
            }
        }

        func checkRoom() {}

        func close() -> Failure? { nil }
    }

    extension PostgreSQLEngine {
        private static func connect(
            _ address: ServerAddress, _ tokenizer: WordTokenizer, isReading: Bool = false
        ) throws -> PostgreSQLConnection {
            let session = try PostgreSQLSession(address)
            try session.run("SET search_path TO \"\(address.schema)\"")
            try session.run("SET lock_timeout = '300s'")
            // A machine that hangs while it writes must not stop the others.
            try session.run(
                isReading
                    ? "SET default_transaction_read_only = on" : "SET idle_in_transaction_session_timeout = '60s'")
            return PostgreSQLConnection(session, tokenizer)
        }

        /// Takes the lock of this machine's number. After a lost connection, the server may still hold it for the old
        /// one; then the claims hold just as well.
        private func own() throws {
            guard mode == .readWrite else { return }
            try connection.session.run("SELECT pg_try_advisory_lock($1, $2)", [.integer(lockClass), .integer(owner)])
        }

        private func attempt<T>(_ access: Access, _ body: (Database) throws -> T) throws -> T {
            if !connection.session.isConnected {
                connection = try Self.connect(address, tokenizer, isReading: mode == .readOnly)
                try own()
            }
            let session = connection.session
            let result: T
            do {
                switch access {
                // All statements of one step see the same moment.
                case .reading: try session.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
                // A claim that a crash of the server undoes was that of a connection which the crash ended.
                case .claiming: try session.runAll("BEGIN; SET LOCAL synchronous_commit = off")
                // Even a server that is stopped at once must remember each mark.
                case .writing, .writingSoon: try session.run("BEGIN")
                case .writingAlone:
                    try session.run("BEGIN")
                    try session.run("SELECT pg_advisory_xact_lock($1, 0)", [.integer(address.lockClass)])
                }
                result = try body(Database(connection))
            } catch {
                _ = try? session.run("ROLLBACK")
                throw error
            }
            do {
                try session.run("COMMIT")
            } catch var error as PostgreSQLError {
                error.isUncertain = access != .reading
                throw error
            }
            return result
        }
    }

    extension ServerAddress {
        /// The first number of every advisory lock of this schema.
        var lockClass: Int64 { StableHash.key("newsdigest \(schema)") & 0x7FFF_FFFF }
    }
#endif
