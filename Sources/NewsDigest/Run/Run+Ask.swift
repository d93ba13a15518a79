import Addresses
import Foundation
import Grouping
import Select
import Settings
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
    /// - Throws: `RunError`.
    package func ask(_ question: String) async throws -> AskedQuestion {
        let text = question.cleanLine
        let words = Self.words(of: text)
        guard !words.isEmpty else { throw RunError.usage("'\(text)' has no word to look for") }
        let model = readers[0].model
        // Tokens are counted, so a model needs the state for writing.
        let state = try State.open(statePath, model == nil ? .readOnly : .readWrite, patience: State.patience)
        defer { if model != nil { close(state) } }
        let context = try RunContext(self, in: state)
        let service = model.map(context.service)
        let byWords = try Self.best(state.items(withAny: words))
        let (byMeaning, failure) = try await context.nearest(to: text, by: service, limit: Self.mostAnswers)
        let found = Self.fused(byWords, byMeaning).prefix(Self.mostAnswers)
        var asked = AskedQuestion(
            sources: found.map { stored in
                AskedQuestion.Source(
                    id: stored.id, title: stored.item.title.cleanLine, url: stored.shownURL.safeURL ?? "",
                    source: stored.item.source.cleanLine, published: stored.item.published ?? stored.firstSeen)
            })
        asked.failure = failure
        guard let service, !found.isEmpty else { return asked }
        let pages = try state.pages(ofItems: found.map(\.id))
        let lines = found.map { stored in
            var story = Story(id: stored.id, item: stored.item, url: stored.shownURL)
            story.article = pages[stored.id]?.article
            return StoryInput(story, category: stored.item.category, items: [:])
        }
        do throws(Failure) {
            asked.answer = try await service.answer(to: text, from: lines)
        } catch {
            asked.failure = error
        }
        return asked
    }

    /// The greatest number of items that an answer is made from.
    private static let mostAnswers = 12

    /// Two lists as one: what stands high in either, and higher what stands in both (reciprocal rank fusion: Cormack,
    /// Clarke and Büttcher, 2009).
    private static func fused(_ a: [StoredItem], _ b: [StoredItem]) -> [StoredItem] {
        var scores: [String: (item: StoredItem, score: Double)] = [:]
        for list in [a, b] {
            for (rank, item) in list.enumerated() { scores[item.id, default: (item, 0)].score += 1 / Double(61 + rank) }
        }
        return scores.values.sorted { ($1.score, $1.item.number) < ($0.score, $0.item.number) }.map(\.item)
    }

    /// The words of a question that say what it is about.
    private static func words(of question: String) -> [String] {
        var seen: Set<String> = []
        return FoldedText.words(of: question).filter {
            $0.count > 1 && !CommonWords.hasNoTopic($0) && !asking.contains($0) && seen.insert($0).inserted
        }
    }

    /// What stands in questions alone, and in many texts of another topic.
    private static let asking: Set<String> = [
        "happened", "happen", "happening", "today", "yesterday", "week", "month", "year", "news", "latest",
    ]

    /// Items with more and rarer words are better; of equal ones, the newer.
    private static func best(_ found: [(item: StoredItem, words: Set<String>)]) -> [StoredItem] {
        var counts: [String: Int] = [:]
        for (_, words) in found { for word in words { counts[word, default: 0] += 1 } }
        let weights = counts.mapValues { 1 / log2(1 + Double($0)) }
        let scored = found.map { found in (found.item, found.words.reduce(0) { $0 + (weights[$1] ?? 0) }) }
        let sorted = scored.sorted { ($1.1, $1.0.number) < ($0.1, $0.0.number) }
        let most = sorted.first?.1 ?? 0
        // What shares only a common word with a question has nothing to do with it.
        return sorted.prefix(mostAnswers).filter { $0.1 >= most / 3 }.map(\.0)
    }
}

extension RunContext {
    /// The items whose vectors, kept from earlier runs, are nearest to that of a question, the nearest first; and why
    /// the question has no vector.
    fileprivate func nearest(
        to question: String, by service: ModelService?, limit: Int
    ) async throws -> ([StoredItem], Failure?) {
        guard let service, let generator = Configuration.Generator(vectorsOf: service.model),
            let embedder = generator.model
        else { return ([], nil) }
        let numbers: [[Float]]
        do throws(ModelService.Fault) {
            numbers = try await self.service(embedder).vectors(of: [question], until: .now + .seconds(embedder.timeout))
        } catch {
            return ([], generator.failure("\(error.reason); the sources are found by words alone"))
        }
        guard let vector = numbers.first.flatMap(SentenceVector.init) else { return ([], nil) }
        var near: [(item: Int64, likeness: Float)] = []
        for (item, packed) in try state.vectors(by: generator.key(language: ""), newest: Self.mostVectors) {
            guard let likeness = SentenceVector(packed: packed).map({ vector * $0 }), likeness >= Self.leastLikeness
            else { continue }
            near.append((item, likeness))
        }
        near.sort { $0.likeness == $1.likeness ? $0.item < $1.item : $0.likeness > $1.likeness }
        return (try state.items(near.prefix(limit).map(\.item)), nil)
    }

    /// The vectors that a question is compared with.
    private static let mostVectors = 50_000
    /// The least cosine with which an item can have to do with a question.
    private static let leastLikeness: Float = 0.4
}
