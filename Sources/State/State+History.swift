import Addresses
import Foundation
import Texts
import Values

extension State {
    /// The stories that were sent: the newest digest first, each digest in its own order.
    ///
    /// - Throws: `RunError.usage` when the search text contains no word.
    package func history(_ filter: HistoryFilter = HistoryFilter()) throws -> [HistoryEntry] {
        var conditions = [filter.countsFirstDelivery ? Self.hasArrived : "digest.isSent"]
        var arguments: [any SQLConvertible] = []
        let time = filter.countsFirstDelivery ? Self.firstTime : Self.sentTime
        if let since = filter.since {
            conditions.append("\(time) >= ?")
            arguments.append(Self.seconds(since))
        }
        if let profile = filter.profile {
            // A recap tells only what the destinations got.
            let names = [profile] + (filter.countsFirstDelivery ? [] : [Self.nameOfOutput(beside: profile)])
            conditions.append(
                "digest.profile IN (SELECT number FROM name WHERE text IN (\(Database.placeholders(names.count))))")
            arguments += names
        }
        if let category = filter.category {
            conditions.append("entry.category = (SELECT number FROM name WHERE text = ?)")
            arguments.append(category)
        }
        guard let search = filter.search else {
            return try read { db in
                let made = try Self.entries(
                    where: conditions, at: time, arguments: arguments, limit: filter.limit, in: db)
                guard let limit = filter.limit, made.count == limit, let last = made.map(\.sent).min() else {
                    return Self.newestFirst(made)
                }
                // A digest may have been delivered after later ones.
                let sent = try Self.entries(
                    where: conditions + ["\(time) >= ?"], at: time, arguments: arguments + [Self.seconds(last)], in: db)
                return Array(Self.newestFirst(sent).prefix(limit))
            }
        }
        var (inIndex, indexArguments): ([String], [any SQLConvertible]) = ([], [])
        if let since = filter.since {
            // Tells the database at which number of the index to begin.
            let first = "(SELECT min(edition) FROM digest WHERE \(Self.sentTime) >= ?)"
            inIndex = ["storyWords.rowid >= \(StoryPlace.least(ofEdition: first))"]
            indexArguments = [Self.seconds(since)]
        }
        let found = try read { db in
            try Self.pattern(search, in: db).map { pattern in
                let stories = try Self.entries(
                    from: Self.foundStories(in: db),
                    where: conditions + inIndex + [db.connection.matching(.stories, "?")],
                    orderedBy: "storyWords.rowid DESC", arguments: arguments + indexArguments + [pattern],
                    limit: filter.limit, in: db)
                let pages = "SELECT rowid FROM pageWords WHERE \(db.connection.matching(.pages, "?"))"
                let read = try Self.entries(
                    where: conditions + ["entry.item IN (\(pages))"], arguments: arguments + [pattern],
                    limit: filter.limit, in: db)
                return Self.merged(stories, read, limit: filter.limit)
            }
        }
        guard let found else { throw RunError.usage("'\(search)' has no word to look for") }
        return found
    }

    /// The stories that were found by their own words, and those by the articles of their pages, the newest first.
    private static func merged(_ stories: [HistoryEntry], _ read: [HistoryEntry], limit: Int?) -> [HistoryEntry] {
        let known = Set(stories.map { [$0.digest, $0.id] })
        let new = read.filter { !known.contains([$0.digest, $0.id]) }
        return Array(newestFirst(stories + new).prefix(limit ?? .max))
    }

    /// In a stable order, which keeps that of the stories of one digest.
    private static func newestFirst(_ entries: [HistoryEntry]) -> [HistoryEntry] {
        entries.enumerated().sorted { ($1.element.sent, $0.offset) < ($0.element.sent, $1.offset) }.map(\.element)
    }

    /// What the digests showed under these stories, in the same order.
    package func notes(on entries: [HistoryEntry]) throws -> [StoryNotes] {
        try read { db in
            let place = try db.cachedStatement(
                sql: """
                    SELECT entry.digest, entry.place FROM digest JOIN entry ON entry.digest = digest.edition
                    JOIN item ON item.number = entry.item WHERE digest.id = ? AND item.id = ? AND entry.lead IS NULL
                    """)
            return try entries.map { entry in
                guard let row = try Row.fetchOne(place, arguments: [entry.digest, entry.id]) else {
                    return StoryNotes()
                }
                let (digest, place): (Int64, Int64) = try (row.value(0), row.value(1))
                return StoryNotes(
                    also: try Self.tellings(at: place, of: digest, in: db),
                    earlier: try Self.earlier(at: place, of: digest, in: db))
            }
        }
    }

    /// The SQL that joins the index of the sent stories with the stories.
    static func foundStories(in db: Database) -> String {
        let join = db.connection.orderedJoin
        return """
            storyWords \(join) entry ON \(StoryPlace.condition)
            \(join) digest ON digest.edition = entry.digest
            """
    }

