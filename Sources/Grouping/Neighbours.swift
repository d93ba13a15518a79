/// The pairs of texts that are similar enough to compare.
struct Neighbours {
    /// A pair of positions, the earlier one first.
    struct Pair {
        var a: Int
        var b: Int
    }

    /// The values that decide whether two texts tell one story. They were found with labelled news; `docs/selection.md`
    /// has the results.
    struct Limits {
        /// The least similarity (0 to 1) of two texts with dates, and of two texts if a date is unknown.
        var similarity: Float = 0.24
        var similarityUndated: Float = 0.5
        /// The greatest time between two texts that are compared, in seconds. Copies of an article may be as far apart.
        var window: Int64 = 72 * 3600
        /// After this number of seconds the similarity of two texts counts as zero. Before that it decreases evenly,
        /// because most articles on a story appear within a short time.
        var fading: Int64 = 48 * 3600
        /// The factors for the similarity if the titles have numbers but none in common, and if only one has a
        /// negation.
        var otherNumbers: Float = 0.9
        var otherNegation: Float = 0.9
        /// Two groups are one story if the average similarity of their texts is at least this.
        var cohesion: Float = 0.096
        /// A round-up or a live page joins a story if its average similarity to the texts there is at least this.
        var roundup: Float = 0.2
        /// The least similarity of two texts whose stories may belong to one affair.
        var affair: Float = 0.16
        /// Two groups of stories are one affair if the average similarity of their texts is at least this.
        var affairCohesion: Float = 0.06
        /// … and if the similarity of what each group has in common is at least this.
        var affairLikeness: Float = 0.2
    }

    /// Pairs of one story, the most similar first. They are packed into numbers, so that sorting is fast.
    private(set) var edges: [UInt64] = []
    /// Pairs that are too little similar for one story and may belong to one affair, the most similar first.
    private(set) var faintEdges: [UInt64] = []
    /// Pairs that may be the same article.
    private(set) var close: [Pair] = []

    /// Pairs whose titles are less similar than this are not compared.
    fileprivate static let leastTitle: Float = 0.1
    /// Pairs are not compared if the similarity of their titles, reduced by the time between them, is less than this.
    /// Pairs that may be copies are compared.
    fileprivate static let leastFadedTitle: Float = 0.13
    fileprivate static let closeTitle: Float = 0.4
    fileprivate static let closeSimilarity: Float = 0.5
    /// A stem that is in more texts than this plus a hundredth of all is not used to find pairs.
    fileprivate static let commonest = 400
    /// A text has no more neighbours of each kind than this among the texts before it. Only texts that somebody wrote by
    /// the hundred from one pattern have more.
    fileprivate static let mostEdges = 128
    fileprivate static let mostFaintEdges = 32
    fileprivate static let mostClose = 64

    init(_ texts: NewsTexts, _ vectors: TermVectors, _ limits: Limits) {
        let search = Search(texts, vectors, limits)
        for position in vectors.order.indices { search.visit(position, &edges, &faintEdges, &close) }
        edges.sort()
        faintEdges.sort()
    }

    /// The two ends of an edge.
    static func pair(of edge: UInt64) -> Pair {
        Pair(a: Int(edge >> 25 & 0x1FF_FFFF), b: Int(edge & 0x1FF_FFFF))
    }

    static func edge(_ similarity: Float, _ a: Int, _ b: Int) -> UInt64 {
        UInt64(10_000 - Int((min(1, similarity) * 10_000).rounded())) << 50 | UInt64(a) << 25 | UInt64(b)
    }
}

/// Finds for each text the earlier texts that have rare stems in common with it.
///
/// Most of the time is spent here. It is a class with plain buffers, so that the inner loops neither count references
/// nor check for exclusive access.
private final class Search {
    private let limits: Neighbours.Limits
    private let vectors: TermVectors
    /// Seconds since 1970; `Int64.max` if unknown.
    private let dates: UnsafeMutableBufferPointer<Int64>
    private let marks: UnsafeMutableBufferPointer<Marks>
    /// For each stem, the positions of the titles so far that contain it, and its weight in each title. The list of a
    /// term is from `starts` to `ends`. It is empty for stems that are too common.
    private let starts: UnsafeMutableBufferPointer<Int32>
    private let ends: UnsafeMutableBufferPointer<Int32>
    private let postings: UnsafeMutableBufferPointer<Posting>
    /// The bag of the present text, by term.
    private let bag: UnsafeMutableBufferPointer<Float>
    /// The similarity of each earlier title with the present one, by position.
    private let alike: UnsafeMutableBufferPointer<Float>
    private let touched: UnsafeMutableBufferPointer<Int32>

    /// The parts of a title that are evidence against a common story.
    private struct Marks {
        /// A set of numbers: one bit for each hash. A rare collision does no harm.
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

    /// Compares the text at `position` with the earlier ones. Must be called for each position in order.
    func visit(
        _ position: Int, _ edges: inout [UInt64], _ faintEdges: inout [UInt64], _ close: inout [Neighbours.Pair]
    ) {
        let count = gather(position)
        guard count > 0 else { return }
        let own = vectors.range(position)
        vectors.weights.withUnsafeBufferPointer { weights in
            vectors.terms.withUnsafeBufferPointer { terms in
                for index in own { bag[Int(terms[index])] = weights[index] }
                let lastEdge = edges.count + Neighbours.mostEdges
                let lastFaint = faintEdges.count + Neighbours.mostFaintEdges
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
                    reduce(&similarity, earlier, position)
                    if similarity >= limits.similarity {
                        if edges.count < lastEdge { edges.append(Neighbours.edge(similarity, earlier, position)) }
                    } else if similarity >= limits.affair, faintEdges.count < lastFaint {
                        faintEdges.append(Neighbours.edge(similarity, earlier, position))
                    }
                }
                for index in own { bag[Int(terms[index])] = 0 }
            }
        }
    }

    /// Whether the titles and dates of the two texts allow that they are similar.
    private func isWorthwhile(_ title: Float, _ earlier: Int, _ position: Int) -> Bool {
        guard title >= Neighbours.leastTitle else { return false }
        if title >= Neighbours.closeTitle || dates[position] == .max { return true }
        return title * faded(earlier, position) >= Neighbours.leastFadedTitle
    }

    private func faded(_ earlier: Int, _ position: Int) -> Float {
        1 - Float(dates[position] - dates[earlier]) / Float(limits.fading)
    }

    /// Calculates the similarity of titles with each earlier text in the window, and returns the number of these texts.
    /// Then adds the title at `position` to the lists.
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

    /// Reduces the similarity by the evidence against one story.
    private func reduce(_ similarity: inout Float, _ earlier: Int, _ position: Int) {
        let (a, b) = (marks[earlier], marks[position])
        if a.numbers != 0, b.numbers != 0, a.numbers & b.numbers == 0 { similarity *= limits.otherNumbers }
        if a.isNegated != b.isNegated { similarity *= limits.otherNegation }
        similarity *=
            dates[position] == .max ? limits.similarity / limits.similarityUndated : faded(earlier, position)
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
