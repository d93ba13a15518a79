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

extension Item {
    /// The id of the source that has the pages which no source contained when a person saved them by their address.
    package static let savedPages = "saved"

    package var isSavedPage: Bool { sourceID == Self.savedPages }
}
