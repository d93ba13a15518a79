import Foundation
import Synchronization

/// A point between two steps of the run, at which the kill test ends the process.
///
/// In debug builds, `NEWSDIGEST_FAILPOINT=pending` kills the process with SIGKILL when it reaches `failpoint(.pending)`
/// for the first time, and `NEWSDIGEST_FAILPOINT=pending:3` when it does so for the third time. Release builds ignore
/// it.
package enum Failpoint: String, CaseIterable, Sendable {
    /// The lock is held. Nothing is read yet.
    case locked
    /// The state is open.
    case opened
    /// A request is counted for the quota, but not sent yet.
    case reserved
    /// Every source has answered. Nothing is stored yet.
    case gathered
    /// Items and the records of the sources are stored.
    case remembered
    /// Stories are selected and rendered. Nothing of them is stored yet.
    case rendered
    /// The digest with its bytes is stored. If the digests of several readers are stored together, this point and those
    /// of the next steps are passed once for each.
    case pending
    /// A destination has accepted a part of the digest, such as the mail for one recipient. This is not stored yet.
    case accepted
    /// It is stored that a destination has accepted a part.
    case taken
    /// One destination has accepted the digest. This is not stored yet.
    case delivered
    /// One destination is marked as delivered.
    case marked
    /// Every destination is marked, but the digest is not.
    case allMarked
    /// The digest is marked as delivered.
    case finished
    /// Retention has done half of its work.
    case pruned
    /// The copy of the log is next to the backup copy. Neither log is written into its file yet.
    case shipped
    /// The log is written into the backup copy. The same is being done for the state.
    case copied
    /// Both logs are written into their files. The backup copy has not got its time stamp yet.
    case folded
}

#if DEBUG
    private let chosen = ProcessInfo.processInfo.environment["NEWSDIGEST_FAILPOINT"]
    private let passes = Mutex(0)

    package func failpoint(_ point: Failpoint) {
        guard let chosen else { return }
        let parts = chosen.split(separator: ":")
        guard parts.first.map(String.init) == point.rawValue else { return }
        let pass = passes.withLock {
            $0 += 1
            return $0
        }
        if pass == (parts.count > 1 ? Int(parts[1]) ?? 1 : 1) { kill(getpid(), SIGKILL) }
    }
#else
    @inline(__always) package func failpoint(_ point: Failpoint) {}
#endif

#if DEBUG
    import Foundation

    /// `STEP:SUBJECT:FAULT`. FAULT is `crash`, `hang`, `fill`, or `kill` and `abort` for these signals. SUBJECT is the beginning of a subject, or
    /// empty for work without one.
    private let simulated = ProcessInfo.processInfo.environment["NEWSDIGEST_SIMULATE"]?
        .split(separator: ":", omittingEmptySubsequences: false).map(String.init)

    /// Lets a test of a debug build see what happens when work crashes, hangs or fills the memory.
    func simulateFault(_ step: InFlight.Step, _ subject: String) {
        guard let simulated, simulated.count == 3, simulated[0] == "\(step)",
            simulated[1].isEmpty ? subject.isEmpty : subject.hasPrefix(simulated[1])
        else { return }
        if simulated[2] == "crash" { print(InFlight.depth(below: 0)) }
        if simulated[2] == "kill" { kill(getpid(), SIGKILL) }
        if simulated[2] == "abort" { abort() }
        while simulated[2] == "hang" { Thread.sleep(forTimeInterval: 1) }
        var pieces: [[UInt8]] = []
        while simulated[2] == "fill" { pieces.append([UInt8](repeating: 1, count: 1 << 20)) }
    }

    /// Uses the whole stack: `depth` never becomes negative.
    extension InFlight {
        fileprivate static func depth(below depth: Int) -> Int { depth < 0 ? 0 : self.depth(below: depth + 1) + 1 }
    }
#else
    @inline(__always) func simulateFault(_ step: InFlight.Step, _ subject: String) {}
#endif
