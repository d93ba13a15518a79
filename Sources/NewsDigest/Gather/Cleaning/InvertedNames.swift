import Texts
import Values

/// The authors of a source that writes all family names first, as library catalogues do: `Lee, Anna, van Day, Bo`.
struct InvertedNames {
    private let areInverted: Bool

    init(_ items: [Item]) {
        let authors = Set(items.compactMap(\.author)).map(Self.pairs)
        let names = authors.flatMap { $0 ?? [] }
        // `Anna Lee, Gazette` and `Anna Lee, reporter` are not a family name and a given name.
        let short = names.count { $0.family.spaced.count == 1 }
        areInverted =
            authors.count >= 3 && !authors.contains { $0 == nil } && Set(names.map(\.given)).count >= 3
            && 2 * short > names.count
    }

    /// The names as they are spoken: `Anna Lee, Bo van Day`.
    func spoken(_ author: String) -> String {
        guard areInverted, let pairs = Self.pairs(author) else { return author }
        return pairs.map { "\($0.given) \($0.family)" }.joined(separator: ", ")
    }

    /// The family names and given names; nil if the text has another form. In a list such as `Anna Lee, Bo Day`, both
    /// parts have two words.
    private static func pairs(_ author: String) -> [(family: Substring, given: Substring)]? {
        let parts = author.split(separator: ",").map { $0.drop { $0 == " " } }
        guard 2...20 ~= parts.count, parts.count.isMultiple(of: 2) else { return nil }
        let pairs = stride(from: 0, to: parts.count, by: 2).map { (family: parts[$0], given: parts[$0 + 1]) }
        let areNames = pairs.allSatisfy {
            1...3 ~= $0.family.spaced.count && 1...3 ~= $0.given.spaced.count
                && ($0.family.spaced.count == 1 || $0.given.spaced.count == 1)
        }
        return areNames ? pairs : nil
    }
}
