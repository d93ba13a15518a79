import Foundation

/// The requests that arrived. Many connections write to it.
final class RequestLog: @unchecked Sendable {
    private let lock = NSLock()
    private var requests: [Request] = []
    private var running: [String: Int] = [:]
    private var most: [String: Int] = [:]
    private var accepted = 0

    var all: [Request] { lock.withLock { requests } }
    var mostParallel: [String: Int] { lock.withLock { most } }
    var connections: Int { lock.withLock { accepted } }

    func connected() { lock.withLock { accepted += 1 } }

    func begin(_ request: Request) {
        lock.withLock {
            requests.append(request)
            for host in [request.header("Host") ?? "", ""] {
                running[host, default: 0] += 1
                most[host] = max(most[host, default: 0], running[host]!)
            }
        }
    }

    func end(_ request: Request) {
        lock.withLock {
            for host in [request.header("Host") ?? "", ""] { running[host, default: 1] -= 1 }
        }
    }
}
