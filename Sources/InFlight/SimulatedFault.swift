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
