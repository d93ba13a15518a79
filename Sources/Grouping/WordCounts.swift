/// In how many texts of other days each word occurs, by language. It tells how rare a word is outside the present
/// batch.
///
/// Without it, the main story of a day would have the least weight, because its words are the most common on that day.
struct WordCounts: Sendable, Equatable {
    struct Language: Sendable, Equatable {
        var texts = 0
        var counts: [UInt32: Int] = [:]
    }

    private(set) var languages: [TextLanguage: Language] = [:]

    subscript(language: TextLanguage) -> Language? { languages[language] }

    /// Counts the words of all texts whose language is known.
    mutating func add(_ texts: NewsTexts) {
        for text in texts.texts where text.language.isKnown {
            languages[text.language, default: Language()].texts += 1
            for stem in texts.stems(of: text) { languages[text.language]?.counts[stem, default: 0] += 1 }
        }
    }
}

extension NewsTexts {
    /// The words with a topic in a text's title and summary, each once.
    fileprivate func stems(of text: Text) -> Set<UInt32> {
        let title = words[Int(text.title.lowerBound)..<Int(text.title.upperBound)].lazy.map(\.stem).filter { $0 != 0 }
        return Set(title).union(summaryStems[Int(text.summaryStems.lowerBound)..<Int(text.summaryStems.upperBound)])
    }
}

extension WordCounts {
    /// The counts with which a first run starts.
    static let shipped = WordCounts(tables: shippedTables)

    private init(tables: [(language: TextLanguage, texts: Int, table: String)]) {
        for (language, texts, table) in tables {
            var known = Language(texts: texts)
            for line in table.utf8.split(separator: UInt8(ascii: "\n")) {
                let words = line.split(separator: UInt8(ascii: " "))
                guard let count = words.first.flatMap({ Int(Substring($0)) }) else { continue }
                for word in words.dropFirst() { known.counts[Self.stem(word)] = count }
            }
            languages[language] = known
        }
    }

    private static func stem(_ word: Substring.UTF8View) -> UInt32 {
        var word = String(Substring(word))
        return word.withUTF8 { bytes in
            var reader = WordReader(bytes, .standard)
            return reader.next() ? max(1, reader.stem) : 0
        }
    }
}
