import CLibXML2

/// Makes well-formed XML from a document that is not well-formed.
///
/// Tags that are not closed are closed together with their parent. End tags that close nothing are removed. Everything
/// that cannot be markup becomes text. It needs one pass over the document, in time proportional to its length.
struct Repair {
    /// The repaired document, and where it ended too early. `document` must be valid UTF-8.
    /// - Parameter isWhole: whether an entry inside which the document ends is left out.
    static func wellFormed(_ document: Bytes, isWhole: Bool = false) -> (document: [UInt8], cut: Feed.Cut?) {
        var repair = Repair(document)
        let cut = repair.run(isWhole: isWhole)
        return (repair.output, cut)
    }

    private let input: Bytes
    private var position = 0
    private var output: [UInt8] = []
    private var open: [OpenElement] = []
    private var rootSeen = false
    private var rootEnded = false
    private var declared: Set<String> = []
    /// Ends that do not occur any more. They are not searched for again.
    private var missing: Set<String> = []
    /// Whether a document type was begun that never ends.
    private var hasOpenType = false
    /// The number of CDATA sections that were opened inside another one. Their ends are removed.
    private var nestedSections = 0

    private init(_ document: Bytes) {
        input = document
        output.reserveCapacity(document.count + document.count / 8)
    }

    private struct OpenElement {
        var name: Bytes
        /// The name without its prefix, in lower case.
        var key: [UInt8]
        /// Where its tag begins in the output.
        var start: Int
    }

    private mutating func run(isWhole: Bool) -> Feed.Cut? {
        while position < input.count {
            if input[position] == 0x3C { readMarkup() } else { readText() }
        }
        let entry = open.firstIndex { Repair.items.contains($0.key) }
        if let entry, isWhole {
            output.removeSubrange(open[entry].start...)
            open.removeSubrange(entry...)
        }
        while !open.isEmpty { closeLast() }
        return entry != nil ? .insideEntry : rootEnded ? nil : .betweenEntries
    }
}

// MARK: - Text

extension Repair {
    private mutating func readText() {
        let end = input[position...].firstIndex(of: 0x3C) ?? input.count
        if open.isEmpty {
            position = end
        } else {
            copyText(upTo: end)
        }
    }

    private mutating func copyText(upTo end: Int) {
        while position < end {
            let byte = input[position]
            switch byte {
            case 0x26: copyReference(upTo: end)
            case 0x5D where input.has("]]>", at: position):
                if nestedSections > 0 { nestedSections -= 1 } else { output.append(contentsOf: "]]&gt;".utf8) }
                position += 3
            default: copyCharacter()
            }
        }
    }

    /// Copies one byte, unless XML does not allow the character: control characters, U+FFFE and U+FFFF.
    private mutating func copyCharacter() {
        let byte = input[position]
        if byte == 0xEF, position + 2 < input.count, input[position + 1] == 0xBF, input[position + 2] >= 0xBE {
            position += 3
            return
        }
        if byte >= 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { output.append(byte) }
        position += 1
    }

    /// Copies a reference that can be resolved. Any other `&` becomes text.
    private mutating func copyReference(upTo end: Int) {
        let limit = min(end, position + 40)
        let semicolon = input[position..<limit].firstIndex(of: 0x3B)
        guard let semicolon, semicolon > position + 1 else { return escapeAmpersand() }
        let name = String(decoding: input[(position + 1)..<semicolon], as: UTF8.self)
        if name.hasPrefix("#") {
            guard let value = number(name.dropFirst()) else { return escapeAmpersand() }
            if CharacterReference.isCharacter(value) { output.append(contentsOf: "&#\(value);".utf8) }
            position = semicolon + 1
        } else if ["amp", "lt", "gt", "quot", "apos"].contains(name) || declared.contains(name)
            || HTMLEntities.text(name) != nil
        {
            output.append(contentsOf: input[position...semicolon])
            position = semicolon + 1
        } else {
            escapeAmpersand()
        }
    }

    private mutating func escapeAmpersand() {
        output.append(contentsOf: "&amp;".utf8)
        position += 1
    }

    private func number(_ digits: Substring) -> UInt32? {
        digits.first == "x" || digits.first == "X" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    }
}

// MARK: - Markup

extension Repair {
    private mutating func readMarkup() {
        let next = position + 1 < input.count ? input[position + 1] : 0
        switch next {
        case 0x2F: readEndTag()
        case 0x21: readDeclaration()
        case 0x3F: skip("<?", to: "?>")
        case _ where isNameStart(next): readStartTag()
        default: escapeLess()
        }
    }

    /// Escapes a `<` that opens nothing, so that it becomes text.
    private mutating func escapeLess() {
        if !open.isEmpty { output.append(contentsOf: "&lt;".utf8) }
        position += 1
    }

