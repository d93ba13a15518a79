/// Converts the HTML of feeds into plain text, or into HTML that is safe to show.
///
/// Both are made from the same tree, so they contain the same words.
public enum HTMLText {
    /// The text without tags. Paragraphs are separated by an empty line, list items begin with a dash, entities are
    /// decoded, and scripts and styles are left out.
    public static func plain(_ html: String) -> String {
        var writer = PlainTextWriter()
        if html.utf8.contains(where: { $0 == 0x3C || $0 == 0x26 }) {
            writer.write(HTMLTree(parsing: html).nodes)
        } else {
            writer.write(paragraphs: html)
        }
        return writer.text
    }

    /// The text of an article for a reader: as ``plain(_:)``, but without captions of pictures, without code next to
    /// text, without headings before prose, without text that was struck out, without the marks of footnotes, and
    /// without the lists of links that follow the text. "…" replaces a colon before a picture or before code that is
    /// left out.
    public static func article(_ html: String) -> String {
        ParsedHTML(html).article
    }

    /// One line of plain text, for example for a title.
    public static func line(_ html: String) -> String {
        var html = html
        return html.withUTF8 { line(untagged: $0) } ?? folded(plain(html))
    }

    /// HTML with only those elements, attributes and URL schemes that cannot do harm. Addresses are made absolute
    /// against `base`. The HTML is well-formed: every element is closed, and all text is escaped.
    public static func safe(_ html: String, base: String? = nil) -> String {
        var passed: Set<HTMLLimit> = []
        return safe(html, base: base, passed: &passed)
    }

    /// The same HTML, with the limits that were exceeded.
    /// - Parameters:
    ///   - html: the HTML.
    ///   - base: the address against which relative addresses are resolved.
    ///   - passed: receives the limits that the HTML exceeded.
    public static func safe(_ html: String, base: String? = nil, passed: inout Set<HTMLLimit>) -> String {
        ParsedHTML(html).safe(base: base, passed: &passed)
    }

    /// The same HTML as a part of a page: its headings begin at this level, and a picture without a text has an empty one.
    package static func safe(_ html: String, base: String?, headingsFrom level: Int) -> String {
        let nodes = HTMLTree(parsing: html).nodes
        var writer = SafeHTMLWriter(base: base, headings: nodes.topHeading.map { max(0, level - $0) } ?? 0)
        writer.write(nodes)
        return writer.html
    }

    /// Whether the name of a picture says that it only stands for another one that is loaded later, such as `blank.gif`.
    public static func isPlaceholder(_ address: String) -> Bool { HTMLPicture.isPlaceholder(address) }

    /// Text as HTML: `&`, `<`, `>` and both quotes are escaped.
    public static func escape(_ text: String) -> String {
        var html: [UInt8] = []
        html.append(escapingHTML: text.utf8)
        return String(decoding: html, as: UTF8.self)
    }
}

/// HTML that is parsed once, when it is first needed, for its text and for the HTML that is safe to show.
package final class ParsedHTML {
    private let html: String
    private lazy var tree = HTMLTree(parsing: html)

    package init(_ html: String) {
        self.html = html
    }

    /// The text of ``HTMLText/article(_:)``.
    package private(set) lazy var article: String = {
        let hasTags = html.utf8.contains(0x3C)
        guard hasTags || html.utf8.contains(0x26) else { return HTMLText.plain(html) }
        var writer = PlainTextWriter(isForReading: hasTags)
        writer.write(tree.nodes)
        return writer.text
    }()

    /// The HTML of ``HTMLText/safe(_:base:passed:)``.
    package func safe(base: String?, passed: inout Set<HTMLLimit>) -> String {
        passed.formUnion(tree.passed)
        var writer = SafeHTMLWriter(base: base)
        writer.write(tree.nodes)
        return writer.html
    }
}

// MARK: - Lines

extension HTMLText {
    /// One line of plain text. If nothing would be left of it, as of `</example>`, the text is used unchanged.
    static func title(_ html: String) -> String {
        let text = line(withoutLoneTags(html))
        return text.isEmpty ? folded(html) : text
    }

