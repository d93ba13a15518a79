import Addresses
import Foundation
import Gather
import Select
import Settings
import State
import Texts
import Values

/// What newsdigest did last, what waits, and what nobody gets, for the command `status`.
package struct Status: Sendable, Encodable {
    package var lastRun: Date?
    /// When the next run is due, if the runs go on as the last ones did; nil if they do not show an interval.
    package var nextRun: Date?
    package var pending: [PendingDelivery]
    /// The number of stories that did not fit and are not too old yet.
    package var queued = 0
    /// The number of stories that the last digest counted as left out, and of those that were left out since then.
    package var leftOut = 0
    package var sources = SourceNames()
    /// The requests to newsapi.org that are left in 24 hours; nil if it is not configured.
    package var requestsLeft: Int?
    /// What the pages of stories gave; nil if none was asked.
    package var pages: PageCounts?
    package var leftOutItems: [StoredItem] = []
    /// Whether each story that was left out is named.
    package var isList = false
    private var sections: [String] = []
    /// Why nothing is known; nil if it is known.
    private var state: String?

    package struct SourceNames: Sendable, Encodable {
        package var failing: [String] = []
        /// The sources that are not requested now, because they failed.
        package var resting: [String] = []
        /// The configured sources that no digest shows.
        package var notShown: [String] = []

        private enum CodingKeys: String, CodingKey {
            case failing, resting
            case notShown = "not_shown"
        }
    }

    private struct LeftOutItem: Encodable {
        var id, title, url: String
    }

    private enum CodingKeys: String, CodingKey {
        case lastRun = "last_run"
        case nextRun = "next_run"
        case pending, queued
        case leftOut = "left_out"
        case leftOutItems = "left_out_items"
        case sources
        case requestsLeft = "requests_left"
        case pages, state
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        // Values that are not known are null, and not missing.
        try container.encode(lastRun, forKey: .lastRun)
        try container.encode(nextRun, forKey: .nextRun)
        try container.encode(pending, forKey: .pending)
        try container.encode(queued, forKey: .queued)
        try container.encode(leftOut, forKey: .leftOut)
        if isList {
            let items = leftOutItems.map {
                LeftOutItem(id: $0.id, title: $0.item.title.cleanLine, url: $0.shownURL.safeURL ?? "")
            }
            try container.encode(items, forKey: .leftOutItems)
        }
        try container.encode(sources, forKey: .sources)
        try container.encode(requestsLeft, forKey: .requestsLeft)
        try container.encode(pages, forKey: .pages)
        try container.encodeIfPresent(state, forKey: .state)
    }

    /// The same of the state at a path. Of one that awaits its upgrade, nothing is known.
    package init(_ configuration: Configuration, profile: String?, statePath: String, now: Date) async throws {
        do {
            let state = try State.open(statePath, .readOnly)
            try await self.init(configuration, profile: profile, state: state, now: now)
        } catch let error as RunError {
            guard let name = error.stateToUpgrade else { throw error }
            self.init(of: "\(name) \(RunError.awaitsUpgrade)")
        }
    }

    private init(of state: String) { (self.state, pending) = (state, []) }

    /// - Parameters:
    ///   - configuration: the whole configuration.
    ///   - profile: the only profile or reader; nil for all.
    package init(
        _ configuration: Configuration, profile: String?, state: State, now: Date,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) async throws {
        let runs = try state.lastRuns(Self.comparedRuns)
        lastRun = runs.first
        nextRun = Self.next(after: runs, now: now)
        pending = try state.pendingDeliveries(profile: profile)
        let counts = try state.pageCounts()
        pages = counts == PageCounts() ? nil : counts
        let readers = try await configuration.readers(profile, in: state, environment: environment)
        let sources = try await add(sourcesOf: readers.withDifferentSettings, state, now: now, environment)
        var counted: [WaitingRules: WaitingStories] = [:]
        for reader in readers {
            let rules = WaitingRules(
                choices: try state.choices(of: profile ?? reader.profileName), maxAge: reader.digest.maxAge,
                drops: reader.digest.leftovers == .drop)
            let waiting =
                try counted[rules]
                ?? WaitingStories(
                    rules, of: profile ?? reader.profileName, from: sources, in: state, now: now)
            counted[rules] = waiting
            queued += waiting.queued
            leftOut += waiting.leftOut
            leftOutItems += waiting.leftOutItems
        }
    }

    /// The number of runs by whose intervals the next one is expected.
    private static let comparedRuns = 8

    /// The last run and the median of the intervals. A run that is overdue is expected at the next multiple.
    static func next(after runs: [Date], now: Date) -> Date? {
        let intervals = zip(runs, runs.dropFirst()).map { $0.timeIntervalSince($1) }.filter { $0 > 0 }.sorted()
        guard let last = runs.first, !intervals.isEmpty else { return nil }
        let interval = intervals[intervals.count / 2]
        let count = max(1, (now.timeIntervalSince(last) / interval).rounded(.up))
        return last + count * interval
    }

    /// - Returns: the ids of the sources that digests show, and of those whose answers are not ordered by time.
    private mutating func add(
        sourcesOf readers: [Configuration], _ state: State, now: Date, _ environment: [String: String]
    ) async throws -> (shown: Set<String>, searches: Set<String>) {
        var shown: Set<String> = []
        for reader in readers {
            shown.formUnion(await SourceList(shownBy: reader, environment: environment).sources.map(\.id))
        }
        let all = await readers.sources(environment: environment)
        let records = try state.records(of: all.map(\.id))
        for source in all {
            let health = SourceHealth(source, record: records[source.id], now: now)
            if health.condition != .ok && health.condition != .new { sources.failing.append(health.name) }
            if records[source.id]?.isResting(at: now) == true { sources.resting.append(health.name) }
            if !shown.contains(source.id) {
                sources.notShown.append(health.name)
                if !sections.contains(source.section) { sections.append(source.section) }
            }
        }
        sections += readers.shownByNone.map(\.section).filter { !sections.contains($0) }
        try await count(requestsOf: readers, state, now: now, environment)
        return (shown, Set(all.filter(\.isOrderedByRelevance).map(\.id)))
    }

    /// Requests are counted by key.
    private mutating func count(
        requestsOf readers: [Configuration], _ state: State, now: Date, _ environment: [String: String]
    ) async throws {
        var limits: [String: Int] = [:]
        for kind in readers.flatMap(\.usedKinds) {
            guard let quota = await (kind as? any SourceMaker)?.quota(environment) else { continue }
            limits[quota.account] = quota.dailyRequests
        }
        guard !limits.isEmpty else { return }
        requestsLeft = try limits.reduce(0) { try $0 + state.requestsLeft(of: $1.key, $1.value, now: now) }
    }
}

