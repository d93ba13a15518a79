import Foundation
import Gather
import HTTP
import InFlight
import Platform
import Select
import Settings
import State
import Values

/// One run for one or several profiles.
package struct Run: Sendable {
    /// The settings of this run that replace those of the configuration.
    package struct Options: Sendable {
        /// The sections by name, as people write them.
        package var categories: [String] = []
        package var kinds: [SourceKind] = []
        /// The only destination, instead of the configured ones: a file, or `-` for standard output.
        package var out: String?
        package var format: Format?
        package var limit: Int?
        /// The greatest limit. A greater number is replaced by this one.
        static let mostStories = 1_000_000
        /// The oldest publication date that may be shown.
        package var since: Date?
        package var share: [ShareLink] = []
        package var includesSent = false
        package var isDryRun = false
        package var evenIfEmpty = false
        /// Whether sources that back off after failures are requested too.
        package var asksAll = false
        /// Whether also failures that may pass are reported.
        package var reportsAll = false
        package var mode = HTTPClient.Mode.live
        /// The terminal that standard output is. It shows a page that is made for it.
        package var screen: Screen?

        package init() {}
    }

    package enum Message: Sendable {
        case failure(Failure)
        /// A message that the user should read, but not a failure.
        case notice(String)
        /// A message for users who want to know what each stage did.
        case detail(String)
        case gathering(GatherProgress, done: Int, of: Int)
        case gathered
        /// The run is over. Only a monitored run has this message.
        case ended(FinishedRun)
    }

    /// A digest that was delivered to all its destinations.
    package struct Delivered: Sendable {
        let id: String
        package let storyCount: Int
        /// The stories whose links the command may print. Those of many readers would need much memory.
        package let stories: [Story]

        init(_ digest: Digest, mayPrintLinks: Bool = true) {
            id = digest.id
            storyCount = digest.stories.count
            stories = mayPrintLinks ? digest.stories : []
        }
    }

    /// What a run did.
    package struct Outcome: Sendable {
        /// In the order of delivery.
        package var delivered: [Delivered] = []
        /// Whether a source has failed in three runs in a row.
        package var hasBrokenSource = false
        /// Whether one of several profiles had no usable source.
        package var hasReaderWithoutSource = false
        package var gatherFailures: [Failure] = []
        package var deliveryFailures: [Failure] = []
        /// The output named on the command line, or standard output, could not be written.
        package var outputFailure: Failure?
        /// The profiles that got no digest, because nothing was new.
        var idle: [Idle] = []
        /// When the sources that asked for a pause may be requested again.
        var waits: [Date] = []
        var sourceCount = 0
        /// Which digests the files have got so far.
        var files = OutputFiles()
        /// What was not written, because it would have replaced another digest or a file that newsdigest needs.
        var unwritten: [Failure] = []

        /// Adds what another part of the run delivered.
        mutating func add(_ other: Outcome) {
            delivered += other.delivered
            deliveryFailures += other.deliveryFailures
            outputFailure = outputFailure ?? other.outputFailure
        }
    }

    var options: Options
    package var readers: [Configuration] { didSet { settings = RunSettings(readers) } }
    private(set) var settings: RunSettings
    var statePath: String
    package var now: Date
    var environment: [String: String]
    var report: @Sendable (Message) -> Void
    /// What the run did so far, in numbers.
    let statistics = RunStatistics()
    let cache = RunCache()

    package init(
        _ readers: [Configuration], options: Options = Options(), statePath: String, now: Date,
        environment: [String: String] = ProcessInfo.processInfo.environment,
        report: @escaping @Sendable (Message) -> Void = { _ in }
    ) {
        self.readers = readers
        settings = RunSettings(readers)
        self.options = options
        self.statePath = statePath
        self.now = now
        self.environment = environment
        self.report = report
    }

    /// Does the whole job: gather, select, render, deliver, remember.
    ///
    /// - Throws: `RunError` when the run cannot continue. What was delivered before stays delivered.
    package func perform() async throws -> Outcome {
        try await withTaskExecutorPreference(ThreadExecutor()) { try await performSteps() }
    }

    private func performSteps() async throws -> Outcome {
        guard !readers.isEmpty else {
            report(.notice("nobody to serve: there is no profile, and the list of [readers] is empty"))
            return Outcome()
        }
        var plans = try await self.plans()
        for hidden in readers.shownByNone {
            report(.detail("gather '\(readers[0].profileName)': \(hidden.sentence)"))
        }
        if options.kinds.isEmpty {
            let unread = readers.lazy.compactMap { reader in reader.unreadCalendars.map { (reader.profileName, $0) } }
            if let (name, sentence) = unread.first { report(.notice("gather '\(name)': \(sentence)")) }
        }
        let state = try State.open(statePath, options.isDryRun ? .dryRun : .readWrite)
        defer { close(state) }
        try tellNewReader(in: state)
        let client = try newClient()
        let number = try state.begin(at: now)
        let context = RunContext(
            number: number, state: state, client: client,
            quarantine: try quarantineCrashedWork(of: plans.flatMap(\.list.sources).distinct, in: state),
            watchdog: watchdog(),
            questions: Questions(), inFlightPath: inFlightPath(of: state))
        defer {
            context.end()
            statistics.note(state, now: now)
        }
        replaceQuarantinedTemplates(of: &plans, context.quarantine)
        try hideSecrets(in: state)
        try rememberEarlierOutputs(of: plans, in: state)
        let newest = try state.newestItem()

        var outcome = Outcome()
        for plan in plans.firstOfEachAudience { outcome.files.protectFiles(of: plan.reader, state: statePath) }
        context.watchdog.pause()
        try await deliverPendings(for: &plans, from: state, &outcome)
        let waiting = try state.profilesWithPendings()
        var recaps = Array(plans.lazy.map(\.forRecap).filter { waiting.contains($0.memory) })
        try await deliverPendings(for: &recaps, from: state, &outcome)
        try giveUpAbandoned(by: plans, in: state)
        context.watchdog.resume()
        let (answers, items) = try await gather(for: plans, in: context, &outcome)
        try requireUsable(answers, for: plans, &outcome)
        outcome.waits = answers.compactMap { $0.record.waiting(at: now) }
        outcome.sourceCount = answers.count
        let feeds = FeedFacts(answers, broken: try state.broken(among: Set(plans.flatMap(\.sourceIDs)).sorted()))
        try await delivering(in: context, &outcome) { deliveries, group, outcome in
            try await serveAll(&plans, items: items, feeds: feeds, in: context, &deliveries, &group, &outcome)
        }
        reportUnwritten(&outcome)
        try end(context, answers, outcome, isGrown: try state.newestItem() != newest)
        return outcome
    }
}

