import Foundation
import Texts

/// The value of a `Retry-After` header, in either of its forms (RFC 9110, section 10.2.3).
package enum RetryAfter: Sendable, Equatable, Codable {
    case seconds(Int)
    case date(Date)

    package init?(_ text: String) {
        let text = text.trimmingCharacters(in: .whitespaces)
        if !text.isEmpty, text.utf8.areDigits {
            self = .seconds(Int(text) ?? .max)
        } else if let date = HTTPDate.date(text) {
            self = .date(date)
        } else {
            return nil
        }
    }

    /// The earliest time for another request.
    package func date(from now: Date) -> Date {
        switch self {
        case .seconds(let seconds): now.addingTimeInterval(Double(seconds))
        case .date(let date): date
        }
    }
}

/// A date in one of the three forms of RFC 9110, section 5.6.7.
package enum HTTPDate {
    /// Nil for a text in none of these forms, or with a time zone other than GMT and UTC.
    package static func date(_ text: String) -> Date? {
        let words = text.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.map(String.init)
        guard words.count == 7 || words.count == 8 && ["GMT", "UTC"].contains(words[7]) else { return nil }
        // In the form of asctime, the month is before the day and the year is last.
        let isAsctime = Self.months.contains(words[1])
        let (day, month, year) = isAsctime ? (words[2], words[1], words[6]) : (words[1], words[2], words[3])
        let clock = (isAsctime ? words[3...5] : words[4...6]).compactMap { Int32($0) }
        guard let day = Int32(day), (1...31).contains(day), let month = Self.months.firstIndex(of: month),
            let year = Int32(year), (0...9999).contains(year), clock.count == 3,
            clock[0] < 24, clock[1] < 60, clock[2] <= 60
        else { return nil }
        var parts = tm()
        // A year of two digits is one from 1970 to 2069.
        parts.tm_year = year >= 100 ? year - 1900 : year < 70 ? year + 100 : year
        (parts.tm_mon, parts.tm_mday) = (Int32(month), day)
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (clock[0], clock[1], clock[2])
        return Date(timeIntervalSince1970: Double(timegm(&parts)))
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
