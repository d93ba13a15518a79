import Foundation
import HTTP
import Synchronization
import Values

/// Counts one request against a service's quota before it is sent. The count includes all runs and processes.
///
/// `account` identifies the key without revealing it. `limit` is the number of requests in 24 hours.
package typealias Reserve = @Sendable (_ account: String, _ limit: Int) async throws -> Allowance

package enum Allowance: Sendable, Equatable {
    case granted
    /// The quota is used up. The next request is allowed at this time.
    case spent(until: Date)
}

/// One step of gathering, for a progress display.
package enum GatherProgress: Sendable, Equatable {
    case started(sourceID: String, host: String)
    case finished(sourceID: String, host: String)
}

extension Fetcher {
    /// Fetches the sources in parallel.
    ///
    /// A source that fails never stops the others: the failure becomes the status of this source. A source that is given
    /// twice is fetched once.
    ///
    /// The sources that were not requested for the longest time are requested first, so that each has its turn if the
    /// time is short.
    ///
    /// Each answer is given as it arrives, so that the items of a thousand sources are not in memory at the same time.
    /// If the caller stops reading, no more sources are fetched.
    /// - Parameter records: the stored records, by the ids of the sources. A source without a record is new.
    package func gather(
        _ sources: [any ItemSource], records: [String: SourceRecord],
        progress: @escaping @Sendable (GatherProgress) -> Void = { _ in }
    ) -> AsyncStream<[Gathered]> {
        let (stream, continuation) = AsyncStream.makeStream(of: [Gathered].self)
        let fetching = Task {
            await withTaskGroup(of: Void.self) { group in
                let queues = sources.distinct.longestUnaskedFirst(records, at: now).queuesByAccount.spreadOverHosts
                for (index, queue) in queues.enumerated() {
                    if index >= Self.mostWaiting { await group.next() }
                    group.addTask {
                        continuation.yield(await fetch(queue, records: records, progress: progress))
                    }
                }
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in fetching.cancel() }
        return stream
    }

    /// The greatest number of queues that wait for their hosts at the same time: each needs about 20 KB.
    private static let mostWaiting = 512
}

/// A source that is asked for events of the next days.
private protocol EventSource: ItemSource {
    /// How much it is asked for.
    static var extents: [WritableKeyPath<Self, Int>] { get }
}

extension CalendarSource: EventSource {
    fileprivate static var extents: [WritableKeyPath<Self, Int>] { [\.settings.days] }
}

extension KudaGoSource: EventSource {
    fileprivate static var extents: [WritableKeyPath<Self, Int>] { [\.settings.days, \.settings.limit] }
}

extension EventSource {
    /// The source asked for as much as one of its profiles wants.
    fileprivate func widened(by sources: [any EventSource]) -> Self {
        var wide = self
        for case let other as Self in sources where other.id == id {
            for path in Self.extents { wide[keyPath: path] = max(wide[keyPath: path], other[keyPath: path]) }
        }
        return wide
    }
}

extension [any ItemSource] {
    /// Each source once, at its first place. A calendar or city is asked for what the profile with most days wants, and
    /// each profile takes its part.
    package var distinct: Self {
        var seen = Set<String>()
        let events = compactMap { $0 as? any EventSource }
        return filter { seen.insert($0.id).inserted }.map { ($0 as? any EventSource)?.widened(by: events) ?? $0 }
    }

    /// The sources in groups that are read one after the other. A source that an earlier run did not finish is alone, and
    /// before the others: if it ends this run too, no other source is suspected.
    package func unfinishedFirst(_ records: [String: SourceRecord]) -> [Self] {
        let unfinished = filter { records[$0.id]?.unfinished != nil }
        let rest = filter { records[$0.id]?.unfinished == nil }
        return unfinished.map { [$0] } + [rest].filter { !$0.isEmpty }
    }

    /// The sources in the order of their last requests. Those that were never requested are first.
    package func longestUnaskedFirst(_ records: [String: SourceRecord], at now: Date) -> Self {
        func turn(_ source: any ItemSource) -> Date { records[source.id]?.lastSent(at: now) ?? .distantPast }
        // Sorting alone does not promise to keep the order of sources with the same time.
        return enumerated().sorted { (turn($0.element), $0.offset) < (turn($1.element), $1.offset) }.map(\.element)
    }

    /// A queue for each account, and one for each source without an account. The sources of a queue are requested one
    /// after the other, so that a refused key is sent only once.
    fileprivate var queuesByAccount: [Self] {
        var queues: [Self] = []
        var queueOfAccount: [String: Int] = [:]
        for source in self {
            let account = source.quota?.account
            if let queue = account.flatMap({ queueOfAccount[$0] }) {
                queues[queue].append(source)
            } else {
                if let account { queueOfAccount[account] = queues.count }
                queues.append([source])
            }
        }
        return queues
    }
}

extension [[any ItemSource]] {
    /// The first queues of each host, then the next ones: those that wait for one slow host leave room for the others.
    var spreadOverHosts: Self {
        let mostOfHost = 8
        var counts: [String: Int] = [:]
        let rounds = map { queue in
            let earlier = counts[queue[0].host, default: 0]
            counts[queue[0].host] = earlier + 1
            return earlier / mostOfHost
        }
        return indices.sorted { (rounds[$0], $0) < (rounds[$1], $1) }.map { self[$0] }
    }
}

/// The items that were read and that nobody has taken yet. While they are many, no other answer is read. So memory is
/// bounded however many feeds answer at the same time: by this number, and by what is read at a time: one small answer
/// for each core, or a large one alone.
package final class Backlog: Sendable {
    private struct Queue {
        var reading = 0
        /// The bytes of the answers that are read.
        var bytes = 0
        var items = 0
        var isOver = false
        var waiting: [(bytes: Int, continuation: CheckedContinuation<Void, Never>)] = []

        /// Whether the first that waits may go on.
        func hasRoom(for bytes: Int) -> Bool {
            isOver || items < most && (reading == 0 || reading < width && self.bytes + bytes <= mostBytes)
        }
    }

    static let most = 2_000
    static let mostBytes = 4 << 20
    private static let width = ProcessInfo.processInfo.activeProcessorCount
    private let queue = Mutex(Queue())

    package init() {}

    /// Waits until an answer of so many bytes may be read.
    func enter(bytes: Int) async {
        await withCheckedContinuation { continuation in
            change { $0.waiting.append((bytes, continuation)) }
        }
    }

    /// An answer was read.
    func leave(bytes: Int) {
        change {
            $0.reading -= 1
            $0.bytes -= bytes
        }
    }

    func add(_ items: Int) { change { $0.items += items } }

    /// The caller has taken items.
    package func remove(_ items: Int) { change { $0.items -= items } }

    /// Nobody takes any more items, so nobody waits.
    package func end() { change { $0.isOver = true } }

    private func change(_ body: (inout Queue) -> Void) {
        let next = queue.withLock { queue -> [CheckedContinuation<Void, Never>] in
            body(&queue)
            var next: [CheckedContinuation<Void, Never>] = []
            while let first = queue.waiting.first, queue.hasRoom(for: first.bytes) {
                queue.reading += 1
                queue.bytes += first.bytes
                next.append(queue.waiting.removeFirst().continuation)
            }
            return next
        }
        for continuation in next { continuation.resume() }
    }
}

extension Gathered {
    /// The number of its items that are in memory.
    package var held: Int { items.count + past.count }
}
