import Foundation
import Languages
import Render
import Settings
import State
import Values

extension Run {
    /// Tells again what was sent in a period: the stories from the history, each once, those that most articles told
    /// first, with the stories that continued them. It is delivered as a digest is, but nothing counts as sent, and what
    /// one recap has told, the next one leaves out.
    ///
    /// - Parameters:
    ///   - since: how long ago the period begins, in seconds.
    ///   - top: the greatest number of stories.
    /// - Throws: `RunError`.
    package func recap(since: TimeInterval, top: Int) async throws -> Outcome {
        let plans = try await self.plans().map(\.forRecap).filter { !$0.isUnwanted }
        let state = try State.open(statePath, options.isDryRun ? .dryRun : .readWrite)
        defer { close(state) }
        let context = try RunContext(self, in: state)
        let run = ActiveRun(context, for: plans)
        defer { run.reportRepeatedFailures() }
        func recap(_ plans: [Plan]) async throws {
            for plan in plans { try await run.recap(plan, since: since, top: top) }
        }
        if state.isShared {
            try await context.each(of: plans, notServedWithin: 0, serve: recap)
        } else {
            try await recap(plans)
        }
        run.outcome.deliveryFailures += run.outcome.unwritten
        for failure in run.outcome.unwritten { report(.failure(failure)) }
        return run.outcome
    }
}

extension ActiveRun {
    /// Recaps go on where the last one ended. A new one looks back longer than `period` for this, because no two runs
    /// of cron are exactly a week apart, but not when one was missed.
    fileprivate func recap(_ plan: Plan, since period: TimeInterval, top: Int) async throws {
        if !run.options.isDryRun { try await deliverPending(for: plan) }
        guard outcome.statuses[plan.historyName]?.isHolding != true else { return }
        var plan = plan
        outcome.unwritten += plan.leaveOutFiles(of: &outcome.files, at: now)
        let last = try state.lastDelivered(profile: plan.historyName, at: now) ?? .distantPast
        let goesOn = last > now - 1.5 * period
        let start = goesOn ? last : now - period
        let digest = try plan.recap(since: start, top: top, from: state, now: now)
        guard !digest.stories.isEmpty || run.options.evenIfEmpty else {
            let recap = goesOn ? "the last recap at " : ""
            outcome.emptyRecaps.append(
                "nothing was sent to '\(plan.profile.profileName)' since \(recap)" + start.formatted(.iso8601))
            return
        }
        if plan.isPreview {
            outcome.delivered.append(Run.Delivered(digest))
            return
        }
        var renderer = Renderer(plan: plan)
        renderer.pictures = await renderer.pictures(for: digest, over: try run.newClient()).bytes
        let renderings = try renderer.rendered(digest, lastOf: plan.profile.profileName, in: state)
        var stored = StoredDigest(digest, renderings: renderings)
        stored.isRecap = true
        try state.store([stored], run: 0)
        try await deliver(due(digest, renderings, for: plan), for: plan)
    }
}

extension Plan {
    fileprivate func recap(since: Date, top: Int, from state: State, now: Date) throws -> Digest {
        var filter = HistoryFilter()
        filter.since = since
        filter.profile = profile.profileName
        // A later recap does not look at this period again.
        filter.countsFirstDelivery = true
        // The first digest first. What was sent at the second at which the last recap was made is in that one. What was
        // sent while the clock was ahead is for the recap after that time.
        let entries = try state.history(filter).filter { $0.sent > since && $0.sent <= now }.enumerated()
            .sorted { ($0.element.sent, $0.offset) < ($1.element.sent, $1.offset) }.map(\.element)
        let stories = try Recap(Array(zip(entries, state.notes(on: entries)))).stories(from: state, at: now, top: top)
        let language = Language(code: profile.language)
        let section = Digest.Section(category: "recap", title: language.words.recap, stories: stories)
        // Two recaps may be made at one time.
        let last = try state.newestDigest(profile: historyName) ?? ""
        var digest = digest("\(historyName) recap \(now.timeIntervalSince1970) \(last)", sections: [section], at: now)
        digest.previous = since
        return digest
    }
}

/// The stories of a period, each with those that continued it.
private struct Recap {
    private struct Thread {
        /// In the order in which they were sent.
        var parts: [(entry: HistoryEntry, notes: StoryNotes)]
        /// How many stories stood before it in the digest in which it stood highest.
        var place: Int

        /// The number of articles that told it.
        var size: Int { parts.reduce(0) { $0 + 1 + $1.notes.also.count } }
    }

    private var threads: [Thread] = []

    /// - Parameter sent: what was sent, the first digest first, in its order.
    init(_ sent: [(HistoryEntry, StoryNotes)]) {
        var known: [String: Int] = [:]
        var places: [String: Int] = [:]
        for (entry, notes) in sent {
            let place = places[entry.digest, default: 0]
            places[entry.digest] = place + 1
            let earlier = notes.earlier.lazy.compactMap { known[$0.id] }.first
            let index = known[entry.id] ?? earlier ?? threads.count
            if index == threads.count { threads.append(Thread(parts: [], place: place)) }
            threads[index].place = min(threads[index].place, place)
            if known[entry.id] == nil { threads[index].parts.append((entry, notes)) }
            known[entry.id] = index
        }
        // Most stories are told by one article. Of these, what led its digest comes first.
        let order = threads.enumerated().sorted { a, b in
            (b.element.size, a.element.place, a.offset) < (a.element.size, b.element.place, b.offset)
        }
        threads = order.map(\.element)
    }

    /// The stories, those that most articles told first, without events that are over.
    /// - Parameter top: the greatest number of stories.
    func stories(from state: State, at now: Date, top: Int) throws -> [Story] {
        var stories: [Story] = []
        for thread in threads where stories.count < top {
            guard let (entry, notes) = thread.parts.first, let item = try state.item(entry.id)?.item,
                item.event?.isOver(at: now) != true
            else { continue }
            var story = Story(id: entry.id, item: item, url: entry.url, also: notes.also, earlier: notes.earlier)
            // As it was sent.
            story.item.title = entry.title
            story.later = thread.parts.dropFirst().map { part in
                Story.Earlier(id: part.entry.id, title: part.entry.title, url: part.entry.url, sent: part.entry.sent)
            }
            stories.append(story)
        }
        return stories
    }
}
