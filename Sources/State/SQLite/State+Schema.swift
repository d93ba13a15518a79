import Foundation
import GRDB
import Values

extension State {
    /// Makes the tables of a new state, or upgrades those of an earlier version.
    static func migrate(_ queue: DatabaseQueue) throws {
        let isNew = try queue.inDatabase(migrator.appliedIdentifiers).isEmpty
        try migrator(isNew: isNew).migrate(queue)
    }

    /// All versions of the schema, as changes of the tables of the first.
    static var migrator: DatabaseMigrator { migrator(isNew: false) }

    /// - Parameter isNew: whether there are no tables yet. The first version then makes those of the newest at once.
    private static func migrator(isNew: Bool) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for (index, change) in ([{ _ in }] + earlierChanges + changes).enumerated() {
            migrator.registerMigration("\(index + 1)", foreignKeyChecks: .immediate) { db in
                let db = Database(SQLiteConnection(db))
                if !isNew { try change(db) } else if index == 0 { try makeTables(in: db) }
            }
        }
        return migrator
    }

    /// What makes the second version and the next ones, until `changes` began. Never edit a published change.
    private static var earlierChanges: [@Sendable (Database) throws -> Void] {
        [
            { db in
                try change(by: second)(db)
                try indexAllWords(ofDigests: "number", in: db)
            },
            { db in
                try packDecisions(in: db)
                // Until new stories are stored, they are read from the rows.
                try db.execute(sql: "DELETE FROM told")
            },
        ] + [fourth, fifth, sixth, seventh, eighth, ninth, tenth, eleventh].map(change(by:))
    }

    private static let second = [
        // The waiting times are in the source's record since then.
        "DROP TABLE backOff",
        // With one index of the words of all items, the newest stories could not be found without reading all.
        "DROP TABLE words",
        """
        CREATE VIRTUAL TABLE itemWords USING fts5 (
            text, content = '', columnsize = 0, detail = none, tokenize = 'unicode61 remove_diacritics 1')
        """,
        """
        CREATE VIRTUAL TABLE storyWords USING fts5 (
            text, content = '', columnsize = 0, detail = none, tokenize = 'unicode61 remove_diacritics 1')
        """,
        "CREATE TABLE told (digest INTEGER PRIMARY KEY, stories BLOB NOT NULL)",
    ]

    private static let fourth = [
        """
        CREATE TABLE quarantine (
            subject TEXT PRIMARY KEY, step INTEGER NOT NULL, version TEXT NOT NULL, time INTEGER NOT NULL, url TEXT)
            WITHOUT ROWID
        """
    ]

    private static let fifth = [
        """
        CREATE TABLE answer (
            subject TEXT NOT NULL, program INTEGER NOT NULL, version INTEGER NOT NULL, time INTEGER NOT NULL,
            title TEXT, summary TEXT, PRIMARY KEY (subject, program)) WITHOUT ROWID
        """,
        """
        CREATE TABLE opinion (
            profile INTEGER NOT NULL, item INTEGER NOT NULL, isLiked INTEGER NOT NULL, time INTEGER NOT NULL,
            PRIMARY KEY (profile, item)) WITHOUT ROWID
        """,
        "CREATE INDEX opinionItem ON opinion (item)",
        "ALTER TABLE saved ADD COLUMN profile INTEGER",
        "CREATE INDEX savedProfile ON saved (profile)",
        "UPDATE saved SET profile = (SELECT number FROM name WHERE text = 'default')",
    ]

    private static let sixth = [
        "CREATE TABLE form (number INTEGER PRIMARY KEY, bytes BLOB NOT NULL)",
        "ALTER TABLE rendering ADD COLUMN form INTEGER",
        "CREATE INDEX renderingForm ON rendering (form) WHERE form IS NOT NULL",
        """
        CREATE TABLE taken (
            digest INTEGER NOT NULL, place INTEGER NOT NULL, part TEXT NOT NULL,
            PRIMARY KEY (digest, place, part)) WITHOUT ROWID
        """,
    ]

    private static let seventh = [
        "ALTER TABLE digest ADD COLUMN edition INTEGER",
        "UPDATE digest SET edition = number",
        "CREATE INDEX digestEdition ON digest (edition, profile)",
        "CREATE INDEX digestContent ON digest (number) WHERE content IS NOT NULL",
        "ALTER TABLE decision ADD COLUMN sameAs INTEGER",
        """
        CREATE TABLE history (
            profile INTEGER PRIMARY KEY, digests INTEGER NOT NULL, times INTEGER NOT NULL,
            scatteredTimes INTEGER NOT NULL, items INTEGER NOT NULL, numbers INTEGER NOT NULL,
            scatteredNumbers INTEGER NOT NULL)
        """,
    ]

    private static let eighth = [
        """
        CREATE TABLE earlier (
            digest INTEGER NOT NULL, place INTEGER NOT NULL, position INTEGER NOT NULL, item INTEGER NOT NULL,
            sent INTEGER NOT NULL, PRIMARY KEY (digest, place, position)) WITHOUT ROWID
        """,
        "CREATE INDEX earlierItem ON earlier (item)",
    ]

    private static let ninth = [
        """
        CREATE TABLE wordCount (
            language TEXT NOT NULL, period INTEGER NOT NULL, texts INTEGER NOT NULL, words BLOB NOT NULL,
            newest INTEGER NOT NULL, PRIMARY KEY (language, period))
        """
    ]

    private static let tenth = [
        "ALTER TABLE item ADD COLUMN said BLOB",
        "CREATE TABLE choices (profile INTEGER PRIMARY KEY, content BLOB NOT NULL)",
    ]

    private static let eleventh = [
        """
        CREATE TABLE page (
            item INTEGER PRIMARY KEY, asked INTEGER NOT NULL, until INTEGER, refusal TEXT, content BLOB)
        """,
        "CREATE INDEX pageAsked ON page (asked)",
        """
        CREATE VIRTUAL TABLE pageWords USING fts5 (
            text, content = '', columnsize = 0, detail = none, tokenize = 'unicode61 remove_diacritics 1')
        """,
        "CREATE TABLE robots (host TEXT PRIMARY KEY, asked INTEGER NOT NULL, rules TEXT NOT NULL)",
    ]

    /// Packs the reasons of the runs, which were JSON. The items keep their JSON: `StoredContent` reads both forms.
    private static func packDecisions(in db: Database) throws {
        for row in try Row.fetchAll(db, sql: "SELECT run, profile FROM decision") {
            let key: [Int64] = try [row.value(0), row.value(1)]
            let old = try Data.fetchOne(
                db, sql: "SELECT log FROM decision WHERE run = ? AND profile = ?", arguments: key)
            guard let old else { throw DatabaseError.damaged("a run's reasons") }
            let log = try unpacked(JSONDecisionLog.self, old).packed
            try db.execute(
                sql: "UPDATE decision SET log = ? WHERE run = ? AND profile = ?",
                arguments: [Compressed(log).data, key[0], key[1]])
        }
    }
}
