import Foundation
import Gather
import Languages
import Render
import Settings
import State
import Values

extension Statistics {
    /// - Parameters:
    ///   - configuration: the whole configuration.
    ///   - profile: the only profile or reader; nil for all. Its sources, its digests and its likes count.
    ///   - since: the beginning of the period. It begins at midnight.
    package init(
        _ configuration: Configuration, profile: String?, state: State, since: Date, now: Date,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) async throws {
        let readers = try await configuration.readers(profile, in: state, environment: environment)
        let timeZone = (readers.first ?? configuration).timeZone
        let time = LocalTime(language: .english, timeZone: timeZone, now: now)
        self.init(since: time.calendar.startOfDay(for: since), until: now)
        self.timeZone = timeZone
        let sources = try await Self.sources(of: readers, in: state, environment)
        let ids = profile == nil ? nil : Set(sources.keys)
        let counts = try state.itemCounts(since: self.since, profile: profile)
            .filter { ids?.contains($0.source) ?? true }
        self.sources = try Self.sources(
            sources, counts, state.opinionCounts(since: self.since, profile: profile), isComplete: ids == nil)
        days = Self.days(of: counts, from: self.since, to: now, time.calendar)
        try addGrowth(of: state)
        for date in try state.publicationTimes(since: self.since) {
            hours[time.calendar.component(.hour, from: date)] += 1
        }
        pages = try state.pageCounts(since: self.since)
        digests = try state.digestCount(since: self.since, profile: profile)
    }

    package func page() -> String { StatisticsPage(self).html }

    /// The configured sources by their ids, with their last faults.
    private static func sources(
        of readers: [Configuration], in state: State, _ environment: [String: String]
    ) async throws -> [String: Source] {
        let all = await readers.withDifferentSettings.sources(environment: environment)
        let records = try state.records(of: all.map(\.id))
        return Dictionary(
            uniqueKeysWithValues: all.map { source in
                let record = records[source.id]
                let name = source.shownName(record ?? SourceRecord()).cleanSentence
                let reason = record.flatMap { $0.streak > 0 ? $0.reason?.cleanSentence : nil }
                return (
                    source.id,
                    Source(name: name, fault: reason, failingSince: reason.flatMap { _ in record?.failingSince })
                )
            })
    }

    /// - Parameter isComplete: whether sources that are not configured are shown, too.
    private static func sources(
        _ configured: [String: Source], _ counts: [ItemCount], _ opinions: [String: (liked: Int, disliked: Int)],
        isComplete: Bool
    ) throws -> [Source] {
        var sources = configured
        for count in counts {
            sources[count.source, default: Source(name: count.name.cleanSentence)].counts.add(count.count, count.fate)
        }
        for (id, opinions) in opinions where sources[id] != nil {
            sources[id]?.liked = opinions.liked
            sources[id]?.disliked = opinions.disliked
        }
        return sources.values.sorted { (-$0.counts.all, $0.name) < (-$1.counts.all, $1.name) }
    }

    private static func days(
        of counts: [ItemCount], from start: Date, to now: Date, _ calendar: Calendar
    ) -> [Day] {
        var days: [Day] = []
        var next = start
        while next <= now, days.count < mostDays {
            days.append(Day(start: next))
            next = calendar.date(byAdding: .day, value: 1, to: next) ?? now + 1
        }
        for count in counts {
            guard let index = days.lastIndex(where: { $0.start <= count.seen }) else { continue }
            days[index].counts.add(count.count, count.fate)
        }
        return days
    }

    /// Ten years.
    private static let mostDays = 3660

    private mutating func addGrowth(of state: State) throws {
        for (seen, count) in try state.storedCounts(since: since) {
            if let index = days.lastIndex(where: { $0.start <= seen }) { days[index].stored += count }
        }
        var stored = try state.itemCount(before: since)
        for index in days.indices {
            stored += days[index].stored
            days[index].stored = stored
        }
    }
}

extension Statistics.Counts {
    fileprivate mutating func add(_ count: Int, _ fate: ItemFate) {
        switch fate {
        case .shown: shown += count
        case .joined: joined += count
        case .leftOut: leftOut += count
        }
    }
}
