import Dispatch
import Foundation

extension Array where Element: Sendable {
    /// Like `map`, but for all elements at the same time.
    package func concurrentMap<Result: Sendable>(_ work: @escaping @Sendable (Element) async -> Result) async
        -> [Result]
    {
        await withTaskGroup(of: (Int, Result).self) { group in
            for (index, element) in enumerated() { group.addTask { (index, await work(element)) } }
            return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    /// Like `map`, but for several elements at the same time, on all cores.
    package func mapOnAllCores<Result: Sendable>(
        _ work: @escaping @Sendable (Element) async throws -> Result
    ) async throws -> [Result] {
        let lanes = Swift.min(count, ProcessInfo.processInfo.activeProcessorCount)
        guard lanes > 1 else {
            var results: [Result] = []
            for element in self { results.append(try await work(element)) }
            return results
        }
        return try await withThrowingTaskGroup(of: [(Int, Result)].self) { group in
            for lane in 0..<lanes {
                group.addTask(executorPreference: ThreadExecutor()) {
                    var results: [(Int, Result)] = []
                    for index in stride(from: lane, to: count, by: lanes) {
                        results.append((index, try await work(self[index])))
                    }
                    return results
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}

/// A thread of its own for tasks that wait without giving it away, as the steps of a run do for the state. On Swift's
/// threads, one for each core, all other tasks would wait with them: for a PostgreSQL server, up to ten seconds.
package final class ThreadExecutor: TaskExecutor {
    /// Dispatch gives a serial queue a thread beside those of the cores.
    private let queue = DispatchQueue(label: "newsdigest.waiting")

    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
