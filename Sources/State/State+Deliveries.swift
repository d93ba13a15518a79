import Foundation
import InFlight
import Texts
import Values

extension State {
    /// The digests of the profile that are not delivered everywhere, the oldest first.
    package func pendings(profile: String) throws -> [PendingDigest] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT digest.number, digest.edition, digest.id, first.content FROM digest
                    JOIN digest AS first ON first.number = digest.edition
                    WHERE digest.status = 'pending'
                      AND digest.profile = (SELECT number FROM name WHERE text = ?) ORDER BY digest.number
                    """, arguments: [profile]
            ).map { row in
                let number: Int64 = try row.value("number")
                var digest = try Self.unpacked(Digest.self, row.value("content"))
                digest.id = try row.value("id")
                digest.profile = profile
                note([digest])
                // The content has the name of the edition's first reader. The bytes have this reader's name already.
                if try number != row.value("edition") { digest.name = nil }
                return try PendingDigest(digest: digest, destinations: Self.destinations(of: number, in: db))
            }
        }
    }

    /// The profiles that have digests which are not delivered everywhere.
    package func profilesWithPendings() throws -> Set<String> {
        try read { db in
            Set(
                try String.fetchAll(
                    db,
                    sql: """
                        SELECT DISTINCT name.text FROM digest JOIN name ON name.number = digest.profile
                        WHERE digest.status = 'pending'
                        """))
        }
    }

    /// The number of digests of all profiles that are not delivered everywhere.
    package func pendingCount() throws -> Int {
        try read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM digest WHERE status = 'pending'") ?? 0
        }
    }

    /// The SQL condition for the delivery of a digest to a destination, whose arguments `delivery(of:to:)` gives.
    private static let isDelivery = """
        digest = (SELECT number FROM digest WHERE id = ?1) AND (destination = ?2 OR destination LIKE ?3)
        """

    private static func delivery(of digestID: String, to destination: String) -> [any SQLConvertible] {
        [digestID, destination, DestinationName(destination).storedPattern]
    }

    /// Stores new names of destinations of a pending digest.
    package func rename(_ names: [(old: String, new: String)], of digestID: String) throws {
        try write(alone: false) { db in
            try requireClaim(ofDigest: digestID, in: db)
            for (old, new) in names {
                try db.execute(
                    sql: "UPDATE delivery SET destination = ?4 WHERE \(Self.isDelivery)",
                    arguments: Self.delivery(of: digestID, to: old) + [DestinationName(new).stored])
            }
        }
    }

    /// Stores that one destination has the digest.
    /// - Parameter waitsForDisk: whether the mark is on the disk when this returns. If not, it survives a crash of the
    ///   process at once, but a power failure only after the next commit of another kind.
    package func markDelivered(
        _ digestID: String, to destination: String, waitsForDisk: Bool = true, now: Date
    ) throws {
        failpoint(.delivered)
        try mark(
            digestID, waitsForDisk ? .writing : .writingSoon,
            arguments: Self.delivery(of: digestID, to: destination) + [Self.seconds(now)]
        ) { condition in
            "UPDATE delivery SET finished = ?4, reason = NULL WHERE \(Self.isDelivery) AND \(condition)"
        }
        failpoint(.marked)
    }

    /// Stores that one destination did not accept the digest.
    package func markFailed(_ digestID: String, to destination: String, reason: String) throws {
        try write(alone: false) { db in
            try requireClaim(ofDigest: digestID, in: db)
            try db.execute(
                sql: "UPDATE delivery SET reason = ?4, tries = tries + 1 WHERE \(Self.isDelivery)",
                arguments: Self.delivery(of: digestID, to: destination) + [reason.cleanMessage])
        }
    }

    /// Stores that one destination has a part of the digest, so that this part is not sent to it again.
    /// - Parameter waitsForDisk: as for `markDelivered`.
    package func markTaken(
        _ part: String, of digestID: String, by destination: String, waitsForDisk: Bool = true
    ) throws {
        failpoint(.accepted)
        try mark(
            digestID, waitsForDisk ? .writing : .writingSoon,
            arguments: Self.delivery(of: digestID, to: destination) + [part]
        ) { condition in
            """
            INSERT INTO taken (digest, place, part) SELECT digest, place, ?4 FROM delivery
            WHERE \(Self.isDelivery) AND \(condition) ON CONFLICT DO NOTHING
            """
        }
        failpoint(.taken)
    }

    /// Marks the items of a digest as sent, once every destination has the digest.
    /// - Returns: false if a destination does not have the digest yet. Then nothing is changed.
    /// - Throws: `RunError.state`; `ClaimLost`.
    @discardableResult
    package func finish(_ digestID: String, now: Date) throws -> Bool {
        let isFinished = try !finish([digestID], now: now).isEmpty
        if let profile = ownClaims[profileOf: digestID], isLost(.reader, profile) {
            throw ClaimLost(work: .reader, subject: profile)
        }
        return isFinished
    }

    /// Marks the items of those digests as sent that every destination has, in one commit.
    /// - Returns: the ids of these digests. The digests of profiles that another machine took over are left to it.
    package func finish(_ digestIDs: [String], now: Date) throws -> Set<String> {
        for _ in digestIDs { failpoint(.allMarked) }
        let (finished, editions) = try write(alone: false) { db in
            let digests = try Self.openDigests(digestIDs, in: db)
            let lost = try self.lost(.reader, among: digests.map(\.reader), in: db)
            let arrived = digests.filter { $0.isComplete && !lost.contains($0.reader) }
            var editions = self.editions.withLock { $0 }
            try Self.close(arrived, as: .delivered, isSent: true, now: now, &editions, in: db)
            return (Set(arrived.map(\.id)), editions)
        }
        self.editions.withLock { $0 = editions.shared }
        for _ in digestIDs { failpoint(.finished) }
        return finished
    }

    /// Gives up a pending digest. Its items are unsent again, unless a destination or the recipient of a mail already
    /// has the digest.
    /// - Returns: whether one already has it.
    @discardableResult
    package func giveUp(_ digestID: String, now: Date) throws -> Bool {
        try write(alone: false) { db in
            try requireClaim(ofDigest: digestID, in: db)
            return try Self.giveUp(digestID, now: now, in: db)
        }
    }

    @discardableResult
    private static func giveUp(_ digestID: String, now: Date, in db: Database) throws -> Bool {
        let digests = try openDigests([digestID], in: db)
        guard let digest = digests.first else { return false }
        let isSent =
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM delivery WHERE digest = ?1 AND finished IS NOT NULL)
                        OR EXISTS (
                            SELECT 1 FROM taken JOIN delivery USING (digest, place)
                            WHERE taken.digest = ?1 AND format = '\(Format.eml.rawValue)')
                    """, arguments: [digest.number]) ?? true
        var editions = OpenEditions()
        try close(digests, as: .givenUp, isSent: isSent, now: now, &editions, in: db)
        return isSent
    }

    /// Gives up the pending digests that were made before a time, except those of some profiles.
    /// - Returns: each digest that was given up, and whether its items count as sent.
    package func giveUpAbandoned(
        before time: Date, except profiles: Set<String>, now: Date
    ) throws -> [(digest: PendingDigest, isSent: Bool)] {
        let abandoned = try read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT digest.id, name.text FROM digest JOIN name ON name.number = digest.profile
                    WHERE digest.status = 'pending' AND digest.created < ? ORDER BY digest.number
                    """, arguments: [Self.seconds(time)]
            ).map { (id: try $0.value("id") as String, profile: try $0.value("text") as String) }
        }.filter { !profiles.contains($0.profile) }
        guard !abandoned.isEmpty else { return [] }
        let ids = Set(abandoned.map(\.id))
        let digests = try Set(abandoned.map(\.profile)).sorted().flatMap(pendings).filter { ids.contains($0.digest.id) }
        return try write { db in
            try digests.map { (digest: $0, isSent: try Self.giveUp($0.digest.id, now: now, in: db)) }
        }
    }

    /// When the last delivered digest of the profile was made. A digest counts if at least one destination has it, unless
    /// it was made later than `now`, by a clock that was wrong.
    package func lastDelivered(profile: String, at now: Date = .distantFuture) throws -> Date? {
        try read { db in
            try Int64.fetchOne(
                db,
                sql: """
                    SELECT created FROM digest
                    WHERE profile = (SELECT number FROM name WHERE text = ?) AND \(Self.hasArrived) AND created <= ?
                    ORDER BY created DESC LIMIT 1
                    """, arguments: [profile, Self.seconds(now)]
            ).map(Self.date)
        }
    }

    /// The SQL condition for a digest that at least one destination has.
    static let hasArrived = """
        (digest.isSent OR digest.status = 'pending' AND EXISTS (
            SELECT 1 FROM delivery WHERE delivery.digest = digest.number AND delivery.finished IS NOT NULL))
        """

    /// The bytes that a destination of a profile got with its last digest or recap, or for which it waits; nil if there
    /// are none.
    /// A digest that was given up counts if this destination has it.
    /// - Parameter names: all names of the destination.
    package func lastBytes(of profile: String, to names: Set<String>, as format: Format) throws -> Data? {
        let names = names.sorted()
        let patterns = names.map { DestinationName($0).storedPattern }
        return try read { db in
            let profiles = try [profile, Self.nameOfRecaps(of: profile)].compactMap { try Self.known($0, in: db) }
            guard !profiles.isEmpty else { return nil }
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT bytes, form FROM rendering WHERE number = (
                        SELECT delivery.rendering FROM digest JOIN delivery ON delivery.digest = digest.number
                        JOIN rendering AS own ON own.number = delivery.rendering AND own.digest = digest.number
                        WHERE digest.profile IN (\(Database.placeholders(profiles.count)))
                          AND (digest.status <> ? OR delivery.finished IS NOT NULL)
                          AND (delivery.destination IN (\(Database.placeholders(names.count)))
                            \(names.map { _ in "OR delivery.destination LIKE ?" }.joined(separator: " ")))
                          AND delivery.format = ?
                        ORDER BY digest.number DESC LIMIT 1)
                    """,
                arguments: profiles + [DigestStatus.givenUp.rawValue] + names + patterns + [format.rawValue])
            return try row.flatMap { try Self.copies($0.value(0), form: $0.value(1), in: db).first?.text.bytes }
        }
    }

    /// The bytes for each destination, however long ago they were sent. Empty when there is no such digest, or when
    /// retention removed its bytes.
    package func renderings(of digestID: String) throws -> [StoredRendering] {
        try read { db in
            guard let number = try Self.number(ofDigest: digestID, in: db) else { return [] }
            return try Self.destinations(of: number, in: db).map(\.rendering)
        }
    }
}

