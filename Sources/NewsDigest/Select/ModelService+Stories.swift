import Foundation
import Grouping
import Texts
import Values

extension ModelService {
    private static let longest = Duration.seconds(Configuration.Model.longest)
    /// Bytes of a request for each of its tokens, at least.
    private static let bytesOfToken = 3

    /// Summaries of stories from all their tellings, without the sentences that say what no telling says. A story of
    /// which nothing is left keeps the feed's summary.
    func summaries(of stories: [StoryLine], language: String) async -> WrittenSummaries {
        let end = ContinuousClock.now + Self.longest
        var written = WrittenSummaries()
        var reason: String?
        var batches = batches(of: stories)[...]
        while !batches.isEmpty {
            let some = batches.prefix(max(1, model.parallel))
            batches = batches.dropFirst(some.count)
            let answers = await withTaskGroup(of: (Int, Result<Answer, Fault>).self) { group in
                for (index, batch) in some.enumerated() {
                    group.addTask {
                        (index, await answer(to: .summaries(language: language), about: batch, until: end))
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
            }
            for (batch, answer) in zip(some, answers) {
                switch answer {
                case .success(let answer): add(answer, on: batch, language, to: &written)
                case .failure(let fault): reason = reason ?? fault.reason
                }
            }
            // A service that failed once is not asked again in this run.
            if reason != nil { break }
        }
        guard let reason else { return written }
        let count = "\(written.texts.count) of \(stories.count.counted("story has", "stories have")) its summary"
        written.hasFailed = true
        written.failure = failure("\(reason); \(count); the feeds' own summaries stay for the others")
        return written
    }

    /// A `Result`, and no typed error: when the tasks of a group caught one, release builds of Swift 6.3 crashed.
    private func answer(
        to task: Task, about stories: [StoryLine], until end: ContinuousClock.Instant
    ) async -> Result<Answer, Fault> {
        do throws(Fault) {
            return .success(try await ask(task, about: stories.jsonLines, until: end))
        } catch {
            return .failure(error)
        }
    }

    private func add(_ answer: Answer, on batch: [StoryLine], _ language: String, to written: inout WrittenSummaries) {
        let texts = Dictionary((answer.items ?? []).compactMap { item in item.summary.map { (item.id, $0) } }) {
            first, _ in first
        }
        for story in batch {
            written.settled.insert(story.id)
            guard let text = texts[story.id],
                let usable = try? GeneratedText(text, longest: GeneratedText.longestSummary).text
            else { continue }
            let confirmed = StatedFacts(story.allTexts).confirmed(usable, language: language)
            if !confirmed.isEmpty { written.texts[story.id] = Story.Generated(summary: confirmed) }
        }
    }

    /// A few lines on what leads, without the sentences that say what no story says.
    /// - Throws: a `Failure` that names the model.
    func intro(to stories: [StoryLine], language: String) async throws(Failure) -> String {
        let end = ContinuousClock.now + Self.longest
        do throws(Fault) {
            let lines = batches(of: stories).first ?? []
            let answer = try await ask(.intro(language: language), about: lines.jsonLines, until: end)
            let text: String
            do throws(GeneratedText.Unusable) {
                text = try GeneratedText(answer.intro ?? "", longest: GeneratedText.longestSummary).text
            } catch {
                throw Fault(reason: "its intro \(error.reason)")
            }
            let confirmed = StatedFacts(stories.flatMap(\.allTexts)).confirmed(text, language: language)
            guard !confirmed.isEmpty else { throw Fault(reason: "its intro says nothing that the stories say") }
            return confirmed
        } catch {
            throw failure("the digest has no intro: \(error.reason)")
        }
    }

    /// An answer to a question from these stories; nil if it has none.
    func answer(to question: String, from stories: [StoryLine]) async throws(Failure) -> String? {
        do throws(Fault) {
            let answer = try await ask(
                .answer(question: question),
                about: stories.map { $0.shortened(to: room / max(1, stories.count)) }.jsonLines,
                until: .now + Self.longest)
            return answer.answer?.cleanParagraphs.joined(separator: "\n\n").nonEmpty
        } catch {
            throw failure("\(error.reason); the sources are listed without an answer")
        }
    }

    /// Sentence vectors of items. An item without one is compared by its words.
    func vectors(of items: [VectorLine]) async -> PrintedVectors {
        let end = ContinuousClock.now + Self.longest
        var printed = PrintedVectors()
        var rest = items[...]
        var reason: String?
        while !rest.isEmpty, reason == nil {
            let some = Array(rest.prefix(64))
            rest = rest.dropFirst(some.count)
            do throws(Fault) {
                let texts = some.map { "\($0.title)\n\($0.summary)".clipped(to: 1_000) }
                let vectors = try await vectors(of: texts, until: end)
                for (item, numbers) in zip(some, vectors) {
                    if let vector = SentenceVector(numbers) { printed.vectors[item.id] = vector }
                }
            } catch {
                reason = error.reason
            }
        }
        printed.hasFailed = reason != nil || printed.vectors.isEmpty
        if printed.hasFailed {
            let count = "\(printed.vectors.count) of \(items.count.counted("item has", "items have")) a vector"
            printed.failure = failure(
                "\(reason ?? "it gave no vector of use"); \(count); the others are compared by their words")
        }
        return printed
    }

    private func failure(_ reason: String) -> Failure { Failure(.select, "model \(model.name)", reason) }

    /// The bytes of a request's lines that leave room for the instructions and the answer.
    private var room: Int { max(2_000, model.context * Self.bytesOfToken * 3 / 5) }

    /// The stories, in as many requests as the model's context needs. A long text is cut.
    private func batches(of stories: [StoryLine]) -> [[StoryLine]] {
        var batches: [[StoryLine]] = []
        var left = 0
        for story in stories.map({ $0.shortened(to: min(room, 6_000)) }) {
            let bytes = [story].jsonLines.count
            if bytes > left || batches.isEmpty {
                batches.append([])
                left = room
            }
            batches[batches.count - 1].append(story)
            left -= bytes
        }
        return batches
    }
}

extension StoryLine {
    fileprivate var allTexts: [String] {
        [title, source, summary, text] + tellings.flatMap { [$0.title, $0.source, $0.summary, $0.text] }
    }

    /// The same story with shorter texts and at most four tellings.
    fileprivate func shortened(to bytes: Int) -> StoryLine {
        var story = self
        story.tellings = story.tellings.prefix(4).map { telling in
            var telling = telling
            telling.summary = telling.summary.clipped(to: bytes / 20)
            telling.text = telling.text.clipped(to: bytes / 20)
            return telling
        }
        story.summary = story.summary.clipped(to: bytes / 8)
        story.text = story.text.clipped(to: bytes / 4)
        return story
    }
}
