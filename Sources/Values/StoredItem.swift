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
    /// Whether the profile was sent an earlier version of this event. `State.candidates` finds it out.
    package var wasSent = false
    /// What the profile was told of this event, if it is known. `State.candidates` finds it out.
    package var told: Event?

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

/// An item that the state offers for the next digest: it was not sent to this profile yet. It is a class, because it is
/// large, never changes, and is in several lists.
package final class Candidate: Sendable, Equatable {
    package let stored: StoredItem
    private let canonical = Once<CanonicalURL?>()

    package init(_ stored: StoredItem) {
        self.stored = stored
    }

    package static func == (a: Candidate, b: Candidate) -> Bool { a === b || a.stored == b.stored }
}

extension Candidate {
    package var id: String { stored.id }
    package var number: Int64 { stored.number }
    package var item: Item { stored.item }
    package var firstSeen: Date { stored.firstSeen }
    package var isOnSharedPage: Bool { stored.isOnSharedPage }
    package var wasSent: Bool { stored.wasSent }

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

/// Articles by the keys of their stories, so that copies of one in other sources are found. Two items of one source are no
/// copies.
package struct Copies {
    /// The first item with a key, and the first one of another source.
    private var items: [Int64: [Candidate]] = [:]

    package init(_ items: some Sequence<Candidate>) {
        for item in items { note(item) }
    }

    fileprivate mutating func note(_ item: Candidate) {
        for key in item.storyKeys.all {
            let known = items[key, default: []]
            if known.count < 2, known.first?.item.sourceID != item.item.sourceID { items[key] = known + [item] }
        }
    }

    package func copy(of item: Candidate) -> Candidate? {
        item.storyKeys.all.lazy.flatMap { items[$0] ?? [] }.first { $0.item.sourceID != item.item.sourceID }
    }
}

extension [Candidate] {
    /// Copies of one article once, and not at all if there is one in others.
    package func withoutCopies(in others: Copies = Copies([])) -> [Candidate] {
        var others = others
        return filter { item in
            defer { others.note(item) }
            return others.copy(of: item) == nil
        }
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

/// What a reader thinks of an item.
package struct Opinion: Sendable, Equatable {
    package enum Kind: String, Sendable, Codable { case liked, disliked, saved }

    package var kind: Kind
    package var item: StoredItem
    /// The section in which the item was sent to the reader, or the section of the item.
    package var section: String
    package var date: Date

    package init(_ kind: Kind, item: StoredItem, section: String, date: Date) {
        self.kind = kind
        self.item = item
        self.section = section
        self.date = date
    }
}

extension Opinion {
    /// After this number of seconds an opinion counts half.
    private static let halfLife: TimeInterval = 60 * 86_400
    /// After this number of seconds an opinion no longer counts.
    package static let memory: TimeInterval = 365 * 86_400
    /// The number of opinions from which a run learns: the latest ones.
    package static let mostUsed = 1_000

    /// How much the opinion counts at a time: from 1 down to 0. An item that was only saved counts half as much.
    package func weight(at now: Date) -> Double {
        let age = max(0, now.timeIntervalSince(date))
        guard age <= Self.memory else { return 0 }
        return (kind == .saved ? 0.5 : 1) * exp2(-age / Self.halfLife)
    }
}

/// What a program of the user answered when it was asked about a text.
package struct ProgramAnswer: Sendable, Equatable {
    /// The hash of the text that it was asked about (`StableHash.hash`).
    package var version: Int64
    package var title: String?
    /// Nil if the answer could not be used.
    package var summary: String?

    package init(version: Int64, title: String? = nil, summary: String? = nil) {
        self.version = version
        self.title = title
        self.summary = summary
    }
}

/// A sentence vector that a program gave for an item.
package struct StoredVector: Sendable, Equatable {
    /// The hash of the text that it was asked about (`StableHash.hash`).
    package var version: Int64
    /// One signed byte for each number (`SentenceVector.packed`).
    package var packed: Data

    package init(version: Int64, packed: Data) {
        self.version = version
        self.packed = packed
    }
}
