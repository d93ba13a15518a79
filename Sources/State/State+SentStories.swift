import Foundation
import Values

extension State {
    /// The stories that the profile was sent, or will be sent with a pending digest.
    ///
    /// These are the stories of the last `SentStory.memory` seconds before the first candidate was first seen, those of
    /// pending digests, which have no keys yet, and each older story that has a key in common with a candidate, or that one was found to tell. The newest is first. Empty
    /// when there are no candidates to compare with.
    /// - Parameter recognised: the items that tell a sent story, by its id (`Choices.recognised`).
    package func sentStories(
        profile: String, candidates: [Candidate], recognised: [String: [Int64]] = [:], now: Date
    ) throws -> [SentStory] {
        guard let first = candidates.map(\.firstSeen).min() else { return [] }
        // Longer ago, stories are not stored in the form for comparison any more.
        let start = max(min(first, now), now - SentStory.memory) - SentStory.memory
        return try read { db in
            let name = profile
            guard let profile = try Self.known(profile, in: db) else { return [] }
            let heritage = try Self.profile(besideOutput: name, in: db) ?? profile
            let recent = try Row.fetchAll(
                db,
                sql: """
                    SELECT number, id, created, edition FROM digest
                    WHERE \(Self.digestsOfOutput) AND (created >= ?3 AND isSent OR status = 'pending')
                    ORDER BY number DESC
                    """, arguments: [profile, heritage, Self.seconds(start)])
            var stories = try recent.flatMap { try Self.stories(ofDigest: $0, in: db) }
            var older: [StoryPlace: Set<Int64>] = [:]
            // An event that is to be told again is not sent any more.
            let leads = try db.cachedStatement(
                sql: """
                    SELECT digest, place FROM entry WHERE lead IS NULL AND category IS NOT NULL
                      AND item = (SELECT number FROM item WHERE id = ?1)
                      AND EXISTS (SELECT 1 FROM sent WHERE sent.item = entry.item AND sent.profile IN (?2, ?3))
                    """)
            for lead in recognised.keys {
                for row in try Row.fetchAll(leads, arguments: [lead, profile, heritage]) {
                    older[StoryPlace(edition: try row.value(0), place: try row.value(1))] = []
                }
            }
            let lookUp = try db.cachedStatement(
                sql: "SELECT digest, place FROM storyKey WHERE key = ? AND profile IN (?, ?, 0)")
            for key in Set(candidates.flatMap(\.storyKeys.all)) {
                for row in try Row.fetchAll(lookUp, arguments: [key, profile, heritage]) {
                    older[StoryPlace(edition: try row.value(0), place: try row.value(1)), default: []].insert(key)
                }
            }
            let known: Set<Int64> = Set(try recent.map { try $0.value("edition") })
            for (place, keys) in older.filter({ !known.contains($0.key.edition) }).sorted(by: { $0.key < $1.key }) {
                guard let digest = try Self.digest(of: profile, heritage, edition: place.edition, in: db) else {
                    continue
                }
                var story = try Self.sentStory(place, of: digest, in: db)
                // Its items may have other addresses now than those that were sent.
                story.keys = keys.union(story.keys).sorted()
                stories.append(story)
            }
            for index in stories.indices { stories[index].recognised = Set(recognised[stories[index].id] ?? []) }
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
        let changed = try changedEvents(ofPending: number, in: db)
        return try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT place, entry.item FROM digest JOIN entry ON entry.digest = digest.edition
                    WHERE digest.number = ? AND lead IS NULL AND category IS NOT NULL
                      AND (digest.status = 'pending' OR EXISTS (
                        SELECT 1 FROM sent WHERE sent.item = entry.item AND sent.profile = digest.profile))
                    ORDER BY place
                    """), arguments: [number]
        ).filter { changed[try $0.value("item")] == nil }
            .map { try sentStory(StoryPlace(edition: edition, place: $0.value("place")), of: row, in: db) }
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
                    SELECT entry.isSameArticle, entry.title AS sentTitle, stored.* FROM entry
                    JOIN (\(itemSQL)) AS stored ON stored.number = entry.item
                    WHERE entry.digest = ?1 AND (entry.place = ?2 OR entry.lead = ?2) AND entry.category IS NOT NULL
                    ORDER BY entry.place
                    """), arguments: [place.edition, place.place])
        let items = try rows.map { row in
            var item = try StoredItem(row)
            item.item.title = try row.value("sentTitle") ?? item.item.title
            return item
        }
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

extension State {
    /// The profile of digests that `--out` got beside the configured destinations of a profile. No profile and no
    /// reader can have this name.
    package static func nameOfOutput(beside profile: String) -> String { profile + outputSuffix }

    /// The numbers of a profile and of the outputs beside its destinations; 0 for what is not known.
    static func memories(of profile: String, in db: Database) throws -> [Int64] {
        try [profile, nameOfOutput(beside: profile)].map { try known($0, in: db) ?? 0 }
    }

    /// The profile of a profile's recaps. No profile and no reader can have this name either.
    package static func nameOfRecaps(of profile: String) -> String { profile + recapSuffix }

    package static func isOfRecaps(_ name: String) -> Bool { name.hasSuffix(recapSuffix) }

    /// The profile or reader of a name in the history.
    package static func reader(ofHistory name: String) -> String {
        [recapSuffix, outputSuffix].reduce(name) { $0.hasSuffix($1) ? String($0.dropLast($1.count)) : $0 }
    }

    private static let outputSuffix = " (--out)"
    fileprivate static let recapSuffix = " (recap)"

