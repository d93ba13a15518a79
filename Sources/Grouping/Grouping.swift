/// Finds which texts are the same article, and which tell the same story.
///
/// The same texts in another order give the same groups.
public struct Grouping: Sendable {
    /// For each text, the earliest text that is the same article. This can be the text itself.
    public private(set) var article: [Int]
    /// For each text, the earliest text of its story.
    public private(set) var story: [Int]
    /// For each text, its average similarity to the others of its story; 1 for a text that is alone.
    public private(set) var likeness: [Float]

    /// Groups these texts.
    public init(_ texts: NewsTexts) {
        var texts = texts
        _ = TitleCleaning(&texts)
        let vectors = TermVectors(texts)
        let limits = Neighbours.Limits()
        let neighbours = Neighbours(texts, vectors, limits)
        let rules = SameArticle(texts)
        let articles = Articles(texts, vectors, neighbours, rules)
        let stories = Stories(vectors, neighbours, articles, rules, limits)
        article = Array(repeating: 0, count: vectors.order.count)
        story = article
        likeness = Array(repeating: 1, count: vectors.order.count)
        for (position, text) in vectors.order.enumerated() {
            article[text] = vectors.order[articles.first[position]]
            story[text] = vectors.order[stories.first[position]]
            likeness[text] = stories.likeness[position]
        }
    }
}
