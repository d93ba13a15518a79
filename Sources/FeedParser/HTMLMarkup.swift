import CLibXML2

/// Prepares HTML for libxml2 in one pass. The result contains only what every tokenizer reads in the same way: tags
/// that end, references and text (HTML, section 13.2.5). A tag without an end becomes text, and so does a single `<`.
///
/// libxml2 2.9 has problems with comments, declarations, scripts, tags without an end, and NUL. It searches for the end
/// of some of them again and again, or stops there. It also puts what follows into some elements that have no content,
/// so their tags end with `/>`.
struct HTMLMarkup {
    /// The new HTML; nil if libxml2 can read the HTML unchanged.
    private(set) var output: [UInt8]?
    /// Whether a tag had more than ``HTMLLimits/attributes``.
    private(set) var hasPassedAttributes = false

    private let html: Bytes
    private var position = 0
    /// All bytes before this position are in `output`, if there is an output.
    private var copied = 0
    /// The end of the tag that contains `position`.
    private var tagEnd = 0
    private var ends: HTMLEnds
    /// Whether there was the beginning of a CDATA section. It has no meaning in HTML, but is left in feeds that escape
    /// twice.
    private var hasSection = false
    /// Whether a quote was opened and never closed. From there on, a tag ends at the next `>` and has no attributes. So
    /// the rest is not searched again for each tag.
    private var isQuoteLost = false

    /// - Parameter html: valid UTF-8.
    init(_ html: Bytes) {
        self.html = html
        ends = HTMLEnds(html: html)
        while let next = nextSign() {
            position = next
            read()
        }
        output?.append(contentsOf: html[copied...])
    }
}

extension HTMLMarkup {
    /// The next `&`, `<` or NUL; also `]` if a CDATA section was opened.
    private func nextSign() -> Int? {
        guard let base = html.baseAddress.map({ UnsafeRawPointer($0) }) else { return nil }
        var position = position
        while position + ByteBlock.count <= html.count {
            let block = ByteBlock(base, at: position)
            var signs = block.equal(0x26) | block.equal(0x3C) | block.equal(0)
            if hasSection { signs = signs | block.equal(0x5D) }
            guard signs.isClear else { return position + signs.first }
            position += ByteBlock.count
        }
        return html[position...].firstIndex { $0 == 0x26 || $0 == 0x3C || $0 == 0 || $0 == 0x5D && hasSection }
    }

    private mutating func read() {
        switch html[position] {
        case 0x26: readReference()
        case 0: drop(upTo: position + 1)
        case _ where position < tagEnd: position += 1
        case 0x3C: readMarkup()
        case _ where html.has("]]>", at: position): drop(upTo: position + 3)
        default: position += 1
        }
    }

    private mutating func readReference() {
        if let (text, length) = HTMLMarkup.numbers(for: html, at: position) {
            replace(upTo: position + length, with: text.utf8)
        } else {
            position += 1
        }
    }

    private mutating func readMarkup() {
        switch position + 1 < html.count ? html[position + 1] : 0 {
        case 0x21: readDeclaration()
        case 0x2F: readEndTag()
        case 0x3F: dropTag()
        case let next where next.isLetter: readStartTag()
        default: writeLess()
        }
    }

    private mutating func readDeclaration() {
        if html.has("<!--", at: position) {
            // `<!-->` is a complete comment. A comment without an end hides nothing.
            drop(upTo: ends.comment(from: position + 2) ?? position + 4)
        } else if html.has("<![CDATA[", at: position) {
            hasSection = true
            drop(upTo: position + 9)
        } else {
            dropTag()
        }
    }

    private mutating func readEndTag() {
        guard position + 2 < html.count, html[position + 2].isLetter else { return dropTag() }
        guard let end = ends.tag(from: position) else { return writeLess() }
        tagEnd = end
        position += 1
    }

