import Foundation
import Values

extension State {
    /// Everything known about an item, by its id. With an address, about the item of every source with that address.
    package func why(_ idOrAddress: String) throws -> [Why] {
        let found = try read { db in
            try Self.numbers(ofItems: idOrAddress, in: db).compactMap { number in
                try Row.fetchOne(db, sql: Self.itemSQL + " WHERE item.number = ?", arguments: [number])
                    .map { try StoredItem($0) }
            }.sorted { ($0.firstSeen, $0.number) < ($1.firstSeen, $1.number) }
        }
        return try found.map { stored in
            Why(
                item: stored, sourceName: try name(of: stored.item.sourceID),
                failure: try failures(of: [stored.item.sourceID]).first, digests: try digests(with: stored.id),
                decisions: try decisions(on: stored.id))
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

    private func digests(with itemID: String) throws -> [HistoryDigest] {
        let ids = try read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT digest.id FROM entry JOIN digest ON digest.number = entry.digest
                    WHERE entry.item = (SELECT number FROM item WHERE id = ?) ORDER BY digest.number
                    """, arguments: [itemID])
        }
        return try ids.compactMap(historyDigest)
    }
}
