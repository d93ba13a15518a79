import Foundation
import Gather
import Grouping
import HTTP
import InFlight
import Render
import Select
import Settings
import State
import Synchronization
import Texts
import Values

/// What the steps of one run use for all readers, also where they work for several side by side.
final class RunContext: Sendable {
    let run: Run
    let state: State
    let client: HTTPClient
    /// The number of the run; 0 if the command is no run.
    let number: Int64
    /// The newest item that was stored before the run.
    let newest: Int64
    let quarantine: Quarantine
    /// It watches only a run.
    let watchdog: Watchdog
    let questions = Questions()
    let modelAnswers = AnswerRecord()
    let words = WordsOfOtherDays()
    let newestTexts = NewestTexts()
    let selections = SharedSelection()
    let items = ReadItems()
    let deliveryFailures = RepeatedFailures()

    var now: Date { run.now }

    /// - Parameter sources: what the run that begins asks; nil for a command that is no run.
    /// - Throws: `RunError`.
    init(_ run: Run, in state: State, asking sources: [any ItemSource]? = nil) throws {
        (self.run, self.state, client) = (run, state, try run.newClient())
        watchdog = Watchdog(deadline: run.settings.network.deadline) { failure in run.report(.failure(failure)) }
        guard let sources else {
            (number, newest, quarantine) = (0, 0, Quarantine())
            return
        }
        number = try state.begin(at: run.now)
        newest = try state.newestItem()
        quarantine = try run.quarantineCrashedWork(of: sources, in: state)
        watchdog.start()
    }

    func report(_ message: RunMessage) { run.report(message) }

    /// Ends the file of the work in flight, which is for the case that the run crashes.
    func end() {
        watchdog.stop()
        if state.mode == .dryRun { return }
        InFlight.stopKeeping()
        unlink(run.inFlightPath(of: state))
    }
}

/// Failures that many digests may share. The first of each kind is reported at once, because a run may be ended.
final class RepeatedFailures: Sendable {
    private let counts = Mutex<(order: [Failure], of: [Failure: Int])>(([], [:]))

    /// Counts the failure.
    /// - Returns: whether it is the first of its kind.
    func isFirst(_ failure: Failure) -> Bool {
        counts.withLock { counts in
            counts.of[failure, default: 0] += 1
            guard counts.of[failure] == 1 else { return false }
            counts.order.append(failure)
            return true
        }
    }

    /// Those that came more than once, and how often after the first time.
    var repeated: [(failure: Failure, others: Int)] {
        counts.withLock { counts in
            counts.order.compactMap { failure in
                counts.of[failure].flatMap { $0 > 1 ? (failure, $0 - 1) : nil }
            }
        }
    }
}

extension RunContext {
    func service(_ model: Configuration.Model) -> ModelService {
        let (state, now, limit, day) = (state, now, model.maxTokensADay, TimeInterval(86_400))
        let key = "model \(StableHash.hash(model.url + " " + (model.counted ?? model.name)))"
        return ModelService(
            model: model, client: client, environment: run.environment,
            ledger: TokenLedger(
                // Without a place for the count, nothing is asked.
                reserve: { try? state.reserveTokens($0, key: key, limit: limit, window: day, now: now) },
                correct: { try? state.correctTokens($0, to: $1) }), record: modelAnswers)
    }

    /// Whether one more request may be sent that counts against the limit of an account.
    /// - Parameter limit: the requests in `RequestQuota.window`.
    func reserve(_ account: String, _ limit: Int) throws -> Allowance {
        // A replay sends no request.
        if case .replay = run.options.mode { return .granted }
        return try state.allowance(for: account, limit, now: now)
    }

    func countWords(of items: [StoredItem]) -> [String: WordTally] {
        wordTallies(of: items.filter { quarantine.step(ofItem: $0.id) == nil })
    }
}

extension Run {
    /// Reports on what the last run crashed or hung, or which sources it did not finish, and begins the file of this
    /// run's work in flight, in case it crashes.
    /// - Returns: everything that is quarantined.
    func quarantineCrashedWork(of sources: [any ItemSource], in state: State) throws -> Quarantine {
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
    /// - Parameter subjects: the sources as the file of the work in flight names them.
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

    /// The file of the work in flight of a run on this machine.
    func inFlightPath(of state: State) -> String {
        state.inFlightPath(in: URL(filePath: localPath).deletingLastPathComponent().path)
    }
}

/// How common words are on other days. It is read when the first digest of a run needs it.
final class WordsOfOtherDays: Sendable {
    private let known = Once<WordCounts>()

