import Texts

/// The authors of a source that writes all family names first, as library catalogues do: `Lee, Anna, van Day, Bo`.
/// Agencies among them (`agence, AFP`) have the same form, but do not show it.
struct InvertedNames {
    private let areInverted: Bool

    init(_ authors: [String], _ profile: inout SourceProfile) {
        let authors = Set(authors).filter { !Self.isAgency($0) }.map(Self.pairs)
        let names = authors.flatMap { $0?.prefix(Self.enough) ?? [] }
        let (families, givens) = (Self.folded(names.map(\.family)), Self.folded(names.map(\.given)))
        // `Anna Lee, Gazette` and `Anna Lee, reporter` are not a family name and a given name.
        let short = names.count(where: Self.hasShortFamily)
        // In a list of agencies or of first names, the same word also stands in another place. Only a name of several
        // words or an initial tells a name from such a list.
        let areShown =
            !authors.contains { $0 == nil } && families.count >= 3 && givens.count >= 3
            && families.isDisjoint(with: givens) && 2 * short > names.count
            && names.contains { $0.family.spaced.count > 1 || $0.given.spaced.count > 1 || $0.given.hasSuffix(".") }
        areInverted = profile.has(
            .familyNameFirst, areShown ? authors.count : 0, in: authors.count, least: 3)
    }

    /// The names as they are spoken: `Anna Lee, Bo van Day`. Initials after each name show the form without the other
    /// authors of the source; `Anna Lee, M.D.` has a degree.
    func spoken(_ author: String) -> String {
        guard let pairs = Self.pairs(author),
            areInverted
                || pairs.allSatisfy({ $0.given.isInitials })
                    && 2 * pairs.count(where: Self.hasShortFamily) > pairs.count
        else { return author }
        return pairs.map { "\($0.given) \($0.family)" }.joined(separator: ", ")
    }

    private static func folded(_ names: [Substring]) -> Set<String> {
        Set(names.map { FoldedText.folded(String($0)) })
    }

    /// Whether a part of it, such as `AFP`, is not written as a name.
    private static func isAgency(_ author: String) -> Bool {
        !author.split(separator: ",").allSatisfy(\.isWrittenAsName)
    }

    private typealias Name = (family: Substring, given: Substring)

    private static func hasShortFamily(_ name: Name) -> Bool { name.family.spaced.count == 1 }

    /// The family names and given names; nil if the text has another form. In a list such as `Anna Lee, Bo Day`, both
    /// parts have two words.
    private static func pairs(_ author: String) -> [Name]? {
        let parts = author.split(separator: ",").map { $0.drop { $0 == " " } }
        guard parts.count >= 2, parts.count.isMultiple(of: 2) else { return nil }
        let pairs = stride(from: 0, to: parts.count, by: 2).map { (family: parts[$0], given: parts[$0 + 1]) }
        let areNames = pairs.prefix(enough).allSatisfy {
            1...3 ~= $0.family.spaced.count && 1...3 ~= $0.given.spaced.count
                && ($0.family.spaced.count == 1 || $0.given.spaced.count == 1)
        }
        return areNames ? pairs : nil
    }

    /// The number of the first names of an author's list that show its form. Among thousands of authors, somebody's family
    /// name is another's given name.
    private static let enough = 10
}

extension Substring {
    /// Whether it has only initials: `A.`, `A. B.`, `A.-B.`
    fileprivate var isInitials: Bool {
        hasSuffix(".") && split { ". -".contains($0) }.allSatisfy { $0.count == 1 && $0.first!.isUppercase }
            && count { $0 == "." } == count(where: \.isLetter)
    }

    /// Whether a word of it is written as a name: neither in capitals, as `AFP`, nor in small letters, as `dpa`. An
    /// initial is a name.
    fileprivate var isWrittenAsName: Bool {
        spaced.contains { word in
            let letters = word.unicodeScalars.filter(\.properties.isAlphabetic)
            guard let first = letters.first, !first.properties.isLowercase else { return false }
            return letters.count == 1 || letters.dropFirst().contains { !$0.properties.isUppercase }
                || word.contains(".")
        }
    }
}

/// The words before the name of an author, in folded form.
package enum AuthorWords {
    /// Words such as `by`.
    package static let prepositions = Phrases.words("before an author")
    /// The same with those that only stand before a whole name in a byline: `di Anna Lee`.
    package static let beginningsOfBylines = prepositions.union(Phrases.words("before a byline"))
    /// Words such as `author`, which stand before a colon.
    package static let labels = Phrases.words("label of an author")
    /// The same with those in a byline: `Written by`, `Text`, `来源`.
    package static let labelsOfBylines = labels.union(prepositions).union(Phrases.words("label of a byline"))

    /// Whether it says who made the pictures: `Foto`.
    package static func isLabelOfPictures(_ words: String) -> Bool {
        Boilerplate.creditLabels.contains(words.split(separator: " ").map(String.init))
    }
}
