import Foundation
import Texts

/// The place of a story: its edition, and its place in that edition.
struct StoryPlace: Hashable, Comparable {
    var edition: Int64
    var place: Int

    /// The number of its row in `storyWords`. The newest edition has the highest numbers, and its first story the
    /// highest of these.
    var number: Int64 { edition << Self.bits | (Self.mask &- Int64(place)) }

    /// The SQL condition that joins a row of `storyWords` with its entry.
    static let condition =
        "entry.digest = storyWords.rowid >> \(bits) AND entry.place = \(mask) - (storyWords.rowid & \(mask))"
    /// The lowest number that a row of this edition or a later one can have. The parameter and the result are SQL.
    static func least(ofEdition number: String) -> String { "(\(number) << \(bits))" }

    private static let bits = 20
    private static let mask: Int64 = 1 << bits - 1

    /// The newest story is first.
    static func < (a: StoryPlace, b: StoryPlace) -> Bool { (b.edition, a.place) < (a.edition, b.place) }
}

extension State {
    /// The part of a summary that is searched: 300 characters. Combining marks belong to their character, up to a
    /// number that is enough for any language. Do not change this rule: the words of an old item can only be removed
    /// from the index by the same rule.
    static func searched(_ summary: String) -> String {
        summary.utf8.count <= 300 ? summary : String(summary.beginning(1_200).prefix(300))
    }

    /// The search expression for these words: each is the beginning of a word, in any order. Nil for text without
    /// words. Folding does not know the language, so a capital Turkish `I` (for `ı`) becomes `i`; a word is found with
    /// and without the dot of its `i`.
    static func pattern(_ words: String, in db: Database) throws -> String? {
        try db.connection.pattern(FoldedText.folded(words), spellings: FoldedText.dottedAndDotless)
    }

    /// Runs `change`, which alters the indexed text of an item, and updates the indexes.
    ///
    /// An index that stores no text can only remove words that it gets again. So the stored text before and after the
    /// change must be exactly what the index has and what it gets.
    static func reindexing(_ item: Int64, in db: Database, _ change: () throws -> Void) throws {
        let stories = try sentStories(with: item, in: db)
        try removeWords(of: item, in: db)
        for story in stories { try removeWords(of: story, in: db) }
        try change()
        try addWords(of: item, in: db)
        for story in stories { try addWords(of: story, in: db) }
    }

    /// Adds the words of a current item to the index.
    static func addWords(of item: Int64, in db: Database) throws {
        if let text = try text(ofItem: item, in: db) { try addWords(text, of: item, in: db) }
    }

    static func addWords(_ text: String, of item: Int64, in db: Database) throws {
        try db.connection.addWords(text, of: item, to: .items)
    }

    static func removeWords(of item: Int64, in db: Database) throws {
        if let text = try text(ofItem: item, in: db) { try removeWords(text, of: item, in: db) }
    }

    static func removeWords(_ text: String, of item: Int64, in db: Database) throws {
        try db.connection.removeWords(text, of: item, from: .items)
    }

    /// Adds the words of a sent edition's stories to the index, in the order of their numbers. This order is the
    /// fastest.
    static func addWords(ofEdition edition: Int64, titles: String = allTitles, in db: Database) throws {
        let places = try Int.fetchAll(
            db.cachedStatement(sql: "SELECT place FROM entry WHERE digest = ? AND lead IS NULL ORDER BY place DESC"),
            arguments: [edition])
        for place in places {
            try addWords(of: StoryPlace(edition: edition, place: place), titles: titles, in: db)
        }
    }

    /// Fills the indexes of a state that did not have them.
    /// - Parameters:
    ///   - column: the column with the editions; before the seventh schema each digest was one.
    ///   - titles: the SQL of the titles; before the thirteenth schema an item had one.
    static func indexAllWords(
        ofDigests column: String = "edition", titles: String = allTitles, in db: Database
    ) throws {
        let items = try Int64.fetchAll(db, sql: "SELECT number FROM item WHERE isCurrent ORDER BY number")
        for item in items { try addWords(of: item, in: db) }
        let editions = try Int64.fetchAll(
            db, sql: "SELECT DISTINCT \(column) FROM digest WHERE isSent ORDER BY \(column)")
        for edition in editions { try addWords(ofEdition: edition, titles: titles, in: db) }
    }

