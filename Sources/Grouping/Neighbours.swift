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
        /// The greatest time between two texts that are compared, in seconds. It is as long as `SameArticle.window`.
        var window: Int64 = 72 * 3600
        /// After this number of seconds the similarity of two texts counts as zero. Before that it decreases evenly,
        /// because most articles on a story appear within a short time.
        var fading: Int64 = 48 * 3600
        /// The factors for the similarity if the titles have numbers but none in common, and if only one has a
        /// negation.
        var otherNumbers: Float = 0.9
        var otherNegation: Float = 0.9
        /// The least `Evidence` of two texts that join their stories, and of two texts of one publisher. What several
        /// articles tell joins with less: there the other articles confirm what the two have in common.
        var evidence: Float = 4
        var confirmedEvidence: Float = 3.6
        var ownEvidence: Float = 7.5
        /// The same for affairs.
        var affairEvidence: Float = 5
        var ownAffairEvidence: Float = 8.5
        /// Two groups are one story if the average similarity of their texts is at least this. The second one is for groups
        /// that two texts of one publisher join: what a newspaper writes about two things of the day joins no two stories.
        var cohesion: Float = 0.096
        var ownCohesion: Float = 0.15
        /// A round-up or a live page joins a story if its average similarity to the texts there is at least this.
        var roundup: Float = 0.2
        /// The least similarity of two texts whose stories may belong to one affair.
        var affair: Float = 0.16
        /// Two groups of stories are one affair if the average similarity of their texts is at least this.
        var affairCohesion: Float = 0.06
        /// The least cosine of the sums of two groups of one affair.
        var affairLikeness: Float = 0.2
    }

    /// Pairs of one story, the most similar first. They are packed into numbers, so that sorting is fast.
    private(set) var edges: [UInt64] = []
    /// Pairs that are not similar enough for one story but may belong to one affair, the most similar first.
    private(set) var faintEdges: [UInt64] = []
    /// Pairs that may be the same article.
    private(set) var close: [Pair] = []

    /// Pairs whose titles are less similar than this are not compared, if a date is unknown.
    fileprivate static let leastTitle: Float = 0.1
    /// Pairs are not compared if the similarity of their titles, reduced by the time between them, is less than this.
    /// Pairs that may be copies are compared.
    fileprivate static let leastFadedTitle: Float = 0.13
    fileprivate static let closeTitle: Float = 0.4
    fileprivate static let closeSimilarity: Float = 0.5
    /// A prefix that is in more texts than this and than a two-hundredth of all is not used to find pairs.
    fileprivate static let commonest = 400
    /// The greatest numbers of neighbours of each kind that a text has among the texts before it. Only texts that were
    /// written in hundreds from one pattern would have more.
    fileprivate static let mostEdges = 128
    fileprivate static let mostFaintEdges = 16
    fileprivate static let mostClose = 64

    init(_ vectors: TermVectors, _ evidence: Evidence, _ limits: Limits) {
        let search = Search(vectors, evidence, limits)
        for position in vectors.order.indices { search.visit(position, &edges, &faintEdges, &close) }
        Self.sort(&edges)
        Self.sort(&faintEdges)
    }

    /// Sorts edges: first by similarity, which has few values, then those of each value.
    private static func sort(_ edges: inout [UInt64]) {
        var starts = Array(repeating: 0, count: similarities + 1)
        for edge in edges { starts[Int(edge >> 50) + 1] += 1 }
        for value in 1...similarities { starts[value] += starts[value - 1] }
        var next = starts
        var sorted = edges
        sorted.withUnsafeMutableBufferPointer { sorted in
            for edge in edges {
                sorted[next[Int(edge >> 50)]] = edge
                next[Int(edge >> 50)] += 1
            }
            for value in 0..<similarities { sorted[starts[value]..<starts[value + 1]].sort() }
        }
        edges = sorted
    }

    /// The number of different similarities that an edge can have.
    private static let similarities = 10_001

    /// The two ends of an edge.
    static func pair(of edge: UInt64) -> Pair {
        Pair(a: Int(edge >> 26 & 0xFF_FFFF), b: Int(edge >> 2 & 0xFF_FFFF))
    }

    /// What the two ends have enough in common for.
    static func worth(of edge: UInt64) -> Evidence.Worth { Evidence.Worth(rawValue: UInt8(edge & 3))! }

    static func edge(_ similarity: Float, _ a: Int, _ b: Int, _ worth: Evidence.Worth) -> UInt64 {
        let rounded = Int((min(1, similarity) * Float(similarities - 1)).rounded())
        let ends = UInt64(a) << 26 | UInt64(b) << 2
        return UInt64(similarities - 1 - rounded) << 50 | ends | UInt64(worth.rawValue)
    }
}

