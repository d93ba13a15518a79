import Foundation
import Texts

/// What a source said about one article. The cleaning makes of it what is shown.
package struct Draft {
    package var title: String
    /// Plain text.
    package var summary: String
    package var author: String?
    let source: String
    let url: String
    let language: String?
    let published: Date?
    /// The texts of the captions of its pictures, which a source may copy into its summary.
    let captions: [String]
    /// The text of the whole article, without captions. Empty if there is none.
    let article: () -> String

    /// What the cleaning took from its title and summary.
    package private(set) var removals: [Removal] = []

    /// The longest summary, in scalars.
    package static let longest = 1_000
    private static let mostRemovals = 12

    package init(
        title: String, summary: String, author: String?, source: String, url: String, language: String?,
        published: Date?, captions: [String], article: @escaping () -> String
    ) {
        self.title = title
        self.summary = summary
        self.author = author
        self.source = source
        self.url = url
        self.language = language
        self.published = published
        self.captions = captions
        self.article = article
    }

    /// Keeps what a rule took.
    mutating func note(_ rule: String, from before: String, to after: String) {
        if before != after, let removal = Removal(rule, from: before, to: after) { note([removal]) }
    }

    /// Keeps what several rules took. A text that is cleaned twice loses the same parts again.
    mutating func note(_ more: [Removal]) {
        for removal in more where removals.count < Self.mostRemovals && !removals.contains(removal) {
            removals.append(removal)
        }
    }

    var publisher: PublisherName { PublisherName(source: source, url: url) }
}
