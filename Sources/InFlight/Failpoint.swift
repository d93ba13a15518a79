import Foundation

/// A step boundary of the run at which the kill test ends the process.
///
/// In debug builds `NEWSDIGEST_FAILPOINT=pending` kills the process with SIGKILL the first time it comes
/// to `failpoint(.pending)`, and `NEWSDIGEST_FAILPOINT=pending:3` the third time. Release builds know nothing of it.
package enum Failpoint: String, CaseIterable, Sendable {
    /// The lock is held, nothing is read.
    case locked
    /// The state is open.
    case opened
    /// A request was counted against the quota, but not sent.
    case reserved
    /// Every source has answered, nothing is stored.
    case gathered
    /// Items and what is known of the sources are stored.
    case remembered
    /// Stories are chosen and rendered, nothing is stored of them.
    case rendered
    /// The digest with its bytes is stored.
    case pending
    /// One destination has taken the digest, which is not written down.
    case delivered
    /// One destination is marked as delivered.
    case marked
    /// Every destination is marked, the digest is not.
    case allMarked
    /// The digest is marked as delivered.
    case finished
    /// Halfway through retention.
    case pruned
    /// The kept copy has the log of changes beside it; neither file has folded it in.
    case shipped
    /// The kept copy has folded the log in; the state is at it.
    case copied
    /// Both have folded the log in; the kept copy is not stamped.
    case folded
}

#if DEBUG
    private let chosen = ProcessInfo.processInfo.environment["NEWSDIGEST_FAILPOINT"]
    private let passes = Passes()

    private final class Passes: @unchecked Sendable {
        private let lock = NSLock()
        private var count = 0

        func next() -> Int {
            lock.withLock {
                count += 1
                return count
            }
        }
    }

    package func failpoint(_ point: Failpoint) {
        guard let chosen else { return }
        let parts = chosen.split(separator: ":")
        guard parts.first.map(String.init) == point.rawValue else { return }
        if passes.next() == (parts.count > 1 ? Int(parts[1]) ?? 1 : 1) { kill(getpid(), SIGKILL) }
    }
#else
    @inline(__always) package func failpoint(_ point: Failpoint) {}
#endif