    /// Whether any run made a digest for this profile, or stored decisions for it.
    package func hasServed(_ profile: String) throws -> Bool {
        try read { db in
            guard let profile = try Self.known(profile, in: db) else { return false }
            return try Row.fetchOne(
                db,
                sql: """
                    SELECT 1 FROM digest WHERE profile = ?1
                    UNION ALL SELECT 1 FROM run \(db.connection.orderedJoin) decision
                        ON decision.run = run.number AND decision.profile = ?1
                    LIMIT 1
                    """, arguments: [profile]) != nil
        }
    }

    /// Whether any story was sent in a section of this name.
    package func hasSent(inSection name: String) throws -> Bool {
        try read { db in
            guard let section = try Self.known(name, in: db) else { return false }
            return try Row.fetchOne(db, sql: "SELECT 1 FROM entry WHERE category = ? LIMIT 1", arguments: [section])
                != nil
        }
    }

    /// The id of the newest digest of a profile, or of all but recaps; nil before the first one.
    package func newestDigest(profile: String? = nil) throws -> String? {
        try read { db in
            let condition = profile == nil ? "WHERE name.text NOT LIKE ?" : "WHERE name.text = ?"
            return try String.fetchOne(
                db,
                sql: """
                    SELECT digest.id FROM digest JOIN name ON name.number = digest.profile \(condition)
                    ORDER BY digest.number DESC LIMIT 1
                    """, arguments: [profile ?? Self.nameOfRecaps(of: "%")])
        }
    }

    /// A digest by its id, whatever its status is.
    package func historyDigest(_ id: String) throws -> HistoryDigest? {
        try read { db in
            let entries = try Self.entries(where: ["digest.id = ?"], arguments: [id], in: db)
            return try Row.fetchOne(
                db,
                sql: """
                    SELECT digest.*, name.text AS profileName FROM digest JOIN name ON name.number = digest.profile
                    WHERE digest.id = ?
                    """, arguments: [id]
            ).map { row in
                try HistoryDigest(
                    id: row.value("id"), profile: row.value("profileName"), title: row.value("title"),
                    created: row.date("created"), status: DigestStatus(rawValue: row.value("status")) ?? .givenUp,
                    isSent: row.value("isSent"), finished: row.dateIfAny("finished"), leftOver: row.value("leftOver"),
                    destinations: Self.deliveries(of: row.value("number"), in: db), entries: entries)
            }
        }
    }

    /// The SQL of the title with which an item was sent.
    private static let sentTitle = "coalesce(entry.title, item.title)"

    /// When a digest was sent. A digest that was pending counts as sent when it was delivered; one that was given up, when
    /// the last destination got it that has it.
    private static let sentTime = """
        coalesce(
            CASE WHEN digest.status <> '\(DigestStatus.givenUp.rawValue)' THEN digest.finished
            ELSE (SELECT max(delivery.finished) FROM delivery WHERE delivery.digest = digest.number) END,
            digest.created)
        """

    /// When the first destination got a digest.
    private static let firstTime = """
        coalesce(
            (SELECT min(delivery.finished) FROM delivery WHERE delivery.digest = digest.number), digest.finished,
            digest.created)
        """

