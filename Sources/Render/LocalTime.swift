import Foundation
import Languages
import Values

/// Writes times in the profile's language, in the profile's time zone or in the zone of an event's city.
package struct LocalTime: Sendable {
    var language: Language
    package var calendar: Calendar
    /// The profile's time zone, which decides what day today is.
    private let home: TimeZone
    /// The current time, for "today".
    var now: Date

    /// An unknown time zone identifier counts as UTC.
    package init(language: Language, timeZone: String, now: Date) {
        self.language = language
        self.now = now
        calendar = Calendar(identifier: .gregorian)
        calendar.firstWeekday = 2
        home = TimeZone(identifier: timeZone) ?? .gmt
        calendar.timeZone = home
    }

    package func format(_ date: Date, _ format: KeyPath<Language.DateFormats, Date.FormatString>) -> String {
        var text = Date.VerbatimFormatStyle(
            format: language.dates[keyPath: format], locale: language.locale,
            timeZone: calendar.timeZone, calendar: calendar
        ).format(date)
        if language.dates.isLowercase { text = text.lowercased(with: language.locale) }
        guard let firstDay = language.dates.firstDay, calendar.component(.day, from: date) == 1 else { return text }
        return text.replacing("1 ", with: firstDay + " ", maxReplacements: 1)
    }

    /// For a time of today, the hour. For another day of this year or less than half a year away, the day and the hour.
    /// Otherwise the date with its year.
    package func moment(_ date: Date) -> String {
        if calendar.isDate(date, inSameDayAs: now) { return format(date, \.time) }
        if isClearWithoutYear(date) { return "\(format(date, \.short)), \(format(date, \.time))" }
        return format(date, \.shortWithYear)
    }

    /// The date with its year, and the hour, also for today.
    func fullMoment(_ date: Date) -> String { "\(format(date, \.shortWithYear)), \(format(date, \.time))" }

    /// "14 Nov", with the year if the day is neither in this year nor less than half a year away.
    func shortDay(_ date: Date) -> String {
        format(date, isClearWithoutYear(date) ? \.short : \.shortWithYear)
    }

    /// "Sat, 21 November", or "21 Nov 2027" under the same condition.
    private func eventDay(_ date: Date) -> String {
        format(date, isClearWithoutYear(date) ? \.day : \.shortWithYear)
    }

    /// When an item was published. A day without an hour is the same date in every time zone.
    func publication(of item: Item) -> String? {
        item.published.map { item.isPublishedOnDay == true ? inUTC.shortDay($0) : moment($0) }
    }

    /// The same as `publication(of:)`, for the `datetime` attribute.
    func machinePublication(of item: Item) -> String? {
        item.published.map {
            item.isPublishedOnDay == true ? $0.formatted(.iso8601.year().month().day()) : machine($0)
        }
    }

    var inUTC: LocalTime {
        var time = self
        time.calendar.timeZone = .gmt
        return time
    }

    /// RFC 3339 with the offset of the zone, for the `datetime` attribute.
    func machine(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(timeZoneSeparator: .colon, timeZone: calendar.timeZone))
    }

    var timeOfDay: Language.TimeOfDay { .init(hour: calendar.component(.hour, from: now)) }

    /// The number of days from the day of `earlier` to today.
    func days(since earlier: Date) -> Int { today - day(of: earlier) }

    private var today: Int { day(of: now, in: home) }

    /// Days since 1970 in the calendar of a time zone. The default is the zone in which times are written.
    private func day(of date: Date, in zone: TimeZone? = nil) -> Int {
        date.day(offset: (zone ?? calendar.timeZone).secondsFromGMT(for: date))
    }

    private func isClearWithoutYear(_ date: Date) -> Bool {
        // A date less than half a year away is clear without its year.
        calendar.isDate(date, equalTo: now, toGranularity: .year) || abs(date.timeIntervalSince(now)) < 180 * 86_400
    }
}

extension LocalTime {
    /// Writes times in the zone of the event's city, with the profile's "today".
    func inCity(of event: Event) -> LocalTime {
        var time = self
        time.calendar.timeZone = event.timeZone.flatMap(TimeZone.init(identifier:)) ?? home
        return time
    }

    /// The name of the zone, " (Moscow Time)", if the profile's clock would show another hour.
    private func zoneName(at date: Date) -> String {
        let zone = calendar.timeZone
        guard zone.secondsFromGMT(for: date) != home.secondsFromGMT(for: date) else { return "" }
        let name = Date.VerbatimFormatStyle(
            format: "\(timeZone: .genericLocation)", locale: language.locale, timeZone: zone,
            calendar: calendar
        ).format(date)
        return " (\(name))"
    }

    /// The relation of an occurrence to today: "today", "tomorrow", "this weekend" or "last day".
    func relativeDay(_ occurrence: Event.Occurrence) -> String? {
        let words = language.words
        let last = occurrence.ends.map { lastDay(of: occurrence, ends: $0) }
        if let starts = occurrence.starts {
            switch day(of: starts) - today {
            case ..<0: break
            case 0: return words.today
            case 1: return words.tomorrow
            default: return isThisWeekend(starts) ? words.weekend : nil
            }
        }
        return last.map { day(of: $0) } == today ? words.lastDay : nil
    }

    /// The time of an occurrence, with "cancelled: " before it if the event does not take place.
    func describe(_ occurrence: Event.Occurrence, of event: Event) -> String {
        let mark = event.isCancelled ? "\(language.words.cancelled)\(language.words.colonSpace): " : ""
        return mark + describe(occurrence)
    }

    /// "Sat, 21 November, 19:00", "21 Nov – 30 Nov" or "until 30 November".
    func describe(_ occurrence: Event.Occurrence) -> String {
        let hour: (Date) -> String = { occurrence.isAllDay ? "" : ", " + format($0, \.time) }
        let zone: (Date) -> String = { occurrence.isAllDay ? "" : zoneName(at: $0) }
        switch (occurrence.starts, occurrence.ends) {
        case (nil, nil): return ""
        case (nil, let ends?): return language.sentences.until(eventDay(lastDay(of: occurrence, ends: ends)))
        case (let starts?, nil):
            return starts < now
                ? language.sentences.from(eventDay(starts)) : eventDay(starts) + hour(starts) + zone(starts)
        case (let starts?, let ends?):
            let last = lastDay(of: occurrence, ends: ends)
            let span = day(of: last) - day(of: starts)
            if span > 0 && starts < now { return language.sentences.until(eventDay(last)) }
            // An event that ends early in the morning is one evening, not two days.
            let isOneEvening = span == 0 || (span == 1 && ends.timeIntervalSince(starts) < 12 * 3600)
            guard isOneEvening else { return "\(eventDay(starts)) – \(eventDay(last))" }
            let end = occurrence.isAllDay || ends <= starts ? "" : "–" + format(ends, \.time)
            return eventDay(starts) + hour(starts) + end + zone(starts)
        }
    }

    /// The last day of an occurrence. If it ends at midnight, this is the day before.
    private func lastDay(of occurrence: Event.Occurrence, ends: Date) -> Date {
        guard ends == calendar.startOfDay(for: ends), ends > occurrence.starts ?? .distantPast else { return ends }
        return ends.addingTimeInterval(-1)
    }

    private func isThisWeekend(_ day: Date) -> Bool {
        let isSaturdayOrSunday = [1, 7].contains(calendar.component(.weekday, from: day))
        // A week begins on Monday. 1 January 1970 was a Thursday.
        let isThisWeek = (self.day(of: day) + 3) / 7 == (today + 3) / 7
        return isSaturdayOrSunday && isThisWeek
    }
}