    /// The HTML with tags that are meant as text escaped, as in `How to use <template>` and `Why <b> is back`. Such a tag
    /// is never closed, and has no attributes. A tag that formats text touches its first word, also in a title that is cut.
    private static func withoutLoneTags(_ html: String) -> String {
        guard html.utf8.count < 1000, html.utf8.contains(0x3C) else { return html }
        let html = Array(html.utf8)
        let closed = Set(html.indices.lazy.compactMap { html.tagName(after: [0x3C, 0x2F], at: $0) })
        var result: [UInt8] = []
        for position in html.indices {
            let name = html.tagName(after: [0x3C], at: position)
            let isLone = name.map { name in
                let rest = html[(position + 1 + name.count)...]
                return rest.first == 0x3E && !closed.contains(name)
                    && !formats(String(decoding: name, as: UTF8.self), rest.dropFirst())
            }
            if isLone ?? false { result += "&lt;".utf8 } else { result.append(html[position]) }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Whether a tag without an end tag is markup, and not the subject of a text.
    private static func formats(_ name: String, _ next: ArraySlice<UInt8>) -> Bool {
        if SafeHTML.void.contains(name) { return true }
        let first = String(decoding: next.prefix(4), as: UTF8.self).unicodeScalars.first
        let touches = first.map { $0 == "<" || $0.properties.isAlphabetic || $0.properties.numericType != nil }
        return SafeHTML.attributes[name] != nil && touches == true
    }

    /// One line of plain text from bytes that are valid UTF-8.
    static func line(_ bytes: Bytes) -> String { line(untagged: bytes) ?? folded(plain(String(valid: bytes))) }

    static func title(_ bytes: Bytes) -> String {
        if let text = line(untagged: bytes), !text.isEmpty { return text }
        return title(String(valid: bytes))
    }

    /// One line of plain text from text without tags. Most titles and names need no change, or contain only references
    /// to characters. Nil for all others.
    private static func line(untagged bytes: Bytes) -> String? {
        isPlainLine(bytes) ? String(valid: bytes) : CharacterReference.resolved(inHTML: bytes).map { folded($0) }
    }

    /// The text with whitespace reduced to single spaces, and without whitespace at the ends.
    static func folded(_ text: String) -> String { folded(Array(text.utf8)) }

    private static func folded(_ text: [UInt8]) -> String {
        var writer = PlainTextWriter()
        writer.write(text)
        return writer.line
    }

    /// Whether the text has no markup, and no whitespace except single spaces inside.
    static func isPlainLine(_ bytes: Bytes) -> Bool {
        guard bytes.first != 0x20, bytes.last != 0x20 else { return false }
        var position = 0
        while position < bytes.count {
            if position > 0, bytes.count > ByteBlock.count {
                // The last block overlaps the one before.
                let start = min(position, bytes.count - ByteBlock.count)
                if isPlainBlock(bytes, start) {
                    position = start + ByteBlock.count
                    continue
                }
            }
            guard isPlain(bytes, position) else { return false }
            position += 1
        }
        return !bytes.isEmpty
    }

    private static func isPlain(_ bytes: Bytes, _ position: Int) -> Bool {
        switch bytes[position] {
        case 0x20: return bytes[position - 1] != 0x20
        case 0x26: return position + 1 == bytes.count || !bytes[position + 1].isLetter && bytes[position + 1] != 0x23
        // C2 begins the no-break space and the C1 controls. E1 to E3 and EF begin the other spaces.
        case 0..<0x20, 0x3C, 0xC2, 0xE1...0xE3, 0xEF: return false
        default: return true
        }
    }

    /// Whether a block, together with the byte before it, contains nothing that needs a closer look.
    private static func isPlainBlock(_ bytes: Bytes, _ start: Int) -> Bool {
        let base = UnsafeRawPointer(bytes.baseAddress!)
        let block = ByteBlock(base, at: start)
        let spaces = block.equal(0x20) & ByteBlock(base, at: start - 1).equal(0x20)
        let others = block.less(than: 0x20) | block.equal(0x26) | block.equal(0x3C) | block.equal(0xC2)
        return (spaces | others | block.within(0xE1...0xE3) | block.equal(0xEF)).isClear
    }

    /// Whether the element has no end tag.
    static func isVoid(_ name: Bytes) -> Bool {
        ["br", "img", "hr", "wbr", "input", "col", "area", "embed", "source", "track"].contains { name.equals($0) }
    }
}

extension [UInt8] {
    /// The name of the tag, in lower case, that follows `start` at a position; nil if there is none.
    fileprivate func tagName(after start: [UInt8], at position: Int) -> [UInt8]? {
        guard self[position...].starts(with: start) else { return nil }
        let name = self[(position + start.count)...].prefix { $0.isLetter || $0.isDigit }.map(\.lowercased)
        return name.first?.isLetter == true ? name : nil
    }

    /// Appends text as HTML.
    mutating func append(escapingHTML text: some Collection<UInt8>) {
        var start = text.startIndex
        for index in text.indices {
            let escape: String
            switch text[index] {
            case 0x26: escape = "&amp;"
            case 0x3C: escape = "&lt;"
            case 0x3E: escape = "&gt;"
            case 0x22: escape = "&quot;"
            case 0x27: escape = "&#39;"
            default: continue
            }
            append(contentsOf: text[start..<index])
            append(contentsOf: escape.utf8)
            start = text.index(after: index)
        }
        append(contentsOf: text[start...])
    }
}

// MARK: - Plain text

/// Writes a tree as plain text.
private struct PlainTextWriter {
    private var output: [UInt8] = []
    /// The number of line breaks before the next word. None are written at the start or the end.
    private var breaks = 0
    private var space = false
    private var listDepth = 0
    private var isPreformatted = false
    /// The number of open links.
    private var links = 0
    /// The length of the output at the end of the last link.
    private var linkEnd = 0
    /// The length of the output at the mark of an item whose text has not begun. A paragraph begins beside the mark.
    private var markEnd: Int?
    /// The number of opening quotation marks before the next word.
    private var quotationMarks = 0
    /// The number of open headings and elements of bold text.
    private var headings = 0
    /// The lines, if the text is for a reader.
    private var lines: TextLines?

    /// In bytes. A caption that is longer was not closed, and contains the article.
    private static let longestCaption = 500

    init(isForReading: Bool = false) {
        lines = isForReading ? TextLines() : nil
    }

    var text: String { String(decoding: lines?.article(in: output) ?? output, as: UTF8.self) }

    /// The text without line breaks.
    var line: String { String(decoding: output.map { $0 == 0x0A ? 0x20 : $0 }, as: UTF8.self) }

    mutating func write(_ nodes: [HTMLNode]) {
        for (index, node) in nodes.enumerated() {
            switch node {
            case .text(let value): isPreformatted ? write(lines: value) : write(value)
            case .element(let element):
                write(element)
                if lines != nil, ["b", "strong"].contains(element.name), index + 1 < nodes.count,
                    case .text(let rest) = nodes[index + 1]
                {
                    space = space || isLabel(before: rest)
                }
            }
        }
    }

    /// Whether bold text that was written is the label of a text that touches it: `<b>Note:</b>It rained.`
    private func isLabel(before rest: [UInt8]) -> Bool {
        output.last == 0x3A
            && [output.dropLast().last, rest.first].allSatisfy { $0.map { $0.isLetter || $0 >= 0x80 } ?? false }
    }

    /// Writes text without markup. An empty line separates paragraphs.
    mutating func write(paragraphs text: String) {
        var isLineEmpty = false
        for line in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
            if line.allSatisfy(\.isSpace) {
                isLineEmpty = true
                continue
            }
            if isLineEmpty { breaks = 2 } else { space = true }
            isLineEmpty = false
            write(Array(line))
        }
    }

    /// Writes words with single spaces between them. A byte order mark is left out and parts no words.
    mutating func write(_ text: [UInt8]) {
        var start = 0
        var position = 0
        while position < text.count {
            let length = HTMLCharacter.spaceLength(text, position)
            if length > 0 {
                write(word: text[start..<position])
                space = space || !HTMLCharacter.isByteOrderMark(text[position])
                position += length
                start = position
            } else {
                position += 1
            }
        }
        write(word: text[start...])
    }

    private mutating func write(_ element: HTMLElement) {
        if lines != nil, leavesOut(element) { return }
        switch element.name {
        case "br": breaks = min(breaks + 1, 2)
        case "hr": breaks = 2
        case "a" where element.attributes.contains { $0.name == "href" }: writeLink(element.children)
        case "b", "strong": writeHeading(element.children)
        case "h1", "h2", "h3", "h4", "h5", "h6":
            writeBlock(breaks: 2) { $0.writeHeading(element.children) }
        case "q": writeQuotation(element.children)
        case "li": writeBlock(breaks: 1) { $0.writeItem(element.children) }
        case "ul", "ol": writeBlock(breaks: listDepth == 0 ? 2 : 1) { $0.writeList(element.children) }
        case "td", "th":
            space = true
            write(element.children)
            space = true
        case "pre":
            writeBlock(breaks: 2) {
                $0.isPreformatted = true
                $0.write(element.children)
                $0.isPreformatted = false
            }
        case "p", "blockquote", "table", "figure", "dl", "article", "section":
            writeBlock(breaks: 2) { $0.write(element.children) }
        case "div", "tr", "dt", "dd", "figcaption", "caption": writeBlock(breaks: 1) { $0.write(element.children) }
        case let name where SafeHTML.blocks.contains(name): writeBlock(breaks: 1) { $0.write(element.children) }
        default: write(element.children)
        }
    }

    /// Leaves out what a reader does not need: captions of pictures and what is shown beside the text, text that was
    /// struck out, and the marks of footnotes. It also notes where a picture was. False for all other elements.
    private mutating func leavesOut(_ element: HTMLElement) -> Bool {
        switch element.name {
        case _ where element.isBesideText && element.textLength <= Self.longestCaption: breaks = max(breaks, 1)
        case "img", "video", "audio": lines?.losePicture()
        case "del", "s", "strike": break
        default: return element.isFootnoteMark
        }
        return true
    }

    /// Two links that touch are two words.
    private mutating func writeLink(_ nodes: [HTMLNode]) {
        if linkEnd == output.count, lines != nil { space = true }
        links += 1
        write(nodes)
        links -= 1
        linkEnd = output.count
    }

    /// Browsers write quotation marks around a `q` (HTML, section 15.3.4).
    private mutating func writeQuotation(_ nodes: [HTMLNode]) {
        quotationMarks += 1
        let marks = quotationMarks
        write(nodes)
        if quotationMarks == marks {
            // No word was written.
            quotationMarks -= 1
        } else {
            output.append(contentsOf: "”".utf8)
            lines?.extend(to: output.count)
        }
    }

    private mutating func writeHeading(_ nodes: [HTMLNode]) {
        headings += 1
        write(nodes)
        headings -= 1
    }

    private mutating func writeList(_ nodes: [HTMLNode]) {
        listDepth += 1
        write(nodes)
        listDepth -= 1
    }

    /// Writes something with at least this number of line breaks before and after it.
    private mutating func writeBlock(breaks count: Int, _ write: (inout Self) -> Void) {
        breaks = min(max(breaks, count), 2)
        write(&self)
        breaks = min(max(breaks, count), 2)
    }

    private mutating func writeItem(_ nodes: [HTMLNode]) {
        markEnd = nil
        write(word: (String(repeating: "  ", count: max(0, listDepth - 1)) + "-").utf8)
        space = true
        markEnd = output.count
        write(nodes)
        markEnd = nil
    }

    private mutating func write(lines text: [UInt8]) {
        for (index, line) in text.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            if index > 0 { breaks += 1 }
            write(word: line)
        }
    }

