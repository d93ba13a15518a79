import Foundation
import InFlight
import Values

extension State {
    /// Stores a digest with its bytes as pending, before anything of it is delivered.
    ///
    /// - Parameters:
    ///   - members: the items that each story stands for, by the story's id (`Selection.members`). When the digest is
    ///     sent, all of them count as sent.
    /// - Throws: `RunError.state`, also when the disk is too full to store the delivery.
    package func store(_ digest: Digest, renderings: [StoredRendering], members: [String: [String]] = [:]) throws {
        failpoint(.rendered)
        try checkRoom()
        try write(alone: false) { db in
            try requireClaim(.reader, digest.profile, in: db)
            try complete(.reader, digest.profile, now: digest.created, in: db)
            let number = try Self.insert(digest, in: db)
            try Self.insertEntries(of: digest, number: number, members: members, in: db)
            try Self.insert(renderings, of: number, in: db)
            let stories = digest.stories.map { SentStory(digest: digest.id, sent: digest.created, story: $0) }
            // Not compressed: many runs read them, and they are kept for a few days only.
            try db.execute(
                sql: "INSERT INTO told VALUES (?, ?)",
                arguments: [number, Compressed(SentStory.packed(stories), over: .max).data])
        }
        failpoint(.pending)
    }

    /// The digests of the profile that are not delivered everywhere, the oldest first.
    package func pendings(profile: String) throws -> [PendingDigest] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT number, content FROM digest WHERE status = 'pending'
                      AND profile = (SELECT number FROM name WHERE text = ?) ORDER BY number
                    """, arguments: [profile]
            ).map { row in
                try PendingDigest(
                    digest: Self.unpacked(Digest.self, row.value("content")),
                    destinations: Self.destinations(of: row.value("number"), in: db))
            }
        }
    }

    /// The number of digests of all profiles that are not delivered everywhere.
    package func pendingCount() throws -> Int {
        try read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM digest WHERE status = 'pending'") ?? 0
        }
    }

    /// The profiles that have such digests.
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

    /// Stores that one destination has the digest.
    package func markDelivered(_ digestID: String, to destination: String, now: Date) throws {
        failpoint(.delivered)
        try write(alone: false) { db in
            try requireClaim(ofDigest: digestID, in: db)
            try db.execute(
                sql: """
                    UPDATE delivery SET finished = ?3, reason = NULL
                    WHERE destination = ?2 AND digest = (SELECT number FROM digest WHERE id = ?1)
                    """, arguments: [digestID, destination, Self.seconds(now)])
        }
        failpoint(.marked)
    }

    /// Stores that one destination did not accept the digest.
    package func markFailed(_ digestID: String, to destination: String, reason: String) throws {
        try write(alone: false) { db in
            try requireClaim(ofDigest: digestID, in: db)
            try db.execute(
                sql: """
                    UPDATE delivery SET tries = tries + 1, reason = ?3
                    WHERE destination = ?2 AND digest = (SELECT number FROM digest WHERE id = ?1)
                    """, arguments: [digestID, destination, reason])
        }
    }

    /// Stores that one destination has a part of the digest, so that this part is not sent to it again.
    package func markTaken(_ part: String, of digestID: String, by destination: String) throws {
        failpoint(.accepted)
        try write(alone: false) { db in
            try requireClaim(ofDigest: digestID, in: db)
            try db.execute(
                sql: """
                    INSERT INTO taken SELECT digest, place, ?3 FROM delivery
                    WHERE destination = ?2 AND digest = (SELECT number FROM digest WHERE id = ?1)
                    ON CONFLICT DO NOTHING
                    """, arguments: [digestID, destination, part])
        }
        failpoint(.taken)
    }

    /// What a destination has accepted of a digest, from its stored form.
    private static func parts(_ json: String?) throws -> [String] {
        try json.map { try JSONDecoder().decode([String].self, from: Data($0.utf8)) } ?? []
    }

    /// Marks the items of a digest as sent, once every destination has the digest.
    /// - Returns: false if a destination does not have the digest yet. Then nothing is changed.
    @discardableResult
    package func finish(_ digestID: String, now: Date) throws -> Bool {
        failpoint(.allMarked)
        let isFinished = try write(alone: false) { db in
            try requireClaim(ofDigest: digestID, in: db)
            guard let number = try Self.number(ofDigest: digestID, in: db) else { return false }
            let isOpen =
                try Bool.fetchOne(
                    db, sql: "SELECT EXISTS (SELECT 1 FROM delivery WHERE digest = ? AND finished IS NULL)",
                    arguments: [number]) ?? true
            guard !isOpen else { return false }
            try Self.close(number, as: .delivered, isSent: true, now: now, in: db)
            return true
        }
        failpoint(.finished)
        return isFinished
    }

    /// Gives up a pending digest. Its items are unsent again, unless a destination already has the digest.
    /// - Returns: whether a destination already has it.
    @discardableResult
    package func release(_ digestID: String, now: Date) throws -> Bool {
        try write(alone: false) { db in
            try requireClaim(ofDigest: digestID, in: db)
            guard let number = try Self.number(ofDigest: digestID, in: db) else { return false }
            let isSent =
                try Bool.fetchOne(
                    db, sql: "SELECT EXISTS (SELECT 1 FROM delivery WHERE digest = ? AND finished IS NOT NULL)",
                    arguments: [number]) ?? true
            try Self.close(number, as: .released, isSent: isSent, now: now, in: db)
            return isSent
        }
    }

    /// When the last delivered digest of the profile was made. A digest counts if at least one destination has it.
    package func lastDelivered(profile: String) throws -> Date? {
        try read { db in
            try Int64.fetchOne(
                db,
                sql: """
                    SELECT created FROM digest
                    WHERE profile = (SELECT number FROM name WHERE text = ?) AND (isSent OR status = 'pending' AND EXISTS (
                        SELECT 1 FROM delivery WHERE delivery.digest = digest.number AND delivery.finished IS NOT NULL))
                    ORDER BY created DESC LIMIT 1
                    """, arguments: [profile]
            ).map(Self.date)
        }
    }

    /// The bytes that were sent to each destination, however long ago. Empty when there is no such digest, or when
    /// retention removed its bytes.
    package func renderings(of digestID: String) throws -> [StoredRendering] {
        try read { db in
            guard let number = try Self.number(ofDigest: digestID, in: db) else { return [] }
            return try Self.destinations(of: number, in: db).map(\.rendering)
        }
    }
}

extension State {
    /// The stories that the profile was sent, or will be sent with a pending digest.
    ///
    /// These are the stories of the last `SentStory.memory` seconds, and each older story that has a key in common with
    /// a candidate. The newest is first. Empty when there are no candidates to compare with.
    package func sentStories(profile: String, candidates: [Item], now: Date) throws -> [SentStory] {
        if candidates.isEmpty { return [] }
        return try read { db in
            guard let profile = try Self.known(profile, in: db) else { return [] }
            let recent = try Row.fetchAll(
                db,
                sql: """
                    SELECT number, id, created FROM digest
                    WHERE profile = ? AND created >= ? AND (isSent OR status = 'pending') ORDER BY number DESC
                    """, arguments: [profile, Self.seconds(now - SentStory.memory)])
            var stories = try recent.flatMap { try Self.stories(ofDigest: $0, in: db) }
            let lookUp = try db.cachedStatement(
                sql: "SELECT digest, place FROM storyKey WHERE key = ? AND profile = ?")
            var older: Set<StoryPlace> = []
            for key in Set(candidates.flatMap(\.storyKeys)) {
                for row in try Row.fetchAll(lookUp, arguments: [key, profile]) {
                    older.insert(StoryPlace(digest: try row.value(0), place: try row.value(1)))
                }
            }
            let known: Set<Int64> = Set(try recent.map { try $0.value(0) })
            stories += try older.filter { !known.contains($0.digest) }.sorted().map { try Self.sentStory($0, in: db) }
            return stories
        }
    }

    /// The stories of a digest as they were stored with it. If they were not stored (by an earlier version), or were
    /// removed because an item was forgotten or is to be sent again, they are read from the rows.
    private static func stories(ofDigest row: Row, in db: Database) throws -> [SentStory] {
        let number: Int64 = try row.value("number")
        // Read separately from the rows: SQLite would sort the rows with all these bytes.
        let told = try db.cachedStatement(sql: "SELECT stories FROM told WHERE digest = ?")
        if let packed = try Data.fetchOne(told, arguments: [number]), let bytes = Compressed(stored: packed).bytes,
            let stories = SentStory.unpacked(bytes, digest: try row.value("id"), sent: try row.date("created"))
        {
            return stories
        }
        return try Int.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT place FROM entry JOIN digest ON digest.number = entry.digest
                    WHERE digest.number = ? AND lead IS NULL AND category IS NOT NULL
                      AND (digest.status = 'pending' OR EXISTS (
                        SELECT 1 FROM sent WHERE sent.item = entry.item AND sent.profile = digest.profile))
                    ORDER BY place
                    """), arguments: [number]
        ).map { try sentStory(StoryPlace(digest: number, place: $0), in: db) }
    }

    private static func sentStory(_ place: StoryPlace, in db: Database) throws -> SentStory {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT digest.id AS digestID, digest.created, entry.isSameArticle, stored.*
                    FROM entry JOIN digest ON digest.number = entry.digest
                    JOIN (\(itemSQL)) AS stored ON stored.number = entry.item
                    WHERE entry.digest = ?1 AND (entry.place = ?2 OR entry.lead = ?2) AND entry.category IS NOT NULL
                    ORDER BY entry.place
                    """), arguments: [place.digest, place.place])
        let items = try rows.map { try StoredItem($0) }
        guard let lead = items.first else {
            throw DatabaseError(fact: "a digest has lost its items")
        }
        let also = try zip(items, rows).dropFirst().map { item, row in
            Story.Telling(
                id: item.id, source: item.item.source, title: item.item.title, url: item.shownURL,
                isSameArticle: try row.value("isSameArticle") as Bool? ?? false)
        }
        return try SentStory(
            digest: rows[0].value("digestID"), sent: rows[0].date("created"),
            story: Story(id: lead.id, item: lead.item, url: lead.shownURL, also: also))
    }
}

// MARK: - Rows

extension State {
    package static func number(ofDigest id: String, in db: Database) throws -> Int64? {
        try Int64.fetchOne(db, sql: "SELECT number FROM digest WHERE id = ?", arguments: [id])
    }

    private static func insert(_ digest: Digest, in db: Database) throws -> Int64 {
        try db.cachedStatement(
            sql: """
                INSERT INTO digest (id, profile, title, created, status, leftOver, content)
                VALUES (?, ?, ?, ?, 'pending', ?, ?)
                """
        ).insert(arguments: [
            digest.id, number(of: digest.profile, in: db), digest.title, seconds(digest.created), digest.leftOver,
            packed(digest),
        ])
    }

    private static func insertEntries(
        of digest: Digest, number: Int64, members: [String: [String]], in db: Database
    ) throws {
        let insert = try db.cachedStatement(
            sql: """
                INSERT INTO entry (digest, place, item, lead, category, isSameArticle)
                SELECT ?1, ?2, number, ?4, ?5, ?6 FROM item WHERE id = ?3
                """)
        var place = 0
        for section in digest.sections {
            let category = try Self.number(of: section.category, in: db)
            for story in section.stories {
                let lead = place
                func add(_ id: String, under lead: Int?, category: Int64?, isSameArticle: Bool? = nil) throws {
                    try insert.execute(arguments: [number, place, id, lead, category, isSameArticle])
                    place += 1
                }
                try add(story.id, under: nil, category: category)
                for telling in story.also {
                    try add(telling.id, under: lead, category: category, isSameArticle: telling.isSameArticle)
                }
                let shown = Set([story.id] + story.also.map(\.id))
                for id in members[story.id] ?? [] where !shown.contains(id) { try add(id, under: lead, category: nil) }
            }
        }
    }

    private static func insert(_ renderings: [StoredRendering], of digest: Int64, in db: Database) throws {
        var stored: [(copies: [StoredRendering.Copy], number: Int64)] = []
        for (place, rendering) in renderings.enumerated() {
            let known = stored.first { $0.copies == rendering.copies }?.number
            let number = try known ?? insert(rendering.copies, of: digest, in: db)
            if known == nil { stored.append((rendering.copies, number)) }
            try db.execute(
                sql: "INSERT INTO delivery (digest, place, destination, format, rendering) VALUES (?, ?, ?, ?, ?)",
                arguments: [digest, place, rendering.destination, rendering.format.rawValue, number])
        }
    }

    private static func destinations(of digest: Int64, in db: Database) throws -> [PendingDigest.Destination] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT delivery.*, rendering.bytes, rendering.form
                FROM delivery JOIN rendering ON rendering.number = delivery.rendering
                WHERE delivery.digest = ? ORDER BY delivery.place
                """, arguments: [digest]
        ).map { row in
            guard let format = Format(rawValue: try row.value("format")) else {
                throw DatabaseError.damaged("what is to be sent of a digest")
            }
            let copies = try copies(row.value("bytes"), form: row.value("form"), in: db)
            return try PendingDigest.Destination(
                rendering: StoredRendering(destination: row.value("destination"), format: format, copies: copies),
                isDelivered: row.dateIfAny("finished") != nil, tries: row.value("tries"),
                parts: parts(of: row, in: db))
        }
    }

    /// The parts of a delivery that its destination has accepted.
    private static func parts(of delivery: Row, in db: Database) throws -> Set<String> {
        let old = try Self.parts(delivery.value("parts"))
        let parts = try String.fetchAll(
            db, sql: "SELECT part FROM taken WHERE digest = ? AND place = ?",
            arguments: [delivery.value("digest") as Int64, delivery.value("place") as Int])
        return Set(parts).union(old)
    }

    private static func close(
        _ digest: Int64, as status: DigestStatus, isSent: Bool, now: Date, in db: Database
    ) throws {
        let row = try Row.fetchOne(
            db, sql: "SELECT profile, content FROM digest WHERE number = ? AND status = 'pending'", arguments: [digest])
        guard let row else { return }
        let profile: Int64 = try row.value("profile")
        if isSent {
            let content = try unpacked(Digest.self, row.value("content"))
            try db.execute(
                sql: "INSERT INTO sent SELECT ?1, item, ?2 FROM entry WHERE digest = ?2 ON CONFLICT DO NOTHING",
                arguments: [profile, digest])
            try insertStoryKeys(of: content, number: digest, profile: profile, in: db)
            try addWords(ofDigest: digest, in: db)
            try announce(content, profile: profile, in: db)
        }
        try db.execute(sql: "DELETE FROM taken WHERE digest = ?", arguments: [digest])
        try db.execute(
            sql: "UPDATE digest SET status = ?, finished = ?, isSent = ?, content = NULL WHERE number = ?",
            arguments: [status.rawValue, seconds(now), isSent, digest])
    }

    private static func insertStoryKeys(of content: Digest, number: Int64, profile: Int64, in db: Database) throws {
        let insert = try db.cachedStatement(
            sql: """
                INSERT INTO storyKey (key, profile, digest, place)
                SELECT ?1, ?2, digest, place FROM entry
                WHERE digest = ?3 AND lead IS NULL AND item = (SELECT number FROM item WHERE id = ?4)
                ON CONFLICT DO NOTHING
                """)
        for story in content.stories {
            for key in SentStory(digest: content.id, sent: content.created, story: story).keys {
                try insert.execute(arguments: [key, profile, number, story.id])
            }
        }
    }
}
