import Texts

/// The search for the element of a page that holds its article: paragraphs give points to the elements around them, by
/// their length and their commas, and links take points away.
struct ArticleSearch {
    struct Steps: OptionSet {
        let rawValue: Int
        /// Leave out what the vocabulary calls unlikely.
        static let dropUnlikely = Steps(rawValue: 1)
        /// Let the words of classes change scores.
        static let weighClasses = Steps(rawValue: 2)
        /// Leave out lists, tables and parts that look like no article.
        static let dropConditionally = Steps(rawValue: 4)
        static let all: Steps = [.dropUnlikely, .weighClasses, .dropConditionally]
    }

    let steps: Steps
    /// The title, to find the heading that repeats it.
    let title: String
    /// Whether the author is known, so that a line that names one is text.
    let knowsAuthor: Bool
    /// The line with the author that was left out.
    private(set) var byline: String?
    private var hasByline = false
    private var hasTitle = false
    private var scored: [PageElement] = []

    init(steps: Steps, title: String, knowsAuthor: Bool) {
        self.steps = steps
        self.title = title
        self.knowsAuthor = knowsAuthor
    }

    /// The article of a page, which is changed: an element with the parts that belong together.
    mutating func article(in page: PageElement) -> PageElement {
        page.measure()
        strip(page, around: [])
        page.measure()
        addScores(page, around: [])
        for element in scored {
            element.score = element.score.map { $0 * (1 - element.content.linkDensity) }
        }
        return joined(in: page)
    }

    func weight(of element: PageElement) -> Double {
        steps.contains(.weighClasses) ? Vocabulary.weight(of: element) : 0
    }
}

// MARK: - What is left out at once

extension ArticleSearch {
    /// Leaves out what is surely no article, and marks the paragraphs.
    /// - Parameter around: the names of the elements around `parent`, the innermost last.
    private mutating func strip(_ parent: PageElement, around: [String]) {
        let around = around + [parent.name]
        var kept: [PageNode] = []
        kept.reserveCapacity(parent.children.count)
        for child in parent.children {
            guard case .element(let element) = child else {
                kept.append(child)
                continue
            }
            guard !isStripped(element, around: around) else { continue }
            let paragraph = element.name == "div" ? Self.withParagraphs(element) : element
            if Self.paragraphs.contains(paragraph.name) { paragraph.isParagraph = true }
            strip(paragraph, around: around)
            kept.append(.element(paragraph))
        }
        parent.children = kept
    }

    private mutating func isStripped(_ element: PageElement, around: [String]) -> Bool {
        let vocabulary = Vocabulary(of: element)
        if element.isHidden || element.isDialog { return true }
        if !knowsAuthor, !hasByline, element.mayNameAuthor(vocabulary) {
            hasByline = true
            byline = element.author
            return true
        }
        if !hasTitle, element.name == "h1" || element.name == "h2", element.content.length < Self.longestTitle,
            element.text.isLike(title)
        {
            hasTitle = true
            return true
        }
        if steps.contains(.dropUnlikely) {
            let isInTable = around.suffix(4).contains { $0 == "table" || $0 == "code" }
            if !isInTable, element.name != "a", vocabulary.isUnlikely { return true }
            if let role = element.attributes["role"], Self.unlikelyRoles.contains(role) { return true }
        }
        return Self.mayBeEmpty.contains(element.name) && element.isEmpty
    }

    /// The division with its lines of text as paragraphs; a paragraph if the division is nothing else.
    private static func withParagraphs(_ division: PageElement) -> PageElement {
        wrapLines(in: division)
        let children = division.children.filter { !$0.isSpace }
        if children.count == 1, let only = children[0].element, only.name == "p", only.content.linkDensity < 0.25 {
            return only
        }
        if !division.hasBlocks { division.name = "p" }
        return division
    }

