import Foundation
import Gather
import HTTP
import Platform
import Settings
import State
import Values

/// One run for one or several profiles, as a command wants it.
package struct Run: Sendable {
    /// The settings of this run that replace those of the configuration.
    package struct Options: Sendable {
        /// The sections by name, as people write them.
        package var categories: [String] = []
        package var kinds: [SourceKind] = []
        /// Whether all profiles and readers are served, however many there are. Each gets those of `categories` that its
        /// digest shows.
        package var servesAll = false
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

    var options: Options
    package var readers: [Configuration]
    /// The settings that a run has only once: those of its first reader. If there is nobody, the usual ones.
    var settings: Configuration { readers.first ?? Configuration() }
    var statePath: String
    package var now: Date
    var environment: [String: String]
    var report: @Sendable (RunMessage) -> Void
    /// What the run did so far, in numbers.
    let statistics = RunStatistics()
    let cache = RunCache()

    package init(
        _ readers: [Configuration], options: Options = Options(), statePath: String, now: Date,
        environment: [String: String] = ProcessInfo.processInfo.environment,
        report: @escaping @Sendable (RunMessage) -> Void = { _ in }
    ) {
        self.readers = readers
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
        let plans = try await self.plans()
        tellUnread()
        let state = try State.open(statePath, options.isDryRun ? .dryRun : .readWrite)
        defer { close(state) }
        try tellNewReader(in: state)
        let run = try ActiveRun(beginning: self, for: plans, in: state)
        defer { run.end() }
        try await run.deliverEarlier()
        let gathered = try await run.gather()
        try await run.withDistribution(of: gathered) { distribution in
            try await distribution.each { readers in
                let digests = try await distribution.render(try await distribution.select(for: readers))
                try await distribution.deliver(try distribution.store(digests))
            }
        }
        try run.remember(gathered)
        return run.outcome
    }

    package func monitor(as configuration: Configuration) async -> RunMonitor {
        await RunMonitor(statistics, began: now, as: configuration, environment: environment, report: report)
    }
}

extension Run {
    /// Says which sections and sources the configuration has in vain.
    private func tellUnread() {
        for sentence in readers.shownByNone.map(\.sentence) + readers.unused {
            report(.detail("gather '\(readers[0].profileName)': \(sentence)"))
        }
        guard options.kinds.isEmpty else { return }
        let unread = readers.lazy.compactMap { reader in reader.unreadCalendars.map { (reader.profileName, $0) } }
        if let (name, sentence) = unread.first { report(.notice("gather '\(name)': \(sentence)")) }
    }

    /// Says once that the top of the file is served beside the others, whom earlier runs served without it.
    private func tellNewReader(in state: State) throws {
        let top = Digest.defaultProfile
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
        // If no run has ended, the first one was killed before it served the top.
        guard try state.hasServed(top) else { return try state.hasEndedRun }
        guard let last = try state.choices(of: top).lastOfEarlierVersions,
            let othersLast = try state.lastDelivered(profile: other)
        else { return false }
        return last < othersLast
    }

    /// The plans for all readers. Readers whose settings differ only in id, name and mail address share all the rest.
    func plans() async throws -> [Plan] {
        var plans: [Plan] = []
        // By the number of their settings. Nil for settings that have none of the wanted sections.
        var different: [Plan?] = []
        var known: Set<String> = []
        for (reader, number) in zip(readers, readers.settingsNumbers) {
            if number < different.count {
                if let plan = try different[number]?.serving(reader) { plans.append(plan) }
                continue
            }
            var run = self
            if options.servesAll, !options.categories.isEmpty {
                // Each reader gets those of the wanted sections that the reader's digest shows.
                let sections = reader.known(among: options.categories)
                known.formUnion(sections.map(\.name))
                run.options.categories = sections.filter { reader.shows($0.section.name) }.map(\.name)
            }
            let isServed = options.categories.isEmpty || !run.options.categories.isEmpty
            var plan = isServed ? try await Plan(reader, run: run) : nil
            plan?.settingsIndex = number
            different.append(plan)
            if let plan { plans.append(plan) }
        }
        if options.servesAll, let unknown = options.categories.first(where: { !known.contains($0) }) {
            _ = try [Category](named: [unknown], in: readers[0])
        }
        if plans.isEmpty, let section = options.categories.first {
            throw RunError.usage("no digest shows the section '\(section)'; add it to 'categories' under [digest]")
        }
        return plans
    }

    /// The path of the state's file. If the state is on a server, the path at which files of this machine are kept.
    var localPath: String {
        ServerAddress.isAddress(statePath) ? Paths(environment: environment).state : statePath
    }

    /// - Parameter profile: the profile whose digests it delivers.
    func newDeliverer(for profile: Configuration) -> Deliverer {
        var deliverer = Deliverer(environment: environment) { try newClient(hasDeadline: false) }
        deliverer.pool = cache.mailPool
        deliverer.unsubscribed = profile.unsubscribed.map(cache.unsubscribed(in:))
        return deliverer
    }

    /// - Throws: `RunError.usage` when the recording cannot be used.
    func newClient(hasDeadline: Bool = true) throws -> HTTPClient {
        do {
            return try HTTPClient(
                settings.network, mode: options.mode, hasDeadline: hasDeadline, traffic: statistics.traffic,
                environment: environment)
        } catch {
            guard case .recording = error.reason else { throw error }
            throw RunError.usage("\(error)")
        }
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
