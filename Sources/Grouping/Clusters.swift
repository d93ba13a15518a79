/// The sum of the bags of each group, to calculate the average similarity of two groups.
struct Clusters {
    private let vectors: TermVectors
    /// The index of each group's sum in `sums`; -1 for a group of one text, whose bag is the sum.
    private var sumIndices: [Int32]
    private var sums: [Sum] = []
    /// For each group, the total length of all sums that were added to it.
    private var grown: [Float]
    private let dense: DenseBag

    init(_ vectors: TermVectors) {
        self.vectors = vectors
        sumIndices = Array(repeating: -1, count: vectors.order.count)
        grown = Array(repeating: 0, count: vectors.order.count)
        dense = DenseBag(termCount: vectors.termCount)
    }

    func size(_ root: Int) -> Int { sumIndices[root] < 0 ? 1 : sums[Int(sumIndices[root])].size }

    /// What two groups of several texts had in common when they were compared.
    struct Comparison {
        fileprivate var product: Float
        /// How much was added to each group until then.
        fileprivate var grown: (Float, Float)
    }

    /// The average similarity of the texts of two groups, and the similarity of their sums (cosine), which does not
    /// depend on the sizes of the groups.
    func similarity(_ a: Int, _ b: Int) -> (average: Float, common: Float) { similarity(a, b, product(a, b)) }

    func similarity(_ a: Int, _ b: Int, _ comparison: Comparison) -> (average: Float, common: Float) {
        similarity(a, b, comparison.product)
    }

    func comparison(_ a: Int, _ b: Int) -> Comparison {
        Comparison(product: product(a, b), grown: (grown[a], grown[b]))
    }

    /// An upper bound for the similarity of two groups, from their last comparison. A sum cannot have changed by more
    /// than the total length of what was added to it.
    func mostSimilarity(_ a: Int, _ b: Int, since last: Comparison) -> (average: Float, common: Float) {
        let (addedToA, addedToB) = (grown[a] - last.grown.0, grown[b] - last.grown.1)
        guard addedToA > 0 || addedToB > 0 else { return similarity(a, b, last.product) }
        let most = last.product + addedToA * square(b).squareRoot() + addedToB * square(a).squareRoot()
        return similarity(a, b, most * Self.roundedUp)
    }

    /// Raises the bound, because sums of floating-point numbers are rounded.
    private static let roundedUp: Float = 1.0001

    private func similarity(_ a: Int, _ b: Int, _ product: Float) -> (average: Float, common: Float) {
        (product / Float(size(a) * size(b)), product / (square(a) * square(b)).squareRoot())
    }

    private func square(_ root: Int) -> Float { sumIndices[root] < 0 ? 1 : sums[Int(sumIndices[root])].square }

    /// The product of the sums of two groups.
    private func product(_ a: Int, _ b: Int) -> Float {
        switch (Int(sumIndices[a]), Int(sumIndices[b])) {
        case (..<0, ..<0): return dense.product(vectors.bags, vectors.range(a), vectors.range(b))
        case (..<0, let index): return sums[index].product(vectors, a)
        case (let index, ..<0): return sums[index].product(vectors, b)
        case (let x, let y):
            let (small, large) = sums[x].count < sums[y].count ? (x, y) : (y, x)
            return sums[large].product(sums[small])
        }
    }

    /// The average similarity of one text to the others of a group.
    ///
    /// - Parameter isMember: whether the text is in the group's sum.
    func likeness(of position: Int, in root: Int, isMember: Bool) -> Float {
        let fractions = products(position, root, isMember)
        return fractions.reduce(0) { $0 + $1.fraction } / others(root, isMember)
    }

    /// What each term of a text adds to its likeness.
    func fractions(of position: Int, in root: Int, isMember: Bool) -> [(term: Int, fraction: Float)] {
        products(position, root, isMember).map { ($0.term, $0.fraction / others(root, isMember)) }
    }

    private func others(_ root: Int, _ isMember: Bool) -> Float { Float(isMember ? size(root) - 1 : size(root)) }

    /// The weight of each term in a text times its weight in the others of the group.
    private func products(
        _ position: Int, _ root: Int, _ isMember: Bool
    ) -> some Sequence<(term: Int, fraction: Float)> {
        let sum = sumIndices[root] < 0 ? Sum(vectors, root) : sums[Int(sumIndices[root])]
        return vectors.range(position).lazy.map { [vectors] index in
            let entry = vectors.bags[index]
            let others = sum.weight(of: entry.term) - (isMember ? entry.weight : 0)
            return (Int(entry.term), entry.weight * others)
        }
    }

    /// Adds the group of `b` to that of `a`. Then `b` is no group any more.
    mutating func join(_ a: Int, _ b: Int) {
        grown[a] += square(b).squareRoot()
        switch (Int(sumIndices[a]), Int(sumIndices[b])) {
        case (..<0, ..<0):
            sumIndices[a] = Int32(sums.count)
            sums.append(Sum(vectors, a, b))
        case (..<0, let index):
            sums[index].add(vectors, a)
            sumIndices[a] = Int32(index)
        case (let index, ..<0): sums[index].add(vectors, b)
        case (let x, let y):
            let (small, large) = sums[x].count < sums[y].count ? (x, y) : (y, x)
            sums[large].add(sums[small])
            sums[small] = Sum()
            sumIndices[a] = Int32(large)
        }
    }
}