    /// Puts each run of text and phrasing elements into a paragraph of its own.
    private static func wrapLines(in division: PageElement) {
        var children: [PageNode] = []
        var line: [PageNode] = []
        func endLine() {
            while line.last.map({ $0.isSpace || $0.element?.name == "br" }) ?? false { line.removeLast() }
            guard !line.isEmpty else { return }
            let paragraph = PageElement("p", [:], line)
            paragraph.count()
            children.append(.element(paragraph))
            line = []
        }
        for child in division.children {
            if child.element?.isPhrasing ?? true {
                if !line.isEmpty || !child.isSpace { line.append(child) }
            } else {
                endLine()
                children.append(child)
            }
        }
        endLine()
        division.children = children
    }

    /// In characters.
    private static let longestTitle = 1000
    private static let paragraphs: Set = ["section", "h2", "h3", "h4", "h5", "h6", "p", "td", "pre"]
    private static let mayBeEmpty: Set = ["div", "section", "header", "h1", "h2", "h3", "h4", "h5", "h6"]
    private static let unlikelyRoles: Set = [
        "menu", "menubar", "complementary", "navigation", "alert", "alertdialog", "dialog",
    ]
}

extension PageElement {
    fileprivate var isHidden: Bool {
        if attributes["hidden"] != nil { return true }
        if attributes["aria-hidden"] == "true", attributes["class"]?.contains("fallback-image") != true { return true }
        guard let style = attributes["style"]?.lowercased().filter({ !$0.isWhitespace }) else { return false }
        return style.contains("display:none") || style.contains("visibility:hidden")
    }

    fileprivate var isDialog: Bool { attributes["aria-modal"] == "true" && attributes["role"] == "dialog" }

    /// Whether it has neither text nor anything but line breaks.
    var isEmpty: Bool { content.length == 0 && elements.allSatisfy { $0.name == "br" || $0.name == "hr" } }

    fileprivate func mayNameAuthor(_ vocabulary: Vocabulary) -> Bool {
        let isAuthor =
            attributes["rel"] == "author" || attributes["itemprop"]?.contains("author") == true
            || vocabulary.namesAuthor
        return isAuthor && (1..<100).contains(content.length)
    }

    /// The name inside that microdata marks, or the whole text without the date at its end. Nil for an address, and for
    /// what names nobody: `Last updated: 7 May`, or a button to follow the author.
    fileprivate var author: String? {
        var name: PageElement?
        visitAll { if name == nil, $0.attributes["itemprop"]?.contains("name") == true { name = $0 } }
        let words = (name ?? self).text.split(whereSeparator: \.isWhitespace)
        var kept = words.prefix { !($0.first { $0.isLetter || $0.isNumber }?.isNumber ?? false) }
        if kept.count < words.count {
            while let last = kept.last, Self.isBeforeDay(last) { kept.removeLast() }
        }
        let start = kept.prefix(2).map { $0.lowercased().filter(\.isLetter) }
        guard let first = kept.first, !first.hasPrefix("http://"), !first.hasPrefix("https://"),
            !Self.labels.contains(start[0]), !Self.labels.contains(start.joined(separator: " "))
        else { return nil }
        return kept.joined(separator: " ")
    }

    /// Whether a word is the month, a small word as `on`, or a sign between a name and the day that follows.
    private static func isBeforeDay(_ word: Substring) -> Bool {
        let letters = word.filter(\.isLetter)
        return letters.first?.isLowercase ?? true || MonthNames.month(letters) != nil
    }

    private static let labels: Set = ["updated", "last updated", "last modified", "published", "posted", "follow"]
}

// MARK: - Scores

extension ArticleSearch {
    /// - Parameter around: the elements around `element`, the innermost last.
    private mutating func addScores(_ element: PageElement, around: [PageElement]) {
        if element.isParagraph, element.content.length >= 25 {
            let points = 2 + Double(element.content.commas) + Double(min(element.content.length / 100, 3))
            for (level, outer) in around.suffix(5).reversed().enumerated() {
                if outer.score == nil {
                    outer.score = initialScore(outer)
                    scored.append(outer)
                }
                outer.score! += points / (level == 0 ? 1 : level == 1 ? 2 : Double(level) * 3)
            }
        }
        let around = around + [element]
        for child in element.elements { addScores(child, around: around) }
    }

