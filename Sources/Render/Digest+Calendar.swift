import Addresses
import Foundation
import Settings
import Texts
import Values

extension Digest {
    /// The events of the digest as iCalendar (RFC 5545), with those of earlier digests that are not over if the file is a
    /// rolling one. Each event has an entry for each of its next dates. An event without a day is left out.
    func calendar(_ options: RenderOptions) -> String {
        let known = Set(stories.map(\.id))
        let zone = TimeZone(identifier: timeZone) ?? .gmt
        let present = created.plausible(after: previous)
        let others = options.rolling?.events(except: known, notOverAt: present, in: zone, now: created) ?? ""
        let head = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//newsdigest//newsdigest \(version)//EN", "CALSCALE:GREGORIAN",
            "METHOD:PUBLISH", "X-WR-CALNAME:\(CalendarEntry.escaped(title.cleanLine))",
        ]
        return CalendarEntry.lines(head) + entries.map(\.text).joined() + others
            + CalendarEntry.lines(["END:VCALENDAR"])
    }

    /// Whether a calendar of the digest has an entry.
    var hasEvents: Bool { !entries.isEmpty }

    private var entries: [CalendarEntry] {
        stories.flatMap { story in story.item.event.map { CalendarEntry.entries(of: story, $0, in: self) } ?? [] }
    }
}

extension Rolling {
    /// The entries of a calendar, the newest of each story, with the id of the story.
    fileprivate var entries: [(id: String, text: String)] {
        let parts = texts.flatMap { $0.components(separatedBy: "BEGIN:VEVENT\r\n").dropFirst() }
        let all = parts.compactMap { part -> (id: String, text: String)? in
            guard let end = part.range(of: "END:VEVENT\r\n"), let id = part.firstMatch(of: /UID:([^\r\n@-]*)/)?.1 else {
                return nil
            }
            return (String(id), String(part[..<end.lowerBound]))
        }
        let newest = Dictionary(all.map { ($0.id, CalendarEntry.sequence(of: $0.text)) }, uniquingKeysWith: max)
        var known: Set<String> = []
        return all.filter { CalendarEntry.sequence(of: $0.text) == newest[$0.id] && known.insert($0.text).inserted }
    }

    private var texts: [String] { [earlier, resent].compactMap { $0.map { String(decoding: $0, as: UTF8.self) } } }

    /// The ids of the stories that a calendar has.
    package var events: Set<String> { Set(entries.map(\.id)) }

    /// The entries of a calendar that are not over, as they are now.
    fileprivate func events(except known: Set<String>, notOverAt time: Date, in zone: TimeZone, now: Date) -> String {
        var written: Set<String> = []
        let entries = entries.filter { !known.contains($0.id) }
        let all = entries.flatMap { id, entry -> [(id: String, text: String)] in
            guard let event = current[id], !event.isOver(at: time) else { return [(id, entry)] }
            guard written.insert(id).inserted else { return [] }
            let own = entries.filter { $0.id == id }.map(\.text)
            return CalendarEntry.texts(of: event, after: time, in: zone, id: id, like: own).map { (id, $0) }
        }
        return all.filter { CalendarEntry.end(of: $0.text, in: zone).map { $0 > time } ?? true }.map { id, entry in
            let text = CalendarEntry.text(of: entry, isCancelled: cancellations[id], at: now)
            return "BEGIN:VEVENT\r\n\(text)END:VEVENT\r\n"
        }.joined()
    }

    /// The file with what `resent` has beside it.
    /// - Parameter created: when the digest was made that is delivered again.
    package func withResent(of created: Date, as format: Format, in zone: TimeZone, now: Date) -> Data {
        guard let text = texts.first, let other = texts.last else { return Data() }
        guard format == .ics else { return Data(AtomFeed.adding(other, since: created, to: text).utf8) }
        let end = CalendarEntry.lines(["END:VCALENDAR"])
        let head = text.components(separatedBy: "BEGIN:VEVENT")[0].replacing(literal: end, with: "")
        return Data((head + events(except: [], notOverAt: now, in: zone, now: now) + end).utf8)
    }
}

