import CLibXML2

/// A piece of HTML as a tree, as libxml2's HTML parser understands it. Elements that are never shown are left out
/// with all that is inside them.
///
/// Never fails: whatever is not HTML is text. What lies deeper than ``HTMLLimits/depth`` ends the tree.
struct HTMLTree {
    private(set) var nodes: [HTMLNode]

    init(parsing html: String) {
        let builder = HTMLTreeBuilder()
        var html = html
        html.withUTF8 { builder.parse($0) }
        nodes = builder.finished
    }
}

/// What a piece of HTML may cost.
enum HTMLLimits {
    /// Bytes; what follows is cut off.
    static let length = 4 << 20
    /// Open elements. libxml2 looks through them all at an end tag.
    static let depth = 256
    /// Attributes of one tag. libxml2 compares each with each.
    static let attributes = 256
}

enum HTMLNode {
    /// Valid UTF-8.
    case text([UInt8])
    case element(HTMLElement)
}

struct HTMLElement {
    var name: String
    var attributes: [HTMLAttribute]
    var children: [HTMLNode] = []
}

struct HTMLAttribute {
    var name: String
    var value: String
}

/// Collects what the parser reports.
private final class HTMLTreeBuilder {
    private var open: [HTMLElement] = [HTMLElement(name: "", attributes: [])]
    private var text: [UInt8] = []
    /// How many elements are open inside one that is left out, that one included.
    private var dropping = 0

    func parse(_ html: Bytes) {
        HTMLEvents(start: { self.start($0, $1) }, end: { _ in self.end() }, text: { self.add($0) })
            .parse(Bytes(rebasing: html.prefix(HTMLLimits.length)))
    }

    var finished: [HTMLNode] {
        while open.count > 1 { close() }
        flush()
        return open[0].children
    }

