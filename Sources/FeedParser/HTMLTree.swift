import CLibXML2

/// A piece of HTML as a tree, as libxml2's HTML parser reads it. Elements that are never shown are left out with their
/// whole content.
///
/// It never fails: text that is not HTML is text.
struct HTMLTree {
    private(set) var nodes: [HTMLNode]
    private(set) var passed: Set<HTMLLimit>

    init(parsing html: String) {
        let builder = HTMLTreeBuilder()
        var html = html
        html.withUTF8 { builder.parse($0) }
        nodes = builder.finished
        passed = builder.passed
    }
}

enum HTMLNode {
    /// Text in valid UTF-8.
    case text([UInt8])
    case element(HTMLElement)
}

extension [HTMLNode] {
    /// The level of the greatest heading.
    var topHeading: Int? {
        lazy.compactMap { node -> Int? in
            guard case .element(let element) = node else { return nil }
            return element.headingLevel ?? element.children.topHeading
        }.min()
    }
}

struct HTMLElement {
    var name: String
    var attributes: [HTMLAttribute]
    var children: [HTMLNode] = []

    /// Nil if it is no heading.
    var headingLevel: Int? { Self.headings.firstIndex(of: name).map { $0 + 1 } }
    private static let headings = ["h1", "h2", "h3", "h4", "h5", "h6"]

    /// The bytes of the texts inside.
    var textLength: Int {
        children.reduce(0) { length, child in
            switch child {
            case .text(let text): length + text.count
            case .element(let element): length + element.textLength
            }
        }
    }

    /// Whether it is the caption of a picture, also as Blogger and WordPress write it, or a field in which Drupal repeats
    /// the title, the author and the day.
    var isBesideText: Bool {
        name == "figcaption"
            || attributes.contains { attribute in
                attribute.name == "class"
                    && attribute.value.split(separator: " ").contains { Self.classesBesideText.contains(String($0)) }
            }
    }

    private static let classesBesideText: Set<String> = [
        "tr-caption", "wp-caption-text", "field--name-title", "field--name-uid", "field--name-created",
    ]

    /// Whether it is the mark of a footnote or the way back to it: a few characters that link to a place on the page,
    /// raised or not.
    var isFootnoteMark: Bool {
        let isMark =
            switch name {
            case "a": attributes.contains { $0.name == "href" && $0.mayNameFootnote }
            case "sup":
                children.contains {
                    if case .element(let child) = $0 { child.name == "a" && child.isFootnoteMark } else { false }
                }
            default: false
            }
        return isMark && textLength <= Self.longestMark
    }

    /// In bytes, such as `[12]`.
    private static let longestMark = 6
}

struct HTMLAttribute {
    var name: String
    var value: String

    /// Whether the value is an address that is only a fragment, or whose fragment begins with `fn`.
    fileprivate var mayNameFootnote: Bool {
        guard let hash = value.utf8.firstIndex(of: UInt8(ascii: "#")) else { return false }
        return hash == value.startIndex || value.utf8[hash...].starts(with: "#fn".utf8)
    }
}

/// Builds the tree from the parser's events.
private final class HTMLTreeBuilder {
    private var open: [HTMLElement] = [HTMLElement(name: "", attributes: [])]
    private var text: [UInt8] = []
    /// The number of open elements inside an element that is left out, together with this element.
    private var dropping = 0
    /// Whether the outermost of them is a `noscript`.
    private var isInNoscript = false
    private(set) var passed: Set<HTMLLimit> = []

    func parse(_ html: Bytes) {
        let events = HTMLEvents(start: { self.start($0, $1) }, end: { _ in self.end() }, text: { self.add($0) })
        events.parse(html.prefix(wholeCharacters: HTMLLimits.length))
        passed = events.passed
        if html.count > HTMLLimits.length { passed.insert(.length) }
    }

    var finished: [HTMLNode] {
        while open.count > 1 { close() }
        flush()
        return open[0].children
    }

    private func start(_ name: String, _ attributes: [HTMLAttribute]) {
        if dropping > 0 || SafeHTML.dropped.contains(name) {
            if dropping == 0 { isInNoscript = name == "noscript" }
            dropping += 1
            if isInNoscript, name == "img" { addCopy(attributes) }
        } else {
            flush()
            open.append(HTMLElement(name: name, attributes: attributes))
        }
    }

    /// Adds the copy of a picture for browsers without scripts, as an element `noscript` with the attributes of `img`.
    private func addCopy(_ attributes: [HTMLAttribute]) {
        flush()
        open[open.count - 1].children.append(.element(HTMLElement(name: "noscript", attributes: attributes)))
    }

    private func end() {
        if dropping > 0 { dropping -= 1 } else if open.count > 1 { close() }
    }

    private func add(_ more: Bytes) {
        if dropping == 0 { text.append(contentsOf: more) }
    }

    private func close() {
        flush()
        let element = open.removeLast()
        open[open.count - 1].children.append(.element(element))
    }

    private func flush() {
        guard !text.isEmpty else { return }
        open[open.count - 1].children.append(.text(text))
        text = []
    }
}

/// Pushes HTML through libxml2 and passes on its events, within ``HTMLLimits``.
private final class HTMLEvents {
    private let start: (String, [HTMLAttribute]) -> Void
    private let end: (String) -> Void
    private let text: (Bytes) -> Void
    private var context: htmlParserCtxtPtr?
    private var open: [String] = []
    /// Where to continue after elements that were nested too deep.
    private var resume: Int?
    private(set) var passed: Set<HTMLLimit> = []