    private mutating func write(word: some Collection<UInt8>) {
        guard !word.isEmpty else { return }
        let end = output.count
        if markEnd == end { breaks = 0 }
        if !output.isEmpty {
            if breaks > 0 {
                output.append(contentsOf: repeatElement(0x0A, count: isPreformatted ? breaks : min(breaks, 2)))
            } else if space {
                output.append(0x20)
            }
        }
        if breaks > 0 { lines?.begin(after: end, at: output.count, isCode: isPreformatted) }
        breaks = 0
        space = false
        for _ in 0..<quotationMarks { output.append(contentsOf: "“".utf8) }
        quotationMarks = 0
        HTMLCharacter.append(word, to: &output)
        lines?.add(word, isLinked: links > 0, isHeading: headings > 0, end: output.count)
    }
}

/// Characters that need special treatment.
private enum HTMLCharacter {
    /// The number of bytes of the whitespace at `position`; 0 if there is none. Whitespace is as in Unicode, and also
    /// the byte order mark, which has no width.
    static func spaceLength(_ text: [UInt8], _ position: Int) -> Int {
        let first = text[position]
        if first < 0x80 { return first == 0x20 || (0x09...0x0D).contains(first) ? 1 : 0 }
        if first == 0xC2, position + 1 < text.count { return text[position + 1] == 0xA0 ? 2 : 0 }
        guard first >= 0xE1, position + 2 < text.count else { return 0 }
        switch (first, text[position + 1], text[position + 2]) {
        case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8...0xA9), (0xE2, 0x80, 0xAF),
            (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80), (0xEF, 0xBB, 0xBF):
            return 3
        default: return 0
        }
    }

    /// Whether the whitespace that begins with this byte is a byte order mark.
    static func isByteOrderMark(_ first: UInt8) -> Bool { first == 0xEF }

    /// Appends a word. The characters U+0080 to U+009F are controls, but people mean the characters of windows-1252
    /// with these numbers (HTML, section 13.2.5.80). Five of these numbers have no character in windows-1252 and stay.
    /// Other control characters are left out.
    static func append(_ word: some Collection<UInt8>, to output: inout [UInt8]) {
        var previous: UInt8 = 0
        for byte in word {
            if previous == 0xC2, (0x80...0x9F).contains(byte), Windows1252.scalar(byte) != "\u{FFFD}" {
                output.removeLast()
                output.append(contentsOf: String(Windows1252.scalar(byte)).utf8)
            } else if byte >= 0x20 && byte != 0x7F || byte == 0x09 {
                output.append(byte)
            }
            previous = byte
        }
    }
}

