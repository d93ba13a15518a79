import Addresses
import Foundation
import Grouping
import State
import Texts
import Values

/// An answer to a question, with the stored items that it was made from.
package struct AskedQuestion: Encodable, Sendable {
    package struct Source: Encodable, Sendable {
        package var id, title, url, source: String
        package var published: Date?
    }

    /// Nil without a model, or if it gave none.
    package var answer: String?
    /// In the order of the answer's numbers.
    package var sources: [Source]
    /// Why there is no answer from the model.
    package var failure: Failure?

    private enum CodingKeys: CodingKey { case answer, sources }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(answer, forKey: .answer)
        try container.encode(sources, forKey: .sources)
    }
}

extension Run {
    /// Finds the stored items that have the rarer words of a question, the best ones first, and asks the model of the
    /// configuration to answer from them. It asks no source.
    ///
    /// - Parameter limit: the greatest number of items.
    /// - Throws: `RunError`.
    package func ask(_ question: String, limit: Int = 12) async throws -> AskedQuestion {
        let text = question.cleanLine
        let words = Self.words(of: text)
        guard !words.isEmpty else { throw RunError.usage("'\(text)' has no word to look for") }
        let model = readers[0].model
        // Tokens are counted, so a model needs the state for writing.
        let state = try State.open(statePath, model == nil ? .readOnly : .readWrite, patience: State.patience)
        defer { if model != nil { close(state) } }
        let found = try Self.best(state.items(withAny: words), limit: limit)
        var asked = AskedQuestion(
            sources: found.map { stored in
                AskedQuestion.Source(
                    id: stored.id, title: stored.item.title.cleanLine, url: SafeURL(stored.shownURL)?.text ?? "",
                    source: stored.item.source.cleanLine, published: stored.item.published ?? stored.firstSeen)
            })
        guard let model, !found.isEmpty else { return asked }
        let pages = try state.pages(ofItems: found.map(\.id))
        let lines = found.map { stored in
            var story = Story(id: stored.id, item: stored.item, url: stored.shownURL)
            story.article = pages[stored.id]?.article
            return StoryLine(story, category: stored.item.category, items: [:])
        }
        let service = service(model, over: try newClient(), in: state)
        do throws(Failure) {
            asked.answer = try await service.answer(to: text, from: lines)
        } catch {
            asked.failure = error
        }
        return asked
    }

    /// The words of a question that say what it is about.
    private static func words(of question: String) -> [String] {
        var seen: Set<String> = []
        return FoldedText.words(of: question).filter {
            $0.count > 1 && !StopWords.contains($0) && !asking.contains($0) && seen.insert($0).inserted
        }
    }

    /// What stands in questions alone, and in many texts of another topic.
    private static let asking: Set<String> = [
        "happened", "happen", "happening", "today", "yesterday", "week", "month", "year", "news", "latest",
    ]

    /// Items with more and rarer words are better; of equal ones, the newer.
    private static func best(_ found: [(item: StoredItem, words: Set<String>)], limit: Int) -> [StoredItem] {
        var counts: [String: Int] = [:]
        for (_, words) in found { for word in words { counts[word, default: 0] += 1 } }
        let weights = counts.mapValues { 1 / log2(1 + Double($0)) }
        let scored = found.map { found in (found.item, found.words.reduce(0) { $0 + (weights[$1] ?? 0) }) }
        let sorted = scored.sorted { ($1.1, $1.0.number) < ($0.1, $0.0.number) }
        let most = sorted.first?.1 ?? 0
        // What shares only a common word with a question has nothing to do with it.
        return sorted.prefix(limit).filter { $0.1 >= most / 3 }.map(\.0)
    }
}
