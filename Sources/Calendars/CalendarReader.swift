import CICal
import Foundation
import Synchronization

/// The events of an iCalendar document (RFC 5545) that matter from a time on.
package struct CalendarContent: Sendable {
    /// The name that the calendar gives itself (`X-WR-CALNAME`, `NAME`).
    package var name: String?
    /// At most `most`, in the order of their times.
    package var events: [CalendarEvent] = []
    /// Single events that are over, because a reader may have been told of a later time. At most `most`, the latest first.
    package var past: [CalendarEvent] = []
    /// Until when no occurrence is missing.
    package var reach: Date
    /// The number of events without a title.
    package var untitled = 0
    /// Why the rest of the document was not read.
    package var error: CalendarError?

    /// The greatest number of occurrences of an answer.
    package static let most = 1_000

    /// libical has state of its own for the whole process, so one calendar is read at a time.
    private static let isReading = Mutex<Void>(())

    /// Reads the occurrences of rules that are not over, until `end`, and single events from a year ago on.
    ///
    /// No rule is followed further than that. So the work is bounded by the size of the document, whatever is in it. It
    /// opens no file and no address.
    /// - Parameters:
    ///   - home: the zone of times without a zone, and of days.
    ///   - isOver: tells whether the time for reading is over.
    package init(
        _ document: some ContiguousBytes, from now: Date, until end: Date, home: TimeZone,
        isOver: () -> Bool = { false }
    ) {
        var reader = EventReader(from: now, until: end, home: home)
        error = document.withUnsafeBytes { bytes in
            Self.isReading.withLock { _ in reader.read(bytes, isOver) }
        }
        reach = end
        let isCut: Bool
        (events, past, isCut) = reader.distinct
        if isCut, let last = events.last { reach = min(end, last.starts) }
        if let limit = reader.limit { reach = min(reach, limit) }
        (name, untitled) = (reader.name, reader.untitled)
    }
}

/// Reads the components of one document.
private struct EventReader {
    private struct Found {
        var event: CalendarEvent
        var sequence: Int32
        /// Whether a rule gives its time, so that an event with its `RECURRENCE-ID` takes its place.
        var isOfRule: Bool
    }

    /// A time as it is written, on the clock of its zone.
    private struct Time {
        var local: Int
        var zone: CalendarZone
        var isDate: Bool

        var date: Date { zone.date(local) }

        /// The time as a part of an id.
        var stamp: String { Self.stamp(of: local, isDate: isDate, zone) }