    private mutating func readDeclaration() {
        if input.has("<!--", at: position) {
            skip("<!--", to: "-->")
        } else if input.has("<![CDATA[", at: position) {
            readSection()
        } else if input.has("<!DOCTYPE", at: position), !rootSeen, !hasOpenType {
            readDocumentType()
        } else {
            escapeLess()
        }
    }

    private mutating func skip(_ start: StaticString, to end: StaticString) {
        if let found = find(end, from: position + start.utf8CodeUnitCount) {
            position = found + end.utf8CodeUnitCount
        } else {
            escapeLess()
        }
    }

    private mutating func readSection() {
        let opening = 9
        let end = find("]]>", from: position + opening) ?? input.count
        position += opening
        guard !open.isEmpty else {
            position = min(end + 3, input.count)
            return
        }
        output.append(contentsOf: "<![CDATA[".utf8)
        while position < end {
            if input.has("<![CDATA[", at: position) {
                nestedSections += 1
                position += opening
            } else {
                copyCharacter()
            }
        }
        output.append(contentsOf: "]]>".utf8)
        position = min(end + 3, input.count)
    }

    /// Reads the document type. It is kept, because it may declare entities.
    private mutating func readDocumentType() {
        guard let end = documentTypeEnd() else {
            hasOpenType = true
            return escapeLess()
        }
        let type = input[position..<end]
        declared.formUnion(Repair.entityNames(in: type))
        output.append(contentsOf: type)
        position = end
    }

    private func documentTypeEnd() -> Int? {
        var quote: UInt8?
        var depth = 0
        for index in position..<input.count {
            let byte = input[index]
            if let open = quote {
                if byte == open { quote = nil }
                continue
            }
            switch byte {
            case 0x22, 0x27: quote = byte
            case 0x5B: depth += 1
            case 0x5D: depth -= 1
            case 0x3E where depth <= 0: return index + 1
            default: break
            }
        }
        return nil
    }

    private static func entityNames(in type: Slice<Bytes>) -> [String] {
        var names: [String] = []
        var rest = type
        while let less = rest.firstIndex(of: 0x3C) {
            rest = rest[(less + 1)...]
            guard rest.starts(with: "!ENTITY".utf8) else { continue }
            let name = rest.dropFirst(7).drop { $0.isSpace }.prefix(40).prefix { !$0.isSpace }
            names.append(String(decoding: name, as: UTF8.self))
        }
        return names
    }

    /// The next index of `text` at or after `start`.
    private mutating func find(_ text: StaticString, from start: Int) -> Int? {
        guard !missing.contains(text.description) else { return nil }
        let index = (start..<input.count).first { input.has(text, at: $0) }
        if index == nil { missing.insert(text.description) }
        return index
    }
}

// MARK: - Tags

extension Repair {
    private mutating func readEndTag() {
        let name = name(from: position + 2)
        guard !name.isEmpty else { return escapeLess() }
        var end = position + 2 + name.count
        while end < input.count, input[end] != 0x3E, input[end] != 0x3C { end += 1 }
        position = end < input.count && input[end] == 0x3E ? end + 1 : end
        let key = Repair.key(name)
        guard let index = open.lastIndex(where: { $0.key == key }) else { return }
        if index == 0 { rootEnded = true }
        // The root stays open until the end, because items after its end tag should be read too.
        while open.count > max(index, 1) { closeLast() }
    }

    private mutating func readStartTag() {
        let name = name(from: position + 1)
        var reader = AttributeReader(input: input, position: position + 1 + name.count)
        guard let tag = reader.read() else {
            // The tag is cut off at the end of the document, or it is not a tag.
            if reader.position >= input.count { position = input.count } else { escapeLess() }
            return
        }
        position = reader.position
        let key = Repair.key(name)
        closeForgotten(before: key)
        let element = OpenElement(name: name, key: key, start: output.count)
        rootSeen = true
        write(name, tag.attributes)
        if tag.isEmpty, !open.isEmpty {
            output.append(contentsOf: "/>".utf8)
        } else {
            output.append(0x3E)
            open.append(element)
        }
        if open.count > FeedLimits.depth { closeLast() }
    }

    private mutating func write(_ name: Bytes, _ attributes: [(name: Bytes, value: Bytes)]) {
        output.append(0x3C)
        output.append(contentsOf: name)
        var written: Set<[UInt8]> = []
        for (name, value) in attributes.prefix(FeedLimits.attributes)
        where written.insert(Array(name)).inserted {
            output.append(0x20)
            output.append(contentsOf: name)
            output.append(contentsOf: "=\"".utf8)
            copyAttribute(value)
            output.append(0x22)
        }
    }

