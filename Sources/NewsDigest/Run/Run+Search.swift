import Foundation
import Gather
import Grouping
import Languages
import Render
import Select
import Settings
import State
import Texts
import Values

extension Run {
    /// Searches newsapi.org, KudaGo, the feeds and all stored items, and writes the result like a digest.
    ///
    /// Nothing in the result counts as sent. The shown items are stored, so that other commands know them.
    /// - Parameter limit: the greatest number of stories, and of items from each source.
    /// - Throws: `RunError`; `.noSource` when no source answered and no stored item matches, except if
    ///   there is no source and items are stored.
    package func search(_ query: SearchQuery, limit: Int) async throws -> Outcome {
        let limit = min(limit, Options.mostStories)
        let plan = try await Plan(readers[0], run: self, hasSingleOutput: true)
        // The requests count against newsapi.org's quota, so the state is written.
        let state = try State.open(statePath, .readWrite, patience: State.patience)
        defer { close(state) }
        let context = try RunContext(self, in: state)
        let records = try state.records(of: plan.list.sources.map(\.id))
        let fetcher = Fetcher(client: context.client, now: now, reserve: context.reserve)
        let answers = await fetcher.search(query, in: plan.list.sources, records: records, limit: limit)
        var outcome = Outcome()
        outcome.gatherFailures = plan.list.failures + answers.failures()
        for failure in outcome.gatherFailures { report(.failure(failure)) }
        let unasked = Set(answers.filter { $0.status == .unasked }.map(\.sourceID))
        if let sentence = sentence(aboutUnasked: plan.list.sources.filter { unasked.contains($0.id) }) {
            report(.notice(sentence))
        }
        let mostStored = 10 * limit
        let stored = try state.search(query.text, kinds: options.kinds, limit: mostStored)
        // Stored items can be searched without a source.
        let hasSearched = try answers.isEmpty && outcome.gatherFailures.isEmpty && state.newestItem() > 0
        guard hasSearched || !stored.isEmpty || answers.contains(where: \.isUsable) else {
            throw RunError.noSource(outcome.gatherFailures)
        }
        var digest = plan.digest(
            of: query, found: answers.flatMap(\.items), stored: stored, limit: limit,
            now: now, words: try context.words.counts(in: state, now: now))
        guard !digest.stories.isEmpty else {
            report(.notice("nothing was found for '\(query.text)'"))
            return outcome
        }
        sayLeftOver(of: &digest, isLowest: stored.count == mostStored)
        outcome.add(try await write(try state.keep(digest, now: now), for: plan))
        return outcome
    }

    /// Writes a digest of which nothing counts as sent to the plan's only output.
    func write(_ digest: Digest, for plan: Plan) async throws -> Outcome {
        var outcome = Outcome()
        var renderer = Renderer(plan: plan)
        renderer.pictures = await renderer.pictures(for: digest, over: try newClient()).bytes
        let delivery = plan.deliveries[0]
        var parcel = Parcel(digest, renderer.rendered(digest, for: delivery), to: delivery)
        parcel.page = renderer.page(of: digest, for: delivery)
        do throws(DeliveryFailure) {
            _ = try await plan.deliverer.deliver(parcel)
            outcome.delivered = [Delivered(digest)]
        } catch {
            outcome.outputFailure = Failure(.deliver, delivery.name, error.reason)
        }
        return outcome
    }
}

extension Run {
    /// Says how many stories did not fit, and removes the counts from the digest. A digest says that the rest comes
    /// next time; a search has no next time.
    /// - Parameter isLowest: whether there may be more than the digest counts.
    private func sayLeftOver(of digest: inout Digest, isLowest: Bool) {
        if digest.leftOver > 0 {
            let found = digest.leftOver.counted("more story was found", "more stories were found")
            report(.notice("\(isLowest ? "at least " : "")\(found); a greater --limit shows more"))
        }
        digest.leftOver = 0
        for index in digest.sections.indices { digest.sections[index].leftOver = 0 }
    }
}

extension Plan {
    fileprivate func digest(
        of query: SearchQuery, found: [Item], stored: [StoredItem], limit: Int, now: Date, words: WordCounts
    ) -> Digest {
        // A stored item keeps its id. An item that was never stored gets the id that it would have.
        let stored = stored.map(Candidate.init)
        let known = Set(stored.map(\.addressKey))
        let new = found.map {
            Candidate(StoredItem(id: Identity.id(of: $0), item: $0, firstSeen: now, lastSeen: now))
        }.filter { !known.contains($0.addressKey) }
        var rules = SelectionRules()
        rules.maxItems = limit
        rules.maxPerSection = limit
        rules.maxAge = .infinity
        rules.titles = self.rules.titles
        rules.tagSections = self.rules.tagSections
        rules.sources = self.rules.sources.mapValues { .init(tagSections: $0.tagSections) }
        let selection = Selection(
            candidates: stored + new, rules: rules, language: profile.language, now: now, words: { words },
            earlier: { _, _ in [] }, vectors: [:], sent: { _ in [] })
        var digest = digest(of: selection, run: 0, previous: nil, now: now)
        digest.title = query.text.withoutSecrets
        digest.name = nil
        return digest
    }
}

extension Run {
    /// Writes the saved items like a digest, by section. Where the configuration wants whole articles, their pages are
    /// asked as in any run. Nothing counts as sent.
    /// - Throws: `RunError`.
    package func saved() async throws -> Outcome {
        let plan = try await Plan(readers[0], run: self, hasSingleOutput: true)
        // The answers of the pages are kept, so the state is written.
        let state = try State.open(statePath, .readWrite, patience: State.patience)
        defer { close(state) }
        let saved = try state.saved().filter { !$0.item.isTextRemoved }
        guard !saved.isEmpty else {
            report(.notice("nothing is saved; 'newsdigest save ITEM' saves an item"))
            return Outcome()
        }
        let context = try RunContext(self, in: state)
        context.watchdog.start()
        let editor = Editor(plan: plan, context: context, feeds: FeedFacts([], broken: []), report: report)
        return try await write(try await editor.withArticles(plan.digest(ofSaved: saved, now: now)), for: plan)
    }
}

extension Plan {
    fileprivate func digest(ofSaved saved: [SavedItem], now: Date) -> Digest {
        let language = Language(code: profile.language)
        let stories = Dictionary(grouping: saved.map(\.item), by: \.item.category)
        let known = sections.map(\.name).filter { stories[$0] != nil }
        let others = stories.keys.filter { !known.contains($0) }.sorted()
        let content = (known + others).map { category in
            Digest.Section(
                category: category, title: rules.titles[category] ?? language.title(ofCategory: category),
                stories: (stories[category] ?? []).map { Story(id: $0.id, item: $0.item, url: $0.shownURL) },
                leftOver: 0)
        }
        var digest = digest("saved \(now.timeIntervalSince1970)", sections: content, at: now)
        (digest.title, digest.name) = (language.words.saved, nil)
        return digest
    }
}
