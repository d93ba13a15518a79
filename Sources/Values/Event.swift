import Foundation
import Texts

/// The additional data of an item of kind `.event`.
package struct Event: Sendable, Equatable, Codable {
    /// One time at which the event happens. An unknown start or end is nil. If the source gives only the start,
    /// `ends` is equal to it.
    package struct Occurrence: Sendable, Hashable, Codable {
        package var starts: Date?
        package var ends: Date?
        /// Whether it is a day or several days, without an hour.
        package var isAllDay: Bool

        package init(starts: Date?, ends: Date?, isAllDay: Bool = false) {
            self.starts = starts
            self.ends = ends
            self.isAllDay = isAllDay
        }

        /// Whether both have the same start. If only the hour of the day becomes known, it is still the same time.
        fileprivate func isSame(as other: Occurrence) -> Bool {
            guard isAllDay != other.isAllDay, let starts, let start = other.starts else {
                return starts == other.starts
            }
            let (day, hour) = isAllDay ? (starts, start) : (start, starts)
            return 0..<86_400 ~= hour.timeIntervalSince(day)
        }
    }

    /// What an event was before a change.
    package struct Former: Sendable, Equatable, Codable {
        /// The number of the last digest that could tell it.
        package var digest: Int64
        package var event: Event

        package init(digest: Int64, event: Event) {
            (self.digest, self.event) = (digest, event)
            self.event.former = nil
        }
    }

    /// The times in their order; at least one.
    package var occurrences: [Occurrence]
    package var place: String?
    /// The last place that was known, while the place is unknown.
    package var formerPlace: String?
    /// What it was before its latest changes that were to be told, the oldest first.
    package private(set) var former: [Former]?
    package var address: String?
    package var price: String?
    package var isFree: Bool
    /// The age limit, such as `16+`.
    package var age: String?
    /// The identifier of its city's time zone. A day without an hour is a day in that city.
    package var timeZone: String?
    /// Nil for no, as in what an older version stored.
    private var cancelled: Bool?

    /// Whether its source says that it does not take place.
    package var isCancelled: Bool {
        get { cancelled == true }
        set { cancelled = newValue ? true : nil }
    }

    package init(
        occurrences: [Occurrence], place: String? = nil, address: String? = nil, price: String? = nil,
        isFree: Bool = false, age: String? = nil, timeZone: String? = nil, isCancelled: Bool = false
    ) {
        self.occurrences = occurrences
        self.place = place
        self.address = address
        self.price = price
        self.isFree = isFree
        self.age = age
        self.timeZone = timeZone
        self.isCancelled = isCancelled
    }

    /// The occurrences that are not over at `date`. An occurrence with an unknown end is never over.
    package func upcoming(after date: Date) -> [Occurrence] {
        occurrences.filter { ($0.ends ?? .distantFuture) > date }
    }

    package func next(after date: Date) -> Occurrence? { upcoming(after: date).first }

    /// Whether all its times are over. An event without times never is.
    package func isOver(at date: Date) -> Bool { !occurrences.isEmpty && next(after: date) == nil }

    /// The occurrence to show at `date`: the next one, or the last one when all are over.
    package func shown(at date: Date) -> Occurrence? { next(after: date) ?? occurrences.last }

    /// The lowest age that the event allows; nil when it is unknown.
    package var leastAge: Int? { age.flatMap { Int($0.dropLast()) } }

    /// The lowest of the numbers in a price such as `от 1 500 до 3500 рублей`; nil when it is unknown. A space between
    /// groups of three digits does not end a number.
    package var leastPrice: Int? {
        if isFree { return 0 }
        return price?.replacing(/(\d)[\s\u{00A0}\u{202F}](?=\d{3}(?:\D|$))/) { String($0.output.1) }
            .matches(of: /\d+/).compactMap { Int($0.output) }.min()
    }

    /// Keeps what is known of its earlier versions.
    package mutating func remember(_ all: [Former]) { former = all.isEmpty ? nil : all.suffix(Self.mostFormer) }

    private static let mostFormer = 8

    /// What a digest with this number told of it; nil if that is not known.
    package func told(inDigest number: Int64) -> Event? {
        guard let former else { return nil }
        return former.first { $0.digest >= number }?.event ?? self
    }

    /// Whether a person who knew the earlier version of the event would go to the wrong place or at the wrong time.
    ///
    /// This is so when the next time that was told is gone and there is a new one, when the place changed, or when it was
    /// cancelled or is not any more. Dates that pass or are added do not count.
    /// - Parameter passed: times until then are not compared.
    package func hasMoved(since earlier: Event, after passed: Date) -> Bool {
        if isCancelled != earlier.isCancelled { return true }
        let known = earlier.place ?? earlier.formerPlace
        if let place, let known, FoldedText.folded(place) != FoldedText.folded(known) { return true }
        guard let told = earlier.occurrences.first(where: { ($0.starts ?? .distantPast) > passed }) else {
            return false
        }
        let isKept = occurrences.contains { $0.isSame(as: told) }
        return !isKept && occurrences.contains { new in !earlier.occurrences.contains { $0.isSame(as: new) } }
    }
}
