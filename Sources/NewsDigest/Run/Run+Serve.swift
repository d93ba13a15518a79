import Foundation
import InFlight
import State
import Values

/// The digest of one profile in one run, as far as it is decided.
struct Issue {
    /// All candidates, including the quarantined ones.
    var candidates: [StoredItem]
    var selection: Selection
    var digest: Digest
    var renderings: [StoredRendering] = []
    var outputFailure: Failure?
    /// The pictures to embed.
    var pictures: [String: [UInt8]]?
    /// The decision on each gathered item and each candidate, once they are stored.
    var allDecisions: [String: Decision]?
    let forms = FormCache()
}

extension Run {
    /// Makes and delivers the digest of one profile, if there is anything new.
    func serve(
        _ plan: Plan, gathered: [StoredItem.Name], feeds: FeedFacts, in context: RunContext,
        _ shared: inout SharedIssues, _ outcome: inout Outcome
    ) async throws {
        if plan.isUnwanted { return }
        let key = readers.count > 1 ? try self.key(of: plan, in: context.state) : nil
        var issue: Issue
        if let known = key.flatMap({ shared[$0] }) {
            issue = try known.serving(plan, run: context.number, in: context.state, now: now)
        } else {
            issue = try await select(for: plan, feeds: feeds, in: context)
        }
        let isWanted = options.evenIfEmpty || plan.reader.digest.evenIfEmpty
        let isDue = !issue.digest.stories.isEmpty || (isWanted && !plan.isHeld)
        if isDue, !plan.isPreview { await render(&issue, for: plan, in: context) }
        try record(&issue, on: gathered, for: plan, in: context)
        if let key, issue.outputFailure == nil { shared.add(issue, for: key) }
        if let failure = issue.outputFailure { outcome.outputFailure = failure }
        statistics.note { $0.readers += 1 }
        if !isDue, !plan.isHeld {
            outcome.idle.append(Run.Idle(timeZone: plan.reader.timeZone, since: issue.digest.previous))
        }
        guard isDue, issue.outputFailure == nil else { return }
        guard !plan.isPreview else { return outcome.delivered.append(issue.digest) }
        try context.state.store(issue.digest, renderings: issue.renderings, members: issue.selection.members)
        context.watchdog.pause()
        defer { context.watchdog.resume() }
        try await deliver(issue.digest, issue.renderings, for: plan, from: context.state, &outcome)
    }

    /// The key by which readers share a digest; nil if the digest is the profile's own. What did not fit into the last
    /// digest is known of each profile alone.
    private func key(of plan: Plan, in state: State) throws -> SharedIssues.Key? {
        guard plan.rules.leftovers == .compete else { return nil }
        return try state.history(of: plan.reader.profileName).map {
            SharedIssues.Key(audience: plan.audience, history: $0, isHeld: plan.isHeld)
        }
    }

    /// Selects the stories of the digest from the items that the profile was not sent yet.
    private func select(for plan: Plan, feeds: FeedFacts, in context: RunContext) async throws -> Issue {
        let end = statistics.begin(.select)
        defer { end() }
        let (state, profile, sources) = (context.state, plan.reader.profileName, plan.sourceIDs.sorted())
        // Filters need items with their whole text.
        let hasFilters = !plan.reader.filters.isEmpty
        let candidates = try state.candidates(
            profile: profile, sources: sources, includingSent: options.includesSent, now: now,
            maxAge: plan.rules.maxAge, texts: hasFilters)
        let quarantined = context.quarantine.steps(of: candidates)
        let stored = plan.configured(candidates.filter { quarantined[$0.id] == nil }, titles: feeds.titles)
        let (kept, filterFailures) = await filtered(stored, by: plan.reader.filters)
        let previous = try state.lastDelivered(profile: profile)
        var rules = plan.rules
        rules.itemsADay = feeds.itemsADay
        rules.taste = Taste(
            try state.opinions(of: profile, since: now - Opinion.memory, limit: Opinion.mostUsed), now: now)
        var selection = try Selection(
            candidates: kept.map(Candidate.init), rules: rules,
            leftOver: try leftOver(of: kept, for: plan, in: context), language: plan.reader.language, now: now
        ) { items in
            options.includesSent ? [] : try state.sentStories(profile: profile, candidates: items, now: now)
        }
        selection.filteredOut(stored.map(\.id))
        selection.leaveAside(quarantined)
        for failure in filterFailures + selection.failures { report(.failure(failure)) }
        if plan.isHeld { selection.postponeAll(because: .delivery) }

        var digest = plan.digest(of: selection, run: context.number, previous: previous, now: now)
        if !hasFilters { digest = try state.withTexts(digest) }
        digest.failures = try state.broken(among: sources)
        digest.recovered = try state.recovered(among: sources, profile: profile)
        digest = try await summarized(digest, for: plan, in: context)
        digest = InFlight.during(.rendering) { plan.fit(digest, &selection) }
        digest = try await introduced(digest, for: plan, in: context)
        return Issue(candidates: candidates, selection: selection, digest: digest)
    }

