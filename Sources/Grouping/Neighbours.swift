/// The pairs of texts that are alike enough to look at.
struct Neighbours {
    /// A pair of positions, the earlier one first.
    struct Pair {
        var a: Int
        var b: Int
    }

    /// What decides whether two texts tell one story. Found on labelled news; `docs/selection.md` has the figures.
    struct Limits {
        /// The least similarity (0 to 1) of two dated texts, and when a date is unknown.
        var similarity: Float = 0.24
        var similarityUndated: Float = 0.5
        /// Texts further apart, in seconds, are never compared; copies of an article may be so far apart.
        var window: Int64 = 72 * 3600
        /// The similarity of two texts shrinks evenly to nothing over so many seconds: news comes in bursts.
        var fading: Int64 = 48 * 3600
        /// What is left of it when the titles have numbers and none in common; when one alone has a negation.
        var otherNumbers: Float = 0.8
        var otherNegation: Float = 0.9
        /// Two groups are one story if their texts are on average this similar.
        var cohesion: Float = 0.096
    }

    /// Pairs of one story, the most similar first, packed so that sorting them is sorting numbers.
    private(set) var edges: [UInt64] = []
    /// Pairs that may be the same article.
    private(set) var close: [Pair] = []

    /// Pairs whose titles are less similar are not looked at.
    fileprivate static let leastTitle: Float = 0.1
    /// Nor those whose titles, less by the time between them, are less similar than this, unless they may be copies.
    fileprivate static let leastFadedTitle: Float = 0.13
    fileprivate static let closeTitle: Float = 0.4
    fileprivate static let closeSimilarity: Float = 0.5
    /// A stem in more texts than this and a hundredth of all leads to no candidates.
    fileprivate static let commonest = 400
    /// A text has no more neighbours of each kind than this among the texts before it. Only texts that somebody wrote by
    /// the hundred from one pattern have more.
    fileprivate static let mostEdges = 128
    fileprivate static let mostClose = 64

    init(_ texts: NewsTexts, _ vectors: TermVectors, _ limits: Limits) {
        let search = Search(texts, vectors, limits)
        for position in vectors.order.indices { search.visit(position, &edges, &close) }
        edges.sort()
    }

    /// The two ends of an edge.
    static func pair(of edge: UInt64) -> Pair {
        Pair(a: Int(edge >> 25 & 0x1FF_FFFF), b: Int(edge & 0x1FF_FFFF))
    }

    static func edge(_ similarity: Float, _ a: Int, _ b: Int) -> UInt64 {
        UInt64(10_000 - Int((min(1, similarity) * 10_000).rounded())) << 50 | UInt64(a) << 25 | UInt64(b)
    }
}

/// Finds for one text after another those before it that have rare stems in common with it.
///
/// This is where most of the time goes. It is a class around plain buffers so that the inner loops neither count
/// references nor check for exclusive access.
private final class Search {
    private let limits: Neighbours.Limits
    private let vectors: TermVectors
    /// Seconds since 1970, `Int64.max` where unknown.
    private let dates: UnsafeMutableBufferPointer<Int64>
    private let marks: UnsafeMutableBufferPointer<Marks>
    /// For each stem the positions of the titles seen so far that have it, and its weight in each: the list of a term
    /// runs from `starts` to `ends`. Empty for stems that are too common.
    private let starts: UnsafeMutableBufferPointer<Int32>
    private let ends: UnsafeMutableBufferPointer<Int32>
    private let postings: UnsafeMutableBufferPointer<Posting>
    /// The bag of the text at hand, by term.
    private let bag: UnsafeMutableBufferPointer<Float>
    /// The similarity of titles with the text at hand, by position.
    private let alike: UnsafeMutableBufferPointer<Float>
    private let touched: UnsafeMutableBufferPointer<Int32>

    /// What of a title speaks against a story in common.
    private struct Marks {
        /// A set of numbers by their hashes, one bit each; the odd collision is harmless.
        var numbers: UInt64 = 0
        var isNegated = false
    }

    private struct Posting {
        var position: Int32
        var weight: Float
    }

    init(_ texts: NewsTexts, _ vectors: TermVectors, _ limits: Neighbours.Limits) {
        self.limits = limits
        self.vectors = vectors
        let count = vectors.order.count
        let commonest = max(Neighbours.commonest, count / 100)
        dates = .allocate(capacity: count)
        marks = .allocate(capacity: count)
        for (position, text) in vectors.order.enumerated() {
            dates.initializeElement(at: position, to: texts.texts[text].published ?? .max)
            marks.initializeElement(at: position, to: Self.marks(of: texts.texts[text], texts))
        }
        starts = .allocate(capacity: vectors.termCount + 1)
        starts.initialize(repeating: 0)
        for term in vectors.titleTerms where vectors.frequencies[Int(term)] <= commonest { starts[Int(term) + 1] += 1 }
        for term in 0..<vectors.termCount { starts[term + 1] += starts[term] }
        ends = .allocate(capacity: vectors.termCount)
        _ = ends.initialize(from: starts.prefix(vectors.termCount))
        postings = .allocate(capacity: Int(starts[vectors.termCount]))
        postings.initialize(repeating: Posting(position: 0, weight: 0))
        bag = .allocate(capacity: vectors.termCount)
        bag.initialize(repeating: 0)
        alike = .allocate(capacity: count)
        alike.initialize(repeating: 0)
        touched = .allocate(capacity: count)
        touched.initialize(repeating: 0)
    }

