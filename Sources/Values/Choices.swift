import Foundation
import Texts

/// What a profile's digests were chosen from, and what waits for the next one.
///
/// By this, `Newness` knows which items have competed in a digest. It is stored in the same commit as the digest.
package struct Choices: Sendable, Hashable, Codable {
    /// One run that chose a digest, even if there was nothing to choose.
    package struct Choice: Sendable, Hashable, Codable {
        package var time: Date
        /// Items that were published before this time were kept out (`--since`).
        package var since: Date?
        /// The only sections of the digest (`--category`); nil for all that the profile has.
        package var sections: [String]?

        package init(at time: Date, since: Date? = nil, sections: [String]? = nil) {
            self.time = time
            self.since = since
            self.sections = sections
        }
    }

    /// The digests that some sources could enter.
    package struct Attendance: Sendable, Hashable, Codable {
        /// When the first of these digests was chosen.
        package var first: Date
        /// The last choices. An earlier one is kept only if it let in what the later ones kept out.
        package var choices: [Choice]
        /// When the first digest was chosen since the items of these sources are entries of their own; nil if they are
        /// grouped.
        package var ungrouped: Date?

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

    package init() {}

    /// - Parameter lastDigest: when an earlier version made the last digest of the profile.
    package init(lastDigest: Date) {
        everySource = Attendance(first: lastDigest, choices: [Choice(at: lastDigest)])
    }

    /// When an earlier version made the last digest; nil once this version has chosen one.
    package var lastOfEarlierVersions: Date? { groups.isEmpty ? everySource?.choices.last?.time : nil }

    package func attendance(of source: String) -> Attendance? { attendance(ofHash: StableHash.hash(source)) }

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
    package func last(for sections: [String]) -> Date? { relevant(for: sections).map(\.time).max() }

    /// The earliest of the times after which an item may have been first seen without having been there.
    package var earliest: Date? { choices.map(\.time).min() }

    /// Whether an item was there in one of the choices.
    package func had(firstSeen: Date, published: Date, sections: [String]) -> Bool {
        relevant(for: sections).contains { $0.time >= firstSeen && ($0.since.map { published >= $0 } ?? true) }
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
        return hasSections && hasDates
    }
}
