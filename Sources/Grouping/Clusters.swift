/// The sum of the bags of each group, to calculate the average similarity of two groups.
final class Clusters {
    private let vectors: TermVectors
    /// The place of each group's sum in `sums`; -1 for a group of one text, whose bag is the sum.
    private var places: [Int32]
    private var sums: [Sum] = []
    /// The values by term; all are zero if no group is loaded.
    private let dense: UnsafeMutableBufferPointer<Float>
    /// The group whose sum is in `dense`.
    private var loaded: Int?

    private struct Sum {
        var size: Int
        /// The square of the length of the sum.
        var square: Float
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
        unload()
        let (x, y) = (sum(a), sum(b))
        for index in x.terms.indices { dense[Int(x.terms[index])] = x.weights[index] }
        var total: Float = 0
        for index in y.terms.indices { total += y.weights[index] * dense[Int(y.terms[index])] }
        for term in x.terms { dense[Int(term)] = 0 }
        return total / Float(x.size * y.size)
    }

    /// The similarity of what the texts of two groups have in common: of their sums, whatever their sizes.
    func commonSimilarity(_ a: Int, _ b: Int) -> Float {
        let (x, y) = (sum(a), sum(b))
        return similarity(a, b) * Float(x.size * y.size) / (x.square * y.square).squareRoot()
    }

    /// The average similarity of one text to the others of a group.
    ///
    /// - Parameter isMember: whether the text is in the group's sum.
    func likeness(of position: Int, in root: Int, isMember: Bool) -> Float {
        load(root)
        var total: Float = 0
        for index in vectors.range(position) { total += product(index, isMember) }
        return total / Float(isMember ? size(root) - 1 : size(root))
    }

    /// What each term of a text adds to its likeness.
    func shares(of position: Int, in root: Int, isMember: Bool) -> [(term: Int, share: Float)] {
        load(root)
        let others = Float(isMember ? size(root) - 1 : size(root))
        return vectors.range(position).map { (Int(vectors.terms[$0]), product($0, isMember) / others) }
    }

    /// The weight of a term in a text times its weight in the others of the loaded group.
    private func product(_ index: Int, _ isMember: Bool) -> Float {
        let weight = vectors.weights[index]
        return weight * (dense[Int(vectors.terms[index])] - (isMember ? weight : 0))
    }

    /// Puts the sum of a group into `dense`.
    private func load(_ root: Int) {
        guard loaded != root else { return }
        unload()
        let sum = sum(root)
        for index in sum.terms.indices { dense[Int(sum.terms[index])] = sum.weights[index] }
        loaded = root
    }

    private func unload() {
        if let loaded { for term in sum(loaded).terms { dense[Int(term)] = 0 } }
        loaded = nil
    }

    /// Adds the group of `b` to that of `a`.
    func join(_ a: Int, _ b: Int) {
        unload()
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
        x.square = x.weights.reduce(0) { $0 + $1 * $1 }
        if places[a] < 0 {
            places[a] = Int32(sums.count)
            sums.append(x)
        } else {
            sums[Int(places[a])] = x
        }
        if places[b] >= 0 { sums[Int(places[b])] = Sum(size: 0, square: 0, terms: [], weights: []) }
    }

    private func sum(_ root: Int) -> Sum {
        if places[root] >= 0 { return sums[Int(places[root])] }
        let range = vectors.range(root)
        return Sum(size: 1, square: 1, terms: Array(vectors.terms[range]), weights: Array(vectors.weights[range]))
    }
}
