import Foundation

/// What one source gave in this run.
package struct Gathered: Sendable, Equatable {
    package enum Status: Sendable, Equatable {
        /// The source gave a full answer.
        case fresh
        /// The source answered that nothing changed (304), or gave the same answer again.
        case notModified
        /// The source was not requested, because its last answer asked to wait or because its quota is used up. The
        /// run uses the stored items. The sentence says why and how old they are.
        case waiting(until: Date, why: String)
        /// The source was not requested, because it answered 410 at this time.
        case paused(since: Date)
        /// The source was not requested, because it failed before.
        case backingOff(until: Date)
        /// The source was not requested, or it had too little time, because the deadline of the run passed. This is no
        /// failure. The next run requests it before the others.
        case unasked
        /// Some pages of the source arrived, then this failure happened.
        case partial(Failure)
        case failed(Failure)
    }

    package var sourceID: String
    package var name: String
    /// In the source's own order.
    package var items: [Item]
    /// The items that a feed already had when it was read for the first time, except its newest few. The state
    /// remembers them as seen, and they are never sent.
    package var past: [Item]
    package var status: Status
    package var record: SourceRecord
    /// Sentences for the user that are not failures, such as a move to a new address.
    package var notices: [String]
    /// The host that was not found or not reached.
    package var unreachableHost: String?
    /// The number of items that `freeItems` removed.
    private var freed = 0

    package init(
        sourceID: String, name: String, items: [Item] = [], past: [Item] = [], status: Status,
        record: SourceRecord, notices: [String] = []
    ) {
        (self.sourceID, self.name, self.status, self.record) = (sourceID, name, status, record)
        (self.items, self.past, self.notices) = (items, past, notices)
    }

    /// The number of items that the source gave, without `past`.
    package var count: Int { items.count + freed }

    /// Frees the memory of the items after they are stored.
    package mutating func freeItems() {
        freed += items.count
        items = []
        past = []
    }

    /// Removes the items on which an earlier run crashed or hung before it could store them.
    /// - Returns: the removed items.
    package mutating func removeQuarantined(_ quarantine: Quarantine) -> [Item] {
        let isQuarantined = { (item: Item) in quarantine.step(ofNew: item) != nil }
        let quarantined = (items + past).filter(isQuarantined)
        guard !quarantined.isEmpty else { return [] }
        items.removeAll(where: isQuarantined)
        past.removeAll(where: isQuarantined)
        record.lastAnswer = nil
        return quarantined
    }

    package var failure: Failure? {
        switch status {
        case .failed(let failure), .partial(let failure): failure
        case .fresh, .notModified, .waiting, .paused, .backingOff, .unasked: nil
        }
    }

    /// Whether the source was requested and had the time to answer.
    package var isAsked: Bool {
        switch status {
        case .fresh, .notModified, .partial, .failed: true
        case .waiting, .paused, .backingOff, .unasked: false
        }
    }

    /// Whether its items, new or stored, may be in a digest.
    package var isUsable: Bool {
        switch status {
        case .failed, .backingOff: false
        case .fresh, .notModified, .waiting, .paused, .unasked, .partial: true
        }
    }

    /// Whether it failed for a reason that often passes, and fewer than three times in a row.
    package var mayPass: Bool { failure != nil && !record.isBroken && record.cause?.isPassing == true }
}
