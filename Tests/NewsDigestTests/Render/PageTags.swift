import Testing

/// The tags of a page, read strictly: every attribute value in double quotes, no stray `<`, `>` or quote.
struct PageTags {
    struct Tag {
        var name: String
        var attributes: [(name: String, value: String)] = []
    }

    var tags: [Tag] = []
    var styleSheet = ""

    var names: Set<String> { Set(tags.map(\.name)) }
    var attributes: Set<String> { Set(tags.flatMap { tag in tag.attributes.map { "\(tag.name) \($0.name)" } }) }
    var styles: Set<String> { Set(tags.flatMap { $0.attributes.filter { $0.name == "style" }.map(\.value) }) }

    var addresses: [String] {
        tags.flatMap { $0.attributes.filter { ["href", "src"].contains($0.name) }.map(\.value) }
    }

    struct Malformed: Error { var reason: String }

    init(_ html: String, _ context: String = "") throws {
        var reader = Reader(bytes: Array(html.utf8), context: context)
        while let next = reader.next {
            reader.position += 1
            if next == UInt8(ascii: ">") { throw reader.malformed("a stray >") }
            if next != UInt8(ascii: "<") || reader.skip("!DOCTYPE html>") || reader.skipOutlooksTable() { continue }
            let isEnd = reader.skip("/")
            var tag = Tag(name: reader.word())
            if tag.name.isEmpty { throw reader.malformed("a stray <") }
            while reader.skip(" ") {
                if reader.skip("/") { continue }
                let name = reader.word()
                guard !name.isEmpty, reader.skip("=\"") else { throw reader.malformed("an attribute without quotes") }
                tag.attributes.append((name, reader.text(before: "\"")))
                guard reader.skip("\"") else { throw reader.malformed("an open attribute") }
            }
            _ = reader.skip("/")
            guard reader.skip(">") else { throw reader.malformed("an open tag") }
            if !isEnd { tags.append(tag) }
            if !isEnd && tag.name == "style" { styleSheet = reader.text(before: "<") }
        }
    }

    private struct Reader {
        var bytes: [UInt8]
        var context: String
        var position = 0

        var next: UInt8? { position < bytes.count ? bytes[position] : nil }

        func malformed(_ reason: String) -> Malformed {
            Malformed(reason: "\(reason) \(context): \(String(decoding: bytes[position...].prefix(80), as: UTF8.self))")
        }

        mutating func skip(_ text: String) -> Bool {
            guard bytes[position...].starts(with: text.utf8) else { return false }
            position += text.utf8.count
            return true
        }

        /// The comment that only Outlook reads, to the letter.
        mutating func skipOutlooksTable() -> Bool {
            let start =
                "!--[if mso]><table role=\"presentation\" width=\"680\" align=\"center\" cellpadding=\"20\"><tr><td><![endif]-->"
            return skip(start) || skip("!--[if mso]></td></tr></table><![endif]-->")
        }

        mutating func word() -> String {
            let word = bytes[position...].prefix {
                $0 == UInt8(ascii: "-") || Character(UnicodeScalar($0)).isLetter || (0x30...0x39).contains($0)
            }
            position = word.endIndex
            return String(decoding: word, as: UTF8.self)
        }

        mutating func text(before end: Character) -> String {
            let text = bytes[position...].prefix { $0 != end.asciiValue }
            position = text.endIndex
            return String(decoding: text, as: UTF8.self)
        }
    }
}
