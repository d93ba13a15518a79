import Foundation
import InFlight
import Values

/// Ends the process when a run gets no further, so that a lock is never held for hours.
///
/// It looks once a second. It counts its own looks and no clock, so a process that was stopped loses no time.
final class Watchdog: @unchecked Sendable {
    /// The longest that one piece of work on foreign text may take.
    private let stepLimit: UInt32
    /// What gathering and selecting may take together, seconds.
    private let limit: Int
    private let bark: @Sendable (Failure) -> Void
    private let lock = NSLock()
    private var isCounting = true
    private var isEnded = false
    private var seconds = 0

    /// - Parameters:
    ///   - deadline: of gathering and selecting, in seconds.
    ///   - bark: is told what took too long, and has a few seconds to say so.
    init(deadline: TimeInterval, bark: @escaping @Sendable (Failure) -> Void) {
        stepLimit = UInt32(min(60, max(10, deadline)))
        // Gathering ends by itself at the deadline; the rest is for what it brought.
        limit = Int(deadline) + Int(stepLimit)
        self.bark = bark
        let thread = Thread { self.watch() }
        thread.name = "newsdigest watchdog"
        thread.start()
    }

    /// Deliveries have limits of their own.
    func pause() { lock.withLock { isCounting = false } }

    func resume() { lock.withLock { isCounting = true } }

    func stop() { lock.withLock { isEnded = true } }
}

extension Watchdog {
    private func watch() {
        while !lock.withLock({ isEnded }) {
            Thread.sleep(forTimeInterval: 1)
            if let overdue = InFlight.tick(limit: stepLimit) { return end(overdue.failure(after: stepLimit)) }
            let isLate = lock.withLock {
                if isCounting { seconds += 1 }
                return seconds > limit && !isEnded
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

    /// The process ends even where nobody takes the sentence, as when the standard error is a full pipe.
    private func end(_ failure: Failure) {
        let isDelivering = lock.withLock { !isEnded && !isCounting }
        let status = (isDelivering ? RunError.delivery([]) : .noSource([])).exitStatus
        let said = DispatchSemaphore(value: 0)
        let bark = bark
        Thread.detachNewThread {
            bark(failure)
            said.signal()
        }
        _ = said.wait(timeout: .now() + 5)
        _exit(status)
    }
}

extension InFlight.Casualty {
    fileprivate func failure(after seconds: UInt32) -> Failure {
        Failure(
            step.stage, subject.isEmpty ? "the run" : subject,
            "no progress for \(seconds) seconds while \(step); the run ends, and the next run quarantines the cause"
        )
    }
}
