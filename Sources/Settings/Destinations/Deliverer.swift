import Foundation
import HTTP

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
func blocking(_ work: @escaping @Sendable () throws(DeliveryFailure) -> Void) async throws(DeliveryFailure) {
    let result = await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: Result(catching: work)) }
    }
    try result.get()
}
