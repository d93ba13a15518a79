import Foundation
import HTTP
import Texts
import Values

extension SourceRecord {
    /// The headers that request the body only if it changed: both validators exactly as the server wrote them (RFC
    /// 9110, section 13.1). A validator that cannot be sent like that, or is too long for many servers, is left out. If a
    /// server answered only 304 for eight days, both are left out, because some servers answer 304 even after a change.
    func conditions(at now: Date) -> [HTTPHeader] {
        if let lastBody, !Self.trusts304(since: lastBody, at: now) { return [] }
        return [
            etag.map { HTTPHeader("If-None-Match", $0) },
            lastModified.map { HTTPHeader("If-Modified-Since", $0) },
        ].compactMap(\.self).filter {
            $0.isLine && !$0.value.contains("\u{FFFD}") && $0.value.utf8.count <= Self.longestValidator
        }
    }

    /// When the source was last requested, as far as it is known; nil if it never was, or if the clock was wrong then.
    func lastSent(at now: Date) -> Date? { (lastRequest ?? lastSuccess).flatMap { $0 <= now ? $0 : nil } }

    /// The time before which the source must not be requested; nil when it may be requested now.
    package func waiting(at now: Date) -> Date? {
        if let nextAllowed = nextAllowed(after: now) { return nextAllowed }
        guard let lastSuccess, (0..<Self.longestWait).contains(now.timeIntervalSince(lastSuccess)) else { return nil }
        let open = SkippedHours(hours: skipHours, days: skipDays).nextOpen(from: now)
        return open > now ? min(open, lastSuccess.addingTimeInterval(Self.longestWait)) : nil
    }

    /// `nextAllowed`, if it is still to come. A time that is too far away comes from a clock that was wrong.
    func nextAllowed(after now: Date) -> Date? {
        let isFreshness = wait == .cacheControl || wait == .timeToLive
        let latest = now.addingTimeInterval(isFreshness ? Self.longestWait : RetryAfter.longestPause)
        return nextAllowed.flatMap { $0 > now && $0 <= latest ? $0 : nil }
    }

    /// Whether this is the answer that was read last. After eight days it is read once more, as after many 304.
    func isLast(_ answer: String, at now: Date) -> Bool {
        guard answer == lastAnswer, let lastBody else { return false }
        return Self.trusts304(since: lastBody, at: now)
    }

    /// Whether a server that has answered only 304 since a time is still believed, if that time is not from a wrong
    /// clock.
    private static func trusts304(since lastBody: Date, at now: Date) -> Bool {
        (0...trustIn304).contains(now.timeIntervalSince(lastBody))
    }

    /// Records a usable answer with a body. The validators of one that broke off would hide what it does not have.
    mutating func remember(body response: HTTPResponse, isWhole: Bool = true, at now: Date) {
        etag = isWhole ? response.headers["ETag"] : nil
        lastModified = isWhole ? response.headers["Last-Modified"] : nil
        lastBody = now
        remember(freshness: response, at: now)
        sighted(response)
        succeeded(isWhole: isWhole, at: now)
    }

    /// Records a 304, or the same answer again. Its headers replace the stored ones (RFC 9111, section 3.2).
    mutating func remember(notModified response: HTTPResponse, at now: Date) {
        etag = response.headers["ETag"] ?? etag
        lastModified = response.headers["Last-Modified"] ?? lastModified
        remember(freshness: response, at: now)
        sighted(response)
        succeeded(at: now)
    }

    /// - Parameter isWhole: whether the answer did not break off. One that did is the first reading only if the one
    ///   before it did, too: the rest of the feed is still to come.
    package mutating func succeeded(isWhole: Bool = true, at now: Date) {
        if isWhole || lastSuccess != nil { started = started ?? now }
        lastSuccess = now
        failingSince = nil
        streak = 0
        reason = nil
        cause = nil
        pausedSince = nil
        backsOffUntil = nil
        unfinished = nil
    }

