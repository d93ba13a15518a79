import CCurl
import Foundation
import Texts

/// Why a request got no complete answer.
///
/// A status such as 404 or 503 is an answer, not an error. The description is one line that names the address without
/// secrets.
package struct HTTPError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The address of the request, without secrets.
    package var url: String
    package var reason: Reason
    /// Whether all of a POST was sent. Then the receiver may have acted on it.
    package var wasSent: Bool

    package enum Reason: Error, Sendable, Equatable, Codable {
        /// A malformed address, a header with a line break, a scheme other than `http` and `https`.
        case invalidRequest(String)
        case unresolvedHost(String)
        /// There is no connection.
        case network(String)
        /// The connection ended before the answer did.
        case interrupted(String)
        case timeout(Timeout, seconds: Double)
        /// The run's deadline passed before the answer arrived. The request had at least half of the time until then.
        case deadline
        /// The run's deadline passed before the request was sent, or so soon after it that the server is not to blame.
        case outOfTime
        /// The certificate or the handshake failed. The text is one line.
        case tls(String)
        case bodyTooLarge(limit: Int)
        case headersTooLarge(limit: Int)
        /// The answer is not HTTP.
        case malformedResponse(String)
        /// The body is compressed, and cannot be decompressed.
        case brokenCompression
        /// The `Content-Encoding` is unknown.
        case unknownEncoding
        case tooManyRedirects(limit: Int)
        /// A redirect was not followed. The text is the reason.
        case refusedRedirect(to: String, String)
        /// The host has a loopback, private, link-local or other special address.
        case forbiddenAddress(String)
        /// An earlier answer was 429, so this run sends no more requests to this host.
        case hostStopped(RetryAfter?)
        /// This request is not in the recording that is replayed.
        case notRecorded(in: String)
        /// A recording cannot be read or written.
        case recording(String)
        /// The program that took the place of a server failed. The text stands behind its name.
        case program(String)
        case cancelled
    }

    package enum Timeout: String, Sendable, Codable { case connect, idle, total }

    package init(url: String, _ reason: Reason, wasSent: Bool = false) {
        self.url = url
        self.reason = reason
        self.wasSent = wasSent
    }

    /// Whether another attempt soon may help.
    package var isTransient: Bool {
        switch reason {
        case .unresolvedHost, .network, .interrupted, .timeout, .deadline, .outOfTime, .hostStopped: true
        case .invalidRequest, .tls, .bodyTooLarge, .headersTooLarge, .malformedResponse, .brokenCompression,
            .unknownEncoding, .tooManyRedirects, .refusedRedirect, .forbiddenAddress, .notRecorded, .recording,
            .program, .cancelled:
            false
        }
    }

    /// The host that was not found or not reached. Other requests to it in this run would fail too.
    package var unreachableHost: String? {
        guard reason.isUnreachable else { return nil }
        return (try? RequestAddress(url))?.queue
    }

    package var description: String {
        guard case .forbiddenAddress = reason else { return withoutAdvice }
        return "\(withoutAdvice); if it is yours, list the configured host in private_hosts"
    }

    /// The same for an address that belongs to no configured one.
    package var withoutAdvice: String { "\(url) \(explanation)".onOneLine }

    private var explanation: String {
        switch reason {
        case .invalidRequest(let why): "cannot be requested: \(why)"
        case .unresolvedHost(let host): "was not reached: no address found for \(host)"
        case .network(let why): "was not reached: \(why)"
        case .interrupted(let why): "broke off: \(why)"
        case .timeout(.connect, let seconds): "was not reached: no connection within \(text(seconds)) s"
        case .timeout(.idle, let seconds): "sent nothing for \(text(seconds)) s"
        case .timeout(.total, let seconds): "did not finish within \(text(seconds)) s"
        case .deadline: "was not finished before the run's deadline"
        case .outOfTime: "had no time before the run's deadline"
        case .tls(let why): "has no secure connection: \(why)"
        case .bodyTooLarge(let limit): "sent more than the limit of \(limit) bytes"
        case .headersTooLarge(let limit): "sent more than \(limit) bytes of headers"
        case .malformedResponse(let why):
            "sent an answer that is not valid \(url.hasPrefix("smtp") ? "SMTP" : "HTTP"): \(why)"
        case .brokenCompression: "sent a body that cannot be decompressed"
        case .unknownEncoding: "sent an answer in an unknown Content-Encoding"
        case .tooManyRedirects(let limit): "redirected more than \(limit) times"
        case .refusedRedirect(let target, let why): "redirected to \(target), which was not followed: \(why)"
        case .forbiddenAddress(let why): "was not requested: \(why)"
        case .hostStopped(.seconds(let seconds)): "was not requested: the host answered 429 (retry after \(seconds) s)"
        case .hostStopped(.date(let date)):
            "was not requested: the host answered 429 (retry after \(date.formatted(.iso8601)))"
        case .hostStopped(nil): "was not requested: the host answered 429"
        case .notRecorded(let folder): "is not in the recording '\(folder)'"
        case .recording(let why): "has no usable recording: \(why)"
        case .program(let why): why
        case .cancelled: "was cancelled"
        }
    }

    private func text(_ seconds: Double) -> String {
        Int(exactly: seconds).map(String.init) ?? "\(seconds)"
    }
}

