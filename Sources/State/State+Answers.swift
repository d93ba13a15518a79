import Foundation
import Values

extension State {
    /// What a program answered about these subjects, by subject. A subject that it was not asked about is missing.
    /// - Parameters:
    ///   - program: the hash that stands for the program and its arguments.
    ///   - subjects: ids of items, or other names that are never ids.
    package func answers(of program: Int64, about subjects: [String]) throws -> [String: ProgramAnswer] {
        try read { db in
            let lookUp = try db.cachedStatement(
                sql: "SELECT version, title, summary FROM answer WHERE subject = ? AND program = ?")
            var answers: [String: ProgramAnswer] = [:]
            for subject in subjects {
                guard let row = try Row.fetchOne(lookUp, arguments: [subject, program]) else { continue }
                answers[subject] = try ProgramAnswer(
                    version: row.value("version"), title: row.value("title"), summary: row.value("summary"))
            }
            return answers
        }
    }

    /// The newest answers of a program, by subject.
    package func answers(of program: Int64, newest limit: Int) throws -> [String: ProgramAnswer] {
        try read { db in
            let rows = try Row.fetchAll(
                db,
                sql: "SELECT subject, version, title, summary FROM answer WHERE program = ? ORDER BY time DESC LIMIT ?",
                arguments: [program, limit])
            return try Dictionary(
                rows.map { row in
                    let answer = try ProgramAnswer(
                        version: row.value("version"), title: row.value("title"), summary: row.value("summary"))
                    return (try row.value("subject"), answer)
                }
            ) { first, _ in first }
        }
    }

    /// Stores what a program answered. A newer answer replaces the older one.
    package func keep(_ answers: [String: ProgramAnswer], of program: Int64, now: Date) throws {
        guard !answers.isEmpty else { return }
        try write { db in
            let insert = try db.cachedStatement(
                sql: """
                    INSERT INTO answer (subject, program, version, time, title, summary) VALUES (?, ?, ?, ?, ?, ?)
                    ON CONFLICT (subject, program) DO UPDATE SET version = excluded.version, time = excluded.time,
                        title = excluded.title, summary = excluded.summary
                    """)
            for (subject, answer) in answers {
                try insert.execute(arguments: [
                    subject, program, answer.version, Self.seconds(now), answer.title, answer.summary,
                ])
            }
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
