import CLibXML2

/// HTML as feeds carry it, made into text that a person would read or into HTML that is safe to show.
public enum HTMLText {
    /// The text without tags: paragraphs apart by an empty line, list items with a dash, entities decoded,
    /// scripts and styles left out.
    public static func plain(_ html: String) -> String {
        guard html.utf8.contains(where: { $0 == 0x3C || $0 == 0x26 }) else { return paragraphsFolded(html) }
        var writer = PlainTextWriter()
        writer.write(HTMLTree(parsing: html).nodes)
        return writer.finished
    }

    /// One line of plain text, as for a title.
    public static func line(_ html: String) -> String {
        let text = html.utf8.contains { $0 == 0x3C || $0 == 0x26 } ? plain(html) : html
        return folded(text)
    }

    /// One line of plain text; text that would come to nothing, such as `</example>`, is meant as it stands.
    static func title(_ html: String) -> String {
        let text = line(html)
        return text.isEmpty ? folded(html) : text
    }

    /// The same of bytes that are valid UTF-8; most titles and names are as they should be already.
    static func line(_ bytes: Bytes, orRaw: Bool = false) -> String {
        if isPlainLine(bytes) { return String(valid: bytes) }
        return orRaw ? title(String(valid: bytes)) : line(String(valid: bytes))
    }

    /// Whether it has no markup and no white space but single spaces inside.
    static func isPlainLine(_ bytes: Bytes) -> Bool {
        var previous: UInt8 = 0x20
        for byte in bytes {
            // C2 begins the no-break space and the C1 controls, E1 to E3 the other spaces and 5B may be CDATA.
            if byte < 0x20 || byte == 0x26 || byte == 0x3C || byte == 0xC2 || byte >= 0xE1 && byte <= 0xE3 {
                return false
            }
            if byte == 0x20 && previous == 0x20 { return false }
            previous = byte
        }
        return previous != 0x20
    }

    /// Only the elements, attributes and URL schemes that cannot harm a reader, with addresses made absolute
    /// against `base`. Well-formed: every element is closed, all text is escaped.
    public static func safe(_ html: String, base: String? = nil) -> String {
        var writer = SafeHTMLWriter(base: base)
        writer.write(HTMLTree(parsing: html).nodes)
        return writer.html
    }

    /// Text as HTML: `&`, `<`, `>` and both quotes escaped.
    public static func escape(_ text: String) -> String {
        var html = ""
        html.reserveCapacity(text.utf8.count)
        for character in text.unicodeScalars {
            switch character {
            case "&": html += "&amp;"
            case "<": html += "&lt;"
            case ">": html += "&gt;"
            case "\"": html += "&quot;"
            case "'": html += "&#39;"
            default: html.unicodeScalars.append(character)
            }
        }
        return html
    }

    /// White space folded to single spaces, none at the ends.
    static func folded(_ text: String) -> String {
        var text = text
        let isFolded = text.withUTF8 { bytes in
            var previous: UInt8 = 0x20
            for byte in bytes {
                if byte < 0x20 || byte == 0x20 && previous == 0x20 || byte == 0xC2 { return false }
                previous = byte
            }
            return previous != 0x20 || bytes.isEmpty
        }
        guard !isFolded else { return text }
        return text.unicodeScalars.split { $0.isSpace }.map { String($0) }.joined(separator: " ")
    }

    /// Elements without an end tag.
    static func isVoid(_ name: Bytes) -> Bool {
        ["br", "img", "hr", "wbr", "input", "col", "area", "embed", "source", "track"].contains { name.equals($0) }
    }

    private static func paragraphsFolded(_ text: String) -> String {
        text.split(separator: "\n\n").map { folded(String($0)) }.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }
}

extension Unicode.Scalar {
    /// White space as Unicode has it, and the zero-width space of U+FEFF.
    fileprivate var isSpace: Bool {
        switch value {
        case 0x09...0x0D, 0x20: true
        case 0..<0x80: false
        case 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF: true
        default: false
        }
    }
}

/// Writes a tree as text that a person would read.
private struct PlainTextWriter {
    private var text = ""
    /// Line breaks to write before the next word; none are written at the start or the end.
    private var breaks = 0
    private var space = false
    private var listDepth = 0
    private var preformatted = false

    var finished: String { text }

    mutating func write(_ nodes: [HTMLNode]) {
        for node in nodes {
            switch node {
            case .text(let value): write(text: value)
            case .element(let element): write(element)
            }
        }
    }

