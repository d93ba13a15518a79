import Texts

/// The line of each key and array element of a TOML document.
///
/// TOMLKit keeps no positions, so the text is scanned before it is parsed. The scan also refuses texts at which
/// TOMLKit's parser (toml++ 3.4) ends the process instead of reporting an error. The parser asserts that a table's name
/// begins with a key, that an array element begins with a value, and that a time begins with digits. It also recurses
/// as deeply as keys are nested. Any other text that is not TOML is left to the parser.
package struct TOMLLines {
    /// Something that the scan refuses. No usable configuration contains it.
    package struct Fault: Error, Equatable {
        var line: Int
        var reason: String
    }

    package enum Step: Hashable {
        case key(String)
        case index(Int)
    }

    /// The lines, counted from 1. A table is on the line that first names it.
    package private(set) var lines: [[Step]: Int] = [:]
    /// The number of keys and array elements before each one. It also orders those of one line.
    private(set) var orders: [[Step]: Int] = [:]
    /// The offset in bytes after the value of each key.
    package private(set) var ends: [[Step]: Int] = [:]
    /// The headers of the tables in their order, each with the last line of its keys and with their path.
    package private(set) var headers: [(line: Int, last: Int, path: [Step])] = []
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    /// The number of tables that each array of tables has so far.
    private var counts: [[Step]: Int] = [:]
    /// Decodes one quoted key.
    private let unquote: (String) -> String

    package init(_ text: String, unquote: @escaping (String) -> String) throws(Fault) {
        bytes = Array(text.utf8)
        self.unquote = unquote
        var table: [Step] = []
        while skipBlank(), let byte = current {
            if byte == UInt8(ascii: "[") {
                table = try header()
            } else {
                try keyAndValue(in: table)
            }
        }
    }

    /// The greatest depth of nested tables and arrays.
    static let depth = 64
    /// The greatest length of one key in bytes.
    static let keyLength = 1000
    /// The greatest length of a number, a date or a word in bytes. The parser can go back by at most 127 characters.
    static let wordLength = 100
}

extension TOMLLines {
    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func advance(_ count: Int = 1) {
        for _ in 0..<count where position < bytes.count {
            if bytes[position] == UInt8(ascii: "\n") { line += 1 }
            position += 1
        }
    }

    private mutating func advance(while holds: (UInt8) -> Bool) {
        while let byte = current, holds(byte) { advance() }
    }

    private func startsWith(_ text: StaticString) -> Bool {
        let end = position + text.utf8CodeUnitCount
        return text.withUTF8Buffer { end <= bytes.count && bytes[position..<end].elementsEqual($0) }
    }

