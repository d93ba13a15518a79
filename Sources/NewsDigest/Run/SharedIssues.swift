import Foundation
import Render
import Select
import State
import Synchronization
import Values

/// The digests that were decided for one reader, and that serve other readers too.
///
/// These readers have the same settings, and were sent the same items at the same times.
struct SharedIssues {
    struct Key: Hashable {
        /// The index of the settings among those of the run.
        var audience: Int
        var fingerprint: SentFingerprint
        var isHeld: Bool
    }

    private var issues: [(key: Key, issue: Issue)] = []
    private var editions: [(edition: Edition, shared: RenderingCache, stored: FirstStored)] = []
    /// The greatest numbers of digests and of editions that are kept in memory.
    private static let most = 16
    private static let mostEditions = 64

    subscript(key: Key) -> Issue? { issues.first { $0.key == key }?.issue }

    mutating func add(_ issue: Issue, for key: Key) {
        issues = ([(key, issue)] + issues.filter { $0.key != key }).prefix(Self.most).map { $0 }
    }

    /// Gives a digest the edition of an equal one, whatever led to the choice of its stories.
    mutating func join(_ issue: inout Issue) {
        let edition = Edition(issue)
        let index = editions.firstIndex { $0.edition == edition }
        let known =
            index.map { editions.remove(at: $0) } ?? (edition: edition, shared: issue.shared, stored: issue.edition)
        (issue.shared, issue.edition) = (known.shared, known.stored)
        editions = Array(([known] + editions).prefix(Self.mostEditions))
    }
}

/// What digests have in common that differ only by what is a reader's own (`PersonalField`).
private struct Edition: Equatable {
    private let digest: Digest
    private let members: [String: [String]]
    private let look: Plan.Look

    init(_ issue: Issue) {
        var digest = issue.digest
        (digest.id, digest.profile, digest.name) = ("", "", nil)
        (self.digest, members, look) = (digest, issue.selection.members, issue.plan.look)
    }
}

/// The renderings of one digest that serve many readers (`SharedRendering`).
final class RenderingCache: Sendable {
    private let renderings = OnceForEach<String, SharedRendering>()

    func rendering(_ key: String, _ make: () -> SharedRendering) -> SharedRendering {
        renderings.value(for: key, make)
    }
}

/// The reader or the digest under which the state stores what many readers share.
final class FirstStored: Sendable {
    private let known = Mutex<String?>(nil)

    /// The name of what is stored for all. The first call returns nil, and its name becomes this one.
    func first(_ name: String) -> String? {
        known.withLock { known in
            defer { known = known ?? name }
            return known
        }
    }
}
