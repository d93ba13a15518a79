import Testing

@testable import Cleaning

@Suite struct PhraseTableTests {
    @Test func `a gap stands for any words or none, and a short gap for at most four`() {
        let table = PhraseTable(lines: "visit ~ for more …\n… by quay\nread #")
        #expect(table.contains(["visit", "the", "old", "town", "today", "for", "more"]))
        #expect(!table.contains(["visit", "the", "old", "town", "today", "again", "for", "more"]))
        #expect(table.contains(["visit", "us", "for", "more", "of", "the", "old", "town", "of", "elsom"]))
        #expect(table.contains(["by", "quay"]) && table.contains(["a", "tram", "by", "quay"]))
        #expect(
            table.contains(["read", "5"]) && !table.contains(["read", "it"]) && !table.contains(["read", "5", "x"]))
    }

    @Test func `one of several words, or none, may stand in a phrase`() {
        let table = PhraseTable(lines: "listen|read it? now|here\nthe? quay …\n#|no boat|boats")
        #expect(table.contains(["listen", "now"]) && table.contains(["read", "it", "here"]))
        #expect(!table.contains(["read", "it"]) && !table.contains(["it", "now"]))
        #expect(table.contains(["quay"]) && table.contains(["the", "quay", "opens"]))
        #expect(table.contains(["12", "boats"]) && table.contains(["no", "boat"]) && !table.contains(["a", "boat"]))
    }

    @Test(arguments: [
        "end", "credit of a picture", "byline", "call", "label at the end", "label of a note",
    ])
    func `no phrase of a table is part of another one`(heading: String) {
        let rows = Phrases.lines(under: heading)
        #expect(!rows.isEmpty && Set(rows).count == rows.count)
        let phrases = rows.map { PhraseTable([$0]) }
        for (index, row) in rows.enumerated() {
            let examples = Self.examples(of: row)
            let others = phrases.indices.filter { other in
                other != index && examples.allSatisfy { phrases[other].contains($0) }
            }
            #expect(others.isEmpty, "\(row): \(others.map { rows[$0] })")
        }
    }

    /// The words of a phrase, each in turn where one of several may stand, with as few and as many words as possible in
    /// its gaps.
    private static func examples(of row: String) -> [[String]] {
        [0, 1].flatMap { size in
            row.replacing("#", with: "7").split(separator: " ").reduce([[]]) { begun, part in
                var ends =
                    part.split { $0 == "|" || $0 == "?" }.map { [String($0)] } + (part.hasSuffix("?") ? [[]] : [])
                if part == "…" { ends = [Array(repeating: "x", count: size * 9)] }
                if part == "~" { ends = [Array(repeating: "x", count: size * 4)] }
                return begun.flatMap { words in ends.map { words + $0 } }
            }
        }
    }
}

extension PhraseTable {
    fileprivate init(lines: String) { self.init(lines.split(separator: "\n").map(String.init)) }
}
