import Addresses
import Values

/// A candidate that passed the filters. An object, since it is long, never changes, and stands in several lists.
final class FilteredItem: Sendable {
    let candidate: Candidate
    let section: Category
    /// The boosts it matches, as written.
    let boosts: [String]
    let weight: Double
    let url: CanonicalURL?
    let publisher: String

    init(
        candidate: Candidate, section: Category, boosts: [String], weight: Double, url: CanonicalURL?, publisher: String
    ) {
        self.candidate = candidate
        self.section = section
        self.boosts = boosts
        self.weight = weight
        self.url = url
        self.publisher = publisher
    }

    var id: String { candidate.id }
    var item: Item { candidate.item }
    /// What is compared by; the address as it is where it cannot be read.
    var urlKey: String { url?.key ?? item.url }
    var shownURL: String { url?.clean ?? item.url }
}
