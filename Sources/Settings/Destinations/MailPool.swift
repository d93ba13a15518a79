import Foundation
import HTTP

/// The connections to the mail servers of one run.
///
/// Mails to one server go one after the other over one connection. Only while mails take long, more connections are
/// used, up to a limit. So if the process is killed, there is usually one mail of which nobody knows whether the server
/// accepted it, and never more than there are connections.
package actor MailPool {
    /// The greatest number of connections to one server.
    static let mostConnections = 4
    /// A server that ended the connection for so many mails in a row, and accepted none between, takes none.
    static let mostFailures = 32
    /// If no more mails than this wait, no further connection opens, so that they keep their order.
    private static let patientMails = 2
    /// A mail that takes this time is slow: a further connection is opened.
    private static let patience = Duration.milliseconds(200)
    /// If a mail takes less than this time, one connection is enough.
    private static let quick = patience / 2
    private var servers: [String: Server] = [:]

    package init() {}

    private struct Server {
        var free: [HTTPClient] = []
        var inUse = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
        var isWatched = false
        /// When the last connection became free or was taken.
        var lastChange = ContinuousClock.now
        /// How long the last mail took.
        var lastMail = Duration.zero
        /// When the next mail may be sent.
        var nextMail: ContinuousClock.Instant?
        /// When the server accepted the last mail, and how many failed since then, after all attempts.
        var lastAccepted: ContinuousClock.Instant?
        var failures = 0
        /// Why no mail is tried any more.
        var failure: DeliveryFailure?
    }

    /// Calls `send` with a connection that no other mail uses meanwhile.
    /// - Parameters:
    ///   - server: the name of the server.
    ///   - gap: the shortest time to the mail before this one in seconds.
    ///   - newClient: makes a client with one connection.
    ///   - send: gets the client, and whether another mail waits for it.
    func withConnection<Result: Sendable>(
        to server: String, gap: TimeInterval?, newClient: @Sendable () throws -> HTTPClient,
        _ send: @Sendable (HTTPClient, _ isFollowed: Bool) async throws(DeliveryFailure) -> Result
    ) async throws(DeliveryFailure) -> Result {
        await takePlace(at: server)
        var start = ContinuousClock.now
        defer { freePlace(at: server, after: start.duration(to: .now)) }
        if let failure = servers[server]?.failure { throw failure }
        if let gap { await pace(server, gap) }
        start = .now
        let client: HTTPClient
        if let open = servers[server]?.free.popLast() {
            client = open
        } else {
            do {
                client = try newClient()
            } catch {
                throw DeliveryFailure("\(error)", retry: .nextRun)
            }
        }
        let result = try await send(client, gap == nil && isFollowed(at: server))
        // After a failure, its connection may be one that the server has ended.
        servers[server]?.free.append(client)
        return result
    }

    func noteAccepted(by server: String) {
        servers[server]?.lastAccepted = .now
        servers[server]?.failures = 0
    }

    /// Notes that all attempts for a mail failed. If the server takes no mail at all, no other is tried in this run; the
    /// next run delivers them. What may be the fault of a mail alone must not stop the others.
    /// - Parameter start: when the first attempt began.
    func noteFailure(of name: String, _ failure: DeliveryFailure, since start: ContinuousClock.Instant) {
        var server = servers[name, default: Server()]
        if let accepted = server.lastAccepted, accepted > start { return }
        server.failures += 1
        if !failure.isOfMail {
            server.failure = DeliveryFailure(failure.reason, retry: .nextRun)
        } else if server.failures == Self.mostFailures {
            let count = server.failures
            server.failure = DeliveryFailure(
                "no more mails were tried after \(count) failed: \(failure.reason)", retry: .nextRun)
        }
        servers[name] = server
    }
}

extension MailPool {
    private func takePlace(at name: String) async {
        let server = servers[name, default: Server()]
        if server.inUse == 0 {
            servers[name, default: Server()].inUse = 1
            servers[name]?.lastChange = .now
            return
        }
        watch(name)
        await withCheckedContinuation { servers[name]?.waiting.append($0) }
    }

    /// Gives the place to the next mail, unless one connection is enough.
    /// - Parameter time: how long the last mail took.
    private func freePlace(at name: String, after time: Duration) {
        servers[name]?.lastChange = .now
        servers[name]?.lastMail = time
        let isSpare = time < Self.quick && (servers[name]?.inUse ?? 0) > 1
        guard !isSpare, let next = servers[name]?.waiting.first else {
            servers[name]?.inUse -= 1
            return
        }
        servers[name]?.waiting.removeFirst()
        next.resume()
    }

    /// Looks from time to time whether mails wait too long.
    private func watch(_ name: String) {
        guard servers[name]?.isWatched == false else { return }
        servers[name]?.isWatched = true
        Task { await openMore(to: name) }
    }

    private func openMore(to name: String) async {
        while let server = servers[name], !server.waiting.isEmpty {
            let isSlow = max(server.lastMail, server.lastChange.duration(to: .now)) >= Self.patience
            if isSlow, server.waiting.count > Self.patientMails, server.inUse < Self.mostConnections {
                servers[name]?.inUse += 1
                servers[name]?.lastChange = .now
                servers[name]?.waiting.removeFirst().resume()
            }
            try? await Task.sleep(for: Self.patience / 2)
        }
        servers[name]?.isWatched = false
    }

    /// Whether there is another mail for each connection.
    private func isFollowed(at name: String) -> Bool {
        servers[name].map { $0.waiting.count >= $0.inUse } ?? false
    }

    private func pace(_ name: String, _ gap: TimeInterval) async {
        let now = ContinuousClock.now
        let time = max(now, servers[name]?.nextMail ?? now)
        servers[name]?.nextMail = time.advanced(by: .seconds(gap))
        if time > now { try? await Task.sleep(until: time, clock: .continuous) }
    }
}
