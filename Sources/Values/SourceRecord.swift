import Foundation

/// What is remembered of one source from run to run.
///
/// The record is committed together with the items of the same answer. So a validator can never hide an item that
/// was not stored.
package struct SourceRecord: Codable, Sendable, Equatable {
    /// Why the source must not be requested before `nextAllowed`.
    package enum Wait: String, Codable, Sendable {
        case retryAfter, cacheControl, timeToLive, tooManyRequests, quota
    }

    /// A permanent redirect (301 or 308). Every run follows it, but it is believed only after several runs.
    package struct Move: Codable, Sendable, Equatable {
        package var to: String
        package var sightings: Int

        package init(to: String, sightings: Int) {
            self.to = to
            self.sightings = sightings
        }
    }

    /// The validators, verbatim (RFC 9110, section 8.8).
    package var etag: String?
    package var lastModified: String?
    /// When the last answer that was read arrived. All later answers were 304, or the same bytes.
    package var lastBody: Date?
    /// The hash of that answer, with what decided how it was read. Nil when the next answer must be read in any case.
    package var lastAnswer: String?
    /// The earliest time at which the source may be requested again.
    package var nextAllowed: Date?
    package var wait: Wait?
    /// A source that failed is not requested before this time, whatever its server allows.
    package var backsOffUntil: Date?
    /// For how many minutes the feed does not change, as the feed itself says (RSS 2.0, `ttl`).
    package var timeToLive: Int?
    /// Hours (0-23, GMT) and days (`Monday`…) at which the feed must not be requested (RSS 2.0).
    package var skipHours: [Int] = []
    package var skipDays: [String] = []
    package var moved: Move?
    /// When the source answered 410. Since then it is not requested.
    package var pausedSince: Date?
    /// The time of the first usable answer.
    package var started: Date?
    /// The time of the last usable answer; 304 counts too.
    package var lastSuccess: Date?
    /// The time of the last request, whatever came of it. Nil in a record of an older version.
    package var lastRequest: Date?
    package var failingSince: Date?
    /// The number of failures in a row.
    package var streak = 0
    /// The reason of the last of these failures.
    package var reason: String?
    /// The cause of the last of these failures, for other languages. Nil in a record of an older version.
    package var cause: FailureCause?
    /// How many runs in a row ended while they read or stored the source. Nil if the last reading was finished.
    package var unfinished: Int?
    /// How many items the source publishes a day. It is calculated from the last full answer.
    package var itemsADay: Double?
    /// The source's own title.
    package var title: String?
    /// Until when no event is missing in the last answer of a calendar that was read.
    package var reach: Date?
    /// The names of the limits that the last answer exceeded. The user was told of them.
    package var passedLimits: [String]?
    /// What its answers have shown of its habits (`SourceProfile.lines`).
    package var profile: String?
    /// The names (hashes) of the first and the last entry of a feed without all dates.
    package var ends: [Int64]?
    /// Whether such a feed adds its new entries at the end. Nil if that is not known.
    package var isAppended: Bool?

    package init() {}

    /// After this number of failures in a row, a source counts as broken and is named.
    package static let brokenStreak = 3

    package var isBroken: Bool { streak >= Self.brokenStreak }
}
