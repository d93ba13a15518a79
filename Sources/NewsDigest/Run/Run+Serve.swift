import Foundation
import Gather
import InFlight
import Platform
import Render
import Select
import Settings
import State
import Synchronization
import Values

/// The digest of one profile in one run, as far as it is decided.
struct Issue {
    /// All candidates, including the quarantined ones.
    var candidates: [StoredItem.Name]
    /// What the profile remembers of its choices after this digest.
    var choices: Choices
    var selection: Selection
    var digest: Digest
    /// Whether there would be a digest, but it must wait (`Plan.isHeld`).
    var isWaiting = false
    var renderings: [StoredRendering] = []
    var outputFailure: Failure?
    /// The pictures to embed.
    var pictures: [String: [UInt8]] = [:]
    /// The renderings of the edition, and the digest under which the state stores it.
    var shared = RenderingCache()
    var edition = FirstStored()
    /// The reader whose reasons the state stores for all with the same digest.
    let sameReasons = FirstStored()
}

extension Run {
    /// The greatest number of readers whose digests are stored in one commit.
    static let readersAtOnce = 64

    /// Makes the digests of some profiles, if there is anything new, and stores them. Then delivers them, or adds them
    /// to those that are being delivered.
    func serve(
        _ plans: ArraySlice<Plan>, items: [String: [StoredItem.Name]], feeds: FeedFacts, in context: RunContext,
        _ shared: inout SharedIssues, _ deliveries: inout Deliveries, _ group: inout Deliveries.Group,
        _ outcome: inout Outcome
    ) async throws {
        var (plans, files) = (plans.filter { !$0.isUnwanted }, outcome.files)
        if plans.isEmpty { return }
        let leftOut = plans.indices.map { plans[$0].leaveOutFiles(of: &files, at: now) }
        let issues = try await issues(for: plans, feeds: feeds, in: context, &shared)
        let served = try await rendered(issues, for: plans, in: context.state)
        var due: [(plan: Plan, issue: Issue)] = []
        for ((plan, issue), leftOut) in zip(zip(plans, served), leftOut) {
            // A file that another digest has is no failure for a profile without anything new.
            if issue.isWaiting || isDue(issue.digest, for: plan) { outcome.unwritten += leftOut }
            if note(issue, for: plan, &outcome) { due.append((plan, issue)) }
        }
        if !due.isEmpty { outcome.files = files }
        let digests = due.map { _, issue in
            StoredDigest(
                issue.digest, renderings: issue.renderings, members: issue.selection.members,
                sameStories: issue.edition.first(issue.digest.id))
        }
        let reasons = zip(plans, served).map { plan, issue in
            self.reasons(issue, on: plan.sourceIDs.flatMap { items[$0] ?? [] }, for: plan)
        }
        let lost = try context.state.store(digests, reasons: reasons, run: context.number)
        context.watchdog.goOn()
        for (plan, issue) in due where !lost.contains(plan.memory) {
            let digest = StoredIssue(digest: issue.digest, renderings: issue.renderings)
            try await deliver(digest, for: plan, in: context, &deliveries, &group, &outcome)
        }
    }

    /// The digests of the profiles. Each is decided once for all profiles that get the same stories.
    private func issues(
        for plans: [Plan], feeds: FeedFacts, in context: RunContext, _ shared: inout SharedIssues
    ) async throws -> [Issue] {
        let keys = try keys(of: plans, in: context.state)
        var new: [Int] = []
        var indices: [SharedIssues.Key: Int] = [:]
        for (index, key) in keys.enumerated() {
            if let key {
                if shared[key] != nil || indices[key] != nil { continue }
                indices[key] = new.count
            }
            new.append(index)
        }
        let end = statistics.begin(.select)
        defer { end() }
        let events = try await new.map { plans[$0] }.mapOnAllCores { plan in
            let events = ReportedEvents()
            var run = self
            run.report = events.add
            let issue = try await run.select(for: plan, feeds: feeds, in: context)
            return (issue: issue, events: events)
        }
        for event in events.flatMap(\.events.all) { report(event) }
        var decided = events.map(\.issue)
        for index in decided.indices { shared.join(&decided[index], of: plans[new[index]]) }
        let decidedAt = Dictionary(uniqueKeysWithValues: zip(new, decided))
        let issues = plans.indices.map { index in
            let known = keys[index].flatMap { key in indices[key].map { decided[$0] } ?? shared[key] }
            return decidedAt[index] ?? known!.serving(plans[index], run: context.number, now: now)
        }
        for (key, index) in indices { shared.add(decided[index], for: key) }
        return issues
    }

    /// The keys by which readers share a digest; nil if the digest is the profile's own. If `leftovers` is not
    /// `compete`, no digest is shared: what did not fit is known for each profile alone.
    private func keys(of plans: [Plan], in state: State) throws -> [SharedIssues.Key?] {
        guard readers.count > 1 else { return plans.map { _ in nil } }
        return try zip(plans, state.fingerprints(of: plans.map(\.memory))).map { plan, fingerprint in
            guard plan.rules.leftovers == .compete else { return nil }
            return fingerprint.map { SharedIssues.Key(audience: plan.audience, fingerprint: $0, isHeld: plan.isHeld) }
        }
    }