extension Run {
    /// A file of several profiles stays with the first that has a digest. All other destinations are served.
    private func reportUnwritten(_ outcome: inout Outcome) {
        guard let first = outcome.unwritten.first else { return }
        outcome.deliveryFailures += outcome.unwritten
        let others = (outcome.unwritten.count - 1).counted("other digest")
        let more = outcome.unwritten.count == 1 ? "" : "; \(others) had the same fault, see 'newsdigest check'"
        report(.failure(Failure(first.stage, first.subject, first.reason + more)))
    }

    /// Says once that the top of the file is served beside the others, whom earlier runs served without it.
    private func tellNewReader(in state: State) throws {
        let top = Configuration().profileName
        guard readers.count > 1, readers.contains(where: { $0.profileName == top }),
            let other = readers.first(where: { $0.profileName != top })?.profileName, try state.hasServed(other),
            try isServedAnew(top, beside: other, in: state)
        else { return }
        report(
            .notice(
                "--all-profiles now also serves '\(top)', the top of the file, because it has a person and a "
                    + "[[deliver]]; 'newsdigest check' says who is served"))
    }

    /// Earlier versions left the top out when there were profiles, so its last digest may be older than theirs.
    private func isServedAnew(_ top: String, beside other: String, in state: State) throws -> Bool {
        guard try state.hasServed(top) else { return true }
        guard let last = try state.choices(of: top).lastOfEarlierVersions,
            let othersLast = try state.lastDelivered(profile: other)
        else { return false }
        return last < othersLast
    }

