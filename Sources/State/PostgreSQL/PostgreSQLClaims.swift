#if PostgreSQL
    import Foundation
    import Texts

    // A claim is a row of the table `claim`. Its owner is the number of a connection, which holds an advisory lock of
    // this number. So the server knows at once when the owner is gone. The lease is for owners that hang.
    extension PostgreSQLEngine {
        var isShared: Bool { true }

        func claim(
            _ work: Work, _ subjects: [String], notWithin window: Int64, lease: TimeInterval, now: Int64,
            in db: Database
        ) throws -> [Claim] {
            if work == .reader { awaitOthers() }
            let names = Self.array(subjects)
            try db.cachedStatement(
                sql: """
                    INSERT INTO claim (work, subject)
                    SELECT ?1, wanted FROM unnest(CAST(?2 AS TEXT[])) AS wanted ORDER BY wanted ON CONFLICT DO NOTHING
                    """
            ).execute(arguments: [work.rawValue, names])
            return try db.cachedStatement(
                sql: """
                    UPDATE claim SET owner = ?3, fence = fence + 1, length = ?4,
                        lease = clock_timestamp() + make_interval(secs => ?4)
                    WHERE work = ?1 AND subject IN (
                        SELECT subject FROM claim
                        WHERE work = ?1 AND subject = ANY(CAST(?2 AS TEXT[])) AND NOT (\(Self.isTaken(by: "?5")))
                          AND (completed IS NULL OR abs(completed - ?6) >= ?7)
                        ORDER BY subject FOR UPDATE SKIP LOCKED)
                    RETURNING subject, fence
                    """
            ).map(arguments: [work.rawValue, names, owner, Double(lease), lockClass, now, window]) {
                try Claim(work: work, subject: $0.value(0), fence: $0.value(1))
            }
        }

        func renew(_ claims: [Claim], completed: Int64?, in db: Database) throws -> Set<String> {
            try Set(
                change(claims, Self.renewal, completed: completed, in: db).map { try $0.value(0) })
        }

        func release(_ claims: [Claim], completed: Int64?, in db: Database) throws {
            _ = try change(claims, "owner = NULL, lease = NULL", completed: completed, in: db)
        }

        /// SQL that renews a claim.
        static let renewal = "lease = clock_timestamp() + make_interval(secs => length)"

        /// Changes those of the claims that still hold.
        /// - Returns: their subjects.
        private func change(_ claims: [Claim], _ change: String, completed: Int64?, in db: Database) throws -> [Row] {
            guard let first = claims.first else { return [] }
            let fences = "{\(claims.map { "\($0.fence)" }.joined(separator: ","))}"
            return try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        UPDATE claim SET \(change), completed = coalesce(CAST(?5 AS BIGINT), completed)
                        FROM unnest(CAST(?2 AS TEXT[]), CAST(?3 AS BIGINT[])) AS own (name, number)
                        WHERE work = ?1 AND subject = own.name AND fence = own.number AND owner = ?4
                        RETURNING subject
                        """),
                arguments: [first.work.rawValue, Self.array(claims.map(\.subject)), fences, owner, completed])
        }

        /// The SQL condition that a claim holds: its lease is not over, and its owner is connected.
        private static func isTaken(by lockClass: String) -> String {
            "owner IS NOT NULL AND lease > clock_timestamp() AND EXISTS (\(locks(of: "owner", lockClass)))"
        }

        /// Texts as an array of PostgreSQL (PostgreSQL's documentation, section 8.15.2).
        private static func array(_ texts: [String]) -> String {
            let quoted = texts.map {
                "\"" + $0.replacing(literal: "\\", with: "\\\\").replacing(literal: "\"", with: "\\\"") + "\""
            }
            return "{\(quoted.joined(separator: ","))}"
        }
    }

    /// One statement that commits by itself. It gives the same result if it is executed twice.
    struct Mark {
        /// The last parameter is `synchronous_commit` of this commit, or null for the setting of the server
        /// (PostgreSQL's documentation, section 20.5.1).
        let sql: String
        let arguments: [any SQLConvertible]

        /// - Returns: whether the claim of the mark still holds.
        func run(on connection: PostgreSQLConnection, waitsForDisk: Bool) throws -> Bool {
            let setting: String? = waitsForDisk ? nil : "off"
            let count = try Int64.fetchOne(
                Database(connection).cachedStatement(sql: sql), arguments: arguments + [setting])
            return count == 1
        }
    }

    /// The marks that the server has executed, but perhaps not written to its disk. If the server crashes, they are
    /// executed again.
    struct UnflushedMarks {
        private var marks: [Mark] = []
        private var lastSafe = ContinuousClock.now

        /// How many marks may be lost if this machine fails together with the server, or if another machine comes first
        /// after a crash of the server.
        private static let most = 16
        private static let longest = Duration.milliseconds(50)

        /// Whether the next mark need not wait for the disk. If mails are slow, each mark waits.
        var mayGrow: Bool { marks.count < Self.most && .now < lastSafe + Self.longest }

        var isEmpty: Bool { marks.isEmpty }

        mutating func add(_ mark: Mark) { marks.append(mark) }

        /// The disk has all marks: the server writes commits in their order.
        mutating func areSafe() {
            marks = []
            lastSafe = .now
        }

        /// Executes the marks again on a new connection. Marks whose claim is lost change nothing.
        mutating func `repeat`(on connection: PostgreSQLConnection) throws {
            for mark in marks { _ = try mark.run(on: connection, waitsForDisk: true) }
            areSafe()
        }
    }
#endif