    private func isDue(_ digest: Digest, for plan: Plan) -> Bool {
        !digest.stories.isEmpty || (isEmptyDigestWanted(of: plan) && !plan.isHeld)
    }

    private func isEmptyDigestWanted(of plan: Plan) -> Bool { options.evenIfEmpty || plan.reader.digest.evenIfEmpty }

    /// Notes what the run tells about a profile.
    /// - Returns: whether the digest is to be stored and delivered.
    private func note(_ issue: Issue, for plan: Plan, _ outcome: inout Outcome) -> Bool {
        report(.detail("select '\(plan.reader.profileName)': \(issue.selection.summary)"))
        if let failure = issue.outputFailure { outcome.outputFailure = failure }
        statistics.note { $0.readers += 1 }
        let isDue = isDue(issue.digest, for: plan)
        if !isDue, !plan.isHeld {
            outcome.idle.append(
                Run.Idle(
                    timeZone: plan.reader.timeZone, since: issue.digest.previous, old: issue.selection.tooOld,
                    maxAge: plan.rules.maxAge, belowScore: issue.selection.belowScore))
        }
        guard isDue, issue.outputFailure == nil else { return false }
        if plan.isPreview { outcome.delivered.append(Delivered(issue.digest)) }
        return !plan.isPreview
    }

    /// Why each item is in the digest or not.
    private func reasons(_ issue: Issue, on gathered: [StoredItem.Name], for plan: Plan) -> Reasons {
        let profile = plan.memory
        // What could not be written has not competed.
        let choices = issue.outputFailure == nil ? issue.choices : nil
        // If an output cannot be written, this is the reason for this profile alone.
        if issue.outputFailure == nil, let other = issue.sameReasons.first(profile) {
            return Reasons(of: profile, sameAs: other, choices: choices)
        }
        return Reasons(
            of: profile, decisions: issue.selection.decisions, items: gathered + issue.candidates, choices: choices)
    }

    /// Selects the stories of the digest from the items that the profile was not sent yet.
    private func select(for plan: Plan, feeds: FeedFacts, in context: RunContext) async throws -> Issue {
        let (state, profile, sources) = (context.state, plan.memory, plan.sourceIDs.sorted())
        let choices = try state.choices(of: profile)
        let rules = try rules(of: plan, feeds: feeds, choices, in: state)
        let calendars = Set(plan.list.sources.compactMap { ($0 as? CalendarSource)?.id })
        // Candidates may be many, so no second list of them is made.
        let candidates = plan.configured(
            try state.candidates(
                profile: profile, sources: sources, includingSent: options.includesSent,
                since: { calendars.contains($0) ? feeds.lastRead[$0] ?? now : rules.newness.earliest(of: $0, at: now) },
                again: choices.again,
                texts: !plan.reader.filters.isEmpty,
                read: readers.count > 1 ? context.items : nil),
            titles: feeds.titles)
        let quarantined = context.quarantine.steps(of: candidates)
        let stored = quarantined.isEmpty ? candidates : candidates.filter { quarantined[$0.id] == nil }
        let (kept, filterFailures) = await filtered(
            stored, by: plan.reader.filters, names: plan.reader.sectionNames, unsorted: plan.unsorted)
        let previous = try state.lastDelivered(profile: profile)
        let vectors = try await vectors(of: kept, for: plan, in: context)
        func choose(best: Int, ratings: [String: Double] = [:]) throws -> Selection {
            try Selection(
                candidates: kept.map(Candidate.init), rules: rules,
                leftOver: leftOver(of: kept, choices, rules), language: plan.reader.language, now: now,
                words: { try context.words.counts(in: state, now: now) }, vectors: vectors, ratings: ratings,
                best: best, shared: context.selections,
                sent: { candidates in
                    options.includesSent
                        ? [] : try state.sentStories(profile: profile, candidates: candidates, now: now)
                })
        }
        var selection = try choose(best: plan.reader.model?.rate == true ? Configuration.Model.mostRated : 0)
        let ratings = try await ratings(of: selection.best, for: plan, in: context)
        if !ratings.isEmpty { selection = try choose(best: 0, ratings: ratings) }
        selection.filteredOut(stored.map(\.id))
        selection.quarantined(quarantined)
        for failure in filterFailures + selection.failures { report(.failure(failure)) }
        let isWaiting = plan.isHeld && (!selection.sections.isEmpty || isEmptyDigestWanted(of: plan))
        if plan.isHeld { selection.postponeAll(because: .delivery) }

        var digest = plan.digest(of: selection, run: context.number, previous: previous, now: now)
        if plan.readsTexts, plan.reader.filters.isEmpty { digest = try state.withTexts(digest) }
        digest = try await withArticles(digest, for: plan, in: context)
        digest.failures = feeds.broken.filter { $0.id.map(plan.sourceIDs.contains) == true }
        digest.recovered = try state.recovered(among: sources, profile: profile)
        digest = try await summarized(digest, for: plan, in: context)
        digest = try await translated(digest, for: plan, in: context)
        digest = InFlight.during(.rendering, of: plan.renderingSubject) { plan.fit(digest, &selection) }
        digest = try await introduced(digest, for: plan, in: context)
        let waiting = try Waiting(
            in: choices, candidates: candidates, selection: selection, rules.newness, of: plan, from: state)
        digest.belowScore = selection.belowScore > 0 ? selection.belowScore : nil
        digest.leftOut = choices.untold.count + waiting.leftOut.count
        var issue = Issue(
            candidates: candidates.map(\.name),
            choices: waiting.choices(after: choices, isDue: isDue(digest, for: plan), of: plan, at: now),
            selection: selection, digest: digest, isWaiting: isWaiting)
        if isDue(issue.digest, for: plan), !plan.isPreview {
            let pictures = await plan.pictures(for: digest, over: context.client)
            issue.pictures = pictures.bytes
            for (address, reason) in pictures.missing.sorted(by: { $0.key < $1.key }) {
                report(.detail("render '\(plan.reader.profileName)': the picture \(address) is left out: \(reason)"))
            }
        }
        return issue
    }

