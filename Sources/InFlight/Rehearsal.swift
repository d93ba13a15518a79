#if DEBUG
    import Foundation

    /// `STEP:SUBJECT:crash`, `STEP:SUBJECT:hang` or `STEP:SUBJECT:fill`. SUBJECT is the beginning of a subject, or
    /// empty for work without one.
    private let rehearsed = ProcessInfo.processInfo.environment["NEWSDIGEST_REHEARSE"]?
        .split(separator: ":", omittingEmptySubsequences: false).map(String.init)

    /// Lets a test of a debug build see what happens when work crashes, hangs or fills the memory.
    func rehearse(_ step: InFlight.Step, _ subject: String) {
        guard let rehearsed, rehearsed.count == 3, rehearsed[0] == "\(step)",
            rehearsed[1].isEmpty ? subject.isEmpty : subject.hasPrefix(rehearsed[1])
        else { return }
        if rehearsed[2] == "crash" { print(InFlight.depth(below: 0)) }
        while rehearsed[2] == "hang" { Thread.sleep(forTimeInterval: 1) }
        var pieces: [[UInt8]] = []
        while rehearsed[2] == "fill" { pieces.append([UInt8](repeating: 1, count: 1 << 20)) }
    }

    /// Uses the whole stack: `depth` never becomes negative.
    extension InFlight {
        fileprivate static func depth(below depth: Int) -> Int { depth < 0 ? 0 : self.depth(below: depth + 1) + 1 }
    }
#else
    @inline(__always) func rehearse(_ step: InFlight.Step, _ subject: String) {}
#endif
