import Foundation
import Values

/// The editions whose digests are marked as sent. What their digests share is stored once.
struct OpenEditions: Sendable {
    private var contents: [Int64: Digest] = [:]
    /// The editions of several profiles. The keys of their stories are stored for every profile at once (profile 0).
    private var forAll: Set<Int64> = []
    /// The greatest number of editions that are kept in memory.
    private static let most = 16

    /// The editions for which nothing more has to be stored after this commit.
    var shared: OpenEditions {
        var shared = self
        shared.contents = contents.filter { forAll.contains($0.key) }
        return shared.contents.count > Self.most ? OpenEditions() : shared
    }

    /// The content of an edition. The first call stores the keys and the words of its stories, so that later runs
    /// recognise them and the history finds them.
    mutating func content(of edition: Int64, sentTo profile: Int64, in db: Database) throws -> Digest {
        if let known = contents[edition] { return known }
        let stored = try Data.fetchOne(
            db.cachedStatement(sql: "SELECT content FROM digest WHERE number = ?"), arguments: [edition])
        guard let stored else { throw DatabaseError.damaged("a pending digest") }
        let content = try State.unpacked(Digest.self, stored)
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
