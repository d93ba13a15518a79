import CICal
import Foundation

/// One component that libical has read.
final class Component {
    let pointer: OpaquePointer
    /// Whether it is freed at the end. A part belongs to its whole, and a zone to libical.
    var isOwned = true

    /// Nil if it cannot be read.
    init?(_ text: [UInt8]) {
        let pointer = (text + [0]).withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { icalparser_parse_string($0.baseAddress) }
        }
        guard let pointer else { return nil }
        self.pointer = pointer
    }

    private init(part pointer: OpaquePointer) {
        self.pointer = pointer
        isOwned = false
    }

    deinit { if isOwned { icalcomponent_free(pointer) } }

    func properties(_ kind: icalproperty_kind) -> [OpaquePointer] {
        var all: [OpaquePointer] = []
        var next = icalcomponent_get_first_property(pointer, kind)
        while let property = next {
            all.append(property)
            next = icalcomponent_get_next_property(pointer, kind)
        }
        return all
    }

    func first(_ kind: icalproperty_kind) -> OpaquePointer? { icalcomponent_get_first_property(pointer, kind) }

    var parts: [Component] {
        var all: [Component] = []
        var next = icalcomponent_get_first_component(pointer, ICAL_ANY_COMPONENT)
        while let part = next {
            all.append(Component(part: part))
            next = icalcomponent_get_next_component(pointer, ICAL_ANY_COMPONENT)
        }
        return all
    }

    /// The text of a property. Bytes that are not UTF-8 become `U+FFFD`.
    func text(_ kind: icalproperty_kind) -> String? {
        first(kind).flatMap(icalproperty_get_value).flatMap { value in
            let text = kind == ICAL_URL_PROPERTY ? icalvalue_get_uri(value) : icalvalue_get_text(value)
            return text.map { String(cString: $0).trimmingCharacters(in: .whitespacesAndNewlines) }
        }
        .flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension icaltimetype {
    /// On the clock of its zone.
    var secondsFrom1970: Int {
        var time = self
        time.zone = nil
        return icaltime_as_timet(time)
    }

    init(secondsFrom1970 seconds: Int, isDate: Bool) {
        self = icaltime_from_timet_with_zone(seconds, isDate ? 1 : 0, nil)
    }
}

extension icalrecurrencetype {
    /// The number of months that it names.
    var months: Int { Self.count(by_month) }
    var hasFewDays: Bool { Self.count(by_day) + Self.count(by_month_day) <= 31 }

    /// How many times of a day it names for each of its periods.
    var finerTimes: Int {
        let hours = freq.rawValue > ICAL_HOURLY_RECURRENCE.rawValue ? Self.count(by_hour) : 1
        let minutes = freq.rawValue > ICAL_MINUTELY_RECURRENCE.rawValue ? Self.count(by_minute) : 1
        let seconds = freq.rawValue > ICAL_SECONDLY_RECURRENCE.rawValue ? Self.count(by_second) : 1
        return max(1, hours) * max(1, minutes) * max(1, seconds)
    }

    /// The seconds in which libical takes one step, at least.
    var step: Double { Double(period) / Double(finerTimes) }

    /// A time from which libical can go on with the rule without what was before: a midnight, and for a rule of hours,
    /// minutes or seconds, which libical places by the time of the day, a time at which the rule has the hour of its start.
    /// - Parameter start: the start of the rule, and the result if no later time is near enough.
    func place(before time: Int, from start: Int) -> Int {
        guard freq.rawValue < ICAL_DAILY_RECURRENCE.rawValue else { return time / Self.day * Self.day }
        var (cycle, rest) = (period, Self.day)
        while rest > 0 { (cycle, rest) = (rest, cycle % rest) }
        cycle = period / cycle * Self.day
        return start + (time - start) / cycle * cycle
    }

    /// Seconds, of a rule of days or less; a day for any other.
    private var period: Int {
        switch freq {
        case ICAL_SECONDLY_RECURRENCE: Int(max(1, interval))
        case ICAL_MINUTELY_RECURRENCE: Int(max(1, interval)) * 60
        case ICAL_HOURLY_RECURRENCE: Int(max(1, interval)) * 3600
        case ICAL_DAILY_RECURRENCE: Int(max(1, interval)) * Self.day
        default: Self.day
        }
    }

    private static var day: Int { 86_400 }

    private static func count<List>(_ list: List) -> Int {
        withUnsafeBytes(of: list) {
            $0.bindMemory(to: Int16.self).prefix { $0 != Int16(ICAL_RECURRENCE_ARRAY_MAX.rawValue) }.count
        }
    }
}
