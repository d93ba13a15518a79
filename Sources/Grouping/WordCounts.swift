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
        let title = words[Int(text.title.lowerBound)..<Int(text.title.upperBound)].lazy.map(\.prefix).filter { $0 != 0 }
        return Set(title).union(
            summaryPrefixes[Int(text.summaryPrefixes.lowerBound)..<Int(text.summaryPrefixes.upperBound)])
    }
}

extension WordCounts {
    /// The counts with which a first run starts.
    package static let shipped = WordCounts(tallies: [.english: english, .russian: russian])
    static let english = WordTally(WordTable(PackageResources.counts_en_txt))
    private static let russian = WordTally(WordTable(PackageResources.counts_ru_txt))

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
