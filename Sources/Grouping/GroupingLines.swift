import Addresses
import Foundation
import Texts

/// The work of `newsdigest group`: reads items as JSON lines, and writes their groups as JSON lines in the same order.
///
/// Input: `{"id", "title", "summary", "url", "source", "published"}`. Each value is a text. All but `id` may be empty
/// or missing. Output: `{"id", "duplicate_of": id or null, "story": id, "affair": id}`. The last three name the
/// earliest item of each group. With explanations, there are also `"likeness"`, the average similarity to the others
/// that words joined to the story (0 to 1; null if there are none), and `"words": [{"word", "weight"}]`, the words of
/// the titles that add most to it.
public struct GroupingLines {
    private var texts = NewsTexts()
    /// All ids as JSON, one after the other.
    private var ids: [UInt8] = []
    private var idEnds: [Int] = []
    // These buffers are used again for each line.
    private var name: [UInt8] = []
    private var value: [UInt8] = []
    private var values = Array(repeating: [UInt8](), count: 6)

    /// Makes an empty list of items.
    public init() {}

    /// The error for a line that is not an item.
    public struct InvalidLine: Error, Sendable, Equatable {
        /// The number of the line, counted from 1.
        public var number: Int
    }

    /// Fills a buffer from its start and returns the number of bytes; 0 at the end of the input.
    public typealias Input = (UnsafeMutableRawBufferPointer) throws -> Int

    /// Reads items from `input` to its end. Throws `InvalidLine`, and what `input` throws.
    public mutating func read(_ input: Input) throws {
        try readLines(of: input) { lines, line, number in
            guard lines.readItem(line) else { throw InvalidLine(number: number) }
        }
    }

    /// Reads items of other days from `input` to its end. Throws `InvalidLine`, and what `input` throws.
    ///
    /// They only tell how rare each word is, in addition to the counts in the library. Only their `title` and `summary`
    /// are used.
    public mutating func readBackground(_ input: Input) throws {
        let own = ids.count
        var others = NewsTexts(background: WordCounts())
        try readLines(of: input) { lines, line, number in
            guard lines.readValues(line) else { throw InvalidLine(number: number) }
            lines.ids.removeSubrange(own...)
            Self.add(lines.values, to: &others)
            if others.texts.count == Self.backgroundStep {
                lines.texts.background.add(others)
                others = NewsTexts(background: WordCounts())
            }
        }
        texts.background.add(others)
    }

    /// Reads sentence vectors of the items from `input` to its end: lines `{"id", "vector": [number, …]}`. Items that
    /// were not read before are ignored. Throws `InvalidLine`, and what `input` throws.
    public mutating func readVectors(_ input: Input) throws {
        struct Line: Decodable {
            var id: String
            var vector: [Float]
        }
        let decoder = JSONDecoder()
        let indices = Dictionary(
            idEnds.indices.map { ((try? decoder.decode(String.self, from: Data(id($0)))) ?? "", $0) },
            uniquingKeysWith: { first, _ in first })
        try readLines(of: input) { lines, line, number in
            guard let line = try? decoder.decode(Line.self, from: Data(line)), let vector = SentenceVector(line.vector)
            else { throw InvalidLine(number: number) }
            if let index = indices[line.id] { lines.texts.vectors[index] = vector }
        }
    }

    /// Groups the items and writes the answer, one line for each item. Throws what `output` throws.
    ///
    /// - Parameters:
    ///   - explains: whether each line says which words join the item to its story.
    ///   - output: gets the answer in pieces of whole lines.
    public func write(explains: Bool = false, to output: ([UInt8]) throws -> Void) rethrows {
        let grouping = Grouping(texts, explains: explains)
        var out: [UInt8] = []
        out.reserveCapacity(2 * Self.chunk)
        for index in idEnds.indices {
            out += "{\"id\":".utf8
            out += id(index)
            out += ",\"duplicate_of\":".utf8
            if grouping.article[index] == index { out += "null".utf8 } else { out += id(grouping.article[index]) }
            out += ",\"story\":".utf8
            out += id(grouping.story[index])
            out += ",\"affair\":".utf8
            out += id(grouping.affair[index])
            if explains { Self.explain(grouping, index, in: &out) }
            out += "}\n".utf8
            if out.count >= Self.chunk {
                try output(out)
                out.removeAll(keepingCapacity: true)
            }
        }
        try output(out)
    }

    /// The size of the pieces of input and output in bytes. It is so small that the allocator can reuse the memory.
    private static let chunk = 1 << 16
    /// The number of items of other days that are in memory at a time.
    private static let backgroundStep = 1000
}

