import Addresses
import Foundation

/// An item in the state.
public struct StoredItem: Sendable, Equatable, Identifiable {
    /// Short and typeable, from what identifies the item; it never changes.
    public var id: String
    /// That of its row, which what belongs to it is found by; 0 for one that is in no state.
    public var number: Int64
    public var item: Item
    public var firstSeen: Date
    /// When its source last carried it.
    public var lastSeen: Date

    public init(id: String, number: Int64 = 0, item: Item, firstSeen: Date, lastSeen: Date) {
        self.id = id
        self.number = number
        self.item = item
        self.firstSeen = firstSeen
        self.lastSeen = lastSeen
    }
}

extension StoredItem {
    /// What the state knows an item by, without the item.
    public struct Name: Sendable, Hashable {
        public var id: String
        public var number: Int64
    }

    public var name: Name { Name(id: id, number: number) }

    /// The address without what only tracks.
    public var shownURL: String { CanonicalURL(item.url)?.clean ?? item.url }
}

extension Candidate {
    public init(_ stored: StoredItem) {
        self.init(id: stored.id, item: stored.item, firstSeen: stored.firstSeen)
    }
}
