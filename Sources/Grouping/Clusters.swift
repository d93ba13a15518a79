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

    /// The average similarity of the texts of two groups, and the similarity of what they have in common: of their
    /// sums, whatever their sizes.
    func similarity(_ a: Int, _ b: Int) -> (average: Float, common: Float) {
        let product = withSum(a) { terms, weights in
            for index in terms.indices { dense[Int(terms[index])] = weights[index] }
            defer { for term in terms { dense[Int(term)] = 0 } }
            return withSum(b) { terms, weights in
                var total: Float = 0
                for index in terms.indices { total += weights[index] * dense[Int(terms[index])] }
                return total
            }
        }
        return (product / Float(size(a) * size(b)), product / (square(a) * square(b)).squareRoot())
    }

    private func square(_ root: Int) -> Float { places[root] < 0 ? 1 : sums[Int(places[root])].square }

    /// Gives the terms of a group and their weights in the group's sum, without a copy of them.
    private func withSum<Result>(
        _ root: Int, _ body: (UnsafeBufferPointer<Int32>, UnsafeBufferPointer<Float>) -> Result
    ) -> Result {
        let place = Int(places[root])
        guard place < 0 else {
            return sums[place].terms.withUnsafeBufferPointer { terms in
                sums[place].weights.withUnsafeBufferPointer { body(terms, $0) }
            }
        }
        let range = vectors.range(root)
        return vectors.terms.withUnsafeBufferPointer { terms in
            vectors.weights.withUnsafeBufferPointer {
                body(UnsafeBufferPointer(rebasing: terms[range]), UnsafeBufferPointer(rebasing: $0[range]))
            }
        }
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

    /// Puts the sum of a group into `dense`, until another one is loaded.
    private func load(_ root: Int) {
        guard loaded != root else { return }
        unload()
        withSum(root) { terms, weights in
            for index in terms.indices { dense[Int(terms[index])] = weights[index] }
        }
        loaded = root
    }

    /// Must be called before groups are compared again.
    func unload() {
        guard let loaded else { return }
        withSum(loaded) { terms, _ in
            for term in terms { dense[Int(term)] = 0 }
        }
        self.loaded = nil
    }

    /// Adds the group of `b` to that of `a`.
    func join(_ a: Int, _ b: Int) {
        var x = places[a] < 0 ? single(a) : sums[Int(places[a])]
        if places[a] >= 0 { sums[Int(places[a])].terms = [] }
        if places[a] >= 0 { sums[Int(places[a])].weights = [] }
        var product: Float = 0
        withSum(b) { terms, weights in
            for index in terms.indices { dense[Int(terms[index])] = weights[index] }
            for index in x.terms.indices {
                let term = Int(x.terms[index])
                product += x.weights[index] * dense[term]
                x.weights[index] += dense[term]
                dense[term] = 0
            }
            for index in terms.indices where dense[Int(terms[index])] != 0 {
                x.terms.append(terms[index])
                x.weights.append(weights[index])
                dense[Int(terms[index])] = 0
            }
        }
        x.square += square(b) + 2 * product
        x.size += size(b)
        if places[a] < 0 {
            places[a] = Int32(sums.count)
            sums.append(x)
        } else {
            sums[Int(places[a])] = x
        }
        if places[b] >= 0 { sums[Int(places[b])] = Sum(size: 0, square: 0, terms: [], weights: []) }
    }

    private func single(_ root: Int) -> Sum {
        let range = vectors.range(root)
        return Sum(size: 1, square: 1, terms: Array(vectors.terms[range]), weights: Array(vectors.weights[range]))
    }
}
