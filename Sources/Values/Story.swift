import Foundation

/// What a digest shows as one entry: an item, and the others that tell the same.
package struct Story: Sendable, Equatable, Codable {
    /// The lead item's id: short, typeable, stable (`newsdigest save ID`).
    package var id: String
    package var item: Item
    /// The address to show and to share: the lead's, without what only tracks.
    package var url: String
    /// The same article from other sources, or the same story told by others.
    package var also: [Telling]

    package struct Telling: Sendable, Equatable, Codable {
        package var id: String
        package var source: String
        package var title: String
        package var url: String
        /// The same article, not merely the same story.
        package var isSameArticle: Bool
        /// Of another article that several carry, the id of the first of them. Nil in what older versions stored.
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
}
