import Values

extension Configuration {
    /// The sections of items by their own tags, as `[categories]` gives them.
    package var tagSections: TagSections {
        var sections = TagSections()
        add(to: &sections)
        return sections
    }

    /// The same for the items of one feed. The feed's own table comes first.
    package func tagSections(of feed: Feed) -> TagSections {
        var sections = TagSections(feed.categories)
        add(to: &sections)
        return sections
    }

    private func add(to sections: inout TagSections) {
        for (name, category) in categories.sorted(by: { $0.key < $1.key }) {
            for tag in category.from { sections.add(tag, to: name) }
        }
    }
}