    private mutating func readStartTag() {
        guard let first = ends.tag(from: position) else { return writeLess() }
        var tag = HTMLTag(html, start: position)
        if !isQuoteLost { isQuoteLost = !tag.readAttributes(&ends) }
        if isQuoteLost {
            replace(upTo: first, with: html[position..<tag.nameEnd] + Array((tag.isUnknownVoid ? " />" : ">").utf8))
        } else if let text = tag.rawTextEnd {
            drop(upTo: text)
        } else {
            hasPassedAttributes = hasPassedAttributes || tag.hasPassedAttributes
            for attribute in tag.unreadable {
                position = attribute.lowerBound
                drop(upTo: attribute.upperBound)
            }
            tagEnd = tag.end
            position = max(position, tag.nameEnd)
            if tag.isUnknownVoid { closeTag() }
        }
    }

    /// Copies the rest of the present tag, and ends it with `/>`. The space parts it from a value.
    private mutating func closeTag() {
        while let next = nextSign(), next < tagEnd {
            position = next
            read()
        }
        position = tagEnd - 1
        replace(upTo: position, with: " /".utf8)
    }

    /// Removes something that is not an element, up to the next `>`.
    private mutating func dropTag() {
        if let end = ends.tag(from: position) { drop(upTo: end) } else { writeLess() }
    }

    private mutating func writeLess() { replace(upTo: position + 1, with: "&lt;".utf8) }

    private mutating func drop(upTo end: Int) { replace(upTo: end, with: []) }

    private mutating func replace(upTo end: Int, with text: some Sequence<UInt8>) {
        if output == nil {
            output = []
            output?.reserveCapacity(html.count)
        }
        output?.append(contentsOf: html[copied..<position])
        output?.append(contentsOf: text)
        copied = end
        position = end
    }

    /// The replacement for the named character at `position`, and the length of the original. Nil if libxml2 reads it
    /// correctly. A name without a semicolon counts only if the next character cannot belong to an address.
    private static func numbers(for html: Bytes, at position: Int) -> (String, Int)? {
        guard position + 1 < html.count, html[position + 1].isLetter else { return nil }
        let name = HTMLEntities.name(in: html, at: position)
        let next = name.endIndex < html.endIndex ? html[name.endIndex] : 0x20
        let characters = HTMLEntities.missing(String(decoding: name, as: UTF8.self), hasSemicolon: next == 0x3B)
        guard let characters, next != 0x3D, !next.isLetter else { return nil }
        let length = 1 + name.count + (next == 0x3B ? 1 : 0)
        return (characters.map { "&#\($0.value);" }.joined(), length)
    }
}

/// Finds where tags and comments end. If there are no more ends of a kind, they are not searched for again.
private struct HTMLEnds {
    let html: Bytes
    var lasts: [UInt8: Int] = [:]
    var hasComment = true

    /// The index after the next `>`.
    mutating func tag(from start: Int) -> Int? { next(0x3E, from: start).map { $0 + 1 } }

    /// The index after the next `-->`.
    mutating func comment(from start: Int) -> Int? {
        var position = start
        while hasComment, let end = next(0x3E, from: position) {
            if end >= start + 2, html[end - 1] == 0x2D, html[end - 2] == 0x2D { return end + 1 }
            position = end + 1
        }
        hasComment = false
        return nil
    }

    mutating func next(_ byte: UInt8, from start: Int) -> Int? {
        guard start <= last(byte), let base = html.baseAddress else { return nil }
        return newsdigest_find(base + start, byte, html.count - start).map { $0 - base }
    }

    /// The last index of a byte; -1 if there is none.
    private mutating func last(_ byte: UInt8) -> Int {
        if let last = lasts[byte] { return last }
        let last = html.lastIndex(of: byte) ?? -1
        lasts[byte] = last
        return last
    }
}

/// A start tag, read in the same way as libxml2 does.
private struct HTMLTag {
    private let html: Bytes
    private let start: Int
    private var position: Int
    private var attributes = 0
    /// The index after the letters and digits of the name.
    let nameEnd: Int
    /// The name as libxml2 reads it.
    private let name: Bytes
    /// Whether it is an element without content that libxml2 2.9 does not know.
    let isUnknownVoid: Bool
    /// The index after its `>`.
    private(set) var end = 0
    private(set) var hasPassedAttributes = false
    /// Attributes that libxml2 must not get: those with names that it does not read completely, and those beyond the
    /// limit.
    private(set) var unreadable: [Range<Int>] = []

