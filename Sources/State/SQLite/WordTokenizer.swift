import GRDB

/// Splits a text into words by the tokenizer of SQLite's indexes, so that every engine finds the same words.
final class WordTokenizer: Sendable {
    private let queue: DatabaseQueue

    init() throws {
        queue = try DatabaseQueue()
    }

    func words(of text: String) throws -> [String] {
        try queue.inDatabase { db in try db.makeTokenizer(.unicode61()).tokenize(query: text).map(\.token) }
    }
}
