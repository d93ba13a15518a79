import Foundation
import HTTP
import Synchronization
import Texts

/// What all destinations of a run use to deliver digests.
package struct Deliverer: Sendable {
    /// A new client for each attempt. A client that got the answer 429 would not send another request to that host.
    var client: @Sendable () throws -> HTTPClient
    var environment: [String: String]
    /// The longest time that the reader of a pipe may take for the last bytes. After that, the digest counts as read.
    var patience: TimeInterval = 60
    /// How long a mail server may take to answer after it has received a mail.
    var receiptTimeout = HTTPLimits.usualReceiptTimeout
    /// The addresses that get no mail.
    package var unsubscribed: Unsubscribed?
    /// The connections to mail servers, which all profiles of a run share.
    package var pool = MailPool()
    package let waiting = WaitingRecipients()
    /// Waits for this number of seconds.
    var pause: @Sendable (TimeInterval) async throws -> Void

    package init(
        environment: [String: String] = ProcessInfo.processInfo.environment,
        pause: @escaping @Sendable (TimeInterval) async throws -> Void = { try await Task.sleep(for: .seconds($0)) },
        client: @escaping @Sendable () throws -> HTTPClient
    ) {
        self.client = client
        self.environment = environment
        self.pause = pause
    }

    func newClient() throws(DeliveryFailure) -> HTTPClient {
        do {
            return try client()
        } catch {
            throw DeliveryFailure("\(error)", retry: .nextRun)
        }
    }

    func wait(_ seconds: TimeInterval) async throws(DeliveryFailure) {
        do {
            try await pause(seconds)
        } catch {
            throw DeliveryFailure("was not finished: the run was cancelled", retry: .nextRun)
        }
    }

    /// Reads a secret at the moment when it is needed.
    func secret(_ reference: SecretReference) async throws(DeliveryFailure) -> Secret {
        do {
            return try await reference.resolve(environment: environment)
        } catch {
            throw DeliveryFailure(error.description, retry: .nextRun)
        }
    }
}

/// Runs work that may block, outside Swift's thread pool. A full pipe or a slow disk may block for any time.
func blocking<Value: Sendable>(
    _ work: @escaping @Sendable () throws(DeliveryFailure) -> Value
) async throws(DeliveryFailure) -> Value {
    let result = await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: Result(catching: work)) }
    }
    return try result.get()
}

extension Deliverer {
    /// The longest pause before another attempt. If a receiver asks for a longer one, the next run tries again.
    static let longestWait: TimeInterval = 60

    /// Delivers a digest. After a temporary failure it tries again, as often as the delivery allows.
    ///
    /// - Parameter took: see `Parcel.took`.
    /// - Returns: see `Parcel.notes`. A failure has them, too.
    package func deliver(
        _ parcel: Parcel, took: @escaping @Sendable (String) async throws -> Void = { _ in }
    ) async throws(DeliveryFailure) -> [String] {
        var parcel = parcel
        parcel.took = took
        parcel.failed = waiting.failures(of: parcel)
        var attempt = 1
        let start = ContinuousClock.now
        while true {
            do throws(DeliveryFailure) {
                if !parcel.isOurs() { throw .elsewhere }
                try await parcel.delivery.destination.deliver(&parcel, by: self)
                return parcel.notes
            } catch {
                guard attempt < parcel.delivery.attempts, let seconds = Self.wait(after: error, attempt) else {
                    if let server = error.mailServer { await pool.noteFailure(of: server, error, since: start) }
                    waiting.note(parcel, error)
                    var failure = error
                    failure.notes = parcel.notes
                    throw failure
                }
                try await wait(seconds)
                attempt += 1
            }
        }
    }

    /// Seconds until the next attempt: 2, 6, 18 …, each multiplied by a random factor from 0.5 to 1.5.
    private static func wait(after failure: DeliveryFailure, _ attempt: Int) -> TimeInterval? {
        switch failure.retry {
        case .nextRun: nil
        case .soon: min(longestWait, 2 * pow(3, Double(attempt - 1))) * .random(in: 0.5...1.5)
        case .after(let seconds): seconds <= longestWait ? seconds + .random(in: 0...0.5) : nil
        }
    }
}

/// The recipients who did not get their mail of an earlier digest of this run, and why. A later digest does not try them
/// again: it goes to the others, and waits for the next run.
package final class WaitingRecipients: Sendable {
    private struct Place: Hashable {
        var profile: String
        var delivery: String
    }

    private let reasons = Mutex<[Place: [String: String]]>([:])

    func failures(of parcel: Parcel) -> [(recipient: String, failure: DeliveryFailure)] {
        let known = reasons.withLock { $0[Place(profile: parcel.profile, delivery: parcel.delivery.name)] ?? [:] }
        return parcel.copies.compactMap(\.recipient).compactMap { recipient in
            known[recipient].map { (recipient, DeliveryFailure($0, retry: .nextRun)) }
        }
    }

    func note(_ parcel: Parcel, _ failure: DeliveryFailure) {
        guard parcel.delivery.isPerRecipient else { return }
        let isOfServer = failure.mailServer != nil && !failure.isOfMail
        let missing = parcel.copies.compactMap(\.recipient).filter {
            !parcel.accepted.contains($0) && !parcel.unwanted.contains($0)
        }
        reasons.withLock { reasons in
            for recipient in isOfServer ? parcel.delivery.recipients : missing {
                reasons[Place(profile: parcel.profile, delivery: parcel.delivery.name), default: [:]][recipient] =
                    failure.reason
            }
        }
    }

    /// Whether a later digest of the profile can be delivered to somebody.
    package func areOnlySome(of delivery: Delivery, for profile: String) -> Bool {
        let waiting = reasons.withLock { $0[Place(profile: profile, delivery: delivery.name)] ?? [:] }
        return delivery.recipients.contains { waiting[$0] == nil }
    }
}

/// Why a digest was not delivered to one destination.
package struct DeliveryFailure: Error, Sendable, Equatable, CustomStringConvertible {
    enum Retry: Sendable, Equatable {
        /// Another attempt soon may help.
        case soon
        /// The receiver said after how many seconds to try again.
        case after(TimeInterval)
        /// The next run tries again. Someone must change something first, or another attempt now could deliver a second
        /// copy.
        case nextRun
    }

    /// A sentence without a final full stop. It is one clean line without a secret.
    package private(set) var reason: String
    var retry: Retry
    /// See `Parcel.notes`.
    package fileprivate(set) var notes: [String] = []
    /// The mail server that may take no mail at all now (`MailPool`); nil if the failure is of one mail.
    var mailServer: String?
    /// See `SMTPError.isOfMail`.
    var isOfMail = false

    init(_ reason: String, retry: Retry) {
        self.reason = reason.cleanMessage
        self.retry = retry
    }

    /// The receiver got everything and may have accepted it. Another attempt in the same run could deliver a second
    /// copy.
    static func unsure(_ reason: String) -> DeliveryFailure {
        DeliveryFailure("\(reason); the digest may have arrived, and the next run sends it again", retry: .nextRun)
    }

    /// Another machine delivers it.
    static let elsewhere = DeliveryFailure("another machine took it over", retry: .nextRun)

    /// Whether another attempt in this run may help.
    var isTemporary: Bool { retry != .nextRun }

    package var description: String { reason }
}