/// Finds for each text the earlier texts that have rare prefixes in common with it.
///
/// Most of the time is spent here. It is a class with plain buffers, so that the inner loops neither count references
/// nor check for exclusive access.
private final class Search {
    private let limits: Neighbours.Limits
    private let vectors: TermVectors
    private let evidence: Evidence
    private let texts: UnsafeMutableBufferPointer<Evidence.Text>
    /// For each prefix, the positions of the titles so far that contain it, and its weight in each title. The list of a
    /// term is from `starts` to `ends`. It is empty for prefixes that are too common.
    private let starts: UnsafeMutableBufferPointer<Int32>
    private let ends: UnsafeMutableBufferPointer<Int32>
    private let postings: UnsafeMutableBufferPointer<Posting>
    /// The bag of the present text, by term.
    private let bag: UnsafeMutableBufferPointer<Float>
    /// The similarity of each earlier title with a later one, by position.
    private let alike: UnsafeMutableBufferPointer<Likeness>
    /// The earlier texts whose titles are similar enough to compare the bags.
    private let found: UnsafeMutableBufferPointer<Int32>
    private var firstInWindow = 0

    /// It counts only for the position that it was calculated for. So it need not be reset.
    private struct Likeness {
        var position: Int32 = -1
        var title: Float = 0
    }

    private struct Posting {
        var position: Int32
        var weight: Float
    }

    init(_ vectors: TermVectors, _ evidence: Evidence, _ limits: Neighbours.Limits) {
        self.limits = limits
        self.vectors = vectors
        self.evidence = evidence
        texts = evidence.texts
        let count = vectors.order.count
        let commonest = max(Neighbours.commonest, count / 200)
        starts = .allocate(capacity: vectors.termCount + 1)
        starts.initialize(repeating: 0)
        for title in vectors.titles where vectors.frequencies[Int(title.term)] <= commonest {
            starts[Int(title.term) + 1] += 1
        }
        for term in 0..<vectors.termCount { starts[term + 1] += starts[term] }
        ends = .allocate(capacity: vectors.termCount)
        _ = ends.initialize(from: starts.prefix(vectors.termCount))
        postings = .allocate(capacity: Int(starts[vectors.termCount]))
        postings.initialize(repeating: Posting(position: 0, weight: 0))
        bag = .allocate(capacity: vectors.termCount)
        bag.initialize(repeating: 0)
        alike = .allocate(capacity: count)
        alike.initialize(repeating: Likeness())
        found = .allocate(capacity: count)
        found.initialize(repeating: 0)
    }

    deinit {
        starts.deallocate()
        ends.deallocate()
        postings.deallocate()
        bag.deallocate()
        alike.deallocate()
        found.deallocate()
    }

    /// Compares the text at `position` with the earlier ones. Must be called for each position in order.
    func visit(
        _ position: Int, _ edges: inout [UInt64], _ faintEdges: inout [UInt64], _ close: inout [Neighbours.Pair]
    ) {
        let count = keepWorthwhile(gather(position), position)
        guard count > 0 else { return }
        vectors.bags.withUnsafeBufferPointer { bags in
            for entry in bags[vectors.range(position)] { bag[Int(entry.term)] = entry.weight }
            compare(position, count, bags, &edges, &faintEdges, &close)
            evidence.end()
            for entry in bags[vectors.range(position)] { bag[Int(entry.term)] = 0 }
        }
    }

    /// Compares the text whose bag is in `bag` with the first `count` texts in `found`.
    private func compare(
        _ position: Int, _ count: Int, _ bags: UnsafeBufferPointer<TermVectors.WeightedTerm>,
        _ edges: inout [UInt64], _ faintEdges: inout [UInt64], _ close: inout [Neighbours.Pair]
    ) {
        let lastEdge = edges.count + Neighbours.mostEdges
        let lastFaint = faintEdges.count + Neighbours.mostFaintEdges
        let lastClose = close.count + Neighbours.mostClose
        for other in 0..<count {
            let earlier = Int(found[other])
            var similarity = product(bags, texts[earlier].bag)
            if similarity >= Neighbours.closeSimilarity, close.count < lastClose {
                close.append(Neighbours.Pair(a: earlier, b: position))
            }
            guard similarity >= limits.affair else { continue }
            reduce(&similarity, earlier, position)
            let isFaint = similarity < limits.similarity
            guard similarity >= limits.affair, isFaint ? faintEdges.count < lastFaint : edges.count < lastEdge
            else { continue }
            let worth = evidence.worth(earlier, position, limits)
            let edge = Neighbours.edge(similarity, earlier, position, worth)
            if isFaint, worth == .affair { faintEdges.append(edge) }
            if !isFaint, worth != .nothing { edges.append(edge) }
        }
    }

