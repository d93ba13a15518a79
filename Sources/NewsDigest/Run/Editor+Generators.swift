import Foundation
import Gather
import Grouping
import HTTP
import InFlight
import Select
import Settings
import Texts
import Values

extension Editor {
    /// The digest with the summaries that the user's programs wrote. What they were asked in earlier runs is not asked
    /// again.
    func summarized(_ digest: Digest) async throws -> Digest {
        guard !plan.profile.summaries.isEmpty, !digest.stories.isEmpty else { return digest }
        let lines = try lines(of: digest)
        let (generators, language) = (plan.profile.summaries, digest.language)
        let written = try await context.questions.inTurn {
            try await texts(on: lines, by: generators, language: language)
        }
        return digest.mapStories { $0.generated = written[$0.id] }
    }

    /// How important the model finds the best stories, from 0 to 10, by the ids of the articles that it rated. A story
    /// is rated once, whichever of its articles leads it later.
    func ratings(of stories: [Story]) async throws -> [String: Double] {
        guard let model = plan.profile.model, model.rate, !stories.isEmpty else { return [:] }
        let rater = Configuration.Generator(model, .ratings)
        return try await context.questions.inTurn {
            let ids = stories.map { [$0.id] + $0.also.map(\.id) }
            let known = try state.ratings(by: rater.key(language: ""), of: ids.flatMap(\.self))
            let new = zip(stories, ids).filter { !$1.contains(where: known.keys.contains) }.map { story, _ in
                StoryInput(headlineOf: story)
            }
            let rated = try await ask(rater, about: new, language: "").compactMapValues(\.rating)
            return known.compactMapValues(\.self).merging(rated) { _, new in new }
        }
    }

    /// The digest with the headlines and the summaries of foreign stories in the language that the model translates to.
    func translated(_ digest: Digest) async throws -> Digest {
        guard let model = plan.profile.model, let language = model.translate else { return digest }
        let isReaders = LanguageTag.primary(language) == LanguageTag.primary(digest.language)
        let lines = digest.stories.filter { !ItemFilter.isIn(language, $0.item) }.map { story in
            var line = StoryInput(headlineOf: story)
            // The model wrote this summary in the reader's language.
            if story.generated != nil, isReaders { line.summary = "" }
            line.version = StableHash.hash("\(line.title)\0\(line.summary)")
            return line
        }
        let translator = Configuration.Generator(model, .translations)
        let translations = try await context.questions.inTurn {
            try await texts(on: lines, by: [translator], language: language)
        }
        return digest.mapStories { story in
            guard var text = translations[story.id] else { return }
            text.isTranslation = true
            if text.summary.isEmpty { text.summary = story.generated?.summary ?? "" }
            story.generated = text
        }
    }

    /// The digest with the intro that the user's program wrote to it.
    func introduced(_ digest: Digest) async throws -> Digest {
        // A preview prints no more than titles.
        guard let generator = plan.profile.digest.intro, !digest.stories.isEmpty, !plan.isPreview else { return digest }
        let lines = try lines(of: digest)
        var digest = digest
        let language = digest.language
        digest.intro = try await context.questions.inTurn {
            try await intro(to: lines, by: generator, language: language)
        }
        return digest
    }
}

extension Editor {
    private func lines(of digest: Digest) throws -> [StoryInput] {
        let items = try state.contents(of: digest.stories.flatMap { $0.also.map(\.id) })
        return digest.sections.flatMap { section in
            section.stories.map { StoryInput($0, category: section.category, items: items) }
        }
    }

    /// The summaries of stories. What any of the programs has answered is used first. Then each program is asked about
    /// the stories that have no summary yet.
    private func texts(
        on lines: [StoryInput], by generators: [Configuration.Generator], language: String
    ) async throws -> [String: Story.Generated] {
        let known = try generators.map { generator in
            let answers = try state.answers(of: generator.key(language: language), about: lines.map(\.id))
            return Dictionary(
                uniqueKeysWithValues: lines.compactMap { line in
                    answers[line.id].flatMap { $0.version == line.version ? (line.id, $0) : nil }
                })
        }
        var found: [String: Story.Generated] = [:]
        for answers in known { found.merge(answers.compactMapValues(\.text)) { first, _ in first } }
        for (generator, answers) in zip(generators, known) {
            let new = lines.filter { found[$0.id] == nil && answers[$0.id] == nil }
            found.merge(try await ask(generator, about: new, language: language)) { first, _ in first }
        }
        return found
    }

