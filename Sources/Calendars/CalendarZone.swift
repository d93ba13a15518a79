import CICal
import Foundation

/// The time zone of a time in a calendar.
enum CalendarZone {
    /// From the system's database.
    case known(TimeZone)
    /// A `VTIMEZONE` of the calendar.
    case own(OwnZone)

    /// Seconds east of UTC.
    func offset(at date: Date) -> Double {
        switch self {
        case .known(let zone): Double(zone.secondsFromGMT(for: date))
        case .own(let zone): Double(zone.offset(at: date))
        }
    }

    /// The instant of a local time. In the hour that is skipped in spring, the offset before it counts; of the hour that
    /// comes twice in autumn, the first one is meant (RFC 5545, section 3.3.5).
    /// - Parameter local: seconds from 1970 on the clock of this zone.
    func date(_ local: Int) -> Date {
        func date(_ offset: Double) -> Date { Date(timeIntervalSince1970: Double(local) - offset) }
        let old = offset(at: Date(timeIntervalSince1970: Double(local) - 86_400))
        let before = date(old)
        let new = offset(at: before)
        let after = date(new)
        return new != old && offset(at: after) == new ? after : before
    }
}

/// A `VTIMEZONE`, which libical reads.
final class OwnZone {
    private let zone: OpaquePointer

    /// Nil for a time zone that libical cannot read, and for one with rules that no real time zone has: libical calculates
    /// all changes of centuries, so these could be endless work.
    init?(_ text: [UInt8]) {
        guard let component = Component(text), component.isRealZone, let zone = icaltimezone_new() else { return nil }
        self.zone = zone
        guard icaltimezone_set_component(zone, component.pointer) != 0 else {
            icaltimezone_free(zone, 1)
            return nil
        }
        component.isOwned = false
    }

    deinit { icaltimezone_free(zone, 1) }

    func offset(at date: Date) -> Int32 {
        var time = icaltime_from_timet_with_zone(Int(date.timeIntervalSince1970), 0, icaltimezone_get_utc_timezone())
        var isDaylight: Int32 = 0
        return icaltimezone_get_utc_offset_of_utc_time(zone, &time, &isDaylight)
    }
}

extension Component {
    /// Whether each of its rules is for one or two times of a year, as those of real time zones are.
    fileprivate var isRealZone: Bool {
        parts.allSatisfy { part in
            part.properties(ICAL_RRULE_PROPERTY).allSatisfy { property in
                let rule = icalproperty_get_rrule(property)
                return rule.freq == ICAL_YEARLY_RECURRENCE && rule.rscale == nil && rule.interval == 1
                    && rule.finerTimes == 1 && rule.months <= 1 && rule.hasFewDays
            }
        }
    }
}