        static func stamp(of local: Int, isDate: Bool, _ zone: CalendarZone) -> String {
            let date = isDate ? Date(timeIntervalSince1970: Double(local)) : zone.date(local)
            let style = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted, timeZone: .gmt)
            return isDate ? date.formatted(style.year().month().day()) : date.formatted(style)
        }
    }

    let now: Date
    let end: Date
    let home: TimeZone
    private(set) var name: String?
    private(set) var untitled = 0
    /// Until when all rules were followed, if that is before `end`.
    private(set) var limit: Date?
    private var found: [Found] = []
    /// The ids of the occurrences of rules that other events take the place of.
    private var replaced: Set<String> = []
    private var zoneTexts: [String: [UInt8]] = [:]
    private var zones: [String: CalendarZone] = [:]

    private static let mostZones = 500
    /// Steps of libical on one rule. A daily rule has this many in 270 years.
    private static let mostSteps = 100_000.0
    /// Steps that are left for all rules. Only rules that are counted need many: five hundred weekly ones have this many
    /// in eleven years.
    private var stepsLeft = 300_000.0
    /// For how long single events that are over are read, so that one that was moved into the past is still known.
    private static let longestOver: TimeInterval = 366 * 86_400

    init(from now: Date, until end: Date, home: TimeZone) {
        (self.now, self.end, self.home) = (now, end, home)
        icalerror_set_errors_are_fatal(0)
    }

    /// - Returns: why the rest was not read; nil if all of it was.
    mutating func read(_ bytes: UnsafeRawBufferPointer, _ isOver: () -> Bool) -> CalendarError? {
        guard var zoneTexts = ComponentTexts(bytes), var texts = ComponentTexts(bytes) else { return .notCalendar }
        while self.zoneTexts.count < Self.mostZones, let text = zoneTexts.next(.timeZone) {
            if let id = Component(text)?.text(ICAL_TZID_PROPERTY), self.zoneTexts[id] == nil {
                self.zoneTexts[id] = text
            }
            if isOver() { return .tooSlow }
        }
        defer { name = texts.name }
        while let text = texts.next(.event) {
            if let component = Component(text) { read(component) }
            if isOver() { return .tooSlow }
            if found.count >= 4 * CalendarContent.most { keepFirst(2 * CalendarContent.most) }
        }
        return texts.isOpen ? .cut : nil
    }

    /// Forgets the latest of what was found, so that memory is bounded.
    private mutating func keepFirst(_ count: Int) {
        found = found.sorted { isBefore($0.event, $1.event) }
        if !isOver(found[count].event) { limit = min(limit ?? .distantFuture, found[count].event.starts) }
        found.removeLast(found.count - count)
    }

    private func isOver(_ event: CalendarEvent) -> Bool { event.ends <= now }

    /// Those that are over come last, the latest of them first.
    private func isBefore(_ a: CalendarEvent, _ b: CalendarEvent) -> Bool {
        if isOver(a) != isOver(b) { return isOver(b) }
        return isOver(a) ? (b.starts, b.id) < (a.starts, a.id) : (a.starts, a.id) < (b.starts, b.id)
    }

    /// The events in their order, each once, then those that are over, and whether there were more of the first.
    var distinct: (events: [CalendarEvent], past: [CalendarEvent], isCut: Bool) {
        var newest: [String: [Found]] = [:]
        var titles: [String: String] = [:]
        for other in found {
            if other.isOfRule, replaced.contains(other.event.id) {
                titles[other.event.id] = other.event.title
                continue
            }
            let known = newest[other.event.id]?.first?.sequence ?? .min
            if other.sequence > known { newest[other.event.id] = [] }
            if other.sequence >= known { newest[other.event.id]?.append(other) }
        }
        let all = newest.flatMap { id, versions -> [CalendarEvent] in
            // Some calendars give one UID to several events. Then their times tell them apart.
            let times = Dictionary(versions.map { ($0.event.starts, $0.event) }) { $1 }
            return times.values.map { event in
                var event = event
                if event.title.isEmpty { event.title = titles[id] ?? "" }
                if times.count > 1 { event.id += " \(Int(event.starts.timeIntervalSince1970))" }
                return event
            }
        }
        let titled = all.filter { !$0.title.isEmpty }.sorted(by: isBefore)
        let (events, past) = (titled.prefix { !isOver($0) }, titled.drop { !isOver($0) })
        let isCut = events.count > CalendarContent.most && events[CalendarContent.most].starts < end
        return (Array(events.prefix(CalendarContent.most)), Array(past.prefix(CalendarContent.most)), isCut)
    }
}

extension EventReader {
    private mutating func read(_ component: Component) {
        guard let start = component.first(ICAL_DTSTART_PROPERTY).flatMap({ time($0, icalproperty_get_dtstart($0)) })
        else { return }
        let length = length(of: component, from: start)
        if let property = component.first(ICAL_RECURRENCEID_PROPERTY) {
            guard let time = time(property, icalproperty_get_recurrenceid(property)) else { return }
            let id = "\(uid(of: component, at: start)) \(time.stamp)"
            if (now - Self.longestOver...end).contains(time.date) { replaced.insert(id) }
            return add(component, [start.local], as: id, start, length)
        }
        let rule = component.first(ICAL_RRULE_PROPERTY).map(icalproperty_get_rrule)
        let extra = component.properties(ICAL_RDATE_PROPERTY)
        guard rule != nil || !extra.isEmpty else { return add(component, [start.local], as: nil, start, length) }
        var times = Set(rule.map { occurrences(of: $0, start, length) } ?? [start.local])
        for property in extra {
            let value = icalproperty_get_rdate(property)
            let isTime = icaltime_is_null_time(value.time) == 0
            if let time = time(property, isTime ? value.time : value.period.start) {
                times.insert(time.local + Int((start.zone.offset(at: time.date) - time.zone.offset(at: time.date))))
            }
        }
        var (stamps, days): (Set<String>, Set<Int>) = ([], [])
        for property in component.properties(ICAL_EXDATE_PROPERTY) {
            guard let time = time(property, icalproperty_get_exdate(property)) else { continue }
            if time.isDate { days.insert(time.local / 86_400) } else { stamps.insert(time.stamp) }
        }
        // Of RFC 2445, section 4.8.5.2; files of old programs have it.
        let ruledOut = Set(
            component.properties(ICAL_EXRULE_PROPERTY).flatMap {
                occurrences(of: icalproperty_get_exrule($0), start, length)
            })
        let sorted = times.sorted()
        let left = sorted.filter { local in
            days.contains(local / 86_400) || ruledOut.contains(local)
                || !stamps.isEmpty && stamps.contains(Time.stamp(of: local, isDate: start.isDate, start.zone))
        }
        let excluded = Set(left)
        let uid = uid(of: component, at: start)
        add(component, sorted.filter { !excluded.contains($0) }, as: uid, start, length, isOfRule: true)
        // A reader who was told of it learns that it does not take place.
        add(component, left, as: uid, start, length, isOfRule: true, isCancelled: true)
    }

