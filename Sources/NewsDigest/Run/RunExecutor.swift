import Dispatch

/// A thread of its own for steps of a run, because they wait for the state. On Swift's threads, one for each core, all
/// other tasks would wait with them: for a PostgreSQL server, up to ten seconds.
final class RunExecutor: TaskExecutor {
    /// Dispatch gives a serial queue a thread beside those of the cores.
    private let queue = DispatchQueue(label: "newsdigest.run")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
