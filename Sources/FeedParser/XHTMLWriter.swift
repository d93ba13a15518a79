import Texts

extension HTMLText {
    /// HTML as well-formed XHTML in which each element stands where HTML allows it (HTML, section 4, "content model"), as
    /// e-books need it (EPUB 3.3, section 5.1.1). An element at any other place leaves only its content.
    ///
    /// - Parameters:
    ///   - html: the HTML, such as that of ``safe(_:base:)``.
    ///   - link: the address of a link; nil leaves only the link's content.
    ///   - picture: the address of a picture; nil leaves the picture out.
    package static func xhtml(
        _ html: String, link: (String) -> String?, picture: (String) -> String?
    ) -> String {
        withoutActuallyEscaping(link) { link in
            withoutActuallyEscaping(picture) { picture in
                var writer = XHTMLWriter(link: link, picture: picture)
                writer.write(HTMLTree(parsing: html).nodes, in: .flow)
                return String(decoding: writer.output, as: UTF8.self)
            }
        }
    }
}

private struct XHTMLWriter {
    /// What an element may contain.
    enum Content {
        /// Paragraphs, lists, tables, and all of `phrasing`.
        case flow
        /// What stands in a line of text.
        case phrasing
    }

    let link: (String) -> String?
    let picture: (String) -> String?
    var output: [UInt8] = []
    /// A link must not contain another.
    var isInLink = false

    mutating func write(_ nodes: [HTMLNode], in content: Content) {
        for node in nodes {
            switch node {
            case .text(let text): write(text)
            case .element(let element): write(element, in: content)
            }
        }
    }

    /// Characters that XML does not allow are left out (XML, section 2.2).
    private mutating func write(_ text: [UInt8]) {
        output.append(escapingHTML: String(decoding: text, as: UTF8.self).ofXML.utf8)
    }

    private mutating func write(_ element: HTMLElement, in content: Content) {
        let name = element.name
        switch name {
        case "br", "wbr": output += "<\(name)/>".utf8
        case "img": writePicture(element)
        case "a": writeLink(element, in: content)
        case "del", "ins": write(name, element, containing: content)
        case "strike": write("s", element, containing: .phrasing)
        // The reading stands after the word.
        case "rt": write("small", element, containing: .phrasing, between: ("(", ")"))
        case "rp": break
        case _ where Self.phrasing.contains(name): write(name, element, containing: .phrasing)
        case _ where content == .phrasing: writeContent(of: element)
        case "hr": output += "<hr/>".utf8
        case "blockquote", "div": write(name, element, containing: .flow)
        case "h1": write("h2", element, containing: .phrasing)
        case "p", "pre", "h2", "h3", "h4", "h5", "h6": write(name, element, containing: .phrasing)
        case "ol", "ul": writeList(element)
        case "dt": write("p", element, containing: .phrasing)
        case "dd": write("blockquote", element, containing: .flow)
        case "table": writeTable(element)
        case "figure": writeFigure(element)
        case "figcaption", "caption", "li", "td", "th", "tr": write("div", element, containing: .flow)
        default: write(element.children, in: .flow)
        }
    }

    /// The content of a block in a line of text, apart from the words around it.
    private mutating func writeContent(of block: HTMLElement) {
        output.append(0x20)
        write(block.children, in: .phrasing)
        output.append(0x20)
    }

    private mutating func write(
        _ name: String, _ element: HTMLElement, containing content: Content, between marks: (String, String) = ("", "")
    ) {
        open(name, element)
        output += marks.0.utf8
        write(element.children, in: content)
        output += "\(marks.1)</\(name)>".utf8
    }

    private mutating func open(_ name: String, _ element: HTMLElement, _ more: [(name: String, value: String)] = []) {
        output += "<\(name)".utf8
        write(more + attributes(of: element))
        output.append(0x3E)
    }

    private mutating func write(_ attributes: [(name: String, value: String)]) {
        for (name, value) in attributes {
            output += " \(name)=\"".utf8
            write(Array(value.utf8))
            output.append(0x22)
        }
    }