// MARK: - Rows

extension State {
    private static func destinations(of digest: Int64, in db: Database) throws -> [PendingDigest.Destination] {
        // The number of removed bytes may be that of another digest's by now.
        try Row.fetchAll(
            db,
            sql: """
                SELECT delivery.*, rendering.bytes, rendering.form
                FROM delivery
                JOIN rendering ON rendering.number = delivery.rendering AND rendering.digest = delivery.digest
                WHERE delivery.digest = ? ORDER BY delivery.place
                """, arguments: [digest]
        ).map { row in
            guard let format = Format(rawValue: try row.value("format")) else {
                throw DatabaseError.damaged("the stored bytes of a digest")
            }
            let copies = try copies(row.value("bytes"), form: row.value("form"), in: db)
            var rendering = try StoredRendering(destination: row.value("destination"), format: format, copies: copies)
            rendering.mark = try row.value("mark")
            return try PendingDigest.Destination(
                rendering: rendering,
                isDelivered: row.dateIfAny("finished") != nil, parts: parts(of: row, in: db))
        }
    }

    /// The parts of a delivery that its destination has accepted.
    private static func parts(of delivery: Row, in db: Database) throws -> Set<String> {
        Set(
            try String.fetchAll(
                db, sql: "SELECT part FROM taken WHERE digest = ? AND place = ?",
                arguments: [delivery.value("digest") as Int64, delivery.value("place") as Int]))
    }

