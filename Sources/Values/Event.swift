import Foundation
import Texts

/// What an item of kind `.event` has beyond an article.
package struct Event: Sendable, Equatable, Codable {
    /// One time at which it happens. An open start or end is nil; where only the start is told, `ends` is the same.
    package struct Occurrence: Sendable, Hashable, Codable {
        package var starts: Date?
        package var ends: Date?
        /// A day, or a run of days, without an hour.
        package var isAllDay: Bool

        package init(starts: Date?, ends: Date?, isAllDay: Bool = false) {
            self.starts = starts
            self.ends = ends
            self.isAllDay = isAllDay
        }

        /// The same start; an hour that becomes known is no other time.
        fileprivate func isSame(as other: Occurrence) -> Bool {
            guard isAllDay != other.isAllDay, let starts, let start = other.starts else {
                return starts == other.starts
            }
            return abs(starts.timeIntervalSince(start)) < 86_400
        }
    }

    /// In the order in which they happen; at least one.
    package var occurrences: [Occurrence]
    package var place: String?
    package var address: String?
    package var price: String?
    package var isFree: Bool
    /// Such as `16+`.
    package var age: String?
    /// The zone of its city, by its identifier: a day without an hour is that city's day.
    package var timeZone: String?

    package init(
        occurrences: [Occurrence], place: String? = nil, address: String? = nil, price: String? = nil,
        isFree: Bool = false, age: String? = nil, timeZone: String? = nil
    ) {
        self.occurrences = occurrences
        self.place = place
        self.address = address
        self.price = price
        self.isFree = isFree
        self.age = age
        self.timeZone = timeZone
    }

    /// The occurrences that are not over at `date`. One with an open end never is.
    package func upcoming(after date: Date) -> [Occurrence] {
        occurrences.filter { ($0.ends ?? .distantFuture) > date }
    }

    package func next(after date: Date) -> Occurrence? { upcoming(after: date).first }

    /// What a reader is told at `date`: the next occurrence, or the last when all are over.
    package func shown(at date: Date) -> Occurrence? { next(after: date) ?? occurrences.last }

    /// Whether who knew the earlier event would go to the wrong place or at the wrong time: the next time that was
    /// told is gone and another one is new, or the place is another one. Dates that pass or are added move nothing.
    package func hasMoved(since earlier: Event, at now: Date) -> Bool {
        if let place, let other = earlier.place, FoldedText.line(of: place) != FoldedText.line(of: other) {
            return true
        }
        guard let told = earlier.occurrences.first(where: { ($0.starts ?? .distantPast) > now }) else { return false }
        let isKept = occurrences.contains { $0.isSame(as: told) }
        return !isKept && occurrences.contains { new in !earlier.occurrences.contains { $0.isSame(as: new) } }
    }
}
