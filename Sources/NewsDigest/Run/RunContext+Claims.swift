import Foundation
import Gather
import Settings
import State
import Values

// Machines that share a state claim work before they do it, so no two do the same work at the same time. A machine that
// is alone does everything.
extension RunContext {
    /// Requests the sources that no other machine requests. Waits until the others have ended with theirs, so that the
    /// digests contain the items of all sources.
    ///
    /// Only one machine at a time sends requests to a host.
    /// - Parameter request: requests sources, as long as its second argument returns true. It returns the ids of those
    ///   that have answered.
    /// - Parameter sources: in the order in which they should be requested.
    /// - Returns: the sources that another machine requested, and those that had to wait until after the deadline.
    func requestClaimed(
        _ sources: [any ItemSource], until deadline: ContinuousClock.Instant,
        request: ([any ItemSource], _ mayGoOn: () throws -> Bool) async throws -> Set<String>
    ) async throws -> (elsewhere: [any ItemSource], unasked: [any ItemSource]) {
        guard state.isShared else {
            _ = try await request(sources) { true }
            return ([], [])
        }
        var left = sources
        var elsewhere: [any ItemSource] = []
        while !left.isEmpty {
            let hosts = try claimHosts(of: left)
            let ofClaimedHosts = left.filter { hosts.contains($0.requestedHost) }
            let due = Set(try claim(.source, ofClaimedHosts.map(\.id), notWithin: Self.sourcePause))
            var answered: Set<String> = []
            if !due.isEmpty {
                answered = try await request(ofClaimedHosts.filter { due.contains($0.id) }) {
                    try state.mayGoOn(.host, hosts)
                }
            }
            try state.release(.source, Array(due))
            try state.release(.host, Array(hosts))
            // Sources without an answer, and those that another machine took over, stay in `left` for another try.
            let lost = due.filter { !answered.contains($0) || state.isLost(.source, $0) }
            elsewhere += ofClaimedHosts.filter { !due.contains($0.id) }
            left.removeAll { hosts.contains($0.requestedHost) && !lost.contains($0.id) }
            guard hosts.isEmpty || !lost.isEmpty, !left.isEmpty else { continue }
            guard .now < deadline else { return (elsewhere, left) }
            try await Task.sleep(for: .milliseconds(200))
        }
        return (elsewhere, [])
    }

    /// The results of the sources that this machine did not request: what is stored of them.
    func answers(elsewhere: [any ItemSource], unasked: [any ItemSource]) throws -> [Gathered] {
        let records = try state.records(of: (elsewhere + unasked).map(\.id))
        func answer(_ source: any ItemSource, _ status: Gathered.Status) -> Gathered {
            Gathered(unanswered: source, status, record: records[source.id] ?? SourceRecord())
        }
        return elsewhere.map { answer($0, .waiting(until: now, why: "another machine requested it")) }
            + unasked.map { answer($0, .unasked) }
    }

    /// Serves the readers in portions: all who are due and are not claimed by another machine. A reader whom any
    /// machine served within `window` seconds is not due.
    ///
    /// - Parameters:
    ///   - serve: gets the plans of the readers.
    ///   - end: waits until all that `serve` began for some readers is done. If there is one, the next readers are
    ///     served before it is called with the ones before.
    func each(
        of plans: [Plan], notServedWithin window: TimeInterval, serve: ([Plan]) async throws -> Void,
        end: (([String]) async throws -> Void)? = nil
    ) async throws {
        // Machines begin at different places, so that they seldom want the same reader.
        let start = plans.isEmpty ? 0 : Int.random(in: plans.indices)
        var left = (plans[start...] + plans[..<start]).map(\.historyName)
        let indices = Dictionary(plans.enumerated().map { ($1.historyName, $0) }) { first, _ in first }
        let lease = readersLease
        var isGoingOn = true
        while isGoingOn {
            isGoingOn = false
            var earlier: [String] = []
            for batch in left.inBatches(of: Self.claimedAtOnce) + [[]] {
                let claimed = try claim(.reader, batch, notWithin: window, lease: lease)
                if !claimed.isEmpty { try await serve(claimed.compactMap { indices[$0].map { plans[$0] } }) }
                let served = end == nil ? claimed : earlier
                earlier = claimed
                try await end?(served)
                try state.release(.reader, served, completed: window > 0 ? now : nil)
                // A reader whom another machine took over is perhaps free again later.
                let done = Set(served).filter { !state.isLost(.reader, $0) }
                left.removeAll(where: done.contains)
                isGoingOn = isGoingOn || !claimed.isEmpty
            }
        }
    }
}

extension RunContext {
    /// A source that any machine requested within this time is not requested again.
    private static let sourcePause: TimeInterval = 60
    private static let hostsAtOnce = 256
    private static let claimedAtOnce = 32

    /// The hosts of some of the sources, as many as are free, from the first source on.
    private func claimHosts(of sources: [any ItemSource]) throws -> Set<String> {
        var seen: Set<String> = []
        let wanted = sources.map(\.requestedHost).filter { seen.insert($0).inserted }
        for hosts in wanted.inBatches(of: Self.hostsAtOnce) {
            let claimed = try claim(.host, hosts)
            if !claimed.isEmpty { return Set(claimed) }
        }
        return []
    }

    private func claim(
        _ work: Work, _ subjects: [String], notWithin window: TimeInterval = 0, lease: TimeInterval? = nil
    ) throws -> [String] {
        try state.claim(work, subjects, notWithin: window, lease: lease ?? self.lease, now: now)
    }

    /// The length of a claim in seconds. It is longer than a run may take for the work. A machine that is gone loses
    /// its claims at once.
    private var lease: TimeInterval { run.settings.network.deadline + 600 }

    /// The same for readers. It includes the time in which the mails of the claimed readers, and of those claimed
    /// before them, wait for their turn.
    private var readersLease: TimeInterval {
        let gap = run.readers.lazy.flatMap(\.deliveries).compactMap(\.mailGap).max() ?? 0
        return lease + Double(2 * Self.claimedAtOnce) * gap
    }
}

extension ItemSource {
    /// The host to which only one machine at a time sends requests. A file has none.
    fileprivate var requestedHost: String { host.isEmpty ? id : host }
}

extension Array {
    fileprivate func inBatches(of count: Int) -> [[Element]] {
        stride(from: 0, to: self.count, by: count).map { Array(self[$0..<Swift.min($0 + count, self.count)]) }
    }
}