    private static func entries(
        from source: String = "digest JOIN entry ON entry.digest = digest.edition", where conditions: [String],
        at time: String = sentTime, orderedBy order: String = "digest.number DESC, entry.place",
        arguments: [any SQLConvertible], limit: Int? = nil, in db: Database
    ) throws -> [HistoryEntry] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT digest.id AS digest, \(time) AS sent,
                    profile.text AS profile, category.text AS category, item.id AS id,
                    \(sentTitle) AS title, item.url AS url, coalesce(publisher.text, '') AS source
                FROM \(source) JOIN item ON item.number = entry.item
                JOIN name AS profile ON profile.number = digest.profile
                JOIN name AS category ON category.number = entry.category
                LEFT JOIN name AS publisher ON publisher.number = item.publisher
                WHERE entry.lead IS NULL AND \(conditions.joined(separator: " AND "))
                ORDER BY \(order) LIMIT ?
                """, arguments: arguments + [limit ?? .max]
        ).map { row in
            try HistoryEntry(
                digest: row.value("digest"), sent: row.date("sent"), profile: row.value("profile"),
                category: row.value("category"), id: row.value("id"), title: row.value("title"),
                url: clean(row.value("url")), source: row.value("source"))
        }
    }

    /// The address without tracking parameters.
    private static func clean(_ url: String) -> String { CanonicalURL(url)?.clean ?? url }

    private static func tellings(at place: Int64, of digest: Int64, in db: Database) throws -> [Story.Telling] {
        var (articles, stories): ([Int64: String], [Int64: String]) = ([:], [:])
        var copies: [String: String] = [:]
        func first(_ place: Int64?, in known: inout [Int64: String], or id: String) -> String? {
            guard let place else { return nil }
            known[place] = known[place] ?? id
            return known[place]
        }
        return try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT item.id, \(sentTitle), item.url, coalesce(publisher.text, ''),
                        entry.isSameArticle, entry.article, entry.story FROM entry
                    JOIN item ON item.number = entry.item LEFT JOIN name AS publisher ON publisher.number = item.publisher
                    WHERE entry.digest = ? AND entry.lead = ? AND entry.category IS NOT NULL ORDER BY entry.place
                    """), arguments: [digest, place]
        ).map { row in
            var telling = try Story.Telling(
                id: row.value(0), source: row.value(3), title: row.value(1), url: clean(row.value(2)),
                isSameArticle: row.value(4) ?? false)
            telling.article = first(try row.value(5), in: &articles, or: telling.id)
            if telling.article == nil, !telling.isSameArticle, let address = CanonicalURL(telling.url)?.key {
                // Digests of schema 13 and earlier do not say it.
                let key = address + "\n" + FoldedText.folded(telling.title)
                telling.article = copies[key]
                copies[key] = copies[key] ?? telling.id
            }
            telling.story = first(try row.value(6), in: &stories, or: telling.id)
            return telling
        }
    }

    private static func earlier(at place: Int64, of digest: Int64, in db: Database) throws -> [Story.Earlier] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT item.id, coalesce(
                        (SELECT title FROM entry WHERE item = earlier.item AND lead IS NULL ORDER BY digest LIMIT 1),
                        item.title), item.url, earlier.sent
                    FROM earlier JOIN item ON item.number = earlier.item
                    WHERE earlier.digest = ? AND earlier.place = ? ORDER BY earlier.position
                    """), arguments: [digest, place]
        ).map { row in
            try Story.Earlier(id: row.value(0), title: row.value(1), url: clean(row.value(2)), sent: row.date("sent"))
        }
    }

    private static func deliveries(of digest: Int64, in db: Database) throws -> [HistoryDigest.Destination] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT delivery.destination, delivery.format, delivery.finished, delivery.reason
                FROM delivery WHERE digest = ? ORDER BY place
                """, arguments: [digest]
        ).map { row in
            try HistoryDigest.Destination(
                destination: DestinationName(row.value("destination")).stored,
                format: Format(rawValue: row.value("format")) ?? .text, delivered: row.dateIfAny("finished"),
                reason: (row.value("reason") as String?)?.cleanMessage)
        }
    }
}

extension State {
    /// Everything known about an item, by its id. With an address, about the item of every source with that address.
    /// - Parameters:
    ///   - profile: the only profile whose digests and decisions are read; nil for all.
    ///   - limit: the greatest number of digests, and of profiles.
    package func why(_ idOrAddress: String, profile: String? = nil, limit: Int = 100) throws -> [Why] {
        let found = try read { db in
            try Self.numbers(ofItems: idOrAddress, in: db).map { try Self.storedItem($0, in: db) }
                .sorted { ($0.firstSeen, $0.number) < ($1.firstSeen, $1.number) }
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

    /// What became of items: for each the last digest that has it, else the last decision on it. A digest counts as
    /// delivered if its items count as sent, also if it was given up for some of its destinations.
    /// - Parameter profile: the only profile whose digests and decisions count; nil for all.
    package func outcomes(of items: [StoredItem], profile: String? = nil) throws -> [ItemOutcome] {
        try read { db in
            let profiles = try profile.map { try Self.memories(of: $0, in: db) }
            let digest = try db.cachedStatement(
                sql: """
                    SELECT digest.id, CASE WHEN digest.isSent THEN '\(DigestStatus.delivered.rawValue)'
                        ELSE digest.status END FROM entry JOIN digest ON digest.edition = entry.digest
                    WHERE entry.item = ? \(profile == nil ? "" : "AND digest.profile IN (?, ?)")
                    ORDER BY digest.number DESC LIMIT 1
                    """)
            let digests = try items.map { item -> ItemOutcome? in
                try Row.fetchOne(digest, arguments: [item.number] + (profiles ?? [])).map {
                    .digest(try $0.value(0), DigestStatus(rawValue: try $0.value(1)) ?? .givenUp)
                }
            }
            let decisions = try Self.lastDecisions(
                on: zip(items, digests).filter { $1 == nil }.map(\.0), of: profiles, in: db)
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
            let condition = profile == nil ? "" : "AND digest.profile IN (?, ?)"
            let profiles = try profile.map { try Self.memories(of: $0, in: db) } ?? []
            return try String.fetchAll(
                db,
                sql: """
                    SELECT digest.id FROM entry JOIN digest ON digest.edition = entry.digest
                    WHERE entry.item = ? \(condition) ORDER BY digest.number
                    """, arguments: [item] + profiles)
        }
        return (try ids.prefix(limit).compactMap(historyDigest), ids.count - min(limit, ids.count))
    }
}
