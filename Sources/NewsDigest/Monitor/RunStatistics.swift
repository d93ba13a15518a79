import Foundation
import Gather
import HTTP
import State
import Synchronization
import Values

/// What a run did, in numbers. If the run ended with an error, they say what it did before.
package final class RunStatistics: Sendable {
    /// The numbers at one time.
    struct Numbers: Sendable, Equatable {
        var seconds: [Failure.Stage: Double] = [:]
        var items = 0
        /// The stories in `digests`.
        var stories = 0
        /// The digests that were delivered everywhere.
        var digests = 0
        var readers = 0
        /// The number of sources by their condition.
        var sources: [SourceHealth.Condition: Int] = [:]
        /// The digests that are not delivered everywhere; nil if the state was not read.
        var pending: Int?
        /// The requests to newsapi.org that are left in 24 hours, by account.
        var quota: [String: Int] = [:]
    }

    private let collected = Mutex(Numbers())
    let traffic = Traffic()

    package init() {}

    var numbers: Numbers { collected.withLock(\.self) }

    func note(_ change: (inout Numbers) -> Void) { collected.withLock { change(&$0) } }

    /// Begins to measure a stage. Call the returned function at its end.
    func begin(_ stage: Failure.Stage) -> () -> Void {
        let start = ContinuousClock.now
        return { [self] in
            note { $0.seconds[stage, default: 0] += (ContinuousClock.now - start) / .seconds(1) }
        }
    }
}

extension RunStatistics {
    /// - Parameter sources: the sources of the answers, in the same order.
    func note(_ answers: [Gathered], of sources: [any ItemSource], now: Date) {
        let conditions = zip(sources, answers).map { SourceHealth($0, record: $1.record, now: now).condition }
        var limits: [String: Int] = [:]
        for quota in sources.compactMap(\.quota) { limits[quota.account] = quota.dailyRequests }
        note { [limits] in
            $0.items = answers.reduce(0) { $0 + $1.count }
            $0.sources = Dictionary(conditions.map { ($0, 1) }, uniquingKeysWith: +)
            $0.quota = limits
        }
    }

    /// Notes what is pending, and replaces each limit of requests by what is left of it.
    func note(_ state: State, now: Date) {
        let pending = try? state.pendingCount()
        var left = numbers.quota
        for (account, limit) in left {
            left[account] = try? state.requestsLeft(of: account, limit, now: now)
        }
        note { [left] in
            $0.pending = pending
            $0.quota = left
        }
    }
}
