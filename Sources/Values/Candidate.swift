import Addresses
import Foundation

/// An item that the state offers for the next digest: it was not sent to this profile yet. It is a class, because it is
/// large, never changes, and is in several lists.
package final class Candidate: Sendable, Equatable {
    /// The stored item's id.
    package let id: String
    /// The number of the stored item; 0 if it is not in a state.
    package let number: Int64
    package let item: Item
    package let firstSeen: Date
    private let canonical = Once<CanonicalURL?>()
    /// Whether a source has had several items with this address, so that the address does not tell them apart.
    package let isOnSharedPage: Bool
    /// Whether the profile was told of an earlier version of this event.
    package let wasTold: Bool

    package init(
        id: String, number: Int64 = 0, item: Item, firstSeen: Date, isOnSharedPage: Bool = false, wasTold: Bool = false
    ) {
        self.isOnSharedPage = isOnSharedPage
        self.wasTold = wasTold
        self.id = id
        self.number = number
        self.item = item
        self.firstSeen = firstSeen
    }

    package static func == (a: Candidate, b: Candidate) -> Bool {
        a === b
            || a.id == b.id && a.number == b.number && a.firstSeen == b.firstSeen
                && a.isOnSharedPage == b.isOnSharedPage && a.wasTold == b.wasTold && a.item == b.item
    }
}

extension Candidate {
    /// The canonical form of `item.url`. It is calculated once, because the selection needs it in several places, and
    /// only if it is needed: readers with the same candidates share what is made of them.
    package var address: CanonicalURL? { canonical.value { CanonicalURL(item.url) } }
    /// The key for comparing addresses; the address itself if it cannot be parsed, and the id if there is none.
    package var addressKey: String { address?.key ?? (item.url.isEmpty ? id : item.url) }
    /// The address without tracking parameters.
    package var shownURL: String { address?.clean ?? item.url }
    /// Compact keys that find the sent story that told this item.
    package var storyKeys: Item.StoryKeys { item.storyKeys(address: ownAddress) }
    package var eventKeys: [String] { item.eventKeys(address: ownAddress) }

    /// The address if it is that of this item alone.
    private var ownAddress: CanonicalURL? { isOnSharedPage || item.isKnownByIDAlone ? nil : address }
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
    package convenience init(_ stored: StoredItem) {
        self.init(
            id: stored.id, number: stored.number, item: stored.item, firstSeen: stored.firstSeen,
            isOnSharedPage: stored.isOnSharedPage, wasTold: stored.wasTold)
    }
}
