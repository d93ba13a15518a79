import Addresses
import Foundation
import Texts
import Values

/// Values one after the other, for data of which every run reads hundreds. The reader need not search for ends, names
/// or escapes.
///
/// A number uses seven bits of each byte, the lowest first; the eighth bit is set if more bytes follow (LEB128). A text
/// is its length in UTF-8 plus one, then its bytes; 0 means no text. A date is the bits of its seconds since 2001,
/// little-endian.
struct PackedValues {
    private var bytes: [UInt8] = []

    var data: Data { Data(bytes) }

    mutating func append(_ number: UInt64) {
        var rest = number
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func append(_ count: Int) { append(UInt64(count)) }

    mutating func append(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    mutating func append(_ text: String?) {
        guard var text else { return append(0 as UInt64) }
        text.withUTF8 {
            append($0.count + 1)
            bytes.append(contentsOf: $0)
        }
    }

    mutating func append(_ data: Data) {
        append(data.count)
        bytes.append(contentsOf: data)
    }

    mutating func append(_ texts: [String]) {
        append(texts.count)
        for text in texts { append(text) }
    }

    mutating func append(_ number: Double) {
        withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func append(_ date: Date?) {
        append(date != nil)
        if let date { append(date.timeIntervalSinceReferenceDate) }
    }
}

extension PackedValues {
    /// The bytes end too early, or they contain something that this type never writes.
    struct Damaged: Error {}

    /// Reads what was packed, in the same order.
    struct Reader {
        private let bytes: UnsafeRawBufferPointer
        private var position = 0

        /// - Parameter bytes: the bytes must not move or change while the reader is used.
        init(_ bytes: UnsafeRawBufferPointer) {
            self.bytes = bytes
        }

        var isAtEnd: Bool { position == bytes.count }

        mutating func number() throws(Damaged) -> UInt64 {
            var number: UInt64 = 0
            var shift: UInt64 = 0
            while position < bytes.count, shift < 64 {
                let byte = bytes[position]
                position += 1
                number |= UInt64(byte & 0x7F) << shift
                if byte < 0x80 { return number }
                shift += 7
            }
            throw Damaged()
        }

        /// A count of things. It cannot be greater than the number of bytes left, because each thing takes at least
        /// one.
        mutating func count() throws(Damaged) -> Int {
            let count = try number()
            guard count <= bytes.count - position else { throw Damaged() }
            return Int(count)
        }

        mutating func flag() throws(Damaged) -> Bool { try number() != 0 }

        mutating func text() throws(Damaged) -> String? {
            try textBytes().map { String(decoding: bytes[$0], as: UTF8.self) }
        }

        mutating func skipText() throws(Damaged) { _ = try textBytes() }

        private mutating func textBytes() throws(Damaged) -> Range<Int>? {
            let number = try number()
            guard number > 0 else { return nil }
            guard number - 1 <= bytes.count - position else { throw Damaged() }
            defer { position += Int(number - 1) }
            return position..<position + Int(number - 1)
        }

        mutating func blob() throws(Damaged) -> Data {
            let count = try count()
            defer { position += count }
            return Data(bytes[position..<position + count])
        }

        mutating func texts() throws(Damaged) -> [String] {
            var texts: [String] = []
            for _ in 0..<(try count()) { texts.append(try text() ?? "") }
            return texts
        }

        mutating func double() throws(Damaged) -> Double {
            guard bytes.count - position >= 8 else { throw Damaged() }
            defer { position += 8 }
            let bits = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            return Double(bitPattern: UInt64(littleEndian: bits))
        }

        mutating func date() throws(Damaged) -> Date? {
            try flag() ? Date(timeIntervalSinceReferenceDate: try double()).bounded : nil
        }
    }
}

extension Fingerprint {
    /// The form that the state stores.
    var packed: Data {
        var values = PackedValues()
        values.append(isCounted)
        for hash in [id, path, number, wording.title, wording.text, published] { values.append(hash: hash) }
        for words in [wording.titleWords, wording.textWords] {
            values.append(words.hashes.count)
            for hash in words.hashes { values.append(UInt64(hash)) }
        }
        return values.data
    }

    init(packed: Data) throws {
        self = try packed.withUnsafeBytes { bytes throws(PackedValues.Damaged) in
            var reader = PackedValues.Reader(bytes)
            return try Fingerprint(&reader)
        }
    }

    private init(_ reader: inout PackedValues.Reader) throws(PackedValues.Damaged) {
        let isCounted = try reader.flag()
        let id = try reader.hash()
        let path = try reader.hash() ?? 0
        let number = try reader.hash()
        let title = try reader.hash() ?? 0
        let text = try reader.hash()
        let published = try reader.hash()
        let wording = Item.Wording(
            title: title, text: text, titleWords: try reader.words(), textWords: try reader.words())
        self.init(
            id: id, path: path, number: number, published: published, isCounted: isCounted, wording: wording)
    }
}

extension PackedValues.Reader {
    fileprivate mutating func hash() throws(PackedValues.Damaged) -> Int64? {
        try flag() ? Int64(bitPattern: number()) : nil
    }

    fileprivate mutating func words() throws(PackedValues.Damaged) -> WordSketch {
        var hashes: [UInt32] = []
        for _ in 0..<(try count()) { hashes.append(UInt32(truncatingIfNeeded: try number())) }
        return WordSketch(hashes: hashes)
    }
}

extension SentStory {
    /// Encoded stories. Every run that has something to show reads the stories of the last days.
    static func packed(_ stories: [SentStory]) -> Data {
        var values = PackedValues()
        values.append(encodingVersion)
        values.append(stories.count)
        for story in stories { values.append(story) }
        return values.data
    }

    /// The decoded stories; nil for bytes that `packed` did not make.
    static func unpacked(_ data: Data, digest: String, sent: Date) -> [SentStory]? {
        data.withUnsafeBytes { bytes in
            var reader = PackedValues.Reader(bytes)
            guard (try? reader.number()) == UInt64(encodingVersion), let count = try? reader.count() else { return nil }
            var stories: [SentStory] = []
            stories.reserveCapacity(count)
            for _ in 0..<count {
                guard let story = try? reader.story(digest: digest, sent: sent) else { return nil }
                stories.append(story)
            }
            return reader.isAtEnd ? stories : nil
        }
    }

    /// The version of the encoding. Change it when the stories are packed or calculated in another way.
    private static let encodingVersion = 5
}

extension PackedValues {
    fileprivate mutating func append(hash: Int64?) {
        append(hash != nil)
        if let hash { append(UInt64(bitPattern: hash)) }
    }

    fileprivate mutating func append(_ story: SentStory) {
        append(story.id)
        append(story.kind == .event)
        append(UInt64(bitPattern: story.source))
        append(story.date.timeIntervalSinceReferenceDate)
        append(story.keys.count)
        for key in story.keys { append(UInt64(bitPattern: key)) }
        append(story.eventKeys)
        append(story.tellings.count)
        for telling in story.tellings {
            for text in [telling.title, telling.summary, telling.source, telling.publisher] { append(text) }
            append(hash: telling.said)
            append(telling.address?.clean)
            if let address = telling.address {
                append(address.key)
                append(address.host)
            }
        }
    }
}

extension PackedValues.Reader {
    fileprivate mutating func story(digest: String, sent: Date) throws(PackedValues.Damaged) -> SentStory {
        let id = try text() ?? ""
        let kind: Item.Kind = try flag() ? .event : .article
        let source = Int64(bitPattern: try number())
        let date = Date(timeIntervalSinceReferenceDate: try double()).bounded
        var keys: [Int64] = []
        for _ in 0..<(try count()) { keys.append(Int64(bitPattern: try number())) }
        let eventKeys = try texts()
        var tellings: [SentStory.Telling] = []
        for _ in 0..<(try count()) { tellings.append(try telling()) }
        return SentStory(
            digest: digest, sent: sent, id: id, kind: kind, source: source, date: date, keys: keys,
            eventKeys: eventKeys, tellings: tellings)
    }

    private mutating func telling() throws(PackedValues.Damaged) -> SentStory.Telling {
        SentStory.Telling(
            title: try text() ?? "", summary: try text() ?? "", source: try text() ?? "", publisher: try text() ?? "",
            said: try hash(), address: try address())
    }

    private mutating func address() throws(PackedValues.Damaged) -> CanonicalURL? {
        guard let clean = try text() else { return nil }
        return CanonicalURL(clean: clean, key: try text() ?? "", host: try text() ?? "")
    }
}
