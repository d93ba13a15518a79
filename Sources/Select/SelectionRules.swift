import Foundation
import Settings
import Values

/// What one profile wants to see, as plain values.
package struct SelectionRules: Sendable, Equatable {
    /// The sections in their order. If empty: every section that has stories, top news first and events last.
    var sections: [Category] = []
    /// The order of the sections in the configuration. It is used when `sections` is empty.
    var sectionOrder: [Category] = []
    /// The configured titles of sections, by their names.
    package var titles: [String: String] = [:]
    /// The sections for items by their own tags, such as a feed's `<category>`.
    package var tagSections = TagSections()
    /// The greatest number of stories in a digest and in a section.
    package var maxItems = usual.maxItems
    package var maxPerSection = usual.maxPerSection
    /// The least score of a story; 0 for none.
    var minScore = usual.minScore
    /// The age limit of articles, and what is known of their ages.
    package var newness = Newness(maxAge: usual.maxAge)
    /// In seconds.
    package var maxAge: TimeInterval {
        get { newness.maxAge }
        set { newness.maxAge = newValue }
    }
    /// Whether the command line limits the number of stories. This limit is also for items that stand alone.
    package var isLimited = false
    /// Articles that were published before this time are not shown.
    package var since: Date?
    /// Events that begin more than this number of seconds from now are shown later.
    var eventHorizon: TimeInterval?
    /// What keeps out events that have a price or an age limit.
    var events: KudaGo?
    /// Language tags (BCP 47) of articles to show. Empty: all.
    var languages: [String] = []
    /// If there are any, an article or event must match one of these patterns.
    var include: [Pattern] = []
    var exclude: [Pattern] = []
    var mute: [Pattern] = []
    var boost: [Pattern] = []
    /// The rules for single sources, by `Item.sourceID`.
    package var sources: [String: SourceRules] = [:]
    var growth = usual.growth
    package var leftovers = usual.leftovers
    /// The number of items a day that a feed has, by `Item.sourceID`.
    package var itemsADay: [String: Double] = [:]
    /// Whether news that concern everybody come before sport, celebrities and offers.
    var isGeneralFirst = usual.isGeneralFirst
    /// What the reader likes. It changes the order a little and never leaves anything out.
    package var taste = Taste()

    package init() {}

    private static let usual = Configuration.DigestSettings()

    /// The rules without the reader's patterns for all sources and without what the reader likes.
    var withoutTaste: SelectionRules {
        var rules = self
        (rules.include, rules.exclude, rules.mute, rules.boost, rules.taste) = ([], [], [], [], Taste())
        return rules
    }

    package struct SourceRules: Sendable, Equatable {
        /// The greatest number of stories of this source in a digest.
        var limit: Int?
        /// 1 is usual. 2 raises its stories as much as a second publisher does, and 0.5 lowers them as much.
        var weight: Double = 1
        var include: [Pattern] = []
        var exclude: [Pattern] = []
        /// The sections for the items of this source. Nil: those of `SelectionRules.tagSections`.
        package var tagSections: TagSections?
        /// Whether the configuration gives its items no category. Patterns find such an item under `general`, too, where
        /// it was in earlier versions.
        var hasNoCategory = false
        /// Whether its items that stand alone have a section of their own, with the name of the source.
        var hasOwnSection = false
        /// Instead of `SelectionRules.eventHorizon`.
        var eventHorizon: TimeInterval?
    }
}

extension SelectionRules.SourceRules {
    package init(tagSections: TagSections?) { self.tagSections = tagSections }
}

extension SelectionRules {
    /// - Parameter sections: the wanted sections in their order; empty for all.
    package init(_ configuration: Configuration, sections: [Category]) {
        self.init()
        self.sections = sections
        sectionOrder = configuration.sectionOrder.map { Category($0) }
        titles = configuration.categories.compactMapValues(\.title)
        maxItems = configuration.digest.maxItems
        maxPerSection = configuration.digest.maxPerSection
        minScore = configuration.digest.minScore
        maxAge = configuration.digest.maxAge
        eventHorizon = configuration.configuredKinds.compactMap { $0.daysAhead }.max().map { Double($0) * 86_400 }
        events = configuration[KudaGo.self] as? KudaGo
        languages = configuration.interest.languages
        include = configuration.interest.include
        exclude = configuration.interest.exclude
        mute = configuration.interest.mute
        boost = configuration.interest.boost
        growth = configuration.digest.growth
        leftovers = configuration.digest.leftovers
        isGeneralFirst = configuration.digest.isGeneralFirst
        tagSections = configuration.tagSections()
        for calendar in configuration.calendars {
            sources[calendar.sourceID(in: configuration.timeZone)] = SourceRules(
                limit: calendar.limit, weight: calendar.weight, include: calendar.include, exclude: calendar.exclude,
                eventHorizon: Double(calendar.days) * 86_400)
        }
        for feed in configuration.feeds {
            sources[feed.sourceID] = SourceRules(
                limit: feed.limit, weight: feed.weight, include: feed.include, exclude: feed.exclude,
                tagSections: configuration.tagSections(of: feed),
                hasNoCategory: feed.category == nil, hasOwnSection: !feed.isGrouped && feed.category == nil)
        }
    }
}

extension Configuration {
    /// Those of some names that a section has, each with its section.
    package func known(among names: [String]) -> [(name: String, section: Category)] {
        let sections = sectionNames
        return names.compactMap { name in sections.section(named: name).map { (name, $0) } }
    }
}

extension [Category] {
    /// The sections with these names, in their order, each once.
    ///
    /// - Throws: `RunError.usage`, with the nearest known name, for an unknown name.
    package init(named names: [String], in configuration: Configuration) throws {
        self.init()
        for name in names {
            guard let section = configuration.sectionNames.section(named: name) else {
                let suggestion = configuration.sectionNames.suggestion(for: name)
                throw RunError.usage("there is no section '\(name)'; \(suggestion)")
            }
            if !contains(section) { append(section) }
        }
    }
}
