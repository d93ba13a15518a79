import Foundation

extension State {
    /// What makes each version of the schema from the one before it, for every engine. The first makes version 12 of
    /// SQLite's and version 5 of PostgreSQL's. Never edit a published change: add a new one.
    static let changes: [@Sendable (Database) throws -> Void] = [
        { db in
            try separateAnswers(in: db)
            try separateParts(in: db)
        },
        { db in try db.connection.define("ALTER TABLE entry ADD COLUMN title TEXT") },
        { db in
            for column in ["article", "story"] {
                try db.connection.define("ALTER TABLE entry ADD COLUMN \(column) INTEGER")
            }
        },
        { db in try db.connection.define("ALTER TABLE delivery ADD COLUMN mark TEXT") },
    ]

    static func change(by statements: [String]) -> @Sendable (Database) throws -> Void {
        { db in for statement in statements { try db.execute(sql: statement) } }
    }

    /// Gives ratings, intros and sentence vectors tables of their own. They were rows of `answer`, with the text of a
    /// number, with a subject that begins with "intro ", and with a vector in base64.
    private static func separateAnswers(in db: Database) throws {
        let tables = [
            """
            CREATE TABLE rating (
                item INTEGER NOT NULL, program INTEGER NOT NULL, time INTEGER NOT NULL, value REAL,
                PRIMARY KEY (item, program)) WITHOUT ROWID
            """,
            """
            CREATE TABLE intro (
                stories TEXT NOT NULL, program INTEGER NOT NULL, version INTEGER NOT NULL, time INTEGER NOT NULL,
                text TEXT NOT NULL, PRIMARY KEY (stories, program)) WITHOUT ROWID
            """,
            """
            CREATE TABLE vector (
                item INTEGER NOT NULL, program INTEGER NOT NULL, version INTEGER NOT NULL, time INTEGER NOT NULL,
                numbers BLOB NOT NULL, PRIMARY KEY (item, program))
            """,
        ]
        for table in tables { try db.connection.define(table) }
        try db.execute(
            sql: """
                INSERT INTO intro (stories, program, version, time, text)
                SELECT substr(subject, 7), program, version, time, summary FROM answer
                WHERE subject LIKE 'intro %' AND summary IS NOT NULL
                """)
        try db.execute(sql: "DELETE FROM answer WHERE subject LIKE 'intro %'")
        // A row does not say what it is. A summary that is taken for one of these is asked for once more.
        let next = try db.cachedStatement(
            sql: """
                SELECT answer.subject, answer.program, answer.version, answer.time, answer.summary, item.number
                FROM answer JOIN item ON item.id = answer.subject
                WHERE (answer.subject, answer.program) > (?, ?)
                  AND answer.title IS NULL AND answer.summary NOT LIKE '% %'
                ORDER BY answer.subject, answer.program LIMIT 500
                """)
        var rows = try Row.fetchAll(next, arguments: ["", 0])
        while let last = rows.last {
            var (ratings, vectors): ([[any SQLConvertible]], [[any SQLConvertible]]) = ([], [])
            for row in rows {
                let (text, key): (String, [SQLValue]) = (try row.value("summary"), [row.values[5], row.values[1]])
                if let rating = Double(text), (0...10).contains(rating) {
                    ratings.append(key + [row.values[3], rating])
                } else if let numbers = Data(base64Encoded: text), !numbers.isEmpty {
                    vectors.append(key + [row.values[2], row.values[3], numbers])
                } else {
                    continue
                }
                try db.cachedStatement(sql: "DELETE FROM answer WHERE subject = ? AND program = ?")
                    .execute(arguments: [row.values[0], row.values[1]])
            }
            try db.insert(ratings, into: "rating", columns: "item, program, time, value")
            try db.insert(vectors, into: "vector", columns: "item, program, version, time, numbers")
            rows = try Row.fetchAll(next, arguments: [last.values[0], last.values[1]])
        }
    }

    /// Moves to `taken` what destinations have accepted. Early versions stored it in `delivery`, as a JSON array.
    static func separateParts(in db: Database) throws {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT delivery.digest, delivery.place, delivery.parts
                FROM delivery JOIN digest ON digest.number = delivery.digest
                WHERE digest.status = 'pending' AND delivery.parts IS NOT NULL
                """)
        for row in rows {
            for part in try JSONDecoder().decode([String].self, from: Data((row.value("parts") as String).utf8)) {
                try db.execute(
                    sql: "INSERT INTO taken (digest, place, part) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                    arguments: [row.values[0], row.values[1], part])
            }
        }
        try db.execute(sql: "ALTER TABLE delivery DROP COLUMN parts")
    }
}
