import Foundation

/// An event of a calendar at one time.
package struct CalendarEvent: Sendable, Equatable {
    /// The `UID`; for an occurrence of a rule, with the time that the rule gives it.
    package var id: String
    package var starts: Date
    /// Of a day without hours, its last second.
    package var ends: Date
    package var isAllDay: Bool
    package var isCancelled: Bool
    package var title: String
    /// The `DESCRIPTION`; empty if there is none.
    package var text: String
    package var place: String?
    package var url: String?
    package var categories: [String]
}

/// Why a document gave no events.
package enum CalendarError: Error, Equatable, CustomStringConvertible {
    case notCalendar
    /// The time for reading it is over.
    case tooSlow

    package var description: String {
        switch self {
        case .notCalendar:
            "the answer is not a calendar; the address must be that of the .ics file itself, which the calendar's "
                + "settings call \"iCal\" or \"subscription link\""
        case .tooSlow: "takes too long to read; a calendar with fewer events or simpler rules may help"
        }
    }
}
