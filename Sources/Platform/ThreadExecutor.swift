import Dispatch

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
