import Foundation
import HTTP
import Values

/// A time in which a source is not requested, and the reason for it.
package struct Pause: Sendable, Equatable {
    var until: Date
    var wait: SourceRecord.Wait

    init(until: Date, _ wait: SourceRecord.Wait) {
        self.until = until
        self.wait = wait
    }

    /// The pause after an answer that says that there were too many requests.
    init(_ retryAfter: RetryAfter?, from now: Date) {
        self.init(until: retryAfter.pause(from: now), retryAfter == nil ? .tooManyRequests : .retryAfter)
    }

    /// Nil unless the status is 429, or 503 with `Retry-After`.
    init?(status: Int, _ retryAfter: RetryAfter?, from now: Date) {
        guard status == 429 || status == 503 && retryAfter != nil else { return nil }
        self.init(retryAfter, from: now)
    }

    /// The pause after the host answered 429 to the request of another source. Nil for any other error. It is at most
    /// `SourceRecord.longestWait`, because the answer was for the other source.
    init?(_ error: HTTPError, from now: Date) {
        guard case .hostStopped(let retryAfter) = error.reason else { return nil }
        self.init(retryAfter, from: now)
        until = min(until, now.addingTimeInterval(SourceRecord.longestWait))
    }
}

extension RetryAfter? {
    /// When the pause ends that a server asks for. It is at least a minute and at most a week; an hour if the server
    /// does not say.
    func pause(from now: Date) -> Date {
        let asked = self?.date(from: now) ?? now.addingTimeInterval(3600)
        return min(max(asked, now.addingTimeInterval(60)), now.addingTimeInterval(7 * 86_400))
    }
}

extension SourceRecord {
    package mutating func waits(_ pause: Pause) {
        nextAllowed = pause.until
        wait = pause.wait
    }

    /// Whether the source waits because its server got too many requests.
    package var isAskedToWait: Bool { wait == .retryAfter || wait == .tooManyRequests }

    var pause: Pause? { nextAllowed.flatMap { until in wait.map { Pause(until: until, $0) } } }

    /// Why the source is not requested now.
    func waitReason(at now: Date) -> String {
        let asked =
            switch nextAllowed.map({ $0 > now }) == true ? wait : nil {
            case .retryAfter: "its server asked to wait"
            case .cacheControl: "its server says that the last answer is still valid"
            case .timeToLive: "the feed says that it has not changed yet"
            case .tooManyRequests: "its server got too many requests"
            case .quota: "its daily requests are used up"
            case nil: "the feed asks for no requests at this hour"
            }
        return "\(asked); \(age(at: now))"
    }
}

extension Gathered {
    /// Says that the source is not requested before this time, for the reason in its record.
    mutating func wait(until: Date, now: Date) {
        status = .waiting(until: until, why: record.waitReason(at: now))
    }
}

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
