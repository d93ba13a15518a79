import Foundation

/// What reading the answer of one source may cost.
struct ReadingShare: Sendable {
    /// Of the processor. No feed that people publish takes a tenth of it.
    var seconds: Double = 10
    /// That of the run.
    var deadline: ContinuousClock.Instant?

    /// For one answer that is read from now on, by this thread.
    func begin() -> () -> Bool {
        let end = Self.processorTime + seconds
        return { Self.processorTime >= end || deadline.map { $0 <= .now } == true }
    }

    /// Of this thread, in seconds: a machine that is busy elsewhere takes nothing away.
    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
