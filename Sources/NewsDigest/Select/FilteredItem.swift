import Values

/// A candidate that passed the filters. It is a class, because it is large, never changes, and is in several lists.
final class FilteredItem: Sendable {
    let candidate: Candidate
    let section: Category
    /// The boosts that the item matches, as they are written in the configuration.
    let boosts: [String]
    let weight: Double
    let publisher: String
    /// Whether it is an entry of its own, to which limits do not apply.
    let standsAlone: Bool

    init(
        candidate: Candidate, section: Category, boosts: [String], weight: Double, publisher: String,
        standsAlone: Bool = false
    ) {
        self.candidate = candidate
        self.section = section
        self.boosts = boosts
        self.weight = weight
        self.publisher = publisher
        self.standsAlone = standsAlone
    }

    var id: String { candidate.id }
    var item: Item { candidate.item }
    /// Whether its section is that of its source alone.
    var isInOwnSection: Bool { standsAlone && section.name == item.source && section.name != item.category }
}
