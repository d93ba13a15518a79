import Foundation
import Synchronization

/// Decides which request is next. Each host has one request at a time with a gap; several hosts run in parallel.
///
/// A plain value. The caller tells it what runs, and the time.
struct HostQueue {
    typealias ID = Int

    /// What decides which request goes first.
    enum Turn: Comparable {
        /// The request has begun, and goes on with a redirect or a retry.
        case goingOn
        /// No earlier run sent the request.
        case neverSent
        case lastSent(Date)

        init(_ lastSent: Date?) { self = lastSent.map(Turn.lastSent) ?? .neverSent }
    }

    private struct Ticket {
        var turn: Turn
        var id: ID
    }

    private struct Host {
        /// In the order of their turns, then of their arrival.
        var waiting: [Ticket] = []
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

    mutating func add(_ id: ID, host: String, turn: Turn = .neverSent) {
        let earlier = hosts[host]?.waiting.lastIndex { $0.turn <= turn }
        hosts[host, default: Host()].waiting.insert(Ticket(turn: turn, id: id), at: earlier.map { $0 + 1 } ?? 0)
    }

    /// The next request to start: the one that was sent the longest ago. Of several, the host with the most queued
    /// requests goes first, because it takes the longest.
    mutating func next(now: ContinuousClock.Instant) -> ID? {
        guard running < maxParallel else { return nil }
        let ready = hosts.filter { !$1.isBusy && !$1.waiting.isEmpty && ($1.readyAt ?? now) <= now }
        let first = ready.min {
            let (one, other) = ($0.value.waiting, $1.value.waiting)
            return (one[0].turn, other.count, one[0].id) < (other[0].turn, one.count, other[0].id)
        }
        guard let first else { return nil }
        var host = first.value
        running += 1
        host.isBusy = true
        let id = host.waiting.removeFirst().id
        hosts[first.key] = host
        return id
    }

    /// A request of this host has ended.
    /// - Parameter hasGap: whether the next request waits for the gap. Mails do not wait.
    mutating func finished(host: String, now: ContinuousClock.Instant, hasGap: Bool = true) {
        running -= 1
        hosts[host]?.isBusy = false
        hosts[host]?.readyAt = hasGap ? now.advanced(by: gap) : now
    }

    /// Notes that a started request pauses. Its host stays busy, and other hosts may use its place.
    mutating func rests() { running -= 1 }

    mutating func resumes() { running += 1 }

    /// Removes a request that has not started.
    mutating func remove(_ id: ID, host: String) {
        hosts[host]?.waiting.removeAll { $0.id == id }
    }

    /// When the next request can start; nil if no request can start before another one ends.
    func wakeAt(now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        guard running < maxParallel else { return nil }
        return hosts.values.filter { !$0.isBusy && !$0.waiting.isEmpty }.map { $0.readyAt ?? now }.min()
    }
}

/// The bytes of the bodies that arrived and that nobody has read yet. While they are many, no request starts: so memory
/// is bounded by what is in flight, however many servers answer at the same time.
final class UnreadBodies: Sendable {
    /// More than most feeds together have, so that a quick reader never waits.
    static let most = 16 << 20

    private let bytes = Mutex(0)
    private let wasRead: @Sendable () -> Void

    /// - Parameter wasRead: is called after each body that was read.
    init(wasRead: @escaping @Sendable () -> Void) {
        self.wasRead = wasRead
    }

    var areMany: Bool { bytes.withLock { $0 >= Self.most } }

    fileprivate func add(_ count: Int) { bytes.withLock { $0 += count } }

    fileprivate func remove(_ count: Int) {
        bytes.withLock { $0 -= count }
        wasRead()
    }
}

/// A body that counts as unread for as long as this value exists.
package final class UnreadBody: Sendable, Equatable {
    private let bodies: UnreadBodies
    private let count: Int

    init(of count: Int, in bodies: UnreadBodies) {
        self.bodies = bodies
        self.count = count
        bodies.add(count)
    }

    deinit { bodies.remove(count) }

    /// Two answers are equal whoever still reads them.
    package static func == (_: UnreadBody, _: UnreadBody) -> Bool { true }
}