    /// libxml2 reads only this number of bytes of a name, and treats the rest as another name.
    private static let longestName = 100

    init(_ html: Bytes, start: Int) {
        self.html = html
        self.start = start
        nameEnd = html[(start + 1)...].firstIndex { !$0.isLetter && !$0.isDigit } ?? html.count
        position = html[nameEnd...].firstIndex { $0.isSpace || $0 == 0x2F || $0 == 0x3E } ?? html.count
        let isReadable = position - start <= Self.longestName && html[nameEnd..<position].allSatisfy(\.isHTMLNamePart)
        let name = Bytes(rebasing: html[(start + 1)..<(isReadable ? position : nameEnd)])
        self.name = name
        isUnknownVoid = ["embed", "source", "track", "wbr"].contains { name.equalsIgnoringCase($0) }
        if !isReadable {
            unreadable.append(nameEnd..<position)
        }
    }

    /// False if the tag never ends.
    mutating func readAttributes(_ ends: inout HTMLEnds) -> Bool {
        while position < html.count {
            if html[position] == 0x3E {
                end = position + 1
                return true
            }
            if html[position].isSpace || html[position] == 0x2F || html[position] == 0 {
                position += 1
            } else if !readAttribute(&ends) {
                return false
            }
        }
        return false
    }

    /// False if the attribute's value never ends.
    private mutating func readAttribute(_ ends: inout HTMLEnds) -> Bool {
        let start = position
        position += 1
        skip { !$0.isSpace && $0 != 0x2F && $0 != 0x3E && $0 != 0x3D }
        let name = html[start..<position]
        skip { $0.isSpace || $0 == 0 }
        let hasValue = position < html.count && html[position] == 0x3D
        if hasValue, !readValue(&ends) { return false }
        attributes += 1
        if attributes > HTMLLimits.attributes {
            leaveOut(upTo: position, from: start)
        } else if name.count > Self.longestName || !name[start].isHTMLNameStart
            || !name.allSatisfy(\.isHTMLNamePart)
        {
            unreadable.append(start..<position)
        }
        return true
    }

    private mutating func readValue(_ ends: inout HTMLEnds) -> Bool {
        position += 1
        skip { $0.isSpace || $0 == 0 }
        guard position < html.count, html[position] == 0x22 || html[position] == 0x27 else {
            skip { !$0.isSpace && $0 != 0x3E }
            return true
        }
        guard let close = ends.next(html[position], from: position + 1) else { return false }
        position = close + 1
        return true
    }

    private mutating func skip(_ passes: (UInt8) -> Bool) {
        while position < html.count, passes(html[position]) { position += 1 }
    }

    /// Removes all attributes from the first beyond the limit on.
    private mutating func leaveOut(upTo end: Int, from start: Int) {
        let first = hasPassedAttributes ? unreadable.removeLast().lowerBound : start
        unreadable.append(first..<end)
        hasPassedAttributes = true
    }

    /// The index after the end tag of a script or style, whose text is not HTML; nil for all other elements.
    var rawTextEnd: Int? {
        guard html[end - 2] != 0x2F, name.equalsIgnoringCase("script") || name.equalsIgnoringCase("style") else {
            return nil
        }
        var position = end
        while let less = html[position...].firstIndex(of: 0x3C) {
            position = less + 1
            guard html.has("/", at: position), position + 1 + name.count < html.count else { continue }
            let other = Bytes(rebasing: html[(position + 1)...].prefix(name.count))
            guard zip(name, other).allSatisfy({ $0.lowercased == $1.lowercased }) else { continue }
            return html[position...].firstIndex(of: 0x3E).map { $0 + 1 } ?? html.count
        }
        return html.count
    }
}

extension UInt8 {
    fileprivate var isHTMLNameStart: Bool { isLetter || self == 0x3A || self == 0x5F || self == 0x2E }
    fileprivate var isHTMLNamePart: Bool { isHTMLNameStart || isDigit || self == 0x2D }
}
