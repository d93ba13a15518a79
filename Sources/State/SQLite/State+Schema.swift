import Foundation
import GRDB
import Values

extension State {
    /// All versions of the schema. Never edit a published migration: add a new one for a change.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1", foreignKeyChecks: .immediate) { db in
            for table in firstSchema { try db.execute(sql: table) }
        }
        migrator.registerMigration("2", foreignKeyChecks: .immediate) { db in
            for change in secondSchema { try db.execute(sql: change) }
            try indexAllWords(ofDigests: "number", in: Database(SQLiteConnection(db)))
        }
        migrator.registerMigration("3", foreignKeyChecks: .immediate) { db in
            try packDecisions(in: Database(SQLiteConnection(db)))
            // Until new stories are stored, they are read from the rows.
            try db.execute(sql: "DELETE FROM told")
        }
        migrator.registerMigration("4", foreignKeyChecks: .immediate) { db in
            for change in fourthSchema { try db.execute(sql: change) }
        }
        migrator.registerMigration("5", foreignKeyChecks: .immediate) { db in
            for change in fifthSchema { try db.execute(sql: change) }
        }
        migrator.registerMigration("6", foreignKeyChecks: .immediate) { db in
            for change in sixthSchema { try db.execute(sql: change) }
        }
        migrator.registerMigration("7", foreignKeyChecks: .immediate) { db in
            for change in seventhSchema { try db.execute(sql: change) }
        }
        migrator.registerMigration("8", foreignKeyChecks: .immediate) { db in
            for change in eighthSchema { try db.execute(sql: change) }
        }
        migrator.registerMigration("9", foreignKeyChecks: .immediate) { db in
            for change in ninthSchema { try db.execute(sql: change) }
        }
        migrator.registerMigration("10", foreignKeyChecks: .immediate) { db in
            for change in tenthSchema { try db.execute(sql: change) }
        }
        migrator.registerMigration("11", foreignKeyChecks: .immediate) { db in
            for change in eleventhSchema { try db.execute(sql: change) }
        }
        return migrator
    }

    /// Times are seconds since 1970. Hashes are `StableHash.hash`. Blobs are `Compressed` unless said otherwise.
    private static let firstSchema = [
        // Names that repeat in every row of other tables: profiles, categories, publishers.
        "CREATE TABLE name (number INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE)",

        // A source. `record` is the JSON of its `SourceRecord`, not compressed.
        """
        CREATE TABLE source (
            number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, record BLOB NOT NULL)
        """,

        // One item of one source. `content` is nil in a tombstone. `version` is the hash of what the source gave.
        // `isPast` marks an item that the feed already had when it was read for the first time; it is never sent.
        // `isCurrent` marks an item that retention has not shortened.
        """
        CREATE TABLE item (
            number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, source INTEGER NOT NULL, link INTEGER,
            title TEXT NOT NULL, url TEXT NOT NULL, category INTEGER, publisher INTEGER, position INTEGER,
            firstSeen INTEGER NOT NULL, lastSeen INTEGER NOT NULL, version INTEGER NOT NULL,
            isPast INTEGER NOT NULL, isCurrent INTEGER NOT NULL DEFAULT 1, content BLOB)
        """,
        "CREATE INDEX itemLink ON item (link) WHERE link IS NOT NULL",
        "CREATE INDEX itemSeen ON item (source, lastSeen) WHERE isCurrent",

        // An identity key of an item within its source. A key without an item repeated within one fetch.
        "CREATE TABLE identity (hash INTEGER PRIMARY KEY, item INTEGER)",

        // The words of every item, folded, for the history's search.
        """
        CREATE VIRTUAL TABLE words USING fts5 (
            text, content = '', columnsize = 0, detail = none, tokenize = 'unicode61 remove_diacritics 1')
        """,

        // `content` is the digest's JSON while it is pending. `status` is a `DigestStatus`.
        """
        CREATE TABLE digest (
            number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, profile INTEGER NOT NULL, title TEXT NOT NULL,
            created INTEGER NOT NULL, status TEXT NOT NULL, finished INTEGER,
            isSent INTEGER NOT NULL DEFAULT 0, leftOver INTEGER NOT NULL, content BLOB)
        """,
        "CREATE INDEX digestProfile ON digest (profile, created)",
        "CREATE INDEX digestPending ON digest (profile) WHERE status = 'pending'",

        // What a digest contains, in its order. A telling has the place of its story in `lead`. `category` is the
        // section; an item without one is not shown.
        """
        CREATE TABLE entry (
            digest INTEGER NOT NULL, place INTEGER NOT NULL, item INTEGER NOT NULL, lead INTEGER, category INTEGER,
            isSameArticle INTEGER, PRIMARY KEY (digest, place)) WITHOUT ROWID
        """,
        "CREATE INDEX entryItem ON entry (item)",

        // The keys by which select finds a sent story (`SentStory.keys`).
        """
        CREATE TABLE storyKey (
            key INTEGER NOT NULL, profile INTEGER NOT NULL, digest INTEGER NOT NULL, place INTEGER NOT NULL,
            PRIMARY KEY (key, profile, digest, place)) WITHOUT ROWID
        """,

        // The bytes of a digest, once for all destinations that get equal bytes.
        """
        CREATE TABLE rendering (
            number INTEGER PRIMARY KEY, digest INTEGER NOT NULL, bytes BLOB NOT NULL)
        """,
        "CREATE INDEX renderingDigest ON rendering (digest)",
        // `parts` names what a destination has accepted of a digest that it has not accepted completely: a JSON array.
        // `tries` is the number of runs that could not deliver it.
        """
        CREATE TABLE delivery (
            digest INTEGER NOT NULL, destination TEXT NOT NULL, place INTEGER NOT NULL, rendering INTEGER NOT NULL,
            format TEXT NOT NULL, finished INTEGER, tries INTEGER NOT NULL DEFAULT 0, reason TEXT, parts TEXT,
            PRIMARY KEY (digest, destination)) WITHOUT ROWID
        """,

        // What was sent to a profile, and in which digest.
        """
        CREATE TABLE sent (
            profile INTEGER NOT NULL, item INTEGER NOT NULL, digest INTEGER NOT NULL,
            PRIMARY KEY (item, profile)) WITHOUT ROWID
        """,

        // `summary` is JSON: what was gathered and what failed.
        "CREATE TABLE run (number INTEGER PRIMARY KEY, started INTEGER NOT NULL, ended INTEGER, summary BLOB)",
        // The reason of every item gathered in a run, for one profile: a `DecisionLog`.
        """
        CREATE TABLE decision (
            run INTEGER NOT NULL, profile INTEGER NOT NULL, log BLOB NOT NULL,
            PRIMARY KEY (run, profile)) WITHOUT ROWID
        """,

        // One row for each request that counts for the quota. `key` is the fingerprint of the API key, never the key.
        "CREATE TABLE request (number INTEGER PRIMARY KEY, key TEXT NOT NULL, time INTEGER NOT NULL)",
        "CREATE INDEX requestTime ON request (key, time)",
        "CREATE TABLE backOff (host TEXT PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID",

        // The sources that a profile was told are broken.
        """
        CREATE TABLE announced (
            profile INTEGER NOT NULL, source INTEGER NOT NULL, PRIMARY KEY (profile, source)) WITHOUT ROWID
        """,

        "CREATE TABLE saved (item INTEGER PRIMARY KEY, time INTEGER NOT NULL)",
    ]

    private static let secondSchema = [
        // The waiting times are in the source's record now.
        "DROP TABLE backOff",

        // With one index of the words of all items, the newest stories could not be found without reading all.
        "DROP TABLE words",
        // The words of every item whose text is current, by its number.
        """
        CREATE VIRTUAL TABLE itemWords USING fts5 (
            text, content = '', columnsize = 0, detail = none, tokenize = 'unicode61 remove_diacritics 1')
        """,
        // The words of every story that was sent. The numbers grow with the order of the history (`StoryPlace.number`).
        """
        CREATE VIRTUAL TABLE storyWords USING fts5 (
            text, content = '', columnsize = 0, detail = none, tokenize = 'unicode61 remove_diacritics 1')
        """,

        // What is needed to recognise the stories of the last days (`SentStory.packed`), as `Compressed`.
        "CREATE TABLE told (digest INTEGER PRIMARY KEY, stories BLOB NOT NULL)",
    ]

    private static let fourthSchema = [
        // What a run crashed or hung on (`Quarantine`), with the version of the program that crashed. `step` is an
        // `InFlight.Step`. `url` is the address of an item that could not be stored.
        """
        CREATE TABLE quarantine (
            subject TEXT PRIMARY KEY, step INTEGER NOT NULL, version TEXT NOT NULL, time INTEGER NOT NULL, url TEXT)
            WITHOUT ROWID
        """
    ]

    private static let fifthSchema = [
        // What a program answered about an item, or about the stories of a digest. `program` is the hash of the program
        // with its arguments, `version` that of the text. `summary` is null if the answer could not be used.
        """
        CREATE TABLE answer (
            subject TEXT NOT NULL, program INTEGER NOT NULL, version INTEGER NOT NULL, time INTEGER NOT NULL,
            title TEXT, summary TEXT, PRIMARY KEY (subject, program)) WITHOUT ROWID
        """,

        // What a profile thinks of an item.
        """
        CREATE TABLE opinion (
            profile INTEGER NOT NULL, item INTEGER NOT NULL, isLiked INTEGER NOT NULL, time INTEGER NOT NULL,
            PRIMARY KEY (profile, item)) WITHOUT ROWID
        """,
        "CREATE INDEX opinionItem ON opinion (item)",
        // The profile for whose order of stories a saved item counts; null if it counts for none.
        "ALTER TABLE saved ADD COLUMN profile INTEGER",
        "CREATE INDEX savedProfile ON saved (profile)",
        "UPDATE saved SET profile = (SELECT number FROM name WHERE text = 'default')",
    ]

    private static let sixthSchema = [
        // A text that renderings share (`SharedText`).
        "CREATE TABLE form (number INTEGER PRIMARY KEY, bytes BLOB NOT NULL)",
        // With a `form`, the bytes of a rendering are its copies in packed form, whose pieces are of that text.
        "ALTER TABLE rendering ADD COLUMN form INTEGER",
        "CREATE INDEX renderingForm ON rendering (form) WHERE form IS NOT NULL",
        // A part of a digest that a destination has accepted: a recipient of a mail, or a message of a chat. `place` is
        // the delivery's. The parts of deliveries of earlier versions are in `delivery.parts`.
        """
        CREATE TABLE taken (
            digest INTEGER NOT NULL, place INTEGER NOT NULL, part TEXT NOT NULL,
            PRIMARY KEY (digest, place, part)) WITHOUT ROWID
        """,
    ]

    private static let seventhSchema = [
        // Digests of one run with the same stories are one edition. `edition` is the number of the first of them. The
        // rows of `entry`, `told`, `storyKey` and `storyWords` have this number. Only the first digest has `content`,
        // until no digest of the edition is pending. A `storyKey` of profile 0 counts for every profile that was sent
        // the edition.
        "ALTER TABLE digest ADD COLUMN edition INTEGER",
        "UPDATE digest SET edition = number",
        "CREATE INDEX digestEdition ON digest (edition, profile)",
        "CREATE INDEX digestContent ON digest (number) WHERE content IS NOT NULL",
        // The profile whose row has the log, if both have the same reasons. Then the own log is empty.
        "ALTER TABLE decision ADD COLUMN sameAs INTEGER",
        // What a profile was sent, as numbers (`SentFingerprint`). A profile without a row has not been counted yet.
        """
        CREATE TABLE history (
            profile INTEGER PRIMARY KEY, digests INTEGER NOT NULL, times INTEGER NOT NULL,
            scatteredTimes INTEGER NOT NULL, items INTEGER NOT NULL, numbers INTEGER NOT NULL,
            scatteredNumbers INTEGER NOT NULL)
        """,
    ]

    private static let eighthSchema = [
        // The sent stories that the story at a place of an edition continues, the latest first. `item` led such a
        // story.
        """
        CREATE TABLE earlier (
            digest INTEGER NOT NULL, place INTEGER NOT NULL, position INTEGER NOT NULL, item INTEGER NOT NULL,
            sent INTEGER NOT NULL, PRIMARY KEY (digest, place, position)) WITHOUT ROWID
        """,
        "CREATE INDEX earlierItem ON earlier (item)",
    ]

    private static let ninthSchema = [
        // In how many items of a language each word occurs (`WordTally`), for the items that were first seen in a
        // period of 15 days. `newest` is the greatest number of an item that was counted. The language is '' if it is
        // unknown; then no words are counted.
        """
        CREATE TABLE wordCount (
            language TEXT NOT NULL, period INTEGER NOT NULL, texts INTEGER NOT NULL, words BLOB NOT NULL,
            newest INTEGER NOT NULL, PRIMARY KEY (language, period))
        """
    ]

    private static let tenthSchema = [
        // What the source said of the item (`Said`), not compressed. Null for an item of an earlier version, until its
        // source gives it again, and for one whose text was removed.
        "ALTER TABLE item ADD COLUMN said BLOB",

        // What the digests of a profile were chosen from (`Choices`). A profile without a row has none, or only digests
        // of an earlier version.
        "CREATE TABLE choices (profile INTEGER PRIMARY KEY, content BLOB NOT NULL)",
    ]

    private static let eleventhSchema = [
        // What came of asking the web page of an item (`AskedPage`): its article as JSON, or why it is not used.
        """
        CREATE TABLE page (
            item INTEGER PRIMARY KEY, asked INTEGER NOT NULL, until INTEGER, refusal TEXT, content BLOB)
        """,
        "CREATE INDEX pageAsked ON page (asked)",
        // The words of the articles, by the numbers of their items.
        """
        CREATE VIRTUAL TABLE pageWords USING fts5 (
            text, content = '', columnsize = 0, detail = none, tokenize = 'unicode61 remove_diacritics 1')
        """,
        // The rules for robots of a host (RFC 9309): those of its `robots.txt` that count for newsdigest.
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
