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