    /// The items that did not fit into the profile's last digest. Their stories count: an item that told the same story
    /// as one of them did not fit either.
    private func leftOver(of items: [StoredItem], for plan: Plan, in context: RunContext) throws -> Set<String> {
        guard plan.rules.leftovers != .compete else { return [] }
        let decisions = try context.state.lastDecisions(profile: plan.reader.profileName, before: context.number)
        func decision(_ item: StoredItem) -> Decision? { decisions[item.number] }
        let leads = Set(items.filter { decision($0)?.isLeftOver == true }.map(\.id))
        let others = items.filter { decision($0)?.lead.map(leads.contains) == true }
        return leads.union(others.map(\.id))
    }

    /// Makes the bytes for each destination. An output that cannot be written is found before anything is stored.
    private func render(_ issue: inout Issue, for plan: Plan, in context: RunContext) async {
        let end = statistics.begin(.render)
        defer { end() }
        let digest = issue.digest
        let pictures =
            if let known = issue.pictures { known } else { await plan.pictures(for: digest, over: context.client) }
        issue.pictures = pictures
        let forms = issue.forms
        issue.renderings = InFlight.during(.rendering) {
            plan.deliveries.map { plan.rendered(digest, for: $0, pictures: pictures, forms: forms) }
        }
        issue.outputFailure = outputFailure(of: issue.renderings, for: plan)
        if issue.outputFailure != nil { issue.selection.postponeAll(because: .output) }
    }

    /// Stores why each item is in the digest or not.
    private func record(
        _ issue: inout Issue, on gathered: [StoredItem.Name], for plan: Plan, in context: RunContext
    ) throws {
        let profile = plan.reader.profileName
        issue.allDecisions = try context.state.record(
            issue.allDecisions ?? issue.selection.decisions, on: gathered + issue.candidates.map(\.name),
            run: context.number,
            profile: profile)
        report(.detail("select '\(profile)': \(issue.selection.summary)"))
    }

    /// Why an output that the user waits for cannot be written.
    private func outputFailure(of renderings: [StoredRendering], for plan: Plan) -> Failure? {
        guard plan.isInteractive else { return nil }
        for (delivery, rendering) in zip(plan.deliveries, renderings) {
            do throws(DeliveryFailure) {
                try plan.deliverer.check(delivery, size: rendering.bytes.count)
            } catch {
                return Failure(.deliver, delivery.name, error.reason)
            }
        }
        return nil
    }
}

extension Issue {
    /// The same digest for a reader who gets the same.
    fileprivate func serving(_ plan: Plan, run: Int64, in state: State, now: Date) throws -> Issue {
        var issue = self
        issue.renderings = []
        issue.digest.id = plan.digest(of: selection, run: run, previous: digest.previous, now: now).id
        issue.digest.profile = plan.reader.profileName
        issue.digest.name = plan.reader.name
        if let allDecisions, allDecisions.values.contains(where: { $0.sentDigest != nil }) {
            let ids = try state.sameDigests(of: digest.profile, and: plan.reader.profileName)
            issue.allDecisions = allDecisions.mapValues { $0.naming(ids) }
        }
        return issue
    }
}

extension Decision {
    fileprivate var sentDigest: String? {
        if case .alreadySent(let digest, _, _) = self { digest } else { nil }
    }

    /// The decision with the ids of another reader's digests.
    fileprivate func naming(_ ids: [String: String]) -> Decision {
        guard case .alreadySent(let digest, let story, let publishers) = self else { return self }
        return .alreadySent(digest: ids[digest] ?? digest, story: story, newPublishers: publishers)
    }
}
