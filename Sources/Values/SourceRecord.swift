import Foundation

/// What is remembered of one source from run to run.
///
/// It is committed together with the items of the same answer, so that no validator can hide an item
/// that was never stored.
package struct SourceRecord: Codable, Sendable, Equatable {
    /// Why the source is not to be asked before `nextAllowed`.
    package enum Wait: String, Codable, Sendable {
        case retryAfter, cacheControl, timeToLive, tooManyRequests, quota
    }

    /// A permanent redirect (301 or 308), followed in every run but believed only after several.
    package struct Move: Codable, Sendable, Equatable {
        package var to: String
        package var sightings: Int
        package var firstSeen: Date

        package init(to: String, sightings: Int, firstSeen: Date) {
            self.to = to
            self.sightings = sightings
            self.firstSeen = firstSeen
        }
    }

    /// The validators, verbatim (RFC 9110, section 8.8).
    package var etag: String?
    package var lastModified: String?
    /// When the last answer with a body came; since then only 304.
    package var lastBody: Date?
    /// The first moment at which the source may be asked again.
    package var nextAllowed: Date?
    package var wait: Wait?
    /// The feed's own word on how long it does not change, in minutes (RSS 2.0, `ttl`).
    package var timeToLive: Int?
    /// Hours (0-23, GMT) and days (`Monday`…) at which the feed does not want to be asked (RSS 2.0).
    package var skipHours: [Int]
    package var skipDays: [String]
    package var moved: Move?
    /// Since when the source is not asked because it answered 410.
    package var pausedSince: Date?
    /// The first answer ever that could be used.
    package var started: Date?
    /// The last answer that could be used, 304 included.
    package var lastSuccess: Date?
    package var failingSince: Date?
    /// Failures in a row.
    package var streak: Int
    /// The reason of the last failure of the current streak.
    package var reason: String?
    /// The same for other languages. Nil in what older versions stored.
    package var cause: FailureCause?
    /// How many items it publishes a day, as its last full answer shows.
    package var itemsADay: Double?
    /// What it calls itself.
    package var title: String?
    /// The limits that the texts of its last answer passed, by name: they were said.
    package var passedLimits: [String]?

    package init(
        etag: String? = nil, lastModified: String? = nil, lastBody: Date? = nil, nextAllowed: Date? = nil,
        wait: Wait? = nil, timeToLive: Int? = nil, skipHours: [Int] = [], skipDays: [String] = [],
        moved: Move? = nil, pausedSince: Date? = nil, started: Date? = nil, lastSuccess: Date? = nil,
        failingSince: Date? = nil, streak: Int = 0, reason: String? = nil, cause: FailureCause? = nil,
        itemsADay: Double? = nil, title: String? = nil
    ) {
        self.etag = etag
        self.lastModified = lastModified
        self.lastBody = lastBody
        self.nextAllowed = nextAllowed
        self.wait = wait
        self.timeToLive = timeToLive
        self.skipHours = skipHours
        self.skipDays = skipDays
        self.moved = moved
        self.pausedSince = pausedSince
        self.started = started
        self.lastSuccess = lastSuccess
        self.failingSince = failingSince
        self.streak = streak
        self.reason = reason
        self.cause = cause
        self.itemsADay = itemsADay
        self.title = title
    }

    /// A source counts as broken, and is named, from this many failures in a row.
    static let brokenStreak = 3

    package var isBroken: Bool { streak >= Self.brokenStreak }
}
