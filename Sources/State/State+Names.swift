import Values

// Items and names by number, as the rows of the state name them.
extension State {
    static func number(ofItem idOrAddress: String, in db: Database) throws -> Int64? {
        try numbers(ofItems: idOrAddress, in: db).first
    }

    /// The item with an id. For an address, the items of all sources that have or had this address; the item that was
    /// seen last is first.
    static func numbers(ofItems idOrAddress: String, in db: Database) throws -> [Int64] {
        if let number = try Int64.fetchOne(db, sql: "SELECT number FROM item WHERE id = ?", arguments: [idOrAddress]) {
            return [number]
        }
        let texts = Identity.keys(ofAddress: idOrAddress)
        // A source may change the address of an item. The keys of both addresses stay.
        let sources = try String.fetchAll(db, sql: "SELECT id FROM source")
        let lookUp = try db.cachedStatement(sql: "SELECT item FROM identity WHERE hash = ? AND item IS NOT NULL")
        func known(_ text: String) throws -> [Int64] {
            try sources.compactMap { try Int64.fetchOne(lookUp, arguments: [Identity.hash(text, ofSource: $0)]) }
        }
        // An address with a fragment names one item of a page, if there is such an item.
        let exact = try texts.count > 1 ? known(texts[0]) : []
        let once = try exact.isEmpty ? texts.last.map(known) ?? [] : exact
        let page = exact.isEmpty ? Identity.page(idOrAddress) : nil
        let now = try page.map {
            try Int64.fetchAll(db, sql: "SELECT number FROM item WHERE link = ?", arguments: [$0])
        }
        let lastSeen = try db.cachedStatement(sql: "SELECT lastSeen FROM item WHERE number = ?")
        return try Set(once + (now ?? [])).compactMap { number in
            try Int64.fetchOne(lastSeen, arguments: [number]).map { (seen: $0, number: number) }
        }.sorted { ($1.seen, $0.number) < ($0.seen, $1.number) }.map(\.number)
    }

    /// The number of a name. A name without a number gets one.
    static func number(of name: String, in db: Database) throws -> Int64 {
        if let number = try known(name, in: db) { return number }
        try addNames([name], in: db)
        guard let number = try known(name, in: db) else { throw DatabaseError.damaged("the list of names") }
        return number
    }

    static func known(_ name: String, in db: Database) throws -> Int64? {
        if let number = db.connection.names[name] { return number }
        try lookUp([name], in: db)
        return db.connection.names[name]
    }

    /// Makes the numbers of names known, so that each is found without another statement. A name without a number gets
    /// one.
    static func addNames(_ names: some Sequence<String>, in db: Database) throws {
        // In the same order on all machines, so that no two wait for each other.
        let names = Set(names).sorted()
        try lookUp(names, in: db)
        let new = names.filter { db.connection.names[$0] == nil }
        if new.isEmpty { return }
        try db.insert(new.map { [$0] }, into: "name", columns: "text", "ON CONFLICT DO NOTHING")
        try lookUp(new, in: db)
    }

    /// Asks for the numbers of those names that are not known yet.
    private static func lookUp(_ names: [String], in db: Database) throws {
        let new = names.filter { db.connection.names[$0] == nil }
        if new.isEmpty { return }
        let sql = "SELECT text, number FROM name WHERE text IN (\(Database.placeholders(new.count)))"
        for row in try Row.fetchAll(db.cachedStatement(sql: sql), arguments: new) {
            try db.connection.names.learn(row.value(0), row.value(1))
        }
    }
}
