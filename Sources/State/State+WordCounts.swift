import Foundation
import Texts
import Values

/// Counts the words of items, by the two letters of each language. Items in an unknown language are under "".
package typealias CountWords = ([StoredItem]) -> [String: WordTally]

extension State {
    /// In how many of the items that were first seen within the last 90 days each word occurs, by the two letters of
    /// each language.
    package func wordCounts(now: Date) throws -> [String: WordTally] {
        try read { db in
            let first = Self.period(of: now - Retention().text)
            let languages = try String.fetchAll(
                db,
                sql: """
                    SELECT language FROM wordCount WHERE period >= ? AND language <> ''
                    GROUP BY language ORDER BY sum(texts) DESC, language LIMIT ?
                    """, arguments: [first, Self.mostLanguages])
            let lookUp = try db.cachedStatement(
                sql: "SELECT texts, words FROM wordCount WHERE language = ? AND period >= ?")
            return try languages.reduce(into: [:]) { counts, language in
                for row in try Row.fetchAll(lookUp, arguments: [language, first]) {
                    counts[language, default: WordTally()].add(try Self.tally(row))
                }
            }
        }
    }

    /// Counts the words of the items that were stored since words were counted last. In a state that has no counts yet,
    /// these are its newest items.
    static func countWords(_ count: CountWords, now: Date, in db: Database) throws {
        let newest = try Int64.fetchOne(db, sql: "SELECT max(number) FROM item") ?? 0
        let counted = try Int64.fetchOne(db, sql: "SELECT max(newest) FROM wordCount") ?? 0
        let first = Self.period(of: now - Retention().text)
        var tallies = [CountedPeriod(language: "", period: Self.period(of: now)): WordTally()]
        var number = max(counted, newest - mostItemsAtOnce)
        while number < newest {
            let items = try Row.fetchAll(
                db.cachedStatement(
                    sql: itemSQL + " WHERE item.number > ?1 AND item.number <= ?2 AND item.isCurrent"),
                arguments: [number, number + itemsAtATime]
            ).map { try StoredItem($0, html: false) }
            for (period, items) in Dictionary(grouping: items, by: { Self.period(of: $0.firstSeen) })
            where period >= first {
                for (language, tally) in count(items.filter { $0.item.kind == .article }) {
                    tallies[CountedPeriod(language: language, period: period), default: WordTally()].add(tally)
                }
            }
            number += itemsAtATime
        }
        for (counted, tally) in tallies { try add(tally, to: counted, newest: newest, in: db) }
        for period in Set(tallies.keys.map(\.period)) { try keepCommonLanguages(of: period, in: db) }
    }

    /// Removes the counts of items that were first seen more than `retention.text` ago.
    static func pruneWordCounts(_ retention: Retention, now: Date, in db: Database) throws {
        try db.execute(
            sql: "DELETE FROM wordCount WHERE period < ?", arguments: [period(of: now - retention.text)])
    }

    /// The key of a row of counts.
    private struct CountedPeriod: Hashable {
        var language: String
        var period: Int64
    }

    /// The number of a period of 15 days. Counts are removed period by period.
    private static func period(of time: Date) -> Int64 {
        Int64((Double(seconds(time)) / (15 * 86_400)).rounded(.down))
    }

    /// The greatest number of items whose words one run counts, and of those in memory at the same time.
    private static let mostItemsAtOnce: Int64 = 5_000
    private static let itemsAtATime: Int64 = 500
    /// The greatest number of languages with counts of a period.
    private static let mostLanguages = 16
    /// The greatest number of words in a language of a period, and how many of them stay when there are more.
    static let mostWords = 8_192
    private static let wordsThatStay = 6_144

    private static func add(
        _ tally: WordTally, to counted: CountedPeriod, newest: Int64, in db: Database
    ) throws {
        let known = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT texts, words FROM wordCount WHERE language = ? AND period = ?"),
            arguments: [counted.language, counted.period])
        var sum = try known.map { try Self.tally($0) } ?? WordTally()
        sum.add(tally)
        if sum.words.count > mostWords { sum.keepMostCommon(wordsThatStay) }
        let packed = Compressed(sum.packed, over: .max).data
        try db.upsert(
            [[counted.language, counted.period, sum.texts, packed, newest]], into: "wordCount",
            key: "language, period", "texts, words, newest")
    }

    /// Feeds can claim any language. Those with the fewest texts are not kept.
    private static func keepCommonLanguages(of period: Int64, in db: Database) throws {
        try db.cachedStatement(
            sql: """
                DELETE FROM wordCount WHERE period = ?1 AND language <> '' AND language NOT IN (
                    SELECT language FROM wordCount WHERE period = ?1 AND language <> ''
                    ORDER BY texts DESC, language LIMIT ?2)
                """
        ).execute(arguments: [period, mostLanguages])
    }

    private static func tally(_ row: Row) throws -> WordTally {
        let texts: Int = try row.value("texts")
        return try reading(row.value("words")) { try WordTally(texts: texts, packed: $0) }
    }
}

extension WordTally {
    private static let encodingVersion = 1

    /// The words and their counts. Each word is a number, stored as the difference from the number before it.
    fileprivate var packed: Data {
        var values = PackedValues()
        values.append(Self.encodingVersion)
        values.append(words.count)
        var last: UInt32 = 0
        for (word, count) in zip(words, counts) {
            values.append(UInt64(word - last))
            values.append(UInt64(count))
            last = word
        }
        return values.data
    }

    fileprivate init(texts: Int, packed: Data) throws {
        self = try packed.withUnsafeBytes { bytes in
            var reader = PackedValues.Reader(bytes)
            guard UInt32(exactly: texts) != nil, try reader.number() == UInt64(Self.encodingVersion) else {
                throw PackedValues.Damaged()
            }
            let count = try reader.count()
            var (words, counts): ([UInt32], [UInt32]) = ([], [])
            words.reserveCapacity(count)
            counts.reserveCapacity(count)
            var last: UInt64 = 0
            for index in 0..<count {
                let distance = try reader.number()
                guard distance > 0 || index == 0, distance <= UInt64(UInt32.max) - last,
                    let texts = UInt32(exactly: try reader.number())
                else { throw PackedValues.Damaged() }
                last += distance
                words.append(UInt32(last))
                counts.append(texts)
            }
            guard reader.isAtEnd else { throw PackedValues.Damaged() }
            return WordTally(texts: texts, words: words, counts: counts)
        }
    }
}
