import Foundation
import Values

/// The editions whose digests are marked as sent. What their digests share is stored once.
struct OpenEditions: Sendable {
    private var contents: [Int64: Digest] = [:]
    /// The digests that this process stored and that are not marked yet.
    private var made: [Int64: Digest] = [:]
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

    mutating func note(_ digests: [Int64: Digest]) {
        if made.count + digests.count > Self.mostMade { made = [:] }
        made.merge(digests) { $1 }
    }

    /// The content of an edition. The first call stores the keys and the words of its stories, so that later runs
    /// recognise them and the history finds them.
    mutating func content(of edition: Int64, sentTo profile: Int64, in db: Database) throws -> Digest {
        if let known = contents[edition] { return known }
        let content = try made.removeValue(forKey: edition) ?? Self.stored(edition, in: db)
        let two = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT number FROM digest WHERE edition = ? LIMIT 2"), arguments: [edition])
        try insertStoryKeys(of: content, edition: edition, profile: two.count > 1 ? 0 : profile, in: db)
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
    private func insertStoryKeys(of content: Digest, edition: Int64, profile: Int64, in db: Database) throws {
        let insert = try db.cachedStatement(
            sql: """
                INSERT INTO storyKey (key, profile, digest, place)
                SELECT ?1, ?2, digest, place FROM entry
                WHERE digest = ?3 AND lead IS NULL AND item = (SELECT number FROM item WHERE id = ?4)
                ON CONFLICT DO NOTHING
                """)
        for story in content.stories {
            for key in SentStory(digest: content.id, sent: content.created, story: story).keys {
                try insert.execute(arguments: [key, profile, edition, story.id])
            }
        }
    }
}
