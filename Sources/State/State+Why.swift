import Foundation
import Values

extension State {
    /// Everything known about an item, by its id. With an address, about the item of every source with that address.
    /// - Parameters:
    ///   - profile: the only profile whose digests and decisions are read; nil for all.
    ///   - limit: the greatest number of digests, and of profiles.
    package func why(_ idOrAddress: String, profile: String? = nil, limit: Int = 100) throws -> [Why] {
        let found = try read { db in
            try Self.numbers(ofItems: idOrAddress, in: db).compactMap { number in
                try Row.fetchOne(db, sql: Self.itemSQL + " WHERE item.number = ?", arguments: [number])
                    .map { try StoredItem($0) }
            }.sorted { ($0.firstSeen, $0.number) < ($1.firstSeen, $1.number) }
        }
        return try found.map { stored in
            let (digests, otherDigests) = try digests(with: stored.number, profile: profile, limit: limit)
            let (decisions, otherProfiles) = try decisions(on: stored.id, profile: profile, limit: limit)
            var why = Why(
                item: stored, sourceName: try name(of: stored.item.sourceID),
                failure: try failures(of: [stored.item.sourceID]).first, digests: digests, decisions: decisions,
                namedDigests: try self.digests(namedBy: decisions.map(\.decision), among: digests),
                otherDigests: otherDigests, otherProfiles: otherProfiles)
            why.page = try pages(ofItems: [stored.id])[stored.id]
            return why
        }
    }

    /// What became of items: for each the last digest that has it, else the last decision on it.
    package func outcomes(of items: [StoredItem]) throws -> [ItemOutcome] {
        try read { db in
            let digest = try db.cachedStatement(
                sql: """
                    SELECT digest.id, digest.status FROM entry JOIN digest ON digest.edition = entry.digest
                    WHERE entry.item = ? ORDER BY digest.number DESC LIMIT 1
                    """)
            let digests = try items.map { item -> ItemOutcome? in
                try Row.fetchOne(digest, arguments: [item.number]).map {
                    .digest(try $0.value(0), DigestStatus(rawValue: try $0.value(1)) ?? .givenUp)
                }
            }
            let decisions = try Self.lastDecisions(on: zip(items, digests).filter { $1 == nil }.map(\.0), in: db)
            return zip(items, digests).map { $1 ?? decisions[$0.number].map(ItemOutcome.decision) ?? .undecided }
        }
    }

    /// The sources that failed when they were last requested, whether once or many times.
    package func failures(of sources: [String]? = nil) throws -> [Digest.SourceFailure] {
        try read { db in
            let all = try sources ?? String.fetchAll(db, sql: "SELECT id FROM source ORDER BY name")
            return try all.compactMap { source in
                guard let (name, record) = try Self.record(of: source, in: db), record.streak > 0 else { return nil }
                return Digest.SourceFailure(
                    source: name, since: record.failingSince ?? .distantPast, reason: record.reason ?? "")
            }
        }
    }

    private func name(of source: String) throws -> String {
        try read { try Self.record(of: source, in: $0)?.name } ?? source
    }

    /// The digests that decisions name, by their ids. Retention may have removed some of them.
    private func digests(
        namedBy decisions: [Decision], among known: [HistoryDigest]
    ) throws -> [String: HistoryDigest] {
        var named = Dictionary(known.map { ($0.id, $0) }) { first, _ in first }
        for case .alreadySent(let id, _, _) in decisions where named[id] == nil { named[id] = try historyDigest(id) }
        return named
    }

    /// - Returns: the digests, and the number of those that were left out.
    private func digests(
        with item: Int64, profile: String?, limit: Int
    ) throws -> (digests: [HistoryDigest], others: Int) {
        let ids = try read { db in
            let condition = profile == nil ? "" : "AND digest.profile = ?"
            let number = try profile.map { try Self.known($0, in: db) ?? 0 }
            return try String.fetchAll(
                db,
                sql: """
                    SELECT digest.id FROM entry JOIN digest ON digest.edition = entry.digest
                    WHERE entry.item = ? \(condition) ORDER BY digest.number
                    """, arguments: [item] + [number].compactMap(\.self))
        }
        return (try ids.prefix(limit).compactMap(historyDigest), ids.count - min(limit, ids.count))
    }
}
