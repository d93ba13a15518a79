import Foundation

/// What is remembered of one source from run to run.
///
/// It is committed together with the items of the same answer, so that no validator can hide an item
/// that was never stored.
public struct SourceRecord: Codable, Sendable, Equatable {
    /// Why the source is not to be asked before `nextAllowed`.
    public enum Wait: String, Codable, Sendable {
        case retryAfter, cacheControl, timeToLive, tooManyRequests, quota
    }

    /// A permanent redirect (301 or 308), followed in every run but believed only after several.
    public struct Move: Codable, Sendable, Equatable {
        public var to: String
        public var sightings: Int
        public var firstSeen: Date

        public init(to: String, sightings: Int, firstSeen: Date) {
            self.to = to
            self.sightings = sightings
            self.firstSeen = firstSeen
        }
    }

    /// The validators, verbatim (RFC 9110, section 8.8).
    public var etag: String?
    public var lastModified: String?
    /// When the last answer with a body came; since then only 304.
    public var lastBody: Date?
    /// The first moment at which the source may be asked again.
    public var nextAllowed: Date?
    public var wait: Wait?
    /// The feed's own word on how long it does not change, in minutes (RSS 2.0, `ttl`).
    public var timeToLive: Int?
    /// Hours (0-23, GMT) and days (`Monday`…) at which the feed does not want to be asked (RSS 2.0).
    public var skipHours: [Int]
    public var skipDays: [String]
    public var moved: Move?
    /// Since when the source is not asked because it answered 410.
    public var pausedSince: Date?
    /// The first answer ever that could be used.
    public var started: Date?
    /// The last answer that could be used, 304 included.
    public var lastSuccess: Date?
    public var failingSince: Date?
    /// Failures in a row.
    public var streak: Int
    /// The reason of the last failure of the current streak.
    public var reason: String?
    /// The same for other languages. Nil in what older versions stored.
    public var cause: FailureCause?
    /// How many items it publishes a day, as its last full answer shows.
    public var itemsADay: Double?
    /// What it calls itself.
    public var title: String?
    /// The limits that the texts of its last answer passed, by name: they were said.
    public var passedLimits: [String]?

    public init(
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
    public static let brokenStreak = 3

    public var isBroken: Bool { streak >= Self.brokenStreak }
}
