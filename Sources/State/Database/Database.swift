import Foundation
import Values

/// The database of a state inside one transaction.
///
/// Its SQL is what SQLite and PostgreSQL both understand. A parameter is `?`, or `?1` when it occurs twice. A name is
/// never quoted, because PostgreSQL writes names in lower case. Where the engines differ, `Connection` has an
/// operation.
struct Database {
    let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// Changes rows (`Statement.execute`).
    func execute(sql: String, arguments: [any SQLConvertible] = []) throws {
        try statement(sql: sql).execute(arguments: arguments)
    }

    /// - Returns: the number of rows that were changed.
    func changes(sql: String, arguments: [any SQLConvertible] = []) throws -> Int {
        try statement(sql: sql).changes(arguments: arguments)
    }

    /// Inserts rows by few statements.
    /// - Parameter clause: SQL after the values.
    func insert(
        _ rows: [[any SQLConvertible]], into table: String, columns: String, _ clause: String = ""
    ) throws {
        for start in stride(from: 0, to: rows.count, by: Self.rowsAtOnce) {
            let rows = rows[start..<min(start + Self.rowsAtOnce, rows.count)]
            let values = rows.map { "(\(Self.placeholders($0.count)))" }.joined(separator: ", ")
            try cachedStatement(sql: "INSERT INTO \(table) (\(columns)) VALUES \(values) \(clause)")
                .execute(arguments: rows.flatMap { $0 })
        }
    }

    private static let rowsAtOnce = 32

    /// Inserts rows. A row that has the same key already gets the other values.
    func upsert(_ rows: [[any SQLConvertible]], into table: String, key: String, _ others: String) throws {
        let changes = others.split(separator: ", ").map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        try insert(rows, into: table, columns: "\(key), \(others)", "ON CONFLICT (\(key)) DO UPDATE SET \(changes)")
    }

    /// `?, ?, ?` for the values of a list in SQL.
    static func placeholders(_ count: Int) -> String { Array(repeating: "?", count: count).joined(separator: ", ") }

    /// A statement that is prepared once while the state is open.
    func cachedStatement(sql: String) throws -> Statement { Statement(connection, sql, isCached: true) }

    /// A statement that is prepared each time it runs.
    func statement(sql: String) -> Statement { Statement(connection, sql, isCached: false) }
}

/// One statement of SQL.
struct Statement {
    private let connection: any Connection
    let sql: String
    /// Whether it stays prepared while the state is open.
    let isCached: Bool

    init(_ connection: any Connection, _ sql: String, isCached: Bool) {
        self.connection = connection
        self.sql = sql
        self.isCached = isCached
    }

    /// Changes rows. An engine may do so later, in the same order, but before a later statement returns a result and
    /// before the transaction ends. Then that statement or the end of the transaction throws the error.
    func execute(arguments: [any SQLConvertible] = []) throws {
        try connection.execute(self, arguments.map(\.sqlValue))
    }

    /// - Returns: the number of rows that were changed.
    func changes(arguments: [any SQLConvertible]) throws -> Int {
        try connection.changes(self, arguments.map(\.sqlValue))
    }

    /// Inserts one row into a table whose key is `number`.
    /// - Returns: the number that the row got.
    func insert(arguments: [any SQLConvertible] = []) throws -> Int64 {
        try connection.insert(self, arguments.map(\.sqlValue))
    }

    func map<Value>(
        arguments: [any SQLConvertible] = [], _ transform: (Row) throws -> Value
    ) throws -> [Value] {
        var values: [Value] = []
        try connection.query(self, arguments.map(\.sqlValue)) { row in
            values.append(try transform(row))
            return true
        }
        return values
    }

    func first(arguments: [any SQLConvertible]) throws -> Row? {
        var first: Row?
        try connection.query(self, arguments.map(\.sqlValue)) { row in
            first = row
            return false
        }
        return first
    }
}

/// What an engine does for a transaction.
protocol Connection {
    /// Calls `body` with each row, until there are no more or `body` returns false.
    func query(_ statement: Statement, _ arguments: [SQLValue], _ body: (Row) throws -> Bool) throws
    /// Changes rows, perhaps only when a result is needed or the transaction ends.
    func execute(_ statement: Statement, _ arguments: [SQLValue]) throws
    /// - Returns: the number of rows that were changed.
    func changes(_ statement: Statement, _ arguments: [SQLValue]) throws -> Int
    /// - Returns: the `number` of the inserted row.
    func insert(_ statement: Statement, _ arguments: [SQLValue]) throws -> Int64
    /// Inserts many rows, as fast as the engine can.
    func insert(_ rows: [[SQLValue]], into table: String, columns: [String]) throws
    /// Makes sure that the next row of a table gets a higher number than all its rows have.
    func settle(numbersOf table: String) throws
    /// Counts the rows of tables into which many were inserted, if the engine plans its statements by such counts.
    func analyze(_ tables: [String]) throws
    /// Numbers that no row of a table has, in rising order. No other transaction gets them.
    func newNumbers(_ count: Int, of table: String) throws -> [Int64]
    /// The numbers of names that are known without asking.
    var names: KnownNames { get }