    private func initialScore(_ element: PageElement) -> Double {
        let points: Double =
            switch element.name {
            case "div": 5
            case "pre", "td", "blockquote": 3
            case "address", "ol", "ul", "dl", "dd", "dt", "li", "form": -3
            case "h1", "h2", "h3", "h4", "h5", "h6", "th": -5
            default: 0
            }
        return points + weight(of: element)
    }

    /// The best elements, the best first.
    private var best: [PageElement] {
        var best: [PageElement] = []
        for element in scored {
            let place = best.firstIndex { $0.score! < element.score! } ?? best.count
            guard place < Self.mostKept else { continue }
            best.insert(element, at: place)
            if best.count > Self.mostKept { best.removeLast() }
        }
        return best
    }

    private static let mostKept = 5
}

// MARK: - The article

extension ArticleSearch {
    private func joined(in page: PageElement) -> PageElement {
        let best = best
        guard let first = best.first, first !== page, let path = page.path(to: first) else {
            return PageElement("div", [:], page.children)
        }
        var (top, around) = widened(first, around: path, best, in: page)
        climb(&top, &around)
        while let parent = around.last, parent !== page, parent.elements.count(where: { _ in true }) == 1 {
            top = parent
            around.removeLast()
        }
        return withSiblings(of: top, in: around.last ?? page)
    }

    /// The innermost element around at least four elements that are about as good as the first: an article in
    /// several parts.
    private func widened(
        _ top: PageElement, around: [PageElement], _ best: [PageElement], in page: PageElement
    ) -> (PageElement, around: [PageElement]) {
        let others = best.dropFirst().filter { $0.score! >= 0.75 * top.score! }
            .compactMap { page.path(to: $0).map { Set($0.map(ObjectIdentifier.init)) } }
        guard others.count >= 3 else { return (top, around) }
        for index in around.indices.dropFirst().reversed()
        where others.count(where: { $0.contains(ObjectIdentifier(around[index])) }) >= 3 {
            return (around[index], Array(around[..<index]))
        }
        return (top, around)
    }

    /// Goes to an element around that scores more: its other parts have text, too.
    private func climb(_ top: inout PageElement, _ around: inout [PageElement]) {
        var last = top.score ?? initialScore(top)
        if top.score == nil { top.score = last }
        let threshold = last / 3
        for index in around.indices.dropFirst().reversed() {
            guard let score = around[index].score else { continue }
            if score < threshold { return }
            if score > last {
                top = around[index]
                around = Array(around[..<index])
                return
            }
            last = score
        }
    }

    /// The element with those of its siblings that look like parts of the same article.
    private func withSiblings(of top: PageElement, in parent: PageElement) -> PageElement {
        let score = top.score ?? 0
        let threshold = max(10, score * 0.2)
        let article = PageElement("div")
        for sibling in parent.elements {
            let isOfClass = sibling.attributes["class"].map { !$0.isEmpty && $0 == top.attributes["class"] } ?? false
            let points = sibling.score.map { $0 + (isOfClass ? score * 0.2 : 0) }
            guard sibling === top || points.map({ $0 >= threshold }) ?? false || sibling.isProse else { continue }
            if !Self.parts.contains(sibling.name) { sibling.name = "div" }
            article.children.append(.element(sibling))
        }
        return article
    }

    private static let parts: Set = ["div", "article", "section", "p", "ol", "ul"]
}

extension PageElement {
    /// Whether it is a paragraph of sentences rather than of links.
    fileprivate var isProse: Bool {
        guard name == "p" else { return false }
        if content.length > 80 { return content.linkDensity < 0.25 }
        guard content.length > 0, content.linked == 0 else { return false }
        let text = text
        return text.hasSuffix(".") || text.contains(". ")
    }
}
