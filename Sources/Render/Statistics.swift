import Foundation
import Languages
import State
import Texts
import Values

/// What the sources brought in a period, and what became of it.
package struct Statistics: Sendable, Equatable, Encodable {
    /// Numbers of items.
    package struct Counts: Sendable, Equatable {
        /// Those that led a story of a digest, those that stood under one, and those that were in no digest.
        package var shown = 0
        package var joined = 0
        package var leftOut = 0

        package var all: Int { shown + joined + leftOut }
    }

    package struct Source: Sendable, Equatable {
        package var name: String
        package var counts = Counts()
        package var liked = 0
        package var disliked = 0
        /// Why it failed when it was last asked, and since when.
        var fault: String?
        var failingSince: Date?

        package init(name: String, fault: String? = nil, failingSince: Date? = nil) {
            (self.name, self.fault, self.failingSince) = (name, fault, failingSince)
        }

        /// The columns of a table for people, and their numbers.
        static let columns = ["items", "shown", "joined", "left out", "liked"]
        var numbers: [Int] { [counts.all, counts.shown, counts.joined, counts.leftOut, liked] }
    }

    package struct Day: Sendable, Equatable {
        /// Midnight in the reader's time zone.
        package var start: Date
        package var counts = Counts()
        /// The number of items in the state at the end of the day.
        package var stored = 0

        package init(start: Date) { self.start = start }
    }

    package var since: Date
    package var until: Date
    /// The sources, those with most items first.
    package var sources: [Source] = []
    /// All days of the period.
    package var days: [Day] = []
    /// The days from the first one on which the state had an item.
    var shownDays: [Day] { Array(days.drop { $0.stored == 0 && $0.counts.all == 0 }) }
    /// The numbers of items that were published in each hour of the day.
    package var hours = Array(repeating: 0, count: 24)
    package var digests = 0
    /// The pages that were asked for their articles.
    package var pages = PageCounts()
    /// An identifier of the time zone database.
    package var timeZone = "UTC"

    package init(since: Date, until: Date) { (self.since, self.until) = (since, until) }

    var all: Counts { sources.reduce(into: Counts()) { $0.add($1.counts) } }
    var liked: Int { sources.reduce(0) { $0 + $1.liked } }
}

extension Statistics.Counts {
    mutating func add(_ other: Self) {
        shown += other.shown
        joined += other.joined
        leftOut += other.leftOut
    }
}

extension Statistics {
    private enum CodingKeys: String, CodingKey {
        case since, until, digests, items, shown, joined, liked, sources, days, hours, pages
        case leftOut = "left_out"
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(since, forKey: .since)
        try container.encode(until, forKey: .until)
        try container.encode(digests, forKey: .digests)
        try container.encode(all.all, forKey: .items)
        try container.encode(all.shown, forKey: .shown)
        try container.encode(all.joined, forKey: .joined)
        try container.encode(all.leftOut, forKey: .leftOut)
        try container.encode(liked, forKey: .liked)
        try container.encode(sources, forKey: .sources)
        try container.encode(days.map { Day.Row($0, timeZone) }, forKey: .days)
        try container.encode(hours, forKey: .hours)
        try container.encode(pages, forKey: .pages)
    }
}

extension Statistics.Source: Encodable {
    private enum CodingKeys: String, CodingKey {
        case name, items, shown, joined, liked, disliked, fault
        case leftOut = "left_out"
        case failingSince = "failing_since"
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(counts.all, forKey: .items)
        try container.encode(counts.shown, forKey: .shown)
        try container.encode(counts.joined, forKey: .joined)
        try container.encode(counts.leftOut, forKey: .leftOut)
        try container.encode(liked, forKey: .liked)
        try container.encode(disliked, forKey: .disliked)
        // Null, and not missing.
        try container.encode(fault, forKey: .fault)
        try container.encode(failingSince, forKey: .failingSince)
    }
}

extension Statistics.Day {
    /// A day in JSON: `{"day": "2026-11-21", …}`.
    fileprivate struct Row: Encodable {
        var day: String
        var items, shown, joined, leftOut, stored: Int

        private enum CodingKeys: String, CodingKey {
            case day, items, shown, joined, stored
            case leftOut = "left_out"
        }

        init(_ day: Statistics.Day, _ timeZone: String) {
            let style = Date.ISO8601FormatStyle(timeZone: TimeZone(identifier: timeZone) ?? .gmt)
            self.day = day.start.formatted(style.year().month().day())
            (items, shown, joined) = (day.counts.all, day.counts.shown, day.counts.joined)
            (leftOut, stored) = (day.counts.leftOut, day.stored)
        }
    }
}

