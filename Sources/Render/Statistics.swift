import Foundation
import State

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