    /// Asks one program or model about stories, as many as it may still be asked about, and keeps its answers.
    private func ask(
        _ generator: Configuration.Generator, about lines: [StoryInput], language: String
    ) async throws -> [String: Story.Generated] {
        let asked = Array(lines.prefix(await context.questions.granted(lines.count, of: generator)))
        guard !asked.isEmpty else { return [:] }
        let written = await awaiting(generator) { service, end in
            guard let service else { return await generator.summaries(of: asked, language: language) }
            return await service.texts(on: asked, generator.output, language: language, until: end)
        }
        await say(written.failure, of: generator, hasFailed: written.hasFailed, isDown: written.isDown)
        report(.detail("select '\(generator.name)': \(written.texts.count) of \(asked.count) \(generator.output)"))
        let settled = asked.filter { written.settled.contains($0.id) }
        let (key, texts) = (generator.key(language: language), written.texts)
        if generator.output == .ratings {
            try state.keep(
                ratings: Dictionary(uniqueKeysWithValues: settled.map { ($0.id, texts[$0.id]?.rating) }), by: key,
                now: now)
        } else {
            try state.keep(
                Dictionary(uniqueKeysWithValues: settled.map { ($0.id, ProgramAnswer($0.version, texts[$0.id])) }),
                of: key, now: now)
        }
        return texts
    }

    /// Says what a program or a model has not done, and asks it no more if it has failed. One line says that a model
    /// fails, whatever else it is asked.
    private func say(
        _ failure: Failure?, of generator: Configuration.Generator, hasFailed: Bool, isDown: Bool = false
    ) async {
        let isKnown = hasFailed ? await context.questions.giveUp(generator, isDown: isDown) : false
        guard let failure else { return }
        report(isKnown ? .detail("\(failure)") : .failure(failure))
    }

    /// Waits for a program, or for the model in its place within the time that this run has left for models.
    private func awaiting<Answer>(
        _ generator: Configuration.Generator,
        _ ask: (ModelService?, ContinuousClock.Instant) async -> Answer
    ) async -> Answer {
        await context.watchdog.pausing {
            let service = generator.model.map(context.service)
            let start = ContinuousClock.now
            let answer = await ask(service, start + context.questions.modelTime)
            if service != nil { await context.questions.spend(.now - start) }
            return answer
        }
    }

    private func intro(
        to lines: [StoryInput], by generator: Configuration.Generator, language: String
    ) async throws -> String? {
        let program = generator.key(language: language)
        let stories = Identity.id(of: lines.map(\.id).joined(separator: " "))
        let version = StableHash.hash(lines.map { "\($0.version)" }.joined(separator: " "))
        if let known = try state.intro(to: stories, by: program), known.version == version { return known.text }
        guard await context.questions.granted(1, of: generator) == 1 else { return nil }
        let written: Result<String, Failure> = await awaiting(generator) { service, end in
            do throws(Failure) {
                if let service { return .success(try await service.intro(to: lines, language: language, until: end)) }
                return .success(try await generator.intro(to: lines, language: language))
            } catch {
                return .failure(error)
            }
        }
        switch written {
        case .success(let text):
            try state.keep(intro: text, to: stories, version: version, by: program, now: now)
            return text
        case .failure(let failure):
            await say(failure, of: generator, hasFailed: true)
            return nil
        }
    }
}

