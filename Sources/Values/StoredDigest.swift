import Foundation

/// A digest with its bytes, ready to be stored as pending.
package struct StoredDigest: Sendable {
    package var digest: Digest
    package var renderings: [StoredRendering]
    /// The items that each story stands for, by the story's id. When the digest is sent, all of them count as sent.
    package var members: [String: [String]]
    /// The id of a digest of the same run with the same stories and members, which is stored before this one. What both
    /// have in common is stored once.
    package var sameStories: String?
    /// Whether it tells again what was sent. Then nothing of it is found in the history, and nothing counts as sent.
    package var isRecap = false

    package init(
        _ digest: Digest, renderings: [StoredRendering], members: [String: [String]] = [:], sameStories: String? = nil
    ) {
        self.digest = digest
        self.renderings = renderings
        self.members = members
        self.sameStories = sameStories
    }
}

/// Why each item was in the digest of a profile or not.
package struct Reasons: Sendable {
    package var profile: String
    /// A profile with the same reasons in the same run, which are stored before these. Then the other values are not
    /// needed.
    package var sameAs: String?
    /// The decisions of select, by item id.
    package var decisions: [String: Decision]
    /// The items that the profile's sources gave in this run, and the candidates.
    package var items: [StoredItem.Name]
    /// What the profile remembers of its choices after this run; nil if the run chose nothing for it.
    package var choices: Choices?

    package init(
        of profile: String, sameAs: String? = nil, decisions: [String: Decision] = [:], items: [StoredItem.Name] = [],
        choices: Choices? = nil
    ) {
        self.profile = profile
        self.sameAs = sameAs
        self.decisions = decisions
        self.items = items
        self.choices = choices
    }
}