extension GroupingLines {
    private static func explain(_ grouping: Grouping, _ index: Int, in out: inout [UInt8]) {
        let words = grouping.commonWords[index].map { "{\"word\":\"\($0.word)\",\"weight\":\(decimal($0.weight))}" }
        let isAlone = words.isEmpty && grouping.likeness[index] == 1
        out += ",\"likeness\":\(isAlone ? "null" : decimal(grouping.likeness[index]))".utf8
        out += ",\"words\":[\(words.joined(separator: ","))]".utf8
    }

    /// Three digits after the point.
    private static func decimal(_ value: Float) -> String {
        let thousandths = Int((max(0, min(1, value)) * 1000).rounded())
        let digits = String(thousandths % 1000)
        return "\(thousandths / 1000).\(String(repeating: "0", count: 3 - digits.count))\(digits)"
    }

    private func id(_ index: Int) -> ArraySlice<UInt8> {
        ids[(index == 0 ? 0 : idEnds[index - 1])..<idEnds[index]]
    }

    private mutating func readLines(
        of input: Input, _ read: (inout Self, UnsafeBufferPointer<UInt8>, Int) throws -> Void
    ) throws {
        var rest: [UInt8] = []
        var lineNumber = 0
        var chunk = [UInt8](repeating: 0, count: Self.chunk)
        while case let count = try chunk.withUnsafeMutableBytes({ try input($0) }), count > 0 {
            rest.append(contentsOf: chunk[..<count])
            let used = try rest.withUnsafeBufferPointer { try readLines($0, &lineNumber, read) }
            rest.removeSubrange(..<used)
        }
        rest.append(0x0A)
        _ = try rest.withUnsafeBufferPointer { try readLines($0, &lineNumber, read) }
    }

    /// Reads the whole lines of `bytes` and returns the number of bytes in them.
    private mutating func readLines(
        _ bytes: UnsafeBufferPointer<UInt8>, _ lineNumber: inout Int,
        _ read: (inout Self, UnsafeBufferPointer<UInt8>, Int) throws -> Void
    ) throws -> Int {
        var start = 0
        while let base = bytes.baseAddress, let found = memchr(base + start, 0x0A, bytes.count - start) {
            let end = UnsafeRawPointer(found) - UnsafeRawPointer(base)
            lineNumber += 1
            let line = UnsafeBufferPointer(rebasing: bytes[start..<end])
            if !line.isBlank { try read(&self, line, lineNumber) }
            start = end + 1
        }
        return start
    }

    private mutating func readItem(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = ids.count
        guard readValues(bytes), ids.count > start else { return false }
        idEnds.append(ids.count)
        Self.add(values, to: &texts)
        return true
    }

    /// Reads the values of one line, and adds its id as JSON to `ids`. False if the line is not a JSON object.
    private mutating func readValues(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var line = JSONLine(bytes)
        let start = ids.count
        for field in values.indices { values[field].removeAll(keepingCapacity: true) }
        while line.next(&name, &value) {
            guard let field = Self.fields.firstIndex(of: name) else { continue }
            swap(&values[field], &value)
            if field == 0 { ids.replaceSubrange(start..., with: line.raw) }
        }
        return line.isComplete
    }

    private static func add(_ values: [[UInt8]], to texts: inout NewsTexts) {
        values[0].withUnsafeBufferPointer { id in
            values[1].withUnsafeBufferPointer { title in
                values[2].withUnsafeBufferPointer { summary in
                    values[4].withUnsafeBufferPointer { source in
                        texts.add(
                            id: id, title: title, summary: summary,
                            address: CanonicalURL(String(decoding: values[3], as: UTF8.self)), source: source,
                            published: Timestamp.seconds(values[5]))
                    }
                }
            }
        }
    }

    private static let fields = ["id", "title", "summary", "url", "source", "published"].map { Array($0.utf8) }
}

