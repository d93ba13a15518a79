import Foundation
import InFlight
import Values

extension State {
    /// Stores the digests of some profiles as pending, and the reasons of these profiles and of others, in one commit.
    /// Nothing of the digests may be delivered before.
    /// - Returns: the profiles that another machine took over. Their digests are not stored.
    /// - Throws: `RunError.state`. Then nothing is stored.
    @discardableResult
    package func store(_ digests: [StoredDigest], reasons: [Reasons] = [], run: Int64) throws -> Set<String> {
        for _ in digests { failpoint(.rendered) }
        try checkSpace()
        let profiles = digests.map(\.digest.profile)
        let (stored, made, lost) = try write(alone: false) { db in
            let lost = try self.lost(
                .reader, among: profiles, completed: digests.map(\.digest.created).max(), in: db)
            try Self.addNames(profiles + reasons.map(\.profile), in: db)
            try Self.record(reasons, run: run, in: db)
            try Self.store(choicesOf: reasons.filter { !lost.contains($0.profile) }, in: db)
            var batch = try Batch(digests, textNumbers: textNumbers.withLock { $0 }, in: db)
            for digest in digests where !lost.contains(digest.digest.profile) { try store(digest, &batch, in: db) }
            try batch.insert(in: db)
            return (batch.textNumbers, batch.made, lost)
        }
        textNumbers.withLock { $0 = stored }
        editions.withLock { $0.note(made) }
        note(digests.map(\.digest))
        for _ in digests { failpoint(.pending) }
        return lost
    }

    /// The values that the digests of one commit have in common. The rows of all digests are inserted together.
    private struct Batch {
        var textNumbers: SharedTextNumbers
        /// The numbers of new rows. All are asked for together.
        var digests: ArraySlice<Int64>
        var renderings: ArraySlice<Int64>
        var checksums = ChecksumChanges()
        var digestRows: [[any SQLConvertible]] = []
        var renderingRows: [[any SQLConvertible]] = []
        var deliveryRows: [[any SQLConvertible]] = []
        private var editions: [String: Int64?] = [:]
        /// The digests with new contents, by their numbers.
        var made: [Int64: OpenEditions.Made] = [:]

        init(_ all: [StoredDigest], textNumbers: SharedTextNumbers, in db: Database) throws {
            self.textNumbers = textNumbers
            func numbers(_ count: Int, of table: String) throws -> ArraySlice<Int64> {
                try count == 0 ? [] : db.connection.newNumbers(count, of: table)[...]
            }
            digests = try numbers(all.count, of: "digest")
            renderings = try numbers(all.lazy.map(\.renderings.count).reduce(0, +), of: "rendering")
        }

        /// The number of a digest; nil if it is not stored.
        mutating func edition(_ id: String, in db: Database) throws -> Int64? {
            if let known = editions[id] { return known }
            let number = try State.number(ofDigest: id, in: db)
            editions[id] = .some(number)
            return number
        }

        mutating func add(_ number: Int64, of id: String) { editions[id] = .some(number) }

        mutating func insert(in db: Database) throws {
            try db.insert(
                digestRows, into: "digest",
                columns: "number, id, profile, title, created, status, leftOver, content, edition")
            try db.insert(renderingRows, into: "rendering", columns: "number, digest, bytes, form")
            try db.insert(
                deliveryRows, into: "delivery", columns: "digest, place, destination, mark, format, rendering")
            try checksums.add(in: db)
        }
    }

