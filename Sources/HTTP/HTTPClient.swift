import CCurl
import Foundation
import Synchronization

/// The only way to the network.
///
/// Requests to one host are sent one at a time with a gap. Requests to different hosts are sent in parallel. A host
/// that answers 429 to a GET or HEAD gets no more of these from this client. A GET or HEAD is retried after a transient
/// failure, and its redirects are followed. If the task is cancelled, the transfer ends.
package final class HTTPClient: Sendable {
    package struct Configuration: Sendable {
        /// The name of the program, such as `newsdigest/1.0.0-rc.1`.
        package var userAgent: String
        package var maxParallel: Int
        /// The pause from the end of a request to the start of the next one to the same host.
        package var perHostGap: Duration
        package var limits: HTTPLimits
        /// When all requests end, counted from the client's first request; nil for no limit.
        package var deadline: Duration?
        /// The number of retries after a transient failure.
        var retries = 1
        /// The mean pause before a retry. It is multiplied by a random factor from 0.5 to 1.5.
        var retryPause = Duration.seconds(1)
        package var mode: Mode
        package var network: NetworkPolicy
        /// Counts the answers to this client, and perhaps to others.
        package var traffic = Traffic()

        package static let usualHostGap = Duration.milliseconds(500)

        package init(
            userAgent: String, maxParallel: Int = 6, perHostGap: Duration = Self.usualHostGap,
            limits: HTTPLimits = HTTPLimits(), deadline: Duration? = nil, mode: Mode = .live,
            network: NetworkPolicy = NetworkPolicy()
        ) {
            self.userAgent = userAgent
            self.maxParallel = maxParallel
            self.perHostGap = perHostGap
            self.limits = limits
            self.deadline = deadline
            self.mode = mode
            self.network = network
        }
    }

    package enum Mode: Sendable, Equatable {
        case live
        /// Requests are sent, and every answer and failure is also stored in this folder.
        case record(String)
        /// Answers are read from this folder; no socket is opened.
        case replay(String)

        package var isReplay: Bool { if case .replay = self { true } else { false } }
    }

    package let configuration: Configuration
    private let transport: Transport

    private enum Transport {
        case network(Network)
        case recorder(Network, Recorder)
        case recording(Recording)
    }

    /// Throws when the folder of a recording cannot be used.
    package init(_ configuration: Configuration) throws(HTTPError) {
        self.configuration = configuration
        switch configuration.mode {
        case .live: transport = .network(try Network(configuration))
        case .record(let folder): transport = .recorder(try Network(configuration), try Recorder(folder: folder))
        case .replay(let folder):
            transport = .recording(try Recording(folder: folder, maxBody: configuration.limits.maxBody))
        }
    }

    /// - Parameter objection: why a redirect may not lead to this address; nil if it may.
    package func send(
        _ request: HTTPRequest, objection: @Sendable (_ address: String) async -> String? = { _ in nil }
    ) async throws(HTTPError) -> HTTPResponse {
        do throws(HTTPError) {
            let response = try await answer(to: request) { network throws(HTTPError) in
                try await network.send(request, objection)
            }
            configuration.traffic.count(response)
            return response
        } catch {
            configuration.traffic.countFailure()
            throw error
        }
    }

    /// The output of a program that takes the place of a server. It is recorded like an answer, and a replay runs no
    /// program.
    /// - Parameter request: under its address, the output is recorded.
    package func output(
        recordedAs request: HTTPRequest, _ run: () async throws(HTTPError) -> [UInt8]
    ) async throws(HTTPError) -> [UInt8] {
        try await answer(to: request) { _ throws(HTTPError) in
            HTTPResponse(status: 200, headers: [], body: try await run(), url: request.url)
        }.body
    }

    private func answer(
        to request: HTTPRequest, from ask: (Network) async throws(HTTPError) -> HTTPResponse
    ) async throws(HTTPError) -> HTTPResponse {
        switch transport {
        case .network(let network): return try await ask(network)
        case .recording(let recording): return try await recording.answer(to: request)
        case .recorder(let network, let recorder):
            let result = await Result { () async throws(HTTPError) in try await ask(network) }
            try await recorder.record(result, of: request)
            return try result.get()
        }
    }

    /// Sends a mail. Throws unless the server accepted at least one recipient.
    package func send(_ message: SMTPMessage) async throws(SMTPError) -> SMTPReceipt {
        switch transport {
        case .network(let network): return try await network.answer(to: message)
        case .recording(let recording): return try await recording.answer(to: message)
        case .recorder(let network, let recorder):
            let result = await Result { () async throws(SMTPError) in try await network.answer(to: message) }
            try await recorder.record(result, of: message)
            return try result.get()
        }
    }
}

extension Result where Success: Sendable {
    /// The result of an asynchronous call: its value or its error.
    fileprivate init(catching call: () async throws(Failure) -> Success) async {
        do {
            self = .success(try await call())
        } catch {
            self = .failure(error)
        }
    }
}

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

/// Makes all threads of the process share two heaps. For glibc; call it before there is a second thread.
///
/// Answers are freed by other threads than those that received them, so a heap for each thread would stay mostly empty.
/// With one heap, the threads that read answers would often wait for one another.
package func shareHeaps() {
    newsdigest_limit_heaps(2)
}

/// Returns the memory that gathering does not need any more to the system.
package func trimHeaps() {
    newsdigest_trim_heaps()
}
