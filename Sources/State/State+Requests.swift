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

extension State {
    /// Counts tokens of a language model before they are used, so that a killed run never exceeds the limit.
    ///
    /// The table of requests has a row for each request to a model: its key ends with the number of tokens.
    /// - Parameters:
    ///   - key: whose limit it is, without a space at the end.
    ///   - limit: tokens allowed within `window` seconds; 0 for no limit.
    /// - Returns: the key of the row, for `correctTokens`; nil if there are not so many tokens left.
    package func reserveTokens(
        _ tokens: Int, key: String, limit: Int, window: TimeInterval, now: Date
    ) throws -> String? {
        try write { db in
            let used = try String.fetchAll(
                db, sql: "SELECT key FROM request WHERE key LIKE ? AND time > ? AND time < ?",
                arguments: ["\(key) %", Self.seconds(now - window), Self.seconds(now + window)]
            ).reduce(0) { $0 + Self.tokens(ofRow: $1) }
            guard limit == 0 || used + tokens <= limit else { return nil }
            let row = "\(key) \(UUID().uuidString) \(tokens)"
            try db.execute(sql: "INSERT INTO request (key, time) VALUES (?, ?)", arguments: [row, Self.seconds(now)])
            try db.execute(
                sql: "DELETE FROM request WHERE key LIKE ? AND time < ?",
                arguments: ["\(key) %", Self.seconds(now - 2 * window)])
            return row
        }
    }

    /// The rows of tokens: their keys, with their times.
    package func tokenRows() throws -> [String: Int64] {
        try read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT key, time FROM request WHERE key LIKE 'model %'")
            return try Dictionary(rows.map { (try $0.value("key"), try $0.value("time")) }) { first, _ in first }
        }
    }

    /// Adds rows that a copy of this state has.
    package func addTokenRows(_ rows: [String: Int64]) throws {
        try write { db in
            for (key, time) in rows {
                try db.execute(sql: "INSERT INTO request (key, time) VALUES (?, ?)", arguments: [key, time])
            }
        }
    }

    /// The tokens that an answer may have used. A service may say anything.
    private static let possibleTokens = 0...1_000_000_000

    private static func tokens(ofRow key: String) -> Int {
        let tokens = key.split(separator: " ").last.flatMap { Int($0) } ?? 0
        return min(max(possibleTokens.lowerBound, tokens), possibleTokens.upperBound)
    }

    /// Replaces the number of reserved tokens by that of the tokens that were used, unless it is impossible.
    package func correctTokens(_ row: String, to tokens: Int) throws {
        guard Self.possibleTokens.contains(tokens) else { return }
        let key = row.split(separator: " ").dropLast().joined(separator: " ")
        try write { db in
            try db.execute(
                sql: "UPDATE request SET key = ? WHERE key = ?", arguments: ["\(key) \(tokens)", row])
        }
    }
}
