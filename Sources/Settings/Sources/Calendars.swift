import Files
import Texts
import Values

extension Configuration {
    package var calendars: [Calendar] { (self[CalendarList.self] as? CalendarList)?.calendars ?? [] }

    /// A sentence on calendars that no run reads, because `sources` does not name them. Files from before there were
    /// calendars name all other kinds.
    package var unreadCalendars: String? { sentence(onUnread: CalendarList.self) }

    /// The sections that the events of a calendar may have.
    package func sections(of calendar: Calendar) -> Set<String> {
        Set([calendar.category]).union(categories.filter { !$0.value.from.isEmpty }.keys)
    }

    /// The events of an iCalendar document.
    package struct Calendar: Sendable, Equatable {
        /// `https:`, `http:` or `file:`. It is a secret: whoever knows it reads the calendar.
        package var url: SecretReference
        /// Nil for the calendar's own name.
        package var name: String?
        /// The section of its events.
        package var category = Category.events.name
        /// The number of days ahead.
        package var days = 7
        /// The greatest number of its events in a digest; nil for any.
        package var limit: Int?
        package var include: [Pattern] = []
        package var exclude: [Pattern] = []
        package var weight = 1.0
        /// Whether it is not read.
        package var isOff = false
    }
}

extension Configuration.Calendar: KeyedSettings {
    package static let initial = Self(url: .literal(Secret("")))
    package static let keys: [Key<Self>] = [
        Key("url", \.url, .secret.address(CalendarAddress.fault).required)
            .example(
                #""webcal://example.org/private/basic.ics"     # https:, http:, webcal: or file:///…"#,
                #""~/.config/newsdigest/work.calendar""#, #"["pass", "show", "calendar"]"#),
        Key("name", \.name, .line).example(#""Work""#, note: "the default is the calendar's own name"),
        Key("category", \.category, .section).note("the section of its events"),
        Key("days", \.days, .integer(1...366)).note("how many days ahead"),
        Key("limit", \.limit, .integer(1...1000))
            .example("20", note: "a digest shows at most this many of its events; the others wait"),
        Key("include", \.include, .patterns)
            .example(#"["talk"]"#, note: "only events that match one of these patterns"),
        Key("exclude", \.exclude, .patterns).example(#"["rehearsal"]"#),
        Key("weight", \.weight, .number(0...100)).example("1.5"),
        Key("off", \.isOff, .boolean).example("true", note: "do not read it"),
    ]

    /// The id of its source in the state. It is made of where the address is written, so that it tells nothing about it,
    /// and of the time zone, in which some of its times are.
    package func sourceID(in timeZone: String) -> String {
        "\(SourceKind.calendars.sourcePrefix)\(Identity.id(of: url.hashInput)):\(timeZone)"
    }

    /// The file that the configuration itself names. Its path is no secret: to hide its parts would hide other paths.
    var path: String? {
        if case .literal(let text) = url { text.reveal().pathOfFileURL } else { nil }
    }
}

package struct CalendarList: SourceSettings {
    package var calendars: [Configuration.Calendar]

    package static let kind = SourceKind.calendars
    package static let root = "calendars"
    package static let table = InnerTable(settings: Configuration.Calendar.self, isArray: true)

    package static func example(_ wishes: SourceWishes) -> String {
        """
        # Events from iCalendar files: your own calendar, a club, a timetable (docs/sources.md). Their addresses are secrets.
        #[[calendars]]
        \(Configuration.Calendar.lines(mark: "#"))
        """
    }

    package init?(of file: ConfigurationTable) throws {
        calendars = try file.value(Self.root, .tables()) ?? []
        if calendars.isEmpty { return nil }
    }

    package var summary: String? { calendars.filter { !$0.isOff }.nonEmpty?.count.counted("calendar") }
    package var sections: [String] { calendars.map(\.category) }

    package var secrets: [(name: String, reference: SecretReference)] {
        calendars.enumerated().filter { $1.path == nil }.map { ("calendars[\($0 + 1)].url", $1.url) }
    }

    package func sectionOrder(in node: TOMLNode) -> [(order: Int, names: [String])] {
        zip(node.elements, calendars).map { ($0.order, [$1.category].filter { $0 != Category.events.name }) }
    }

    package func idsOfOff(in configuration: Configuration) -> [String] {
        calendars.filter(\.isOff).map { $0.sourceID(in: configuration.timeZone) }
    }

    package func sectionedSources(in configuration: Configuration) -> [NotShown.Source] {
        calendars.enumerated().filter { !$1.isOff }.map { offset, calendar in
            NotShown.Source(
                id: calendar.sourceID(in: configuration.timeZone), calendar.name ?? "calendar \(offset + 1)",
                in: configuration.sections(of: calendar))
        }
    }
}

/// The address of a calendar. It is a secret as a whole.
package enum CalendarAddress {
    /// The address to request: `webcal:` is `https:` for programs that subscribe to calendars.
    package static func requested(_ text: String) -> String {
        let scheme = ["webcal:", "webcals:"].first(where: text.lowercased().hasPrefix)
        return scheme.map { "https:" + text.dropFirst($0.count) } ?? text
    }

    /// What is wrong with it; nil if nothing is. It may have a user name and a password.
    package static func fault(in text: String) -> String? {
        urlFault(requested(text).withoutUserInfo, schemes: ["https", "http", "webcal", "file"])
    }
}
