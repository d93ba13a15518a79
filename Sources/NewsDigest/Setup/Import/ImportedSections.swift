import Languages
import Settings
import Texts
import Values

/// The sections for the folders and tags of another program.
///
/// A folder joins a section that the user named, and one of the newspaper if it has its name or title, or a short form
/// of it. Any other folder becomes a section of its own. The configuration takes many words for a section, such as
/// `world` for `general`; a folder with such a name is defined under `[categories]`, which comes first.
struct ImportedSections {
    private let known: SectionNames
    private let words: Language
    /// By the folded name of the folder.
    private var sections: [String: String] = [:]
    /// The folders that join a section with another name, each with this section.
    private var joined: [(folder: String, section: String)] = []
    /// The sections that `[categories]` must define.
    private(set) var new: [String] = []

    init(_ configuration: Configuration) {
        known = configuration.sectionNames
        words = Language(code: configuration.language)
    }

    /// - Returns: the section for the folder.
    mutating func take(_ folder: String) -> String {
        let name = folder.split(whereSeparator: \.isWhitespace).joined(separator: " ").cleanLine
        let folded = Category.folded(name)
        if let section = sections[folded] { return section }
        let section = joinedSection(for: name) ?? name
        if section != name {
            joined.append((name, section))
        } else if isTakenForAnother(name) {
            new.append(name)
        }
        sections[folded] = section
        return section
    }

    /// Where folders went that are no sections of their own.
    var sentences: [String] {
        joined.map { folder, section in
            let title = known.own[section]?.title ?? words.title(ofCategory: section)
            return "'\(folder)' was added to \(title)"
        }
    }

    private func joinedSection(for name: String) -> String? {
        let folded = Category.folded(name)
        let named = (known.own.keys.sorted() + known.others).first { Category.folded($0) == folded }
        if let named { return named }
        let isAlias = known.own.values.contains { $0.aliases.contains { Category.folded($0) == folded } }
        if isAlias { return known.section(named: name)?.name }
        return (Category.newspaper + [.other]).first { $0.isWritten(folded) }?.name
    }

    /// Whether the configuration would read the name as that of another section.
    private func isTakenForAnother(_ name: String) -> Bool {
        let names = SectionNames(own: known.own)
        return names.section(named: name).map { $0.name != name } ?? (names.misspelt(name) != nil)
    }
}

extension Category {
    /// Whether a folded word is the name of the section, a short form or another number of it (`tech`, `sport`), or its
    /// title in a language of the digest.
    func isWritten(_ word: String) -> Bool {
        let common = word.commonPrefix(with: name).count
        let isForm = otherForms.contains(word) && common > 2 && common >= min(word.count, name.count) - 1
        return word == name || isForm
            || Language.all.contains { Category.folded($0.title(ofCategory: name)) == word }
    }
}
