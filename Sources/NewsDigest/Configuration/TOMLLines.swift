/// The line on which each key and array element of a TOML document stands.
///
/// TOMLKit keeps no positions, so the text is walked once more. It has been parsed by then:
/// this walk may take for granted that it is valid TOML 1.0.
struct TOMLLines {
    enum Step: Hashable {
        case key(String)
        case index(Int)
    }

    /// Lines from 1. A table is on the line that first names it.
    private(set) var lines: [[Step]: Int] = [:]
    /// The tables' headers in their order, each with the path that the keys below it start with.
    private(set) var headers: [(line: Int, path: [Step])] = []
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    /// How many tables each array of tables has had so far.
    private var counts: [[Step]: Int] = [:]
    /// Decodes one quoted key.
    private let unquote: (String) -> String

    init(_ text: String, unquote: @escaping (String) -> String) {
        bytes = Array(text.utf8)
        self.unquote = unquote
        var table: [Step] = []
        while skipBlank(), let byte = current {
            if byte == UInt8(ascii: "[") {
                table = header()
            } else {
                keyAndValue(in: table)
            }
        }
    }
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

    /// Skips white space, line ends, comments and a byte order mark. Always true.
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

    private mutating func record(_ path: [Step]) {
        if lines[path] == nil { lines[path] = line }
    }

    /// `[a.b]` or `[[a.b]]`: the path that the keys below it start with.
    private mutating func header() -> [Step] {
        let isArray = startsWith("[[")
        let start = line
        advance(isArray ? 2 : 1)
        let keys = dottedKey()
        advance(isArray ? 2 : 1)
        var path: [Step] = []
        for (offset, key) in keys.enumerated() {
            path.append(.key(key))
            record(path)
            if isArray, offset == keys.count - 1 {
                counts[path, default: 0] += 1
                path.append(.index(counts[path]! - 1))
                record(path)
            } else if let count = counts[path] {
                path.append(.index(count - 1))
            }
        }
        headers.append((start, path))
        return path
    }

    private mutating func keyAndValue(in table: [Step]) {
        var path = table
        let start = position
        for key in dottedKey() {
            path.append(.key(key))
            record(path)
        }
        if current == UInt8(ascii: "=") { advance() }
        value(at: path)
        // Whatever stands here, go on: an endless loop would be worse than a wrong line.
        if position == start { advance() }
    }

    /// Up to the `=` or `]` that follows.
    private mutating func dottedKey() -> [String] {
        var keys: [String] = []
        while skipBlank(), let byte = current, byte != UInt8(ascii: "="), byte != UInt8(ascii: "]") {
            let start = position
            switch byte {
            case UInt8(ascii: "."):
                advance()
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                skipString()
                keys.append(unquote(String(decoding: bytes[start..<position], as: UTF8.self)))
            default:
                advance { !".=] \t\r\n\"'#".utf8.contains($0) }
                if position == start { return keys }
                keys.append(String(decoding: bytes[start..<position], as: UTF8.self))
            }
        }
        return keys
    }

    private mutating func value(at path: [Step]) {
        _ = skipBlank()
        switch current {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): skipString()
        case UInt8(ascii: "["): array(at: path)
        case UInt8(ascii: "{"): inlineTable(at: path)
        default: advance { !",]}#\n".utf8.contains($0) }
        }
    }

    private mutating func array(at path: [Step]) {
        advance()
        var index = 0
        while skipBlank(), let byte = current, byte != UInt8(ascii: "]") {
            let start = position
            if byte == UInt8(ascii: ",") {
                advance()
            } else {
                record(path + [.index(index)])
                value(at: path + [.index(index)])
                index += 1
            }
            if position == start { return }
        }
        advance()
    }

    private mutating func inlineTable(at path: [Step]) {
        advance()
        while skipBlank(), let byte = current, byte != UInt8(ascii: "}") {
            if byte == UInt8(ascii: ",") { advance() } else { keyAndValue(in: path) }
        }
        advance()
    }

    private mutating func skipString() {
        guard let quote = current else { return }
        let isMultiline = startsWith("\"\"\"") || startsWith("'''")
        let isBasic = quote == UInt8(ascii: "\"")
        advance(isMultiline ? 3 : 1)
        while let byte = current {
            if isBasic, byte == UInt8(ascii: "\\") {
                advance(2)
            } else if byte != quote {
                advance()
            } else if !isMultiline {
                return advance()
            } else if startsWith("\"\"\"") || startsWith("'''") {
                advance(3)
                // Up to two quotes may stand before the closing three.
                return advance { $0 == quote }
            } else {
                advance()
            }
        }
    }
}
