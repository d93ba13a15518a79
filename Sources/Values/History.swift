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
    package var profile: String?
    /// The greatest number of stories; the newest are taken.
    package var limit: Int?

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
