import Files
import Foundation
import Languages
import Texts
import Values

/// The names of sections that a configuration knows, and the forms in which people write them.
package struct SectionNames {
    /// The sections of `[categories]`, with their aliases.
    package var own: Configuration.OwnCategories
    /// The sections that feeds, searches and calendars name.
    package var others: [String]

    /// The words of the digest, which name the built-in sections; nil if only the configured titles count.
    var words: Language?

    package init(own: Configuration.OwnCategories, others: [String] = [], words: Language? = nil) {
        (self.own, self.others, self.words) = (own, others, words)
    }

    /// The section for a name: a name or alias of `[categories]`, a section of a feed or search, or a built-in section
    /// in any of its forms (`tech`); then the title that a digest shows. Nil for any other name, and for a title of
    /// several sections.
    ///
    /// A name goes before an alias. If several sections have the alias, it means the first by name.
    package func section(named text: String) -> Category? {
        let folded = Category.folded(text)
        func isWanted(_ name: String) -> Bool { Category.folded(name) == folded }
        guard !folded.isEmpty else { return nil }
        let name =
            own.keys.sorted().first(where: isWanted)
            ?? own.keys.sorted().first { own[$0]?.aliases.contains(where: isWanted) == true }
            ?? others.first(where: isWanted)
        if let section = name.map(Category.init) ?? Category(named: text) { return section }
        let titled = Set(titles.filter { isWanted($0.title) }.map(\.name))
        return titled.count == 1 ? titled.first.map(Category.init) : nil
    }

    /// The form of a name that needs the fewest changes, and its section; nil when no form is near.
    func nearest(to text: String) -> (form: String, section: Category)? {
        guard let form = Texts.nearest(to: Category.folded(text), among: allForms) else { return nil }
        return section(named: form).map { (form, $0) }
    }

    /// The section whose name, or another form of it, the text misspells. Nil for a name that has a section or may be
    /// new.
    package func misspelt(_ text: String) -> Category? {
        guard section(named: text) == nil else { return nil }
        return Texts.misspelt(Category.folded(text), among: allForms).flatMap(section(named:))
    }

    /// The section that a wrong name probably means, and what to do if it does not. Nil for a name that may be new.
    package func mistake(in text: String) -> String? {
        guard section(named: text) == nil, let question = question(about: text) else { return nil }
        return question + " If not, define it under [categories]"
    }

    /// The text `did you mean …?` for a name that no section has.
    package func suggestion(for text: String) -> String {
        if let question = question(about: text) { return question }
        let known = Category.news.map(\.name) + [Category.other.name, Category.events.name] + own.keys + others
        return "known: \(Set(known).sorted().joined(separator: ", "))"
    }

    /// The aliases of `[categories]` that do not lead to their section, each with the section to which it leads.
    package var shadowedAliases: [(alias: String, section: String, meant: String)] {
        own.sorted { $0.key < $1.key }.flatMap { name, category in
            category.aliases.compactMap { alias in
                guard let meant = section(named: alias)?.name, meant != name else { return nil }
                return (alias, name, meant)
            }
        }
    }

    /// The question whether the nearest name was meant. If this is another form of a section's name, it also names the
    /// section.
    private func question(about text: String) -> String? {
        nearest(to: text).map { form, section in
            form == section.name ? didYouMean(form) : didYouMean(form, for: section.name)
        }
    }

    private var allForms: [String] { own.flatMap { [$0.key] + $0.value.aliases } + others + Category.allForms }

    /// The titles of the sections, as a digest shows them.
    private var titles: [(name: String, title: String)] {
        let configured = own.compactMap { name, category in category.title.map { (name, $0) } }
        guard let words else { return configured }
        let others = (others + Category.builtIn.map(\.name)).filter { own[$0]?.title == nil }
        return configured + others.map { ($0, words.title(ofCategory: $0)) }
    }
}

extension Configuration {
    package var sectionNames: SectionNames {
        let others = Set(configuredKinds.flatMap { $0.sections }).sorted()
        return SectionNames(own: categories, others: others, words: Language(code: language))
    }

    /// The section names that sources and `[categories]` define.
    package var ownSections: [String] {
        Set(sectionNames.own.keys).union(sectionNames.others).sorted()
    }

    /// The line of the table of `[categories]`, or of this profile's own, that has a section. The file is read again,
    /// because the lines of a configuration are no part of its meaning.
    package func line(ofSection name: String) -> Int? {
        guard let file, let bytes = try? FileHandle.read(file, upTo: Self.longestFile),
            let text = String(validating: bytes, as: UTF8.self), let document = try? TOMLNode(parsing: text, file: file)
        else { return nil }
        let profile = document.entries["profiles"]?.entries[profileName]
        return [profile, document].lazy
            .compactMap { $0?.entries["categories"]?.entries[name]?.line }.first
    }

    /// The sections of items by their own tags, as `[categories]` gives them. Of a feed, its own table comes first.
    package func tagSections(of feed: Feed? = nil) -> TagSections {
        var sections = TagSections(feed?.categories ?? [:])
        for (name, category) in categories.sorted(by: { $0.key < $1.key }) {
            for tag in category.from { sections.add(tag, to: name) }
        }
        return sections
    }
}
