import Foundation

/// The limits of the system that are checked before the first task starts.
///
/// Swift's thread pool waits for ever if a thread cannot be started, and traps if it cannot open its own files. A stack
/// that is too small ends the process by a signal. None of these can be reported as an error later.
enum SystemLimits {
    /// The connections that are kept for later, four for each of 16 parallel requests, and the files of the state.
    private static let files: rlim_t = 128
    /// Twice the stack that the deepest feeds need in a debug build. The system's limit is the size of a thread's
    /// stack.
    private static let stackKilobytes: rlim_t = 1024
    /// The memory that 200 feeds of 100 items need.
    private static let megabytes = 64

    /// A sentence that names a limit that is too low; nil if all are high enough.
    static func shortage() -> String? {
        // Without its command line, the program would do what it does without arguments: a run.
        if CommandLine.arguments.first?.isEmpty ?? true {
            return "cannot read its command line; is /proc mounted?"
        }
        if let limit = limit(RLIMIT_NOFILE), limit < files {
            return "needs \(files) open files, and the system allows \(limit) (ulimit -n)"
        }
        if let limit = limit(RLIMIT_STACK), limit / 1024 < stackKilobytes {
            return "needs a stack of \(stackKilobytes) KB, and the system allows \(limit / 1024) KB (ulimit -s)"
        }
        // One thread for each core, and the threads for transfers, the watchdog, the backup copy, deliveries and the
        // system.
        let threads = ProcessInfo.processInfo.activeProcessorCount + 8
        guard hasRoom(forThreads: threads) else {
            return "needs \(threads) threads and \(megabytes) MB of memory, and the system does not allow them "
                + "(see ulimit -v\(shown(RLIMIT_AS)), -d\(shown(RLIMIT_DATA)) and -u, and the container's limits)"
        }
        return nil
    }
}

extension SystemLimits {
    private static func limit(_ resource: __rlimit_resource) -> rlim_t? {
        var limit = rlimit()
        return getrlimit(Int32(resource.rawValue), &limit) == 0 ? limit.rlim_cur : nil
    }

    /// A limit of memory in the unit of `ulimit`; empty if there is no limit.
    private static func shown(_ resource: __rlimit_resource) -> String {
        guard let limit = limit(resource), limit < rlim_t(Int64.max) else { return "" }
        return " \(limit / 1024)"
    }

    /// Whether the system allows the memory and the threads. It uses the memory, starts all threads at the same
    /// time and ends them again. There is no other way to know, because some limits include other processes.
    private static func hasRoom(forThreads count: Int) -> Bool {
        let memory = mmap(nil, megabytes << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard memory != MAP_FAILED else { return false }
        defer { munmap(memory, megabytes << 20) }
        let gate = NSLock()
        let threads = gate.withLock { (0..<count).map { _ in thread(waitingAt: gate) } }
        for case let thread? in threads { pthread_join(thread, nil) }
        return !threads.contains { $0 == nil }
    }

    /// Nil if the thread cannot be started.
    private static func thread(waitingAt gate: NSLock) -> pthread_t? {
        var thread = pthread_t()
        let error = pthread_create(
            &thread, nil,
            { gate in
                gate.map { Unmanaged<NSLock>.fromOpaque($0).takeUnretainedValue() }?.withLock {}
                return nil
            }, Unmanaged.passUnretained(gate).toOpaque())
        return error == 0 ? thread : nil
    }
}
