import Foundation

/// An item that the state offers for the next digest: it was not sent to this profile yet.
package struct Candidate: Sendable, Equatable {
    /// The stored item's id.
    package var id: String
    package var item: Item
    package var firstSeen: Date

    package init(id: String, item: Item, firstSeen: Date) {
        self.id = id
        self.item = item
        self.firstSeen = firstSeen
    }
}

extension Candidate {
    /// A fixed order, so that the result does not depend on the order in which the state returned the items.
    package static func inOrder(_ a: Candidate, _ b: Candidate) -> Bool {
        (a.date, a.item.position, a.id) < (b.date, b.item.position, b.id)
    }

    /// The publication date if it is known, but never later than the moment when the item was first seen.
    package var date: Date { min(item.published ?? firstSeen, firstSeen) }
}

extension Candidate {
    package init(_ stored: StoredItem) {
        self.init(id: stored.id, item: stored.item, firstSeen: stored.firstSeen)
    }
}
