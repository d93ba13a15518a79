import Foundation
import Languages
import Render
import Texts
import Values

extension Run {
    /// A profile that got no digest, because nothing was new.
    struct Idle: Sendable {
        var timeZone: String
        /// When its last digest was made.
        var since: Date?
        /// The dates of the articles that are too old, and the age limit in seconds.
        var old: [Date] = []
        var maxAge: TimeInterval = 0
        /// The number of stories that `min_score` keeps out.
        var belowScore = 0

        /// Before the first digest: how many stories are too old, and the option that shows them.
        fileprivate func firstSentence(now: Date) -> String? {
            guard since == nil, let oldest = old.min() else { return nil }
            let hours = Int(maxAge / 3600)
            let age = hours % 24 == 0 && hours > 48 ? (hours / 24).counted("day") : hours.counted("hour")
            // The person types the command some minutes later.
            let days = Int(((now.timeIntervalSince(oldest) + 3600) / 86_400).rounded(.up))
            let are = old.count.counted("story is", "stories are")
            return "\(are) older than \(age); --since \(days)d shows \(old.count == 1 ? "it" : "them")"
        }
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
        if let sentence = latest.firstSentence(now: now) { return "nothing new: \(sentence); next: \(next)" }
        if latest.belowScore > 0 {
            return
                "nothing new\(since): \(latest.belowScore.counted("story is", "stories are")) below min_score; next: \(next)"
        }
        return "nothing new\(since); next: \(next); --include-sent shows the stories that were sent"
    }
}