    private func hideSecrets(in state: State) throws {
        if !options.isDryRun { try state.hideSecretsOfDeliveries() }
    }

    /// Earlier versions remembered what `--out` got under the name of the profile. It is sent for both.
    private func rememberEarlierOutputs(of plans: [Plan], in state: State) throws {
        guard !options.isDryRun else { return }
        for plan in plans where plan.memory != plan.reader.profileName {
            try state.inheritOutputs(of: plan.reader.profileName, except: plan.reader.deliveries.map(\.name))
        }
    }

    /// Delivers the digests of earlier runs.
    func deliverPendings(for plans: inout [Plan], from state: State, _ outcome: inout Outcome) async throws {
        guard state.isShared else {
            return try await deliverPendings(for: &plans, at: Array(plans.indices), from: state, &outcome)
        }
        let pending = try state.profilesWithPendings()
        try await each(of: &plans, notServedWithin: 0, only: pending, isAhead: false, in: state) { plans, indices in
            try await deliverPendings(for: &plans, at: indices, from: state, &outcome)
        } end: { _ in
        }
    }

    /// Makes the digests of all readers and delivers them. If machines share the state, each serves some of the
    /// readers.
    private func serveAll(
        _ plans: inout [Plan], items: [String: [StoredItem.Name]], feeds: FeedFacts, in context: RunContext,
        _ deliveries: inout Deliveries, _ group: inout Deliveries.Group, _ outcome: inout Outcome
    ) async throws {
        var shared = SharedIssues()
        func serve(_ plans: [Plan]) async throws {
            for batch in batches(of: plans) {
                try await self.serve(
                    batch, items: items, feeds: feeds, in: context, &shared, &deliveries, &group, &outcome)
            }
        }
        guard context.state.isShared else { return try await serve(plans) }
        // The output that the command line names, or standard output, gets a digest in any case.
        let round = plans.contains(where: \.hasSingleOutput) ? 0 : settings.round
        // While the digests of some readers are being delivered, those of the next are made.
        try await each(of: &plans, notServedWithin: round, isAhead: true, in: context.state) { plans, indices in
            // A machine that has gone since then may have left digests.
            context.watchdog.pause()
            try await deliverPendings(for: &plans, at: indices, from: context.state, &outcome)
            context.watchdog.resume()
            try await serve(indices.map { plans[$0] })
        } end: {
            try await awaitDigests(of: $0, among: &deliveries, &group, in: context, &outcome)
        }
    }

    /// Applies retention, and stores what the run did.
    /// - Parameter isGrown: whether the run stored a new item.
    private func end(_ context: RunContext, _ answers: [Gathered], _ outcome: Outcome, isGrown: Bool) throws {
        // Some secrets are known only since something was delivered.
        try hideSecrets(in: context.state)
        try context.state.prune(
            after: answers, isGrown: isGrown, retention: retention(made: outcome.delivered.count), now: now)
        let count: CountWords? = isGrown ? { context.countWords(of: $0) } : nil
        let summary = Summary(answers, outcome, context.state)
        try context.state.end(context.number, summary: summary, counting: count, now: now)
    }

    /// What a finished run stores about itself for people and scripts.
    private struct Summary: Encodable {
        var sources: [String: Int]
        var delivered: [String]
        var failures: [String]
        var searched: State.SearchedDeliveries

        init(_ answers: [Gathered], _ outcome: Outcome, _ state: State) {
            sources = Dictionary(answers.map { ($0.sourceID, $0.count) }) { first, _ in first }
            delivered = outcome.delivered.map(\.id)
            failures = (outcome.gatherFailures + outcome.deliveryFailures).map(\.description)
            searched = state.searchedDeliveries
        }
    }

