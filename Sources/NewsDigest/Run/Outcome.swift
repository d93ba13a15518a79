import Foundation
import Render
import Settings
import Values

extension Run {
    /// A digest that was delivered to all its destinations.
    package struct Delivered: Sendable {
        let id: String
        package let storyCount: Int
        /// The stories whose links the command may print. Those of many readers would need much memory.
        package let stories: [Story]

        init(_ digest: Digest, mayPrintLinks: Bool = true) {
            id = digest.id
            storyCount = digest.stories.count
            stories = mayPrintLinks ? digest.stories : []
        }
    }

    /// What a run did.
    package struct Outcome: Sendable {
        /// In the order of delivery.
        package var delivered: [Delivered] = []
        /// Whether a source has failed in three runs in a row.
        package var hasBrokenSource = false
        /// Whether one of several profiles had no usable source.
        package var hasReaderWithoutSource = false
        package var gatherFailures: [Failure] = []
        package var deliveryFailures: [Failure] = []
        /// The output named on the command line, or standard output, could not be written.
        package var outputFailure: Failure?
        /// The profiles that got no digest, because nothing was new.
        var idle: [Idle] = []
        /// What a person is told about the profiles whose recap would be empty.
        package var emptyRecaps: [String] = []
        /// When the sources that asked for a pause may be requested again.
        var waits: [Date] = []
        var sourceCount = 0
        /// Which digests the files have got so far.
        var files = OutputFiles()
        /// What was not written, because it would have replaced another digest or a file that newsdigest needs.
        var unwritten: [Failure] = []
        /// How the digests of earlier runs were delivered, for readers who had some, by `Plan.historyName`.
        var statuses: [String: DeliveryStatus] = [:]

        /// Adds what another part of the run delivered.
        mutating func add(_ other: Outcome) {
            delivered += other.delivered
            deliveryFailures += other.deliveryFailures
            outputFailure = outputFailure ?? other.outputFailure
            statuses.merge(other.statuses) { _, new in new }
        }
    }

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
