import Foundation
import HTTP
import Values

/// Takes one request out of a service's allowance before it is sent, across runs and processes.
///
/// `account` stands for the key and cannot be turned back into it; `limit` is the number of requests in 24 hours.
package typealias Reserve = @Sendable (_ account: String, _ limit: Int) async throws -> Allowance

package enum Allowance: Sendable, Equatable {
    case granted
    /// Nothing left; the next request is free at this time.
    case spent(until: Date)
}

/// One step of gathering, for a progress display.
package enum GatherProgress: Sendable, Equatable {
    case started(sourceID: String, host: String)
    case finished(sourceID: String, host: String)
}

/// Asks all sources at once; the results stand in the order of the sources.
///
/// One failing source never stops the others: whatever happens becomes the outcome of its source. A source that is
/// given twice is asked once.
/// - Parameter records: what is remembered, by the sources' ids; a source without a record is new.
/// - Parameter reserve: is asked before each request to newsapi.org.
func gather(
    _ sources: [Source], records: [String: SourceRecord], over client: HTTPClient, now: Date,
    reserve: @escaping Reserve = { _, _ in .granted },
    progress: @escaping @Sendable (GatherProgress) -> Void = { _ in }
) async -> [Gathered] {
    var byID: [String: Gathered] = [:]
    for await lane in answers(
        of: sources, records: records, over: client, now: now, reserve: reserve, progress: progress)
    {
        for gathered in lane { byID[gathered.sourceID] = gathered }
    }
    return distinct(sources).compactMap { byID[$0.id] }
}

/// As `gather`, each answer as it comes, so that the items of a thousand sources need not be held at once. Who stops
/// listening stops the asking.
/// - Parameters:
///   - quarantine: the sources in it are not asked.
///   - deadline: no answer is read after it.
func answers(
    of sources: [Source], records: [String: SourceRecord], over client: HTTPClient, now: Date,
    besides quarantine: Quarantine = Quarantine(), until deadline: ContinuousClock.Instant? = nil,
    reserve: @escaping Reserve = { _, _ in .granted },
    progress: @escaping @Sendable (GatherProgress) -> Void = { _ in }
) -> AsyncStream<[Gathered]> {
    let visit = Visit(
        client: client, now: now, quarantine: quarantine, share: ReadingShare(deadline: deadline), reserve: reserve)
    let (stream, continuation) = AsyncStream.makeStream(of: [Gathered].self)
    let asking = Task {
        await withTaskGroup(of: Void.self) { group in
            for lane in lanes(of: distinct(sources)) {
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

private func distinct(_ sources: [Source]) -> [Source] {
    var seen = Set<String>()
    return sources.filter { seen.insert($0.id).inserted }
}

/// Sources that share a key are asked one after the other, so that a refused key is offered once.
private func lanes(of sources: [Source]) -> [[Source]] {
    var lanes: [[Source]] = []
    var laneOfAccount: [String: Int] = [:]
    for source in sources {
        guard case .newsAPI(let api) = source else {
            lanes.append([source])
            continue
        }
        if let lane = laneOfAccount[api.account] {
            lanes[lane].append(source)
        } else {
            laneOfAccount[api.account] = lanes.count
            lanes.append([source])
        }
    }
    return lanes
}