// MARK: - Safe HTML

/// Writes a tree as HTML that is safe to show.
private struct SafeHTMLWriter {
    let base: String?
    /// By how many levels headings are lower in a page; nil if the HTML is no part of one.
    var headings: Int?
    var output: [UInt8] = []
    /// The `source` elements of the present `picture`, up to its `img`; nil outside of one.
    var sources: [[HTMLAttribute]]?
    /// Whether a picture was written, and no word after it.
    var endsWithPicture = false

    var html: String { String(decoding: output, as: UTF8.self) }

    mutating func write(_ nodes: [HTMLNode]) {
        for node in nodes {
            switch node {
            case .text(let value):
                output.append(escapingHTML: value)
                if endsWithPicture, !value.allSatisfy(\.isSpace) { endsWithPicture = false }
            case .element(let element): write(element)
            }
        }
    }

    private mutating func write(_ element: HTMLElement) {
        switch element.name {
        case "img":
            endsWithPicture = false
            writePicture(element)
        // The picture before it is the same, if one was written.
        case "noscript": if !endsWithPicture { writePicture(element) }
        case "picture":
            let outer = sources
            sources = []
            write(element.children)
            sources = outer
        case "source": sources?.append(element.attributes)
        default: writeElement(element)
        }
    }

    /// A picture without an address shows nothing, and neither do a placeholder and a tracking pixel.
    private mutating func writePicture(_ element: HTMLElement) {
        guard !element.isPixel else { return }
        let picture = HTMLPicture(element.attributes, sources: sources ?? [])
        if sources != nil { sources = [] }
        let address = picture.addresses.lazy.compactMap { [base] in SafeHTML.picture($0, base: base) }.first
        guard let address else { return }
        var attributes = element.attributes
        if let index = attributes.firstIndex(where: { $0.name == "src" }) {
            attributes[index].value = address
        } else {
            attributes.append(HTMLAttribute(name: "src", value: address))
        }
        if headings != nil, !attributes.contains(where: { $0.name == "alt" }) {
            attributes.append(HTMLAttribute(name: "alt", value: ""))
        }
        writeElement(HTMLElement(name: "img", attributes: attributes))
        endsWithPicture = true
    }