    /// The plans for all readers. Readers whose settings differ only in id, name and mail address share all the rest.
    func plans() async throws -> [Plan] {
        var plans: [Plan] = []
        // Nil for settings that have none of the wanted sections.
        var different: [(settings: Configuration, plan: Plan?)] = []
        var known: Set<String> = []
        for reader in readers {
            let settings = reader.withoutPerson
            if let earlier = different.suffix(Self.recentPlans).first(where: { $0.settings == settings }) {
                if let plan = try earlier.plan?.serving(reader) { plans.append(plan) }
                continue
            }
            var run = self
            if readers.count > 1, !options.categories.isEmpty {
                // Each reader gets those of the wanted sections that the reader has.
                run.options.categories = reader.known(among: options.categories)
                known.formUnion(run.options.categories)
            }
            let isServed = options.categories.isEmpty || !run.options.categories.isEmpty
            var plan = isServed ? try await Plan(reader, run: run) : nil
            plan?.audience = different.count
            different.append((settings, plan))
            if let plan { plans.append(plan) }
        }
        if readers.count > 1, let unknown = options.categories.first(where: { !known.contains($0) }) {
            _ = try [Category](named: [unknown], in: readers[0])
        }
        return plans
    }

    /// The number of plans among which one with the same settings is looked for.
    private static let recentPlans = 32

    /// The readers who are served together. A reader with another destination than a mail server is served alone.
    private func batches(of plans: [Plan]) -> [ArraySlice<Plan>] {
        var batches: [ArraySlice<Plan>] = []
        var rest = plans[...]
        while let first = rest.first {
            let mails = rest.prefix(Self.readersAtOnce).prefix(while: \.isForMailOnly)
            let batch = first.isForMailOnly ? mails : rest.prefix(1)
            batches.append(batch)
            rest = rest.dropFirst(batch.count)
        }
        return batches
    }

    /// - Parameter made: the number of digests that the run made. So retention removes digests as fast as they are
    ///   added.
    private func retention(made count: Int) -> Retention {
        var retention = Retention()
        retention.bytes = settings.keepDigests
        retention.pages = settings.keepTexts
        retention.batch = max(retention.batch, 2 * count)
        return retention
    }

    /// Reports on what the last run crashed or hung, or which sources it did not finish, and begins the record of this
    /// run's work, in case it crashes.
    /// - Returns: everything that is quarantined.
    private func quarantineCrashedWork(of sources: [any ItemSource], in state: State) throws -> Quarantine {
        if !options.isDryRun {
            let path = inFlightPath(of: state)
            if let casualty = InFlight.casualty(in: path) {
                let failure = try state.quarantine(casualty, now: now)
                report(.failure(failure))
                try note([casualty.subject], among: sources, in: state) { $0.breaks(failure.reason, at: now) }
            } else {
                try noteUnfinished(InFlight.unfinishedSources(in: path), among: sources, in: state)
            }
            // If the record cannot be written, as on a full disk, a crash of this run cannot be explained.
            _ = InFlight.keep(in: path)
        }
        return try state.quarantine(now: now)
    }

    /// Counts the sources that the last run did not finish, and reports those that are set aside.
    /// - Parameter subjects: the sources as the record of the work names them.
    private func noteUnfinished(_ subjects: Set<String>, among sources: [any ItemSource], in state: State) throws {
        for (source, record) in try note(subjects, among: sources, in: state, { $0.wasUnfinished(at: now) }) {
            guard record.cause == .endsRuns, let reason = record.reason else { continue }
            let next = "'newsdigest history forget \(source.id)' ends this"
            report(.failure(Failure(.gather, source.name, "\(reason); \(next)")))
        }
    }

