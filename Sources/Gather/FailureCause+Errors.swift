import HTTP
import Values

extension HTTPError {
    var cause: FailureCause {
        switch reason {
        case .unresolvedHost, .network: .unreachable
        case .timeout, .deadline, .outOfTime: .late
        case .interrupted: .brokenOff
        case .tls: .insecure
        case .bodyTooLarge, .headersTooLarge: .tooLarge
        case .tooManyRedirects, .refusedRedirect: .redirected
        case .forbiddenAddress: .forbidden
        case .malformedResponse, .brokenCompression, .unknownEncoding: .unreadable
        case .hostStopped: .answered(status: 429)
        case .invalidRequest, .notRecorded, .recording, .program, .cancelled: .other
        }
    }
}

extension KudaGoFault {
    var cause: FailureCause {
        switch self {
        case .status(_, let status, _, _): .answered(status: status)
        case .unreadable: .unreadable
        case .transport(let error): error.cause
        }
    }
}

extension NewsAPIFault {
    var cause: FailureCause {
        switch self {
        case .refused(let status, _, _, _), .status(let status, _): .answered(status: status)
        case .unreadable: .unreadable
        case .transport(let error): error.cause
        case .uncounted: .other
        }
    }
}
