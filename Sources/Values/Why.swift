import Foundation

/// Everything that is known about why an item was or was not in a digest.
package struct Why: Sendable, Equatable {
    package var item: StoredItem
    /// The name of its source, and why the source cannot be read at present.
    package var sourceName: String
    package var failure: Digest.SourceFailure?
    /// The digests that contain the item: sent ones and pending ones.
    package var digests: [HistoryDigest]
    /// The decisions of all runs, the oldest first.
    package var decisions: [RunDecision]
    /// The digests that the decisions name, by their ids.
    package var namedDigests: [String: HistoryDigest]
    /// The number of digests that were left out, because there are very many.
    package var otherDigests: Int
    /// The number of profiles whose decisions were left out.
    package var otherProfiles: Int
    /// What came of asking the item's page; nil if it was not asked.
    package var page: AskedPage?

    package init(
        item: StoredItem, sourceName: String, failure: Digest.SourceFailure? = nil, digests: [HistoryDigest],
        decisions: [RunDecision], namedDigests: [String: HistoryDigest] = [:], otherDigests: Int = 0,
        otherProfiles: Int = 0
    ) {
        self.item = item
        self.sourceName = sourceName
        self.failure = failure
        self.digests = digests
        self.decisions = decisions
        self.namedDigests = namedDigests
        self.otherDigests = otherDigests
        self.otherProfiles = otherProfiles
    }
}

/// What became of an item.
package enum ItemOutcome: Sendable, Equatable {
    /// It is in this digest.
    case digest(String, DigestStatus)
    /// The last run that judged it left it out of the digest.
    case decision(Decision)
    /// No run has judged it.
    case undecided
}

/// The decision of one run on one item for one profile.
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