    private mutating func copyAttribute(_ value: Bytes) {
        let resume = position
        let start = value.isEmpty ? 0 : value.baseAddress! - input.baseAddress!
        position = start
        while position < start + value.count {
            switch input[position] {
            case 0x26: copyReference(upTo: start + value.count)
            case 0x3C:
                output.append(contentsOf: "&lt;".utf8)
                position += 1
            case 0x22:
                output.append(contentsOf: "&quot;".utf8)
                position += 1
            default: copyCharacter()
            }
        }
        position = resume
    }

    /// Closes elements whose end tag is missing, when an item begins in an item or a field in a field.
    private mutating func closeForgotten(before key: [UInt8]) {
        if Repair.items.contains(key), let index = open.lastIndex(where: { Repair.items.contains($0.key) }), index > 0 {
            while open.count > index { closeLast() }
        } else if Repair.fields.contains(key), let last = open.last, Repair.leaves.contains(last.key), open.count > 1 {
            closeLast()
        }
    }

    private static let items = keys(["item", "entry"])
    /// Elements that contain only text.
    private static let leaves = keys([
        "title", "link", "guid", "pubdate", "lastbuilddate", "language", "copyright", "generator", "ttl", "comments",
        "creator", "date", "subject", "published", "updated", "issued", "modified", "id", "category", "managingeditor",
        "webmaster", "docs",
    ])
    /// Elements that are never inside a leaf.
    private static let fields = leaves.union(
        keys(["description", "author", "enclosure", "summary", "content", "encoded"]))

    private static func keys(_ names: [String]) -> Set<[UInt8]> { Set(names.map { Array($0.utf8) }) }

    private mutating func closeLast() {
        let name = open.removeLast().name
        output.append(contentsOf: "</".utf8)
        output.append(contentsOf: name)
        output.append(0x3E)
    }

    private func isNameStart(_ byte: UInt8) -> Bool { byte.isLetter || byte == 0x5F || byte >= 0x80 }

    private func name(from start: Int) -> Bytes {
        var end = start
        while end < input.count, input[end].isNamePart { end += 1 }
        while end > start, input[end - 1] == 0x3A { end -= 1 }
        guard start < end, isNameStart(input[start]) else { return Bytes(rebasing: input[0..<0]) }
        return Bytes(rebasing: input[start..<end])
    }

    private static func key(_ name: Bytes) -> [UInt8] {
        let local = name.lastIndex(of: 0x3A).map { name[($0 + 1)...] } ?? name[...]
        return local.map(\.lowercased)
    }
}

extension UInt8 {
    fileprivate var isNamePart: Bool {
        isLetter || isDigit || self == 0x2D || self == 0x2E || self == 0x3A || self == 0x5F || self >= 0x80
    }
}

/// Reads the attributes of a start tag up to its end, with or without quotes.
private struct AttributeReader {
    let input: Bytes
    var position: Int

    /// Nil if the next tag begins before this one ends.
    mutating func read() -> (attributes: [(name: Bytes, value: Bytes)], isEmpty: Bool)? {
        var attributes: [(name: Bytes, value: Bytes)] = []
        while position < input.count {
            switch input[position] {
            case 0x3E:
                position += 1
                return (attributes, position >= 2 && input[position - 2] == 0x2F)
            case 0x3C: return nil
            case let byte where byte.isLetter || byte == 0x5F || byte >= 0x80:
                guard let attribute = readAttribute() else { return nil }
                attributes.append(attribute)
            default: position += 1
            }
        }
        return nil
    }

    private mutating func readAttribute() -> (name: Bytes, value: Bytes)? {
        let start = position
        while position < input.count, input[position].isNamePart { position += 1 }
        let name = Bytes(rebasing: input[start..<position])
        skipSpace()
        guard position < input.count, input[position] == 0x3D else { return (name, name) }
        position += 1
        skipSpace()
        guard position < input.count else { return nil }
        let quote = input[position]
        return quote == 0x22 || quote == 0x27 ? readQuoted(quote).map { (name, $0) } : (name, readBare())
    }

    /// Reads a value in quotes. It may contain a `<` by mistake. But if it is much longer after a `<`, its quote was
    /// not closed.
    private mutating func readQuoted(_ quote: UInt8) -> Bytes? {
        let start = position + 1
        var end = start
        var limit = input.count
        while end < limit, input[end] != quote {
            if input[end] == 0x3C { limit = min(limit, end + 200) }
            end += 1
        }
        guard end < limit else {
            position = limit == input.count ? limit : start
            return nil
        }
        position = end + 1
        return Bytes(rebasing: input[start..<end])
    }

    private mutating func readBare() -> Bytes {
        let start = position
        while position < input.count, !input[position].isSpace, input[position] != 0x3E, input[position] != 0x3C {
            position += 1
        }
        let end =
            position < input.count && input[position] == 0x3E && position > start && input[position - 1] == 0x2F
            ? position - 1 : position
        return Bytes(rebasing: input[start..<end])
    }

    private mutating func skipSpace() {
        while position < input.count, input[position].isSpace { position += 1 }
    }
}
