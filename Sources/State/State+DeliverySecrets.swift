import Foundation
import Texts
import Values

extension State {
    /// Up to which digest the deliveries have no secret, for each `Redactor.mark` of the secrets that were known. A run
    /// keeps it in its summary.
    package typealias SearchedDeliveries = [String: Int64]

    package var searchedDeliveries: SearchedDeliveries { searched.withLock { $0 ?? [:] } }

    /// Hides secrets in the names of destinations and in the reasons of failures: those that earlier versions stored, and
    /// those that were not known to be secret then. What an earlier run searched for the same secrets is not read again.
    package func hideSecretsOfDeliveries() throws {
        let mark = "\(version) \(Redactor.current?.mark ?? "")"
        let (start, end, names, reasons) = try read { db in
            let newest = try Int64.fetchOne(db, sql: "SELECT max(number) FROM digest") ?? 0
            let pending = try Int64.fetchOne(db, sql: "SELECT min(number) FROM digest WHERE status = 'pending'")
            // A digest gets the number of a removed one again.
            let known = try searched.withLock { try $0 ?? Self.lastSearched(in: db) }.mapValues { min($0, newest) }
            searched.withLock { $0 = known }
            func values(of column: String) throws -> [String] {
                try String.fetchAll(
                    db, sql: "SELECT DISTINCT \(column) FROM delivery WHERE digest > ? AND \(column) IS NOT NULL",
                    arguments: [known[mark] ?? 0])
            }
            return try (
                known[mark] ?? 0, pending.map { $0 - 1 } ?? newest, values(of: "destination"), values(of: "reason")
            )
        }
        try replace(names, in: "destination", after: start) { DestinationName($0).stored }
        try replace(reasons, in: "reason", after: start, with: \.cleanMessage)
        searched.withLock { searched in
            searched?[mark] = end
            while let oldest = searched?.min(by: { $0.value < $1.value }), searched!.count > Self.mostMarks {
                searched?[oldest.key] = nil
            }
        }
    }

    private func replace(
        _ values: [String], in column: String, after digest: Int64, with shown: (String) -> String
    ) throws {
        let changes = values.map { ($0, shown($0)) }.filter { $0.0 != $0.1 }
        guard !changes.isEmpty else { return }
        try write { db in
            for (old, new) in changes {
                try db.execute(
                    sql: "UPDATE delivery SET \(column) = ? WHERE \(column) = ? AND digest > ?",
                    arguments: [new, old, digest])
            }
        }
    }

    /// What the last run that ended has searched.
    private static func lastSearched(in db: Database) throws -> SearchedDeliveries {
        struct Summary: Decodable {
            var searched: SearchedDeliveries?
        }
        let summary = try Data.fetchOne(
            db, sql: "SELECT summary FROM run WHERE summary IS NOT NULL ORDER BY number DESC LIMIT 1")
        // Without it, everything is searched.
        return summary.flatMap { try? unpacked(Summary.self, $0).searched } ?? [:]
    }

    /// So many configurations may use one state in turn.
    private static let mostMarks = 8
}
