import Texts
import Values

/// A section that no digest shows, because `categories` under `[digest]` does not name it, or only sources in it that are
/// never read because of this.
package struct NotShown: Sendable, Equatable {
    package var section: String
    /// The sources that no digest reads, because none shows one of their sections.
    package var sources: [Source] = []
    /// Whether the digest of another profile shows the section, with other sources.
    var isShownElsewhere = false
    /// Where `categories` stand that do not name it.
    var place: String

    /// A configured source.
    package struct Source: Sendable, Equatable {
        /// Equal for one source in several profiles: that of the items of a feed, and otherwise the name.
        package var id: String
        var name: String
        /// The sections that its items may have.
        var sections: Set<String>
    }

    /// What is not shown, and what to change.
    package var sentence: String {
        let fact = "no digest shows the section '\(section)'"
        let remedy = "add \"\(section)\" to 'categories' \(place)"
        guard let first = sources.first?.name else { return "\(fact); \(remedy)" }
        let others = sources.count > 1 ? " and \((sources.count - 1).counted("other source"))" : ""
        let result = "'\(first)'\(others) \(sources.count == 1 ? "is" : "are") never read"
        guard isShownElsewhere else { return "\(fact), so \(result); \(remedy)" }
        return "\(result), because '\(section)' is not shown to those who have \(sources.count == 1 ? "it" : "them"); "
            + remedy
    }
}

extension Configuration {
    /// A sentence on calendars that no run reads, because `sources` does not name them. Files from before there were
    /// calendars name all other kinds.
    package var unreadCalendars: String? {
        guard !calendars.isEmpty, !sources.contains(.calendars) else { return nil }
        return "[[calendars]] are not read, because 'sources' does not name them; add \"calendars\" to 'sources'"
    }
}

extension Collection<Configuration> {
    /// What no digest of these profiles and readers shows.
    package var shownByNone: [NotShown] {
        guard contains(where: { !$0.digest.categories.isEmpty }) else { return [] }
        // Readers of a list often have the same settings, one after another.
        let settings = map(\.withoutPerson)
        let different = zip(self, settings.indices).filter { $1 == 0 || settings[$1] != settings[$1 - 1] }.map(\.0)
        var (shown, read): (Set<String>, Set<String>) = ([], [])
        for reader in different {
            for source in reader.sectionedSources {
                let sections = source.sections.filter(reader.shows)
                shown.formUnion(sections)
                if !sections.isEmpty { read.insert(source.id) }
            }
        }
        var all: [String: NotShown] = [:]
        for entry in different.flatMap(\.hidden) {
            var entry = entry
            entry.isShownElsewhere = shown.contains(entry.section)
            entry.sources.removeAll { read.contains($0.id) }
            if entry.isShownElsewhere, entry.sources.isEmpty { continue }
            guard let known = all[entry.section] else {
                all[entry.section] = entry
                continue
            }
            let ids = known.sources.map(\.id)
            all[entry.section]?.sources += entry.sources.filter { !ids.contains($0.id) }
        }
        return all.values.sorted { $0.section < $1.section }
    }
}

extension Configuration {
    /// The wanted sections in their order; empty for all.
    var wantedSections: [Category] { digest.categories.map { Category($0) } }

    /// The section for the items of feeds without a category.
    /// - Parameter sections: the sections that a run shows; empty for those of the configuration.
    package func sectionOfFeedsWithoutCategory(among sections: [Category] = []) -> String {
        Category.ofFeedsWithoutCategory(among: sections.isEmpty ? wantedSections : sections).name
    }

    /// The sections that the items of a feed may have.
    /// - Parameter unsorted: the section for feeds without a category.
    package func sections(of feed: Feed, without unsorted: String) -> Set<String> {
        let fromTags = categories.filter { !$0.value.from.isEmpty }.keys
        return Set([feed.category ?? unsorted]).union(feed.categories.values).union(fromTags)
    }

    /// The sections that the events of a calendar may have.
    package func sections(of calendar: Calendar) -> Set<String> {
        Set([calendar.category]).union(categories.filter { !$0.value.from.isEmpty }.keys)
    }

    /// What this profile's digest cannot show: configured sections that are not wanted, with their sources.
    package var notShown: [NotShown] { CollectionOfOne(self).shownByNone }

    fileprivate func shows(_ section: String) -> Bool {
        digest.categories.isEmpty || digest.categories.contains(section)
    }

    /// The sections that the profile does not want, each with the sources of which it wants no section.
    fileprivate var hidden: [NotShown] {
        guard !digest.categories.isEmpty else { return [] }
        var hidden: [String: [NotShown.Source]] = [:]
        for source in sectionedSources {
            let isRead = source.sections.contains(where: shows)
            for section in source.sections where !shows(section) {
                hidden[section, default: []] += isRead ? [] : [source]
            }
        }
        for section in categories.keys where !shows(section) { hidden[section] = hidden[section] ?? [] }
        return hidden.map { NotShown(section: $0.key, sources: $0.value, place: placeOfCategories) }
    }

    /// All configured sources.
    fileprivate var sectionedSources: [NotShown.Source] {
        var all: [NotShown.Source] = []
        func add(_ name: String, in sections: Set<String>) {
            all.append(NotShown.Source(id: name, name: name, sections: sections))
        }
        if sources.contains(.feeds) {
            let unsorted = sectionOfFeedsWithoutCategory()
            all += feeds.filter { !$0.isOff }.map { feed in
                NotShown.Source(
                    id: feed.sourceID, name: feed.name ?? feed.url.withoutUserInfo,
                    sections: sections(of: feed, without: unsorted))
            }
        }
        if sources.contains(.newsapi), let newsapi {
            for category in newsapi.categories { add("newsapi.org \(category)", in: [category]) }
            for search in newsapi.everything {
                add(search.name ?? "newsapi.org \(search.query ?? search.category)", in: [search.category])
            }
        }
        if sources.contains(.calendars) {
            all += calendars.enumerated().filter { !$1.isOff }.map { offset, calendar in
                NotShown.Source(
                    id: calendar.sourceID(in: timeZone), name: calendar.name ?? "calendar \(offset + 1)",
                    sections: sections(of: calendar))
            }
        }
        let shownEvents = digest.categories.filter { Category($0).isOnlyForEvents }
        if sources.contains(.kudago), kudago != nil, shownEvents.isEmpty { add("KudaGo", in: ["events"]) }
        return all
    }
}
