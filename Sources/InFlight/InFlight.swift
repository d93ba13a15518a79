import CInFlight

/// The file of what each thread is working on. It survives a crash.
///
/// Code that reads text from outside notes its step and the item or source of the text. If this work crashes the
/// process or takes too long, the next run finds it in the file and quarantines the item or source.
package enum InFlight {
    /// A kind of work that a text from outside can crash or slow down.
    package enum Step: UInt32, Sendable, CaseIterable {
        case transferring = 1
        case reading, storing, selecting, grouping, rendering
    }

    /// Work that crashed or that was ended.
    package struct Casualty: Sendable, Equatable {
        package var step: Step
        /// The item or source of the text; empty if the work was on many at once.
        package var subject: String
        /// The signal of the crash; nil if the work took too long.
        package var signal: Int32?
    }

    /// Does the work, and notes during this time that this thread does it. Costs a few nanoseconds.
    /// - Parameters:
    ///   - subject: at most 55 bytes; the rest is cut off.
    ///   - source: the source that is read or stored, in at most 31 bytes. Work inside this work is on the same source.
    package static func during<T, E>(
        _ step: Step, of subject: String = "", source: String = "", _ work: () throws(E) -> T
    ) throws(E) -> T {
        let earlier = newsdigest_in_flight_begin(step.rawValue, subject, source)
        defer { newsdigest_in_flight_resume(earlier) }
        simulateFault(step, subject)
        return try work()
    }

    /// Counts the work of this thread from the beginning, because it waits for something that has a limit of its own.
    package static func goOn() { newsdigest_in_flight_go_on() }

    /// Handles the signals of a crash from now on. The record then names the interrupted work, and a process without
    /// memory prints one line and exits with 69.
    package static func watchForCrashes() { newsdigest_in_flight_watch() }

    /// Keeps the record in a file from now on.
    /// - Returns: false if the file cannot be made. Then a crash leaves no trace.
    package static func keep(in path: String) -> Bool { newsdigest_in_flight_keep(path) }

    /// Stops keeping the record in a file.
    package static func stopKeeping() { newsdigest_in_flight_stop_keeping() }

    /// The work in which an earlier process was interrupted, as its record says.
    package static func casualty(in path: String) -> Casualty? {
        var left = newsdigest_casualty()
        guard newsdigest_in_flight_casualty(path, &left) else { return nil }
        return Casualty(left.work, signal: left.signal == 0 ? nil : left.signal)
    }

    /// The sources that an earlier process had not finished to read or store when it ended, whatever ended it.
    package static func unfinishedSources(in path: String) -> Set<String> {
        let places = Int(NEWSDIGEST_IN_FLIGHT_THREADS)
        var works = [newsdigest_work](repeating: newsdigest_work(), count: places)
        let count = Int(newsdigest_in_flight_unfinished(path, &works))
        return Set(works.prefix(count).map { text(of: $0.source) }).subtracting([""])
    }

    /// Text in the memory of a C array, up to its first 0.
    fileprivate static func text(of bytes: some Any) -> String {
        withUnsafeBytes(of: bytes) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// Counts one tick of a clock that stops while the process is stopped.
    /// - Returns: work that has taken more than `limit` ticks. From then on, the record names it as the casualty.
    package static func tick(limit: UInt32) -> Casualty? {
        var overdue = newsdigest_work()
        return newsdigest_in_flight_tick(limit, &overdue) ? Casualty(overdue, signal: nil) : nil
    }
}

extension InFlight.Casualty {
    fileprivate init?(_ work: newsdigest_work, signal: Int32?) {
        guard let step = InFlight.Step(rawValue: work.step) else { return nil }
        self.init(step: step, subject: InFlight.text(of: work.subject), signal: signal)
    }
}
