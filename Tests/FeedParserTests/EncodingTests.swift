import FoundationEssentials
import Testing

@testable import FeedParser

struct EncodingTests {
    private let text = "<rss><channel><title>Причал № 5</title></channel></rss>"

    private func title(_ bytes: [UInt8], charset: String? = nil) throws -> String? {
        try Feed(parsing: bytes, charset: charset).title
    }

    @Test func `UTF-16 and UTF-32 are read with a byte order mark and without`() throws {
        let words = Array(text.utf16)
        let scalars = text.unicodeScalars.map(\.value)
        let little = words.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        let big = words.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        let wide = scalars.flatMap { value in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
        for bytes in [little, [0xFF, 0xFE] + little, big, [0xFE, 0xFF] + big, wide, [0, 0, 0xFE, 0xFF] + wide] {
            #expect(try title(bytes) == "Причал № 5")
        }
    }

    @Test(arguments: [
        ("windows-1251", [0xCF, 0xF0, 0xE8, 0xF7, 0xE0, 0xEB] as [UInt8], "Причал"),
        ("koi8-r", [0xF0, 0xD2, 0xC9, 0xDE, 0xC1, 0xCC], "Причал"),
        ("iso-8859-1", [0x93, 0x51, 0x75, 0xE9, 0x94], "“Qué”"),
        ("shift_jis", [0x83, 0x7D, 0x83, 0x8B], "マル"),
        ("gb2312", [0xC2, 0xEB, 0xCD, 0xB7], "码头"),
    ])
    func `the declared encoding is read`(label: String, bytes: [UInt8], expected: String) throws {
        let head = Array("<?xml version='1.0' encoding='\(label)'?><rss><channel><title>".utf8)
        #expect(try title(head + bytes + Array("</title></channel></rss>".utf8)) == expected)
    }

    @Test func `the charset it was sent with outranks the declaration, and a byte order mark outranks both`() throws {
        let cyrillic =
            Array("<?xml version='1.0' encoding='utf-8'?><rss><channel><title>".utf8) + [0xCF]
            + Array("</title></channel></rss>".utf8)
        #expect(try title(cyrillic, charset: "windows-1251") == "П")
        #expect(try title([0xEF, 0xBB, 0xBF] + Array(text.utf8), charset: "windows-1251") == "Причал № 5")
    }

    @Test(arguments: ["iso-8859-1", "windows-1252", "windows-1251", "koi8-r"])
    func `UTF-8 under the label of an 8-bit encoding is UTF-8`(label: String) throws {
        let head = "<?xml version='1.0' encoding='\(label)'?>"
        #expect(try title(Array((head + text).utf8)) == "Причал № 5")
        #expect(try title(Array(text.utf8), charset: label) == "Причал № 5")
    }

    @Test func `two characters that are valid UTF-8 may be chance`() throws {
        let head = Array("<?xml version='1.0' encoding='iso-8859-1'?><rss><channel><title>".utf8)
        let tail = Array("</title></channel></rss>".utf8)
        #expect(try title(head + [0xC3, 0xA9, 0x20, 0xC3, 0xA9] + tail) == "Ã© Ã©")
        #expect(try title(head + [0xC3, 0xA9, 0xC3, 0xA9, 0xC3, 0xA9, 0xE9] + tail) == "Ã©Ã©Ã©é")
        let many = [UInt8](String(repeating: "é", count: 30).utf8)
        #expect(try title(head + many + [0xE9, 0x20] + tail) == String(repeating: "é", count: 31))
    }

    @Test func `bytes that are not UTF-8 are read as the 8-bit encoding they are in`() throws {
        let western =
            Array("<rss><channel><title>Caf".utf8) + [0xE9] + Array(" \u{2014} quay</title></channel></rss>".utf8)
        #expect(try title(western) == "Café — quay")
        let russian: [UInt8] = [0xCF, 0xF0, 0xE8, 0xF7, 0xE0, 0xEB, 0x20, 0xE8, 0x20, 0xEA, 0xF0, 0xE0, 0xED]
        #expect(
            try title(Array("<rss><channel><title>".utf8) + russian + Array("</title></channel></rss>".utf8))
                == "Причал и кран")
    }

    @Test func `an unknown or wrong label is no obstacle`() throws {
        #expect(try title(Array("<?xml version='1.0' encoding='nonsense'?>\(text)".utf8)) == "Причал № 5")
        #expect(try title(Array("<?xml version='1.0' encoding='utf-16'?>\(text)".utf8)) == "Причал № 5")
        #expect(try title(Array(text.utf8), charset: "us-ascii") == "Причал № 5")
    }

    /// Against the standard library's own validation, at every place of a block.
    @Test func `UTF-8 is validated exactly`() {
        let pieces: [[UInt8]] = [
            [0x41], [0xC3, 0xA9], [0xD0, 0x9F], [0xE2, 0x80, 0x94], [0xF0, 0x9F, 0x9A, 0xA2], [0xC0, 0x80],
            [0xE0, 0x80, 0x80],
            [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF8], [0x80], [0xC3], [0xE2, 0x80], [0xFF],
        ]
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let bytes = (0..<40).flatMap { _ in
                pieces[
                    Int.random(
                        in: 0..<(Int.random(in: 0..<20, using: &generator) > 0 ? 5 : pieces.count), using: &generator)]
            }
            let isValid = String(validating: bytes, as: UTF8.self) != nil
            let count = bytes.withUnsafeBufferPointer { $0.validCount() }
            #expect((count == bytes.count) == isValid)
            #expect(String(validating: bytes[..<count], as: UTF8.self) != nil)
        }
    }
}