    private func store(_ stored: StoredDigest, _ batch: inout Batch, in db: Database) throws {
        let digest = stored.digest
        let first = try stored.sameStories.flatMap { try batch.edition($0, in: db) }
        let number = batch.digests.removeFirst()
        batch.add(number, of: digest.id)
        let profile = try Self.number(of: digest.profile, in: db)
        batch.digestRows.append([
            number, digest.id, profile, digest.title, Self.seconds(digest.created), DigestStatus.pending.rawValue,
            digest.leftOver, first == nil ? try Self.packed(digest) : nil as Data?, first ?? number,
        ])
        // Nothing of a recap is a sent story.
        let stories = first == nil && !stored.isRecap ? digest.sentStories : []
        if first == nil { batch.made[number] = OpenEditions.Made(digest: digest, stories: stories) }
        if first == nil, !stored.isRecap {
            try Self.insertEntries(of: digest, number: number, members: stored.members, in: db)
            // Not compressed: many runs read them, and they are kept for a few days only.
            try db.cachedStatement(sql: "INSERT INTO told (digest, stories) VALUES (?, ?)")
                .execute(arguments: [number, Compressed(SentStory.packed(stories), over: .max).data])
        }
        try Self.add(stored.renderings, of: number, to: &batch, in: db)
        batch.checksums.count(digest.created, edition: first ?? number, for: profile)
    }
}

// MARK: - Rows

extension State {
    static func number(ofDigest id: String, in db: Database) throws -> Int64? {
        try Int64.fetchOne(db.cachedStatement(sql: "SELECT number FROM digest WHERE id = ?"), arguments: [id])
    }

    private static func insertEntries(
        of digest: Digest, number: Int64, members: [String: [String]], in db: Database
    ) throws {
        let insert = try db.cachedStatement(
            sql: """
                INSERT INTO entry (digest, place, item, lead, category, isSameArticle, article, story)
                SELECT ?1, ?2, number, ?4, ?5, ?6, ?7, ?8 FROM item WHERE id = ?3
                """)
        var place = 0
        for section in digest.sections {
            let category = try Self.number(of: section.category, in: db)
            for story in section.stories {
                let lead = place
                var places: [String: Int] = [:]
                func add(_ id: String, under lead: Int?, category: Int64?, as telling: Story.Telling? = nil) throws {
                    places[id] = place
                    let firsts = [telling?.article, telling?.story].map { $0.flatMap { places[$0] } }
                    try insert.execute(
                        arguments: [number, place, id, lead, category, telling?.isSameArticle] + firsts)
                    place += 1
                }
                try add(story.id, under: nil, category: category)
                try insertEarlier(story.earlier ?? [], at: lead, of: number, in: db)
                for telling in story.also { try add(telling.id, under: lead, category: category, as: telling) }
                for id in members[story.id] ?? [] where places[id] == nil { try add(id, under: lead, category: nil) }
            }
        }
    }

    /// Stores which sent stories the story at this place continues.
    private static func insertEarlier(
        _ earlier: [Story.Earlier], at place: Int, of digest: Int64, in db: Database
    ) throws {
        for (position, story) in earlier.enumerated() {
            try db.cachedStatement(
                sql: """
                    INSERT INTO earlier (digest, place, position, item, sent)
                    SELECT ?1, ?2, ?3, number, ?5 FROM item WHERE id = ?4
                    """
            ).execute(arguments: [digest, place, position, story.id, seconds(story.sent)])
        }
    }

    private static func add(
        _ renderings: [StoredRendering], of digest: Int64, to batch: inout Batch, in db: Database
    ) throws {
        var numbers: [(copies: [StoredRendering.Copy], number: Int64)] = []
        for (place, rendering) in renderings.enumerated() {
            let known = numbers.first { $0.copies == rendering.copies }?.number
            let number = known ?? batch.renderings.removeFirst()
            if known == nil {
                let (bytes, form) = try stored(rendering.copies, &batch.textNumbers, in: db)
                batch.renderingRows.append([number, digest, bytes, form])
                numbers.append((rendering.copies, number))
            }
            let destination = DestinationName(rendering.destination).stored
            batch.deliveryRows.append([
                digest, place, destination, rendering.mark, rendering.format.rawValue, number,
            ])
        }
    }
}

// The copies of a rendering. A single copy that shares nothing is stored as its bytes. Other copies are stored in
// packed form: for each, its recipient and its pieces. The text of which they share pieces is stored once, in `form`.

