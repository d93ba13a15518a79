import Foundation
import Texts
import Values

extension Fingerprint {
    /// The form that the state stores.
    var packed: Data {
        var values = PackedValues()
        values.append(isCounted)
        for hash in [id, path, number, wording.title, wording.text] {
            values.append(hash != nil)
            if let hash { values.append(UInt64(bitPattern: hash)) }
        }
        values.append(published != nil)
        if let published { values.append(UInt64(bitPattern: published)) }
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