    /// The counts that the program contains, and those of the state. The items of the run itself are not counted yet.
    func counts(in state: State, now: Date) throws -> WordCounts {
        try known.value {
            var counts = WordCounts.shipped
            for (language, tally) in try state.wordCounts(now: now) { counts.add(tally, language: language) }
            return counts
        }
    }
}

/// The newest texts of each source. They are read when the first digest of a run needs them.
final class NewestTexts: Sendable {
    private let known = OnceForEach<String, [(item: Int64, text: TextWords)]>()
    /// The number of texts of a source that are read. More would tell little more of its habits.
    private static let most = 16

    /// - Parameter quarantine: what is left out, because a run crashed or hung on it.
    func texts(
        of source: String, except items: Set<Int64>, in state: State, _ quarantine: Quarantine
    ) throws -> [TextWords] {
        try known.value(for: source) {
            let items = try state.itemsContainedLast(by: source, limit: Self.most)
            return items.filter { quarantine.step(ofItem: $0.id) == nil }.map { stored in
                let text = InFlight.during(.grouping, of: Quarantine.subject(ofItem: stored.id)) {
                    TextWords(title: stored.item.title, summary: stored.item.summary)
                }
                return (stored.number, text)
            }
        }.filter { !items.contains($0.item) }.map(\.text)
    }
}

/// In how many items of each language each word occurs. Items in an unknown language are under "".
package func wordTallies(of items: [StoredItem]) -> [String: WordTally] {
    var texts = NewsTexts(background: WordCounts())
    for stored in items {
        InFlight.during(.grouping, of: Quarantine.subject(ofItem: stored.id)) {
            texts.add(
                id: "", title: stored.item.title, summary: stored.item.summary, address: nil, source: "",
                published: nil, language: stored.item.language)
        }
    }
    var counts = WordCounts()
    counts.add(texts)
    var tallies = counts.byLanguage
    let known = tallies.values.reduce(0) { $0 + $1.texts }
    if known < items.count { tallies[""] = WordTally(texts: items.count - known, occurrences: []) }
    return tallies
}

/// What the feeds say about themselves, by the sources' ids.
struct FeedFacts: Sendable {
    var titles: [String: String] = [:]
    var itemsADay: [String: Double] = [:]
    /// When each gave its first usable answer.
    var started: [String: Date] = [:]
    /// When those were last read whose answers have all events. An event that such a source has no longer is not shown.
    var lastRead: [String: Date] = [:]
    /// The sources that have failed in several runs in a row, in the order of their ids.
    let broken: [Digest.SourceFailure]

    init(_ answers: [Gathered], broken: [Digest.SourceFailure]) {
        self.broken = broken
        for answer in answers {
            titles[answer.sourceID] = answer.record.title
            itemsADay[answer.sourceID] = answer.record.itemsADay
            started[answer.sourceID] = answer.record.started?.wholeSeconds
            let isCalendar = answer.sourceID.hasPrefix(SourceKind.calendars.sourcePrefix)
            guard isCalendar || answer.record.reach != nil else { continue }
            lastRead[answer.sourceID] = answer.record.lastSuccess?.wholeSeconds
        }
    }
}

/// What the profiles and readers of one run share, so that it is made once.
final class RunCache: Sendable {
    let mailPool = MailPool()
    let stories = RenderedStories()
    private let templates = OnceForEach<String, TemplateSet>()
    private let lists = OnceForEach<String, Unsubscribed>()

    /// - Parameter folder: the templates that replace the built-in ones.
    func templates(in folder: String?) -> TemplateSet {
        guard let folder else { return .builtIn }
        return templates.value(for: folder) { TemplateSet(overrides: URL(filePath: folder)) }
    }

    func unsubscribed(in path: String) -> Unsubscribed {
        lists.value(for: path) { Unsubscribed(path: path) }
    }
}
