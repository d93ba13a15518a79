import Addresses
import Foundation

/// An item in the state.
package struct StoredItem: Sendable, Equatable, Identifiable {
    /// A short id that is easy to type. It is made from the item's identity and never changes.
    package var id: String
    /// The number of its row in the state, to which other rows refer. 0 for an item that is not in a state.
    package var number: Int64
    package var item: Item
    package var firstSeen: Date
    /// When its source last contained it.
    package var lastSeen: Date
    /// Whether a source has had several items with this address. `State.candidates` finds it out.
    package var isOnSharedPage = false
    /// Whether the profile was told of an earlier version of this event. `State.candidates` finds it out.
    package var wasTold = false

    package init(id: String, number: Int64 = 0, item: Item, firstSeen: Date, lastSeen: Date) {
        self.id = id
        self.number = number
        self.item = item
        self.firstSeen = firstSeen
        self.lastSeen = lastSeen
    }
}

extension StoredItem {
    /// The id and the number of an item in the state, without its content.
    package struct Name: Sendable, Hashable {
        package var id: String
        package var number: Int64

        package init(id: String, number: Int64) {
            self.id = id
            self.number = number
        }
    }

    package var name: Name { Name(id: id, number: number) }

    /// The address without tracking parameters.
    package var shownURL: String { CanonicalURL(item.url)?.clean ?? item.url }
}
