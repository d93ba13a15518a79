#if PostgreSQL
    import Foundation
    import InFlight
    import Texts
    import Values

    /// A state in one schema of a PostgreSQL database. Any number of machines may use it at the same time.
    ///
    /// If the connection is lost, the present transaction is tried again for a while. Each transaction that changes
    /// something stores its number in the row of its machine. So if the connection was lost during a commit, the next
    /// one finds out whether the server did it.
    ///
    /// It is `Sendable`, because whoever changes it holds `queue`.
    final class PostgreSQLEngine: Engine, @unchecked Sendable {
        private let address: ServerAddress
        private let mode: State.Mode
        private let queue = NSLock()
        private let tokenizer: WordTokenizer
        private var connection: PostgreSQLConnection
        /// The number of this machine's claims. While it is connected, it holds an advisory lock of this number.
        private(set) var owner: Int64 = 0
        let lockClass: Int64
        /// The number of connections that were made so far.
        private var made = 1
        /// When the last connection was made, except the first.
        private var reconnected: ContinuousClock.Instant?
        /// The number of the last transaction of this machine that changes something.
        private var step: Int64 = 0
        private(set) var marks = UnflushedMarks()
        /// Why the server is used no more.
        private var end: PostgreSQLError?

        /// How often a transaction is tried, and how long it waits before the third time and each later one, in
        /// seconds.
        private static let tries = 20
        private static let pause = 0.5
        /// For how long a transaction is tried again after a lost connection. A server that is restarted answers again
        /// within this time. If a server does not answer at all, one try takes longer than this time, and is the last.
        private static let patience = Duration.seconds(10)
        /// For how long the first connection is tried again when it is refused or closed. A server that is not there
        /// must be reported soon.
        private static let firstPatience = Duration.seconds(3)

        /// Connects, and makes or upgrades the schema.
        /// - Throws: `RunError.state`.
        init(_ address: ServerAddress) throws {
            self.address = address
            mode = .readWrite
            lockClass = address.lockClass
            (tokenizer, connection) = try PostgreSQLError.explaining(address.name) {
                let tokenizer = try WordTokenizer()
                return (tokenizer, try Self.connectPatiently(address, tokenizer))
            }
            try PostgreSQLError.explaining(address.name) { try retrying { try prepare() } }
            failpoint(.opened)
        }

        /// Connects to a schema that exists. Nil when there is none.
        /// - Throws: `RunError.state`.
        init?(reading address: ServerAddress) throws {
            self.address = address
            mode = .readOnly
            lockClass = address.lockClass
            let opened: (WordTokenizer, PostgreSQLConnection)? = try PostgreSQLError.explaining(address.name) {
                let tokenizer = try WordTokenizer()
                let connection = try Self.connectPatiently(address, tokenizer, isReading: true)
                return try PostgreSQLSchema.exists(address, connection.session) ? (tokenizer, connection) : nil
            }
            guard let opened else { return nil }
            (tokenizer, connection) = opened
        }

        func transaction<T>(_ access: Access, _ body: (Database) throws -> T) throws -> T {
            queue.lock()
            defer { queue.unlock() }
            return try PostgreSQLError.explaining(address.name) {
                var result: T?
                return try retrying { try attempt(access, &result, body) }
            }
        }

        func change(
            _ access: Access, under claim: Claim, sql: (String) -> String, arguments: [any SQLConvertible]
        ) throws -> Bool {
            queue.lock()
            defer { queue.unlock() }
            let placeholders = (1...5).map { "?\(arguments.count + $0)" }
            // The server commits a statement outside a transaction by itself.
            let whole = """
                WITH held AS (
                    UPDATE claim SET \(Self.renewal)
                    WHERE work = \(placeholders[0]) AND subject = \(placeholders[1])
                      AND fence = \(placeholders[2]) AND owner = \(placeholders[3])
                    RETURNING 1
                ), changed AS (\(sql("EXISTS (SELECT 1 FROM held)")) RETURNING 1)
                SELECT count(*), set_config(
                    'synchronous_commit',
                    coalesce(CAST(\(placeholders[4]) AS TEXT), current_setting('synchronous_commit')), TRUE)
                FROM held
                """
            let own: [any SQLConvertible] = [claim.work.rawValue, claim.subject, claim.fence, owner]
            return try PostgreSQLError.explaining(address.name) {
                try retrying {
                    try reconnect()
                    let staysUnflushed = access == .writingSoon && marks.mayGrow
                    let mark = Mark(sql: whole, arguments: arguments + own)
                    let holds = try mark.run(on: connection, waitsForDisk: !staysUnflushed)
                    if staysUnflushed { marks.add(mark) } else { marks.areSafe() }
                    return holds
                }
            }
        }

        var isCut: Bool { queue.withLock { connection.session.isClosed } }

        var connections: Int { queue.withLock { made } }

        func checkSpace() {}

        func checkContent() {}

        func close() -> Failure? {
            queue.lock()
            defer { queue.unlock() }
            if mode == .readWrite { _ = try? connection.session.run(Self.removeMachine, [.text("\(owner)")]) }
            return nil
        }
    }

    extension PostgreSQLEngine {
        private static func connect(
            _ address: ServerAddress, _ tokenizer: WordTokenizer, isReading: Bool = false
        ) throws -> PostgreSQLConnection {
            let session = try PostgreSQLSession(address)
            try session.send("SET search_path TO \"\(address.schema)\"")
            try session.send("SET lock_timeout = '300s'")
            // A machine that hangs while it writes must not stop the others.
            try session.run(
                isReading
                    ? "SET default_transaction_read_only = on" : "SET idle_in_transaction_session_timeout = '60s'")
            return PostgreSQLConnection(session, tokenizer)
        }

        /// Connects for the first time. A server that restarts refuses or closes connections for a moment.
        private static func connectPatiently(
            _ address: ServerAddress, _ tokenizer: WordTokenizer, isReading: Bool = false
        ) throws -> PostgreSQLConnection {
            let end = ContinuousClock.now + firstPatience
            while true {
                do {
                    return try connect(address, tokenizer, isReading: isReading)
                } catch let error as PostgreSQLError where error.isPassing && .now < end {
                    Thread.sleep(forTimeInterval: 2 * pause)
                }
            }
        }

        /// Does the work again while the server restarts, or after another error that passes. After the last try, a
        /// server that is away is not asked again.
        private func retrying<T>(_ work: () throws -> T) throws -> T {
            if let end { throw end }
            var (count, known, limit) = (0, 0, ContinuousClock.now)
            while true {
                do {
                    return try work()
                } catch let error as PostgreSQLError where error.isPassing {
                    count += 1
                    // After each connection the time begins again.
                    if known != made { (known, limit) = (made, .now + Self.patience) }
                    if count == Self.tries || error.isAway && .now >= limit {
                        if error.isAway { end = error }
                        throw error
                    }
                    if count > 1 { Thread.sleep(forTimeInterval: Self.pause) }
                }
            }
        }

        /// Connects again if the connection is lost.
        private func reconnect() throws {
            guard !connection.session.isConnected else { return }
            let new = try Self.connect(address, tokenizer, isReading: mode == .readOnly)
            if owner > 0 { try own(by: new.session) }
            // A crash of the server may have undone the marks.
            try marks.repeat(on: new)
            connection = new
            made += 1
            reconnected = .now
        }

        /// Makes or upgrades the schema, and gives this machine its number.
        private func prepare() throws {
            try reconnect()
            try PostgreSQLSchema.migrate(address, connection)
            if owner == 0 {
                // The first numbers are for other locks of the schema.
                let number = try connection.session.run("SELECT 1000 + nextval('machine') % 2000000000")
                owner = try number.row(0).value(0)
            }
            try own(by: connection.session)
            try removeOldMachines()
        }

        /// Takes the lock of this machine's number, and makes the machine's row. It first ends what the server still
        /// does for a lost connection of this machine, because that holds the lock. Without the lock, the claims seem
        /// free.
        private func own(by session: PostgreSQLSession) throws {
            let lock: [SQLValue] = [.integer(lockClass), .integer(owner)]
            try session.send(
                "SELECT pg_terminate_backend(pid) FROM (\(Self.locks(of: "$2", "$1"))) AS lost "
                    + "WHERE pid <> pg_backend_pid()", lock)
            try session.send("SELECT pg_advisory_lock($1, $2)", lock)
            try session.run(
                """
                INSERT INTO claim (work, subject, owner, lease)
                VALUES ('machine', $1, $2, clock_timestamp() + INTERVAL '1 day') ON CONFLICT DO NOTHING
                """, [.text("\(owner)"), .integer(owner)])
        }

        private static let removeMachine = "DELETE FROM claim WHERE work = 'machine' AND subject = $1"

        /// Removes the rows of machines that are long gone.
        private func removeOldMachines() throws {
            try connection.session.run(
                """
                DELETE FROM claim WHERE work = 'machine' AND lease < clock_timestamp()
                  AND NOT EXISTS (\(Self.locks(of: "owner", "$1")))
                """, [.integer(lockClass)])
        }

        /// - Parameter result: what the body returned before a commit that failed; nil when no commit failed.
        private func attempt<T>(_ access: Access, _ result: inout T?, _ body: (Database) throws -> T) throws -> T {
            try reconnect()
            if let result, try access == .reading || isCommitted() { return result }
            result = nil
            let (session, names) = (connection.session, connection.names)
            do {
                try begin(access, session)
                let value = try body(Database(connection))
                result = value
                try session.run("COMMIT")
                if access == .writing || access == .writingAlone { marks.areSafe() }
                names.endTransaction(isCommitted: true)
                return value
            } catch {
                names.endTransaction(isCommitted: false)
                _ = try? session.receive()
                _ = try? session.run("ROLLBACK")
                throw error
            }
        }

        /// After a crash of the server, the other machines are to connect first. Each marks again what it delivered,
        /// before another machine claims the readers.
        func awaitOthers() {
            guard let reconnected else { return }
            let left = reconnected + .seconds(1) - .now
            if left > .zero { Thread.sleep(forTimeInterval: left / .seconds(1)) }
        }

        private func begin(_ access: Access, _ session: PostgreSQLSession) throws {
            // All statements of one step see the same moment.
            if access == .reading { return try session.send("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") }
            try session.send("BEGIN")
            // A crash of the server may undo a claim, because it also ends the connection that had the claim. All other
            // changes must survive a crash.
            if access == .claiming { try session.send("SET LOCAL synchronous_commit = off") }
            if access == .writingAlone {
                try session.send("SELECT pg_advisory_xact_lock($1, 0)", [.integer(address.lockClass)])
            }
            step += 1
            try session.send(
                "UPDATE claim SET fence = $1 WHERE work = 'machine' AND subject = $2",
                [.integer(step), .text("\(owner)")], isCached: true)
        }

        /// Whether the server did the last commit, whose answer was lost. Waits until the server has decided it.
        private func isCommitted() throws -> Bool {
            let row = try connection.session.run(
                "SELECT fence FROM claim WHERE work = 'machine' AND subject = $1 FOR UPDATE", [.text("\(owner)")])
            return try row.count == 1 && row.row(0).value(0) == step
        }

        /// SQL for the sessions that hold the lock of a machine.
        static func locks(of owner: String, _ lockClass: String) -> String {
            """
            SELECT pid FROM pg_locks
            WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND CAST(objid AS BIGINT) = \(owner)
              AND CAST(classid AS BIGINT) = \(lockClass)
              AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
            """
        }
    }

    extension ServerAddress {
        /// The first number of every advisory lock of this schema.
        var lockClass: Int64 { StableHash.hash("newsdigest \(schema)") & 0x7FFF_FFFF }
    }
#endif
