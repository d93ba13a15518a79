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
                try indexAllWords(ofDigests: "number", titles: "item.title", in: db)
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

/// The decisions of a run as the first two schemas stored them.
private struct JSONDecisionLog: Decodable {
    /// The JSON of each different decision.
    var texts: [String]
    var steps: [Int64]
    var choices: [Int]

    enum CodingKeys: String, CodingKey {
        case texts = "d"
        case steps = "s"
        case choices = "c"
    }

    var packed: Data {
        get throws {
            let known = try texts.map {
                try JSONDecoder.bounded.decode(JSONDecision.self, from: Data($0.utf8)).decision
            }
            var log = DecisionLog()
            var item: Int64 = 0
            for (step, choice) in zip(steps, choices) {
                item &+= step
                if known.indices.contains(choice) { log.append(known[choice], on: item) }
            }
            return log.packed
        }
    }
}

/// A decision in the JSON of the first two schemas. This form never changes, whatever becomes of `Decision`.
private enum JSONDecision: Decodable {
    case shown(JSONScore)
    case duplicate(of: String)
    case sameStory(as: String)
    case alreadySent(digest: String, story: String, newPublishers: Int)
    case waiting(Cap, JSONScore)
    case tooOld(Date)
    case beforeSince(Date)
    case eventOver
    case eventLater(Date)
    case otherCategory(String)
    case otherLanguage(String)
    case notIncluded
    case excluded(by: String)
    case muted(by: String)
    case past
    case filteredOut

    enum Cap: String, Decodable { case source, section, digest, delivery, output }

    var decision: Decision {
        switch self {
        case .shown(let score): .shown(score.score)
        case .duplicate(let id): .duplicate(of: id)
        case .sameStory(let id): .sameStory(as: id)
        case .alreadySent(let digest, let story, let new):
            .alreadySent(digest: digest, story: story, newPublishers: new)
        case .waiting(let cap, let score): .queued(cap.cap, score.score)
        case .tooOld(let date): .tooOld(date)
        case .beforeSince(let date): .beforeSince(date)
        case .eventOver: .eventOver
        case .eventLater(let date): .eventLater(date)
        case .otherCategory(let name): .otherCategory(name)
        case .otherLanguage(let tag): .otherLanguage(tag)
        case .notIncluded: .notIncluded
        case .excluded(let pattern): .excluded(by: pattern)
        case .muted(let pattern): .muted(by: pattern)
        case .past: .past
        case .filteredOut: .filteredOut
        }
    }
}

extension JSONDecision.Cap {
    fileprivate var cap: Decision.Cap {
        switch self {
        case .source: .source
        case .section: .section
        case .digest: .digest
        case .delivery: .delivery
        case .output: .output
        }
    }
}

private struct JSONScore: Decodable {
    struct Part: Decodable {
        var name: String
        var value: Double
    }

    var parts: [Part]

    var score: Score { Score(parts.map { Score.Part($0.name, $0.value) }) }
}
