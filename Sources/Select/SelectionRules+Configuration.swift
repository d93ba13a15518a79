import Foundation
import Settings
import Values

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
        languages = configuration.interest.languages
        include = configuration.interest.include
        exclude = configuration.interest.exclude
        mute = configuration.interest.mute
        boost = configuration.interest.boost
        growth = configuration.digest.growth
        leftovers = configuration.digest.leftovers
        isGeneralFirst = configuration.digest.isGeneralFirst
        tagSections = configuration.tagSections
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
    /// Those of some names that a section has.
    package func known(among names: [String]) -> [String] {
        let sections = sectionNames
        return names.filter { sections.section(named: $0) != nil }
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
