import Foundation
import Settings
import State
import Values

/// A run that has begun: the readers whom it serves, and what it did so far. Only one task uses it. Tasks that work side
/// by side get the context, and those that deliver for one reader a part of the run, whose outcome is added at the end.
final class ActiveRun {
    let context: RunContext
    /// In the order in which the readers are served.
    private(set) var plans: [Plan]
    var outcome = Run.Outcome()

    var run: Run { context.run }
    var state: State { context.state }
    var now: Date { context.run.now }

    init(_ context: RunContext, for plans: [Plan]) {
        (self.context, self.plans) = (context, plans)
        // Readers with the same settings need the same files.
        var known: Set<Int> = []
        for plan in plans where known.insert(plan.settingsIndex).inserted {
            outcome.files.protectFiles(of: plan.profile, state: run.statePath)
        }
    }

    /// The part of a run that delivers for one reader beside the others.
    init(_ context: RunContext, partFor plan: Plan, _ status: DeliveryStatus?) {
        (self.context, plans) = (context, [plan])
        outcome.statuses[plan.historyName] = status
    }

    /// Begins a run.
    convenience init(beginning run: Run, for plans: [Plan], in state: State) throws {
        let sources = plans.flatMap(\.list.sources).distinct
        self.init(try RunContext(run, in: state, asking: sources), for: plans)
        var folders: Set<String> = []
        for index in self.plans.indices where self.plans[index].style.replaceQuarantinedTemplates(context.quarantine) {
            folders.insert(self.plans[index].profile.digest.templates ?? "subject")
        }
        for folder in folders.sorted() {
            let reason = "an earlier run crashed or hung with these templates, so the built-in ones are used"
            context.report(.failure(Failure(.render, folder, reason)))
        }
    }

    func end() {
        reportRepeatedFailures()
        context.end()
        run.statistics.note(state, now: now)
    }
}

extension ActiveRun {
    /// Reports how many digests were not delivered for a reason that was reported for another one.
    func reportRepeatedFailures() {
        for (failure, others) in context.deliveryFailures.repeated {
            let reason = "\(others.counted("other digest")) had the same fault: \(failure.reason)"
            context.report(.failure(Failure(failure.stage, failure.subject, reason)))
        }
    }

    /// Delivers the digests and the recaps of earlier runs, and gives up those that nobody waits for.
    func deliverEarlier() async throws {
        try hideSecrets()
        try rememberEarlierOutputs()
        try await context.watchdog.pausing {
            try await deliverPendings(for: plans)
            let waiting = try state.profilesWithPendings()
            try await deliverPendings(for: plans.lazy.map(\.forRecap).filter { waiting.contains($0.historyName) })
            try giveUpAbandoned()
        }
    }

    private func hideSecrets() throws {
        if !run.options.isDryRun { try state.hideSecretsOfDeliveries() }
    }

    /// Earlier versions remembered what `--out` got under the name of the profile. It is sent for both.
    private func rememberEarlierOutputs() throws {
        guard !run.options.isDryRun else { return }
        for plan in plans where plan.historyName != plan.profile.profileName {
            try state.inheritOutputs(
                of: plan.profile.profileName, except: plan.profile.deliveries.flatMap(\.storedNames))
        }
    }

    /// Delivers the digests of earlier runs. If machines share the state, each delivers those of some readers.
    private func deliverPendings(for plans: [Plan]) async throws {
        guard state.isShared else { return try await deliverPendings(ofClaimed: plans) }
        let pending = try state.profilesWithPendings()
        try await context.each(of: plans.filter { pending.contains($0.historyName) }, notServedWithin: 0) {
            try await deliverPendings(ofClaimed: $0)
        }
    }

    /// Delivers what earlier runs stored and could not deliver everywhere. The readers are served side by side, except
    /// those with another destination than a mail server.
    func deliverPendings(ofClaimed plans: [Plan]) async throws {
        guard !run.options.isDryRun else { return }
        let pending = try state.profilesWithPendings()
        try await withThrowingTaskGroup(of: Run.Outcome.self) { group in
            var count = 0
            func awaitOne() async throws {
                guard let outcome = try await group.next() else { return }
                count -= 1
                self.outcome.add(outcome)
            }
            for plan in plans where pending.contains(plan.historyName) {
                guard plan.isForMailOnly else {
                    try await deliverPendingIfOurs(for: plan)
                    continue
                }
                if count == DeliveryQueue.most { try await awaitOne() }
                count += 1
                group.addImmediateTask { [context, status = outcome.statuses[plan.historyName]] in
                    let part = ActiveRun(context, partFor: plan, status)
                    try await part.deliverPendingIfOurs(for: plan)
                    return part.outcome
                }
            }
            while count > 0 { try await awaitOne() }
        }
    }

