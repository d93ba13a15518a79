import Foundation

extension Date {
    /// The number of days since 1 January 1970.
    /// - Parameter offset: how far the clock is ahead of UTC, in seconds.
    package func day(offset: Int = 0) -> Int {
        Int(((timeIntervalSince1970 + Double(offset)) / 86_400).rounded(.down))
    }
}

extension Date {
    /// The time without a fraction of a second, as the state stores times.
    package var wholeSeconds: Date { Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down)) }

    /// The time of a new digest, by which what earlier ones left in a file or a folder is old or over. If that is more than
    /// eight days after the digest before it, the clock may be wrong. Then the time of that one counts: the next digest
    /// removes what this one should have.
    package func plausible(after previous: Date?) -> Date {
        previous.map { timeIntervalSince($0) > 8 * 86_400 ? $0 : self } ?? self
    }
}

extension Date {
    /// The time in a text of the form `2026-11-21T08:00:00Z` (RFC 3339). Nil if the text has another form, or names a
    /// day that no calendar has.
    package init?(rfc3339 text: String) {
        guard let date = try? Date(text, strategy: .iso8601), date.isReckonable else { return nil }
        // Foundation takes the 30th of February for the 2nd of March.
        let numbers = text.prefix(10).split(separator: "-").compactMap { Int($0) }
        let day = DateComponents(
            calendar: Calendar(identifier: .gregorian), year: numbers.first, month: numbers.dropFirst().first,
            day: numbers.last)
        guard numbers.count == 3, day.isValidDate else { return nil }
        self = date
    }
}

// A source or a damaged state may contain any number. These functions limit a time before the program calculates
// with it.

extension Date {
    /// The nearest time that is not further from 1970 than the end of the year 9999. Foundation's calendars end the
    /// process at some times outside these bounds.
    package var bounded: Date {
        let seconds = timeIntervalSince1970
        guard !seconds.isNaN else { return Date(timeIntervalSince1970: 0) }
        return abs(seconds) <= Self.furthest
            ? self : Date(timeIntervalSince1970: seconds < 0 ? -Self.furthest : Self.furthest)
    }

    /// Whether the time is within those bounds.
    fileprivate var isReckonable: Bool { self == bounded }

    private static let furthest: TimeInterval = 253_402_300_799
}

extension JSONDecoder {
    /// A decoder for values from the state. Even a damaged state can contain a valid number as a time, so times are
    /// bounded.
    package static var bounded: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { try Date(from: $0).bounded }
        return decoder
    }
}

extension Date {
    /// The time as in the header of a mail: `Sat, 21 Nov 2026 08:00:00 +0000` (RFC 5322, section 3.3).
    package func rfc5322(in zone: TimeZone) -> String {
        let format: Date.FormatString = """
            \(weekday: .abbreviated), \(day: .defaultDigits) \(month: .abbreviated) \(year: .padded(4)) \
            \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) \
            \(timeZone: .iso8601(.short))
            """
        return Date.VerbatimFormatStyle(
            format: format, locale: Locale(identifier: "en_US_POSIX"), timeZone: zone,
            calendar: Calendar(identifier: .gregorian)
        ).format(self)
    }
}
