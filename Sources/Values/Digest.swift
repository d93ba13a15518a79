import Foundation
import Texts

/// The stories that one profile gets at one time. A digest is rendered, delivered and stored in the history.
package struct Digest: Sendable, Equatable, Codable {
    /// A short, stable id. It is the same in every attempt to deliver the digest.
    package var id: String
    package var profile: String
    package var title: String
    /// The name for the greeting.
    package var name: String?
    package var created: Date
    /// When the previous digest of this profile was delivered; nil for the first.
    package var previous: Date?
    /// The language of the digest's own words, as a tag such as `en`.
    package var language: String
    /// An identifier of the time zone database; all times are shown in it.
    package var timeZone: String
    package var sections: [Section]
    /// The sources that stay broken.
    package var failures: [SourceFailure]
    /// The sources that work again after they were listed in `failures`.
    package var recovered: [String]
    /// The number of stories that did not fit and are queued for the next digest.
    package var leftOver: Int
    /// The number of stories that competed for an earlier digest and are not shown any more. Nil in a digest of an
    /// older version.
    package var leftOut: Int?
    /// The number of stories whose score is below `min_score`. Nil if there is none.
    package var belowScore: Int?
    /// A text on the whole digest, written by a program of the user.
    package var intro: String?

    /// The name of the profile that is the top of the configuration.
    package static let defaultProfile = "default"

    package struct Section: Sendable, Equatable, Codable {
        package var category: String
        package var title: String
        package var stories: [Story]
        /// The number of stories of this section that are queued for the next digest.
        package var leftOver: Int

        package init(category: String, title: String, stories: [Story], leftOver: Int = 0) {
            self.category = category
            self.title = title
            self.stories = stories
            self.leftOver = leftOver
        }
    }

    package struct SourceFailure: Sendable, Equatable, Codable {
        /// The source's id, because two sources may have the same name; nil where only the shown text matters.
        package var id: String?
        package var source: String
        package var since: Date
        /// The reason in English, in the program's words.
        package var reason: String
        package var cause: FailureCause?

        package init(id: String? = nil, source: String, since: Date, reason: String, cause: FailureCause? = nil) {
            self.id = id
            self.source = source
            self.since = since
            // An older version may have stored a reason that this version would clean.
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

    /// The digest with each story changed.
    package func mapStories(_ change: (inout Story) throws -> Void) rethrows -> Digest {
        var digest = self
        for section in sections.indices {
            for story in sections[section].stories.indices { try change(&digest.sections[section].stories[story]) }
        }
        return digest
    }

    /// The numbers of stories in an intro, such as ` [2]` and ` [1, 3]`.
    package static var storyNumbers: Regex<(Substring, Substring)> { /\s*\[([0-9]{1,3}(?:, ?[0-9]{1,3})*)\]/ }
}

/// A format in which a digest can be rendered.
package enum Format: String, Sendable, Codable, CaseIterable {
    case markdown, html, text, json
    /// An Internet message (RFC 5322) with a text and an HTML part.
    case eml
    /// An e-book (EPUB 3) with the whole texts of the stories.
    case epub
    /// A feed (RFC 4287) with an entry for each story, or for each digest.
    case atom
    case atomDigests = "atom-digests"
    /// The events, as iCalendar (RFC 5545).
    case ics

    /// The formats of which a file also has what earlier digests showed.
    package static let rolling: [Format] = [.atom, .atomDigests, .ics]

    /// The format that the ending of a file name means; nil when the ending means none.
    package init?(path: String) {
        let parts = path.split(separator: "/").last?.split(separator: ".", omittingEmptySubsequences: false) ?? []
        guard parts.count > 1 else { return nil }
        switch parts.last?.lowercased() {
        case "html", "htm": self = .html
        case "md", "markdown": self = .markdown
        case "txt", "text": self = .text
        case "json": self = .json
        case "eml": self = .eml
        case "epub": self = .epub
        case "atom": self = .atom
        case "ics": self = .ics
        default: return nil
        }
    }
}