    /// The product of `bag` with another text's bag. Two sums at a time do not wait for each other.
    private func product(_ bags: UnsafeBufferPointer<TermVectors.WeightedTerm>, _ range: Range<Int32>) -> Float {
        var (even, odd): (Float, Float) = (0, 0)
        var index = Int(range.lowerBound)
        let end = Int(range.upperBound)
        while index + 1 < end {
            even += bags[index].weight * bag[Int(bags[index].term)]
            odd += bags[index + 1].weight * bag[Int(bags[index + 1].term)]
            index += 2
        }
        if index < end { even += bags[index].weight * bag[Int(bags[index].term)] }
        return even + odd
    }

    /// Keeps those of the first `count` texts in `found` that are worth a comparison, and returns their number.
    private func keepWorthwhile(_ count: Int, _ position: Int) -> Int {
        var kept = 0
        for index in 0..<count {
            let earlier = Int(found[index])
            // Every bag has terms. They are looked at already here, where the processor can fetch many bags at a time.
            guard isWorthwhile(alike[earlier].title, earlier, position),
                vectors.bags[Int(texts[earlier].bag.lowerBound)].term >= 0
            else { continue }
            found[kept] = found[index]
            kept += 1
        }
        return kept
    }

    /// Whether the two texts can be similar enough, judged by their titles and dates.
    private func isWorthwhile(_ title: Float, _ earlier: Int, _ position: Int) -> Bool {
        if title >= Neighbours.closeTitle || texts[position].date == .max { return true }
        return title * faded(earlier, position) >= Neighbours.leastFadedTitle
    }

    private func faded(_ earlier: Int, _ position: Int) -> Float {
        1 - Float(texts[position].date - texts[earlier].date) / Float(limits.fading)
    }

    /// Calculates the similarity of titles with each earlier text in the window, and returns the number of texts that
    /// are similar enough. Then adds the title at `position` to the lists.
    private func gather(_ position: Int) -> Int {
        var count = 0
        let oldest = oldest(for: position)
        let least = texts[position].date == .max ? Neighbours.leastTitle : Neighbours.leastFadedTitle
        for index in Int(vectors.titleBounds[position])..<Int(vectors.titleBounds[position + 1]) {
            let title = vectors.titles[index]
            let term = Int(title.term)
            guard starts[term] < starts[term + 1] else { continue }
            var index = Int(ends[term])
            let start = Int(starts[term])
            while index > start {
                index -= 1
                let posting = postings[index]
                let earlier = Int(posting.position)
                if earlier < oldest { break }
                // Without a branch: a processor cannot predict which texts were found before.
                let known = alike[earlier]
                let last = known.position == Int32(position) ? known.title : 0
                let sum = last + title.weight * posting.weight
                alike[earlier] = Likeness(position: Int32(position), title: sum)
                found[count] = posting.position
                count += last < least && sum >= least ? 1 : 0
            }
            postings[Int(ends[term])] = Posting(position: Int32(position), weight: title.weight)
            ends[term] += 1
        }
        return count
    }

    /// The first position in the window of a text. It moves forward, because the positions are in order of time.
    private func oldest(for position: Int) -> Int {
        let date = texts[position].date
        guard date != .max else { return 0 }
        while texts[firstInWindow].date < date - limits.window { firstInWindow += 1 }
        return firstInWindow
    }

    /// Reduces the similarity by the evidence against one story.
    private func reduce(_ similarity: inout Float, _ earlier: Int, _ position: Int) {
        if evidence.haveOtherNumbers(earlier, position) { similarity *= limits.otherNumbers }
        if texts[earlier].isNegated != texts[position].isNegated { similarity *= limits.otherNegation }
        similarity *=
            texts[position].date == .max ? limits.similarity / limits.similarityUndated : faded(earlier, position)
    }
}
