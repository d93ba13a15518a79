import Foundation

/// An item that the user saved.
package struct SavedItem: Sendable, Equatable {
    package var item: StoredItem
    package var saved: Date

    package init(item: StoredItem, saved: Date) {
        self.item = item
        self.saved = saved
    }
}
