import Foundation

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
    package var isReckonable: Bool { self == bounded }

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
