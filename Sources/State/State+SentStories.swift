import Foundation
import Values

extension State {
    /// The stories that the profile was sent, or will be sent with a pending digest.
    ///
    /// These are the stories of the last `SentStory.memory` seconds, and each older story that has a key in common with
    /// a candidate. The newest is first. Empty when there are no candidates to compare with.
    package func sentStories(profile: String, candidates: [Candidate], now: Date) throws -> [SentStory] {
        if candidates.isEmpty { return [] }
        return try read { db in
            let name = profile
            guard let profile = try Self.known(profile, in: db) else { return [] }
            let heritage = try Self.profile(besideOutput: name, in: db) ?? profile
            let recent = try Row.fetchAll(
                db,
                sql: """
                    SELECT number, id, created, edition FROM digest
                    WHERE \(Self.digestsOfOutput) AND created >= ?3 AND (isSent OR status = 'pending')
                    ORDER BY number DESC
                    """, arguments: [profile, heritage, Self.seconds(now - SentStory.memory)])
            var stories = try recent.flatMap { try Self.stories(ofDigest: $0, in: db) }
            let lookUp = try db.cachedStatement(
                sql: "SELECT digest, place FROM storyKey WHERE key = ? AND profile IN (?, ?, 0)")
            var older: Set<StoryPlace> = []
            for key in Set(candidates.flatMap(\.storyKeys.all)) {
                for row in try Row.fetchAll(lookUp, arguments: [key, profile, heritage]) {
                    older.insert(StoryPlace(edition: try row.value(0), place: try row.value(1)))
                }
            }
            let known: Set<Int64> = Set(try recent.map { try $0.value("edition") })
            for place in older.filter({ !known.contains($0.edition) }).sorted() {
                guard let digest = try Self.digest(of: profile, heritage, edition: place.edition, in: db) else {
                    continue
                }
                stories.append(try Self.sentStory(place, of: digest, in: db))
            }
            return stories
        }
    }

    /// The stories of a digest as they were stored with it. They are read from the rows if an earlier version did not
    /// store them, or if they were removed because an item was forgotten or is to be sent again.
    private static func stories(ofDigest row: Row, in db: Database) throws -> [SentStory] {
        let number: Int64 = try row.value("number")
        let edition: Int64 = try row.value("edition")
        // Read separately from the rows: SQLite would sort the rows with all these bytes.
        let told = try db.cachedStatement(sql: "SELECT stories FROM told WHERE digest = ?")
        if let packed = try Data.fetchOne(told, arguments: [edition]), let bytes = Compressed(stored: packed).bytes,
            let stories = SentStory.unpacked(bytes, digest: try row.value("id"), sent: try row.date("created"))
        {
            return stories
        }
        return try Int.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT place FROM digest JOIN entry ON entry.digest = digest.edition
                    WHERE digest.number = ? AND lead IS NULL AND category IS NOT NULL
                      AND (digest.status = 'pending' OR EXISTS (
                        SELECT 1 FROM sent WHERE sent.item = entry.item AND sent.profile = digest.profile))
                    ORDER BY place
                    """), arguments: [number]
        ).map { try sentStory(StoryPlace(edition: edition, place: $0), of: row, in: db) }
    }

    /// The digest of a profile with the stories of this edition; nil if the profile got no such digest.
    private static func digest(
        of profile: Int64, _ heritage: Int64, edition: Int64, in db: Database
    ) throws -> Row? {
        try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT id, created FROM digest
                    WHERE edition = ?3 AND \(digestsOfOutput) AND (isSent OR status = 'pending')
                    """), arguments: [profile, heritage, edition])
    }

    /// - Parameter digest: the profile's own digest with this story.
    private static func sentStory(_ place: StoryPlace, of digest: Row, in db: Database) throws -> SentStory {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT entry.isSameArticle, stored.* FROM entry
                    JOIN (\(itemSQL)) AS stored ON stored.number = entry.item
                    WHERE entry.digest = ?1 AND (entry.place = ?2 OR entry.lead = ?2) AND entry.category IS NOT NULL
                    ORDER BY entry.place
                    """), arguments: [place.edition, place.place])
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
            digest: digest.value("id"), sent: digest.date("created"),
            story: Story(id: lead.id, item: lead.item, url: lead.shownURL, also: also))
    }
}
