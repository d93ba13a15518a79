import Testing

@testable import Grouping

@Suite struct SentenceVectorTests {
    @Test func `a vector has the length 1, and its product with another one is the cosine`() throws {
        let long = try #require(SentenceVector([3, 4]))
        #expect(abs(long * long - 1) < 1e-6)
        #expect(abs(long * (try #require(SentenceVector([1, 0]))) - 0.6) < 1e-6)
        #expect(abs(long * (try #require(SentenceVector([1e38, 0]))) - 0.6) < 1e-6)
    }

    @Test(arguments: [[], [0, 0], [.nan], [.infinity, 1], Array(repeating: 1, count: 4097)] as [[Float]])
    func `zeros, infinite and too many numbers are not a vector`(numbers: [Float]) {
        #expect(SentenceVector(numbers) == nil)
    }

    @Test func `a packed vector points where it pointed`() throws {
        let numbers = (0..<384).map { Float(($0 * 37) % 101) - 50 }
        let vector = try #require(SentenceVector(numbers))
        let unpacked = try #require(SentenceVector(packed: vector.packed))
        #expect(vector.packed.count == 384)
        #expect(vector * unpacked > 0.999)
        #expect(SentenceVector(packed: [] as [UInt8]) == nil)
    }
}

/// Articles in pairs that words join, and two that nothing but their meaning joins.
@Suite struct AlikeVectorsTests {
    private static let pairs = [
        ("Storm closes the ferry terminal of Elsom", "Ferry terminal of Elsom closed by the storm until noon"),
        ("Museum of clocks reopens in Tarn", "Reopened museum of clocks in Tarn counts visitors"),
        ("Vineyard owners of Marlo sue over pesticides", "Pesticides: vineyard owners of Marlo go to court"),
        ("Bridge toll of Quenby doubles in January", "Quenby doubles its bridge toll from January on"),
        ("Zebra escapes from the circus at Holm", "Circus at Holm finds its escaped zebra"),
    ]

    /// Vectors with the cosine `likeness` to the axis `axis`. The rest points to an axis of its own.
    private static func vector(_ axis: Int, _ likeness: Float, own: Int) -> SentenceVector? {
        var numbers = [Float](repeating: 0, count: 40)
        numbers[axis] = likeness
        numbers[20 + own] = (1 - likeness * likeness).squareRoot()
        return SentenceVector(numbers)
    }

    /// - Parameter likeness: the cosine of the last two articles with their common axis.
    /// - Returns: for each article, the first one of its story.
    private static func stories(
        likeness: Float, pairs: Int = 5, apart: Int64 = 0, reversed: Bool = false, dimensions: Int = 40
    ) -> [Int] {
        var texts = NewsTexts(background: WordCounts())
        var titles = Self.pairs.prefix(pairs).flatMap { [$0.0, $0.1] }
        titles += ["Präsident tritt zurück", "Head of state resigns"]
        let places = reversed ? Array(titles.indices.reversed()) : Array(titles.indices)
        for place in places {
            let isLast = place >= titles.count - 2
            var vector = vector(place / 2, isLast ? likeness : 0.9, own: place)
            if place == titles.count - 1, dimensions != 40 { vector = SentenceVector([1, 0, 0]) }
            texts.add(
                id: "\(place)", title: titles[place], summary: "", url: "https://\(place).example/a",
                source: "s\(place)",
                published: 1_000_000 + Int64(place) + (place == titles.count - 1 ? apart : 0), vector: vector)
        }
        return Grouping(texts).story
    }

    @Test func `two articles without a common word are one story if they are as alike as articles that words join`() {
        let stories = Self.stories(likeness: 0.95)
        #expect(stories == [0, 0, 2, 2, 4, 4, 6, 6, 8, 8, 10, 10])
        #expect(Self.stories(likeness: 0.8) == [0, 0, 2, 2, 4, 4, 6, 6, 8, 8, 10, 11], "less alike than those")
    }

    @Test func `the order of the articles changes nothing`() {
        let stories = Self.stories(likeness: 0.95, reversed: true)
        #expect(stories[0] == stories[1] && Set(stories).count == 6)
    }

    @Test func `with too few articles that words join there is no limit, and nothing else joins`() {
        #expect(Self.stories(likeness: 1, pairs: 4) == [0, 0, 2, 2, 4, 4, 6, 6, 8, 9])
    }

    @Test func `articles of different days stay apart`() {
        #expect(Set(Self.stories(likeness: 1, apart: 20 * 3600)).count == 6)
        #expect(Set(Self.stories(likeness: 1, apart: 25 * 3600)).count == 7)
    }

    @Test func `a vector of another model is left out`() {
        #expect(Set(Self.stories(likeness: 1, dimensions: 3)).count == 7)
    }
}
