import Foundation

/// What the system has to allow before the first task starts.
///
/// The thread pool of Swift waits for ever for a thread that cannot be started, traps where it cannot open files of its
/// own, and a stack that is too small ends the process by a signal. None of these can be turned into an error later.
enum SystemLimits {
    /// Connections that are kept for later, four for each of 16 requests at a time, and the files of the state.
    private static let files: rlim_t = 128
    /// Twice what the deepest feeds take in a debug build. A thread's stack is as large as this limit says.
    private static let stackKilobytes: rlim_t = 1024
    /// What 200 feeds of 100 items take.
    private static let megabytes = 64

    /// What is too little, as a sentence; nil where there is enough.
    static func shortage() -> String? {
        if let limit = limit(RLIMIT_NOFILE), limit < files {
            return "needs \(files) open files, and the system allows \(limit) (ulimit -n)"
        }
        if let limit = limit(RLIMIT_STACK), limit / 1024 < stackKilobytes {
            return "needs a stack of \(stackKilobytes) KB, and the system allows \(limit / 1024) KB (ulimit -s)"
        }
        // One for each core, and those of transfers, the watchdog, the kept copy, deliveries and the system.
        let threads = ProcessInfo.processInfo.activeProcessorCount + 8
        guard hasRoom(forThreads: threads) else {
            return "needs \(threads) threads and \(megabytes) MB of memory, and the system does not allow them "
                + "(see ulimit -v\(shown(RLIMIT_AS)), -d\(shown(RLIMIT_DATA)) and -u, and the container's limits)"
        }
        return nil
    }
}

extension SystemLimits {
    #if canImport(Darwin)
        private typealias Resource = Int32
        private static func number(_ resource: Resource) -> Int32 { resource }
    #else
        private typealias Resource = __rlimit_resource
        private static func number(_ resource: Resource) -> Int32 { Int32(resource.rawValue) }
    #endif

    private static func limit(_ resource: Resource) -> rlim_t? {
        var limit = rlimit()
        return getrlimit(number(resource), &limit) == 0 ? limit.rlim_cur : nil
    }

    /// A limit of memory in the unit that `ulimit` takes; nothing where there is none.
    private static func shown(_ resource: Resource) -> String {
        guard let limit = limit(resource), limit < rlim_t(Int64.max) else { return "" }
        return " \(limit / 1024)"
    }
}

#if canImport(Darwin)
    extension SystemLimits {
        // Its system bounds no address space.
        private static func hasRoom(forThreads count: Int) -> Bool { true }
    }
#else
    extension SystemLimits {
        /// Takes the memory, starts the threads beside one another and ends them again. Nothing else shows whether the
        /// system allows that: some limits count what other processes have, too.
        private static func hasRoom(forThreads count: Int) -> Bool {
            let memory = mmap(nil, megabytes << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
            guard memory != MAP_FAILED else { return false }
            defer { munmap(memory, megabytes << 20) }
            let gate = NSLock()
            let threads = gate.withLock { (0..<count).map { _ in thread(waitingAt: gate) } }
            for case let thread? in threads { pthread_join(thread, nil) }
            return !threads.contains { $0 == nil }
        }

        /// Nil where it cannot be started.
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
#endif