    /// Does nothing more for a profile that another machine took over.
    private func deliverPendingIfOurs(for plan: Plan) async throws {
        do {
            try await deliverPending(for: plan)
        } catch is ClaimLost {}
    }

    /// Delivers what an earlier run stored for one profile. The bytes are exactly the same.
    /// - Throws: `RunError.state`; `ClaimLost` when another machine took over the profile.
    func deliverPending(for plan: Plan) async throws {
        for var pending in try state.pendings(profile: plan.historyName) {
            let digest = pending.digest
            try markWritten(&pending, for: plan)
            // An earlier run ended after it marked the last destination and before it marked the digest.
            if try state.finish(digest.id, now: now) { continue }
            // All who would get it have unsubscribed. Its items compete again when one of them comes back.
            if plan.isUnwanted, !pending.destinations.contains(where: \.isDelivered) {
                try state.giveUp(digest.id, now: now)
                continue
            }
            let byPlace = try rename(&pending, for: plan)
            let isStale = try hasWaited(since: digest.created)
            let known = pending.open.filter { plan.delivery(for: $0) != nil }
            var due = DueDigest(
                digest: digest, renderings: isStale ? [] : try free(known, of: digest, for: plan))
            due.accepted = Dictionary(pending.destinations.map { ($0.rendering.destination, $0.parts) }) {
                $0.union($1)
            }
            due.isReplaceable =
                now.timeIntervalSince(digest.created) > Self.shownAlone
                && pending.destinations.contains(where: \.isDelivered)
            var failed: Set<String> = []
            for rendering in due.renderings
            where byPlace.contains(rendering.destination) || isNumbered(rendering, of: pending, for: plan) {
                let fault = "digest \(digest.id) waited for it, and only its place tells it from another of its name"
                context.report(
                    .notice(
                        "deliver '\(rendering.destination)': \(fault); write a different 'name' in each [[deliver]]"))
            }
            if !due.renderings.isEmpty {
                failed = try await deliver(due, for: plan)
                outcome.statuses[plan.historyName, default: DeliveryStatus()].note(
                    due, for: plan, failed: failed, at: now)
            }
            if isStale || (failed.isEmpty && due.renderings.count == known.count && known.count < pending.open.count) {
                let isSent = try state.giveUp(digest.id, now: now)
                let missing = pending.open.map { "'\($0.destination)'" }.joined(separator: ", ")
                let why =
                    isStale
                    ? "was not delivered to \(missing) in 14 days"
                    : pending.open.allSatisfy(plan.hasOtherRecipients(for:))
                        ? "\(missing) has other recipients now" : "\(missing) is no longer configured"
                context.report(.notice(Self.notice(ofGivenUp: pending, because: why, isSent: isSent)))
            }
        }
    }

    /// Marks what an earlier run wrote to a file that is not named any more, and was killed.
    private func markWritten(_ pending: inout PendingDigest, for plan: Plan) throws {
        for index in pending.destinations.indices where !pending.destinations[index].isDelivered {
            let rendering = pending.destinations[index].rendering
            guard plan.delivery(for: rendering) == nil, rendering.isInFile else { continue }
            try state.markDelivered(pending.digest.id, to: rendering.destination, now: now)
            pending.destinations[index].isDelivered = true
        }
    }

    /// Gives the destinations of a digest the names that they have now.
    /// - Returns: the new names of those that only their places told apart.
    private func rename(_ pending: inout PendingDigest, for plan: Plan) throws -> Set<String> {
        let renamed = plan.renamed(in: pending)
        guard !renamed.isEmpty else { return [] }
        try state.rename(renamed.map { (old: $0.key, new: $0.value.markedName) }, of: pending.digest.id)
        var byPlace: Set<String> = []
        for index in pending.destinations.indices {
            let rendering = pending.destinations[index].rendering
            guard let delivery = renamed[rendering.destination] else { continue }
            pending.destinations[index].rendering.destination = delivery.markedName
            if rendering.mark == nil, delivery.mark != nil, !delivery.isPerRecipient {
                byPlace.insert(delivery.markedName)
            }
        }
        return byPlace
    }

    /// Whether only its place tells the destination from another of its name, now or when the digest was made.
    private func isNumbered(_ rendering: StoredRendering, of pending: PendingDigest, for plan: Plan) -> Bool {
        plan.delivery(for: rendering)?.isNumbered == true
            || pending.destinations.contains { $0.rendering.destination == "\(rendering.destination) (2)" }
    }

