import Foundation
import Values

extension State {
    /// The summaries or translations that a program gave for these items, by id. An item that it was not asked about is
    /// missing.
    /// - Parameter program: the hash that stands for the program and its arguments.
    package func answers(of program: Int64, about ids: [String]) throws -> [String: ProgramAnswer] {
        try lookUp(ids, "SELECT version, title, summary FROM answer WHERE subject = ? AND program = ?", program) {
            try ProgramAnswer(version: $0.value(0), title: $0.value(1), summary: $0.value(2))
        }
    }

    /// How important a program finds these items, from 0 to 10, by id: nil if its answer could not be used. An item that
    /// it was not asked about is missing.
    package func ratings(by program: Int64, of ids: [String]) throws -> [String: Double?] {
        try lookUp(
            ids, "SELECT value FROM rating JOIN item ON item.number = rating.item WHERE item.id = ? AND program = ?",
            program
        ) { try $0.value(0) }
    }

    /// The sentence vectors that a program gave for these items, by id.
    package func vectors(by program: Int64, of ids: [String]) throws -> [String: StoredVector] {
        try lookUp(
            ids,
            """
            SELECT vector.version, numbers FROM vector JOIN item ON item.number = vector.item
            WHERE item.id = ? AND program = ?
            """, program
        ) { try StoredVector(version: $0.value(0), packed: $0.value(1)) }
    }

    /// - Parameter sql: finds a row by the id of an item and by a program.
    private func lookUp<Value>(
        _ ids: [String], _ sql: String, _ program: Int64, _ value: (Row) throws -> Value
    ) throws -> [String: Value] {
        try read { db in
            let statement = try db.cachedStatement(sql: sql)
            var found: [String: Value] = [:]
            for id in ids { found[id] = try Row.fetchOne(statement, arguments: [id, program]).map(value) }
            return found
        }
    }

    /// The newest sentence vectors that a program gave, by the numbers of their items, in packed form.
    package func vectors(by program: Int64, newest limit: Int) throws -> [Int64: Data] {
        try read { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT item, numbers FROM vector WHERE program = ? ORDER BY time DESC LIMIT ?",
                arguments: [program, limit])
            return try Dictionary(uniqueKeysWithValues: rows.map { try ($0.value(0), $0.value(1)) })
        }
    }

    /// The text that a program wrote to the stories of a digest, with the version of their texts.
    /// - Parameter stories: stands for the ids of the stories (`Identity.id`).
    package func intro(to stories: String, by program: Int64) throws -> (version: Int64, text: String)? {
        try read { db in
            try Row.fetchOne(
                db, sql: "SELECT version, text FROM intro WHERE stories = ? AND program = ?",
                arguments: [stories, program]
            ).map { (try $0.value(0), try $0.value(1)) }
        }
    }

    /// Stores what a program answered. A newer answer replaces the older one.
    package func keep(_ answers: [String: ProgramAnswer], of program: Int64, now: Date) throws {
        if answers.isEmpty { return }
        try write { db in
            try db.upsert(
                answers.map { [$0, program, $1.version, Self.seconds(now), $1.title, $1.summary] }, into: "answer",
                key: "subject, program", "version, time, title, summary")
        }
    }

    package func keep(ratings: [String: Double?], by program: Int64, now: Date) throws {
        try keep(
            ratings.map { [$0, program, Self.seconds(now), $1] },
            """
            INSERT INTO rating (item, program, time, value) SELECT number, ?2, ?3, ?4 FROM item WHERE id = ?1
            ON CONFLICT (item, program) DO UPDATE SET time = excluded.time, value = excluded.value
            """)
    }

    package func keep(vectors: [String: StoredVector], by program: Int64, now: Date) throws {
        try keep(
            vectors.map { [$0, program, $1.version, Self.seconds(now), $1.packed] },
            """
            INSERT INTO vector (item, program, version, time, numbers) SELECT number, ?2, ?3, ?4, ?5 FROM item
            WHERE id = ?1 ON CONFLICT (item, program) DO UPDATE SET version = excluded.version, time = excluded.time,
                numbers = excluded.numbers
            """)
    }

    package func keep(intro text: String, to stories: String, version: Int64, by program: Int64, now: Date) throws {
        try write { db in
            try db.upsert(
                [[stories, program, version, Self.seconds(now), text]], into: "intro", key: "stories, program",
                "version, time, text")
        }
    }

    /// Executes a statement for each of these lists of arguments.
    private func keep(_ rows: [[any SQLConvertible]], _ sql: String) throws {
        guard !rows.isEmpty else { return }
        try write { db in
            let insert = try db.cachedStatement(sql: sql)
            for row in rows { try insert.execute(arguments: row) }
        }
    }

    /// The fullest content of these items, by id.
    package func contents(of ids: [String]) throws -> [String: Item] {
        try read { db in
            let lookUp = try db.cachedStatement(sql: Self.itemSQL + " WHERE item.id = ?")
            var items: [String: Item] = [:]
            for id in ids { items[id] = try Row.fetchOne(lookUp, arguments: [id]).map { try StoredItem($0).item } }
            return items
        }
    }
}
