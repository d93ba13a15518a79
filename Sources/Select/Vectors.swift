import Foundation
import Grouping
import Settings
import Texts
import Values

/// What a program answered about the items that it was given.
package struct PrintedVectors: Sendable {
    /// The vectors by the ids of their items.
    package var vectors: [String: SentenceVector] = [:]
    /// Whether the program ended badly or printed nothing of use. Then it is not asked again in this run.
    package var hasFailed = false
    package var failure: Failure?
}

/// An item as a program for sentence vectors gets it, in one line of JSON.
package struct VectorJSON: Sendable, Equatable, Encodable {
    package var id: String
    var title: String
    var summary: String
    /// The language tag that the source gives; empty if it gives none.
    var language: String

    /// The hash of what the source said. Another hash means that the source changed it.
    package var version: Int64

    private enum CodingKeys: CodingKey { case id, title, summary, language }

    package init(_ item: Item, id: String) {
        self.id = id
        title = item.title.cleanLine
        summary = item.summary.cleanParagraphs.joined(separator: "\n\n")
        language = item.language ?? ""
        version = StableHash.hash("\(item.wording.title)\0\(item.wording.text ?? 0)\0\(language)")
    }
}

extension Configuration.Generator {
    /// Gives the items to the program and reads the vectors that it prints: lines with `id` and `vector`. If it takes
    /// too long, the lines that it has printed until then are used. An item without a vector is compared by its words.
    package func vectors(of items: [VectorJSON]) async -> PrintedVectors {
        let longestAnswer = SentenceVector.mostDimensions * Self.longestNumber
        let (output, error) = await run(items.jsonLines, "", outputLimit: 65_536 + items.count * longestAnswer)
        var printed = PrintedVectors()
        let answers = PrintedLines<Line>(output ?? [], about: Set(items.map(\.id)))
        var mistakes = answers.mistakes
        for line in answers.lines {
            if let vector = SentenceVector(line.vector) {
                printed.vectors[line.id] = vector
            } else {
                let most = SentenceVector.mostDimensions
                mistakes.note("the vector of '\(line.id)' should have 1 to \(most) numbers, one of them not 0")
            }
        }
        printed.hasFailed = error != nil || printed.vectors.isEmpty
        let nothing = printed.vectors.isEmpty ? "it printed nothing" : nil
        if let reason = error.map({ "\($0)" }) ?? mistakes.text ?? nothing {
            let count = "\(printed.vectors.count) of \(items.count.counted("item has", "items have")) a vector"
            printed.failure = failure("\(reason); \(count); the others are compared by their words")
        }
        return printed
    }

    /// The greatest length of a number in JSON, with the comma.
    private static let longestNumber = 26

    private struct Line: PrintedLine {
        static let needed = "an 'id' and a 'vector'"

        static func kind(of key: String) -> String { key == "vector" ? "a list of numbers" : "a string" }

        var id: String
        var vector: [Float]
    }
}
