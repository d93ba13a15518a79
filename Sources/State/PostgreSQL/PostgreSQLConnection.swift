#if PostgreSQL
    import Foundation
    import Texts

    /// Runs the statements of transactions on a PostgreSQL server.
    final class PostgreSQLConnection: Connection {
        let session: PostgreSQLSession
        let names = KnownNames()
        private let tokenizer: WordTokenizer
        /// The statements in PostgreSQL's syntax, by their SQL with `?`.
        private var translations: [String: String] = [:]

        init(_ session: PostgreSQLSession, _ tokenizer: WordTokenizer) {
            self.session = session
            self.tokenizer = tokenizer
        }

        func query(_ statement: Statement, _ arguments: [SQLValue], _ body: (Row) throws -> Bool) throws {
            let result = try run(statement, arguments)
            for index in 0..<result.count {
                guard try body(result.row(index)) else { return }
            }
        }

        func execute(_ statement: Statement, _ arguments: [SQLValue]) throws {
            try session.send(translated(statement.sql), arguments, isCached: statement.isCached)
        }

        func changes(_ statement: Statement, _ arguments: [SQLValue]) throws -> Int {
            try run(statement, arguments).changes
        }

        func insert(_ statement: Statement, _ arguments: [SQLValue]) throws -> Int64 {
            let result = try session.run(
                translated(statement.sql) + " RETURNING number", arguments, isCached: statement.isCached)
            guard result.count == 1 else { throw DatabaseError.damaged("a new row") }
            return try result.row(0).value(0)
        }

        func insert(_ rows: [[SQLValue]], into table: String, columns: [String]) throws {
            try session.copy(rows, into: table, columns: columns)
        }

        func settle(numbersOf table: String) throws {
            try session.run(
                """
                SELECT setval(pg_get_serial_sequence('\(table)', 'number'), (SELECT max(number) FROM \(table)))
                WHERE EXISTS (SELECT 1 FROM \(table))
                """)
        }

        func analyze(_ tables: [String]) throws {
            try session.run("ANALYZE \(tables.joined(separator: ", "))")
        }

        func newNumbers(_ count: Int, of table: String) throws -> [Int64] {
            let result = try session.run(
                "SELECT nextval(pg_get_serial_sequence('\(table)', 'number')) FROM generate_series(1, CAST($1 AS BIGINT))",
                [.integer(Int64(count))], isCached: true)
            return try (0..<result.count).map { try result.row($0).value(0) }
        }

        private func run(_ statement: Statement, _ arguments: [SQLValue]) throws -> PostgreSQLResult {
            try session.run(translated(statement.sql), arguments, isCached: statement.isCached)
        }

        private func translated(_ sql: String) -> String {
            if let known = translations[sql] { return known }
            let translation = Self.translated(sql)
            translations[sql] = translation
            return translation
        }

        /// SQL with `$1` for `?` and `?1`. As in SQLite, a `?` without a number has the number after the highest one so
        /// far. Texts in quotes and comments stay as they are.
        static func translated(_ sql: String) -> String {
            var output: [UInt8] = []
            var highest = 0
            var rest = Array(sql.utf8)[...]
            while let byte = rest.popFirst() {
                switch byte {
                case UInt8(ascii: "?"):
                    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                    rest = rest.dropFirst(digits.count)
                    let number = Int(String(decoding: digits, as: UTF8.self)) ?? highest + 1
                    highest = max(highest, number)
                    output += "$\(number)".utf8
                case UInt8(ascii: "'"):
                    let text = rest.prefix { $0 != byte }
                    output += [byte] + text + [byte]
                    rest = rest.dropFirst(text.count + 1)
                case UInt8(ascii: "-") where rest.first == byte: rest = rest.drop { $0 != UInt8(ascii: "\n") }
                default: output.append(byte)
                }
            }
            return String(decoding: output, as: UTF8.self)
        }
    }

    extension PostgreSQLConnection {
        func pattern(_ text: String, spellings: (String) -> [String]) throws -> String? {
            let parts = try tokenizer.words(of: text).map { word in
                let forms = spellings(word).map { Self.lexeme($0) + (SearchWords.isBeginning($0) ? ":*" : "") }
                return forms.count == 1 ? forms[0] : "(\(forms.joined(separator: " | ")))"
            }
            return parts.isEmpty ? nil : parts.joined(separator: " & ")
        }

        func matching(_ index: WordIndex, _ parameter: String) -> String {
            "\(index.rawValue).words @@ CAST(\(parameter) AS TSQUERY)"
        }

        var orderedJoin: String { "JOIN" }

        func addWords(_ text: String, of row: Int64, to index: WordIndex) throws {
            let words = Set(try tokenizer.words(of: text)).map(Self.lexeme).joined(separator: " ")
            let name = index.rawValue
            try session.send(
                """
                INSERT INTO \(name) (rowid, words) VALUES ($1, CAST($2 AS TSVECTOR))
                ON CONFLICT (rowid) DO UPDATE SET words = excluded.words
                """, [.integer(row), .text(words)], isCached: true)
        }

        func removeWords(_ text: String, of row: Int64, from index: WordIndex) throws {
            try session.send("DELETE FROM \(index.rawValue) WHERE rowid = $1", [.integer(row)], isCached: true)
        }

        /// The beginning of a word, in quotes. PostgreSQL allows 2,046 bytes in a word. A word of a text and one that
        /// is looked for are cut at the same place, so that they still match.
        private static func lexeme(_ word: String) -> String {
            let escaped = word.beginning(longestWord).replacing(literal: "\\", with: "\\\\")
            return "'" + escaped.replacing(literal: "'", with: "''") + "'"
        }

        /// In Unicode scalars, of at most four bytes each.
        private static let longestWord = 500
    }
#endif
