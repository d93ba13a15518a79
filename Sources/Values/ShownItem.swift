import Foundation

/// An item that another program has shown to its user, as that program stored it.
package struct ShownItem: Sendable, Equatable {
    /// The address of its feed, as the program writes it.
    package var feed: String
    /// The feed's own id of the item. Nil if the program does not know it.
    package var id: String?
    /// The item's address; empty for none.
    package var link: String
    package var title: String
    package var published: Date?

    package init(feed: String, id: String? = nil, link: String = "", title: String = "", published: Date? = nil) {
        self.feed = feed
        self.id = id
        self.link = link
        self.title = title
        self.published = published
    }
}
