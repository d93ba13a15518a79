extension State {
    /// What makes each version of the schema from the one before it, for every engine. The first makes version 12 of
    /// SQLite's and version 5 of PostgreSQL's. Never edit a published change: add a new one.
    static let changes: [@Sendable (Database) throws -> Void] = []

    static func change(by statements: [String]) -> @Sendable (Database) throws -> Void {
        { db in for statement in statements { try db.execute(sql: statement) } }
    }
}