    /// - Parameter reason: the reason of a failure, which is already cleaned.
    mutating func failed(_ reason: String, _ cause: FailureCause, at now: Date) {
        failingSince = failingSince ?? now
        streak = streak.next
        self.reason = reason
        self.cause = cause
        if cause == .unreadable { unfinished = nil }
    }

    /// Notes that a run ended while it read or stored the source, whatever ended it. After two such runs in a row, the
    /// source is set aside for a day and counts as broken.
    package mutating func wasUnfinished(at now: Date) {
        let runs = (unfinished ?? 0).next
        unfinished = runs
        guard runs >= Self.mostUnfinished else { return }
        breaks(
            "\(runs) runs in a row ended while they read or stored this source, so it is set aside for a day and then "
                + "tried alone", at: now)
        backsOffUntil = now.addingTimeInterval(Self.longestBackOff * (1 - Self.margin))
    }

    /// Records that the source ends runs. It counts as broken at once, so that the digest names it.
    package mutating func breaks(_ reason: String, at now: Date) {
        failed(reason, .endsRuns, at: now)
        streak = max(streak, Self.brokenStreak)
    }

    private static let mostUnfinished = 2

    /// The time before which the source is not requested because it failed; nil when it may be requested now. A time
    /// that is too far away comes from a clock that was wrong.
    func backingOff(at now: Date) -> Date? {
        backsOffUntil.flatMap { $0 > now && $0 <= now.addingTimeInterval(Self.longestBackOff) ? $0 : nil }
    }

    /// Whether the source is not requested now because it failed or asked for a pause. To wait until an answer is no
    /// longer fresh is usual.
    package func isResting(at now: Date) -> Bool {
        backingOff(at: now) != nil || isAskedToWait && waiting(at: now) != nil
    }

    /// Doubles the pause with each failure in a row: an hour, two, four … a day.
    mutating func backOff(from now: Date) {
        let hours = min(pow(2, Double(min(max(1, streak), 10) - 1)) * 3600, Self.longestBackOff)
        // Runs do not start exactly on time. Without this margin, a daily run could find on every second day that the
        // pause has not ended yet.
        backsOffUntil = now.addingTimeInterval(hours * (1 - Self.margin))
    }

    /// The number of failures in a row, in words.
    var failures: String { streak == 1 ? "once" : "\(streak) times in a row" }

    /// A clause that says how old the stored items are.
    func age(at now: Date) -> String {
        guard let lastSuccess else { return "there is no earlier answer" }
        return "the last answer is \(Self.duration(now.timeIntervalSince(lastSuccess))) old"
    }

    /// A duration as text, such as `3 hours`.
    static func duration(_ seconds: TimeInterval) -> String {
        let (count, unit) =
            seconds < 5400
            ? (seconds / 60, "minute") : seconds < 129_600 ? (seconds / 3600, "hour") : (seconds / 86_400, "day")
        let whole = Int(clamping: max(0, Int64(clamping: count.rounded())))
        return whole.counted(unit)
    }

    /// The longest wait. It is shorter than a day, so that a daily run always requests the source, whatever freshness
    /// the source claims.
    fileprivate static let longestWait: TimeInterval = 20 * 3600
    private static let longestBackOff: TimeInterval = 86_400
    /// 56 seconds of an hour, and 22 minutes of a day.
    private static let margin = 1.0 / 64
    private static let trustIn304: TimeInterval = 8 * 86_400
    /// In bytes. Many servers refuse requests whose headers have more than 8,000 in all.
    private static let longestValidator = 2_000
    /// After this number of answers in a row that are redirected to the same address, the new address is used.
    static let sightingsToBelieve = 3
}

extension SourceRecord {
    private mutating func remember(freshness response: HTTPResponse, at now: Date) {
        let lifetime = Freshness(response.headers, now: now).lifetime ?? 0
        let feedLifetime = Double(timeToLive ?? 0) * 60
        nextAllowed = nil
        wait = nil
        guard max(lifetime, feedLifetime) > 0 else { return }
        waits(
            Pause(
                until: now.addingTimeInterval(min(max(lifetime, feedLifetime), Self.longestWait)),
                lifetime >= feedLifetime ? .cacheControl : .timeToLive))
    }

