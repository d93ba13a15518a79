import Addresses
import FeedParser
import Foundation
import Texts
import Values

extension Item {
    /// Nil for an event without a title or an address, and for an event that is over or has no usable time.
    init?(_ event: KudaGoEvent, from source: KudaGoSource, now: Date, position: Int) {
        guard let title = event.headline, let url = event.address(in: source) else { return nil }
        let zone = event.location?.zone(in: source, at: now) ?? source.zone
        let published = event.publicationDate?.number.map { Date(timeIntervalSince1970: $0).bounded }
        let occurrences = event.dates.occurrences(in: zone, published: published, now: now)
        guard !occurrences.isEmpty else { return nil }
        let summary = HTMLText.plain(event.description ?? "")
        self.init(
            kind: .event, sourceID: source.id, source: source.name, guid: "\(event.id)", url: url, title: title,
            summary: summary.isEmpty ? HTMLText.plain(event.bodyText ?? "") : summary,
            html: event.bodyText.flatMap { HTMLText.safe($0, base: url).nonEmpty },
            image: event.images.lazy.compactMap { WebAddress.absolute($0.image, base: url) }.first,
            published: published, category: source.section, tags: event.categories + event.tags,
            language: source.language,
            event: Event(
                occurrences: occurrences, place: event.place?.name, address: event.place?.whereabouts,
                price: event.price.flatMap { HTMLText.line($0).nonEmpty },
                isFree: event.isFree ?? false, age: event.age, timeZone: zone.identifier),
            position: position)
    }
}

extension KudaGoEvent {
    /// The title with a capital letter. KudaGo gives the kind of event first and in lower case (`выставка Face 2
    /// Face`).
    var headline: String? {
        let full = HTMLText.line(title ?? "")
        let text = full.isEmpty ? HTMLText.line(shortTitle ?? "") : full
        guard let first = text.first else { return nil }
        return first.uppercased() + text.dropFirst()
    }

    func address(in source: KudaGoSource) -> String? {
        if let address = WebAddress.absolute(url) { return address }
        guard let slug, !slug.isEmpty else { return nil }
        return WebAddress.absolute("https://kudago.com/\(location?.slug ?? source.location)/event/\(slug)/")
    }

    /// `12+`, from a text or a number of years.
    var age: String? {
        guard let text = ageRestriction?.text.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
        return text.hasSuffix("+") ? text : "\(text)+"
    }
}

extension KudaGoPlace {
    fileprivate var name: String? {
        let name = HTMLText.line(title ?? "")
        guard let first = name.first else { return nil }
        return first.uppercased() + name.dropFirst()
    }

    /// The address with the nearest underground stations.
    fileprivate var whereabouts: String? {
        let address = HTMLText.line(address ?? "")
        let stations = HTMLText.line(subway ?? "")
        switch (address.isEmpty, stations.isEmpty) {
        case (true, true): return nil
        case (false, true): return address
        case (true, false): return "м. \(stations)"
        case (false, false): return "\(address) (м. \(stations))"
        }
    }
}

extension KudaGoLocation {
    /// The time zone of the event's city. For most cities the service gives only an offset. Then the zone comes from
    /// the city, so that its name can be shown to people elsewhere.
    fileprivate func zone(in source: KudaGoSource, at now: Date) -> TimeZone? {
        guard let ownZone else { return nil }
        let city = KudaGoSource.zone(ofCity: slug ?? source.location)
        let isOffset = ownZone.identifier.hasPrefix("GMT")
        return isOffset && city.secondsFromGMT(for: now) == ownZone.secondsFromGMT(for: now) ? city : ownZone
    }

    private var ownZone: TimeZone? {
        guard let timezone else { return nil }
        return TimeZone(identifier: timezone)
            ?? timezone.firstMatch(of: /([+-])(\d\d):?(\d\d)$/).flatMap {
                let seconds = (Int($0.2) ?? 0) * 3600 + (Int($0.3) ?? 0) * 60
                return TimeZone(secondsFromGMT: $0.1 == "-" ? -seconds : seconds)
            }
    }
}

extension [KudaGoDate] {
    /// The times that are not over, each once and in their order. Weekly hours become the days to which they apply.
    func occurrences(in zone: TimeZone, published: Date?, now: Date) -> [Event.Occurrence] {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        var distinct: Set<Event.Occurrence> = []
        var room = Self.mostSchedules
        for date in prefix(Bounds.occurrences) {
            guard let time = Event.Occurrence(date, calendar: calendar, published: published, now: now) else {
                continue
            }
            let times =
                date.schedules.isEmpty
                ? [time]
                : date.schedules.prefix(room).flatMap { $0.occurrences(within: time, calendar: calendar, now: now) }
            room = Swift.max(0, room - date.schedules.count)
            distinct.formUnion(times.filter { ($0.ends ?? .distantFuture) > now })
        }
        return distinct.sorted {
            ($0.starts ?? .distantPast, $0.ends ?? .distantFuture, $0.isAllDay ? 1 : 0) < (
                $1.starts ?? .distantPast, $1.ends ?? .distantFuture, $1.isAllDay ? 1 : 0
            )
        }
    }

