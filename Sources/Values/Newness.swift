import Foundation
import Texts

/// Decides which articles are too old for one profile.
///
/// In a source that newsdigest knows, an item is new from the moment when it is first seen. It is too old when it was
/// first seen more than `maxAge` ago and has competed in a digest. Where newsdigest cannot know that an item is new, its
/// publication counts instead.
package struct Newness: Sendable, Equatable {
    /// The age limit in seconds.
    package var maxAge: TimeInterval
    /// When each source gave its first usable answer, by `Item.sourceID`. That answer is not new.
    package var started: [String: Date] = [:]
    /// The sources whose answers are not ordered by time, by `Item.sourceID`.
    package var searches: Set<String> = []
    /// The digests that each source could enter, by `Item.sourceID`.
    private var attendances: [String: Choices.Attendance] = [:]
    /// The items that compete once more, by their numbers.
    private var again: Set<Int64> = []
    /// Since when the items of a source stand alone, by `Item.sourceID`.
    private var alone: [String: Date] = [:]

    /// An item that was published more than this number of seconds before it was first seen is not new.
    private static let longestDelay: TimeInterval = 30 * 86_400
    /// The seconds from the first digest to the next.
    private static let firstInterval: TimeInterval = 86_400
    /// The greatest tolerance in seconds.
    private static let longestLateness: TimeInterval = 15 * 60

    package init(maxAge: TimeInterval) {
        self.maxAge = maxAge
    }

    package init(maxAge: TimeInterval, _ choices: Choices, sources: some Sequence<String>) {
        self.init(maxAge: maxAge)
        for source in sources { attendances[source] = choices.attendance(of: source) }
        again = Set(choices.again)
    }

    /// Lets the items of some sources stand alone: they are entries of their own, and wait until they were shown.
    /// - Parameter now: counts for a source of which no digest was chosen since its items stand alone.
    package mutating func letStandAlone(_ sources: Set<String>, at now: Date) {
        for source in sources {
            alone[source] = attendances[source].map { $0.ungrouped ?? now.wholeSeconds }
        }
    }

    /// Whether an item stands alone: it was first seen since its source is not grouped, and after the first digest that
    /// the source could enter.
    package func standsAlone(_ item: Candidate) -> Bool {
        guard let since = alone[item.item.sourceID], let first = attendances[item.item.sourceID]?.first else {
            return false
        }
        return item.firstSeen >= since && item.firstSeen > first
    }

    /// Why an article is too old; nil if it is not.
    /// - Parameter sections: the sections that it may belong to.
    package func tooOld(_ article: Candidate, sections: [String], at now: Date) -> Decision? {
        if again.contains(article.number) { return nil }
        if let reason = reasonForPublication(of: article, at: now) {
            return isOver(article.date, at: now - lateness) ? .tooOld(article.date, reason) : nil
        }
        if standsAlone(article) { return nil }
        let isOld = isOver(article.firstSeen, at: now - lateness) && hasCompeted(article, sections: sections)
        return isOld ? .tooOld(article.firstSeen, .firstSeen) : nil
    }

    /// Whether an item was there when the profile chose a digest that its source could enter. An item that competes once
    /// more counts as one that was not.
    /// - Parameter sections: the sections that it may belong to.
    package func hasCompeted(_ item: Candidate, sections: [String]) -> Bool {
        guard !again.contains(item.number), let attendance = attendances[item.item.sourceID] else { return false }
        return attendance.had(item, sections: sections)
    }

    /// Whether an article that is not shown now can be in the next digest, if that is made after as long a time as
    /// passed since the last one.
    package func lasts(_ article: Candidate, sections: [String], after now: Date) -> Bool {
        if standsAlone(article) { return true }
        let last = attendances[article.item.sourceID]?.last(for: sections)
        let next = now + max(0, last.map(now.timeIntervalSince) ?? Self.firstInterval)
        let isPublication = [.published, .search, .longBefore].contains(reasonForPublication(of: article, at: now))
        // The next run may be late, too.
        return !isOver(isPublication ? article.date : article.firstSeen, at: next - lateness / 2)
    }

    /// Whether the age limit has passed since a date.
    private func isOver(_ date: Date, at now: Date) -> Bool { now.timeIntervalSince(date) > maxAge }

    /// For so many seconds a run may be late before anything is too old. Cron starts a run some seconds after its time,
    /// or minutes, never the same. Without a tolerance, a `maxAge` of two days would be two runs on one day and three on
    /// another.
    private var lateness: TimeInterval { min(Self.longestLateness, maxAge / 24) }

    /// Why the publication of an article counts, and not when it was first seen. Nil if it does not count.
    private func reasonForPublication(of article: Candidate, at now: Date) -> Decision.AgeReason? {
        let source = article.item.sourceID
        if searches.contains(source) { return .search }
        // A start or a first digest that is still to come was made by a clock that was wrong. What was first seen by now
        // came after it.
        func came(after time: Date) -> Bool { article.firstSeen > time || time > now && article.firstSeen <= now }
        guard let started = started[source], came(after: started) else { return .published }
        if article.firstSeen.timeIntervalSince(article.date) > Self.longestDelay { return .longBefore }
        guard let first = attendances[source]?.first else { return .firstDigest }
        // It was too old for the first digest that its source could enter.
        let wasOld = !came(after: first) && isOver(article.date, at: min(first, now) - lateness)
        return wasOld ? .firstDigest : nil
    }

    /// The earliest time at which a source may have contained an item that is not too old now.
    package func earliest(of source: String, at now: Date) -> Date {
        let young = now - maxAge - lateness
        return attendances[source]?.earliest.map { min($0, young) } ?? young
    }
}