    /// Changes the records of sources. Those that this run does not ask are looked for in the state.
    @discardableResult
    private func note(
        _ subjects: Set<String>, among sources: [any ItemSource], in state: State,
        _ change: (inout SourceRecord) -> Void
    ) throws -> [(source: (id: String, name: String), record: SourceRecord)] {
        guard subjects.contains(where: { $0.hasPrefix(Quarantine.sourcePrefix) }) else { return [] }
        let asked = sources.map { (id: $0.id, name: $0.name) }
        let others = try state.sources().filter { stored in !asked.contains { $0.id == stored.id } }
        return try (asked + others).filter { subjects.contains(Quarantine.subject(ofSource: $0.id)) }.map {
            ($0, try state.change(recordOf: $0.id, named: $0.name, change))
        }
    }

    private func replaceQuarantinedTemplates(of plans: inout [Plan], _ quarantine: Quarantine) {
        var folders: Set<String> = []
        for index in plans.indices where plans[index].replaceQuarantinedTemplates(quarantine) {
            folders.insert(plans[index].reader.digest.templates ?? "subject")
        }
        for folder in folders.sorted() {
            let reason = "an earlier run crashed or hung with these templates, so the built-in ones are used"
            report(.failure(Failure(.render, folder, reason)))
        }
    }

    /// The path of the state's file. If the state is on a server, the path at which files of this machine are kept.
    var localPath: String {
        ServerAddress.isAddress(statePath) ? Paths(environment: environment).state : statePath
    }

    private func inFlightPath(of state: State) -> String {
        state.inFlightPath(in: URL(filePath: localPath).deletingLastPathComponent().path)
    }

    func watchdog() -> Watchdog {
        Watchdog(deadline: settings.network.deadline) { failure in report(.failure(failure)) }
    }

    func close(_ state: State) {
        keepTokens(of: state)
        if let failure = state.close() { report(.failure(failure)) }
    }
}

extension Run {
    /// A dry run works on a copy of the state, but what it asked a model has cost tokens all the same.
    private func keepTokens(of copy: State) {
        guard copy.mode == .dryRun, readers.contains(where: { $0.model != nil }) else { return }
        do {
            let rows = try copy.tokenRows()
            if rows.isEmpty { return }
            let state = try State.open(statePath, .readOnly)
            defer { state.close() }
            if try state.isNew { return }
            let known = try state.tokenRows()
            let new = rows.filter { known[$0.key] == nil }
            if new.isEmpty { return }
            let changed = try State.open(statePath, .readWrite, patience: State.patience)
            try changed.addTokenRows(new)
            changed.close()
        } catch {
            report(.failure(Failure(.select, "model", "the tokens of this dry run are not counted: \(error)")))
        }
    }
}

extension [Plan] {
    /// One plan for all readers with the same settings.
    var firstOfEachAudience: [Plan] {
        var known: Set<Int> = []
        return filter { known.insert($0.audience).inserted }
    }
}

/// What the feeds say about themselves, by the sources' ids.
struct FeedFacts: Sendable {
    var titles: [String: String] = [:]
    var itemsADay: [String: Double] = [:]
    /// When each gave its first usable answer.
    var started: [String: Date] = [:]
    /// When each was last read. An event that a calendar has no longer is not told.
    var lastRead: [String: Date] = [:]
    /// The sources that have failed in several runs in a row, in the order of their ids.
    let broken: [Digest.SourceFailure]

    init(_ answers: [Gathered], broken: [Digest.SourceFailure]) {
        self.broken = broken
        for answer in answers {
            titles[answer.sourceID] = answer.record.title
            itemsADay[answer.sourceID] = answer.record.itemsADay
            started[answer.sourceID] = answer.record.started?.wholeSeconds
            lastRead[answer.sourceID] = answer.record.lastSuccess?.wholeSeconds
        }
    }
}

/// The values that one run uses for all profiles.
struct RunContext {
    /// The number of the run.
    let number: Int64
    let state: State
    let client: HTTPClient
    let quarantine: Quarantine
    let watchdog: Watchdog
    let questions: Questions
    let words = WordsOfOtherDays()
    let selections = SharedSelection()
    let items = ReadItems()
    let inFlightPath: String

    func end() {
        watchdog.stop()
        if state.mode == .dryRun { return }
        InFlight.stopKeeping()
        unlink(inFlightPath)
    }
}