    private func attributes(of element: HTMLElement) -> [(name: String, value: String)] {
        element.attributes.flatMap { attribute -> [(name: String, value: String)] in
            switch attribute.name {
            case "dir": Self.directions.contains(attribute.value) ? [("dir", attribute.value)] : []
            case "lang":
                LanguageTag.isWellFormed(attribute.value)
                    ? [("lang", attribute.value), ("xml:lang", attribute.value)] : []
            default: []
            }
        }
    }

    private mutating func writePicture(_ element: HTMLElement) {
        guard let address = element["src"].flatMap(picture) else { return }
        output += "<img".utf8
        write([("src", address), ("alt", element["alt"] ?? "")])
        output += "/>".utf8
    }

    private mutating func writeLink(_ element: HTMLElement, in content: Content) {
        guard !isInLink, let address = element["href"].flatMap(link) else {
            return write(element.children, in: content)
        }
        isInLink = true
        open("a", element, [("href", address)])
        write(element.children, in: content)
        output += "</a>".utf8
        isInLink = false
    }

    private mutating func writeList(_ list: HTMLElement) {
        let start = list["start"].flatMap { UInt16($0) }.map { [(name: "start", value: String($0))] } ?? []
        open(list.name, list, list.name == "ol" ? start : [])
        for item in list.children.parts(of: ["li"]) { write("li", item, containing: .flow) }
        output += "</\(list.name)>".utf8
    }

    private mutating func writeTable(_ table: HTMLElement) {
        let rows = table.rows
        guard !rows.isEmpty else { return write(table.children, in: .flow) }
        open("table", table)
        for case .element(let caption) in table.children where caption.name == "caption" {
            write("caption", caption, containing: .phrasing)
            break
        }
        output += "<tbody>".utf8
        for row in rows {
            open("tr", row)
            for cell in row.children.parts(of: ["td", "th"]) { writeCell(cell) }
            output += "</tr>".utf8
        }
        output += "</tbody></table>".utf8
    }

    private mutating func writeCell(_ cell: HTMLElement) {
        let name = cell.name == "th" ? "th" : "td"
        let spans = ["colspan", "rowspan"].compactMap { attribute -> (name: String, value: String)? in
            guard let span = cell[attribute].flatMap({ UInt16($0) }), (1...Self.longestSpan).contains(span) else {
                return nil
            }
            return (attribute, String(span))
        }
        open(name, cell, spans)
        write(cell.children, in: name == "th" ? .phrasing : .flow)
        output += "</\(name)>".utf8
    }

    /// A figure has at most one caption, and nothing stands after it.
    private mutating func writeFigure(_ figure: HTMLElement) {
        let isCaption = { (node: HTMLNode) in
            if case .element(let child) = node { child.name == "figcaption" } else { false }
        }
        open("figure", figure)
        write(figure.children.filter { !isCaption($0) }, in: .flow)
        if let caption = figure.children.first(where: isCaption), case .element(let element) = caption {
            write("figcaption", element, containing: .flow)
        }
        output += "</figure>".utf8
    }

    private static let directions: Set = ["ltr", "rtl", "auto"]
    private static let longestSpan: UInt16 = 999
    /// Elements that stand in a line of text, and contain nothing else (HTML, section 3.2.5.2.5).
    private static let phrasing: Set = [
        "abbr", "b", "bdi", "cite", "code", "em", "i", "kbd", "mark", "q", "s", "samp", "small", "span", "strong",
        "sub", "sup", "u", "var",
    ]
}

extension HTMLElement {
    fileprivate subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

    /// The rows of a table, whatever part of it they stand in.
    fileprivate var rows: [HTMLElement] {
        children.flatMap { child -> [HTMLElement] in
            guard case .element(let element) = child else { return [] }
            switch element.name {
            case "tr": return [element]
            case "thead", "tbody", "tfoot": return element.rows
            default: return []
            }
        }
    }
}

extension [HTMLNode] {
    /// The children of a list or a row: elements with one of these names. Each other child becomes an element of the
    /// first name.
    fileprivate func parts(of names: [String]) -> [HTMLElement] {
        compactMap { child in
            switch child {
            case .element(let element) where names.contains(element.name): element
            case .text(let text) where text.allSatisfy(\.isSpace): nil
            default: HTMLElement(name: names[0], attributes: [], children: [child])
            }
        }
    }
}
