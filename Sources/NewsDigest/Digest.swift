import Foundation
import HTTP
import Texts

/// One issue for one reader: what is rendered, delivered and kept in the history.
public struct Digest: Sendable, Equatable, Codable {
    /// Short and stable; the same across every attempt to deliver it.
    public var id: String
    public var profile: String
    public var title: String
    /// The reader's name, for the greeting.
    public var name: String?
    public var created: Date
    /// When the previous digest of this profile was delivered; nil for the first.
    public var previous: Date?
    /// The language of the digest's own words: `en`, `ru` or `tr`.
    public var language: String
    /// An identifier of the time zone database; all times are shown in it.
    public var timeZone: String
    public var sections: [Section]
    /// Sources that stay broken.
    public var failures: [SourceFailure]
    /// Sources that came back after having been listed in `failures`.
    public var recovered: [String]
    /// How many stories did not fit and wait for the next digest.
    public var leftOver: Int

    public struct Section: Sendable, Equatable, Codable {
        public var category: String
        public var title: String
        public var stories: [Story]
        /// How many stories of this section wait for the next digest.
        public var leftOver: Int

        public init(category: String, title: String, stories: [Story], leftOver: Int = 0) {
            self.category = category
            self.title = title
            self.stories = stories
            self.leftOver = leftOver
        }
    }

    public struct SourceFailure: Sendable, Equatable, Codable {
        /// The source's id, as two may share a name; nil where only what is shown counts.
        public var id: String?
        public var source: String
        public var since: Date
        /// In the program's own words.
        public var reason: String
        public var cause: FailureCause?

        public init(id: String? = nil, source: String, since: Date, reason: String, cause: FailureCause? = nil) {
            self.id = id
            self.source = source
            self.since = since
            // An older version may have stored what this one would not.
            self.reason = reason.cleanSentence
            self.cause = cause
        }
    }

    public init(
        id: String, profile: String, title: String, name: String? = nil, created: Date, previous: Date? = nil,
        language: String, timeZone: String, sections: [Section], failures: [SourceFailure] = [],
        recovered: [String] = [], leftOver: Int = 0
    ) {
        self.id = id
        self.profile = profile
        self.title = title
        self.name = name
        self.created = created
        self.previous = previous
        self.language = language
        self.timeZone = timeZone
        self.sections = sections
        self.failures = failures
        self.recovered = recovered
        self.leftOver = leftOver
    }

    public var stories: [Story] { sections.flatMap(\.stories) }
}

/// What a digest shows as one entry: an item, and the others that tell the same.
public struct Story: Sendable, Equatable, Codable {
    /// The lead item's id: short, typeable, stable (`newsdigest save ID`).
    public var id: String
    public var item: Item
    /// The address to show and to share: the lead's, without what only tracks.
    public var url: String
    /// The same article from other sources, or the same story told by others.
    public var also: [Telling]

    public struct Telling: Sendable, Equatable, Codable {
        public var id: String
        public var source: String
        public var title: String
        public var url: String
        /// The same article, not merely the same story.
        public var isSameArticle: Bool
        /// Of another article that several carry, the id of the first of them. Nil in what older versions stored.
        public var article: String?

        public init(
            id: String, source: String, title: String, url: String, isSameArticle: Bool, article: String? = nil
        ) {
            self.id = id
            self.source = source
            self.title = title
            self.url = url
            self.isSameArticle = isSameArticle
            self.article = article
        }
    }

    public init(id: String, item: Item, url: String, also: [Telling] = []) {
        self.id = id
        self.item = item
        self.url = url
        self.also = also
    }
}
