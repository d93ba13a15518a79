import Addresses
import Foundation
import Texts
import Values

extension Digest {
    /// The events of the digest as iCalendar (RFC 5545), with those of earlier digests that are not over if the file is a
    /// rolling one. Each event has its next time. An event without a day is left out.
    func calendar(_ options: RenderOptions) -> String {
        let events = stories.compactMap { story in story.item.event.flatMap { CalendarEntry(story, $0, of: self) } }
        let earlier = options.rolling?.earlier.map { String(decoding: $0, as: UTF8.self) } ?? ""
        let known = Set(events.map(\.uid))
        let zone = TimeZone(identifier: timeZone) ?? .gmt
        let others = earlier.components(separatedBy: "BEGIN:VEVENT\r\n").dropFirst().compactMap { part -> String? in
            guard let end = part.range(of: "END:VEVENT\r\n") else { return nil }
            let entry = String(part[..<end.lowerBound])
            guard let uid = entry.firstMatch(of: /UID:([^\r\n]*)/)?.1, !known.contains(String(uid)),
                CalendarEntry.end(of: entry, in: zone).map({ $0 > created }) ?? true
            else { return nil }
            return "BEGIN:VEVENT\r\n\(entry)END:VEVENT\r\n"
        }
        let head = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//newsdigest//newsdigest \(version)//EN", "CALSCALE:GREGORIAN",
            "METHOD:PUBLISH", "X-WR-CALNAME:\(CalendarEntry.escaped(title.cleanLine))",
        ]
        return CalendarEntry.lines(head) + events.map(\.text).joined() + others.joined()
            + CalendarEntry.lines(["END:VCALENDAR"])
    }

    /// Whether a calendar of the digest has an entry.
    var hasEvents: Bool {
        stories.contains { story in story.item.event.flatMap { CalendarEntry(story, $0, of: self) } != nil }
    }
}

/// An event as a VEVENT (RFC 5545, section 3.6.1).
private struct CalendarEntry {
    let uid: String
    private let properties: [String]

    /// Nil for an event without a day.
    init?(_ story: Story, _ event: Event, of digest: Digest) {
        guard let shown = event.shown(at: digest.created), let starts = shown.starts else { return nil }
        uid = "\(story.id)@newsdigest"
        let zone = event.timeZone.flatMap(TimeZone.init(identifier:)) ?? TimeZone(identifier: digest.timeZone) ?? .gmt
        let ends = shown.ends.map { max($0, starts) } ?? starts
        let place = [event.place, event.address].compactMap { $0?.cleanLine.nonEmpty }.joined(separator: ", ")
        let link = story.url.safeURL
        let price = event.isFree ? nil : event.price?.cleanLine
        let description = [story.summary.cleanText, price ?? "", link ?? ""]
            .filter { !$0.isEmpty }.joined(separator: "\n\n")
        properties = [
            "UID:\(uid)", "DTSTAMP:\(Self.time(digest.created))",
            // A later digest that tells it again, because it moved or was cancelled, has a greater number.
            "SEQUENCE:\(max(0, Int(digest.created.timeIntervalSince1970 / 60) - Self.firstMinute))",
            "DTSTART\(shown.isAllDay ? ";VALUE=DATE:\(Self.day(starts, zone))" : ":\(Self.time(starts))")",
            // The end of a day is the beginning of the next one.
            shown.isAllDay
                ? "DTEND;VALUE=DATE:\(Self.day(Self.dayAfter(ends, zone), zone))"
                : ends > starts ? "DTEND:\(Self.time(ends))" : nil,
            "SUMMARY:\(Self.escaped(story.title.cleanLine))",
            place.isEmpty ? nil : "LOCATION:\(Self.escaped(place))",
            description.isEmpty ? nil : "DESCRIPTION:\(Self.escaped(description))",
            link.map { "URL:\($0)" }, "STATUS:\(event.isCancelled ? "CANCELLED" : "CONFIRMED")", "TRANSP:TRANSPARENT",
        ].compactMap(\.self)
    }

    var text: String { Self.lines(["BEGIN:VEVENT"] + properties + ["END:VEVENT"]) }

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
