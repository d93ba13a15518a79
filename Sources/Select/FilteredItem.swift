import Values

/// A candidate that passed the filters. It is a class, because it is large, never changes, and is in several lists.
final class FilteredItem: Sendable {
    let candidate: Candidate
    let section: Category
    let weight: Double
    let publisher: String
    /// Whether it is an entry of its own, to which limits do not apply.
    let standsAlone: Bool
    private let madeWords = OnceForEach<String, Set<String>>()

    init(
        candidate: Candidate, section: Category, weight: Double, publisher: String, standsAlone: Bool = false
    ) {
        self.candidate = candidate
        self.section = section
        self.weight = weight
        self.publisher = publisher
        self.standsAlone = standsAlone
    }

    var id: String { candidate.id }
    var item: Item { candidate.item }

    /// The words of the title by which a taste goes, for a reader of this language.
    func titleWords(reader language: String) -> Set<String> {
        madeWords.value(for: language) { Taste.words(of: item, reader: language) }
    }

    /// Whether its section is that of its source alone.
    var isInOwnSection: Bool { standsAlone && section.name == item.source && section.name != item.category }
}