extension State {
    /// The stored form of copies, and the number of the text of which they share pieces.
    private static func stored(
        _ copies: [StoredRendering.Copy], _ textNumbers: inout SharedTextNumbers, in db: Database
    ) throws -> (bytes: Data, form: Int64?) {
        if copies.count == 1, copies[0].recipient == nil { return (Compressed(copies[0].text.bytes).data, nil) }
        let form = try textNumbers.number(of: copies[0].text.shared, in: db)
        return (Compressed(StoredRendering.Copy.packed(copies), over: shortCopy).data, form)
    }

    static func copies(_ stored: Data, form: Int64?, in db: Database) throws -> [StoredRendering.Copy] {
        guard let form else { return [.init(Composition(try reading(stored) { $0 }))] }
        let shared = try Data.fetchOne(
            db.cachedStatement(sql: "SELECT bytes FROM form WHERE number = ?"), arguments: [form])
        guard let shared else { throw DatabaseError.damaged("a text that digests share") }
        let text = SharedText(try reading(shared) { $0 })
        return try reading(stored) { try StoredRendering.Copy.unpacked($0, of: text) }
    }

    /// Up to this number of bytes, copies are stored plain. Then the first byte must not look like zlib's.
    private static let shortCopy = 200
}

/// The shared texts that were stored last, with their numbers.
struct SharedTextNumbers: Sendable {
    private var known: [(text: SharedText, number: Int64)] = []
    /// The greatest number of texts that are kept in memory.
    private static let most = 64

    /// The number of a text. A text that is not stored yet is stored.
    mutating func number(of text: SharedText, in db: Database) throws -> Int64 {
        if let known = known.first(where: { $0.text === text }) { return known.number }
        let number = try db.cachedStatement(sql: "INSERT INTO form (bytes) VALUES (?)")
            .insert(arguments: [Compressed(text.bytes).data])
        known = Array(([(text, number)] + known).prefix(Self.most))
        return number
    }
}

extension StoredRendering.Copy {
    /// The version of the packed form. Its low half is not 8 (`Compressed`).
    private static let packedVersion = 1

    /// - Parameter copies: all of them share the same text.
    fileprivate static func packed(_ copies: [Self]) -> Data {
        var values = PackedValues()
        values.append(packedVersion)
        values.append(copies.count)
        for copy in copies {
            values.append(copy.recipient)
            values.append(copy.text.pieces)
        }
        return values.data
    }

    /// - Throws: `PackedValues.Damaged`.
    fileprivate static func unpacked(_ data: Data, of shared: SharedText) throws -> [Self] {
        try data.withUnsafeBytes { bytes in
            var reader = PackedValues.Reader(bytes)
            guard try reader.number() == UInt64(packedVersion) else { throw PackedValues.Damaged() }
            return try (0..<(try reader.count())).map { _ in
                let recipient = try reader.text()
                return Self(to: recipient, Composition(try reader.pieces(of: shared.bytes.count), of: shared))
            }
        }
    }
}

// The numbers of the cases are stored. Never use a number again for another case.

extension PackedValues {
    fileprivate mutating func append(_ pieces: [Composition.Piece]) {
        append(pieces.count)
        for piece in pieces {
            switch piece {
            case .shared(let range):
                append(0)
                append(range.lowerBound)
                append(range.count)
            case .own(let bytes):
                append(1)
                append(bytes)
            case .base64(let pieces):
                append(2)
                append(pieces)
            }
        }
    }
}

extension PackedValues.Reader {
    /// - Parameter count: the length of the shared text.
    fileprivate mutating func pieces(
        of count: Int, depth: Int = 0
    ) throws(PackedValues.Damaged) -> [Composition.Piece] {
        var pieces: [Composition.Piece] = []
        for _ in 0..<(try self.count()) {
            switch try number() {
            case 0:
                let start = try number()
                let length = try number()
                guard start <= count, length <= UInt64(count) - start else { throw PackedValues.Damaged() }
                pieces.append(.shared(Int(start)..<Int(start + length)))
            case 1: pieces.append(.own(try blob()))
            case 2 where depth == 0: pieces.append(.base64(try self.pieces(of: count, depth: 1)))
            default: throw PackedValues.Damaged()
            }
        }
        return pieces
    }
}
