import Foundation
import InFlight
import Synchronization
import Values

/// Ends the process when a run makes no progress, so that the lock is never held for hours.
///
/// It checks once a second. It counts its own checks and reads no clock. So a process that was stopped and continued
/// loses no time.
final class Watchdog: Sendable {
    /// The longest that one piece of work on foreign text may take.
    private let stepLimit: UInt32
    /// The seconds that gathering and selecting may take together.
    private let limit: Int
    private let report: @Sendable (Failure) -> Void
    private let progress = Mutex(Progress())

    private struct Progress {
        var isCounting = true
        var isEnded = false
        var seconds = 0
    }

    /// - Parameters:
    ///   - deadline: the limit for gathering and selecting, in seconds.
    ///   - report: prints the failure that ends the run. It has a few seconds.
    init(deadline: TimeInterval, report: @escaping @Sendable (Failure) -> Void) {
        stepLimit = UInt32(min(60, max(10, deadline)))
        // Gathering ends by itself at the deadline. The additional time is for selecting.
        limit = Int(deadline) + Int(stepLimit)
        self.report = report
    }

    func start() {
        let thread = Thread { self.watch() }
        thread.name = "newsdigest watchdog"
        thread.start()
    }

    /// Does not count during this work, which has limits of its own.
    func pausing<Result>(_ work: () async throws -> Result) async rethrows -> Result {
        progress.withLock { $0.isCounting = false }
        defer { progress.withLock { $0.isCounting = true } }
        return try await work()
    }

    /// Counts from the beginning, because the run has made progress.
    func goOn() { progress.withLock { $0.seconds = 0 } }

    func stop() { progress.withLock { $0.isEnded = true } }
}

extension Watchdog {
    private func watch() {
        while !progress.withLock({ $0.isEnded }) {
            Thread.sleep(forTimeInterval: 1)
            if let overdue = InFlight.tick(limit: stepLimit) { return end(overdue.failure(after: stepLimit)) }
            let isLate = progress.withLock {
                if $0.isCounting { $0.seconds += 1 }
                return $0.seconds > limit && !$0.isEnded
            }
            if isLate { return end(late) }
        }
    }

    private var late: Failure {
        Failure(
            .select, "the run",
            "gathering and selecting took more than \(limit) seconds; the run ends, and the next run continues. "
                + "A higher 'deadline' under [network] gives more time")
    }

    /// Ends the process, even if nobody reads the message, for example because standard error is a full pipe.
    private func end(_ failure: Failure) {
        let isDelivering = progress.withLock { !$0.isEnded && !$0.isCounting }
        let status = (isDelivering ? RunError.delivery([]) : .noSource([])).exitStatus
        let said = DispatchSemaphore(value: 0)
        let report = report
        Thread.detachNewThread {
            report(failure)
            said.signal()
        }
        _ = said.wait(timeout: .now() + 5)
        _exit(status)
    }
}

extension InFlight.Casualty {
    fileprivate func failure(after seconds: UInt32) -> Failure {
        Failure(
            step.stage,
            subject.isEmpty ? "the run" : subject.hasPrefix(Quarantine.templatesPrefix) ? "your templates" : subject,
            "no progress for \(seconds) seconds while \(step); the run ends, and the next run quarantines the cause"
        )
    }
}
