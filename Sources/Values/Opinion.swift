import Foundation

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
    package static let halfLife: TimeInterval = 60 * 86_400
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