    /// The SQL of an item's title, and of that with which it was sent.
    private static let allTitles = "item.title || coalesce(' ' || entry.title, '')"
}

extension State {
    private static func addWords(of story: StoryPlace, titles: String = allTitles, in db: Database) throws {
        guard let text = try text(of: story, titles: titles, in: db) else { return }
        try db.connection.addWords(text, of: story.number, to: .stories)
    }

    private static func removeWords(of story: StoryPlace, in db: Database) throws {
        guard let text = try text(of: story, in: db) else { return }
        try db.connection.removeWords(text, of: story.number, from: .stories)
    }

    private static func sentStories(with item: Int64, in db: Database) throws -> [StoryPlace] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT entry.digest, coalesce(entry.lead, entry.place) FROM entry
                    WHERE entry.item = ? AND entry.category IS NOT NULL
                      AND EXISTS (SELECT 1 FROM digest WHERE digest.edition = entry.digest AND digest.isSent)
                    """), arguments: [item]
        ).map { try StoryPlace(edition: $0.value(0), place: $0.value(1)) }
    }

    /// The indexed text of an item; nil when the index has nothing.
    private static func text(ofItem item: Int64, in db: Database) throws -> String? {
        let statement = try db.cachedStatement(
            sql: "SELECT title, content FROM item WHERE number = ? AND isCurrent AND content IS NOT NULL")
        return try Row.fetchOne(statement, arguments: [item]).map { try text(title: $0.value(0), content: $0.value(1)) }
    }

    /// The indexed text of a story: the lead's words and the titles of the others that are shown with it. Nil when the
    /// lead was forgotten.
    private static func text(
        of story: StoryPlace, titles: String = allTitles, in db: Database
    ) throws -> String? {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT \(titles), CASE WHEN entry.lead IS NULL THEN item.content END, entry.lead IS NULL
                    FROM entry JOIN item ON item.number = entry.item
                    WHERE entry.digest = ?1 AND (entry.place = ?2 OR entry.lead = ?2) AND entry.category IS NOT NULL
                    ORDER BY entry.place
                    """), arguments: [story.edition, story.place])
        guard let lead = rows.first, try lead.value(2) else { return nil }
        let others = try rows.dropFirst().map { folded(try $0.value(0)) }
        return ([try text(title: lead.value(0), content: lead.value(1))] + others).joined(separator: " ")
    }

    private static func text(title: String, content: Data?) throws -> String {
        text(title: title, summary: try content.map { try self.content($0).summary } ?? "")
    }

    /// The text of an item that is searched: its title and the beginning of its summary.
    static func text(title: String, summary: String) -> String {
        folded(title + "\n" + searched(summary))
    }

    private static func folded(_ text: String) -> String { FoldedText.folded(text) }
}

/// Words to search for in texts that are not stored, by the same rule as in the index of stored items.
package struct SearchWords: Sendable {
    private let tokenizer: WordTokenizer
    /// The spellings of each word.
    private let wanted: [[String]]

    package init(_ text: String) throws {
        tokenizer = try WordTokenizer()
        wanted = try tokenizer.words(of: FoldedText.folded(text)).map(FoldedText.dottedAndDotless)
    }

    /// Whether a word also means the words that begin with it. A word of one or two letters, such as `AI`, would mean
    /// too many. Scripts without spaces have words of one sign.
    static func isBeginning(_ word: String) -> Bool {
        word.unicodeScalars.count > 2
            || word.unicodeScalars.contains { !$0.properties.isAlphabetic || $0.value > 0x2E7F }
    }

    /// Whether the text has all the words, or words that begin with them.
    package func match(_ text: String) throws -> Bool {
        let words = try tokenizer.words(of: FoldedText.folded(text))
        return wanted.allSatisfy { spellings in
            words.contains { word in
                spellings.contains { word == $0 || Self.isBeginning($0) && word.utf8.starts(with: $0.utf8) }
            }
        }
    }
}
