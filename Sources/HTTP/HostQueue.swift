/// Decides which request is next. Each host has one request at a time with a gap; several hosts run in parallel.
///
/// A plain value. The caller tells it what runs, and the time.
struct HostQueue {
    typealias ID = Int

    private struct Host {
        var waiting: [ID] = []
        var isBusy = false
        var readyAt: ContinuousClock.Instant?
    }

    let maxParallel: Int
    let gap: Duration
    private var hosts: [String: Host] = [:]
    private var running = 0

    init(maxParallel: Int, gap: Duration) {
        self.maxParallel = max(1, maxParallel)
        self.gap = gap
    }

    mutating func add(_ id: ID, host: String) {
        hosts[host, default: Host()].waiting.append(id)
    }

    /// The next request to start. The host with the most queued requests goes first, because it takes the longest.
    mutating func next(now: ContinuousClock.Instant) -> ID? {
        guard running < maxParallel else { return nil }
        let ready = hosts.filter { !$1.isBusy && !$1.waiting.isEmpty && ($1.readyAt ?? now) <= now }
        let longest = ready.max {
            ($0.value.waiting.count, $1.value.waiting[0]) < ($1.value.waiting.count, $0.value.waiting[0])
        }
        guard let longest else { return nil }
        var host = longest.value
        running += 1
        host.isBusy = true
        let id = host.waiting.removeFirst()
        hosts[longest.key] = host
        return id
    }

    /// A request of this host has ended.
    /// - Parameter isPaced: whether the next request waits for the gap. Mails do not wait.
    mutating func finished(host: String, now: ContinuousClock.Instant, isPaced: Bool = true) {
        running -= 1
        hosts[host]?.isBusy = false
        hosts[host]?.readyAt = isPaced ? now.advanced(by: gap) : now
    }

    /// Notes that a started request pauses. Its host stays busy, and other hosts may use its place.
    mutating func rests() { running -= 1 }

    mutating func resumes() { running += 1 }

    /// Removes a request that has not started.
    mutating func remove(_ id: ID, host: String) {
        hosts[host]?.waiting.removeAll { $0 == id }
    }

    /// When the next request can start; nil if no request can start before another one ends.
    func wakeAt(now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        guard running < maxParallel else { return nil }
        return hosts.values.filter { !$0.isBusy && !$0.waiting.isEmpty }.map { $0.readyAt ?? now }.min()
    }
}
