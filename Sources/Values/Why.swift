import Foundation

/// All there is to say about why an item was or was not in a digest.
package struct Why: Sendable, Equatable {
    package var item: StoredItem
    /// Its source's name, and why that cannot be read at present.
    package var sourceName: String
    package var failure: Digest.SourceFailure?
    /// The digests it was sent in, or is waiting in to be delivered.
    package var digests: [HistoryDigest]
    /// What each run decided, the oldest first.
    package var decisions: [RunDecision]

    package init(
        item: StoredItem, sourceName: String, failure: Digest.SourceFailure? = nil, digests: [HistoryDigest],
        decisions: [RunDecision]
    ) {
        self.item = item
        self.sourceName = sourceName
        self.failure = failure
        self.digests = digests
        self.decisions = decisions
    }
}

/// What one run decided on one item for one profile.
package struct RunDecision: Sendable, Equatable {
    package var run: Int64
    /// When the run started.
    package var time: Date
    package var profile: String
    package var decision: Decision

    package init(run: Int64, time: Date, profile: String, decision: Decision) {
        self.run = run
        self.time = time
        self.profile = profile
        self.decision = decision
    }
}
