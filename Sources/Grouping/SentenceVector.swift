/// The meaning of a text, as a language model gives it: a list of numbers, scaled so that its length is 1.
public struct SentenceVector: Sendable, Equatable {
    /// The numbers, with zeros at the end.
    var lanes: [SIMD16<Float>]
    let dimensions: Int

    /// The greatest number of dimensions.
    public static let mostDimensions = 4096

    /// Nil for no numbers, for more than `mostDimensions`, and for numbers whose length is 0 or not finite.
    public init?(_ numbers: [Float]) {
        guard !numbers.isEmpty, numbers.count <= Self.mostDimensions else { return nil }
        // Doubles, because the square of a large Float is infinite.
        let length = numbers.reduce(0.0) { $0 + Double($1) * Double($1) }.squareRoot()
        guard length.isFinite, length > 0 else { return nil }
        dimensions = numbers.count
        lanes = Array(repeating: .zero, count: (numbers.count + 15) / 16)
        for (index, number) in numbers.enumerated() { lanes[index / 16][index % 16] = Float(Double(number) / length) }
    }

    /// The sum of the products of the numbers: for two vectors of length 1 the cosine of their angle.
    package static func * (a: SentenceVector, b: SentenceVector) -> Float {
        var sum = SIMD16<Float>.zero
        for (a, b) in zip(a.lanes, b.lanes) { sum += a * b }
        return sum.sum()
    }

    /// The average of vectors. Its length is less than 1 if they differ, so that its product with another average is
    /// the average of all products.
    static func average(_ vectors: [SentenceVector]) -> SentenceVector {
        var sum = vectors[0]
        for vector in vectors.dropFirst() { for index in sum.lanes.indices { sum.lanes[index] += vector.lanes[index] } }
        for index in sum.lanes.indices { sum.lanes[index] /= Float(vectors.count) }
        return sum
    }
}

extension SentenceVector {
    /// One signed byte for each number. The number of the greatest magnitude becomes 127 or -127.
    package var packed: [UInt8] {
        let numbers = (0..<dimensions).map { lanes[$0 / 16][$0 % 16] }
        let greatest = numbers.map(\.magnitude).max() ?? 1
        return numbers.map { UInt8(bitPattern: Int8(($0 / greatest * 127).rounded())) }
    }

    /// Nil if the bytes are no vector.
    package init?(packed: some Sequence<UInt8>) { self.init(packed.map { Float(Int8(bitPattern: $0)) }) }
}

/// Stories whose texts have similar sentence vectors.
///
/// Models differ in what they call similar. So the limit comes from the texts themselves: the average similarity of two
/// stories must be at least the upper quartile of the similarities of articles that words joined. A model that finds
/// all texts of a language similar still joins little, because only few of all pairs may join.
struct AlikeVectors {
    /// Pairs of positions in different stories, the most similar first.
    let pairs: [Neighbours.Pair]
    /// How similar they are.
    let likeness: [Float]

    /// Stories are compared if they were published within this number of seconds.
    private static let window: Int64 = 24 * 3600
    /// The greatest number of stories that are compared. The processing time grows with its square, so only the newest
    /// stories are compared.
    private static let mostStories = 4000
    /// At most one in this number of compared pairs may join, but `joinedAlways` pairs always may.
    private static let joinedShare = 1000
    private static let joinedAlways = 5
    /// The limit is calculated from pairs of articles that words joined: at least the lower number of pairs, and about
    /// the upper number at most.
    private static let pairsForLimit = 5...2000

    /// A story while it is compared.
    private struct Story {
        var first: Int
        var vector: SentenceVector
        var dates: ClosedRange<Int64>

        func isNear(_ other: Story) -> Bool {
            max(dates.lowerBound, other.dates.lowerBound) - min(dates.upperBound, other.dates.upperBound) <= window
        }
    }

    /// - Parameters:
    ///   - order: the text at each position.
    ///   - sets: the stories that words joined.
    ///   - article: the first position of each position's article.
    ///   - mayJoin: whether two positions may belong to one story at all.
    init(
        _ texts: NewsTexts, _ order: [Int], _ sets: DisjointSets, article: [Int],
        mayJoin: (Neighbours.Pair) -> Bool
    ) {
        let members = Self.members(texts, order, sets)
        guard let limit = Self.limit(members, article: article) else {
            (pairs, likeness) = ([], [])
            return
        }
        let stories = members.suffix(Self.mostStories).compactMap { members -> Story? in
            let dates = members.compactMap { texts.texts[order[$0.position]].published }
            guard let earliest = dates.min(), let latest = dates.max() else { return nil }
            return Story(
                first: members[0].position, vector: .average(members.map(\.vector)), dates: earliest...latest)
        }
        var found: [(pair: Neighbours.Pair, likeness: Float)] = []
        var compared = 0
        for (index, story) in stories.enumerated() {
            for other in stories[(index + 1)...] where story.isNear(other) {
                compared += 1
                let (pair, likeness) = (Neighbours.Pair(a: story.first, b: other.first), story.vector * other.vector)
                if likeness >= limit, mayJoin(pair) { found.append((pair, likeness)) }
            }
        }
        found.sort { ($1.likeness, $0.pair.a, $0.pair.b) < ($0.likeness, $1.pair.a, $1.pair.b) }
        let kept = found.prefix(max(Self.joinedAlways, compared / Self.joinedShare))
        (pairs, likeness) = (kept.map(\.pair), kept.map(\.likeness))
    }

    private typealias Member = (position: Int, vector: SentenceVector)

    /// The positions of each story that have a vector, in order. Vectors with an unusual number of dimensions come from
    /// another model and are left out.
    private static func members(_ texts: NewsTexts, _ order: [Int], _ sets: DisjointSets) -> [[Member]] {
        if texts.vectors.isEmpty { return [] }
        var sets = sets
        let all = order.indices.compactMap { position in texts.vectors[order[position]].map { (position, $0) } }
        let counts = Dictionary(grouping: all, by: \.1.dimensions).mapValues(\.count)
        guard let usual = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) })?.key else { return [] }
        var indices: [Int: Int] = [:]
        var stories: [[Member]] = []
        for member in all where member.1.dimensions == usual {
            let root = sets.root(of: member.0)
            if let index = indices[root] {
                stories[index].append(member)
            } else {
                indices[root] = stories.count
                stories.append([member])
            }
        }
        return stories
    }

    /// The upper quartile of the similarities of articles in one story; nil if there are too few.
    private static func limit(_ stories: [[Member]], article: [Int]) -> Float? {
        var likeness: [Float] = []
        for story in stories where likeness.count < pairsForLimit.upperBound {
            for (index, member) in story.prefix(10).enumerated() {
                for other in story[..<index] where article[other.position] != article[member.position] {
                    likeness.append(member.vector * other.vector)
                }
            }
        }
        guard likeness.count >= pairsForLimit.lowerBound else { return nil }
        return likeness.sorted()[likeness.count * 3 / 4]
    }
}
