/// Groups of articles that tell one story.
struct Stories {
    /// For each position, the first position of its group.
    let first: [Int]
    /// For each text, its average similarity to the others of its group; 1 for a text that is alone.
    let likeness: [Float]

    /// Uses the edges in order, the strongest first. Two groups become one if their texts are similar on average. So a
    /// chain of accidental similarities does not join a whole day's news.
    init(
        _ vectors: TermVectors, _ neighbours: Neighbours, _ articles: Articles, _ rules: SameArticle,
        _ limits: Neighbours.Limits
    ) {
        let count = vectors.order.count
        var sets = DisjointSets(count: count)
        let clusters = Clusters(vectors)
        for position in 0..<count where articles.first[position] != position {
            clusters.join(articles.first[position], position)
            sets.join(articles.first[position], position)
        }
        for edge in neighbours.edges {
            let pair = Neighbours.pair(of: edge)
            let (a, b) = (sets.root(of: pair.a), sets.root(of: pair.b))
            guard a != b, !rules.isColumn(vectors.order[pair.a], vectors.order[pair.b]) else { continue }
            if clusters.size(a) > 1 || clusters.size(b) > 1, clusters.similarity(a, b) < limits.cohesion { continue }
            clusters.join(min(a, b), max(a, b))
            sets.join(a, b)
        }
        let first = (0..<count).map { sets.root(of: $0) }
        self.first = first
        var likeness = [Float](repeating: 1, count: count)
        for position in (0..<count).sorted(by: { (first[$0], $0) < (first[$1], $1) }) {
            likeness[position] = clusters.likeness(of: position, in: first[position])
        }
        self.likeness = likeness
    }
}

/// The sum of the bags of each group, to calculate the average similarity of two groups.
private final class Clusters {
    private let vectors: TermVectors
    /// The place of each group's sum in `sums`; -1 for a group of one text, whose bag is the sum.
    private var places: [Int32]
    private var sums: [Sum] = []
    /// The values by term; all are zero between calls.
    private let dense: UnsafeMutableBufferPointer<Float>
    /// The group whose sum is in `dense`, after all groups are joined.
    private var loaded: Int?

    private struct Sum {
        var size: Int
        var terms: [Int32]
        var weights: [Float]
    }

    init(_ vectors: TermVectors) {
        self.vectors = vectors
        places = Array(repeating: -1, count: vectors.order.count)
        dense = .allocate(capacity: vectors.termCount)
        dense.initialize(repeating: 0)
    }

    deinit {
        dense.deallocate()
    }

    func size(_ root: Int) -> Int { places[root] < 0 ? 1 : sums[Int(places[root])].size }

    /// The average similarity of the texts of two groups.
    func similarity(_ a: Int, _ b: Int) -> Float {
        let (x, y) = (sum(a), sum(b))
        for index in x.terms.indices { dense[Int(x.terms[index])] = x.weights[index] }
        var total: Float = 0
        for index in y.terms.indices { total += y.weights[index] * dense[Int(y.terms[index])] }
        for term in x.terms { dense[Int(term)] = 0 }
        return total / Float(x.size * y.size)
    }

    /// The average similarity of one text to the others of its group.
    func likeness(of position: Int, in root: Int) -> Float {
        guard places[root] >= 0, sums[Int(places[root])].size > 1 else { return 1 }
        load(root)
        var total: Float = 0
        for index in vectors.range(position) {
            total += vectors.weights[index] * (dense[Int(vectors.terms[index])] - vectors.weights[index])
        }
        return total / Float(sums[Int(places[root])].size - 1)
    }

    /// Puts the sum of a group into `dense`.
    private func load(_ root: Int) {
        guard loaded != root else { return }
        if let loaded { for term in sums[Int(places[loaded])].terms { dense[Int(term)] = 0 } }
        let sum = sums[Int(places[root])]
        for index in sum.terms.indices { dense[Int(sum.terms[index])] = sum.weights[index] }
        loaded = root
    }

    /// Adds the group of `b` to that of `a`.
    func join(_ a: Int, _ b: Int) {
        var x = sum(a)
        let y = sum(b)
        for index in y.terms.indices { dense[Int(y.terms[index])] = y.weights[index] }
        for index in x.terms.indices {
            x.weights[index] += dense[Int(x.terms[index])]
            dense[Int(x.terms[index])] = 0
        }
        for index in y.terms.indices where dense[Int(y.terms[index])] != 0 {
            x.terms.append(y.terms[index])
            x.weights.append(y.weights[index])
            dense[Int(y.terms[index])] = 0
        }
        x.size += y.size
        if places[a] < 0 {
            places[a] = Int32(sums.count)
            sums.append(x)
        } else {
            sums[Int(places[a])] = x
        }
        if places[b] >= 0 { sums[Int(places[b])] = Sum(size: 0, terms: [], weights: []) }
    }

    private func sum(_ root: Int) -> Sum {
        if places[root] >= 0 { return sums[Int(places[root])] }
        let range = vectors.range(root)
        return Sum(size: 1, terms: Array(vectors.terms[range]), weights: Array(vectors.weights[range]))
    }
}