extension Status {
    /// The status for people.
    package var lines: [String] {
        if let state { return ["state: \(state)"] }
        var lines = [
            "last run: \(lastRun?.formatted(.iso8601) ?? "none yet")",
            "next run: \(nextRun.map { "about \($0.formatted(.iso8601))" } ?? "not known")",
        ]
        lines += pending.map { delivery in
            let reason = delivery.reason.map { ": \($0)" } ?? ""
            let parts = delivery.parts == 0 ? "not tried yet" : "\(delivery.parts.counted("part")) delivered"
            let tries = delivery.tries == 0 ? parts : delivery.tries.counted("failure")
            return "pending: digest \(delivery.digest) for '\(delivery.destination)' since "
                + "\(delivery.since.formatted(.iso8601)), \(tries)\(reason)"
        }
        lines.append("queued: \(queued.counted("story", "stories"))")
        lines.append("\(leftOut.counted("story", "stories")) left out")
        if isList { lines += leftOutItems.map { "  \($0.id)  \($0.item.title)  \($0.shownURL)" } }
        for (label, names) in [
            ("failing", sources.failing), ("resting", sources.resting),
            ("sources that no digest shows", sources.notShown), ("sections that no digest shows", sections),
        ] where !names.isEmpty {
            lines.append("\(label): \(names.joined(separator: ", "))")
        }
        if let requestsLeft { lines.append("requests left at newsapi.org: \(requestsLeft)") }
        if let pages {
            let size = "\(max(1, pages.bytes / 1000)) kB"
            lines.append("articles of pages: \(pages.articles), \(size); pages without one: \(pages.without)")
        }
        return lines
    }
}

/// Readers for whom the same stories wait.
private struct WaitingRules: Hashable {
    var choices: Choices
    var maxAge: TimeInterval
    /// Whether what did not fit is never shown.
    var drops: Bool
}

/// What waits for one reader, and what was left out.
private struct WaitingStories {
    var queued: Int
    var leftOut: Int
    var leftOutItems: [StoredItem]

    /// - Parameter known: the sources that digests show. What comes from others waits for nothing.
    init(
        _ rules: WaitingRules, of profile: String, from known: (shown: Set<String>, searches: Set<String>),
        in state: State, now: Date
    ) throws {
        let choices = rules.choices
        let items = try state.waiting(choices.queued, profile: profile).filter {
            known.shown.contains($0.item.sourceID)
        }
        let sources = Set(items.map(\.item.sourceID))
        var newness = Newness(maxAge: rules.maxAge, choices, sources: sources)
        newness.searches = known.searches
        newness.started = try state.records(of: Array(sources)).compactMapValues { $0.started?.wholeSeconds }
        let waits = items.map { stored in
            let (item, sections) = (Candidate(stored), [stored.item.category])
            if rules.drops, newness.hasCompeted(item, sections: sections) { return false }
            return stored.item.kind == .event || newness.tooOld(item, sections: sections, at: now) == nil
        }
        let all = zip(items.map(Candidate.init), waits)
        let waiting = all.filter { $1 }.map(\.0)
        let old = all.filter { !$1 && $0.item.kind == .article }.map(\.0).withoutCopies(in: Copies(waiting)).map(
            \.stored)
        queued = waiting.withoutCopies().count
        leftOut = choices.told.count + choices.untold.count + old.count
        leftOutItems = try state.waiting(choices.told + choices.untold, profile: profile) + old
    }
}
