import Foundation
import Texts

/// One issue for one reader: what is rendered, delivered and kept in the history.
package struct Digest: Sendable, Equatable, Codable {
    /// Short and stable; the same across every attempt to deliver it.
    package var id: String
    package var profile: String
    package var title: String
    /// The reader's name, for the greeting.
    package var name: String?
    package var created: Date
    /// When the previous digest of this profile was delivered; nil for the first.
    package var previous: Date?
    /// The language of the digest's own words: `en`, `ru` or `tr`.
    package var language: String
    /// An identifier of the time zone database; all times are shown in it.
    package var timeZone: String
    package var sections: [Section]
    /// Sources that stay broken.
    package var failures: [SourceFailure]
    /// Sources that came back after having been listed in `failures`.
    package var recovered: [String]
    /// How many stories did not fit and wait for the next digest.
    package var leftOver: Int

    package struct Section: Sendable, Equatable, Codable {
        package var category: String
        package var title: String
        package var stories: [Story]
        /// How many stories of this section wait for the next digest.
        package var leftOver: Int

        package init(category: String, title: String, stories: [Story], leftOver: Int = 0) {
            self.category = category
            self.title = title
            self.stories = stories
            self.leftOver = leftOver
        }
    }

    package struct SourceFailure: Sendable, Equatable, Codable {
        /// The source's id, as two may share a name; nil where only what is shown counts.
        package var id: String?
        package var source: String
        package var since: Date
        /// In the program's own words.
        package var reason: String
        package var cause: FailureCause?

        package init(id: String? = nil, source: String, since: Date, reason: String, cause: FailureCause? = nil) {
            self.id = id
            self.source = source
            self.since = since
            // An older version may have stored what this one would not.
            self.reason = reason.cleanSentence
            self.cause = cause
        }
    }

    package init(
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

    package var stories: [Story] { sections.flatMap(\.stories) }
}