/// What a profile's digests were chosen from, and what waits for the next one.
///
/// By this, `Newness` knows which items have competed in a digest. It is stored in the same commit as the digest.
package struct Choices: Sendable, Hashable, Codable {
    /// One run that chose a digest, even if there was nothing to choose.
    package struct Choice: Sendable, Hashable, Codable {
        package var time: Date
        /// The number of the newest item of the state at that time; nil in a state of an earlier version. The clocks of
        /// two machines differ, and a clock may be wrong, but a later item always has a higher number.
        package var newest: Int64?
        /// Items that were published before this time were kept out (`--since`).
        package var since: Date?
        /// The only sections of the digest (`--category`); nil for all that the profile has.
        package var sections: [String]?

        package init(at time: Date, newest: Int64? = nil, since: Date? = nil, sections: [String]? = nil) {
            self.time = time
            self.newest = newest
            self.since = since
            self.sections = sections
        }
    }

    /// The digests that some sources could enter.
    fileprivate struct Attendance: Sendable, Hashable, Codable {
        /// When the first of these digests was chosen.
        var first: Date
        /// The last choices. An earlier one is kept only if it let in what the later ones kept out.
        var choices: [Choice]
        /// When the first digest was chosen since the items of these sources are entries of their own; nil if they are
        /// grouped.
        var ungrouped: Date?
    }

    private struct Group: Sendable, Hashable, Codable {
        var attendance: Attendance
        /// The hashes of the sources' ids.
        var sources: [Int64]
    }

    private var groups: [Group] = []
    /// What counts for every source: the last digest of a state of an earlier version.
    private var everySource: Attendance?
    /// The items that compete once more, whatever their age: those of a digest that was given up, and those that a
    /// digest made with `--since` promised.
    package var again: [Int64] = []
    /// The items that led the stories which did not fit.
    package var queued: [Int64] = []
    /// The items that the last digest counted as left out.
    package var told: [Int64] = []
    /// The items that were left out since then.
    package var untold: [Int64] = []
    /// The items that were found to tell a story which was sent, by the id of that story. Nil in a state of an earlier
    /// version.
    package var recognised: [String: [Int64]]?

    package init() {}

    /// - Parameter lastDigest: when an earlier version made the last digest of the profile.
    package init(lastDigest: Date) {
        everySource = Attendance(first: lastDigest, choices: [Choice(at: lastDigest)])
    }

    /// When an earlier version made the last digest; nil once this version has chosen one.
    package var lastOfEarlierVersions: Date? { groups.isEmpty ? everySource?.choices.last?.time : nil }

    fileprivate func attendance(of source: String) -> Attendance? { attendance(ofHash: StableHash.hash(source)) }

    /// When the first digest was chosen that a source could enter; nil if there was none.
    package func first(of source: String) -> Date? { attendance(of: source)?.first }

    private func attendance(ofHash hash: Int64) -> Attendance? {
        groups.first { $0.sources.contains(hash) }?.attendance ?? everySource
    }

    /// - Parameters:
    ///   - sources: the sources that could enter the digest.
    ///   - configured: the sources that the configuration lets in. The others are forgotten.
    ///   - ungrouped: the sources whose items are entries of their own.
    package mutating func add(
        _ choice: Choice, of sources: Set<String>, configured: Set<String>, ungrouped: Set<String> = []
    ) {
        var all: [Attendance: [Int64]] = [:]
        for source in configured.union(sources) {
            let hash = StableHash.hash(source)
            var attendance = attendance(ofHash: hash)
            if sources.contains(source) {
                var known = attendance ?? Attendance(first: choice.time, choices: [])
                known.add(choice)
                known.ungrouped = known.ungrouped ?? choice.time
                attendance = known
            }
            if !ungrouped.contains(source) { attendance?.ungrouped = nil }
            if let attendance { all[attendance, default: []].append(hash) }
        }
        groups = all.map { Group(attendance: $0, sources: $1.sorted()) }.sorted { $0.sources[0] < $1.sources[0] }
        everySource = nil
    }

    package mutating func forget(_ item: Int64) {
        for list in [\Self.again, \.queued, \.told, \.untold] { self[keyPath: list].removeAll { $0 == item } }
        recognised = recognised?.mapValues { items in items.filter { $0 != item } }
    }
}

