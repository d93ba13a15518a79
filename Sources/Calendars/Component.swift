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

/// Cuts a document into its events and time zones, so that libical reads one component at a time.
///
/// A component is passed on with the properties that newsdigest uses and without the components inside it, such as
/// alarms: of a time zone, those inside it are its rules. So nothing in a document makes libical recurse, and memory
/// is that of one component.
struct ComponentTexts {
    enum Kind { case event, timeZone }

    /// The name that the calendar gives itself.
    private(set) var name: String?
    /// Whether the calendar that was begun has not ended.
    private(set) var isOpen = true
    private var lines: ContentLines
    private var line: [UInt8] = []

    /// Bytes. What a component has beyond them is left out.
    private static let longest = 1 << 17

    /// - Returns: nil if the document does not begin as a calendar does (RFC 5545, section 3.4).
    init?(_ bytes: UnsafeRawBufferPointer) {
        lines = ContentLines(bytes)
        guard lines.read(into: &line), line.contentName == "BEGIN", line.contentValue.uppercased() == "VCALENDAR" else {
            return nil
        }
    }

    /// The next whole component of a kind, as text for libical; nil at the end of the document.
    mutating func next(_ wanted: Kind) -> [UInt8]? {
        while lines.read(into: &line) {
            switch line.contentName {
            case "BEGIN":
                switch line.contentValue.uppercased() {
                case "VCALENDAR": isOpen = true
                case "VEVENT" where wanted == .event: return component(keeping: Self.ofEvents, withParts: false)
                case "VTIMEZONE" where wanted == .timeZone: return component(keeping: Self.ofZones, withParts: true)
                default: skip()
                }
            case "END": noteEnd()
            // https://datatracker.ietf.org/doc/html/rfc7986#section-5.1
            case "X-WR-CALNAME", "NAME": name = name ?? line.contentValue.replacing("\\,", with: ",")
            default: break
            }
        }
        return nil
    }

    /// Notes the end of the calendar, which also ends a component that has no end of its own.
    /// - Returns: whether this line is one.
    @discardableResult
    private mutating func noteEnd() -> Bool {
        let isEnd = line.contentValue.uppercased() == "VCALENDAR"
        if isEnd { isOpen = false }
        return isEnd
    }

    /// - Returns: nil if the document breaks off inside it.
    private mutating func component(keeping kept: Set<String>, withParts: Bool) -> [UInt8]? {
        var (text, depth) = (line + Self.end, 1)
        while depth > 0, lines.read(into: &line) {
            let name = line.contentName
            let hasRoom = text.count + line.count < Self.longest
            if name == "BEGIN" {
                guard withParts, depth == 1, hasRoom else {
                    skip()
                    continue
                }
                depth += 1
            } else if name == "END" {
                depth = noteEnd() ? 0 : depth - 1
            } else {
                guard hasRoom, kept.contains(name) else { continue }
            }
            text += line
            text += Self.end
        }
        return depth > 0 ? nil : text
    }

    /// Skips to the end of the component that has just begun.
    private mutating func skip() {
        var depth = 1
        while depth > 0, lines.read(into: &line) {
            let name = line.contentName
            if name == "BEGIN" { depth += 1 } else if name == "END" { depth = noteEnd() ? 0 : depth - 1 }
        }
    }

    private static let end = Array("\r\n".utf8)
    private static let ofEvents: Set = [
        "UID", "DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE", "EXRULE", "RECURRENCE-ID", "SEQUENCE",
        "STATUS", "SUMMARY", "DESCRIPTION", "LOCATION", "URL", "CATEGORIES",
    ]
    private static let ofZones: Set = ["TZID", "DTSTART", "RRULE", "RDATE", "TZOFFSETFROM", "TZOFFSETTO"]
}

/// The content lines of an iCalendar document, unfolded (RFC 5545, section 3.1), in one pass over its bytes.
///
/// A line has no NUL, which would end it in C. Bytes beyond `longest` are left out.
private struct ContentLines {
    private let bytes: UnsafeRawBufferPointer
    private var next: Int

    /// Bytes. No honest description is longer.
    static let longest = 1 << 16

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        next = hasMark ? 3 : 0
    }

    /// Reads the next line that is not empty.
    /// - Parameter line: receives its bytes.
    /// - Returns: false at the end.
    mutating func read(into line: inout [UInt8]) -> Bool {
        line.removeAll(keepingCapacity: true)
        while next < bytes.count {
            let start = next
            while next < bytes.count, bytes[next] != Self.lf, bytes[next] != Self.cr { next += 1 }
            let part = bytes[start..<next].prefix(Self.longest - line.count)
            line.append(contentsOf: part.lazy.filter { $0 != 0 })
            if next < bytes.count { next += bytes[next...].starts(with: [Self.cr, Self.lf]) ? 2 : 1 }
            if next < bytes.count, bytes[next] == Self.space || bytes[next] == Self.tab {
                next += 1
            } else if !line.isEmpty {
                return true
            }
        }
        return !line.isEmpty
    }

    private static let (lf, cr, tab, space): (UInt8, UInt8, UInt8, UInt8) = (0x0A, 0x0D, 0x09, 0x20)
}

extension [UInt8] {
    /// The name of this content line, in upper case.
    fileprivate var contentName: String {
        let name = prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ";") }
        return String(decoding: name.prefix(30), as: UTF8.self).uppercased()
    }

    /// What follows the first colon of this content line, without spaces around it. The names of components and of
    /// calendars have no parameters with colons.
    fileprivate var contentValue: String {
        let value = self.drop { $0 != UInt8(ascii: ":") }.dropFirst()
        return String(decoding: value, as: UTF8.self).trimmingCharacters(in: .whitespaces)
    }
}