    private mutating func sighted(_ response: HTTPResponse) {
        guard let target = response.permanentURL else {
            if let moved, moved.sightings < Self.sightingsToBelieve { self.moved = nil }
            return
        }
        if let moved, moved.to == target {
            self.moved?.sightings = moved.sightings.next
        } else if moved?.sightings ?? 0 < Self.sightingsToBelieve {
            moved = Move(to: target, sightings: 1)
        }
    }
}

/// How long an answer may be used without a new request (RFC 9111, section 4.2.1).
struct Freshness {
    /// The lifetime in seconds, minus the age that the answer already had. Nil when the answer does not say.
    var lifetime: TimeInterval?

    init(_ headers: [HTTPHeader], now: Date) {
        let directives = headers.all("Cache-Control").joined(separator: ",").lowercased().split(separator: ",")
            .map { $0.trimmingCharacters(in: .whitespaces) }
        if directives.contains("no-cache") || directives.contains("no-store") {
            lifetime = 0
            return
        }
        let age = headers["Age"].flatMap(Self.seconds) ?? 0
        if let maxAge = directives.first(where: { $0.hasPrefix("max-age=") }) {
            let text = maxAge.dropFirst("max-age=".count).trimmingCharacters(in: CharacterSet(charactersIn: "\""))
            lifetime = Self.seconds(text).map { max(0, $0 - age) }
        } else if let text = headers["Expires"] {
            let sent = headers["Date"].flatMap(HTTPDate.date) ?? now
            lifetime = HTTPDate.date(text).map { max(0, $0.timeIntervalSince(sent) - age) } ?? 0
        }
    }
}

extension Freshness {
    /// A number of seconds. A number that is too great counts as 68 years (RFC 9111, section 1.2.2).
    private static func seconds(_ text: String) -> TimeInterval? {
        guard let seconds = TimeInterval(text), !seconds.isNaN else { return nil }
        return min(max(0, seconds), 2_147_483_648)
    }
}

/// The hours and days at which a feed must not be requested (RSS 2.0, `skipHours` and `skipDays`), in GMT.
struct SkippedHours {
    var hours: [Int]
    var days: [String]

    /// `date` itself, or the start of the first later hour that is not skipped. `date` if all hours of a week are
    /// skipped.
    func nextOpen(from date: Date) -> Date {
        guard !hours.isEmpty || !days.isEmpty else { return date }
        let hourStart = (date.timeIntervalSince1970 / 3600).rounded(.down) * 3600
        for step in 0..<(7 * 24) {
            let hour = Date(timeIntervalSince1970: hourStart + Double(step) * 3600)
            if isOpen(hour) { return max(date, hour) }
        }
        return date
    }

    private func isOpen(_ date: Date) -> Bool {
        // A whole number of weeks is added, so that the result is positive before 1970 too.
        let hours = Int(date.bounded.timeIntervalSince1970 / 3600) + 1_000_000 * 7 * 24
        // 1970-01-01 was a Thursday. Some feeds count the hours from 1 to 24.
        let day = Self.weekdays[(hours / 24 + 3) % 7]
        return !self.hours.contains { $0 % 24 == hours % 24 } && !days.contains { $0.lowercased() == day }
    }

    private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
}

extension Pause {
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
    /// When the pause ends that a server asks for. It is at most a week; an hour if the server does not say.
    func pause(from now: Date, atLeast least: TimeInterval = 60) -> Date {
        let asked = self?.date(from: now) ?? now.addingTimeInterval(3600)
        return min(max(asked, now.addingTimeInterval(least)), now.addingTimeInterval(RetryAfter.longestPause))
    }
}

extension RetryAfter {
    fileprivate static let longestPause: TimeInterval = 7 * 86_400
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
    fileprivate func waitReason(at now: Date) -> String {
        let asked =
            switch nextAllowed(after: now) != nil ? wait : nil {
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