    private mutating func writeElement(_ element: HTMLElement) {
        let lower = element.headingLevel.map { "h\(min(6, $0 + (headings ?? 0)))" }
        let name = lower ?? (SafeHTML.blocks.contains(element.name) ? "div" : element.name)
        guard let allowed = SafeHTML.attributes[name] else { return write(element.children) }
        let attributes = element.attributes.compactMap { attribute in
            SafeHTML.value(of: attribute, among: allowed, base: base).map { (attribute.name, $0) }
        }
        output.append(0x3C)
        output.append(contentsOf: name.utf8)
        for (name, value) in attributes {
            output.append(0x20)
            output.append(contentsOf: name.utf8)
            output.append(contentsOf: "=\"".utf8)
            output.append(escapingHTML: value.utf8)
            output.append(0x22)
        }
        output.append(0x3E)
        guard !SafeHTML.void.contains(name) else { return }
        write(element.children)
        output.append(contentsOf: "</".utf8)
        output.append(contentsOf: name.utf8)
        output.append(0x3E)
    }
}

/// What is allowed in safe HTML: elements with their attributes, and the schemes of addresses.
enum SafeHTML {
    static let attributes: [String: Set<String>] = {
        let plain = [
            "abbr", "b", "blockquote", "br", "caption", "cite", "code", "dd", "del", "dfn", "div", "dl", "dt", "em",
            "figcaption", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "ins", "kbd", "li", "mark", "ol",
            "p", "pre", "q", "rp", "rt", "ruby", "s", "samp", "small", "span", "strike", "strong", "sub", "sup",
            "table", "tbody", "td", "tfoot", "th", "thead", "time", "tr", "u", "ul", "var", "wbr", "a", "img",
        ]
        var table = Dictionary(uniqueKeysWithValues: plain.map { ($0, Set(["title", "lang", "dir"])) })
        table["a"]?.insert("href")
        table["img"]?.formUnion(["src", "alt", "width", "height"])
        table["td"]?.formUnion(["colspan", "rowspan"])
        table["th"]?.formUnion(["colspan", "rowspan"])
        table["ol"]?.formUnion(["start", "reversed"])
        table["time"]?.insert("datetime")
        return table
    }()

