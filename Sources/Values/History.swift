import Foundation

/// One story of a digest that was sent.
package struct HistoryEntry: Sendable, Equatable, Codable {
    /// The digest's id.
    package var digest: String
    /// When the digest was delivered.
    package var sent: Date
    package var profile: String
    package var category: String
    package var id: String
    package var title: String
    /// The address without tracking parameters.
    package var url: String
    /// The publisher.
    package var source: String

    package init(
        digest: String, sent: Date, profile: String, category: String, id: String, title: String, url: String,
        source: String
    ) {
        self.digest = digest
        self.sent = sent
        self.profile = profile
        self.category = category
        self.id = id
        self.title = title
        self.url = url
        self.source = source
    }
}

/// What the digest showed under a story.
package struct StoryNotes: Sendable, Equatable {
    /// Other articles on the story, and the same article from other sources.
    package var also: [Story.Telling]
    /// The sent stories that this one continued, the latest first.
    package var earlier: [Story.Earlier]

    package init(also: [Story.Telling] = [], earlier: [Story.Earlier] = []) {
        self.also = also
        self.earlier = earlier
    }
}

/// What to find in the history; nil finds everything.
package struct HistoryFilter: Sendable, Equatable {
    /// The earliest time of delivery.
    package var since: Date?
    /// Words or beginnings of words. The item contains all of them.
    package var search: String?
    package var category: String?
    /// What `--out` got beside the destinations of the profile belongs to it.
    package var profile: String?
    /// The greatest number of stories; the newest are taken.
    package var limit: Int?
    /// Whether a digest counts from the time when the first destination got it, also if it waits for another one.
    package var countsFirstDelivery = false

    package init(
        since: Date? = nil, search: String? = nil, category: String? = nil, profile: String? = nil, limit: Int? = nil
    ) {
        self.since = since
        self.search = search
        self.category = category
        self.profile = profile
        self.limit = limit
    }
}

/// A digest and how it was delivered.
package struct HistoryDigest: Sendable, Equatable, Codable {
    package struct Destination: Sendable, Equatable, Codable {
        package var destination: String
        package var format: Format
        package var delivered: Date?
        /// Why the last attempt failed.
        package var reason: String?

        package init(destination: String, format: Format, delivered: Date? = nil, reason: String? = nil) {
            self.destination = destination
            self.format = format
            self.delivered = delivered
            self.reason = reason
        }
    }

    package var id: String
    package var profile: String
    package var title: String
    package var created: Date
    package var status: DigestStatus
    /// Whether its stories count as sent. Those of a digest that was given up do if another destination has it.
    package var isSent: Bool
    /// When it was delivered everywhere, or when it was given up.
    package var finished: Date?
    package var leftOver: Int
    package var destinations: [Destination]
    package var entries: [HistoryEntry]

    package init(
        id: String, profile: String, title: String, created: Date, status: DigestStatus, isSent: Bool,
        finished: Date? = nil, leftOver: Int, destinations: [Destination], entries: [HistoryEntry]
    ) {
        self.id = id
        self.profile = profile
        self.title = title
        self.created = created
        self.status = status
        self.isSent = isSent
        self.finished = finished
        self.leftOver = leftOver
        self.destinations = destinations
        self.entries = entries
    }
}

package enum DigestStatus: String, Sendable, Codable {
    case pending, delivered
    /// The digest was given up, because it became too old before it could be delivered.
    case givenUp = "released"
}

/// Everything that is known about why an item was or was not in a digest.
package struct Why: Sendable, Equatable {
    package var item: StoredItem
    /// The name of its source, and why the source cannot be read at present.
    package var sourceName: String
    package var failure: Digest.SourceFailure?
    /// The digests that contain the item: sent ones and pending ones.
    package var digests: [HistoryDigest]
    /// The decisions of all runs, the oldest first.
    package var decisions: [RunDecision]
    /// The digests that the decisions name, by their ids.
    package var namedDigests: [String: HistoryDigest]
    /// The number of digests that were left out, because there are very many.
    package var otherDigests: Int
    /// The number of profiles whose decisions were left out.
    package var otherProfiles: Int
    /// What kept it, or keeps its source, out of the digests of the only profile that was asked for; nil if nothing does.
    package var obstacle: String?
    /// What came of asking the item's page; nil if it was not asked.
    package var page: AskedPage?

    package init(
        item: StoredItem, sourceName: String, failure: Digest.SourceFailure? = nil, digests: [HistoryDigest],
        decisions: [RunDecision], namedDigests: [String: HistoryDigest] = [:], otherDigests: Int = 0,
        otherProfiles: Int = 0
    ) {
        self.item = item
        self.sourceName = sourceName
        self.failure = failure
        self.digests = digests
        self.decisions = decisions
        self.namedDigests = namedDigests
        self.otherDigests = otherDigests
        self.otherProfiles = otherProfiles
    }
}

/// What became of an item.
package enum ItemOutcome: Sendable, Equatable {
    /// It is in this digest.
    case digest(String, DigestStatus)
    /// The last run that judged it left it out of the digest.
    case decision(Decision)
    /// No run has judged it.
    case undecided
}

/// The decision of one run on one item for one profile.
package struct RunDecision: Sendable, Equatable {
    package var run: Int64
    /// When the run started.
    package var time: Date
    package var profile: String
    package var decision: Decision

    package init(run: Int64, time: Date, profile: String, decision: Decision) {
        self.run = run
        self.time = time
        self.profile = profile
        self.decision = decision
    }
}
