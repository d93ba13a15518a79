import Foundation
import Values

/// One table, described once for every engine. A new state is made from the description, and `State.copy` copies what
/// it names. Columns of an upgraded state may have another order, so an `INSERT` names them.
struct Table: Sendable {
    let name: String
    /// The names of all columns. The key comes first.
    let columns: [String]
    /// The number of columns that make up the key.
    let keys: Int
    /// The SQL that makes the table and its indexes, for `Connection.define`.
    let statements: [String]

    /// - Parameters:
    ///   - key: the columns of the key, each with its type. The engine gives out the values of a key `number`.
    ///   - others: the other columns, each with its type and its rules.
    ///   - indexes: what follows `CREATE INDEX`.
    ///   - hasLongRows: whether SQLite keeps the rows beside the index of their key, and not in it.
    init(
        _ name: String, key: [String], _ others: [String] = [], indexes: [String] = [], hasLongRows: Bool = false
    ) {
        let names = (key + others).map { String($0.prefix { $0 != " " }) }
        let isOne = key.count == 1
        let whole = isOne ? [] : ["PRIMARY KEY (\(names.prefix(key.count).joined(separator: ", ")))"]
        let all = key.map { $0 + (isOne ? " PRIMARY KEY" : " NOT NULL") } + others + whole
        let ending = hasLongRows || isOne && key[0].hasSuffix(" INTEGER") ? "" : " WITHOUT ROWID"
        self.name = name
        columns = names
        keys = key.count
        statements =
            ["CREATE TABLE \(name) (\(all.joined(separator: ", ")))\(ending)"] + indexes.map { "CREATE INDEX \($0)" }
    }
}

