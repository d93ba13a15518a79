import CCurl
import Foundation

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
        transfer.explanation.contains("chunk")
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
