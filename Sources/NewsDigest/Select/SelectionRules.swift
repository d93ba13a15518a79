import Foundation
import Values

/// What one reader wants to see, as plain values.
struct SelectionRules: Sendable, Equatable {
    /// The sections in their order. Empty: every category that occurs, top news first and events last.
    var categories: [Category] = []
    /// The order of sections where `categories` is empty: as the configuration names them.
    var sectionOrder: [Category] = []
    /// The reader's own headings, by category name.
    var titles: [String: String] = [:]
    /// A feed's own `<category>`, in lower case, and the section its items go to.
    var sectionOfTag: [String: Category] = [:]
    /// How many stories a digest has at most, in all and in a section.
    var maxItems = 40
    var maxPerSection = 12
    /// Articles older than this, in seconds, are out.
    var maxAge: TimeInterval = 48 * 3600
    /// Articles published before this are out.
    var since: Date?
    /// Events that begin later than this from now, in seconds, wait.
    var eventHorizon: TimeInterval?
    /// Language tags (BCP 47) of articles to show. Empty: all.
    var languages: [String] = []
    /// If there are any, an article or event must match one.
    var include: [Pattern] = []
    var exclude: [Pattern] = []
    var mute: [Pattern] = []
    var boost: [Pattern] = []
    /// What holds for one source only, by `Item.sourceID`.
    var sources: [String: SourceRules] = [:]
    var growth = Growth.publishers(3)
    /// Whether what concerns everybody stands before sport, stars and offers.
    var isGeneralFirst = true

    init() {}

    struct SourceRules: Sendable, Equatable {
        /// How many stories of this source a digest has at most.
        var limit: Int?
        /// 1 is usual; 2 moves its stories up as much as a second publisher does, 0.5 as much down.
        var weight: Double = 1
        var include: [Pattern] = []
        var exclude: [Pattern] = []
        /// As `SelectionRules.sectionOfTag`, and before it.
        var sectionOfTag: [String: Category] = [:]
    }

    /// When a story that was sent comes back because others tell it too.
    enum Growth: Sendable, Equatable {
        case never
        /// When at least so many publishers tell it that did not when it was sent.
        case publishers(Int)
        case always
    }
}
