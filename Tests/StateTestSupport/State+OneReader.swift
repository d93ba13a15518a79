import Foundation
import Values

@testable import State

/// The steps of a run for one reader.
extension State {
    package func store(_ digest: Digest, renderings: [StoredRendering], members: [String: [String]] = [:]) throws {
        let lost = try store([StoredDigest(digest, renderings: renderings, members: members)], run: 0)
        guard lost.isEmpty else { throw ClaimLost(work: .reader, subject: digest.profile) }
    }

    package func record(
        _ decisions: [String: Decision], on items: some Sequence<StoredItem.Name>, run: Int64, profile: String
    ) throws {
        try store([], reasons: [Reasons(of: profile, decisions: decisions, items: Array(items))], run: run)
    }

    /// The decisions of all runs on an item, the oldest first.
    package func decisions(on item: String) throws -> [RunDecision] {
        try decisions(on: item, profile: nil, limit: .max).decisions
    }

    /// The decisions of a run for a profile, by item id.
    package func decisions(run: Int64, profile: String) throws -> [String: Decision] {
        let items = try read { try Row.fetchAll($0, sql: "SELECT id FROM item").map { try $0.value(0) as String } }
        return try items.reduce(into: [:]) { decisions, item in
            let all = try self.decisions(on: item, profile: profile, limit: 1).decisions
            decisions[item] = all.first { $0.run == run }?.decision
        }
    }

    @discardableResult
    package func save(_ idOrAddress: String, now: Date) throws -> StoredItem? {
        try save(idOrAddress, profile: "default", now: now)
    }
}
