import CCurl
import Foundation

/// The one door to the network.
///
/// Requests to one host go one at a time with a gap; hosts go in parallel. A host that answers 429 gets no more
/// requests from this client. Transient failures of GET and HEAD get one retry. Redirects of GET and HEAD are
/// followed. Cancelling the task ends the transfer.
public final class HTTPClient: Sendable {
    public struct Configuration: Sendable {
        /// Such as `newsdigest/0.1.0 (+https://example.org)`.
        public var userAgent: String
        public var maxParallel: Int
        /// Between the end of a request and the start of the next one to the same host.
        public var perHostGap: Duration
        public var limits: HTTPLimits
        /// When everything ends, counted from the client's start; nil for no bound.
        public var deadline: Duration?
        /// How often a transient failure is tried again.
        public var retries: Int
        /// The mean pause before a retry; the pause varies between half and one and a half of it.
        public var retryPause: Duration
        public var mode: Mode
        public var network: NetworkPolicy

        public init(
            userAgent: String, maxParallel: Int = 6, perHostGap: Duration = .milliseconds(250),
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

    public enum Mode: Sendable, Equatable {
        case live
        /// Every answer and failure is also kept in this folder.
        case record(String)
        /// Answers come from this folder; no socket is opened.
        case replay(String)
    }

    public let configuration: Configuration

    /// Throws when the folder of a recording cannot be used.
    public init(_ configuration: Configuration) throws(HTTPError) {
        self.configuration = configuration
    }

    public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        throw HTTPError(url: request.url, .network("the transfers are not there yet"))
    }

    public func send(_ message: SMTPMessage) async throws(SMTPError) -> SMTPReceipt {
        throw SMTPError(server: message.server, .transport(.network("the transfers are not there yet")))
    }
}