extension Editor {
    /// The sentence vectors of items by their ids: those that the user's program gave in earlier runs, and new ones for
    /// the newest of the others. Articles of sent stories have none.
    func vectors(of items: [Candidate]) async throws -> [String: SentenceVector] {
        guard let program = plan.profile.vectors else { return [:] }
        let articles = items.filter { $0.item.kind == .article }.sorted {
            ($1.firstSeen, $1.item.published ?? $1.firstSeen, $0.id)
                < ($0.firstSeen, $0.item.published ?? $0.firstSeen, $1.id)
        }
        let lines = articles.map { article in
            InFlight.during(.selecting, of: Quarantine.subject(ofItem: article.id)) {
                VectorJSON(article.item, id: article.id)
            }
        }
        return try await context.questions.inTurn { try await vectors(of: lines, by: program) }
    }

    private func vectors(
        of lines: [VectorJSON], by program: Configuration.Generator
    ) async throws -> [String: SentenceVector] {
        let key = program.key(language: "")
        let known = try state.vectors(by: key, of: lines.map(\.id))
        var vectors: [String: SentenceVector] = [:]
        var new: [VectorJSON] = []
        for line in lines {
            if let known = known[line.id], known.version == line.version {
                vectors[line.id] = SentenceVector(packed: known.packed)
            } else {
                new.append(line)
            }
        }
        let asked = Array(new.prefix(await context.questions.granted(new.count, of: program)))
        guard !asked.isEmpty else { return vectors }
        let printed = await awaiting(program) { service, end in
            guard let service else { return await program.vectors(of: asked) }
            return await service.vectors(of: asked, until: end)
        }
        await say(printed.failure, of: program, hasFailed: printed.hasFailed)
        let waiting = new.count > asked.count ? ", \(new.count - asked.count) more wait for the next run" : ""
        report(.detail("select 'vectors': \(printed.vectors.count) of \(asked.count) items\(waiting)"))
        let kept = asked.compactMap { line in
            printed.vectors[line.id].map { (line.id, StoredVector(version: line.version, packed: Data($0.packed))) }
        }
        try state.keep(vectors: Dictionary(uniqueKeysWithValues: kept), by: key, now: now)
        return vectors.merging(printed.vectors) { _, new in new }
    }
}

extension ProgramAnswer {
    fileprivate init(_ version: Int64, _ text: Story.Generated?) {
        self.init(version: version, title: text?.title, summary: text?.summary)
    }

    fileprivate var text: Story.Generated? { summary.map { Story.Generated(title: title, summary: $0) } }
}

extension Story.Generated {
    /// What a model that was asked for ratings wrote.
    fileprivate var rating: Double? { Double(summary) }
}

/// The questions of one run to the user's programs, and to the pages of stories. They are asked one after the other, so
/// that no story is asked about twice and the limits hold for all profiles together.
actor Questions {
    private var pagesLeft = PageFetcher.mostPages
    private var asked: [Configuration.Generator: Int] = [:]
    private var givenUp: Set<Configuration.Generator> = []
    /// The addresses of the services that cannot be asked.
    private var down: Set<String> = []
    /// What is left of the time for models.
    private(set) var modelTime = Duration.seconds(Configuration.Model.longest)
    private var last: Task<Void, Never>?

    /// Does the work when all earlier work has ended.
    func inTurn<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) async throws -> Result {
        let before = last
        let task = Task {
            await before?.value
            return try await work()
        }
        last = Task { _ = await task.result }
        return try await task.value
    }

    /// The number of these questions that the program may still be asked in this run.
    func granted(_ count: Int, of generator: Configuration.Generator) -> Int {
        guard !givenUp.contains(generator), !down.contains(generator.model?.url ?? "") else { return 0 }
        let granted = min(count, generator.max - asked[generator, default: 0])
        asked[generator, default: 0] += granted
        return granted
    }

    /// The number of these pages that may still be asked in this run.
    func granted(pages count: Int) -> Int {
        let granted = min(count, pagesLeft)
        pagesLeft -= granted
        return granted
    }

    /// A program that failed is not asked again in this run.
    /// - Returns: whether it is a model whose service has failed before.
    func giveUp(_ generator: Configuration.Generator, isDown: Bool = false) -> Bool {
        let service = generator.model?.url
        let isKnown = service != nil && givenUp.contains { $0.model?.url == service }
        givenUp.insert(generator)
        if isDown, let service { down.insert(service) }
        return isKnown
    }

    func spend(_ time: Duration) { modelTime -= time }
}
