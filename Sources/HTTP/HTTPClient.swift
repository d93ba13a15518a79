import Foundation

/// The one door to the network.
///
/// Requests to one host go one at a time with a gap; hosts go in parallel. A host that answers 429 to a GET gets
/// no more GETs from this client. Transient failures of GET and HEAD get one retry, and their redirects are
/// followed. Cancelling the task ends the transfer.
package final class HTTPClient: Sendable {
    package struct Configuration: Sendable {
        /// Such as `newsdigest/0.1.0`.
        package var userAgent: String
        package var maxParallel: Int
        /// Between the end of a request and the start of the next one to the same host.
        package var perHostGap: Duration
        package var limits: HTTPLimits
        /// When everything ends, counted from the client's start; nil for no bound.
        package var deadline: Duration?
        /// How often a transient failure is tried again.
        var retries: Int
        /// The mean pause before a retry; the pause varies between half and one and a half of it.
        var retryPause: Duration
        package var mode: Mode
        package var network: NetworkPolicy

        package static let usualHostGap = Duration.milliseconds(500)

        package init(
            userAgent: String, maxParallel: Int = 6, perHostGap: Duration = Self.usualHostGap,
            limits: HTTPLimits = HTTPLimits(), deadline: Duration? = nil, retries: Int = 1,
            retryPause: Duration = .seconds(1), mode: Mode = .live, network: NetworkPolicy = NetworkPolicy()
        ) {
            self.userAgent = userAgent
            self.maxParallel = maxParallel
            self.perHostGap = perHostGap
            self.limits = limits
            self.deadline = deadline
            self.retries = retries
            self.retryPause = retryPause
            self.mode = mode
            self.network = network
        }
    }

    package enum Mode: Sendable, Equatable {
        case live
        /// Every answer and failure is also kept in this folder.
        case record(String)
        /// Answers come from this folder; no socket is opened.
        case replay(String)
    }

    package let configuration: Configuration
    private let door: Door

    private enum Door {
        case network(Network)
        case recorder(Network, Recorder)
        case recording(Recording)
    }

    /// Throws when the folder of a recording cannot be used.
    package init(_ configuration: Configuration) throws(HTTPError) {
        self.configuration = configuration
        switch configuration.mode {
        case .live: door = .network(try Network(configuration))
        case .record(let folder): door = .recorder(try Network(configuration), try Recorder(folder: folder))
        case .replay(let folder): door = .recording(try Recording(folder: folder))
        }
    }

    package func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        switch door {
        case .network(let network): return try await network.send(request)
        case .recording(let recording): return try await recording.answer(to: request)
        case .recorder(let network, let recorder):
            let result = await Result { () async throws(HTTPError) in try await network.send(request) }
            try await recorder.record(result, of: request)
            return try result.get()
        }
    }

    /// Hands in a mail. Throws unless at least one recipient was accepted.
    package func send(_ message: SMTPMessage) async throws(SMTPError) -> SMTPReceipt {
        switch door {
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
    /// What an asynchronous call gave or threw.
    fileprivate init(catching call: () async throws(Failure) -> Success) async {
        do {
            self = .success(try await call())
        } catch {
            self = .failure(error)
        }
    }
}
