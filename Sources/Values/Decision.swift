import Foundation
import Texts

/// What happened to one item in one run, and why.
package enum Decision: Sendable, Equatable {
    /// The item is in the digest and leads its story.
    case shown(Score)
    /// The item is the same article as another item. `of` is the id of that item, wherever it is.
    case duplicate(of: String)
    /// The item tells the same story as another item. `as` is the id of that item, wherever it is. `because` says in
    /// English how similar the item is to the others and by which words; empty if that is not known.
    case sameStory(as: String, because: String = "")
    /// The item tells another story of the affair that another item leads. `as` is the id of that item, wherever it is.
    case sameAffair(as: String, because: String = "")
    /// The story is in an earlier digest of the profile, which was sent or waits for its destinations. `newPublishers`
    /// publishers have joined the story since then.
    case alreadySent(digest: String, story: String, newPublishers: Int)
    /// The item would be shown, but a limit was reached. It stays unsent for the next digest.
    case queued(Cap, Score)
    /// The item would be shown, but its score is below `min_score`.
    case belowScore(Score)
    /// The item was there for an earlier digest and not shown, and the profile wants no such items again.
    case dropped
    /// It is older than `max_age`. The date is that of the publication or, with `firstSeen`, of the first sight.
    case tooOld(Date, AgeReason = .published)
    case beforeSince(Date)
    case eventOver
    case eventLater(Date)
    /// The profile was not told of the event before it was cancelled.
    case eventCancelled
    case otherCategory(String)
    case otherLanguage(String)
    case notIncluded
    case excluded(by: String)
    case muted(by: String)
    /// The feed already had the item when it was read for the first time.
    case past
    /// A filter command of the profile removed the item.
    case filteredOut
    /// The item is quarantined, because an earlier run crashed or hung during this step on it, such as `grouping`.
    case quarantined(while: String)

    /// Why an item is too old by its date. The names are stored.
    package enum AgeReason: String, Sendable {
        /// It was published too long ago, in the first answer of its source.
        case published
        /// The source answers a search by relevancy or popularity.
        case search
        /// It was published long before it was first seen.
        case longBefore
        /// It was too old for the profile's first digest with its source.
        case firstDigest
        /// It was first seen too long ago, and has competed in a digest.
        case firstSeen
    }

    package enum Cap: String, Sendable { case source, section, digest, delivery, output }

    /// One word for each case, for tables and statistics.
    package var name: String {
        switch self {
        case .shown: "shown"
        case .duplicate: "duplicate"
        case .sameStory: "same story"
        case .sameAffair: "same affair"
        case .alreadySent: "already sent"
        case .queued: "queued"
        case .belowScore: "below min_score"
        case .dropped: "dropped"
        case .tooOld: "too old"
        case .beforeSince: "before --since"
        case .eventOver: "event over"
        case .eventLater: "event later"
        case .eventCancelled: "event cancelled"
        case .otherCategory: "other category"
        case .otherLanguage: "other language"
        case .notIncluded: "not included"
        case .excluded: "excluded"
        case .muted: "muted"
        case .past: "past"
        case .filteredOut: "filtered out"
        case .quarantined: "quarantined"
        }
    }
}

extension Decision {
    /// The id of the item with whose story this one was shown or left out.
    package var lead: String? {
        switch self {
        case .duplicate(let id), .sameStory(let id, _), .sameAffair(let id, _): id
        default: nil
        }
    }
}

extension Decision: CustomStringConvertible {
    /// The decision in one English line.
    package var description: String {
        switch self {
        case .shown(let score): "shown, score \(score)"
        case .duplicate(let id): "the same article as \(id)"
        case .sameStory(let id, let reason): "the same story as \(id)" + Self.appendix(reason)
        case .sameAffair(let id, let reason): "the same affair as \(id)" + Self.appendix(reason)
        case .alreadySent(let digest, let story, let new):
            "the story was sent as \(story) in digest \(digest)" + Self.joined(new)
        case .queued(let cap, let score): "queued, \(cap.reason), score \(score)"
        case .belowScore(let score): "below min_score, score \(score)"
        case .dropped:
            "was there for an earlier digest and did not fit, and was dropped, because of leftovers = \"drop\""
        case .tooOld(let date, let reason): reason.sentence(Self.format(date))
        case .beforeSince(let date): "older than --since, from \(Self.format(date))"
        case .eventOver: "the event is over"
        case .eventLater(let date): "the event is too far ahead, on \(Self.format(date))"
        case .eventCancelled: "the event was cancelled, and the profile was never told of it"
        case .otherCategory(let category): "in '\(category)', for which this digest has no section"
        case .otherLanguage(let language): "in '\(language)', which is not a wanted language"
        case .notIncluded: "matches no include filter"
        case .excluded(let pattern): "excluded by '\(pattern)'"
        case .muted(let pattern): "muted by '\(pattern)'"
        case .past: "already in its feed before the feed was first read"
        case .filteredOut: "left out by a filter command"
        case .quarantined(let step): "quarantined, because an earlier run crashed or hung while \(step) it"
        }
    }

    /// How many publishers have joined a story since it was in a digest.
    package static func joined(_ newPublishers: Int) -> String {
        newPublishers == 0 ? "" : "; \(newPublishers.counted("publisher has", "publishers have")) joined since"
    }

    private static func appendix(_ reason: String) -> String { reason.isEmpty ? "" : ": \(reason)" }

    private static func format(_ date: Date) -> String { date.formatted(.iso8601) }
}

extension Decision.AgeReason {
    fileprivate func sentence(_ date: String) -> String {
        switch self {
        case .published: "too old, from \(date)"
        case .search: "too old, from \(date); in a search that is not by date, the date of publication counts"
        case .longBefore: "too old, from \(date), more than 30 days before it was first seen"
        case .firstDigest: "too old, from \(date), more than max_age before its source could enter a digest"
        case .firstSeen: "too old, first seen \(date), and a digest was made since"
        }
    }
}

extension Decision.Cap {
    fileprivate var reason: String {
        switch self {
        case .source: "over the limit of its source"
        case .section: "the section is full"
        case .digest: "the digest is full"
        case .delivery: "an earlier digest is delivered first"
        case .output: "the output could not be written"
        }
    }
}

/// How important a story is: the sum of named parts.
package struct Score: Sendable, Equatable {
    package struct Part: Sendable, Equatable {
        package var name: String
        package var value: Double

        package init(_ name: String, _ value: Double) {
            self.name = name
            self.value = value
        }
    }

    package var parts: [Part]

    package init(_ parts: [Part]) {
        self.parts = parts.filter { $0.value != 0 }
    }

    package var total: Double { parts.reduce(0) { $0 + $1.value } }
}

extension Score: CustomStringConvertible {
    /// `2.31 = publishers 1.58 + fresh 0.48 + place 0.25`
    package var description: String {
        guard !parts.isEmpty else { return "0" }
        let terms = parts.map { "\($0.name) \($0.value.twoDecimals)" }
        return "\(total.twoDecimals) = \(terms.joined(separator: " + "))"
    }
}

extension Double {
    /// The number with two decimals, as `why` prints it: `0.41`.
    package var twoDecimals: String {
        formatted(.number.precision(.fractionLength(2)).locale(Self.posix))
    }

    private static let posix = Locale(identifier: "en_US_POSIX")
}