    /// Makes or changes a table or an index of one. The SQL is SQLite's, with the type `BOOLEAN`, with
    /// `TRUE` and `FALSE`, and with `INCLUDE (number)` for an index that also contains the numbers of its rows.
    func define(_ sql: String) throws
    /// Makes an index of words.
    func define(_ index: WordIndex) throws

    /// The search expression for these words: each is the beginning of a word, in any order. A word may have several
    /// spellings. Nil for text without words.
    /// - Parameter spellings: all ways to write one word.
    func pattern(_ text: String, spellings: (String) -> [String]) throws -> String?
    /// The SQL condition that an index has all words of a pattern. The parameter is SQL.
    func matching(_ index: WordIndex, _ parameter: String) -> String
    /// `first JOIN second`, so that the rows come in the order of `first` without sorting.
    var orderedJoin: String { get }
    /// Adds the words of a text to an index, under the number of a row.
    func addWords(_ text: String, of row: Int64, to index: WordIndex) throws
    /// - Parameter text: exactly the text that was added.
    func removeWords(_ text: String, of row: Int64, from index: WordIndex) throws
}

/// An index of words. The numbers of its rows are in the column `rowid`.
enum WordIndex: String, Sendable, CaseIterable {
    /// The words of every item whose text is current, by its number.
    case items = "itemWords"
    /// The words of every story that was sent, by `StoryPlace.number`.
    case stories = "storyWords"
    /// The articles of the items' web pages, by the items' numbers.
    case pages = "pageWords"
}

/// What a transaction may do.
enum Access: Sendable {
    case reading
    /// It changes claims. The commit does not wait for the disk, because claims end when the server does.
    case claiming
    /// It changes rows. No other machine changes them at the same time, or their order does not matter.
    case writing
    /// No other transaction of this kind runs at the same time, on any machine.
    case writingAlone
    /// Like `writing`, but the commit does not wait for the disk. Its changes survive a crash of this process at once.
    /// They survive a crash of the machine with the state only after the next commit of another kind.
    case writingSoon
}

/// A database program with the state of newsdigest in it.
protocol Engine: Sendable {
    /// Runs `body` in one transaction.
    /// - Throws: `RunError.state` for every error of the database.
    func transaction<T>(_ access: Access, _ body: (Database) throws -> T) throws -> T
    /// Stops a run that would not have the space to store its next step.
    func checkSpace() throws
    /// Reads the whole state. A server does this itself.
    func checkContent() throws
    /// - Returns: what could not be done at the end. The state itself is complete.
    func close() -> Failure?

    /// Whether several machines may use the state at the same time. They share the work by claims.
    var isShared: Bool { get }
    /// Claims what is free and was not completed within `window` seconds of `now`.
    func claim(
        _ work: Work, _ subjects: [String], notWithin window: Int64, lease: TimeInterval, now: Int64, in db: Database
    ) throws -> [Claim]
    /// Renews claims on one kind of work.
    /// - Parameter completed: when the work was completed; nil when it was not.
    /// - Returns: the subjects of those that still hold. Another machine has claimed the others since.
    func renew(_ claims: [Claim], completed: Int64?, in db: Database) throws -> Set<String>
    /// Changes rows by one statement in a transaction of its own, if a claim still holds, and renews the claim. A
    /// server is asked only once.
    /// - Parameter sql: gets the SQL condition that the claim holds. The engine may execute the statement twice; this
    ///   must give the same result as once.
    /// - Returns: false when another machine has claimed the work since. Then nothing was changed.
    func change(
        _ access: Access, under claim: Claim, sql: (String) -> String, arguments: [any SQLConvertible]
    ) throws -> Bool
    /// Ends those claims on one kind of work that still hold.
    func release(_ claims: [Claim], completed: Int64?, in db: Database) throws
    /// The number of connections that were made so far. A new connection may mean that claims were lost.
    var connections: Int { get }
    /// Whether the connection is known to be gone. The next transaction makes a new one.
    var isCut: Bool { get }
}

/// Numbers of names. A name never gets another number.
final class KnownNames {
    private var numbers: [String: Int64] = [:]
    /// The names that the present transaction perhaps added. Without a commit, they are forgotten.
    private var new: Set<String> = []
    private static let most = 10_000

    subscript(name: String) -> Int64? { numbers[name] }

    func learn(_ name: String, _ number: Int64) {
        if numbers.count >= Self.most { numbers = [:] }
        numbers[name] = number
        new.insert(name)
    }

    /// - Parameter isCommitted: whether the names that it added stay.
    func endTransaction(isCommitted: Bool) {
        if !isCommitted { for name in new { numbers[name] = nil } }
        new = []
    }
}
