import Foundation

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
