/// Groups of articles that tell one story.
struct Stories {
    /// For each position the first one of its group.
    let first: [Int]

    /// Takes the edges from the strongest on. Two groups become one if their texts are alike on average, so that a
    /// chain of chance likenesses does not tie a day's news together.
    init(
        _ vectors: TermVectors, _ neighbours: Neighbours, _ articles: Articles, _ rules: SameArticle,
        _ limits: Neighbours.Limits
    ) {
        let count = vectors.order.count
        var sets = DisjointSets(count: count)
        var clusters = Clusters(vectors)
        for position in 0..<count where articles.first[position] != position {
            clusters.join(articles.first[position], position)
            sets.join(articles.first[position], position)
        }
        let least = limits.cohesion * limits.similarity
        for edge in neighbours.edges {
            let pair = Neighbours.pair(of: edge)
            let (a, b) = (sets.root(of: pair.a), sets.root(of: pair.b))
            guard a != b, !rules.isColumn(vectors.order[pair.a], vectors.order[pair.b]) else { continue }
            if clusters.size(a) > 1 || clusters.size(b) > 1, clusters.similarity(a, b) < least { continue }
            clusters.join(min(a, b), max(a, b))
            sets.join(a, b)
        }
        first = (0..<count).map { sets.root(of: $0) }
    }
}

/// The sum of the bags of each group, for the average similarity of two groups.
private struct Clusters {
    private let vectors: TermVectors
    private var sums: [Int: Sum] = [:]

    private struct Sum {
        var size: Int
        /// Ascending.
        var terms: [Int32]
        var weights: [Float]
    }

    init(_ vectors: TermVectors) {
        self.vectors = vectors
    }

    func size(_ root: Int) -> Int { sums[root]?.size ?? 1 }

    /// The average similarity of a text of one and a text of the other.
    func similarity(_ a: Int, _ b: Int) -> Float {
        let (x, y) = (sum(a), sum(b))
        var (i, j) = (0, 0)
        var total: Float = 0
        while i < x.terms.count, j < y.terms.count {
            if x.terms[i] == y.terms[j] {
                total += x.weights[i] * y.weights[j]
                i += 1
                j += 1
            } else if x.terms[i] < y.terms[j] {
                i += 1
            } else {
                j += 1
            }
        }
        return total / Float(x.size * y.size)
    }

    mutating func join(_ a: Int, _ b: Int) {
        let (x, y) = (sum(a), sum(b))
        var terms: [Int32] = []
        var weights: [Float] = []
        terms.reserveCapacity(x.terms.count + y.terms.count)
        weights.reserveCapacity(terms.capacity)
        var (i, j) = (0, 0)
        while i < x.terms.count || j < y.terms.count {
            if j == y.terms.count || (i < x.terms.count && x.terms[i] < y.terms[j]) {
                terms.append(x.terms[i])
                weights.append(x.weights[i])
                i += 1
            } else if i == x.terms.count || y.terms[j] < x.terms[i] {
                terms.append(y.terms[j])
                weights.append(y.weights[j])
                j += 1
            } else {
                terms.append(x.terms[i])
                weights.append(x.weights[i] + y.weights[j])
                i += 1
                j += 1
            }
        }
        sums[a] = Sum(size: x.size + y.size, terms: terms, weights: weights)
        sums[b] = nil
    }

    private func sum(_ root: Int) -> Sum {
        if let sum = sums[root] { return sum }
        let range = vectors.range(root)
        let order = range.sorted { vectors.terms[$0] < vectors.terms[$1] }
        return Sum(size: 1, terms: order.map { vectors.terms[$0] }, weights: order.map { vectors.weights[$0] })
    }
}
