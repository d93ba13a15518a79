import Foundation

/// One entry of a digest: an item, and the other items that tell the same story.
package struct Story: Sendable, Equatable, Codable {
    /// The id of the lead item. It is short, stable and easy to type (`newsdigest save ID`).
    package var id: String
    package var item: Item
    /// The address to show and to share: the lead's address without tracking parameters.
    package var url: String
    /// The same article from other sources, and other articles on the same story.
    package var also: [Telling]
    /// What a program of the user wrote about the story. It is only shown: the story is recognised by its item.
    package var generated: Generated?

    /// A text by a program, instead of the article's own.
    package struct Generated: Sendable, Equatable, Codable {
        /// Nil keeps the article's title.
        package var title: String?
        package var summary: String

        package init(title: String? = nil, summary: String) {
            self.title = title
            self.summary = summary
        }
    }

    package struct Telling: Sendable, Equatable, Codable {
        package var id: String
        package var source: String
        package var title: String
        package var url: String
        /// Whether it is the same article, and not only the same story.
        package var isSameArticle: Bool
        /// If several sources carry another article of the story, the id of the first of these items. Nil in a
        /// digest of an older version.
        package var article: String?

        package init(
            id: String, source: String, title: String, url: String, isSameArticle: Bool, article: String? = nil
        ) {
            self.id = id
            self.source = source
            self.title = title
            self.url = url
            self.isSameArticle = isSameArticle
            self.article = article
        }
    }

    package init(id: String, item: Item, url: String, also: [Telling] = []) {
        self.id = id
        self.item = item
        self.url = url
        self.also = also
    }

    /// The title to show.
    package var title: String { generated?.title ?? item.title }

    /// The summary to show.
    package var summary: String { generated?.summary ?? item.summary }
}
