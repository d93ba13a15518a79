#if PostgreSQL
    import Foundation

    // A claim is a row of the table `claim`. Its owner is the number of a connection, which holds an advisory lock of
    // this number. So the server knows at once when the owner is gone. The lease is for owners that hang.
    extension PostgreSQLEngine {
        var isShared: Bool { true }

        func claim(
            _ work: Work, _ subjects: [String], besides window: Int64, lease: TimeInterval, now: Int64, in db: Database
        ) throws -> [Claim] {
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

        func holds(_ claim: Claim, in db: Database) throws -> Bool {
            try db.cachedStatement(
                sql: """
                    UPDATE claim SET lease = clock_timestamp() + make_interval(secs => length)
                    WHERE work = ?1 AND subject = ?2 AND fence = ?3 AND owner = ?4
                    """
            ).execute(arguments: [claim.work.rawValue, claim.subject, claim.fence, owner]) == 1
        }

        func complete(_ claim: Claim, at time: Int64, in db: Database) throws {
            try db.cachedStatement(
                sql: "UPDATE claim SET completed = ?1 WHERE work = ?2 AND subject = ?3 AND fence = ?4"
            ).execute(arguments: [time, claim.work.rawValue, claim.subject, claim.fence])
        }

        func release(_ claim: Claim, in db: Database) throws {
            try db.cachedStatement(
                sql: """
                    UPDATE claim SET owner = NULL, lease = NULL
                    WHERE work = ?1 AND subject = ?2 AND fence = ?3 AND owner = ?4
                    """
            ).execute(arguments: [claim.work.rawValue, claim.subject, claim.fence, owner])
        }

        /// The SQL condition that a claim holds: its lease is not over, and its owner is connected.
        private static func isTaken(by lockClass: String) -> String {
            """
            owner IS NOT NULL AND lease > clock_timestamp() AND EXISTS (
                SELECT 1 FROM pg_locks
                WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND CAST(objid AS BIGINT) = owner
                  AND CAST(classid AS BIGINT) = \(lockClass)
                  AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))
            """
        }

        /// Texts as an array of PostgreSQL (PostgreSQL's documentation, section 8.15.2).
        private static func array(_ texts: [String]) -> String {
            let quoted = texts.map { "\"\($0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"" }
            return "{\(quoted.joined(separator: ","))}"
        }
    }
#endif
