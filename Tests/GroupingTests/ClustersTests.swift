import Testing

@testable import Grouping

/// Groups of texts from a few invented words, so that all texts have something in common.
@Suite struct ClustersTests {
    private static let words = "bridge ferry harbour museum orchard letter stadium factory library tram"
        .split(separator: " ")

    /// Each text has some of the words, by the bits of a number.
    private func vectors(count: Int) -> TermVectors {
        var texts = NewsTexts(background: WordCounts())
        for index in 0..<count {
            let bits = mixed(UInt32(index + 1))
            let title = Self.words.enumerated().filter { bits >> $0.offset & 1 == 1 }.map(\.element)
            texts.add(
                id: "n\(index)", title: title.joined(separator: " "), summary: "", url: "", source: "",
                published: Int64(index))
        }
        return TermVectors(texts)
    }

    @Test func `the similarity of groups is the average of their texts`() {
        let vectors = vectors(count: 20)
        let texts = Clusters(vectors)
        var clusters = Clusters(vectors)
        for position in 1..<8 { clusters.join(0, position) }
        for position in 9..<20 { clusters.join(8, position) }
        let sum = (0..<8).flatMap { a in (8..<20).map { texts.similarity(a, $0).average } }.reduce(0, +)
        #expect(abs(clusters.similarity(0, 8).average - sum / 96) < 1e-5)
        #expect(abs(clusters.similarity(8, 0).common - clusters.similarity(0, 8).common) < 1e-6)
    }

    @Test func `the greatest similarity that groups can have is never too small`() {
        var clusters = Clusters(vectors(count: 60))
        clusters.join(0, 1)
        clusters.join(2, 3)
        clusters.join(4, 5)
        let last = clusters.comparison(0, 2)
        #expect(clusters.mostSimilarity(0, 2, since: last).common == clusters.similarity(0, 2).common)
        for position in 6..<60 {
            clusters.join(position % 3 == 0 ? 0 : position % 3 == 1 ? 2 : 4, position)
            let (most, now) = (clusters.mostSimilarity(0, 2, since: last), clusters.similarity(0, 2))
            #expect(most.average >= now.average && most.common >= now.common)
        }
        clusters.join(0, 4)
        #expect(clusters.mostSimilarity(0, 2, since: last).common >= clusters.similarity(0, 2).common)
    }

    @Test func `a word of one text alone counts for its length only`() {
        var texts = NewsTexts(background: WordCounts())
        for (index, title) in ["bridge ferry", "bridge ferry unicorn", "harbour museum"].enumerated() {
            texts.add(id: "n\(index)", title: title, summary: "", url: "", source: "", published: Int64(index))
        }
        let vectors = TermVectors(texts)
        #expect(vectors.termCount == 2)
        let clusters = Clusters(vectors)
        #expect(abs(clusters.similarity(0, 0).average - 1) < 1e-5)
        #expect(clusters.similarity(0, 1).average < 0.9)
        #expect(clusters.similarity(0, 2).average == 0)
    }
}
