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
    /// Until when no event is missing in the last answer of a calendar or of KudaGo that was read; nil if one may be.
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

/// A time in which a source is not requested, and the reason for it.
package struct Pause: Sendable, Equatable {
    package var until: Date
    package var wait: SourceRecord.Wait

    package init(until: Date, _ wait: SourceRecord.Wait) {
        self.until = until
        self.wait = wait
    }
}

/// What the other sources of an account get to which this run sends no more requests.
package struct ClosedAccount: Sendable, Equatable {
    package var status: Gathered.Status
    package var cause: FailureCause
    package var pause: Pause?
    package var unreachableHost: String?

    package init(
        status: Gathered.Status, cause: FailureCause = .other, pause: Pause? = nil, unreachableHost: String? = nil
    ) {
        (self.status, self.cause, self.pause, self.unreachableHost) = (status, cause, pause, unreachableHost)
    }
}

/// What one source gave in this run.
package struct Gathered: Sendable, Equatable {
    package enum Status: Sendable, Equatable {
        /// The source gave a full answer.
        case fresh
        /// The source answered that nothing changed (304), or gave the same answer again.
        case notModified
        /// The source was not requested, because its last answer asked to wait or because its quota is used up. The
        /// run uses the stored items. The sentence says why and how old they are.
        case waiting(until: Date, why: String)
        /// The source was not requested, because it answered 410 at this time.
        case paused(since: Date)
        /// The source was not requested, because it failed before.
        case backingOff(until: Date)
        /// The source was not requested, or it had too little time, because the deadline of the run passed. This is no
        /// failure. The next run requests it before the others.
        case unasked
        /// Some pages of the source arrived, then this failure happened.
        case partial(Failure)
        case failed(Failure)
    }

    package var sourceID: String
    package var name: String
    /// In the source's own order.
    package var items: [Item]
    /// The items that a feed already had when it was read for the first time, except its newest few. The state
    /// remembers them as seen, and they are never sent. Of a calendar, the events that are over; the state remembers those
    /// that it knows.
    package var past: [Item]
    package var status: Status
    package var record: SourceRecord
    /// Sentences for the user that are not failures, such as a move to a new address.
    package var notices: [String]
    /// The host that was not found or not reached.
    package var unreachableHost: String?
    /// Set if this run sends no more requests to the account of the source.
    package var closedAccount: ClosedAccount?
    /// The number of items that `freeItems` removed.
    private var freed = 0

    package init(
        sourceID: String, name: String, items: [Item] = [], past: [Item] = [], status: Status,
        record: SourceRecord, notices: [String] = []
    ) {
        (self.sourceID, self.name, self.status, self.record) = (sourceID, name, status, record)
        (self.items, self.past, self.notices) = (items, past, notices)
    }

    /// The number of items that the source gave, without `past`.
    package var count: Int { items.count + freed }

    /// Frees the memory of the items after they are stored.
    package mutating func freeItems() {
        freed += items.count
        items = []
        past = []
    }

    /// Removes the items on which an earlier run crashed or hung before it could store them.
    /// - Returns: the removed items.
    package mutating func removeQuarantined(_ quarantine: Quarantine) -> [Item] {
        let isQuarantined = { (item: Item) in quarantine.step(ofNew: item) != nil }
        let quarantined = (items + past).filter(isQuarantined)
        guard !quarantined.isEmpty else { return [] }
        items.removeAll(where: isQuarantined)
        past.removeAll(where: isQuarantined)
        record.lastAnswer = nil
        return quarantined
    }

    package var failure: Failure? {
        switch status {
        case .failed(let failure), .partial(let failure): failure
        case .fresh, .notModified, .waiting, .paused, .backingOff, .unasked: nil
        }
    }

    /// Whether the source was requested and had the time to answer.
    package var isAsked: Bool {
        switch status {
        case .fresh, .notModified, .partial, .failed: true
        case .waiting, .paused, .backingOff, .unasked: false
        }
    }

    /// Whether its items, new or stored, may be in a digest.
    package var isUsable: Bool {
        switch status {
        case .failed, .backingOff: false
        case .fresh, .notModified, .waiting, .paused, .unasked, .partial: true
        }
    }

    /// Whether it failed for a reason that often passes, and fewer than three times in a row.
    package var mayPass: Bool { failure != nil && !record.isBroken && record.cause?.isPassing == true }
}

/// A kind of source. `Settings` has the list of all kinds.
package struct SourceKind: Sendable, Hashable {
    /// The name in the configuration: of its tables, and under `sources`.
    package let rawValue: String
    /// The beginning of the ids of its sources.
    package let sourcePrefix: String

    package init(_ name: String, sourcePrefix: String) { (rawValue, self.sourcePrefix) = (name, sourcePrefix) }

    package static let feeds = SourceKind("feeds", sourcePrefix: "feed:")
    package static let calendars = SourceKind("calendars", sourcePrefix: "calendar:")
}
