import Foundation

/// What one source gave in this run.
package struct Gathered: Sendable, Equatable {
    package enum Outcome: Sendable, Equatable {
        /// Answered in full.
        case fresh
        /// Answered that nothing changed (304).
        case notModified
        /// Not asked, because of what it said before or because its quota is spent. The stored items stand for it;
        /// the sentence says why and how old they are.
        case waiting(until: Date, why: String)
        /// Not asked since it answered 410.
        case paused(since: Date)
        /// Some of its pages came, then this happened.
        case partial(Failure)
        case failed(Failure)
    }

    package var sourceID: String
    package var name: String
    /// In the source's own order.
    package var items: [Item]
    /// What a feed already held when it was read for the first time, beyond its newest few: to be remembered as
    /// seen and never sent.
    package var past: [Item]
    package var outcome: Outcome
    package var record: SourceRecord
    /// Sentences worth the user's attention that are no failures, such as a move to a new address.
    package var notices: [String]
    /// The host that could not be found or reached.
    package var unreachableHost: String?
    /// It was broken (`SourceRecord.isBroken`) until now.
    package var recovered: Bool
    /// How many of its items `letItemsGo` has taken.
    private var letGo = 0

    package init(
        sourceID: String, name: String, items: [Item] = [], past: [Item] = [], outcome: Outcome,
        record: SourceRecord, notices: [String] = [], recovered: Bool = false
    ) {
        self.sourceID = sourceID
        self.name = name
        self.items = items
        self.past = past
        self.outcome = outcome
        self.record = record
        self.notices = notices
        self.recovered = recovered
    }

    /// How many items it gave, the past apart.
    package var count: Int { items.count + letGo }

    /// Frees what the items take once they are stored.
    package mutating func letItemsGo() {
        letGo += items.count
        items = []
        past = []
    }

    /// Takes out what a run crashed or hung on before it could be stored.
    /// - Returns: what was taken out.
    package mutating func leaveAside(_ quarantine: Quarantine) -> [Item] {
        let isLeftAside = { (item: Item) in quarantine.step(ofNew: item) != nil }
        let leftAside = (items + past).filter(isLeftAside)
        guard !leftAside.isEmpty else { return [] }
        items.removeAll(where: isLeftAside)
        past.removeAll(where: isLeftAside)
        return leftAside
    }

    package var failure: Failure? {
        switch outcome {
        case .failed(let failure), .partial(let failure): failure
        case .fresh, .notModified, .waiting, .paused: nil
        }
    }

    /// Its items, new or stored, can stand in a digest.
    package var isUsable: Bool {
        if case .failed = outcome { false } else { true }
    }
}