extension Statistics {
    /// The statistics for people, as lines of at most `width` columns with bars.
    package func lines(width: Int) -> [String] {
        let time = LocalTime(language: .english, timeZone: timeZone, now: until)
        let head = sentence(time).lines(ofColumns: width)
        guard all.all > 0 || !sources.isEmpty else { return head }
        let dayRows = shownDays.map { (time.shortDay($0.start), $0.counts.all) }
        let hourRows = hours.enumerated().map { (String(format: "%02d", $0.offset), $0.element) }
        let storedRows = shownDays.map { (time.shortDay($0.start), $0.stored) }
        return head + [""] + sourceLines(width) + faultLines(time, width)
            + Self.bars("ITEMS BY DAY", dayRows, width) + Self.bars("PUBLISHED BY HOUR", hourRows, width)
            + Self.bars("ITEMS IN THE STATE", storedRows, width)
    }

    /// `since 22 Oct 2026: 5 items from 2 sources, 3 digests; …`
    func sentence(_ time: LocalTime) -> String {
        let counts = all
        let asked = pages.articles + pages.without
        let articles = asked == 0 ? "" : ", \(asked.counted("page")) asked, \(pages.without) without an article"
        return "since \(time.format(since, \.shortWithYear)): "
            + "\(counts.all.counted("item")) from \(sources.count.counted("source")), \(digests.counted("digest")); "
            + "\(counts.shown) shown, \(counts.joined) joined, \(counts.leftOut) left out, \(liked) liked\(articles)"
    }

    private func sourceLines(_ width: Int) -> [String] {
        let numbers = sources.map { $0.numbers.map { "\($0)" } }
        let columns = Source.columns.map { $0.uppercased() }
        let widths = columns.indices.map { column in
            max(columns[column].count, numbers.map { $0[column].count }.max() ?? 0)
        }
        let most = sources.map(\.counts.all).max() ?? 0
        let longest = min(32, sources.map { $0.name[...].columns }.max() ?? 0)
        let room = width - max(6, longest) - widths.reduce(0) { $0 + $1 + 2 } - 2
        let cells = zip([columns] + numbers, [nil] + sources.map(Optional.some)).map { row, source in
            [source.map { $0.name.cut(toColumns: 32) } ?? "SOURCE"]
                + zip(row, widths).map { String(repeating: " ", count: $1 - $0.count) + $0 }
                + [source.map { Self.bar($0.counts.all, of: most, columns: min(40, room)) } ?? ""]
        }
        return cells.aligned(within: width).map(\.trimmedEnd)
    }

    private func faultLines(_ time: LocalTime, _ width: Int) -> [String] {
        let faults = sources.compactMap { source in
            source.fault.map { fault in
                let since = source.failingSince.map { " since \(time.shortDay($0))" } ?? ""
                return "\(source.name) has failed\(since): \(fault)"
            }
        }
        return faults.isEmpty ? [] : [""] + faults.flatMap { $0.lines(ofColumns: width) }
    }

    /// A heading, and a line with a bar for each row.
    private static func bars(_ title: String, _ rows: [(label: String, value: Int)], _ width: Int) -> [String] {
        let most = rows.map(\.value).max() ?? 0
        guard most > 0 else { return [] }
        let labels = rows.map { $0.label[...].columns }.max() ?? 0
        let room = width - labels - "\(most)".count - 4
        return ["", title]
            + rows.map { row in
                let label = row.label + String(repeating: " ", count: labels - row.label[...].columns)
                let bar = bar(row.value, of: most, columns: min(60, room))
                return "\(label)  \(bar)\(bar.isEmpty ? "" : " ")\(row.value)"
            }
    }

    /// Blocks of eighths of a column, so that small differences show.
    private static func bar(_ value: Int, of most: Int, columns: Int) -> String {
        guard value > 0, most > 0, columns > 0 else { return "" }
        let eighths = max(1, 8 * columns * value / most)
        let rest = eighths % 8
        return String(repeating: "█", count: eighths / 8)
            + (rest == 0 ? "" : ["▏", "▎", "▍", "▌", "▋", "▊", "▉"][rest - 1])
    }
}

extension String {
    fileprivate var trimmedEnd: String { String(scalars: unicodeScalars.reversed().drop { $0 == " " }.reversed()) }
}
