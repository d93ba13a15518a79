import Addresses
import Foundation

/// An item in the state.
package struct StoredItem: Sendable, Equatable, Identifiable {
    /// Short and typeable, from what identifies the item; it never changes.
    package var id: String
    /// That of its row, which what belongs to it is found by; 0 for one that is in no state.
    package var number: Int64
    package var item: Item
    package var firstSeen: Date
    /// When its source last carried it.
    package var lastSeen: Date

    package init(id: String, number: Int64 = 0, item: Item, firstSeen: Date, lastSeen: Date) {
        self.id = id
        self.number = number
        self.item = item
        self.firstSeen = firstSeen
        self.lastSeen = lastSeen
    }
}

extension StoredItem {
    /// What the state knows an item by, without the item.
    package struct Name: Sendable, Hashable {
        package var id: String
        package var number: Int64

        package init(id: String, number: Int64) {
            self.id = id
            self.number = number
        }
    }

    package var name: Name { Name(id: id, number: number) }

    /// The address without what only tracks.
    package var shownURL: String { CanonicalURL(item.url)?.clean ?? item.url }
}
