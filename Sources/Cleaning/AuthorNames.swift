import Texts

extension String {
    /// The names as they are spoken, if initials after each show that the family names are first, as in library
    /// catalogues: `A. Lee, B. C. Day` for `Lee, A., Day, B. C.`. `Anna Lee, M.D.` has a degree.
    var spokenNames: String {
        let parts = split(separator: ",").map { $0.drop { $0 == " " } }
        let pairs = stride(from: 0, to: parts.count - 1, by: 2).map { (family: parts[$0], given: parts[$0 + 1]) }
        let singles = pairs.count { $0.family.spaced.count == 1 }
        guard parts.count.isMultiple(of: 2), 2 * singles > pairs.count,
            pairs.allSatisfy({ pair in
                pair.given.hasSuffix(".")
                    && pair.given.split { " .-".contains($0) }.allSatisfy { $0.count == 1 && $0.first!.isUppercase }
            })
        else { return self }
        return pairs.map { "\($0.given) \($0.family)" }.joined(separator: ", ")
    }
}

/// The words before the name of an author, in folded form.
package enum AuthorWords {
    /// Words such as `by`.
    package static let prepositions = Phrases.words("before an author")
    /// The same with those that only stand before a whole name in a byline: `di Anna Lee`.
    package static let beginningsOfBylines = prepositions.union(Phrases.words("before a byline"))
    /// What stands before a colon in a byline: `Author`, `Written by`, `Text`, `来源`.
    package static let labelsOfBylines = prepositions.union(Phrases.words("label of an author"))
        .union(Phrases.words("label of a byline"))

    /// Whether it says who made the pictures: `Foto`.
    package static func isLabelOfPictures(_ words: String) -> Bool {
        Boilerplate.creditLabels.contains(words.split(separator: " ").map(String.init))
    }
}
