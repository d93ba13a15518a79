import Foundation
import Testing

@testable import NewsDigest

@Suite struct PhraseTableTests {
    @Test func `a gap stands for any words or none, and a short gap for at most four`() {
        let table = PhraseTable("visit ~ for more …\n… by quay\nread #")
        #expect(table.contains(["visit", "the", "old", "town", "today", "for", "more"]))
        #expect(!table.contains(["visit", "the", "old", "town", "today", "again", "for", "more"]))
        #expect(table.contains(["visit", "us", "for", "more", "of", "the", "old", "town", "of", "elsom"]))
        #expect(table.contains(["by", "quay"]) && table.contains(["a", "tram", "by", "quay"]))
        #expect(
            table.contains(["read", "5"]) && !table.contains(["read", "it"]) && !table.contains(["read", "5", "x"]))
    }

    @Test func `of several sentences, the last one must hold the last part of a phrase`() {
        let table = PhraseTable("sign up for … newsletter …")
        let words = ["sign", "up", "for", "our", "newsletter", "it", "rained"]
        #expect(table.contains(words))
        #expect(table.contains(words, endingInLast: 3))
        #expect(!table.contains(words, endingInLast: 2))
    }

    /// A frame is also needed for several sentences, so only a frame can make it useless.
    @Test func `no phrase of a table is part of another one`() throws {
        let source = URL(filePath: #filePath)
            .appending(path: "../../../../Sources/NewsDigest/Gather/Cleaning/Furniture+Tables.swift").standardized
        let tables = try String(contentsOf: source, encoding: .utf8).components(separatedBy: "PhraseTable(").dropFirst()
        #expect(tables.count >= 4)
        for table in tables {
            let rows = table.components(separatedBy: "\"\"\"")[1].split(separator: "\n").map {
                $0.trimmingCharacters(in: .whitespaces)
            }.filter { !$0.isEmpty }
            #expect(Set(rows).count == rows.count)
            let phrases = rows.map { PhraseTable($0) }
            for (index, row) in rows.enumerated() {
                let examples = Self.examples(of: row)
                let others = phrases.indices.filter { other in
                    other != index && examples.allSatisfy { phrases[other].contains($0) }
                        && (!Self.isFrame(row) || Self.isFrame(rows[other]))
                }
                #expect(others.isEmpty, "\(row): \(others.map { rows[$0] })")
            }
        }
    }

    private static func isFrame(_ row: String) -> Bool {
        let inside = row.split(separator: " ").dropLast()
        return !"…~".contains(row.first!) && inside.contains { $0 == "…" || $0 == "~" }
    }

    /// The words of a phrase with as few and as many words as possible in its gaps.
    private static func examples(of row: String) -> [[String]] {
        let words = row.replacing("#", with: "7").split(separator: " ").map(String.init)
        return [0, 1].map { size in
            words.flatMap {
                $0 == "…"
                    ? Array(repeating: "x", count: size * 9) : $0 == "~" ? Array(repeating: "x", count: size * 4) : [$0]
            }
        }
    }
}
