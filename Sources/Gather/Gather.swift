import Foundation
import HTTP
import Values

/// Counts one request against a service's quota before it is sent. The count includes all runs and processes.
///
/// `account` identifies the key without revealing it. `limit` is the number of requests in 24 hours.
package typealias Reserve = @Sendable (_ account: String, _ limit: Int) async throws -> Allowance

package enum Allowance: Sendable, Equatable {
    case granted
    /// The quota is used up. The next request is allowed at this time.
    case spent(until: Date)

    /// - Parameter next: when the next request is allowed; nil if this one was counted.
    package init(next: Date?) { self = next.map { .spent(until: $0) } ?? .granted }
}

/// One step of gathering, for a progress display.
package enum GatherProgress: Sendable, Equatable {
    case started(sourceID: String, host: String)
    case finished(sourceID: String, host: String)
}

/// Fetches the sources in parallel.
///
/// A source that fails never stops the others: the failure becomes the status of this source. A source that is given
/// twice is fetched once.
///
/// The sources that were not requested for the longest time are requested first, so that each has its turn if the time
/// is short.
///
/// Each answer is given as it arrives, so that the items of a thousand sources are not in memory at the same time. If
/// the caller stops reading, no more sources are fetched.
/// - Parameters:
///   - records: the stored records, by the ids of the sources. A source without a record is new.
///   - quarantine: the sources in it are not fetched.
///   - deadline: no answer is read after this time.
///   - reserve: is called before each request to newsapi.org.
///   - backlog: the line from which the caller takes the items.
package func answers(
    of sources: [any ItemSource], records: [String: SourceRecord], over client: HTTPClient, now: Date,
    except quarantine: Quarantine = Quarantine(), until deadline: ContinuousClock.Instant? = nil,
    reserve: @escaping Reserve = { _, _ in .granted }, backlog: Backlog? = nil,
    progress: @escaping @Sendable (GatherProgress) -> Void = { _ in }
) -> AsyncStream<[Gathered]> {
    let visit = Visit(
        client: client, now: now, quarantine: quarantine, readingBudget: ReadingBudget(deadline: deadline),
        reserve: reserve, backlog: backlog)
    let (stream, continuation) = AsyncStream.makeStream(of: [Gathered].self)
    let asking = Task {
        await withTaskGroup(of: Void.self) { group in
            let lanes = lanes(of: sources.distinct.longestUnaskedFirst(records)).spreadOverHosts
            for (index, lane) in lanes.enumerated() {
                if index >= mostWaiting { await group.next() }
                group.addTask {
                    continuation.yield(await visit.ask(lane, records: records, progress: progress))
                }
            }
        }
        continuation.finish()
    }
    continuation.onTermination = { _ in asking.cancel() }
    return stream
}

extension [any ItemSource] {
    /// Each source once, at its first place. Of one calendar, the profile that looks farthest ahead decides.
    package var distinct: Self {
        var seen = Set<String>()
        let days = reduce(into: [:]) {
            $0[$1.id] = Swift.max($0[$1.id] ?? 0, ($1 as? CalendarSource)?.settings.days ?? 0)
        }
        return filter { seen.insert($0.id).inserted }.map { source in
            guard var calendar = source as? CalendarSource else { return source }
            calendar.settings.days = days[source.id] ?? calendar.settings.days
            return calendar
        }
    }

    /// The sources in groups that are read one after the other. A source that an earlier run did not finish is alone, and
    /// before the others: if it ends this run too, no other source is suspected.
    package func unfinishedFirst(_ records: [String: SourceRecord]) -> [Self] {
        let unfinished = filter { records[$0.id]?.unfinished != nil }
        let rest = filter { records[$0.id]?.unfinished == nil }
        return unfinished.map { [$0] } + [rest].filter { !$0.isEmpty }
    }

    /// The sources in the order of their last requests. Those that were never requested are first.
    package func longestUnaskedFirst(_ records: [String: SourceRecord]) -> Self {
        func turn(_ source: any ItemSource) -> Date { records[source.id]?.lastSent ?? .distantPast }
        // Sorting alone does not promise to keep the order of sources with the same time.
        return enumerated().sorted { (turn($0.element), $0.offset) < (turn($1.element), $1.offset) }.map(\.element)
    }
}

/// The greatest number of lanes that wait for their hosts at the same time: each needs about 20 KB.
private let mostWaiting = 512

extension [[any ItemSource]] {
    /// The first lanes of each host, then the next ones: those that wait for one slow host leave room for the others.
    var spreadOverHosts: Self {
        let mostOfHost = 8
        var counts: [String: Int] = [:]
        let rounds = map { lane in
            let earlier = counts[lane[0].host, default: 0]
            counts[lane[0].host] = earlier + 1
            return earlier / mostOfHost
        }
        return indices.sorted { (rounds[$0], $0) < (rounds[$1], $1) }.map { self[$0] }
    }
}

/// Groups the sources that share a key. Sources of one group are requested one after the other, so that a refused key
/// is sent only once.
private func lanes(of sources: [any ItemSource]) -> [[any ItemSource]] {
    var lanes: [[any ItemSource]] = []
    var laneOfAccount: [String: Int] = [:]
    for source in sources {
        let account = source.quota?.account
        if let lane = account.flatMap({ laneOfAccount[$0] }) {
            lanes[lane].append(source)
        } else {
            if let account { laneOfAccount[account] = lanes.count }
            lanes.append([source])
        }
    }
    return lanes
}
