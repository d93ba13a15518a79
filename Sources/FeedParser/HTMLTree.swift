import CLibXML2

/// A piece of HTML as a tree, as libxml2's HTML parser understands it.
struct HTMLTree {
    private(set) var nodes: [HTMLNode] = []

    /// Never fails: whatever is not HTML is text.
    init(parsing html: String) {
        _ = libxml2
        let builder = HTMLTreeBuilder()
        var html = html
        html.withUTF8 { bytes in
            guard SafeHTML.isWithinLimits(bytes) else { return builder.add(text: Bytes(rebasing: bytes.prefix(0))) }
            var handler = xmlSAXHandler()
            handler.initialized = 1
            handler.startElement = { context, name, attributes in
                guard let context, let name else { return }
                Unmanaged<HTMLTreeBuilder>.fromOpaque(context).takeUnretainedValue().start(name, attributes)
            }
            handler.endElement = { context, name in
                guard let context, let name else { return }
                Unmanaged<HTMLTreeBuilder>.fromOpaque(context).takeUnretainedValue().end(String(cString: name))
            }
            handler.characters = { context, text, count in
                guard let context else { return }
                Unmanaged<HTMLTreeBuilder>.fromOpaque(context).takeUnretainedValue()
                    .add(text: Bytes(start: text, count: Int(count)))
            }
            handler.ignorableWhitespace = handler.characters
            handler.cdataBlock = handler.characters
            bytes.withMemoryRebound(to: CChar.self) { characters in
                let context = htmlCreatePushParserCtxt(
                    &handler, Unmanaged.passUnretained(builder).toOpaque(), nil, 0, nil, XML_CHAR_ENCODING_UTF8)
                htmlCtxtUseOptions(
                    context,
                    Int32(
                        HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
                            | HTML_PARSE_NONET.rawValue | HTML_PARSE_NOIMPLIED.rawValue | HTML_PARSE_IGNORE_ENC.rawValue
                            | HTML_PARSE_COMPACT.rawValue))
                htmlParseChunk(context, characters.baseAddress, Int32(characters.count), 1)
                htmlFreeParserCtxt(context)
            }
        }
        nodes = builder.finished
    }
}

enum HTMLNode {
    case text(String)
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

/// Collects what the parser reports; elements that are never shown are left out with all that is inside them.
private final class HTMLTreeBuilder {
    private var open: [HTMLElement] = [HTMLElement(name: "", attributes: [])]
    private var dropping = 0
    /// Elements beyond the depth that is kept: their text stands in the deepest one that is.
    private var tooDeep = 0

    func start(_ name: UnsafePointer<xmlChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?) {
        let name = String(cString: name)
        if dropping > 0 || SafeHTML.dropped.contains(name) {
            dropping += 1
        } else if open.count > HTMLTreeBuilder.depth {
            tooDeep += 1
        } else {
            open.append(HTMLElement(name: name, attributes: list(attributes)))
        }
    }

    func end(_ name: String) {
        if dropping > 0 {
            dropping -= 1
        } else if tooDeep > 0 {
            tooDeep -= 1
        } else if open.count > 1 {
            close()
        }
    }

    func add(text: Bytes) {
        guard dropping == 0, !text.isEmpty else { return }
        let value = String(decoding: text, as: UTF8.self)
        let last = open.count - 1
        if case .text(let previous)? = open[last].children.last {
            open[last].children[open[last].children.count - 1] = .text(previous + value)
        } else {
            open[last].children.append(.text(value))
        }
    }

    var finished: [HTMLNode] {
        while open.count > 1 { close() }
        return open[0].children
    }

    private static let depth = 200

    private func close() {
        let element = open.removeLast()
        open[open.count - 1].children.append(.element(element))
    }

    private func list(_ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?) -> [HTMLAttribute] {
        guard var next = attributes else { return [] }
        var list: [HTMLAttribute] = []
        while let name = next[0] {
            list.append(HTMLAttribute(name: String(cString: name), value: next[1].map { String(cString: $0) } ?? ""))
            next += 2
        }
        return list
    }
}

extension SafeHTML {
    /// libxml2 compares each attribute of a tag with each.
    static func isWithinLimits(_ html: Bytes) -> Bool {
        var equals = 0
        for byte in html {
            if byte == 0x3C { equals = 0 } else if byte == 0x3D { equals += 1 }
            if equals > FeedLimits.attributes { return false }
        }
        return true
    }
}

/// libxml2, initialised once for all threads.
let libxml2: Void = xmlInitParser()
