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
}