    private func start(_ name: String, _ attributes: [HTMLAttribute]) {
        if dropping > 0 || SafeHTML.dropped.contains(name) {
            dropping += 1
        } else {
            flush()
            open.append(HTMLElement(name: name, attributes: attributes))
        }
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

/// Pushes HTML through libxml2 and hands on what it reports, within ``HTMLLimits``.
final class HTMLEvents {
    private let start: (String, [HTMLAttribute]) -> Void
    private let end: (String) -> Void
    private let text: (Bytes) -> Void
    private var context: htmlParserCtxtPtr?
    private var depth = 0

    init(
        start: @escaping (String, [HTMLAttribute]) -> Void, end: @escaping (String) -> Void = { _ in },
        text: @escaping (Bytes) -> Void = { _ in }
    ) {
        self.start = start
        self.end = end
        self.text = text
    }

    /// `html` is valid UTF-8.
    func parse(_ html: Bytes) {
        guard let clean = HTMLEvents.cleaned(html) else { return parse(clean: html) }
        clean.withUnsafeBufferPointer { parse(clean: $0) }
    }

    private func parse(clean html: Bytes) {
        _ = libxml2
        guard !html.isEmpty else { return }
        var handler = HTMLEvents.handlers
        context = htmlCreatePushParserCtxt(
            &handler, Unmanaged.passUnretained(self).toOpaque(), nil, 0, nil, XML_CHAR_ENCODING_UTF8)
        htmlCtxtUseOptions(context, HTMLEvents.options)
        htmlParseChunk(context, HTMLEvents.root, Int32(HTMLEvents.root.utf8.count), 0)
        html.withMemoryRebound(to: CChar.self) { push($0) }
        htmlFreeParserCtxt(context)
        context = nil
    }

    /// In small pieces, as libxml2 waits for the end of a tag before it reads it: one with too many attributes is
    /// seen before it costs anything.
    private func push(_ html: UnsafeBufferPointer<CChar>) {
        var position = 0
        while position < html.count, context?.pointee.disableSAX == 0 {
            let count = min(HTMLEvents.chunk, html.count - position)
            let isLast = position + count == html.count
            htmlParseChunk(context, html.baseAddress! + position, Int32(count), isLast ? 1 : 0)
            position += count
            if !isLast, hasTooManyAttributes { xmlStopParser(context) }
        }
    }

    private var hasTooManyAttributes: Bool {
        guard let input = context?.pointee.input, let start = input.pointee.cur, let end = input.pointee.end else {
            return false
        }
        let pending = Bytes(start: start, count: end - start)
        return pending.count > HTMLEvents.chunk && pending[0] == 0x3C
            && pending.lazy.filter { $0.isSpace || $0 == 0x3D }.count > HTMLLimits.attributes * 2
    }

    private func open(_ name: String, _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?) {
        guard name != HTMLEvents.rootName else { return }
        depth += 1
        if depth > HTMLLimits.depth { xmlStopParser(context) }
        start(name, HTMLEvents.list(attributes))
    }

    private func close(_ name: String) {
        guard name != HTMLEvents.rootName else { return }
        depth -= 1
        end(name)
    }

    /// Past the end of a comment that was open at `start`.
    private static func commentEnd(_ html: Bytes, from start: Int) -> Int? {
        var position = start
        while position + 2 < html.count {
            if html[position] == 0x2D, html[position + 1] == 0x2D, html[position + 2] == 0x3E { return position + 3 }
            position += 1
        }
        return nil
    }

    /// The HTML without comments, which libxml2 looks for the end of again and again, and without the signs of CDATA
    /// sections, which mean nothing in HTML but stay behind in feeds that escape twice; and with numbers for the named
    /// characters that libxml2 does not know. Nil where there is nothing to change.
    private static func cleaned(_ html: Bytes) -> [UInt8]? {
        var result: [UInt8]?
        var copied = 0
        var position = 0
        /// False once there is known to be no end of a comment any more.
        var mayEnd = true
        while position + 2 < html.count {
            var end = position
            var replacement = ""
            if html[position] == 0x26 {
                if let (text, length) = numbers(for: html, at: position) {
                    (replacement, end) = (text, position + length)
                }
            } else if html[position] == 0x3C, html[position + 1] == 0x21 {
                let rest = html[position...]
                if rest.starts(with: "<!--".utf8) {
                    let close = mayEnd ? commentEnd(html, from: position + 4) : nil
                    mayEnd = close != nil
                    end = close ?? position + 4
                } else if rest.starts(with: "<![CDATA[".utf8) {
                    end = position + 9
                }
            } else if html[position] == 0x5D, html[position + 1] == 0x5D, html[position + 2] == 0x3E, result != nil {
                end = position + 3
            }
            guard end > position else {
                position += 1
                continue
            }
            if result == nil { result = [] }
            result?.append(contentsOf: html[copied..<position])
            result?.append(contentsOf: replacement.utf8)
            copied = end
            position = end
        }
        // libxml2 waits for the rest of the tag.
        if html.last == 0x3C {
            return (result ?? []) + html[copied..<(html.count - 1)] + Array("&lt;".utf8)
        }
        result?.append(contentsOf: html[copied...])
        return result
    }

    /// What to write for the named character at `position`, and the length of what it replaces. Nil where libxml2
    /// reads it right. A name without a semicolon counts only before what cannot be more of an address.
    private static func numbers(for html: Bytes, at position: Int) -> (String, Int)? {
        guard position + 1 < html.count, html[position + 1].isLetter else { return nil }
        let name = HTMLEntities.name(in: html, at: position)
        let next = name.endIndex < html.endIndex ? html[name.endIndex] : 0x20
        let characters = HTMLEntities.missing(String(decoding: name, as: UTF8.self), hasSemicolon: next == 0x3B)
        guard let characters, next != 0x3D, !next.isLetter else { return nil }
        let length = 1 + name.count + (next == 0x3B ? 1 : 0)
        return (characters.map { "&#\($0.value);" }.joined(), length)
    }

    private static let chunk = 1024

    /// Without one element around all others libxml2 ends at the end of the first. This one is never reported.
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
            HTMLEvents.at(events).text(Bytes(start: text, count: Int(count)))
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