    /// Skips whitespace, line ends, comments and a byte order mark. Always true.
    private mutating func skipBlank() -> Bool {
        while let byte = current {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): advance()
            case UInt8(ascii: "#"): advance { $0 != UInt8(ascii: "\n") }
            case 0xEF where position == 0: advance(3)
            default: return true
            }
        }
        return true
    }

    private mutating func record(_ path: [Step]) throws(Fault) {
        guard path.count <= Self.depth else { throw fault("more than \(Self.depth) nested levels") }
        if lines[path] == nil {
            orders[path] = lines.count
            lines[path] = line
        }
    }

    private func fault(_ reason: String) -> Fault { Fault(line: line, reason: reason) }

    /// Ends the scan at a place that the parser will refuse. The text after it is not scanned.
    private mutating func leaveToParser() { position = bytes.count }

    /// Reads `[a.b]` or `[[a.b]]`, and returns the path of the keys below it.
    private mutating func header() throws(Fault) -> [Step] {
        let isArray = startsWith("[[")
        let start = line
        advance(isArray ? 2 : 1)
        advance { " \t".utf8.contains($0) }
        guard let first = current, Self.beginsKey(first) else { throw fault("a table without a name; write [name]") }
        let keys = try dottedKey()
        advance(isArray ? 2 : 1)
        var path: [Step] = []
        for (offset, key) in keys.enumerated() {
            path.append(.key(key))
            try record(path)
            if isArray, offset == keys.count - 1 {
                let count = counts[path, default: 0]
                counts[path] = count + 1
                path.append(.index(count))
                try record(path)
            } else if let count = counts[path] {
                path.append(.index(count - 1))
            }
        }
        headers.append((start, line, path))
        return path
    }

    private mutating func keyAndValue(in table: [Step]) throws(Fault) {
        let keys = try dottedKey()
        guard !keys.isEmpty, current == UInt8(ascii: "=") else { return leaveToParser() }
        var path = table
        for key in keys {
            path.append(.key(key))
            try record(path)
        }
        advance()
        try value(at: path)
        ends[path] = position
        if !headers.isEmpty { headers[headers.count - 1].last = line }
    }

    private static func beginsKey(_ byte: UInt8) -> Bool {
        byte.isLetterOrDigit || "-_\"'".utf8.contains(byte)
    }

    /// Reads a key up to the `=` or `]` after it.
    private mutating func dottedKey() throws(Fault) -> [String] {
        var keys: [String] = []
        while skipBlank(), let byte = current, byte != UInt8(ascii: "="), byte != UInt8(ascii: "]") {
            let start = position
            switch byte {
            case UInt8(ascii: "."):
                advance()
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                try skipString()
                keys.append(unquote(try key(from: start)))
            default:
                advance { !".=] \t\r\n\"'#".utf8.contains($0) }
                if position == start { return keys }
                keys.append(try key(from: start))
            }
            guard keys.count <= Self.depth else { throw fault("more than \(Self.depth) nested levels") }
        }
        return keys
    }

    /// Reads one part of a key. Its length is limited, because it is hashed again with each key below it.
    private func key(from start: Int) throws(Fault) -> String {
        guard position - start <= Self.keyLength else { throw fault("a key of more than \(Self.keyLength) bytes") }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func value(at path: [Step]) throws(Fault) {
        advance { " \t".utf8.contains($0) }
        switch current {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): try skipString()
        case UInt8(ascii: "["): try array(at: path)
        case UInt8(ascii: "{"): try inlineTable(at: path)
        default: try word()
        }
    }

    /// Reads a number, a date, `true` or `false`, up to its end or to the comment after it.
    private mutating func word() throws(Fault) {
        let start = position
        advance { !",]}#\n".utf8.contains($0) }
        let rest = bytes[start..<position]
        let word = rest[...(rest.lastIndex { !" \t\r".utf8.contains($0) } ?? rest.startIndex - 1)]
        guard !word.contains(where: { " \t:".utf8.contains($0) }) else {
            throw fault("a string without quotes, or a time; no key takes a time")
        }
        guard word.count <= Self.wordLength else {
            throw fault("a value of more than \(Self.wordLength) characters without quotes")
        }
        position = start + word.count
    }

    private mutating func array(at path: [Step]) throws(Fault) {
        advance()
        var index = 0
        while skipBlank(), let byte = current, byte != UInt8(ascii: "]") {
            if byte == UInt8(ascii: ",") {
                advance()
                continue
            }
            guard byte < 0x80, byte != UInt8(ascii: "}") else { throw fault("an array without a value or ']'") }
            let start = position
            try record(path + [.index(index)])
            try value(at: path + [.index(index)])
            index += 1
            if position == start { return leaveToParser() }
        }
        advance()
    }

    private mutating func inlineTable(at path: [Step]) throws(Fault) {
        advance()
        while skipBlank(), let byte = current, byte != UInt8(ascii: "}") {
            if byte == UInt8(ascii: ",") { advance() } else { try keyAndValue(in: path) }
        }
        advance()
    }

    private mutating func skipString() throws(Fault) {
        guard let quote = current else { return }
        let start = line
        let isMultiline = startsWith("\"\"\"") || startsWith("'''")
        let isBasic = quote == UInt8(ascii: "\"")
        advance(isMultiline ? 3 : 1)
        while let byte = current {
            if isBasic, byte == UInt8(ascii: "\\") {
                // The parser would end the text there.
                if startsWith("\\u0000") || startsWith("\\U00000000") { throw fault("a NUL in a text") }
                advance(2)
            } else if byte != quote {
                if byte == UInt8(ascii: "\n"), !isMultiline { break }
                advance()
            } else if !isMultiline {
                return advance()
            } else if startsWith("\"\"\"") || startsWith("'''") {
                advance(3)
                // There may be up to two quotes before the closing three.
                return advance { $0 == quote }
            } else {
                advance()
            }
        }
        throw Fault(line: start, reason: "the closing quote is missing")
    }
}
