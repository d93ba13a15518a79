import Foundation
import Values

extension Run {
    /// A profile that got no digest, because nothing was new.
    struct Idle: Sendable {
        var timeZone: String
        /// When its last digest was made.
        var since: Date?
    }
}

extension Run.Outcome {
    /// For a person who started the run: that nothing is new since the last digest, and what comes next. Nil if there
    /// is something to read, or a failure.
    package func idleSentence(now: Date) -> String? {
        guard delivered.isEmpty, deliveryFailures.isEmpty, outputFailure == nil,
            let latest = idle.max(by: { ($0.since ?? .distantPast) < ($1.since ?? .distantPast) })
        else { return nil }
        let time = LocalTime(language: .english, timeZone: latest.timeZone, now: now)
        let since = latest.since.map { " since \(time.moment($0))" } ?? ""
        let sources = "\(waits.count) of \(sourceCount) sources"
        let next =
            waits.min().map { "\(sources) may be requested again from \(time.moment($0))" } ?? "run it again later"
        return "nothing new\(since); next: \(next); --include-sent shows the stories that were sent"
    }
}
