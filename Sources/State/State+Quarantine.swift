import Foundation
import InFlight
import Texts
import Values

extension State {
    /// The file that says what each thread is working on (`InFlight`). It exists during a run and after a run that
    /// crashed.
    /// - Parameter folder: the folder that contains it if the state is on a server.
    package func inFlightPath(in folder: String) -> String {
        guard ServerAddress.isAddress(path) else { return path + ".work" }
        return "\(folder)/server-\(UInt64(bitPattern: StableHash.hash(path))).work"
    }

    /// Quarantines the item, the source or the templates on which an earlier run crashed or hung. If that run was
    /// working on many items at once, the newer half of the queued items is quarantined, so that the others can
    /// continue.
    ///
    /// - Returns: one sentence that names the cause.
    package func quarantine(_ casualty: InFlight.Casualty, now: Date) throws -> Failure {
        let (step, subject) = (casualty.step, casualty.subject)
        return try write { db in
            if subject.isEmpty { return try Self.quarantineMany(casualty, now: now, in: db) }
            try Self.quarantine(subject, step, now: now, in: db)
            if let id = subject.dropping(prefix: Quarantine.itemPrefix) {
                return Failure(
                    step.stage, "item \(id)",
                    "an earlier run \(casualty.fact) it; it is quarantined until newsdigest is updated or "
                        + "'newsdigest history forget \(id)' is run")
            }
            if subject.hasPrefix(Quarantine.sourcePrefix), let source = try Self.source(of: subject, in: db) {
                return Failure(
                    step.stage, source.name,
                    "an earlier run \(casualty.fact) it; it is quarantined for seven days, unless newsdigest is updated "
                        + "or 'newsdigest history forget \(source.id)' is run")
            }
            if subject.hasPrefix(Quarantine.templatesPrefix) {
                return Failure(
                    step.stage, "your templates",
                    "an earlier run \(casualty.fact) with them; they are quarantined until you change one of them or "
                        + "newsdigest is updated")
            }
            return Failure(
                step.stage, subject.hasPrefix(Quarantine.sourcePrefix) ? "a new source" : "a new item",
                "an earlier run \(casualty.fact) it; it is quarantined until newsdigest is updated")
        }
    }

    /// What this version of the program must skip. A new version tries everything again.
    package func quarantine(now: Date) throws -> Quarantine {
        if mode != .readOnly {
            try write { db in
                // A time that is too far ahead comes from a clock that was wrong.
                let week: Int64 = 7 * 86_400
                try db.execute(
                    sql: "DELETE FROM quarantine WHERE version <> ?1 OR (time < ?2 OR time > ?3) AND subject LIKE ?4",
                    arguments: [
                        version, Self.seconds(now) - week, Self.seconds(now) + week, Quarantine.sourcePrefix + "%",
                    ])
            }
        }
        return try read { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT subject, step FROM quarantine WHERE version = ?", arguments: [version])
            return Quarantine(
                Dictionary(
                    try rows.compactMap { row in
                        try InFlight.Step(rawValue: row.value("step")).map { (try row.value("subject"), $0) }
                    }, uniquingKeysWith: { first, _ in first }))
        }
    }

    /// Stores the addresses of new items that are quarantined. `why` and `history forget` find the items by them.
    package func nameQuarantined(_ items: [Item]) throws {
        guard !items.isEmpty else { return }
        try write { db in
            for item in items {
                try db.execute(
                    sql: "UPDATE quarantine SET url = ? WHERE subject = ?",
                    arguments: [item.url, Quarantine.subject(ofNew: item)])
            }
        }
    }

    /// Why an item could not be stored, by its address; nil when it is not quarantined.
    package func quarantineSentence(url: String) throws -> String? {
        try read { db in
            let row = try Row.fetchOne(
                db, sql: "SELECT step, time FROM quarantine WHERE url = ? AND version = ?", arguments: [url, version])
            guard let row, let step = InFlight.Step(rawValue: try row.value("step")) else { return nil }
            let day = try row.date("time").formatted(.iso8601)
            return "quarantined since \(day), because an earlier run crashed or hung while \(step) it; "
                + "'newsdigest history forget URL' ends this"
        }
    }
}

extension State {
    /// Ends the quarantine of an item or a source, so that the next run tries it again.
    /// - Parameter name: an item's id, the address of an item that could not be stored, or a source's id or address.
    /// - Returns: whether anything of this name was quarantined.
    static func endQuarantine(of name: String, in db: Database) throws -> Bool {
        let subjects = [
            Quarantine.subject(ofItem: name), Quarantine.subject(ofSource: name),
            Quarantine.subject(ofSource: SourceKind.feeds.sourcePrefix + name),
        ]
        let isEnded =
            try endRest(ofSource: name, in: db) || endRest(ofSource: SourceKind.feeds.sourcePrefix + name, in: db)
        return try db.changes(
            sql: "DELETE FROM quarantine WHERE subject IN (?, ?, ?) OR url = ?", arguments: subjects + [name]) > 0
            || isEnded
    }

    /// Lets the next run ask a source that is set aside because runs ended while they read or stored it.
    /// - Returns: whether it was.
    private static func endRest(ofSource id: String, in db: Database) throws -> Bool {
        guard let source = try record(of: id, in: db), source.record.unfinished != nil else { return false }
        var record = source.record
        (record.unfinished, record.backsOffUntil) = (nil, nil)
        try store(source: id, named: source.name, record: record, in: db)
        return true
    }

    private static func quarantine(_ subject: String, _ step: InFlight.Step, now: Date, in db: Database) throws {
        try db.upsert(
            [[subject, step.rawValue, version, seconds(now), nil as String?]], into: "quarantine", key: "subject",
            "step, version, time, url")
    }

    private static func quarantineMany(_ casualty: InFlight.Casualty, now: Date, in db: Database) throws -> Failure {
        guard casualty.step != .transferring else {
            return Failure(.gather, "the network", "an earlier run \(casualty.fact); nothing is quarantined")
        }
        let waiting = try String.fetchAll(
            db,
            sql: """
                SELECT id FROM item
                WHERE isCurrent AND NOT isPast AND lastSeen >= ?1
                  AND NOT EXISTS (SELECT 1 FROM sent WHERE sent.item = item.number)
                  AND ?2 || id NOT IN (SELECT subject FROM quarantine)
                ORDER BY number DESC
                """, arguments: [seconds(now) - 2 * 86_400, Quarantine.itemPrefix])
        let newer = waiting.prefix((waiting.count + 1) / 2)
        for id in newer { try quarantine(Quarantine.subject(ofItem: id), casualty.step, now: now, in: db) }
        return Failure(
            casualty.step.stage, "\(newer.count) items",
            "an earlier run \(casualty.fact) them; the newer half of the queued items is quarantined until newsdigest is "
                + "updated or 'newsdigest history forget ITEM' is run")
    }

    private static func source(of subject: String, in db: Database) throws -> (id: String, name: String)? {
        try sources(in: db).first { Quarantine.subject(ofSource: $0.id) == subject }
    }
}

extension String {
    fileprivate func dropping(prefix: String) -> Substring? { hasPrefix(prefix) ? dropFirst(prefix.count) : nil }
}
