import Texts
import Values

/// A section that no digest shows, because `categories` under `[digest]` does not name it, with the sources that are
/// never read because of this.
package struct NotShown: Sendable, Equatable {
    package var section: String
    /// The names of sources all of whose sections are not shown.
    package var sources: [String] = []
    /// Where `categories` stand that do not name it.
    var place: String

    /// What is not shown, and what to change.
    package var sentence: String {
        let fact = "no digest shows the section '\(section)'"
        let remedy = "add \"\(section)\" to 'categories' \(place)"
        guard let first = sources.first else { return "\(fact); \(remedy)" }
        let others = sources.count > 1 ? " and \((sources.count - 1).counted("other source"))" : ""
        return "\(fact), so '\(first)'\(others) \(sources.count == 1 ? "is" : "are") never read; \(remedy)"
    }
}

extension Collection<Configuration> {
    /// What no digest of these profiles and readers shows.
    package var shownByNone: [NotShown] {
        let others = dropFirst().map(\.notShown)
        return (first?.notShown ?? []).filter { entry in
            others.allSatisfy { $0.contains { ($0.section, $0.sources) == (entry.section, entry.sources) } }
        }
    }
}

extension Configuration {
    /// The wanted sections in their order; empty for all.
    var wantedSections: [Category] { digest.categories.map { Category($0) } }

    /// The section for the items of feeds without a category.
    /// - Parameter sections: the sections that a run shows; empty for those of the configuration.
    func sectionOfFeedsWithoutCategory(among sections: [Category] = []) -> String {
        Category.ofFeedsWithoutCategory(among: sections.isEmpty ? wantedSections : sections).name
    }

    /// The sections that the items of a feed may have.
    /// - Parameter unsorted: the section for feeds without a category.
    func sections(of feed: Feed, without unsorted: String) -> Set<String> {
        let fromTags = categories.filter { !$0.value.from.isEmpty }.keys
        return Set([feed.category ?? unsorted]).union(feed.categories.values).union(fromTags)
    }

    /// What this profile's digest cannot show: configured sections that are not wanted, with their sources.
    package var notShown: [NotShown] {
        guard !digest.categories.isEmpty else { return [] }
        let wanted = Set(digest.categories)
        var hidden: [String: [String]] = [:]
        for (name, sections) in sectionsOfSources {
            for section in sections where !wanted.contains(section) {
                let isUnread = wanted.isDisjoint(with: sections)
                hidden[section, default: []] += isUnread ? [name] : []
            }
        }
        for section in categories.keys where !wanted.contains(section) { hidden[section] = hidden[section] ?? [] }
        return hidden.sorted { $0.key < $1.key }.map {
            NotShown(section: $0.key, sources: $0.value, place: placeOfCategories)
        }
    }

    /// The names of all configured sources, each with the sections that its items may have.
    private var sectionsOfSources: [(name: String, sections: Set<String>)] {
        var all: [(name: String, sections: Set<String>)] = []
        if sources.contains(.feeds) {
            let unsorted = sectionOfFeedsWithoutCategory()
            let read = feeds.filter { !$0.isOff }
            all += read.map { ($0.name ?? $0.url.withoutUserInfo, sections(of: $0, without: unsorted)) }
        }
        if sources.contains(.newsapi), let newsapi {
            all += newsapi.categories.map { ("newsapi.org \($0)", [$0]) }
            all += newsapi.everything.map { ($0.name ?? "newsapi.org \($0.query ?? $0.category)", [$0.category]) }
        }
        let shownEvents = digest.categories.filter { Category($0).isOnlyForEvents }
        if sources.contains(.kudago), kudago != nil, shownEvents.isEmpty { all.append(("KudaGo", ["events"])) }
        return all
    }
}
