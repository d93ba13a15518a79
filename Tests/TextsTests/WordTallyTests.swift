import Testing

@testable import Texts

@Suite struct WordTallyTests {
    @Test func `the words of several texts are counted once for each text`() {
        let tally = WordTally(texts: 3, occurrences: [9, 1, 9, 4, 9])
        #expect(tally.texts == 3)
        #expect([1, 4, 9, 5, 0, .max].map(tally.count) == [1, 1, 3, 0, 0, 0])
        #expect(tally.words == [1, 4, 9])
    }

    @Test func `parts in any order have the sum of all`() {
        let texts: [[UInt32]] = (0..<60).map { text in (0..<9).map { word in UInt32(text * (word + 1) % 37 + word) } }
        let all = WordTally(texts: texts.count, occurrences: texts.flatMap(\.self))
        for step in [1, 7, 13, 59] {
            var sum = WordTally()
            for index in texts.indices { sum.add(WordTally(texts: 1, occurrences: texts[index * step % 60])) }
            #expect(sum == all)
        }
    }

    @Test func `a full tally drops the rarest words`() {
        var tally = WordTally(texts: 9, occurrences: [5, 5, 5, 8, 2, 2, 7, 3])
        tally.keepMostCommon(6)
        #expect(tally.words == [2, 3, 5, 7, 8])
        tally.keepMostCommon(3)
        #expect(tally == WordTally(texts: 9, words: [2, 3, 5], counts: [2, 1, 3]))
    }

    @Test func `counts stop at the greatest number`() {
        var tally = WordTally(texts: 1, words: [3], counts: [.max])
        tally.add(WordTally(texts: 1, words: [3], counts: [7]))
        #expect(tally.count(of: 3) == .max)
    }
}