    /// Adds the event at each of these times, if it matters then.
    /// - Parameter id: nil for the `UID`; of a rule, the beginning of the id.
    private mutating func add(
        _ component: Component, _ times: [Int], as id: String?, _ start: Time, _ length: Int, isOfRule: Bool = false,
        isCancelled: Bool = false
    ) {
        let (first, last) = isOfRule ? (now, end) : (now - Self.longestOver, .distantFuture)
        var template: Found?
        for local in times {
            let starts = start.zone.date(local)
            let ends = start.isDate ? start.zone.date(local + length) - 1 : starts + Double(length)
            guard ends > first, starts < last else { continue }
            if template == nil {
                template = self.template(component, id, start)
                if template?.event.title.isEmpty == true, ends > now { untitled += 1 }
            }
            guard var new = template else { return }
            new.event.starts = starts
            new.event.ends = ends
            if isCancelled { new.event.isCancelled = true }
            new.isOfRule = isOfRule
            if isOfRule { new.event.id += " " + Time.stamp(of: local, isDate: start.isDate, start.zone) }
            found.append(new)
        }
    }

    private func template(_ component: Component, _ id: String?, _ start: Time) -> Found {
        let status = component.first(ICAL_STATUS_PROPERTY).map(icalproperty_get_status)
        let event = CalendarEvent(
            id: id ?? uid(of: component, at: start), starts: now, ends: now, isAllDay: start.isDate,
            isCancelled: status == ICAL_STATUS_CANCELLED,
            title: component.text(ICAL_SUMMARY_PROPERTY) ?? "", text: component.text(ICAL_DESCRIPTION_PROPERTY) ?? "",
            place: component.text(ICAL_LOCATION_PROPERTY), url: component.text(ICAL_URL_PROPERTY),
            categories: component.properties(ICAL_CATEGORIES_PROPERTY).compactMap(icalproperty_get_categories).map {
                String(cString: $0)
            })
        let sequence = component.first(ICAL_SEQUENCE_PROPERTY).map(icalproperty_get_sequence) ?? 0
        return Found(event: event, sequence: sequence, isOfRule: false)
    }

    /// An event without a `UID` is known by its time and its title.
    private func uid(of component: Component, at start: Time) -> String {
        component.text(ICAL_UID_PROPERTY) ?? "\(start.stamp) \(component.text(ICAL_SUMMARY_PROPERTY) ?? "")"
    }

    /// Seconds; of days without hours, on the clock.
    private mutating func length(of component: Component, from start: Time) -> Int {
        if let property = component.first(ICAL_DTEND_PROPERTY),
            let end = time(property, icalproperty_get_dtend(property))
        {
            let length = start.isDate ? end.local - start.local : Int(end.date.timeIntervalSince(start.date))
            if length > 0 { return length }
        } else if let property = component.first(ICAL_DURATION_PROPERTY) {
            let length = Int(icaldurationtype_as_int(icalproperty_get_duration(property)))
            if length > 0 { return length }
        }
        return start.isDate ? 86_400 : 0
    }

