import Foundation

/// What one reader wants to see, as plain values.
public struct SelectionRules: Sendable, Equatable {
    /// The sections in their order. Empty: every category that occurs, top news first and events last.
    public var categories: [Category] = []
    /// The order of sections where `categories` is empty: as the configuration names them.
    public var sectionOrder: [Category] = []
    /// The reader's own headings, by category name.
    public var titles: [String: String] = [:]
    /// A feed's own `<category>`, in lower case, and the section its items go to.
    public var sectionOfTag: [String: Category] = [:]
    /// How many stories a digest has at most, in all and in a section.
    public var maxItems = 40
    public var maxPerSection = 12
    /// Articles older than this, in seconds, are out.
    public var maxAge: TimeInterval = 48 * 3600
    /// Articles published before this are out.
    public var since: Date?
    /// Events that begin later than this from now, in seconds, wait.
    public var eventHorizon: TimeInterval?
    /// Language tags (BCP 47) of articles to show. Empty: all.
    public var languages: [String] = []
    /// If there are any, an article or event must match one.
    public var include: [Pattern] = []
    public var exclude: [Pattern] = []
    public var mute: [Pattern] = []
    public var boost: [Pattern] = []
    /// What holds for one source only, by `Item.sourceID`.
    public var sources: [String: SourceRules] = [:]
    public var growth = Growth.publishers(3)
    /// Whether what concerns everybody stands before sport, stars and offers.
    public var isGeneralFirst = true

    public init() {}

    public struct SourceRules: Sendable, Equatable {
        /// How many stories of this source a digest has at most.
        public var limit: Int?
        /// 1 is usual; 2 moves its stories up as much as a second publisher does, 0.5 as much down.
        public var weight: Double
        public var include: [Pattern]
        public var exclude: [Pattern]
        /// As `SelectionRules.sectionOfTag`, and before it.
        public var sectionOfTag: [String: Category]

        public init(
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
    public enum Growth: Sendable, Equatable {
        case never
        /// When at least so many publishers tell it that did not when it was sent.
        case publishers(Int)
        case always
    }
}

/// An item that the state offers for the next digest: not sent to this reader yet.
public struct Candidate: Sendable, Equatable {
    /// The stored item's id.
    public var id: String
    public var item: Item
    public var firstSeen: Date

    public init(id: String, item: Item, firstSeen: Date) {
        self.id = id
        self.item = item
        self.firstSeen = firstSeen
    }
}
