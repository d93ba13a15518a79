import FeedParser

/// An element of a page, whose children can be changed.
final class PageElement {
    /// In lower case.
    var name: String
    let attributes: [String: String]
    var children: [PageNode] = []
    /// What was found out about the element with its children: ``PageElement/measure()`` writes it.
    var content = Content()
    /// Nil until the element, or something in it, counts as text of an article.
    var score: Double?
    /// Whether its text scores for the elements around it.
    var isParagraph = false
    /// Whether it is a table that shows data.
    var isDataTable = false
    /// Whether such a table is inside.
    var holdsDataTable = false

    init(_ name: String, _ attributes: [String: String] = [:], _ children: [PageNode] = []) {
        self.name = name
        self.attributes = attributes
        self.children = children
    }

    /// A copy with copies of all children, without what was found out about them.
    func copy() -> PageElement {
        PageElement(
            name, attributes,
            children.map { child in
                if case .element(let element) = child { .element(element.copy()) } else { child }
            })
    }
}

enum PageNode {
    case text(String)
    case element(PageElement)

    var element: PageElement? { if case .element(let element) = self { element } else { nil } }

    /// Whether it is a text without a visible character.
    var isSpace: Bool { if case .text(let text) = self { text.isBlank } else { false } }
}

extension PageElement {
    var elements: some Sequence<PageElement> { children.lazy.compactMap(\.element) }

    /// Class and id in lower case: authors name the parts of a page there.
    var label: String {
        let parts = [attributes["class"], attributes["id"]].compactMap { $0?.prefix(Self.longestLabel) }
        return parts.joined(separator: " ").lowercased()
    }

    /// In characters. Longer classes say nothing.
    private static let longestLabel = 500

    /// The text with single spaces.
    var text: String {
        var text = ""
        write(to: &text)
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private func write(to text: inout String) {
        for child in children {
            switch child {
            case .text(let more): text += more
            case .element(let element):
                if !element.isPhrasing { text += " " }
                element.write(to: &text)
                if !element.isPhrasing { text += " " }
            }
        }
    }

    /// The elements from this one down to `target`, without `target`; nil if it is not inside.
    func path(to target: PageElement) -> [PageElement]? {
        for child in elements {
            if child === target { return [self] }
            if let path = child.path(to: target) { return [self] + path }
        }
        return nil
    }

    /// Calls `body` with each element inside, the outer ones first.
    func visitAll(_ body: (PageElement) -> Void) {
        for child in elements {
            body(child)
            child.visitAll(body)
        }
    }

    /// Removes each element inside for which `isWanted` is false. The outer ones are asked first.
    func filter(_ isWanted: (PageElement) -> Bool) {
        children.removeAll { $0.element.map { !isWanted($0) } ?? false }
        for child in elements { child.filter(isWanted) }
    }
}

// MARK: - Kinds of elements

extension PageElement {
    /// Whether it stands in a line of text (HTML, section 3.2.5.2.5, "phrasing content").
    var isPhrasing: Bool {
        Self.phrasing.contains(name)
            || Self.transparent.contains(name) && children.allSatisfy { $0.element?.isPhrasing ?? true }
    }

    var isHeading: Bool { Self.headings.contains(name) }

    /// Whether one of the elements inside makes paragraphs of its own.
    var hasBlocks: Bool { elements.contains { Self.blocks.contains($0.name) || $0.hasBlocks } }

    static let headings: Set = ["h1", "h2", "h3", "h4", "h5", "h6"]

    private static let blocks: Set = ["blockquote", "dl", "div", "img", "ol", "p", "pre", "table", "ul"]
    private static let transparent: Set = ["a", "del", "ins"]
    private static let phrasing: Set = [
        "abbr", "audio", "b", "bdo", "br", "button", "cite", "code", "data", "datalist", "dfn", "em", "embed", "i",
        "img", "input", "kbd", "label", "mark", "math", "meter", "noscript", "object", "output", "progress", "q",
        "ruby", "samp", "script", "select", "small", "span", "strong", "sub", "sup", "textarea", "time", "var", "wbr",
    ]
}

extension StringProtocol {
    var isBlank: Bool { utf8.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) } || allSatisfy(\.isWhitespace) }
}