/// Times in the format of RFC 3339.
enum Timestamp {
    /// Seconds since 1970. The usual form is parsed here, all other forms by Foundation.
    static func seconds(_ text: [UInt8]) -> Int64? {
        guard !text.isEmpty else { return nil }
        if text.count == 20, text[10] == UInt8(ascii: "T"), text[19] == UInt8(ascii: "Z"),
            let year = number(text[0..<4]), let month = number(text[5..<7]), let day = number(text[8..<10]),
            let hour = number(text[11..<13]), let minute = number(text[14..<16]), let second = number(text[17..<19])
        {
            guard 1...12 ~= month, 1...31 ~= day, hour < 24, minute < 60, second <= 60 else { return nil }
            var parts = tm()
            (parts.tm_year, parts.tm_mon, parts.tm_mday) = (year - 1900, month - 1, day)
            (parts.tm_hour, parts.tm_min, parts.tm_sec) = (hour, minute, second)
            return Int64(timegm(&parts))
        }
        let date = try? Date(String(decoding: text, as: UTF8.self), strategy: .iso8601)
        return date.map { Int64($0.timeIntervalSince1970) }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int32? {
        var value: Int32 = 0
        for digit in digits {
            guard digit &- 0x30 < 10 else { return nil }
            value = value * 10 + Int32(digit - 0x30)
        }
        return value
    }
}

/// Reads one JSON object of a line (RFC 8259) member by member, without making strings or dictionaries.
///
/// With it, `newsdigest group` reads 50,000 items in much less than a second. A general decoder takes longer than that.
struct JSONLine {
    /// The JSON text of the value that was read last.
    var raw: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: bytes[rawStart..<position]) }
    /// Whether the line was read to its end and is one JSON object.
    private(set) var isComplete = false

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var rawStart = 0
    private var isFirst = true

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Reads the next member. For a string, `value` becomes its text; for `null`, it becomes empty; for anything else,
    /// it becomes the JSON itself. False at the end, or if the line is not a JSON object.
    mutating func next(_ name: inout [UInt8], _ value: inout [UInt8]) -> Bool {
        if isFirst {
            guard consume(UInt8(ascii: "{")) else { return false }
        }
        if consume(UInt8(ascii: "}")) {
            skipSpace()
            isComplete = position == bytes.count
            return false
        }
        guard isFirst || consume(UInt8(ascii: ",")) else { return false }
        isFirst = false
        skipSpace()
        guard readString(&name), consume(UInt8(ascii: ":")) else { return false }
        skipSpace()
        rawStart = position
        return readValue(&value)
    }
}

extension JSONLine {
    private mutating func skipSpace() {
        while position < bytes.count, bytes[position] == 0x20 || (bytes[position] >= 9 && bytes[position] <= 13) {
            position += 1
        }
    }

    private mutating func consume(_ byte: UInt8) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func readValue(_ value: inout [UInt8]) -> Bool {
        guard position < bytes.count else { return false }
        if bytes[position] == UInt8(ascii: "\"") { return readString(&value) }
        let start = position
        guard skipValue() else { return false }
        value.removeAll(keepingCapacity: true)
        let json = bytes[start..<position]
        if json.elementsEqual("null".utf8) { return true }
        value.append(contentsOf: json)
        return "[{".utf8.contains(json[start]) || ["true", "false"].contains { json.elementsEqual($0.utf8) }
            || json.allSatisfy("+-.0123456789Ee".utf8.contains) && Double(String(decoding: json, as: UTF8.self)) != nil
    }

    /// Skips a number, a literal, an array or an object. Only the number of opening and closing brackets is checked.
    private mutating func skipValue() -> Bool {
        var depth = 0
        let start = position
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                var ignored: [UInt8] = []
                guard depth > 0, readString(&ignored) else { return false }
                continue
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]") where depth > 0:
                depth -= 1
                if depth == 0 {
                    position += 1
                    return true
                }
            case UInt8(ascii: "}") where depth > 0:
                depth -= 1
                if depth == 0 {
                    position += 1
                    return true
                }
            case UInt8(ascii: ","), UInt8(ascii: "}"), 0x20, 9...13:
                if depth == 0 { return position > start }
            default: break
            }
            position += 1
        }
        return false
    }

    private mutating func readString(_ out: inout [UInt8]) -> Bool {
        out.removeAll(keepingCapacity: true)
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { return false }
        position += 1
        var start = position
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                out.append(contentsOf: bytes[start..<position])
                position += 1
                return true
            }
            if byte == UInt8(ascii: "\\") {
                out.append(contentsOf: bytes[start..<position])
                position += 1
                guard readEscape(&out) else { return false }
                start = position
            } else {
                position += 1
            }
        }
        return false
    }

    private mutating func readEscape(_ out: inout [UInt8]) -> Bool {
        guard position < bytes.count else { return false }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "n"): out.append(0x0A)
        case UInt8(ascii: "t"): out.append(0x09)
        case UInt8(ascii: "r"): out.append(0x0D)
        case UInt8(ascii: "b"): out.append(0x08)
        case UInt8(ascii: "f"): out.append(0x0C)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): out.append(byte)
        case UInt8(ascii: "u"):
            guard var scalar = readHex() else { return false }
            if scalar & 0xFC00 == 0xD800, position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
                bytes[position + 1] == UInt8(ascii: "u")
            {
                let next = position
                position += 2
                guard let low = readHex() else { return false }
                if low & 0xFC00 == 0xDC00 {
                    scalar = 0x10000 + ((scalar & 0x3FF) << 10) + (low & 0x3FF)
                } else {
                    position = next
                }
            }
            out.append(contentsOf: String(Character(Unicode.Scalar(scalar) ?? "\u{FFFD}")).utf8)
        default: return false
        }
        return true
    }

    private mutating func readHex() -> UInt32? {
        guard position + 4 <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[position..<position + 4] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            value = value << 4 | UInt32(digit)
        }
        position += 4
        return value
    }
}
