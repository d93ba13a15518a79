import Foundation
import Values

// The copies of a rendering. A single copy that shares nothing is stored as its bytes. Other copies are stored in
// packed form: for each, its recipient and its pieces. The text of which they share pieces is stored once, in `form`.

extension State {
    /// The stored form of copies, and the number of the text of which they share pieces.
    static func stored(
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
    static func packed(_ copies: [Self]) -> Data {
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
    static func unpacked(_ data: Data, of shared: SharedText) throws -> [Self] {
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