    static let schemes: Set<String> = ["http", "https", "mailto"]
    static let void: Set<String> = ["br", "hr", "img", "wbr"]
    /// Elements that stand on lines of their own, and of which safe HTML makes a `div`.
    static let blocks: Set<String> = [
        "address", "article", "aside", "center", "details", "dialog", "dir", "fieldset", "footer", "form", "header",
        "hgroup", "legend", "main", "menu", "nav", "search", "section", "summary",
    ]
    /// Elements that are removed with their whole content.
    static let dropped: Set<String> = [
        "script", "style", "head", "title", "template", "iframe", "noscript", "noframes", "svg", "math", "select",
        "textarea", "xmp", "plaintext",
    ]

    /// The value to write; nil if the attribute is not allowed.
    static func value(of attribute: HTMLAttribute, among allowed: Set<String>, base: String?) -> String? {
        guard allowed.contains(attribute.name) else { return nil }
        switch attribute.name {
        case "href", "src": return address(attribute.value, base: base)
        case "width", "height", "colspan", "rowspan", "start":
            return attribute.value.utf8.allSatisfy(\.isDigit) && attribute.value.utf8.count < 6 ? attribute.value : nil
        default: return attribute.value
        }
    }

    /// The absolute address of a picture; nil for a placeholder, and for an address that is empty, whose picture would
    /// be the page.
    static func picture(_ reference: String, base: String?) -> String? {
        let reference = reference.trimmingSpaces
        guard let first = reference.utf8.first, first != UInt8(ascii: "#"), !HTMLPicture.isPlaceholder(reference) else {
            return nil
        }
        return address(reference, base: base)
    }

    /// The absolute address, if its scheme is allowed. Browsers ignore control characters and whitespace in a scheme,
    /// so they are removed before the check.
    static func address(_ address: String, base: String?) -> String? {
        let isClean = address.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
        let clean = isClean ? address : String(decoding: address.utf8.filter { $0 > 0x20 && $0 != 0x7F }, as: UTF8.self)
        let absolute = URIReference.resolve(clean, against: base)
        guard let scheme = URIReference.scheme(of: absolute) else {
            return absolute.utf8.contains(0x3A) ? nil : absolute
        }
        return schemes.contains(scheme) ? absolute : nil
    }
}

extension HTMLElement {
    fileprivate var isPixel: Bool {
        attributes.contains { attribute in
            guard attribute.name == "style" else { return Self.isPixel(attribute.name, attribute.value) }
            return attribute.value.split(separator: ";").contains { declaration in
                let parts = declaration.split(separator: ":", maxSplits: 1).map { String($0).trimmingSpaces }
                return parts.count == 2 && Self.isPixel(parts[0].lowercased(), parts[1])
            }
        }
    }

    private static func isPixel(_ name: String, _ size: String) -> Bool {
        ["width", "height"].contains(name) && ["0", "1", "0px", "1px"].contains(size)
    }
}