    init(
        start: @escaping (String, [HTMLAttribute]) -> Void, end: @escaping (String) -> Void = { _ in },
        text: @escaping (Bytes) -> Void = { _ in }
    ) {
        self.start = start
        self.end = end
        self.text = text
    }

    /// Parses `html`, which must be valid UTF-8.
    func parse(_ html: Bytes) {
        let markup = HTMLMarkup(html)
        if markup.hasPassedAttributes { passed.insert(.attributes) }
        guard let output = markup.output else { return parse(clean: html) }
        output.withUnsafeBufferPointer { parse(clean: $0) }
    }

    private func parse(clean html: Bytes) {
        _ = libxml2
        var rest = html
        while !rest.isEmpty {
            push(rest)
            while let name = open.popLast() { end(name) }
            guard let resume else { return }
            rest = Bytes(rebasing: rest[min(resume, rest.count)...].drop { $0 == 0x2F || $0.isSpace }.dropFirst())
            self.resume = nil
        }
    }

    /// Pushes everything at once. If libxml2 gets a piece, it waits for the end of what the piece has begun.
    private func push(_ html: Bytes) {
        var handler = HTMLEvents.handlers
        context = htmlCreatePushParserCtxt(
            &handler, Unmanaged.passUnretained(self).toOpaque(), nil, 0, nil, XML_CHAR_ENCODING_UTF8)
        htmlCtxtUseOptions(context, HTMLEvents.options)
        htmlParseChunk(context, HTMLEvents.root, Int32(HTMLEvents.root.utf8.count), 0)
        html.withMemoryRebound(to: CChar.self) { _ = htmlParseChunk(context, $0.baseAddress, Int32($0.count), 1) }
        htmlFreeParserCtxt(context)
        context = nil
    }

    private func open(_ name: String, _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?) {
        guard name != HTMLEvents.rootName, resume == nil else { return }
        // libxml2 2.9 does not know that the younger ones of these elements end a paragraph.
        if open.last == "p", SafeHTML.blocks.contains(name) || name == "figure" { close("p") }
        start(name, HTMLEvents.list(attributes))
        open.append(name)
        if open.count >= HTMLLimits.depth { startAnew() }
    }

    private func add(_ bytes: Bytes) {
        if resume == nil { text(bytes) }
    }

    private func close(_ name: String) {
        guard resume == nil, let index = open.lastIndex(of: name) else { return }
        while open.count > index { end(open.removeLast()) }
    }

    /// Closes all elements beyond the limit, and continues after the present tag. At every end tag, libxml2 searches
    /// all open elements.
    private func startAnew() {
        passed.insert(.depth)
        resume = xmlByteConsumed(context) - HTMLEvents.root.utf8.count
        xmlStopParser(context)
    }

    /// The name of an element around all others, which is never reported. Without it, libxml2 stops at the end of the
    /// first element.
    private static let rootName = "newsdigest-root"
    private static let root = "<\(rootName)>"

    private static let options = Int32(
        HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
            | HTML_PARSE_NONET.rawValue | HTML_PARSE_NOIMPLIED.rawValue | HTML_PARSE_IGNORE_ENC.rawValue)

    private static var handlers: xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = 1
        handler.startElement = { events, name, attributes in
            HTMLEvents.at(events).open(String(cString: name!), attributes)
        }
        handler.endElement = { events, name in HTMLEvents.at(events).close(String(cString: name!)) }
        handler.characters = { events, text, count in
            HTMLEvents.at(events).add(Bytes(start: text, count: Int(count)))
        }
        handler.ignorableWhitespace = handler.characters
        // The content of script and style.
        handler.cdataBlock = handler.characters
        return handler
    }

    private static func at(_ pointer: UnsafeMutableRawPointer?) -> HTMLEvents {
        Unmanaged<HTMLEvents>.fromOpaque(pointer!).takeUnretainedValue()
    }

    private static func list(_ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?) -> [HTMLAttribute] {
        guard var next = attributes else { return [] }
        var list: [HTMLAttribute] = []
        while let name = next[0] {
            list.append(HTMLAttribute(name: String(cString: name), value: next[1].map { String(cString: $0) } ?? ""))
            next += 2
        }
        return list
    }
}

/// libxml2, initialised once for all threads.
let libxml2: Void = xmlInitParser()

/// The elements of a web page or an outline in their order, as libxml2's HTML parser reports them. The parser never
/// stops at an error.
package enum MarkupEvent: Equatable {
    /// Names of elements and attributes are in lower case. If an attribute is repeated, the first one counts.
    case start(String, [String: String])
    case end(String)
    case text(String)

    /// Passes the events of a document one after the other, because all of them would need far more memory than the
    /// document. It must be valid UTF-8. Bytes beyond ``FeedLimits/markup`` are ignored.
    package static func read(_ document: UnsafeBufferPointer<UInt8>, _ handle: (MarkupEvent) -> Void) {
        withoutActuallyEscaping(handle) { handle in
            HTMLEvents(
                start: { name, attributes in
                    let pairs = attributes.map { ($0.name.lowercased(), $0.value) }
                    handle(.start(name.lowercased(), Dictionary(pairs, uniquingKeysWith: { first, _ in first })))
                },
                end: { handle(.end($0)) },
                text: { handle(.text(String(decoding: $0, as: UTF8.self))) }
            ).parse(Bytes(rebasing: document.prefix(FeedLimits.markup)))
        }
    }
}
