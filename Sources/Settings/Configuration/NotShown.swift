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

        init(id: String? = nil, _ name: String, in sections: Set<String>) {
            (self.id, self.name, self.sections) = (id ?? name, name, sections)
        }
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

extension Collection<Configuration> {
    /// What no digest of these profiles and readers shows.
    package var shownByNone: [NotShown] {
        guard contains(where: { !$0.digest.categories.isEmpty }) else { return [] }
        let different = withDifferentSettings
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

    /// Sentences on what the file has in vain for all of these profiles and readers: sections that none of their sources
    /// can give, and tables of sources that none of them reads.
    package var unused: [String] { emptySections + unreadTables }

    private var emptySections: [String] {
        // A filter may put an item into any section.
        guard allSatisfy(\.filters.isEmpty) else { return [] }
        var (wanted, given): (Set<String>, Set<String>) = ([], [])
        for reader in self {
            // A table of a built-in section may hold settings for whatever comes to stand there.
            let own = reader.categories.keys.filter { Category(named: $0) == nil && reader.shows($0) }
            wanted.formUnion(reader.digest.categories + own)
            given.formUnion(reader.usedKinds.flatMap(\.otherSections) + reader.sectionedSources.flatMap(\.sections))
            // Tags of any source may lead there.
            given.formUnion(reader.categories.filter { !$0.value.from.isEmpty }.keys)
        }
        return wanted.subtracting(given).sorted().map {
            "no source gives the section '\($0)'; write it as 'category' of a source, or remove it"
        }
    }

    /// Unread calendars are said for each profile.
    private var unreadTables: [String] {
        guard contains(where: { !$0.unread.isEmpty }) else { return [] }
        let read = Set(flatMap(\.sectionedSources).map(\.id))
        return Configuration.kindsOfSource.filter { $0 != CalendarList.self }.compactMap { kind in
            guard contains(where: { $0.sources.contains(kind.kind) }) else {
                return lazy.compactMap { $0.sentence(onUnread: kind) }.first
            }
            // Others may read the tables at the top of the file, but not those of a profile.
            return lazy.compactMap { reader in
                guard let sentence = reader.sentence(onUnread: kind),
                    reader[kind]?.sectionedSources(in: reader).contains(where: { !read.contains($0.id) }) == true
                else { return nil }
                return "profile '\(reader.profileName)': \(sentence)"
            }.first
        }
    }
}

extension Configuration {
    /// The wanted sections in their order; empty for all.
    package var wantedSections: [Category] { digest.categories.map { Category($0) } }

    /// Why the tables of a kind are not read; nil if they are, or if the file has none.
    func sentence(onUnread kind: any SourceSettings.Type) -> String? {
        guard unread.contains(kind.root) else { return nil }
        return "the file has '\(kind.root)', which 'sources' leaves out; add \"\(kind.kind.rawValue)\" to 'sources'"
    }

    /// What this profile's digest cannot show: configured sections that are not wanted, with their sources.
    package var notShown: [NotShown] { CollectionOfOne(self).shownByNone }

    /// Whether the profile wants the section.
    package func shows(_ section: String) -> Bool {
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

    /// All configured sources, in the order in which warnings name them.
    fileprivate var sectionedSources: [NotShown.Source] {
        let ranks = Dictionary(grouping: usedKinds) { type(of: $0).rank }.sorted { $0.key < $1.key }
        return ranks.flatMap(\.value).flatMap { $0.sectionedSources(in: self) }
    }
}