extension State {
    /// All tables that every engine has, except the indexes of words, which are made from these.
    ///
    /// Times are seconds since 1970. Hashes are `StableHash.hash`. Blobs are `Compressed` unless said otherwise.
    static let tables = [
        // Names that repeat in every row of other tables: profiles, categories, publishers.
        Table("name", key: ["number INTEGER"], ["text TEXT NOT NULL UNIQUE"]),

        // A source. `record` is the JSON of its `SourceRecord`, not compressed.
        Table(
            "source", key: ["number INTEGER"],
            ["id TEXT NOT NULL UNIQUE", "name TEXT NOT NULL", "record BLOB NOT NULL"]),

        // One item of one source. `content` is nil in a tombstone. `version` is the hash of what the source gave.
        // `isPast` marks an item that the feed already had when it was read for the first time; it is never sent.
        // `isCurrent` marks an item that retention has not shortened. `said` is the `Fingerprint` of what the source said
        // of it. It is null for an item of an earlier version, until its source gives it again, and for one whose text
        // was removed.
        Table(
            "item", key: ["number INTEGER"],
            [
                "id TEXT NOT NULL UNIQUE", "source INTEGER NOT NULL", "link INTEGER", "title TEXT NOT NULL",
                "url TEXT NOT NULL", "category INTEGER", "publisher INTEGER", "position INTEGER",
                "firstSeen INTEGER NOT NULL", "lastSeen INTEGER NOT NULL", "version INTEGER NOT NULL",
                "isPast BOOLEAN NOT NULL", "isCurrent BOOLEAN NOT NULL DEFAULT TRUE", "content BLOB", "said BLOB",
            ],
            indexes: [
                "itemLink ON item (link) WHERE link IS NOT NULL",
                "itemSeen ON item (source, lastSeen) INCLUDE (number) WHERE isCurrent",
            ]),

        // An identity key of an item within its source. A key without an item repeated within one fetch.
        Table("identity", key: ["hash INTEGER"], ["item INTEGER"]),

        // Digests of one run with the same stories are one edition. `edition` is the number of the first of them. The
        // rows of `entry`, `told`, `storyKey` and `storyWords` have this number. Only the first digest has `content`,
        // its JSON, until no digest of the edition is pending. `status` is a `DigestStatus`.
        Table(
            "digest", key: ["number INTEGER"],
            [
                "id TEXT NOT NULL UNIQUE", "profile INTEGER NOT NULL", "title TEXT NOT NULL",
                "created INTEGER NOT NULL", "status TEXT NOT NULL", "finished INTEGER",
                "isSent BOOLEAN NOT NULL DEFAULT FALSE", "leftOver INTEGER NOT NULL", "content BLOB", "edition INTEGER",
            ],
            indexes: [
                "digestProfile ON digest (profile, created)",
                "digestPending ON digest (profile) WHERE status = 'pending'",
                "digestEdition ON digest (edition, profile)",
                "digestContent ON digest (number) WHERE content IS NOT NULL",
            ]),

        // What a profile was sent, as numbers (`SentChecksum`). A profile without a row has not been counted yet.
        Table(
            "history", key: ["profile INTEGER"],
            [
                "digests INTEGER NOT NULL", "times INTEGER NOT NULL", "scatteredTimes INTEGER NOT NULL",
                "items INTEGER NOT NULL", "numbers INTEGER NOT NULL", "scatteredNumbers INTEGER NOT NULL",
            ]),

        // What a digest contains, in its order. A telling has the place of its story in `lead`. `category` is the
        // section; an item without one is not shown. `title` is what the item was called then, if it has had another title
        // since. `article` is the place of the first telling of the same other article, and `story` that of the first one
        // of the same other story of an affair.
        Table(
            "entry", key: ["digest INTEGER", "place INTEGER"],
            [
                "item INTEGER NOT NULL", "lead INTEGER", "category INTEGER", "isSameArticle BOOLEAN", "title TEXT",
                "article INTEGER", "story INTEGER",
            ],
            indexes: ["entryItem ON entry (item)"]),

        // The sent stories that the story at a place of an edition continues, the latest first. `item` led such a
        // story.
        Table(
            "earlier", key: ["digest INTEGER", "place INTEGER", "position INTEGER"],
            ["item INTEGER NOT NULL", "sent INTEGER NOT NULL"], indexes: ["earlierItem ON earlier (item)"]),

        // The keys by which select finds a sent story (`SentStory.keys`). One of profile 0 counts for every profile
        // that was sent the edition.
        Table("storyKey", key: ["key INTEGER", "profile INTEGER", "digest INTEGER", "place INTEGER"]),

        // The bytes of a digest, once for all destinations that get equal bytes. With a `form`, they are the copies of
        // the rendering in packed form, whose pieces are of that text.
        Table(
            "rendering", key: ["number INTEGER"], ["digest INTEGER NOT NULL", "bytes BLOB NOT NULL", "form INTEGER"],
            indexes: [
                "renderingDigest ON rendering (digest)",
                "renderingForm ON rendering (form) WHERE form IS NOT NULL",
            ]),

        // A text that renderings share (`SharedText`).
        Table("form", key: ["number INTEGER"], ["bytes BLOB NOT NULL"]),

        // The delivery of a digest to a destination. `tries` is the number of runs that could not deliver it. `mark` is
        // the `Delivery.mark` of the destination. It is null for a digest of an earlier version.
        Table(
            "delivery", key: ["digest INTEGER", "destination TEXT"],
            [
                "place INTEGER NOT NULL", "rendering INTEGER NOT NULL", "format TEXT NOT NULL", "finished INTEGER",
                "tries INTEGER NOT NULL DEFAULT 0", "reason TEXT", "mark TEXT",
            ]),

        // A part of a digest that a destination has accepted: a recipient of a mail, or a message of a chat. `place` is
        // the delivery's.
        Table("taken", key: ["digest INTEGER", "place INTEGER", "part TEXT"]),

        // What was sent to a profile, and in which digest.
        Table("sent", key: ["item INTEGER", "profile INTEGER"], ["digest INTEGER NOT NULL"]),

        // `summary` is JSON: what was gathered and what failed.
        Table("run", key: ["number INTEGER"], ["started INTEGER NOT NULL", "ended INTEGER", "summary BLOB"]),

        // The reason of every item gathered in a run, for one profile: a `DecisionLog`. `sameAs` is the profile whose
        // row has the log, if both have the same reasons. Then the own log is empty.
        Table("decision", key: ["run INTEGER", "profile INTEGER"], ["log BLOB NOT NULL", "sameAs INTEGER"]),

        // One row for each request that counts for the quota. `key` is the fingerprint of the API key, never the key.
        Table(
            "request", key: ["number INTEGER"], ["key TEXT NOT NULL", "time INTEGER NOT NULL"],
            indexes: ["requestTime ON request (key, time)"]),

        // The sources that a profile was told are broken.
        Table("announced", key: ["profile INTEGER", "source INTEGER"]),

        // `profile` is the one for whose order of stories a saved item counts; null if it counts for none.
        Table(
            "saved", key: ["item INTEGER"], ["time INTEGER NOT NULL", "profile INTEGER"],
            indexes: ["savedProfile ON saved (profile)"]),

        // What a profile thinks of an item.
        Table(
            "opinion", key: ["profile INTEGER", "item INTEGER"],
            ["isLiked INTEGER NOT NULL", "time INTEGER NOT NULL"], indexes: ["opinionItem ON opinion (item)"]),

        // What programs and models answered. `program` is the hash of the one that was asked, with its arguments and the
        // language. `version` is the hash of the text that it was asked about.

        // The summary or the translation of an item, whose id is `subject`. `summary` is null if the answer could not
        // be used.
        Table(
            "answer", key: ["subject TEXT", "program INTEGER"],
            ["version INTEGER NOT NULL", "time INTEGER NOT NULL", "title TEXT", "summary TEXT"]),

        // How important an item is, from 0 to 10. `value` is null if the answer could not be used.
        Table("rating", key: ["item INTEGER", "program INTEGER"], ["time INTEGER NOT NULL", "value REAL"]),

        // The text at the beginning of a digest. `stories` is the hash of the ids of its stories (`Identity.id`).
        Table(
            "intro", key: ["stories TEXT", "program INTEGER"],
            ["version INTEGER NOT NULL", "time INTEGER NOT NULL", "text TEXT NOT NULL"]),

        // The sentence vector of an item: a byte for each number (`SentenceVector.packed`), not compressed.
        Table(
            "vector", key: ["item INTEGER", "program INTEGER"],
            ["version INTEGER NOT NULL", "time INTEGER NOT NULL", "numbers BLOB NOT NULL"], hasLongRows: true),

        // What is needed to recognise the stories of the last days (`SentStory.packed`), as `Compressed`.
        Table("told", key: ["digest INTEGER"], ["stories BLOB NOT NULL"]),

        // What the digests of a profile were chosen from (`Choices`). A profile without a row has none, or only digests
        // of an earlier version.
        Table("choices", key: ["profile INTEGER"], ["content BLOB NOT NULL"]),

        // In how many items of a language each word occurs (`WordTally`), for the items that were first seen in a
        // period of 15 days. `newest` is the greatest number of an item that was counted. The language is '' if it is
        // unknown; then no words are counted.
        Table(
            "wordCount", key: ["language TEXT", "period INTEGER"],
            ["texts INTEGER NOT NULL", "words BLOB NOT NULL", "newest INTEGER NOT NULL"], hasLongRows: true),

        // What a run crashed or hung on (`Quarantine`), with the version of the program that crashed. `step` is an
        // `InFlight.Step`. `url` is the address of an item that could not be stored.
        Table(
            "quarantine", key: ["subject TEXT"],
            ["step INTEGER NOT NULL", "version TEXT NOT NULL", "time INTEGER NOT NULL", "url TEXT"]),

        // What came of asking the web page of an item (`AskedPage`): its article as JSON, or why it is not used.
        Table(
            "page", key: ["item INTEGER"], ["asked INTEGER NOT NULL", "until INTEGER", "refusal TEXT", "content BLOB"],
            indexes: ["pageAsked ON page (asked)"]),

        // The rules for robots of a host (RFC 9309): those of its `robots.txt` that count for newsdigest.
        Table(
            "robots", key: ["host TEXT"], ["asked INTEGER NOT NULL", "rules TEXT NOT NULL"], hasLongRows: true),
    ]

