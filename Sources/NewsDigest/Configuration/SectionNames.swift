import Texts
import Values

/// The names of sections that a configuration knows, and the forms in which people write them.
struct SectionNames {
    /// The sections of `[categories]`, with their aliases.
    var own: Configuration.OwnCategories
    /// The sections that feeds and searches name.
    var others: [String] = []

    /// The section for a name: a name or alias of `[categories]`, a section of a feed or search, or a built-in section in
    /// any of its forms (`tech`). Nil for any other name.
    func section(named text: String) -> Category? {
        let folded = Category.folded(text)
        func isWanted(_ name: String) -> Bool { Category.folded(name) == folded }
        let name =
            own.keys.sorted().first(where: isWanted)
            ?? own.keys.sorted().first { own[$0]?.aliases.contains(where: isWanted) == true }
            ?? others.first(where: isWanted)
        return name.map(Category.init) ?? Category(named: text)
    }

    /// The section whose name or other form needs the fewest changes; nil when no name is near.
    func nearest(to text: String) -> Category? {
        let names = own.flatMap { [$0.key] + $0.value.aliases } + others + Category.allForms
        return Texts.nearest(to: Category.folded(text), among: names).flatMap(section(named:))
    }

    /// The section that a wrong name probably means, and what to do if it does not. Nil for a name that may be new.
    func mistake(in text: String) -> String? {
        guard section(named: text) == nil, let nearest = nearest(to: text) else { return nil }
        return didYouMean(nearest.name) + " If not, define it under [categories]"
    }

    /// The text `did you mean …?` for a name that no section has.
    func suggestion(for text: String) -> String {
        if let nearest = nearest(to: text) { return didYouMean(nearest.name) }
        let known = Category.news.map(\.name) + [Category.events.name] + own.keys + others
        return "known: \(Set(known).sorted().joined(separator: ", "))"
    }
}

extension Configuration {
    var sectionNames: SectionNames {
        let searches = newsapi?.everything.map(\.category) ?? []
        let ofFeeds = feeds.flatMap { [$0.category] + $0.categories.values }
        return SectionNames(own: categories, others: Set(searches + ofFeeds).sorted())
    }

    /// The section names that sources and `[categories]` define.
    var ownSections: [String] {
        Set(sectionNames.own.keys).union(sectionNames.others).sorted()
    }
}
