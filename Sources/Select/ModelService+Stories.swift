import Foundation
import Grouping
import Platform
import Settings
import Texts
import Values

extension ModelService {
    /// Bytes of a request for each of its tokens, at least.
    private static let bytesOfToken = 3

    /// What the model writes on stories: summaries, ratings or translations. A sentence that says what no telling says
    /// is left out; of a translated title nothing is left then.
    ///
    /// A request for texts has one story, so that instructions in its texts change no other one. Ratings are compared,
    /// so a request for these has many.
    package func texts(
        on stories: [StoryInput], _ output: Configuration.Generator.Output, language: String,
        until end: ContinuousClock.Instant
    ) async -> WrittenSummaries {
        let question: Question =
            switch output {
            case .ratings: .ratings
            case .translations: .translations(language: language)
            case .summaries, .intro: .summaries(language: language)
            }
        var written = WrittenSummaries()
        var fault: Fault?
        var unusable = 0
        let all = output == .ratings ? batches(of: stories) : stories.map { [$0.shortened(to: longestStory)] }
        var batches = all[...]
        while !batches.isEmpty, !written.hasFailed {
            let some = batches.prefix(max(1, model.parallel))
            batches = batches.dropFirst(some.count)
            let answers = await Array(zip(0..., some)).concurrentMap { lane, batch in
                await answer(to: question, about: batch, lane: lane, until: end)
            }
            for (batch, answer) in zip(some, answers) {
                switch answer {
                case .success(let answer): add(answer, on: batch, output, language, to: &written)
                case .failure(let reason):
                    fault = fault ?? reason
                    if reason.isDown { written.isDown = true } else if !reason.isTooLong { unusable += 1 }
                }
            }
            // A service that failed once is not asked again in this run. One story may make it answer nonsense.
            let isUnusable =
                written.settled.isEmpty && unusable > 0 && (unusable >= AnswerRecord.mostUnusable || batches.isEmpty)
            written.hasFailed = written.isDown || isUnusable
        }
        guard let fault else { return written }
        let (kind, rest) =
            switch output {
            case .ratings: ("rating", "the others are ordered without it")
            case .translations: ("translation", "the others stay as they are")
            case .summaries, .intro: ("summary", "the feeds' own summaries stay for the others")
            }
        let count = "\(written.texts.count) of \(stories.count.counted("story has", "stories have")) its \(kind)"
        written.failure = failure("\(fault.reason); \(count); \(rest)")
        return written
    }

    /// A `Result`, and no typed error: when the tasks of a group caught one, release builds of Swift 6.3 crashed.
    private func answer(
        to question: Question, about stories: [StoryInput], lane: Int, until end: ContinuousClock.Instant
    ) async -> Result<Answer, Fault> {
        do throws(Fault) {
            return .success(try await ask(question, about: stories, lane: lane, until: end))
        } catch {
            return .failure(error)
        }
    }

    private func add(
        _ answer: Answer, on batch: [StoryInput], _ output: Configuration.Generator.Output, _ language: String,
        to written: inout WrittenSummaries
    ) {
        let items = Dictionary((answer.items ?? []).compactMap { item in item.id.map { ($0, item) } }) { first, _ in
            first
        }
        for story in batch {
            written.settled.insert(story.id)
            guard let item = items[story.id] else { continue }
            if output == .ratings {
                guard let rating = item.rating, (0...10).contains(rating) else { continue }
                written.texts[story.id] = Story.Generated(summary: "\(rating)")
                continue
            }
            let facts = StatedFacts(story.allTexts)
            func confirmed(_ text: String?, _ longest: Int) -> String {
                guard let text, let usable = try? GeneratedText(text, longest: longest).text else { return "" }
                return facts.confirmed(usable, language: language)
            }
            let summary = confirmed(item.summary, GeneratedText.longestSummary)
            let title = output == .translations ? item.title?.cleanLine.nonEmpty : nil
            let isTrue = title.map { confirmed($0, GeneratedText.longestTitle) == $0 } ?? false
            if !summary.isEmpty || isTrue {
                written.texts[story.id] = Story.Generated(title: isTrue ? title : nil, summary: summary)
            }
        }
    }

    /// A few lines on what leads, without the sentences that say what no story says.
    /// - Throws: a `Failure` that names the model.
    package func intro(
        to stories: [StoryInput], language: String, until end: ContinuousClock.Instant
    ) async throws(Failure) -> String {
        do throws(Fault) {
            let lines = batches(of: stories).first ?? []
            let answer = try await ask(.intro(language: language), about: lines, until: end)
            let text: String
            do throws(GeneratedText.Unusable) {
                text = try GeneratedText(answer.intro ?? "", longest: GeneratedText.longestSummary).text
            } catch {
                throw Fault(reason: "its intro \(error.reason)")
            }
            // The numbers of stories are no numbers of the news.
            let confirmed = StatedFacts(lines.flatMap(\.allTexts))
                .confirmed(text.hidingStoryNumbers, language: language).showingStoryNumbers
            guard !confirmed.isEmpty else { throw Fault(reason: "its intro says nothing that the stories say") }
            return confirmed
        } catch {
            throw failure("the digest has no intro: \(error.reason)")
        }
    }

    /// An answer to a question from these stories; nil if it has none.
    package func answer(to question: String, from stories: [StoryInput]) async throws(Failure) -> String? {
        do throws(Fault) {
            let answer = try await ask(
                .answer(question: question),
                about: stories.map { $0.shortened(to: room / max(1, stories.count)) },
                until: .now + .seconds(Configuration.Model.longest))
            let facts = StatedFacts(stories.flatMap(\.allTexts))
            return answer.answer.flatMap { facts.withoutAddresses($0).withoutSecrets.nonEmpty }
        } catch {
            throw failure("\(error.reason); the sources are listed without an answer")
        }
    }

    /// Sentence vectors of items. An item without one is compared by its words.
    package func vectors(of items: [VectorJSON], until end: ContinuousClock.Instant) async -> PrintedVectors {
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

    private var longestStory: Int { min(room, 6_000) }

    /// The stories, in as many requests as the model's context needs. A long text is cut.
    private func batches(of stories: [StoryInput]) -> [[StoryInput]] {
        var batches: [[StoryInput]] = []
        var left = 0
        for story in stories.map({ $0.shortened(to: longestStory) }) {
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

extension String {
    /// With signs that are no letters, digits or spaces (Braille) in the place of the numbers of stories.
    fileprivate var hidingStoryNumbers: String {
        replacing(Digest.storyNumbers) { match in
            let signs: [Unicode.Scalar] = match.0.unicodeScalars.compactMap { Unicode.Scalar(0x2800 + $0.value) }
            return String(String.UnicodeScalarView(signs))
        }
    }

    fileprivate var showingStoryNumbers: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.compactMap {
                    (0x2800...0x28FF).contains($0.value) ? Unicode.Scalar($0.value - 0x2800) : $0
                }))
    }
}

extension StoryInput {
    fileprivate var allTexts: [String] {
        [title, source, summary, text] + tellings.flatMap { [$0.title, $0.source, $0.summary, $0.text] }
    }

    /// The same story with shorter texts and at most four tellings.
    fileprivate func shortened(to bytes: Int) -> StoryInput {
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
