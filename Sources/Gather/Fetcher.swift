import Foundation
import HTTP
import InFlight
import Settings
import Synchronization
import Texts
import Values

/// Fetches sources: the client and everything else that this needs.
package struct Fetcher: Sendable {
    let client: HTTPClient
    let now: Date
    let reserve: Reserve
    var readingBudget: ReadingBudget
    private let quarantine: Quarantine
    private let backlog: Backlog?
    let commandSlots = AsyncSemaphore(FeedSource.mostCommands)

    /// - Parameters:
    ///   - quarantine: the sources in it are not fetched.
    ///   - deadline: no answer is read after this time.
    ///   - backlog: counts the items until the caller has taken them.
    ///   - reserve: is called before each request to newsapi.org.
    package init(
        client: HTTPClient, now: Date, except quarantine: Quarantine = Quarantine(),
        until deadline: ContinuousClock.Instant? = nil, backlog: Backlog? = nil,
        reserve: @escaping Reserve = { _, _ in .granted }
    ) {
        (self.client, self.now, self.reserve) = (client, now, reserve)
        (self.quarantine, self.backlog) = (quarantine, backlog)
        readingBudget = ReadingBudget(deadline: deadline)
    }

    /// Fetches sources that share an account, one after the other. If the account is refused, the others get the same
    /// status without a request.
    func fetch(
        _ queue: [any ItemSource], records: [String: SourceRecord], progress: (GatherProgress) -> Void = { _ in }
    ) async -> [Gathered] {
        var all: [Gathered] = []
        var closed: ClosedAccount?
        for source in queue {
            progress(.started(sourceID: source.id, host: source.host))
            let record = records[source.id] ?? SourceRecord()
            let gathered: Gathered
            if let step = quarantine.step(ofSource: source.id) {
                gathered = Gathered(quarantined: source, record: record, while: step)
            } else if let closed {
                gathered = Gathered(refused: source, record: record, by: closed, now: now)
            } else {
                gathered = await fetch(source, record: record)
                closed = gathered.closedAccount
            }
            backlog?.add(gathered.held)
            all.append(gathered)
            progress(.finished(sourceID: source.id, host: source.host))
        }
        return all
    }

    /// Fetches one source for a search.
    func fetch(_ source: any ItemSource, for search: Search) async -> Gathered {
        let answers = await fetch([source], records: search.records)
        return answers[0]
    }

    /// Reads an answer of so many bytes, when the backlog has room for it.
    func read(bytes: Int, _ reading: () -> Void) async {
        await backlog?.enter(bytes: bytes)
        defer { backlog?.leave(bytes: bytes) }
        reading()
    }

    private func fetch(_ source: any ItemSource, record: SourceRecord) async -> Gathered {
        if let until = record.backingOff(at: now) {
            return Gathered(source, .backingOff(until: until), record: record)
        }
        if source.isService, let until = record.waiting(at: now) {
            var gathered = Gathered(source, record: record)
            gathered.wait(until: until, now: now)
            return gathered
        }
        var gathered = await source.fetch(with: self, record: record)
        if gathered.isAsked { gathered.record.lastRequest = now }
        gathered.backOff(source, before: record, now: now)
        return gathered
    }
}

extension Gathered {
    fileprivate init(quarantined source: any ItemSource, record: SourceRecord, while step: InFlight.Step) {
        self.init(
            unanswered: source,
            .waiting(until: .distantFuture, why: "an earlier run crashed or hung while \(step) it"), record: record)
    }

    /// Pauses the requests to a source that gave nothing, unless its server said when to request it again.
    /// - Parameter record: the record before the answer.
    fileprivate mutating func backOff(_ source: any ItemSource, before record: SourceRecord, now: Date) {
        guard case .failed = status, source.path == nil, !source.isMisconfigured(self.record.cause),
            self.record.pausedSince == nil, self.record.nextAllowed(after: now) == nil
        else { return }
        // After a move that did not last, the next run requests the old address.
        if record.believedMove != nil, self.record.believedMove == nil { return }
        self.record.backOff(from: now)
    }

    fileprivate init(refused source: any ItemSource, record: SourceRecord, by closed: ClosedAccount, now: Date) {
        var record = record
        if case .failed(let failure) = closed.status { record.failed(failure.reason, closed.cause, at: now) }
        if let pause = closed.pause { record.waits(pause) }
        self.init(source, closed.status, record: record)
        unreachableHost = closed.unreachableHost
        backOff(source, before: record, now: now)
    }
}

extension ItemSource {
    /// Whether a service refuses what the configuration says. The next run tries again, because the user may have
    /// corrected the key or the query.
    fileprivate func isMisconfigured(_ cause: FailureCause?) -> Bool {
        guard isService, case .answered(400..<500) = cause else { return false }
        return true
    }
}

/// Lets only some tasks do their work at the same time. The others wait for their turn in the order of their arrival.
final class AsyncSemaphore: Sendable {
    private struct Queue {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let queue: Mutex<Queue>

    init(_ count: Int) {
        queue = Mutex(Queue(free: count))
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isFree = queue.withLock { queue in
                guard queue.free > 0 else {
                    queue.waiting.append(continuation)
                    return false
                }
                queue.free -= 1
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    func signal() {
        let next = queue.withLock { queue in
            guard queue.waiting.isEmpty else { return queue.waiting.removeFirst() as CheckedContinuation? }
            queue.free += 1
            return nil
        }
        next?.resume()
    }
}

/// The limits on reading the answer of one source.
struct ReadingBudget: Sendable {
    /// Seconds of processor time. No real feed takes a tenth of it.
    var seconds: Double = 10
    /// The deadline of the run.
    var deadline: ContinuousClock.Instant?

    /// Whether the deadline of the run has passed.
    var isOutOfTime: Bool { deadline.map { $0 <= .now } == true }

    /// Begins to measure one answer that this thread reads. The returned function tells whether a limit is reached.
    func begin() -> () -> Bool {
        let end = Self.processorTime + seconds
        return { Self.processorTime >= end || isOutOfTime }
    }

    /// The processor time of this thread in seconds. So other work on the computer does not shorten the share.
    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

extension HTTPClient {
    /// The client for a configuration, with the proxies from the environment.
    ///
    /// - Parameters:
    ///   - hasDeadline: whether `deadline` limits the client. Deliveries have their own limits.
    ///   - traffic: counts the answers.
    package convenience init(
        _ network: Settings.Configuration.Network, mode: Mode = .live, hasDeadline: Bool = true,
        traffic: Traffic = Traffic(), environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(HTTPError) {
        var policy = NetworkPolicy(environment: environment)
        policy.allowsDowngrade = network.allowHTTPDowngrade
        policy.privateHosts = Set(network.privateHosts)
        if let proxy = network.proxy { policy.proxies["all_proxy"] = proxy }
        for (name, proxy) in policy.proxies where name.lowercased() != "no_proxy" {
            Redactor.current?.learn(proxyAddress: proxy)
        }
        var configuration = HTTPClient.Configuration(
            userAgent: userAgent(contact: network.contact), maxParallel: network.parallel,
            perHostGap: .seconds(network.hostGap),
            limits: HTTPLimits(
                connectTimeout: .seconds(network.connectTimeout), totalTimeout: .seconds(network.timeout),
                idleTimeout: .seconds(network.idleTimeout), maxBody: network.maxBody,
                maxRedirects: network.maxRedirects),
            deadline: hasDeadline ? .seconds(network.deadline) : nil, mode: mode, network: policy)
        configuration.traffic = traffic
        try self.init(configuration)
    }
}
