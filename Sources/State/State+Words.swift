import Foundation
import GRDB
import Texts

/// Where a story stands: in which digest, and at which place.
struct StoryPlace: Hashable, Comparable {
    package var digest: Int64
    package var place: Int

    /// The number of its row in `storyWords`: the newest digest has the highest, and in it the first story.
    package var number: Int64 { digest << Self.bits | (Self.mask &- Int64(place)) }

    /// What finds the entry of a row of `storyWords`.
    package static let condition =
        "entry.digest = storyWords.rowid >> \(bits) AND entry.place = \(mask) - (storyWords.rowid & \(mask))"
    /// No row of this digest, or of a later one, has a lower number. Takes and gives SQL.
    package static func least(ofDigest number: String) -> String { "(\(number) << \(bits))" }

    private static let bits = 20
    private static let mask: Int64 = 1 << bits - 1

    /// The newest first.
    static func < (a: StoryPlace, b: StoryPlace) -> Bool { (b.digest, a.place) < (a.digest, b.place) }
}

extension State {
    /// What of a summary is searched: 300 characters, which the index counts with their marks as long as these are no
    /// more than any language needs. What the index has of an old item must be found again by the same rule.
    static func searched(_ summary: String) -> String {
        summary.utf8.count <= 300 ? summary : String(summary.beginning(1_200).prefix(300))
    }

    /// Every word as the beginning of one, in any order; nil for text without words.
    package static func pattern(_ words: String, in db: Database) throws -> String? {
        // The indexes' own tokenizer: it takes some scripts' words apart at their vowel signs, and an index without
        // positions knows no phrases.
        let words = try db.makeTokenizer(.unicode61()).tokenize(query: FoldedText.line(of: words)).map(\.token)
        return words.isEmpty ? nil : words.map(anySpelling).joined(separator: " AND ")
    }

    /// A word with and without the dots of its `i`: folded without knowing the language, a Turkish `ı` becomes `i` where
    /// it was a capital.
    private static func anySpelling(of word: String) -> String {
        let phrases = FoldedText.dottedAndDotless(word).map { "\"\($0)\"*" }
        return phrases.count == 1 ? phrases[0] : "(\(phrases.joined(separator: " OR ")))"
    }

    /// Lets `change` alter what is found of an item. SQLite needs the very words again to take them out of an index
    /// that keeps no text, so what is stored before and after must be what the index had and gets.
    static func reindexing(_ item: Int64, in db: Database, _ change: () throws -> Void) throws {
        let stories = try sentStories(with: item, in: db)
        try removeWords(of: item, in: db)
        for story in stories { try removeWords(of: story, in: db) }
        try change()
        try addWords(of: item, in: db)
        for story in stories { try addWords(of: story, in: db) }
    }

    /// Makes the words of an item found that is current.
    static func addWords(of item: Int64, in db: Database) throws {
        if let text = try text(ofItem: item, in: db) { try addWords(text, of: item, in: db) }
    }

    static func addWords(_ text: String, of item: Int64, in db: Database) throws {
        try db.cachedStatement(sql: "INSERT INTO itemWords (rowid, text) VALUES (?, ?)").execute(arguments: [
            item, text,
        ])
    }

    static func removeWords(of item: Int64, in db: Database) throws {
        if let text = try text(ofItem: item, in: db) { try removeWords(text, of: item, in: db) }
    }

    static func removeWords(_ text: String, of item: Int64, in db: Database) throws {
        try db.cachedStatement(sql: "INSERT INTO itemWords (itemWords, rowid, text) VALUES ('delete', ?, ?)")
            .execute(arguments: [item, text])
    }

    /// Makes the stories of a digest found that was sent. In the order of their numbers, which costs the index least.
    static func addWords(ofDigest digest: Int64, in db: Database) throws {
        let places = try Int.fetchAll(
            db.cachedStatement(sql: "SELECT place FROM entry WHERE digest = ? AND lead IS NULL ORDER BY place DESC"),
            arguments: [digest])
        for place in places { try addWords(of: StoryPlace(digest: digest, place: place), in: db) }
    }

    /// For a state that had no such indexes.
    static func indexAllWords(in db: Database) throws {
        let items = try Int64.fetchAll(db, sql: "SELECT number FROM item WHERE isCurrent ORDER BY number")
        for item in items { try addWords(of: item, in: db) }
        let digests = try Int64.fetchAll(db, sql: "SELECT number FROM digest WHERE isSent ORDER BY number")
        for digest in digests { try addWords(ofDigest: digest, in: db) }
    }
}

extension State {
    private static func addWords(of story: StoryPlace, in db: Database) throws {
        guard let text = try text(of: story, in: db) else { return }
        try db.cachedStatement(sql: "INSERT INTO storyWords (rowid, text) VALUES (?, ?)")
            .execute(arguments: [story.number, text])
    }

    private static func removeWords(of story: StoryPlace, in db: Database) throws {
        guard let text = try text(of: story, in: db) else { return }
        try db.cachedStatement(sql: "INSERT INTO storyWords (storyWords, rowid, text) VALUES ('delete', ?, ?)")
            .execute(arguments: [story.number, text])
    }

    private static func sentStories(with item: Int64, in db: Database) throws -> [StoryPlace] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT entry.digest, coalesce(entry.lead, entry.place) FROM entry
                    JOIN digest ON digest.number = entry.digest
                    WHERE entry.item = ? AND entry.category IS NOT NULL AND digest.isSent
                    """), arguments: [item]
        ).map { try StoryPlace(digest: $0.value(0), place: $0.value(1)) }
    }

    /// Nil where the index has nothing.
    private static func text(ofItem item: Int64, in db: Database) throws -> String? {
        let statement = try db.cachedStatement(
            sql: "SELECT title, content FROM item WHERE number = ? AND isCurrent AND content IS NOT NULL")
        return try Row.fetchOne(statement, arguments: [item]).map { try text(title: $0.value(0), content: $0.value(1)) }
    }

    /// The lead's words and the titles of the others that are shown with it; nil when the lead was forgotten.
    private static func text(of story: StoryPlace, in db: Database) throws -> String? {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT item.title, CASE WHEN entry.lead IS NULL THEN item.content END, entry.lead IS NULL
                    FROM entry JOIN item ON item.number = entry.item
                    WHERE entry.digest = ?1 AND (entry.place = ?2 OR entry.lead = ?2) AND entry.category IS NOT NULL
                    ORDER BY entry.place
                    """), arguments: [story.digest, story.place])
        guard let lead = rows.first, try lead.value(2) else { return nil }
        let others = try rows.dropFirst().map { folded(try $0.value(0)) }
        return ([try text(title: lead.value(0), content: lead.value(1))] + others).joined(separator: " ")
    }

    private static func text(title: String, content: Data?) throws -> String {
        text(title: title, summary: try content.map { try self.content($0).summary } ?? "")
    }

    /// What is found of an item: its title and the start of its summary.
    package static func text(title: String, summary: String) -> String {
        folded(title + "\n" + searched(summary))
    }

    private static func folded(_ text: String) -> String { FoldedText.line(of: text) }
}