extension HTTPError.Reason {
    /// Whether another attempt is useful. A host that did not answer within `connectTimeout` had enough time.
    var isWorthAnotherTry: Bool {
        if case .timeout = self { false } else { true }
    }

    /// Whether the host was not found or not reached.
    var isUnreachable: Bool {
        switch self {
        case .unresolvedHost, .network, .timeout(.connect, _): true
        default: false
        }
    }

    /// The text after "which was not followed".
    var refusal: String {
        switch self {
        case .invalidRequest(let why), .forbiddenAddress(let why): why
        default: HTTPError(url: "it", self).description
        }
    }
}

extension HTTPError.Reason {
    /// Makes an error from libcurl's code; nil when the transfer succeeded.
    init?(_ transfer: Transfer) {
        switch transfer.code {
        case CURLE_OK: return nil
        case CURLE_OPERATION_TIMEDOUT: self = .timeout(transfer)
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: self = .unresolvedHost(transfer.resolvedName)
        case CURLE_COULDNT_CONNECT: self = .network(transfer.systemError ?? "no connection")
        case CURLE_PARTIAL_FILE, CURLE_HTTP2_STREAM:
            self = .interrupted("the connection ended before the answer was complete")
        case CURLE_GOT_NOTHING: self = .interrupted("the connection ended without an answer")
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR: self = .broken(transfer)
        // libcurl's code for a line that is longer than it allows (its CURL_MAX_HTTP_HEADER).
        case CURLE_OUT_OF_MEMORY: self = .headersTooLarge(limit: 100 << 10)
        case CURLE_FILESIZE_EXCEEDED: self = .bodyTooLarge(limit: transfer.limits.maxBody)
        case CURLE_BAD_CONTENT_ENCODING where transfer.explanation.hasPrefix("Unrecognized content encoding"):
            self = .unknownEncoding
        // libcurl calls a body that it cannot decompress a failed write. A write of our own fails with another reason.
        case CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR: self = .brokenCompression
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_USE_SSL_FAILED:
            self = .tls(transfer.words)
        case CURLE_URL_MALFORMAT: self = .invalidRequest(transfer.words)
        default: self = .malformedResponse(transfer.words)
        }
    }

    private static func timeout(_ transfer: Transfer) -> HTTPError.Reason {
        let limits = transfer.limits
        if transfer.messageEnd != nil { return .timeout(.idle, seconds: limits.receiptTimeout.inSeconds) }
        return transfer.lastActivity == nil && limits.connectTimeout < limits.totalTimeout
            ? .timeout(.connect, seconds: limits.connectTimeout.inSeconds)
            : .timeout(.total, seconds: limits.totalTimeout.inSeconds)
    }

    /// The reason for a broken transfer. libcurl has one code for a connection that broke and for invalid chunks.
    private static func broken(_ transfer: Transfer) -> HTTPError.Reason {
        let answerOfProxy = transfer.number(CURLINFO_HTTP_CONNECTCODE)
        if answerOfProxy >= 300 { return .network("the proxy answered \(answerOfProxy)") }
        return transfer.explanation.contains("chunk")
            ? .malformedResponse(transfer.words)
            : .interrupted(transfer.systemError ?? "the connection broke")
    }
}

extension Transfer {
    /// libcurl's explanation, or the name of its code if there is none.
    fileprivate var words: String {
        let words = explanation
        return words.isEmpty ? String(cString: curl_easy_strerror(code)) : words
    }

    /// The text of the system's error, such as `connection refused`.
    fileprivate var systemError: String? {
        let number = Int32(number(CURLINFO_OS_ERRNO))
        return number == 0 ? nil : String(cString: strerror(number)).lowercased()
    }

    /// The host name in libcurl's `Could not resolve host: example.org`.
    fileprivate var resolvedName: String {
        explanation.split(separator: " ").last.map(String.init) ?? "its host"
    }
}