    private mutating func write(_ element: HTMLElement) {
        switch element.name {
        case "br": breaks = min(breaks + 1, 2)
        case "hr": breaks = 2
        case "li":
            breaks = max(breaks, 1)
            write(word: String(repeating: "  ", count: max(0, listDepth - 1)) + "-")
            space = true
            write(element.children)
            breaks = max(breaks, 1)
        case "ul", "ol":
            breaks = max(breaks, listDepth == 0 ? 2 : 1)
            listDepth += 1
            write(element.children)
            listDepth -= 1
            breaks = max(breaks, listDepth == 0 ? 2 : 1)
        case "td", "th":
            space = true
            write(element.children)
            space = true
        case "pre":
            breaks = 2
            preformatted = true
            write(element.children)
            preformatted = false
            breaks = 2
        case "p", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "table", "figure", "dl", "article", "section":
            breaks = 2
            write(element.children)
            breaks = 2
        case "div", "tr", "dt", "dd", "figcaption", "caption", "header", "footer", "details", "summary", "address":
            breaks = max(breaks, 1)
            write(element.children)
            breaks = max(breaks, 1)
        default: write(element.children)
        }
    }

    private mutating func write(text value: String) {
        guard !preformatted else { return writeLines(value) }
        var word = String.UnicodeScalarView()
        for scalar in value.unicodeScalars {
            guard scalar.isSpace else {
                word.append(scalar)
                continue
            }
            if !word.isEmpty {
                write(word: String(word))
                word.removeAll(keepingCapacity: true)
            }
            space = true
        }
        if !word.isEmpty { write(word: String(word)) }
    }

    private mutating func writeLines(_ value: String) {
        for (index, line) in value.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if index > 0 { breaks += 1 }
            if !line.isEmpty { write(word: String(line)) }
        }
    }

    private mutating func write(word: String) {
        if !text.isEmpty {
            if breaks > 0 {
                text += String(repeating: "\n", count: preformatted ? breaks : min(breaks, 2))
            } else if space {
                text += " "
            }
        }
        breaks = 0
        space = false
        text += word
    }
}

/// Writes a tree as HTML that is safe to show.
private struct SafeHTMLWriter {
    private(set) var html = ""
    private var base: String?

    init(base: String?) {
        self.base = base
    }

    mutating func write(_ nodes: [HTMLNode]) {
        for node in nodes {
            switch node {
            case .text(let value): html += HTMLText.escape(value)
            case .element(let element): write(element)
            }
        }
    }

    private mutating func write(_ element: HTMLElement) {
        guard let allowed = SafeHTML.attributes[element.name] else { return write(element.children) }
        let attributes = element.attributes.compactMap { attribute in
            SafeHTML.value(of: attribute, among: allowed, base: base).map { (attribute.name, $0) }
        }
        // A picture without an address, and a tracking pixel, show nothing.
        if element.name == "img", !attributes.contains(where: { $0.0 == "src" }) || element.isPixel { return }
        html += "<" + element.name
        for (name, value) in attributes { html += " \(name)=\"\(HTMLText.escape(value))\"" }
        html += ">"
        guard !SafeHTML.void.contains(element.name) else { return }
        write(element.children)
        html += "</\(element.name)>"
    }
}

/// What HTML may pass: elements with their attributes, and the schemes of addresses.
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
    /// Elements that are dropped with all that is inside them.
    static let dropped: Set<String> = [
        "script", "style", "head", "title", "template", "iframe", "noscript", "noframes", "svg", "math", "select",
        "textarea", "xmp", "plaintext",
    ]

    /// The value to write, or nil where the attribute may not pass.
    static func value(of attribute: HTMLAttribute, among allowed: Set<String>, base: String?) -> String? {
        guard allowed.contains(attribute.name) else { return nil }
        switch attribute.name {
        case "href", "src": return address(attribute.value, base: base)
        case "width", "height", "colspan", "rowspan", "start":
            return attribute.value.utf8.allSatisfy(\.isDigit) && attribute.value.utf8.count < 6 ? attribute.value : nil
        default: return attribute.value
        }
    }

    /// The address made absolute, where its scheme may pass. Browsers ignore control characters and white space in
    /// a scheme, so they are taken out before it is looked at.
    static func address(_ address: String, base: String?) -> String? {
        let clean = String(
            String.UnicodeScalarView(address.unicodeScalars.filter { $0.value > 0x20 && $0.value != 0x7F }))
        let absolute = URIReference.resolve(clean, against: base)
        guard let scheme = URIReference.scheme(of: absolute) else { return absolute.contains(":") ? nil : absolute }
        return schemes.contains(scheme) ? absolute : nil
    }
}

extension HTMLElement {
    fileprivate var isPixel: Bool {
        attributes.contains { ["width", "height"].contains($0.name) && ["0", "1"].contains($0.value) }
    }
}
