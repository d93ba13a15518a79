import Foundation

/// Writes instants as the reader's language does, in the reader's time zone.
struct LocalTime: Sendable {
    var language: Language
    var calendar: Calendar
    /// The time that "today" is said at.
    var now: Date

    /// An unknown time zone identifier counts as UTC.
    init(language: Language, timeZone: String, now: Date) {
        self.language = language
        self.now = now
        calendar = Calendar(identifier: .gregorian)
        calendar.firstWeekday = 2
        calendar.timeZone = TimeZone(identifier: timeZone) ?? .gmt
    }

    func format(_ date: Date, _ format: KeyPath<Language.DateFormats, Date.FormatString>) -> String {
        let text = Date.VerbatimFormatStyle(
            format: language.dates[keyPath: format], locale: Locale(identifier: language.dates.locale),
            timeZone: calendar.timeZone, calendar: calendar
        ).format(date)
        return language.dates.isLowercase ? text.lowercased() : text
    }

    /// The hour for today's, else the day and the hour, else the date with its year.
    func moment(_ date: Date) -> String {
        if calendar.isDate(date, inSameDayAs: now) { return format(date, \.time) }
        if isThisYear(date) { return "\(format(date, \.short)), \(format(date, \.time))" }
        return format(date, \.shortWithYear)
    }

    /// "14 Nov", with the year when it is another.
    func shortDay(_ date: Date) -> String {
        format(date, isThisYear(date) ? \.short : \.shortWithYear)
    }

    /// RFC 3339 with the zone's offset, for the `datetime` attribute.
    func machine(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(timeZoneSeparator: .colon, timeZone: calendar.timeZone))
    }

    var timeOfDay: Language.TimeOfDay { .init(hour: calendar.component(.hour, from: now)) }

    /// Whole days from the day of `earlier` to today.
    func days(since earlier: Date) -> Int {
        days(from: earlier, to: now)
    }

    private func isThisYear(_ date: Date) -> Bool {
        // A date of the last half year needs no year: it cannot be mistaken.
        calendar.isDate(date, equalTo: now, toGranularity: .year) || abs(date.timeIntervalSince(now)) < 180 * 86_400
    }

    func days(from first: Date, to last: Date) -> Int {
        calendar.dateComponents([.day], from: calendar.startOfDay(for: first), to: calendar.startOfDay(for: last)).day
            ?? 0
    }
}

extension LocalTime {
    /// Its times that are not over, as a reader in this zone is to read them: a day without an hour is the same date
    /// everywhere, that of the event's city.
    func upcoming(_ event: Event) -> [Event.Occurrence] {
        event.occurrences.filter { ($0.ends ?? $0.starts ?? .distantFuture) > now }.map { here($0, of: event) }
    }

    func here(_ occurrence: Event.Occurrence, of event: Event) -> Event.Occurrence {
        guard occurrence.isAllDay, let zone = event.timeZone.flatMap(TimeZone.init(identifier:)) else {
            return occurrence
        }
        let fields: Set<Calendar.Component> = [.year, .month, .day, .hour, .minute, .second]
        let here = { (date: Date) in
            var city = calendar
            city.timeZone = zone
            return calendar.date(from: city.dateComponents(fields, from: date)) ?? date
        }
        return Event.Occurrence(
            starts: occurrence.starts.map(here), ends: occurrence.ends.map(here), isAllDay: true)
    }

    /// How an occurrence stands to today: "today", "tomorrow", "this weekend" or "last day".
    func relativeDay(_ occurrence: Event.Occurrence) -> String? {
        let words = language.words
        let last = occurrence.ends.map { lastDay(of: occurrence, ends: $0) }
        if let starts = occurrence.starts {
            switch days(from: now, to: starts) {
            case ..<0: break
            case 0: return words.today
            case 1: return words.tomorrow
            default: return isThisWeekend(starts) ? words.weekend : nil
            }
        }
        return last.map { days(from: now, to: $0) } == 0 ? words.lastDay : nil
    }

    /// "Sat, 21 November, 19:00", "21 Nov – 30 Nov" or "until 30 November".
    func describe(_ occurrence: Event.Occurrence) -> String {
        let hour: (Date) -> String = { occurrence.isAllDay ? "" : ", " + format($0, \.time) }
        switch (occurrence.starts, occurrence.ends) {
        case (nil, nil): return ""
        case (nil, let ends?): return language.sentences.until(format(lastDay(of: occurrence, ends: ends), \.day))
        case (let starts?, nil):
            return starts < now
                ? language.sentences.from(format(starts, \.day)) : format(starts, \.day) + hour(starts)
        case (let starts?, let ends?):
            let last = lastDay(of: occurrence, ends: ends)
            let span = days(from: starts, to: last)
            if span > 0 && starts < now { return language.sentences.until(format(last, \.day)) }
            // What ends in the small hours is one evening, not two days.
            let isOneEvening = span == 0 || (span == 1 && ends.timeIntervalSince(starts) < 12 * 3600)
            guard isOneEvening else { return "\(format(starts, \.day)) – \(format(last, \.day))" }
            let end = occurrence.isAllDay || ends <= starts ? "" : "–" + format(ends, \.time)
            return format(starts, \.day) + hour(starts) + end
        }
    }

    /// The day on which it ends: an end at midnight belongs to the day before.
    private func lastDay(of occurrence: Event.Occurrence, ends: Date) -> Date {
        guard ends == calendar.startOfDay(for: ends), ends > occurrence.starts ?? .distantPast else { return ends }
        return ends.addingTimeInterval(-1)
    }

    private func isThisWeekend(_ day: Date) -> Bool {
        let isSaturdayOrSunday = [1, 7].contains(calendar.component(.weekday, from: day))
        return isSaturdayOrSunday && calendar.isDate(day, equalTo: now, toGranularity: .weekOfYear)
    }
}
