import CInFlight

/// What the threads of the process are working on, in a record that survives a crash.
///
/// Whoever reads foreign text notes the step and whose text it is. When that work crashes the process, or lasts for too
/// long, the next run finds it in the record and leaves the text aside.
package enum InFlight {
    /// A kind of work that foreign text can crash or slow down.
    package enum Step: UInt32, Sendable, CaseIterable {
        case transferring = 1
        case reading, storing, selecting, grouping, rendering
    }

    /// Work that crashed or was ended.
    package struct Casualty: Sendable, Equatable {
        package var step: Step
        /// Whose text it was; empty where the work was on many at once.
        package var subject: String
        /// The signal of the crash; nil where the work lasted for too long.
        package var signal: Int32?

        package init(step: Step, subject: String, signal: Int32?) {
            self.step = step
            self.subject = subject
            self.signal = signal
        }
    }

    /// Does the work, and notes meanwhile that this thread is at it. Costs a few nanoseconds.
    /// - Parameter subject: at most 55 bytes; more is cut off.
    package static func during<T, E>(
        _ step: Step, of subject: String = "", _ work: () throws(E) -> T
    ) throws(E) -> T {
        let earlier = newsdigest_in_flight_begin(step.rawValue, subject)
        defer { newsdigest_in_flight_resume(earlier) }
        rehearse(step, subject)
        return try work()
    }

    /// Keeps the record in a file from now on.
    /// - Returns: false where the file cannot be made; then a crash leaves nothing behind.
    package static func keep(in path: String) -> Bool { newsdigest_in_flight_keep(path) }

    /// Keeps the record in no file any more.
    package static func release() { newsdigest_in_flight_release() }

    /// What an earlier process was interrupted in, as its record says.
    package static func casualty(in path: String) -> Casualty? {
        var left = newsdigest_casualty()
        guard newsdigest_in_flight_casualty(path, &left) else { return nil }
        return Casualty(left.work, signal: left.signal == 0 ? nil : left.signal)
    }

    /// Counts one tick of a clock that stands still while the process does.
    /// - Returns: work that has lasted for more than `limit` ticks. The record names it as the casualty from then on.
    package static func tick(limit: UInt32) -> Casualty? {
        var overdue = newsdigest_work()
        return newsdigest_in_flight_tick(limit, &overdue) ? Casualty(overdue, signal: nil) : nil
    }
}

extension InFlight.Casualty {
    fileprivate init?(_ work: newsdigest_work, signal: Int32?) {
        guard let step = InFlight.Step(rawValue: work.step) else { return nil }
        let subject = withUnsafeBytes(of: work.subject) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        self.init(step: step, subject: subject, signal: signal)
    }
}
