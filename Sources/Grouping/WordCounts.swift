import CResources
import Texts

/// In how many texts of other days each word occurs, by language. It tells how rare a word is outside the present
/// batch.
///
/// Without it, the main story of a day would have the least weight, because its words are the most common on that day.
package struct WordCounts: Sendable, Equatable {
    private var tallies: [TextLanguage: WordTally] = [:]

    /// No texts of other days.
    package init() {}

    /// The counts in a language. Nil if there are too few texts to tell what is common in it.
    subscript(language: TextLanguage) -> WordTally? {
        tallies[language].flatMap { $0.texts < Self.fewestTexts ? nil : $0 }
    }

    private static let fewestTexts = 200

    /// The counts by the two letters of each language.
    package var byLanguage: [String: WordTally] {
        Dictionary(uniqueKeysWithValues: tallies.map { ($0.key.letters, $0.value) })
    }

    /// Adds the counts of other texts in a language.
    /// - Parameter language: two letters. Counts of anything else are ignored.
    package mutating func add(_ tally: WordTally, language: String) {
        let language = TextLanguage(language)
        if language.isKnown { tallies[language, default: WordTally()].add(tally) }
    }

    /// Counts the words of all texts whose language is known.
    package mutating func add(_ texts: NewsTexts) {
        var words: [TextLanguage: (texts: Int, prefixes: [UInt32])] = [:]
        for text in texts.texts where text.language.isKnown {
            words[text.language, default: (0, [])].texts += 1
            words[text.language]?.prefixes += texts.prefixes(of: text)
        }
        for (language, counted) in words {
            tallies[language, default: WordTally()]
                .add(WordTally(texts: counted.texts, occurrences: counted.prefixes))
        }
    }
}

extension NewsTexts {
    /// The words with a topic in a text's title and summary, each once.
    fileprivate func prefixes(of text: Text) -> Set<UInt32> {
        Set(words(of: text).lazy.map(\.prefix).filter { $0 != 0 }).union(summaryPrefixes(of: text))
    }
}

extension WordCounts {
    /// The counts with which a first run starts.
    package static let shipped = WordCounts(tallies: [.english: english, .russian: russian])
    static let english = WordTally(WordTable("counts.en"))
    private static let russian = WordTally(WordTable("counts.ru"))

    private init(tallies: [TextLanguage: WordTally]) { self.tallies = tallies }
}

extension WordTally {
    fileprivate init(_ table: WordTable) {
        var entries: [UInt64] = []
        table.each { prefix, count in entries.append(UInt64(prefix) << 32 | UInt64(count)) }
        entries.sort()
        // Of two words with one prefix, the more common counts.
        let last = entries.indices.filter { $0 + 1 == entries.count || entries[$0] >> 32 != entries[$0 + 1] >> 32 }
        self.init(
            texts: table.number, words: last.map { UInt32(entries[$0] >> 32) },
            counts: last.map { UInt32(truncatingIfNeeded: entries[$0]) })
    }
}

/// What the words of a text say about its importance, learned from words and items that were rated as an editor would
/// rate them.
///
/// The lists of grave and light words know only a few subjects. This table also knows the words of important news
/// ("orders", "thousands", "warns") and those of the rest ("how", "your", "review").
struct WordImportance {
    static let standard = WordImportance(tables: [
        .english: WordTable("importance.en"),
        .russian: WordTable("importance.ru"),
    ])

    /// The weights by the prefixes of words. They are stored with `offset`, because an index holds no negative numbers.
    private var weights = HashIndex(capacity: 1 << 14)
    private var bases: [TextLanguage: Int] = [:]

    private static let offset = 1 << 10
    /// The tables have weights in parts of this size: 20 stands for 1.
    private static let steps = 20.0
    /// The greatest importance of a text. The least importance is its negative.
    private static let limit = 1.5

    /// - Parameter tables: weights, and in their first lines what a text without any of the words has. All are in parts of
    ///   `steps`.
    private init(tables: KeyValuePairs<TextLanguage, WordTable>) {
        for (language, table) in tables {
            bases[language] = table.number
            table.each { prefix, weight in _ = weights.insert(prefix, weight + Self.offset) }
        }
    }

    /// The weight of a word by its prefix, in twentieths.
    func weight(of prefix: UInt32) -> Int32 { weights.find(prefix).map { Int32($0 - Self.offset) } ?? 0 }

    /// The importance of a text, from -1.5 to 1.5. The average of news is 0. A text in a language without a table has
    /// 0.
    /// - Parameter words: the sum of the weights of its words, in twentieths.
    func importance(_ words: Double, in language: TextLanguage) -> Double {
        guard let base = bases[language] else { return 0 }
        return min(Self.limit, max(-Self.limit, (Double(base) + words) / Self.steps))
    }
}

/// A table of words that comes with the program: a file of the folder `Words`. Its first line is a number of the whole
/// table. Each other line is a number and the beginnings of the words that have it.
private struct WordTable {
    /// The number of the first line.
    let number: Int
    private let file: [UInt8]

    init(_ name: String) {
        file = Array(String(cString: resource("Words/\(name).txt")).utf8)
        number = Self.number(file.prefix { $0 != UInt8(ascii: "\n") })
    }

    /// Calls `body` for each word, with its prefix and its number.
    func each(_ body: (_ prefix: UInt32, _ number: Int) -> Void) {
        file.withUnsafeBufferPointer { bytes in
            for line in bytes.split(separator: UInt8(ascii: "\n")) {
                guard let space = line.firstIndex(of: UInt8(ascii: " ")) else { continue }
                let number = Self.number(line[..<space])
                var reader = WordReader(UnsafeBufferPointer(rebasing: line[space...]))
                while reader.next() { body(reader.prefix, number) }
            }
        }
    }

    private static func number(_ digits: some Sequence<UInt8>) -> Int {
        Int(String(decoding: Array(digits), as: UTF8.self)) ?? 0
    }
}