    /// Makes the tables of a new state.
    static func makeTables(in db: Database) throws {
        for statement in tables.flatMap(\.statements) { try db.connection.define(statement) }
        for index in WordIndex.allCases { try db.connection.define(index) }
    }
}

extension State {
    /// Copies everything into another state, which must be empty. If the copy fails, that state stays empty.
    /// - Throws: `RunError.usage` when the other state is not empty.
    package func copy(to other: State) throws {
        try read { source in
            try other.write { target in
                guard try Self.isEmpty(target) else {
                    throw RunError.usage("'\(other.path)' is not empty; copy to a new state")
                }
                for table in Self.tables { try Self.copy(table, from: source, to: target) }
                try Self.indexAllWords(in: target)
                try Self.indexPages(in: target)
                try target.connection.analyze(Self.tables.map(\.name) + WordIndex.allCases.map(\.rawValue))
            }
        }
    }

    static func isEmpty(_ db: Database) throws -> Bool {
        try tables.allSatisfy { try Row.fetchOne(db, sql: "SELECT 1 FROM \($0.name) LIMIT 1") == nil }
    }

    /// The number of rows that are in memory at the same time.
    private static let rowsAtOnce = 500

    private static func copy(_ table: Table, from source: Database, to target: Database) throws {
        let columns = table.columns.joined(separator: ", ")
        let keys = table.columns.prefix(table.keys).joined(separator: ", ")
        let placeholders = Database.placeholders(table.keys)
        let end = "ORDER BY \(keys) LIMIT \(rowsAtOnce)"
        var rows = try Row.fetchAll(source, sql: "SELECT \(columns) FROM \(table.name) \(end)").map(\.values)
        let next = try source.cachedStatement(
            sql: "SELECT \(columns) FROM \(table.name) WHERE (\(keys)) > (\(placeholders)) \(end)")
        while let last = rows.last {
            try target.connection.insert(rows, into: table.name, columns: table.columns)
            rows = try Row.fetchAll(next, arguments: Array(last.prefix(table.keys))).map(\.values)
        }
        if table.columns[0] == "number" { try target.connection.settle(numbersOf: table.name) }
    }
}
