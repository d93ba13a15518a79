import FeedParser

/// A web page: the tree of its body, and what its head says about it.
struct Page {
    let body: PageElement
    /// The texts of the `title` element.
    let title: String
    /// The language of the root element, as written.
    let language: String?
    /// The address against which addresses of the page are resolved.
    let base: String
    /// The address to which the page leads a browser after a moment (HTML, section 4.2.5.3, "refresh"); nil if it stays.
    let next: String?
    let metadata: PageMetadata

    init(_ bytes: [UInt8], charset: String?, url: String) {
        let builder = PageBuilder(url: url)
        let linked = WebPage.withText(bytes, charset: charset) { text in
            builder.readLanguage(of: text)
            MarkupEvent.read(text, builder.handle)
            return LinkedData.articles(in: text)
        }
        body = builder.finished
        title = HTMLText.line(HTMLText.escape(builder.title))
        language = builder.language
        let base = builder.base ?? url
        self.base = base
        next = builder.refresh.flatMap(Self.target(ofRefresh:)).map { URIReference.resolve($0, against: base) }
        metadata = PageMetadata(values: builder.values, linked: linked, title: title)
    }
}

extension Page {
    /// The address in `3; url=/next`; nil if it comes later than in ten seconds, or if there is none.
    private static func target(ofRefresh content: String) -> String? {
        let parts = content.wholeMatch(of: /\s*([0-9.]+)\s*[;,]\s*url\s*=\s*["']?([^"']+?)["']?\s*/.ignoresCase())
        return parts.flatMap { (Double($0.1) ?? .infinity) <= 10 ? String($0.2) : nil }
    }
}

/// Builds the tree from the parser's events.
private final class PageBuilder {
    private enum Frame: Equatable { case element, transparent, dropped, title }

    private let url: String
    private var open = [PageElement("body")]
    private var frames: [Frame] = []
    private var text = ""
    private var elements = 0
    /// The number of open elements whose content is left out.
    private var dropping = 0
    private var hasTitle = false
    private(set) var title = ""
    private(set) var language: String?
    private(set) var base: String?
    /// The values of the `meta` elements by name, in lower case.
    private(set) var values: [String: String] = [:]
    /// The content of the first `meta` element that leads to another page.
    private(set) var refresh: String?

    init(url: String) {
        self.url = url
    }

    /// Reads the language of the root element. libxml2 does not report an `html` element inside another.
    func readLanguage(of page: UnsafeBufferPointer<UInt8>) {
        guard let start = page.position(of: "<html", from: 0),
            let end = page[start...].firstIndex(of: UInt8(ascii: ">"))
        else { return }
        let tag = Array("<i".utf8) + page[(start + 5)...end]
        tag.withUnsafeBufferPointer { tag in
            MarkupEvent.read(tag) { event in
                if case .start(_, let attributes) = event { language = attributes["lang"] ?? attributes["xml:lang"] }
            }
        }
    }

    func handle(_ event: MarkupEvent) {
        switch event {
        case .start(let name, let attributes): start(name, attributes)
        case .end: end()
        case .text(let more): add(more)
        }
    }

    var finished: PageElement {
        flush()
        Self.replaceLineBreaks(in: open[0])
        return open[0]
    }

    private func start(_ name: String, _ attributes: [String: String]) {
        let frame = frame(name, attributes)
        frames.append(frame)
        switch frame {
        case .dropped: dropping += 1
        case .element:
            flush()
            let element = PageElement(name == "font" ? "span" : name, attributes)
            open[open.count - 1].children.append(.element(element))
            open.append(element)
            elements += 1
        case .title, .transparent: break
        }
    }

    private func frame(_ name: String, _ attributes: [String: String]) -> Frame {
        if dropping > 0 || elements == Self.mostElements { return .dropped }
        // Of what browsers show only without scripts, a picture is kept: the one before it is loaded late.
        if open.last?.name == "noscript", name != "img" { return .transparent }
        switch name {
        case "html", "head", "body": return .transparent
        case "title" where !hasTitle: return .title
        case "meta":
            readMeta(attributes)
            return .dropped
        case "base":
            base = base ?? attributes["href"].map { URIReference.resolve($0, against: url) }
            return .dropped
        case "script", "style", "template", "svg", "title", "noframes", "xmp", "plaintext": return .dropped
        case "time" where attributes["itemprop"]?.lowercased() == "datepublished" || attributes["pubdate"] != nil:
            if let date = attributes["datetime"] { values["datepublished"] = values["datepublished"] ?? date }
            return .element
        default: return .element
        }
    }

    private func end() {
        switch frames.popLast() {
        case .dropped: dropping -= 1
        case .element:
            flush()
            open.removeLast()
        case .title: hasTitle = true
        case .transparent, nil: break
        }
    }

    private func add(_ more: String) {
        if dropping > 0 { return }
        if frames.last == .title { title += more } else if open.last?.name != "noscript" { text += more }
    }

    private func flush() {
        guard !text.isEmpty else { return }
        open[open.count - 1].children.append(.text(text))
        text = ""
    }

    /// RDFa uses `property`, Dublin Core and most others `name`, microdata `itemprop`.
    private func readMeta(_ attributes: [String: String]) {
        guard let content = attributes["content"], !content.isBlank, values.count < Self.mostValues else { return }
        if attributes["http-equiv"]?.lowercased() == "refresh" { refresh = refresh ?? content }
        let names = [attributes["property"], attributes["name"], attributes["itemprop"]]
        for name in names.compactMap(\.self).flatMap({ $0.split(separator: " ") }) {
            let key = name.lowercased().replacing(".", with: ":")
            if values[key] == nil { values[key] = content }
        }
    }

    private static let mostValues = 1000
    /// Ten times what long articles have. What follows is left out.
    private static let mostElements = 100_000
}

// MARK: - Line breaks

extension PageBuilder {
    /// Makes paragraphs of the lines that two or more `br` part.
    private static func replaceLineBreaks(in element: PageElement) {
        guard element.name != "pre" else { return }
        if element.elements.contains(where: { $0.name == "br" }) { replaceOwnLineBreaks(in: element) }
        for child in element.elements { replaceLineBreaks(in: child) }
    }

    private static func replaceOwnLineBreaks(in element: PageElement) {
        let children = element.children
        var result: [PageNode] = []
        var position = 0
        while position < children.count {
            let end = endOfBreaks(children, position)
            guard end > position else {
                result.append(children[position])
                position += 1
                continue
            }
            position = end
            var line: [PageNode] = []
            while position < children.count, children[position].element?.isPhrasing ?? true,
                endOfBreaks(children, position) == position
            {
                line.append(children[position])
                position += 1
            }
            while line.last?.isSpace ?? false { line.removeLast() }
            if !line.isEmpty { result.append(.element(PageElement("p", [:], line))) }
            if element.name == "p" { element.name = "div" }
        }
        element.children = result
    }

    /// Where two or more line breaks with only space between them end; `start` if there are none.
    private static func endOfBreaks(_ children: [PageNode], _ start: Int) -> Int {
        guard children[start].element?.name == "br" else { return start }
        var breaks = 0
        var position = start
        while position < children.count {
            if children[position].element?.name == "br" { breaks += 1 } else if !children[position].isSpace { break }
            position += 1
        }
        return breaks > 1 ? position : start
    }
}
