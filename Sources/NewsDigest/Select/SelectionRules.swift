import Foundation
import Values

/// What one reader wants to see, as plain values.
package struct SelectionRules: Sendable, Equatable {
    /// The sections in their order. Empty: every category that occurs, top news first and events last.
    package var categories: [Category] = []
    /// The order of sections where `categories` is empty: as the configuration names them.
    package var sectionOrder: [Category] = []
    /// The reader's own headings, by category name.
    package var titles: [String: String] = [:]
    /// A feed's own `<category>`, in lower case, and the section its items go to.
    package var sectionOfTag: [String: Category] = [:]
    /// How many stories a digest has at most, in all and in a section.
    package var maxItems = 40
    package var maxPerSection = 12
    /// Articles older than this, in seconds, are out.
    package var maxAge: TimeInterval = 48 * 3600
    /// Articles published before this are out.
    package var since: Date?
    /// Events that begin later than this from now, in seconds, wait.
    package var eventHorizon: TimeInterval?
    /// Language tags (BCP 47) of articles to show. Empty: all.
    package var languages: [String] = []
    /// If there are any, an article or event must match one.
    package var include: [Pattern] = []
    package var exclude: [Pattern] = []
    package var mute: [Pattern] = []
    package var boost: [Pattern] = []
    /// What holds for one source only, by `Item.sourceID`.
    package var sources: [String: SourceRules] = [:]
    package var growth = Growth.publishers(3)
    /// Whether what concerns everybody stands before sport, stars and offers.
    package var isGeneralFirst = true

    package init() {}

    package struct SourceRules: Sendable, Equatable {
        /// How many stories of this source a digest has at most.
        package var limit: Int?
        /// 1 is usual; 2 moves its stories up as much as a second publisher does, 0.5 as much down.
        package var weight: Double
        package var include: [Pattern]
        package var exclude: [Pattern]
        /// As `SelectionRules.sectionOfTag`, and before it.
        package var sectionOfTag: [String: Category]

        package init(
            limit: Int? = nil, weight: Double = 1, include: [Pattern] = [], exclude: [Pattern] = [],
            sectionOfTag: [String: Category] = [:]
        ) {
            self.limit = limit
            self.weight = weight
            self.include = include
            self.exclude = exclude
            self.sectionOfTag = sectionOfTag
        }
    }

    /// When a story that was sent comes back because others tell it too.
    package enum Growth: Sendable, Equatable {
        case never
        /// When at least so many publishers tell it that did not when it was sent.
        case publishers(Int)
        case always
    }
}
