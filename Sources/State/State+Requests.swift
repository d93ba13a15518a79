import Foundation
import InFlight

extension State {
    /// Counts one request against a quota before it is sent. So a killed run or a second run at the same time can never
    /// exceed the quota.
    ///
    /// - Parameters:
    ///   - key: whose quota it is: a fingerprint of the API key, never the key.
    ///   - limit: requests allowed within `window` seconds.
    /// - Returns: nil when the request may be sent now, otherwise the time when the next one may be sent.
    package func reserve(key: String, limit: Int, window: TimeInterval, now: Date) throws -> Date? {
        let next: Date? = try write { db in
            // A time more than one window in the future comes from a wrong clock, and does not count.
            let times = try Int64.fetchAll(
                db, sql: "SELECT time FROM request WHERE key = ? AND time > ? AND time < ? ORDER BY time",
                arguments: [key, Self.seconds(now - window), Self.seconds(now + window)])
            guard times.count < limit else {
                return limit > 0 ? try Self.date(times[times.count - limit]) + window : .distantFuture
            }
            try db.execute(sql: "INSERT INTO request (key, time) VALUES (?, ?)", arguments: [key, Self.seconds(now)])
            try db.execute(
                sql: "DELETE FROM request WHERE key = ? AND time < ?", arguments: [key, Self.seconds(now - 2 * window)])
            return nil
        }
        failpoint(.reserved)
        return next
    }

    /// The number of requests in the window that are used.
    package func used(key: String, window: TimeInterval, now: Date) throws -> Int {
        try read { db in
            try Int.fetchOne(
                db, sql: "SELECT count(*) FROM request WHERE key = ? AND time > ? AND time < ?",
                arguments: [key, Self.seconds(now - window), Self.seconds(now + window)]) ?? 0
        }
    }
}
