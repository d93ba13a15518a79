import Synchronization

/// Counts the answers that a client gets. Each request counts once, with its last answer.
package final class Traffic: Sendable {
    private let counts = Mutex(Counts())

    private struct Counts {
        var classes: [String: Int] = [:]
        var failures = 0
        var bytes = 0
    }

    package init() {}

    /// The number of answers by the class of their status: `1xx` to `5xx`.
    package var responses: [String: Int] { counts.withLock(\.classes) }
    /// The number of requests that got no answer.
    package var unanswered: Int { counts.withLock(\.failures) }
    /// The bytes of all bodies, decompressed.
    package var receivedBytes: Int { counts.withLock(\.bytes) }

    func count(_ response: HTTPResponse) {
        counts.withLock {
            $0.classes["\(response.status / 100)xx", default: 0] += 1
            $0.bytes += response.body.count
        }
    }

    func countFailure() { counts.withLock { $0.failures += 1 } }
}