/// A date of an event as a VEVENT (RFC 5545, section 3.6.1). Not every program reads several dates of one entry.
private struct CalendarEntry {
    private let properties: [String]

    /// An entry for each date that is not over; if all are, for the last one.
    static func entries(of story: Story, _ event: Event, in digest: Digest) -> [CalendarEntry] {
        dates(of: event, after: digest.created).enumerated()
            .map { CalendarEntry(story, event, $1, isFirst: $0 == 0, of: digest) }
    }

    /// The entries of an event that was told before, for its dates by now.
    /// - Parameter known: its entries, of which the first has what all have in common. A date that has one keeps its id.
    static func texts(
        of event: Event, after time: Date, in home: TimeZone, id: String, like known: [String]
    ) -> [String] {
        let zone = zone(of: event) ?? home
        return dates(of: event, after: time).map { date in
            let times = times(of: date, zone)
            let own = known.first { $0.contains("\r\n\(times[0])\r\n") }
            let lines = (own ?? known[0]).components(separatedBy: "\r\n")
            let others = lines.filter { line in !["UID:", "DTSTART", "DTEND"].contains(where: line.hasPrefix) }
            let uid = own.flatMap { _ in lines.first { $0.hasPrefix("UID:") } } ?? uid(id, date)
            return ([uid] + times + others).joined(separator: "\r\n")
        }
    }

    /// The dates with a day, each once, that are not over; if all are, the last one.
    private static func dates(of event: Event, after time: Date) -> [(starts: Date, shown: Event.Occurrence)] {
        let upcoming = event.upcoming(after: time)
        var known: Set<Date> = []
        return (upcoming.isEmpty ? event.occurrences.suffix(1) : upcoming[...]).compactMap { date in
            date.starts.flatMap { known.insert($0).inserted ? ($0, date) : nil }
        }.prefix(mostDates).map(\.self)
    }

    /// The dates of one event: a month of days.
    private static let mostDates = 31

    private static func zone(of event: Event) -> TimeZone? { event.timeZone.flatMap(TimeZone.init(identifier:)) }

    private static func uid(_ id: String, _ date: (starts: Date, shown: Event.Occurrence)) -> String {
        "UID:\(id)-\(time(date.starts))@newsdigest"
    }

    /// The lines of the beginning and of the end.
    private static func times(of date: (starts: Date, shown: Event.Occurrence), _ zone: TimeZone) -> [String] {
        let (starts, isAllDay) = (date.starts, date.shown.isAllDay)
        let ends = date.shown.ends.map { max($0, starts) } ?? starts
        return [
            "DTSTART\(isAllDay ? ";VALUE=DATE:\(day(starts, zone))" : ":\(time(starts))")",
            // The end of a day is the beginning of the next one.
            isAllDay
                ? "DTEND;VALUE=DATE:\(day(dayAfter(ends, zone), zone))" : ends > starts ? "DTEND:\(time(ends))" : nil,
        ].compactMap(\.self)
    }

    private init(
        _ story: Story, _ event: Event, _ date: (starts: Date, shown: Event.Occurrence), isFirst: Bool,
        of digest: Digest
    ) {
        let zone = Self.zone(of: event) ?? TimeZone(identifier: digest.timeZone) ?? .gmt
        let place = [event.place, event.address].compactMap { $0?.cleanLine.nonEmpty }.joined(separator: ", ")
        let link = story.url.safeURL
        let price = event.isFree ? nil : event.price?.cleanLine
        let description = [story.summary.cleanText, price ?? "", link ?? ""]
            .filter { !$0.isEmpty }.joined(separator: "\n\n")
        // The first date keeps its id when it moves.
        let head = [isFirst ? "UID:\(story.id)@newsdigest" : Self.uid(story.id, date)] + Self.times(of: date, zone)
        let others = [
            "DTSTAMP:\(Self.time(digest.created))", Self.sequence(at: digest.created),
            "SUMMARY:\(Self.escaped(story.title.cleanLine))",
            place.isEmpty ? nil : "LOCATION:\(Self.escaped(place))",
            description.isEmpty ? nil : "DESCRIPTION:\(Self.escaped(description))",
            link.map { "URL:\($0)" }, Self.status(isCancelled: event.isCancelled), "TRANSP:TRANSPARENT",
        ]
        properties = head + others.compactMap(\.self)
    }

