/// What the words of a text say about its importance, learned from words and items that were rated as an editor would
/// rate them.
///
/// The lists of grave and light words know only a few subjects. This table also knows the words of important news
/// ("orders", "thousands", "warns") and those of the rest ("how", "your", "review").
struct WordImportance {
    static let standard = WordImportance(tables: [
        .english: WordTable(PackageResources.importance_en_txt),
        .russian: WordTable(PackageResources.importance_ru_txt),
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