    /// The times that a rule gives, on the clock of the zone, as far as they matter.
    private mutating func occurrences(of rule: icalrecurrencetype, _ start: Time, _ length: Int) -> [Int] {
        var rule = rule
        // Calendars that are not Gregorian would need far more time, and no period is longer than a lifetime.
        let isUsual = rule.rscale.map { String(cString: $0) == "GREGORIAN" } ?? true
        guard isUsual, rule.freq != ICAL_NO_RECURRENCE, !rule.isRarerThanCenturies else { return [start.local] }
        let day = 86_400.0
        var last = end + day
        if icaltime_is_null_time(rule.until) == 0 {
            let zone: CalendarZone = icaltime_is_utc(rule.until) != 0 ? .known(.gmt) : start.zone
            last = min(last, zone.date(rule.until.secondsFrom1970) + (rule.until.is_date != 0 ? day - 1 : 0))
        }
        // A day may have an hour more or less than it has on the clock.
        let first = max(now - Double(length) - (start.isDate ? 3600 : 0), start.date)
        guard first <= last + day else { return [] }
        func local(_ date: Date) -> Int {
            Int((date + start.zone.offset(at: date)).timeIntervalSince1970.rounded(.down))
        }
        let isFar = rule.count == 0 && first > start.date + day
        let begin = isFar ? rule.place(before: local(first - day), from: start.local) : start.local
        let (from, steps) = (start.zone.date(begin), min(Self.mostSteps, stepsLeft))
        let reach = from + steps * rule.step
        stepsLeft -= min(steps, max(0, (last + day).timeIntervalSince(from) / rule.step))
        if reach < min(last, end) { limit = min(limit ?? .distantFuture, max(now, reach)) }
        rule.until = icaltimetype(secondsFrom1970: local(min(last + day, reach)), isDate: start.isDate)
        icalerrno_return().pointee = ICAL_NO_ERROR
        guard
            let iterator = icalrecur_iterator_new(
                rule, icaltimetype(secondsFrom1970: start.local, isDate: start.isDate))
        else { return [start.local] }
        defer { icalrecur_iterator_free(iterator) }
        if begin > start.local {
            let place = icaltimetype(secondsFrom1970: begin, isDate: start.isDate)
            guard icalrecur_iterator_set_start(iterator, place) != 0 else { return [] }
        }
        var times: [Int] = []
        while true {
            let next = icalrecur_iterator_next(iterator)
            guard icaltime_is_null_time(next) == 0 else { return times }
            let time = next.secondsFrom1970
            let date = start.zone.date(time)
            if date > last { return times }
            if times.count > CalendarContent.most {
                limit = min(limit ?? .distantFuture, date)
                return times
            }
            if date >= first { times.append(time) }
        }
    }

    /// A time, with the zone that its parameter or the value names. Nil for none.
    private mutating func time(_ property: OpaquePointer, _ value: icaltimetype) -> Time? {
        guard icaltime_is_null_time(value) == 0, (1...9999).contains(value.year), icaltime_is_valid_time(value) != 0
        else { return nil }
        let isDate = value.is_date != 0
        var zone = CalendarZone.known(home)
        if !isDate {
            if icaltime_is_utc(value) != 0 {
                zone = .known(.gmt)
            } else if let parameter = icalproperty_get_first_parameter(property, ICAL_TZID_PARAMETER),
                let id = icalparameter_get_tzid(parameter)
            {
                zone = self.zone(String(cString: id))
            }
        }
        return Time(local: value.secondsFrom1970, zone: zone, isDate: isDate)
    }

    /// The calendar's own time zone with this id, else that of the system, else the reader's.
    private mutating func zone(_ id: String) -> CalendarZone {
        if let known = zones[id] { return known }
        let own = zoneTexts[id].flatMap(OwnZone.init).map(CalendarZone.own)
        let zone = own ?? Self.systemZone(id).map(CalendarZone.known) ?? .known(home)
        if zones.count < Self.mostZones { zones[id] = zone }
        return zone
    }

    /// Some programs write `/example.org/20260101_1/Europe/Berlin`.
    private static func systemZone(_ id: String) -> TimeZone? {
        let parts = id.split(separator: "/")
        return (1...3).reversed().lazy.compactMap { TimeZone(identifier: parts.suffix($0).joined(separator: "/")) }
            .first
    }
}

extension icalrecurrencetype {
    /// Then years would have numbers that no program can count.
    fileprivate var isRarerThanCenturies: Bool {
        let months = freq == ICAL_YEARLY_RECURRENCE ? 12 : freq == ICAL_MONTHLY_RECURRENCE ? 1 : 0
        return Int(interval) * months > 12 * 100
    }
}

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
    /// The document has no end (RFC 5545, section 3.4).
    case cut
    /// The time for reading it is over.
    case tooSlow

    package var description: String {
        switch self {
        case .notCalendar:
            "the answer is not a calendar; the address must be that of the .ics file itself, which the calendar's "
                + "settings call \"iCal\" or \"subscription link\""
        case .cut: "the calendar breaks off before its last line, END:VCALENDAR"
        case .tooSlow: "takes too long to read; a calendar with fewer events or simpler rules may help"
        }
    }
}