    var text: String { Self.lines(["BEGIN:VEVENT"] + properties + ["END:VEVENT"]) }

    /// An entry that was written before, as it is now.
    /// - Parameter isCancelled: nil if its state is that of the entry.
    static func text(of entry: String, isCancelled: Bool?, at now: Date) -> String {
        guard let new = isCancelled.map(status(isCancelled:)) else { return entry }
        let lines = entry.components(separatedBy: "\r\n")
        if lines.contains(new) { return entry }
        return lines.map { line in
            line.hasPrefix("STATUS:") ? new : line.hasPrefix("SEQUENCE:") ? sequence(at: now) : line
        }.joined(separator: "\r\n")
    }

    private static func status(isCancelled: Bool) -> String { "STATUS:\(isCancelled ? "CANCELLED" : "CONFIRMED")" }

    /// A later digest that tells an event again, because it moved or was cancelled, has a greater number.
    private static func sequence(at time: Date) -> String {
        "SEQUENCE:\(max(0, Int(time.timeIntervalSince1970 / 60) - firstMinute))"
    }

    static func sequence(of entry: String) -> Int {
        entry.firstMatch(of: /SEQUENCE:(\d+)/).flatMap { Int($0.1) } ?? 0
    }

    /// When an entry that was written before is over: its end, or a day after its start. A day begins in `zone`.
    static func end(of entry: String, in zone: TimeZone) -> Date? {
        let times = ["DTEND", "DTSTART"].lazy.compactMap { name -> Date? in
            guard let line = entry.components(separatedBy: "\r\n").first(where: { $0.hasPrefix(name) }),
                let value = line.split(separator: ":").last
            else { return nil }
            let isDay = value.count == 8
            let style = Date.ISO8601FormatStyle(timeZone: isDay ? zone : .gmt).year().month().day()
                .dateSeparator(.omitted)
            let date = try? Date(
                isDay ? "\(value)" : "\(value.prefix(15))Z",
                strategy: isDay ? style : style.time(includingFractionalSeconds: false).timeSeparator(.omitted))
            return name == "DTSTART" ? date.map { $0 + 86_400 } : date
        }
        return times.first
    }

    /// Minutes from 1970 to 2020: the numbers stay below the greatest one that programs read.
    private static let firstMinute = 26_297_280

    private static func time(_ date: Date) -> String {
        Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day().dateSeparator(.omitted)
            .time(includingFractionalSeconds: false).timeSeparator(.omitted).timeZone(separator: .omitted).format(date)
    }

    private static func day(_ date: Date, _ zone: TimeZone) -> String {
        Date.ISO8601FormatStyle(timeZone: zone).year().month().day().dateSeparator(.omitted).format(date)
    }

    /// The day after the last one. An event that ends at midnight does not take place on the day that begins.
    private static func dayAfter(_ end: Date, _ zone: TimeZone) -> Date {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let last = end - 1
        return calendar.date(byAdding: .day, value: 1, to: last) ?? last + 86_400
    }

    /// RFC 5545, section 3.3.11.
    static func escaped(_ text: String) -> String {
        text.replacing(literal: "\\", with: "\\\\").replacing(literal: ";", with: "\\;")
            .replacing(literal: ",", with: "\\,").replacing(literal: "\n", with: "\\n")
    }

    /// Lines of at most 75 bytes; a longer one goes on in the next after a space (RFC 5545, section 3.1).
    static func lines(_ lines: [String]) -> String {
        lines.map { line in
            var folded = ""
            var bytes = 0
            for scalar in line.unicodeScalars {
                let length = UTF8.width(scalar)
                if bytes + length > 75 {
                    folded += "\r\n "
                    bytes = 1
                }
                folded.unicodeScalars.append(scalar)
                bytes += length
            }
            return folded + "\r\n"
        }.joined()
    }
}
