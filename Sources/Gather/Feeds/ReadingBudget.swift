import Foundation

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
