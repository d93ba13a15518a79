import Foundation

/// An item that the state offers for the next digest: not sent to this reader yet.
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
    /// A fixed order, so that nothing depends on how the state returned them.
    package static func inOrder(_ a: Candidate, _ b: Candidate) -> Bool {
        (a.date, a.item.position, a.id) < (b.date, b.item.position, b.id)
    }

    /// When it was published: as far as known, and never in the future of the moment it was seen.
    package var date: Date { min(item.published ?? firstSeen, firstSeen) }
}

extension Candidate {
    package init(_ stored: StoredItem) {
        self.init(id: stored.id, item: stored.item, firstSeen: stored.firstSeen)
    }
}
