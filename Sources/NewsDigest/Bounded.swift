import Foundation

// What others say may be any number. It is brought into bounds here, before it is reckoned with.

extension Date {
    /// The nearest time that is as near to 1970 as the year 9999 is: Foundation's calendars end the process at some others.
    var bounded: Date {
        let seconds = timeIntervalSince1970
        guard !seconds.isNaN else { return Date(timeIntervalSince1970: 0) }
        return abs(seconds) <= Self.furthest
            ? self : Date(timeIntervalSince1970: seconds < 0 ? -Self.furthest : Self.furthest)
    }

    /// Whether it is within those bounds.
    public var isReckonable: Bool { self == bounded }

    private static let furthest: TimeInterval = 253_402_300_799
}

extension JSONDecoder {
    /// For what the state keeps, where a damaged time is a time all the same.
    static var bounded: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { try Date(from: $0).bounded }
        return decoder
    }
}

extension statvfs {
    /// Bytes. Some network file systems say more than there can be.
    var free: UInt64 { UInt64(f_bavail).multipliedClamping(by: UInt64(f_frsize)) }
}

extension FixedWidthInteger {
    /// The product, or the greatest number where it is greater.
    func multipliedClamping(by other: Self) -> Self {
        let (product, overflows) = multipliedReportingOverflow(by: other)
        return overflows ? .max : product
    }

    /// One more, as far as there is one.
    var next: Self { self == .max ? self : self + 1 }
}