    /// The rules of the profile, with what its feeds and its reader's opinions add to them.
    private func rules(
        of plan: Plan, feeds: FeedFacts, _ choices: Choices, in state: State
    ) throws -> SelectionRules {
        var rules = plan.rules
        rules.newness = Newness(maxAge: rules.maxAge, choices, sources: plan.sourceIDs)
        rules.newness.started = feeds.started
        rules.newness.searches = plan.searches
        rules.newness.letStandAlone(plan.ungrouped, at: now)
        rules.itemsADay = feeds.itemsADay
        let opinions = try state.opinions(
            of: plan.reader.profileName, since: now - Opinion.memory, limit: Opinion.mostUsed)
        rules.taste = Taste(opinions, language: plan.reader.language, now: now)
        return rules
    }

    /// The items that did not fit into an earlier digest of the profile. With `leftovers = "drop"`, these are also all
    /// articles that were there for one, unless the command line asks for what was shown or is older.
    private func leftOver(of items: [StoredItem], _ choices: Choices, _ rules: SelectionRules) -> Set<String> {
        guard rules.leftovers != .compete, !options.includesSent, rules.since == nil else { return [] }
        let queued = Set(choices.queued)
        let left = items.filter { stored in
            let candidate = Candidate(stored)
            if rules.leftovers == .lead { return queued.contains(stored.number) }
            return rules.newness.hasCompeted(candidate, sections: [stored.item.category])
                && !rules.newness.standsAlone(candidate)
                && (stored.item.kind == .article || queued.contains(stored.number))
        }
        return Set(left.map(\.id))
    }

    /// Makes the bytes of each digest for each destination. An output that cannot be written is found before anything
    /// is stored.
    private func rendered(_ issues: [Issue], for plans: [Plan], in state: State) async throws -> [Issue] {
        let end = statistics.begin(.render)
        defer { end() }
        return try await Array(zip(issues, plans)).mapOnAllCores { issue, plan in
            guard isDue(issue.digest, for: plan), !plan.isPreview else { return issue }
            return try rendered(issue, for: plan, in: state)
        }
    }

    private func rendered(_ issue: Issue, for plan: Plan, in state: State) throws -> Issue {
        var issue = issue
        let earlier = try plan.deliveries.map { delivery in
            delivery.isRolling ? try state.lastBytes(of: plan.memory, to: delivery.name, as: delivery.format) : nil
        }
        issue.renderings = InFlight.during(.rendering, of: plan.renderingSubject) {
            zip(plan.deliveries, earlier).map {
                plan.rendered(issue.digest, for: $0, pictures: issue.pictures, shared: issue.shared, earlier: $1)
            }
        }
        issue.outputFailure = outputFailure(of: issue, for: plan)
        if issue.outputFailure != nil { issue.selection.postponeAll(because: .output) }
        return issue
    }

    /// Why an output that the user waits for cannot be written.
    private func outputFailure(of issue: Issue, for plan: Plan) -> Failure? {
        guard plan.hasSingleOutput else { return nil }
        for (delivery, rendering) in zip(plan.deliveries, issue.renderings) {
            do throws(DeliveryFailure) {
                let output = plan.filled(delivery, for: issue.digest)
                try output.destination.check(size: rendering.bytes.count)
            } catch {
                return Failure(.deliver, delivery.name, error.reason)
            }
        }
        return nil
    }
}

extension Issue {
    /// This digest for another reader who gets the same stories.
    fileprivate func serving(_ plan: Plan, run: Int64, now: Date) -> Issue {
        var issue = self
        issue.digest.id = plan.digest(of: selection, run: run, previous: digest.previous, now: now).id
        issue.digest.profile = plan.memory
        issue.digest.name = plan.reader.name
        return issue
    }
}

/// What a part of a run reports, until it is reported in order.
private final class ReportedEvents: Sendable {
    private let events = Mutex<[Run.Message]>([])

    var all: [Run.Message] { events.withLock(\.self) }

    @Sendable func add(_ event: Run.Message) { events.withLock { $0.append(event) } }
}
