import Foundation
import Texts
import Values

/// What came of asking the pages of items, in numbers.
package struct PageCounts: Sendable, Equatable, Encodable {
    package var articles = 0
    /// The bytes of the articles in the state, without the index of their words.
    package var bytes = 0
    /// The pages that gave no article.
    package var without = 0

    package init() {}
}

/// What is known of the pages of one source's items.
package struct SourcePages: Sendable, Equatable {
    package var articles = 0
    /// The pages that gave no article.
    package var without = 0
    /// The most frequent reason for this.
    package var refusal: String?
    /// Whether no item has a page of its own.
    package var areMissing = false

    package init() {}
}

extension State {
    /// What is known of the pages of items, by the ids of the sources. A source of which nothing is known is missing.
    package func pagesBySource() throws -> [String: SourcePages] {
        try read { db in
            var pages: [String: SourcePages] = [:]
            let counts = try Row.fetchAll(
                db,
                sql: """
                    SELECT source.id, page.refusal, count(*) FROM page JOIN item ON item.number = page.item
                    JOIN source ON source.number = item.source
                    GROUP BY source.id, page.refusal ORDER BY count(*), page.refusal
                    """)
            for row in counts {
                let (source, refusal, count): (String, String?, Int) = try (row.value(0), row.value(1), row.value(2))
                if let refusal {
                    pages[source, default: SourcePages()].without += count
                    pages[source]?.refusal = refusal
                } else {
                    pages[source, default: SourcePages()].articles += count
                }
            }
            let own = "SELECT 1 FROM item WHERE item.source = source.number AND item.isCurrent"
            let missing = try String.fetchAll(
                db,
                sql: """
                    SELECT id FROM source
                    WHERE EXISTS (\(own)) AND NOT EXISTS (\(own) AND url LIKE 'http%' AND url NOT LIKE '%#!%')
                    """)
            for source in missing { pages[source, default: SourcePages()].areMissing = true }
            return pages
        }
    }

    /// What came of asking the pages of these items, by the items' ids. An item whose page was never asked is missing.
    package func pages(ofItems ids: [String]) throws -> [String: AskedPage] {
        try read { db in
            let lookUp = try db.cachedStatement(
                sql: """
                    SELECT page.asked, page.until, page.refusal, page.content FROM page
                    JOIN item ON item.number = page.item WHERE item.id = ?
                    """)
            var pages: [String: AskedPage] = [:]
            for id in ids {
                guard let row = try Row.fetchOne(lookUp, arguments: [id]) else { continue }
                let result: AskedPage.Result =
                    if let content: Data = try row.value("content") {
                        .article(try Self.article(content))
                    } else {
                        .refused(try row.value("refusal") ?? "", until: try row.dateIfAny("until"))
                    }
                pages[id] = AskedPage(asked: try row.date("asked"), result: result)
            }
            return pages
        }
    }

    /// Stores what came of asking the page of an item, and makes the article's words searchable.
    package func keep(_ page: AskedPage, ofItem id: String) throws {
        try write(alone: false) { db in
            let number = try Int64.fetchOne(db, sql: "SELECT number FROM item WHERE id = ?", arguments: [id])
            guard let number else { return }
            try Self.removePage(of: number, in: db)
            var (refusal, until): (String?, Date?)
            if case .refused(let reason, let date) = page.result { (refusal, until) = (reason, date) }
            let content = try page.article.map { Compressed(try JSONEncoder().encode($0)).data }
            try db.execute(
                sql: "INSERT INTO page (item, asked, until, refusal, content) VALUES (?, ?, ?, ?, ?)",
                arguments: [number, Self.seconds(page.asked), until.map(Self.seconds), refusal, content])
            if let article = page.article {
                try db.connection.addWords(Self.words(of: article), of: number, to: .pages)
            }
        }
    }

    /// The number of stored articles, the number of their bytes, and that of the pages that gave none.
    /// - Parameter since: pages that were asked before do not count; nil for all pages.
    package func pageCounts(since: Date = .distantPast) throws -> PageCounts {
        try read { db in
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT count(content), coalesce(sum(length(content)), 0), count(*) - count(content) FROM page
                    WHERE asked >= ?
                    """, arguments: [Self.seconds(since)])
            var counts = PageCounts()
            if let row {
                (counts.articles, counts.bytes, counts.without) = try (row.value(0), row.value(1), row.value(2))
            }
            return counts
        }
    }

    // MARK: Robots

    /// The rules for robots of a host, and when they were read; nil if they were never read.
    package func robots(of host: String) throws -> (asked: Date, rules: String)? {
        try read { db in
            try Row.fetchOne(db, sql: "SELECT asked, rules FROM robots WHERE host = ?", arguments: [host]).map {
                (try $0.date("asked"), try $0.value("rules"))
            }
        }
    }

    package func keepRobots(of host: String, _ rules: String, asked: Date) throws {
        try write(alone: false) { db in
            try db.upsert([[host, Self.seconds(asked), rules]], into: "robots", key: "host", "asked, rules")
        }
    }

    // MARK: Retention

    /// Removes the page of an item with its words.
    static func removePage(of item: Int64, in db: Database) throws {
        let content = try Data.fetchOne(
            db, sql: "SELECT content FROM page WHERE item = ? AND content IS NOT NULL", arguments: [item])
        if let content { try db.connection.removeWords(words(of: article(content)), of: item, from: .pages) }
        try db.execute(sql: "DELETE FROM page WHERE item = ?", arguments: [item])
    }

    /// Removes old articles, and rules for robots that are too old to be obeyed. The articles of saved items stay.
    static func prunePages(_ retention: Retention, now: Date, in db: Database) throws {
        let old = try Int64.fetchAll(
            db,
            sql: """
                SELECT item FROM page WHERE asked < ? AND NOT EXISTS (SELECT 1 FROM saved WHERE saved.item = page.item)
                LIMIT ?
                """, arguments: [seconds(now - retention.pages), retention.batch])
        for item in old { try removePage(of: item, in: db) }
        try db.execute(sql: "DELETE FROM robots WHERE asked < ?", arguments: [seconds(now - 7 * 86_400)])
    }

    /// Fills the index of a state that was copied.
    static func indexPages(in db: Database) throws {
        let items = try Int64.fetchAll(db, sql: "SELECT item FROM page WHERE content IS NOT NULL ORDER BY item")
        for item in items {
            let content = try Data.fetchOne(db, sql: "SELECT content FROM page WHERE item = ?", arguments: [item])
            if let content { try db.connection.addWords(words(of: article(content)), of: item, to: .pages) }
        }
    }

    private static func article(_ content: Data) throws -> PageArticle {
        guard let bytes = Compressed(stored: content).bytes else { throw DatabaseError.damaged("an article") }
        return try JSONDecoder().decode(PageArticle.self, from: bytes)
    }

    /// The words of an article that are searched. Do not change this rule: the index can only remove the same words.
    private static func words(of article: PageArticle) -> String {
        FoldedText.folded(article.title + "\n" + article.text.beginning(longestSearched))
    }

    /// In bytes.
    private static let longestSearched = 200_000
}
