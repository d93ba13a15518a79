/// Which tags of a source belong to which section. Tags are compared like names of sections.
package struct TagSections: Sendable, Equatable, CustomStringConvertible {
    /// The names of the sections, by the folded tag.
    private var sections: [String: String] = [:]

    /// - Parameter sections: the names of the sections, by tag. If the folded forms of several tags are equal, the
    ///   first tag in the order of the alphabet counts.
    package init(_ sections: [String: String] = [:]) {
        for (tag, section) in sections.sorted(by: { $0.key < $1.key }) { add(tag, to: section) }
    }

    /// A tag that already belongs to a section stays there.
    package mutating func add(_ tag: String, to section: String) {
        let folded = Category.folded(tag)
        if sections[folded] == nil { sections[folded] = section }
    }

    /// The tags with their sections, in the order of the alphabet.
    package var description: String {
        sections.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
    }

    /// The sections of the tags that have one, in the order of the tags. The first is the best.
    package func sections(of tags: [String]) -> [String] {
        sections.isEmpty ? [] : tags.compactMap { sections[Category.folded($0)] }
    }
}
