import Foundation

/// Cuts a document into its events and time zones, so that libical reads one component at a time.
///
/// A component is passed on with the properties that newsdigest uses and without the components inside it, such as
/// alarms: of a time zone, those inside it are its rules. So nothing in a document makes libical recurse, and memory
/// is that of one component.
struct ComponentTexts {
    enum Kind { case event, timeZone }

    /// The name that the calendar gives itself.
    private(set) var name: String?
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

    /// The next component of a kind, as text for libical; nil at the end of the document.
    mutating func next(_ wanted: Kind) -> [UInt8]? {
        while lines.read(into: &line) {
            switch line.contentName {
            case "BEGIN":
                switch line.contentValue.uppercased() {
                case "VCALENDAR": break
                case "VEVENT" where wanted == .event: return component(keeping: Self.ofEvents, withParts: false)
                case "VTIMEZONE" where wanted == .timeZone: return component(keeping: Self.ofZones, withParts: true)
                default: skip()
                }
            // https://datatracker.ietf.org/doc/html/rfc7986#section-5.1
            case "X-WR-CALNAME", "NAME": name = name ?? line.contentValue.replacing("\\,", with: ",")
            default: break
            }
        }
        return nil
    }

    private mutating func component(keeping kept: Set<String>, withParts: Bool) -> [UInt8] {
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
                depth -= 1
            } else {
                guard hasRoom, kept.contains(name) else { continue }
            }
            text += line
            text += Self.end
        }
        return text
    }

    /// Skips to the end of the component that has just begun.
    private mutating func skip() {
        var depth = 1
        while depth > 0, lines.read(into: &line) {
            let name = line.contentName
            depth += name == "BEGIN" ? 1 : name == "END" ? -1 : 0
        }
    }

    private static let end = Array("\r\n".utf8)
    private static let ofEvents: Set = [
        "UID", "DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE", "EXRULE", "RECURRENCE-ID", "SEQUENCE",
        "STATUS", "SUMMARY", "DESCRIPTION", "LOCATION", "URL", "CATEGORIES",
    ]
    private static let ofZones: Set = ["TZID", "DTSTART", "RRULE", "RDATE", "TZOFFSETFROM", "TZOFFSETTO"]
}
