import Foundation

// What others say may be any number. It is brought into bounds here, before it is reckoned with.

extension Date {
    /// The nearest time that is as near to 1970 as the year 9999 is: Foundation's calendars end the process at some others.
    package var bounded: Date {
        let seconds = timeIntervalSince1970
        guard !seconds.isNaN else { return Date(timeIntervalSince1970: 0) }
        return abs(seconds) <= Self.furthest
            ? self : Date(timeIntervalSince1970: seconds < 0 ? -Self.furthest : Self.furthest)
    }

    /// Whether it is within those bounds.
    package var isReckonable: Bool { self == bounded }

    private static let furthest: TimeInterval = 253_402_300_799
}

extension JSONDecoder {
    /// For what the state keeps, where a damaged time is a time all the same.
    package static var bounded: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { try Date(from: $0).bounded }
        return decoder
    }
}
