import Foundation
import Values

extension State {
    /// The records of these sources, by their ids. A new source has none.
    package func records(of sources: [String]) throws -> [String: SourceRecord] {
        try read { db in
            try sources.reduce(into: [:]) { records, source in
                records[source] = try Self.record(of: source, in: db)?.record
            }
        }
    }

    /// The ids and names of all sources.
    package func sources() throws -> [(id: String, name: String)] {
        try read { try Self.sources(in: $0) }
    }

    static func sources(in db: Database) throws -> [(id: String, name: String)] {
        try Row.fetchAll(db, sql: "SELECT id, name FROM source").map { (try $0.value(0), try $0.value(1)) }
    }

    /// Changes the record of one source, which may be new.
    /// - Parameter name: the name of a new source.
    package func change(
        recordOf source: String, named name: String, _ change: (inout SourceRecord) -> Void
    ) throws -> SourceRecord {
        try write { db in
            let known = try Self.record(of: source, in: db)
            var record = known?.record ?? SourceRecord()
            change(&record)
            try Self.store(source: source, named: known?.name ?? name, record: record, in: db)
            return record
        }
    }

    /// The sources that have failed in three runs in a row, for the end of the digest and the exit status.
    package func broken(among sources: [String]) throws -> [Digest.SourceFailure] {
        try read { db in
            try sources.compactMap { source in
                guard let (name, record) = try Self.record(of: source, in: db), record.isBroken else { return nil }
                return Digest.SourceFailure(
                    id: source, source: name, since: record.failingSince ?? .distantPast, reason: record.reason ?? "",
                    cause: record.cause)
            }
        }
    }

    /// The sources that the profile was told are broken and that answer again. Once a digest that says so
    /// is delivered, they are not returned any more.
    package func recovered(among sources: [String], profile: String) throws -> [(id: String, name: String)] {
        try read { db in
            guard let profile = try Self.known(profile, in: db) else { return [] }
            let announced = try String.fetchAll(
                db,
                sql: """
                    SELECT source.id FROM announced JOIN source ON source.number = announced.source
                    WHERE announced.profile = ?
                    """, arguments: [profile])
            return try sources.filter(announced.contains).compactMap { source in
                guard let (name, record) = try Self.record(of: source, in: db), record.streak == 0 else { return nil }
                return (source, name)
            }
        }
    }
}

extension State {
    /// Stores which sources the profile was told are broken, once the digest that says so is delivered.
    static func announce(_ digest: Digest, profile: Int64, in db: Database) throws {
        for failure in digest.failures {
            // A digest of an earlier version has only the name.
            let key = failure.id == nil ? "name" : "id"
            try db.execute(
                sql: """
                    INSERT INTO announced (profile, source)
                    SELECT ?, number FROM source WHERE \(key) = ? ON CONFLICT DO NOTHING
                    """,
                arguments: [profile, failure.id ?? failure.source])
        }
        for name in digest.recovered {
            for source in try String.fetchAll(db, sql: "SELECT id FROM source WHERE name = ?", arguments: [name]) {
                // Another source of the same name may still be broken.
                if try record(of: source, in: db)?.record.isBroken == true { continue }
                try db.execute(
                    sql: """
                        DELETE FROM announced WHERE profile = ? AND source = (SELECT number FROM source WHERE id = ?)
                        """, arguments: [profile, source])
            }
        }
    }

    /// - Returns: the source's number.
    @discardableResult
    static func store(
        source id: String, named name: String, record: SourceRecord = SourceRecord(), in db: Database
    ) throws -> Int64 {
        try db.upsert([[id, name, JSONEncoder().encode(record)]], into: "source", key: "id", "name, record")
        let number = try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT number FROM source WHERE id = ?"), arguments: [id])
        guard let number else { throw DatabaseError.damaged("the list of sources") }
        return number
    }

    /// Makes the source of an item give a full answer next time, and the run read it: a 304 or the same answer would not
    /// bring the forgotten item.
    static func forgetValidators(ofSourceWith item: Int64, in db: Database) throws {
        let source = try String.fetchOne(
            db, sql: "SELECT source.id FROM item JOIN source ON source.number = item.source WHERE item.number = ?",
            arguments: [item])
        guard let source, var record = try record(of: source, in: db)?.record else { return }
        (record.etag, record.lastModified, record.lastAnswer) = (nil, nil, nil)
        try db.execute(
            sql: "UPDATE source SET record = ? WHERE id = ?", arguments: [JSONEncoder().encode(record), source])
    }

    static func record(of source: String, in db: Database) throws -> (name: String, record: SourceRecord)? {
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT name, record FROM source WHERE id = ?"), arguments: [source])
        guard let row else { return nil }
        guard let record = try? JSONDecoder.bounded.decode(SourceRecord.self, from: row.value(1)) else {
            throw DatabaseError.damaged("the record of a source")
        }
        return (try row.value(0), record)
    }
}