    /// The greatest number of weekly hours of one event that are read. For each, one month of days is calculated.
    private static var mostSchedules: Int { 100 }
}

extension KudaGoDate.WeeklyHours {
    /// The times in one month from the start of the run, or from yesterday if the run has begun. Yesterday's event may
    /// continue today.
    fileprivate func occurrences(
        within run: Event.Occurrence, calendar: Calendar, now: Date
    ) -> [Event.Occurrence] {
        let yesterday = calendar.startOfDay(for: now.addingTimeInterval(-86_400))
        let first = max(yesterday, run.starts.map(calendar.startOfDay) ?? yesterday)
        let days = (0..<31).compactMap { calendar.date(byAdding: .day, value: $0, to: first) }
        return days.filter { $0 <= run.ends ?? .distantFuture && isOpen(on: $0, calendar) }.map { on($0, calendar) }
    }

    private func isOpen(on day: Date, _ calendar: Calendar) -> Bool {
        // A calendar counts from 1, which is Sunday.
        daysOfWeek.isEmpty || daysOfWeek.contains((calendar.component(.weekday, from: day) + 5) % 7)
    }

    private func on(_ day: Date, _ calendar: Calendar) -> Event.Occurrence {
        guard let opens = startTime.flatMap({ Self.time($0, on: day, calendar) }) else {
            return Event.Occurrence(starts: day, ends: Event.Occurrence.lastSecond(of: day, calendar), isAllDay: true)
        }
        let closes = endTime.flatMap { Self.time($0, on: day, calendar) } ?? opens
        let isNextDay = closes < opens
        return Event.Occurrence(
            starts: opens, ends: isNextDay ? calendar.date(byAdding: .day, value: 1, to: closes) : closes)
    }

    /// The time for a text such as `19:00:00`; `24:00` is the next midnight.
    private static func time(_ text: String, on day: Date, _ calendar: Calendar) -> Date? {
        let parts = text.split(separator: ":").map { Int($0) ?? -1 }
        guard parts.count >= 2, (0...24).contains(parts[0]), (0..<60).contains(parts[1]) else { return nil }
        if parts[0] == 24 { return calendar.date(byAdding: .day, value: 1, to: day) }
        return calendar.date(bySettingHour: parts[0], minute: parts[1], second: 0, of: day)
    }
}

extension Event.Occurrence {
    /// Nil for a time that makes no sense. KudaGo writes an unknown start or end as a date in the year 1 or 9999.
    fileprivate init?(_ date: KudaGoDate, calendar: Calendar, published: Date?, now: Date) {
        let written = date.isStartless ? nil : date.start.flatMap(Self.date)
        let years = written.map { Self.slip(of: $0, published: published, calendar) } ?? 0
        let start = written.flatMap { calendar.date(byAdding: .year, value: years, to: $0) }
        let end = (date.isEndless ? nil : date.end.flatMap(Self.date))
            .flatMap { calendar.date(byAdding: .year, value: years, to: $0) }
        if let start, start > now.addingTimeInterval(Self.horizon) { return nil }
        let hasHours =
            date.isExpanded ? date.startTime != nil : start.map { calendar.startOfDay(for: $0) != $0 } ?? false
        let isAllDay = !hasHours || date.usesPlaceSchedule || !date.schedules.isEmpty
        self.init(starts: start, ends: end, isAllDay: isAllDay)
        if isAllDay, let start { starts = calendar.startOfDay(for: start) }
        guard let end else { return }
        let lastsDays = start.map { !calendar.isDate($0, inSameDayAs: end) } ?? true
        let endHasHours = date.isExpanded ? date.endTime != nil : calendar.startOfDay(for: end) != end
        if isAllDay || (lastsDays && !endHasHours) {
            ends = Self.lastSecond(of: end, calendar)
        } else if let start, end < start {
            ends = start
        }
    }

    /// The years to add to a start whose year is wrong by a century: -100 for 2118 instead of 2018, otherwise 0.
    private static func slip(of start: Date, published: Date?, _ calendar: Calendar) -> Int {
        guard let published, let likely = calendar.date(byAdding: .year, value: -100, to: start) else { return 0 }
        let ahead = likely.timeIntervalSince(published) / (366 * 86_400)
        return (-1...2).contains(ahead) ? -100 : 0
    }

    private static func date(_ seconds: Double) -> Date? {
        // 1900 to 2200. A time outside these years means "unknown".
        (-2_208_988_800...7_258_118_400).contains(seconds) ? Date(timeIntervalSince1970: seconds) : nil
    }

    fileprivate static func lastSecond(of day: Date, _ calendar: Calendar) -> Date {
        let next = calendar.date(byAdding: .day, value: 1, to: calendar.startOfDay(for: day)) ?? day
        return next.addingTimeInterval(-1)
    }

    /// A start further ahead than this counts as a mistake.
    private static let horizon: TimeInterval = 5 * 366 * 86_400
}