    deinit {
        dates.deallocate()
        marks.deallocate()
        starts.deallocate()
        ends.deallocate()
        postings.deallocate()
        bag.deallocate()
        alike.deallocate()
        touched.deallocate()
    }

    /// Compares the text at `position` with those before it. To be called for each position in order.
    func visit(_ position: Int, _ edges: inout [UInt64], _ close: inout [Neighbours.Pair]) {
        let count = gather(position)
        guard count > 0 else { return }
        let own = vectors.range(position)
        vectors.weights.withUnsafeBufferPointer { weights in
            vectors.terms.withUnsafeBufferPointer { terms in
                for index in own { bag[Int(terms[index])] = weights[index] }
                let lastEdge = edges.count + Neighbours.mostEdges
                let lastClose = close.count + Neighbours.mostClose
                for other in 0..<count {
                    let earlier = Int(touched[other])
                    let title = alike[earlier]
                    alike[earlier] = 0
                    guard isWorthwhile(title, earlier, position) else { continue }
                    var similarity: Float = 0
                    for index in vectors.range(earlier) { similarity += weights[index] * bag[Int(terms[index])] }
                    if similarity >= Neighbours.closeSimilarity, close.count < lastClose {
                        close.append(Neighbours.Pair(a: earlier, b: position))
                    }
                    if edges.count < lastEdge, isStory(&similarity, earlier, position) {
                        edges.append(Neighbours.edge(similarity, earlier, position))
                    }
                }
                for index in own { bag[Int(terms[index])] = 0 }
            }
        }
    }

    /// Whether the two can be alike at all, going by their titles and dates.
    private func isWorthwhile(_ title: Float, _ earlier: Int, _ position: Int) -> Bool {
        guard title >= Neighbours.leastTitle else { return false }
        if title >= Neighbours.closeTitle || dates[position] == .max { return true }
        return title * faded(earlier, position) >= Neighbours.leastFadedTitle
    }

    private func faded(_ earlier: Int, _ position: Int) -> Float {
        1 - Float(dates[position] - dates[earlier]) / Float(limits.fading)
    }

    /// Adds up the similarity of titles with each earlier text inside the window and says how many there are; then
    /// enters the title at `position` itself.
    private func gather(_ position: Int) -> Int {
        var count = 0
        let date = dates[position]
        let oldest = date == .max ? .min : date - limits.window
        for index in Int(vectors.titleBounds[position])..<Int(vectors.titleBounds[position + 1]) {
            let term = Int(vectors.titleTerms[index])
            guard starts[term] < starts[term + 1] else { continue }
            let weight = vectors.titleWeights[index]
            var place = Int(ends[term])
            let start = Int(starts[term])
            while place > start {
                place -= 1
                let posting = postings[place]
                let earlier = Int(posting.position)
                if dates[earlier] < oldest { break }
                if alike[earlier] == 0 {
                    touched[count] = posting.position
                    count += 1
                }
                alike[earlier] += weight * posting.weight
            }
            postings[Int(ends[term])] = Posting(position: Int32(position), weight: weight)
            ends[term] += 1
        }
        return count
    }

    /// Whether the similarity, less by what speaks against one story, is enough.
    private func isStory(_ similarity: inout Float, _ earlier: Int, _ position: Int) -> Bool {
        let (a, b) = (marks[earlier], marks[position])
        if a.numbers != 0, b.numbers != 0, a.numbers & b.numbers == 0 { similarity *= limits.otherNumbers }
        if a.isNegated != b.isNegated { similarity *= limits.otherNegation }
        guard dates[position] != .max else { return similarity >= limits.similarityUndated }
        similarity *= faded(earlier, position)
        return similarity >= limits.similarity
    }

    private static func marks(of text: NewsTexts.Text, _ texts: NewsTexts) -> Marks {
        var marks = Marks()
        for word in texts.words[Int(text.title.lowerBound)..<Int(text.title.upperBound)] {
            if word.kind.contains(.digit) { marks.numbers |= 1 << UInt64(word.hash & 63) }
            if word.kind.contains(.negation) { marks.isNegated = true }
        }
        return marks
    }
}
