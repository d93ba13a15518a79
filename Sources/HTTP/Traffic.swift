import Foundation

/// Counts the answers that a client gets. Each request counts once, with its last answer.
package final class Traffic: @unchecked Sendable {
    private let lock = NSLock()
    private var classes: [String: Int] = [:]
    private var failures = 0
    private var bytes = 0

    package init() {}

    /// The number of answers by the class of their status: `1xx` to `5xx`.
    package var responses: [String: Int] { lock.withLock { classes } }
    /// The number of requests that got no answer.
    package var unanswered: Int { lock.withLock { failures } }
    /// The bytes of all bodies, decompressed.
    package var receivedBytes: Int { lock.withLock { bytes } }

    func count(_ response: HTTPResponse) {
        lock.withLock {
            classes["\(response.status / 100)xx", default: 0] += 1
            bytes += response.body.count
        }
    }

    func countFailure() { lock.withLock { failures += 1 } }
}