    /// A digest that may be closed.
    private struct OpenDigest {
        var id: String
        var number: Int64
        var profile: Int64
        var edition: Int64
        /// The name of the profile.
        var reader: String
        var isPending: Bool
        /// Whether every destination has it.
        var isComplete: Bool

        init(_ row: Row) throws {
            (id, number, profile) = try (row.value("id"), row.value("number"), row.value("profile"))
            (edition, reader) = try (row.value("edition"), row.value("reader"))
            (isPending, isComplete) = try (row.value("isPending"), row.value("isComplete"))
        }
    }

    private static func openDigests(_ ids: [String], in db: Database) throws -> [OpenDigest] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT digest.id, digest.number, digest.profile, digest.edition, name.text AS reader,
                        digest.status = 'pending' AS isPending, NOT EXISTS (
                            SELECT 1 FROM delivery WHERE delivery.digest = digest.number AND delivery.finished IS NULL
                        ) AS isComplete
                    FROM digest JOIN name ON name.number = digest.profile
                    WHERE digest.id IN (\(Database.placeholders(ids.count))) ORDER BY digest.number
                    """), arguments: ids
        ).map(OpenDigest.init)
    }

    /// - Parameter isSent: whether their items count as sent.
    private static func close(
        _ digests: [OpenDigest], as status: DigestStatus, isSent: Bool, now: Date, _ editions: inout OpenEditions,
        in db: Database
    ) throws {
        let digests = digests.filter(\.isPending)
        if digests.isEmpty { return }
        let numbers = digests.map(\.number)
        let placeholders = Database.placeholders(numbers.count)
        if isSent {
            try db.cachedStatement(
                sql: """
                    INSERT INTO sent (profile, item, digest)
                    SELECT digest.profile, entry.item, digest.number
                    FROM digest JOIN entry ON entry.digest = digest.edition WHERE digest.number IN (\(placeholders))
                    ORDER BY digest.number, entry.place ON CONFLICT DO NOTHING
                    """
            ).execute(arguments: numbers)
            let unsend = try db.cachedStatement(
                sql: "DELETE FROM sent WHERE profile = ? AND digest = ? AND item = ?")
            for digest in digests {
                let changed = try changedEvents(ofPending: digest.number, in: db)
                for (item, event) in changed {
                    try unsend.execute(arguments: [digest.profile, digest.number, item])
                    try remember(event.told, of: item, inDigest: digest.number, in: db)
                }
                let content = try editions.content(
                    of: digest.edition, sentTo: digest.profile, except: changed.values.map(\.id), in: db)
                try announce(content, profile: digest.profile, in: db)
            }
        } else {
            for digest in digests {
                try dropChecksum(of: digest.profile, in: db)
                try competeAgain(itemsOf: digest.edition, profile: digest.profile, in: db)
            }
        }
        try db.cachedStatement(sql: "DELETE FROM taken WHERE digest IN (\(placeholders))").execute(arguments: numbers)
        let change = "UPDATE digest SET status = ?, finished = ?, isSent = ? WHERE number IN (\(placeholders))"
        try db.cachedStatement(sql: change).execute(arguments: [status.rawValue, seconds(now), isSent] + numbers)
    }
}

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