/// A sum of bags. It finds the weight of a term with one memory access in most cases, because groups are compared very
/// often.
private struct Sum {
    private(set) var size = 0
    /// The square of the length.
    private(set) var square: Float = 0
    /// The number of terms.
    private(set) var count = 0
    /// A term is in the slot that its hash names, or in one of the next slots. `free` is no term.
    private var slots: [TermVectors.WeightedTerm] = []

    private static let free: Int32 = -1

    init() {}

    /// The bags of the texts at these positions.
    init(_ vectors: TermVectors, _ positions: Int...) {
        reserve(positions.reduce(0) { $0 + vectors.range($1).count })
        for position in positions { add(vectors, position) }
    }

    func weight(of term: Int32) -> Float { slots.withUnsafeBufferPointer { Self.weight(of: term, in: $0) } }

    /// The product with the bag of the text at a position.
    func product(_ vectors: TermVectors, _ position: Int) -> Float {
        vectors.bags.withUnsafeBufferPointer { product(UnsafeBufferPointer(rebasing: $0[vectors.range(position)])) }
    }

    func product(_ other: Sum) -> Float {
        withUnsafeTemporaryAllocation(of: TermVectors.WeightedTerm.self, capacity: other.slots.count) { terms in
            // Without a branch: a processor cannot predict which slots are free.
            var count = 0
            for slot in other.slots {
                terms[count] = slot
                count += slot.term == Self.free ? 0 : 1
            }
            return product(UnsafeBufferPointer(rebasing: terms[..<count]))
        }
    }

    private func product(_ terms: UnsafeBufferPointer<TermVectors.WeightedTerm>) -> Float {
        slots.withUnsafeBufferPointer { slots in
            terms.reduce(0) { $0 + $1.weight * Self.weight(of: $1.term, in: slots) }
        }
    }

    private static func weight(of term: Int32, in slots: UnsafeBufferPointer<TermVectors.WeightedTerm>) -> Float {
        let found = slots[slot(of: term, in: slots)]
        return found.term == term ? found.weight : 0
    }

    mutating func add(_ other: Sum) {
        let terms = other.slots.lazy.filter { $0.term != Self.free }
        add(terms, count: other.count, size: other.size, square: other.square)
    }

    /// Adds the bag of the text at a position.
    mutating func add(_ vectors: TermVectors, _ position: Int) {
        let range = vectors.range(position)
        add(vectors.bags[range], count: range.count, size: 1, square: 1)
    }

    private mutating func add(_ others: some Sequence<TermVectors.WeightedTerm>, count: Int, size: Int, square: Float) {
        reserve(self.count + count)
        var (new, product): (Int, Float) = (0, 0)
        slots.withUnsafeMutableBufferPointer { slots in
            for other in others {
                let index = Self.slot(of: other.term, in: UnsafeBufferPointer(slots))
                if slots[index].term == Self.free {
                    slots[index] = other
                    new += 1
                } else {
                    product += slots[index].weight * other.weight
                    slots[index].weight += other.weight
                }
            }
        }
        self.count += new
        self.size += size
        self.square += square + 2 * product
    }

    /// At least half of the slots stay free.
    private mutating func reserve(_ count: Int) {
        guard 2 * count > slots.count else { return }
        var size = 64
        while size < 2 * count { size *= 2 }
        let old = slots
        slots = Array(repeating: TermVectors.WeightedTerm(term: Self.free, weight: 0), count: size)
        slots.withUnsafeMutableBufferPointer { slots in
            for used in old where used.term != Self.free {
                slots[Self.slot(of: used.term, in: UnsafeBufferPointer(slots))] = used
            }
        }
    }

    /// Where the term is, or where it would be. Common terms have small numbers next to one another, so their slots are
    /// scattered (Fibonacci hashing).
    private static func slot(of term: Int32, in slots: UnsafeBufferPointer<TermVectors.WeightedTerm>) -> Int {
        let mask = slots.count - 1
        var index = Int(UInt32(bitPattern: term) &* 0x9E37_79B1) & mask
        while slots[index].term != term, slots[index].term != free { index = (index + 1) & mask }
        return index
    }
}

/// Room for one bag, by term.
private final class DenseBag {
    /// All values are zero between two calls.
    private let weights: UnsafeMutableBufferPointer<Float>

    init(termCount: Int) {
        weights = .allocate(capacity: termCount)
        weights.initialize(repeating: 0)
    }

    deinit {
        weights.deallocate()
    }

    /// The product of two bags.
    func product(_ bags: [TermVectors.WeightedTerm], _ a: Range<Int>, _ b: Range<Int>) -> Float {
        for entry in bags[a] { weights[Int(entry.term)] = entry.weight }
        defer { for entry in bags[a] { weights[Int(entry.term)] = 0 } }
        return b.reduce(0) { $0 + bags[$1].weight * weights[Int(bags[$1].term)] }
    }
}
