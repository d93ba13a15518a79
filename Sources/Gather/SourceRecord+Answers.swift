import Foundation
import HTTP
import Texts
import Values

extension SourceRecord {
    /// The headers that request the body only if it changed: both validators exactly as the server wrote them (RFC
    /// 9110, section 13.1). If a server answered only 304 for eight days, they are left out, because some servers
    /// answer 304 even after a change.
    func conditions(at now: Date) -> [HTTPHeader] {
        if let lastBody, now.timeIntervalSince(lastBody) > Self.trustIn304 { return [] }
        return [
            etag.map { HTTPHeader("If-None-Match", $0) },
            lastModified.map { HTTPHeader("If-Modified-Since", $0) },
        ].compactMap(\.self)
    }

    /// When the source was last requested, as far as it is known; nil if it never was.
    var lastSent: Date? { lastRequest ?? lastSuccess }

    /// The time before which the source must not be requested; nil when it may be requested now.
    package func waiting(at now: Date) -> Date? {
        if let nextAllowed, nextAllowed > now { return nextAllowed }
        guard let lastSuccess, now.timeIntervalSince(lastSuccess) < Self.longestWait else { return nil }
        let open = SkippedHours(hours: skipHours, days: skipDays).nextOpen(from: now)
        return open > now ? min(open, lastSuccess.addingTimeInterval(Self.longestWait)) : nil
    }

    /// Whether this is the answer that was read last. After eight days it is read once more, as after many 304.
    func isLast(_ answer: String, at now: Date) -> Bool {
        guard answer == lastAnswer, let lastBody else { return false }
        return now.timeIntervalSince(lastBody) <= Self.trustIn304
    }

    /// Records a usable answer with a body.
    mutating func remember(body response: HTTPResponse, at now: Date) {
        etag = response.headers["ETag"]
        lastModified = response.headers["Last-Modified"]
        lastBody = now
        remember(freshness: response, at: now)
        sighted(response)
        succeeded(at: now)
    }

    /// Records a 304, or the same answer again. Its headers replace the stored ones (RFC 9111, section 3.2).
    mutating func remember(notModified response: HTTPResponse, at now: Date) {
        etag = response.headers["ETag"] ?? etag
        lastModified = response.headers["Last-Modified"] ?? lastModified
        remember(freshness: response, at: now)
        sighted(response)
        succeeded(at: now)
    }

    package mutating func succeeded(at now: Date) {
        started = started ?? now
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
        let hours = min(pow(2, Double(min(streak, 10) - 1)) * 3600, Self.longestBackOff)
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
    static let longestWait: TimeInterval = 20 * 3600
    static let longestBackOff: TimeInterval = 86_400
    /// 56 seconds of an hour, and 22 minutes of a day.
    private static let margin = 1.0 / 64
    static let trustIn304: TimeInterval = 8 * 86_400
    /// After this number of visits in a row that are redirected to the same address, the new address is used.
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
