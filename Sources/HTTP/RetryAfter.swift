import Foundation

/// The value of a `Retry-After` header, in either of its forms (RFC 9110, section 10.2.3).
public enum RetryAfter: Sendable, Equatable, Codable {
    case seconds(Int)
    case date(Date)

    public init?(_ text: String) {
        let text = text.trimmingCharacters(in: .whitespaces)
        if let seconds = Int(text), seconds >= 0 {
            self = .seconds(seconds)
        } else if let date = HTTPDate.date(text) {
            self = .date(date)
        } else {
            return nil
        }
    }

    /// The first moment at which a request is welcome again.
    public func date(from now: Date) -> Date {
        switch self {
        case .seconds(let seconds): now.addingTimeInterval(Double(seconds))
        case .date(let date): date
        }
    }
}

/// A date in one of the three forms of RFC 9110, section 5.6.7.
public enum HTTPDate {
    public static func date(_ text: String) -> Date? {
        for format in ["EEE, dd MMM yyyy HH:mm:ss zzz", "EEEE, dd-MMM-yy HH:mm:ss zzz", "EEE MMM d HH:mm:ss yyyy"] {
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.timeZone = TimeZone(identifier: "UTC")
            formatter.dateFormat = format
            if let date = formatter.date(from: text) { return date }
        }
        return nil
    }
}