    /// The profile beside which the digests of `output` are; nil for the name of a profile or reader.
    private static func profile(besideOutput output: String, in db: Database) throws -> Int64? {
        guard output.hasSuffix(outputSuffix) else { return nil }
        return try known(String(output.dropLast(outputSuffix.count)), in: db)
    }

    /// The SQL of the digests that the profile ?1 was sent. They include those of the profile ?2 that `inheritOutputs`
    /// made count for both.
    private static let digestsOfOutput = """
        profile IN (?1, ?2) AND (profile = ?1 OR EXISTS (
            SELECT 1 FROM entry JOIN sent ON sent.item = entry.item AND sent.profile = ?1
            WHERE entry.digest = digest.edition AND sent.digest = digest.number))
        """

    /// Lets the items that only outputs of the command line got count as sent to the profile of such outputs too. Does
    /// nothing if this profile is known already.
    ///
    /// Earlier versions remembered them under the name of the profile alone.
    /// - Parameter destinations: the names of the configured destinations.
    package func inheritOutputs(of profile: String, except destinations: [String]) throws {
        let output = Self.nameOfOutput(beside: profile)
        let isKnown = try read { db in try Self.known(output, in: db) != nil || Self.known(profile, in: db) == nil }
        guard !isKnown else { return }
        let names = destinations + destinations.map { DestinationName($0).stored }
        try write { db in
            try Self.addNames([output], in: db)
            try db.execute(
                sql: """
                    INSERT INTO sent (profile, item, digest)
                    SELECT CAST(? AS BIGINT), entry.item, min(digest.number) FROM digest JOIN entry ON entry.digest = digest.edition
                    WHERE digest.profile = ? AND digest.isSent
                      AND EXISTS (SELECT 1 FROM delivery WHERE delivery.digest = digest.number)
                      AND NOT EXISTS (
                        SELECT 1 FROM delivery WHERE delivery.digest = digest.number
                          AND (delivery.destination IN (\(Database.placeholders(names.count)))
                            OR NOT (delivery.destination = 'standard output' OR delivery.destination LIKE 'file %')))
                    GROUP BY entry.item ON CONFLICT DO NOTHING
                    """,
                arguments: [try Self.number(of: output, in: db), try Self.number(of: profile, in: db)] + names)
        }
    }
}

extension HistoryDigest {
    /// Whom it was made for: of a recap, the profile whose recap it is.
    package var reader: String {
        State.isOfRecaps(profile) ? String(profile.dropLast(State.recapSuffix.count)) : profile
    }
}

/// The editions whose digests are marked as sent. What their digests share is stored once.
struct OpenEditions: Sendable {
    private var contents: [Int64: Digest] = [:]
    /// The digests that this process stored and that are not marked yet, with their stories.
    private var made: [Int64: Made] = [:]
    /// The editions of several profiles. The keys of their stories are stored for every profile at once (profile 0).
    private var forAll: Set<Int64> = []
    /// The greatest number of editions that are kept in memory.
    private static let most = 16
    private static let mostMade = 256

    /// The editions for which nothing more has to be stored after this commit.
    var shared: OpenEditions {
        var shared = self
        shared.contents = contents.filter { forAll.contains($0.key) }
        if shared.contents.count > Self.most { (shared.contents, shared.forAll) = ([:], []) }
        return shared
    }

    struct Made: Sendable {
        var digest: Digest
        var stories: [SentStory]
    }

    mutating func note(_ digests: [Int64: Made]) {
        if made.count + digests.count > Self.mostMade { made = [:] }
        made.merge(digests) { $1 }
    }

    /// The content of an edition. The first call stores the keys and the words of its stories, so that later runs
    /// recognise them and the history finds them.
    /// - Parameter changed: the ids of the stories that are to be told again, so that they get no keys.
    mutating func content(
        of edition: Int64, sentTo profile: Int64, except changed: some Collection<String>, in db: Database
    ) throws -> Digest {
        if let known = contents[edition] { return known }
        let made = self.made.removeValue(forKey: edition)
        let content = try made?.digest ?? Self.stored(edition, in: db)
        let two = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT number FROM digest WHERE edition = ? LIMIT 2"), arguments: [edition])
        try insertKeys(
            of: (made?.stories ?? content.sentStories).filter { !changed.contains($0.id) }, edition: edition,
            profile: two.count > 1 ? 0 : profile, in: db)
        if two.count > 1 { forAll.insert(edition) }
        let isKnown = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT 1 FROM digest WHERE edition = ? AND isSent LIMIT 1"), arguments: [edition])
        if isKnown == nil { try State.addWords(ofEdition: edition, in: db) }
        contents[edition] = content
        return content
    }

    private static func stored(_ edition: Int64, in db: Database) throws -> Digest {
        let stored = try Data.fetchOne(
            db.cachedStatement(sql: "SELECT content FROM digest WHERE number = ?"), arguments: [edition])
        guard let stored else { throw DatabaseError.damaged("a pending digest") }
        return try State.unpacked(Digest.self, stored)
    }

    /// - Parameter profile: 0 if several profiles are sent the edition.
    private func insertKeys(of stories: [SentStory], edition: Int64, profile: Int64, in db: Database) throws {
        let insert = try db.cachedStatement(
            sql: """
                INSERT INTO storyKey (key, profile, digest, place)
                SELECT ?1, ?2, digest, place FROM entry
                WHERE digest = ?3 AND lead IS NULL AND item = (SELECT number FROM item WHERE id = ?4)
                ON CONFLICT DO NOTHING
                """)
        for story in stories {
            for key in story.keys { try insert.execute(arguments: [key, profile, edition, story.id]) }
        }
    }
}

extension Digest {
    /// Its stories as later runs recognise them.
    var sentStories: [SentStory] { stories.map { SentStory(digest: id, sent: created, story: $0) } }
}
