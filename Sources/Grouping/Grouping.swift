/// Finds which texts are the same article, which tell the same story, and which stories belong to one affair.
///
/// The same texts in another order give the same groups.
public struct Grouping: Sendable {
    /// For each text, the earliest text that is the same article. This can be the text itself.
    public private(set) var article: [Int]
    /// For each text, the earliest text of its story.
    public private(set) var story: [Int]
    /// For each text, the earliest text of its affair. An affair is several stories that belong together, such as those
    /// of an election.
    public private(set) var affair: [Int]
    /// For each text, its average similarity to the others that words joined to its story; 1 if there are none.
    public private(set) var likeness: [Float]
    /// How similar two stories are that sentence vectors joined. The key is one text of each of these stories.
    package private(set) var vectorLikeness: [Int: Float] = [:]
    /// For each text, the words that it has in common with the others of its story. Empty unless `explains` is true.
    public private(set) var commonWords: [[CommonWord]] = []

    /// A word that a text has in common with the others of its story.
    public struct CommonWord: Sendable, Equatable {
        /// The word as the comparison reads it: without case and accents.
        public var word: String
        /// What it adds to the text's `likeness`.
        public var weight: Float
    }

    private static let mostCommonWords = 8

    /// Groups texts.
    ///
    /// - Parameters:
    ///   - texts: the texts. Their order makes no difference.
    ///   - explains: whether `commonWords` is needed.
    public init(_ texts: NewsTexts, explains: Bool = false) {
        var texts = texts
        _ = TitleCleaning(&texts)
        let vectors = TermVectors(texts)
        let limits = Neighbours.Limits()
        let evidence = Evidence(texts, vectors)
        let neighbours = Neighbours(vectors, evidence, limits)
        let rules = SameArticle(texts)
        let articles = Articles(vectors, neighbours, rules)
        let stories = Stories(vectors, neighbours, articles, rules, evidence, limits, explains: explains)
        article = Array(repeating: 0, count: vectors.order.count)
        story = article
        affair = article
        likeness = Array(repeating: 1, count: vectors.order.count)
        for (position, text) in vectors.order.enumerated() {
            article[text] = vectors.order[articles.first[position]]
            story[text] = vectors.order[stories.first[position]]
            affair[text] = vectors.order[stories.affair[position]]
            likeness[text] = stories.likeness[position]
        }
        for (position, likeness) in stories.vectorLikeness { vectorLikeness[vectors.order[position]] = likeness }
        if explains { commonWords = Self.commonWords(texts, vectors, stories) }
    }

    private static func commonWords(_ texts: NewsTexts, _ vectors: TermVectors, _ stories: Stories) -> [[CommonWord]] {
        let joined = vectors.order.indices.filter { !stories.fractions[$0].isEmpty }
        let spellings = texts.spellings(of: joined.map { vectors.order[$0] })
        var words = Array(repeating: [CommonWord](), count: vectors.order.count)
        for (position, text) in vectors.order.enumerated() {
            let fractions = stories.fractions[position].filter { $0.fraction > 0 }
            let strongest = fractions.sorted { ($1.fraction, $0.term) < ($0.fraction, $1.term) }
            words[text] = strongest.lazy.compactMap { term, fraction in
                spellings[vectors.prefixes[term]].map { CommonWord(word: $0, weight: fraction) }
            }.prefix(mostCommonWords).map(\.self)
        }
        return words
    }
}