extension Choices.Attendance {
    /// The greatest number of choices, and the seconds for which one is kept.
    private static let most = 16
    private static let memory: TimeInterval = 90 * 86_400

    fileprivate mutating func add(_ choice: Choices.Choice) {
        choices.removeAll { choice.lets(inAllOf: $0) || choice.time.timeIntervalSince($0.time) > Self.memory }
        choices = (choices + [choice]).suffix(Self.most)
    }

    /// When one of these sections could last enter a digest.
    fileprivate func last(for sections: [String]) -> Date? { relevant(for: sections).map(\.time).max() }

    /// The earliest of the times after which an item may have been first seen without having been there.
    fileprivate var earliest: Date? { choices.map(\.time).min() }

    /// Whether an item was there in one of the choices.
    fileprivate func had(_ item: Candidate, sections: [String]) -> Bool {
        relevant(for: sections).contains { choice in
            choice.time >= item.firstSeen && choice.newest.map { item.number <= $0 } ?? true
                && choice.since.map { item.date >= $0 } ?? true
        }
    }

    /// The choices that named one of these sections; all if none did: then the source counts, and not the section.
    private func relevant(for sections: [String]) -> [Choices.Choice] {
        let own = choices.filter { $0.sections.map { !Set($0).isDisjoint(with: sections) } ?? true }
        return own.isEmpty ? choices : own
    }
}

extension Choices.Choice {
    /// Whether everything that was there in an earlier choice was there in this one, too.
    fileprivate func lets(inAllOf other: Self) -> Bool {
        let hasSections = sections.map { own in other.sections.map { Set(own).isSuperset(of: $0) } ?? false } ?? true
        let hasDates = since.map { own in other.since.map { own <= $0 } ?? false } ?? true
        let hasItems = newest.map { own in other.newest.map { own >= $0 } ?? true } ?? true
        return hasSections && hasDates && hasItems
    }
}