    /// The stored bytes that can be delivered now. Those for a file that has another digest of this run wait for the
    /// next run, as do those for a destination that failed in this run or shows a digest of it.
    private func free(_ renderings: [StoredRendering], of digest: Digest, for plan: Plan) throws -> [StoredRendering] {
        let status = outcome.statuses[plan.historyName] ?? DeliveryStatus()
        return try renderings.filter { rendering in
            guard status.isFree(for: rendering, of: digest, for: plan) else { return false }
            guard let failure = plan.objection(to: rendering, of: digest, &outcome.files) else { return true }
            outcome.unwritten.append(failure)
            try state.markFailed(digest.id, to: rendering.destination, reason: failure.reason)
            return false
        }
    }

    /// A new digest, with the bytes for the destinations that can get it in this run. What failed for an earlier digest,
    /// or shows it, waits for the next run.
    func due(_ digest: Digest, _ renderings: [StoredRendering], for plan: Plan) -> DueDigest {
        let status = outcome.statuses[plan.historyName] ?? DeliveryStatus()
        return DueDigest(
            digest: digest, renderings: renderings.filter { status.isFree(for: $0, of: digest, for: plan) })
    }

    /// Gives up the old digests of profiles and readers whom no run serves any more.
    private func giveUpAbandoned() throws {
        guard !run.options.isDryRun else { return }
        let served = Set(run.readers.map(\.profileName) + plans.map(\.historyName))
        let before = now - Self.longestDelivery
        guard try hasWaited(since: .distantPast) else { return }
        for (pending, isSent) in try state.giveUpAbandoned(before: before, except: served, now: now) {
            let why = "no run served '\(pending.digest.profile)' for 14 days"
            context.report(.notice(Self.notice(ofGivenUp: pending, because: why, isSent: isSent)))
        }
    }

    /// Whether what was finished at this time has waited long enough for its destinations. After a step of the clock, which
    /// may have been wrong before or be wrong now, the wait begins again.
    private func hasWaited(since time: Date) throws -> Bool {
        let first = now - Self.longestDelivery
        return try time < first && !state.hasClockStep(first...now)
    }

    /// The age in seconds up to which a file shows a digest for a whole run, also if another destination has it.
    private static let shownAlone: TimeInterval = 12 * 3600

    /// The seconds for which a finished digest waits for its destinations.
    private static let longestDelivery: TimeInterval = 14 * 86_400

    private static func notice(ofGivenUp pending: PendingDigest, because why: String, isSent: Bool) -> String {
        let (id, count) = (pending.digest.id, pending.digest.stories.count)
        let others = pending.destinations.filter(\.isDelivered).map { "'\($0.rendering.destination)'" }
        let place = others.isEmpty ? "some of its recipients" : others.joined(separator: ", ")
        // The stories of a recap were sent before.
        let isRecap = State.isOfRecaps(pending.digest.profile)
        let sent = "its \(count.counted("story counts", "stories count")) as sent"
        let next =
            isSent
            ? "it was delivered to \(place)\(isRecap ? "" : ", so \(sent)"); 'newsdigest resend \(id)' delivers it again"
            : isRecap ? "\(sent) all the same" : "its \(count.counted("story competes", "stories compete")) once more"
        return "deliver 'digest \(id)': \(why), so it was given up; \(next)"
    }
}

extension ActiveRun {
    /// Applies retention, and stores what the run did.
    func remember(_ gathered: GatheredSources) throws {
        // Some secrets are known only since something was delivered.
        try hideSecrets()
        let isGrown = try state.newestItem() != context.newest
        try state.prune(after: gathered.answers, isGrown: isGrown, retention: retention, now: now)
        let count: CountWords? = isGrown ? { [context] in context.countWords(of: $0) } : nil
        let summary = Summary(gathered.answers, outcome, state)
        try state.end(context.number, summary: summary, counting: count, now: now)
    }

    /// What a finished run stores about itself for people and scripts.
    private struct Summary: Encodable {
        var sources: [String: Int]
        var delivered: [String]
        var failures: [String]
        var searched: State.SearchedDeliveries

        init(_ answers: [Gathered], _ outcome: Run.Outcome, _ state: State) {
            sources = Dictionary(answers.map { ($0.sourceID, $0.count) }) { first, _ in first }
            delivered = outcome.delivered.map(\.id)
            failures = (outcome.gatherFailures + outcome.deliveryFailures).map(\.description)
            searched = state.searchedDeliveries
        }
    }

    /// Removes digests as fast as the run added some.
    private var retention: Retention {
        var retention = Retention()
        retention.bytes = run.settings.digest.keepDigests
        retention.pages = run.settings.digest.keepTexts
        retention.batch = max(retention.batch, 2 * outcome.delivered.count)
        return retention
    }
}
