/// Leaves out of an article what does not belong to it: forms, buttons to share, boxes of links, tables for layout.
struct Clutter {
    let search: ArticleSearch

    func remove(from article: PageElement) {
        article.measure()
        removeConditionally(["form", "fieldset"], from: article)
        article.filter { element in
            switch element.name {
            case "object", "embed", "iframe": element.isVideo
            case "footer", "link", "aside", "input", "textarea", "select", "button", "label": false
            case "h1", "h2": search.weight(of: element) >= 0
            default: element.content.length >= Self.longestSharing || !Vocabulary(of: element).shares
            }
        }
        article.measure()
        markDataTables(article)
        removeConditionally(["table"], from: article)
        removeConditionally(["ul"], from: article)
        removeConditionally(["div"], from: article)
        article.visitAll { if $0.name == "h1" { $0.name = "h2" } }
    }

    /// In characters. A part that is longer contains more than buttons.
    private static let longestSharing = 500
}

// MARK: - Parts that look like no article

extension Clutter {
    private func removeConditionally(_ names: Set<String>, from article: PageElement) {
        guard search.steps.contains(.dropConditionally) else { return }
        removeConditionally(names, from: article, around: [], isInDataTable: false)
    }

    /// The inner elements are judged first, and count no longer for the outer ones when they are gone.
    /// - Parameter around: the names of the nearest elements around `parent`.
    private func removeConditionally(
        _ names: Set<String>, from parent: PageElement, around: ArraySlice<String>, isInDataTable: Bool
    ) {
        let near = (around + [parent.name]).suffix(4)
        let isInDataTable = isInDataTable || parent.isDataTable
        parent.children.removeAll { child in
            guard let element = child.element else { return false }
            removeConditionally(names, from: element, around: near, isInDataTable: isInDataTable)
            guard names.contains(element.name), !isInDataTable, !element.isDataTable else { return false }
            guard !near.contains("code"), !element.holdsDataTable else { return false }
            return isClutter(element, isInFigure: near.contains("figure"))
        }
        parent.count()
    }

    private func isClutter(_ element: PageElement, isInFigure: Bool) -> Bool {
        let weight = search.weight(of: element)
        guard weight >= 0 else { return true }
        let content = element.content
        guard content.commas < 10, !content.hasVideo else { return false }
        if content.length < 30, Self.notices.contains(element.text.lowercased()) { return true }
        let isList =
            element.name == "ul" || element.name == "ol"
            || content.length > 0 && Double(content.inLists) / Double(content.length) > 0.9
        let hasFewParagraphs = Double(content.paragraphs) / Double(max(content.pictures, 1)) < 0.5
        let isShort =
            content.headingDensity < 0.9 && content.length < 25 && (content.pictures == 0 || content.pictures > 2)
            && content.linkDensity > 0
        let isRemoved =
            !isInFigure && content.pictures > 1 && hasFewParagraphs
            || !isList && content.items - 100 > content.paragraphs
            || content.inputs > content.paragraphs / 3
            || !isList && !isInFigure && isShort
            || !isList && weight < 25 && content.linkDensity > 0.2
            || weight >= 25 && content.linkDensity > 0.5
            || content.embeds == 1 && content.length < 75 || content.embeds > 1
            || content.pictures == 0 && content.inBlocks == 0
        return isRemoved && !(isList && element.isGallery)
    }

    /// Texts that stand alone where an advertisement or a late part of the page comes.
    private static let notices: Set = [
        "ad", "ads", "advertisement", "advertising", "advertising rates", "anzeige", "annonce", "anuncio", "loading",
        "loading...", "loading…", "pub", "publicidad", "publicité", "reklama", "реклама", "werbung", "загрузка", "广告",
    ]
}

extension PageElement {
    /// Whether it is a list in which each item is one picture, or one without items, which stands for an indented text.
    fileprivate var isGallery: Bool {
        content.items == content.pictures
            && elements.allSatisfy { child in child.elements.prefix(2).count(where: { _ in true }) < 2 }
    }
}

// MARK: - Tables

extension Clutter {
    /// Tells tables of data from tables that only place things on the page.
    private func markDataTables(_ article: PageElement) {
        article.visitAll { if $0.name == "table" { $0.isDataTable = $0.looksLikeData } }
        article.markHoldersOfData()
    }
}

extension PageElement {
    fileprivate var looksLikeData: Bool {
        if attributes["role"] == "presentation" || attributes["datatable"] == "0" { return false }
        if attributes["summary"].map({ !$0.isEmpty }) ?? false { return true }
        var hasCaption = false
        var hasParts = false
        var hasTable = false
        var rows = 0
        var columns = 0
        visitAll { element in
            switch element.name {
            case "caption": hasCaption = hasCaption || !element.children.isEmpty
            case "col", "colgroup", "tfoot", "thead", "th": hasParts = true
            case "table": hasTable = true
            case "tr":
                rows += element.span("rowspan")
                columns = max(columns, element.elements.reduce(0) { $0 + $1.span("colspan") })
            default: break
            }
        }
        if hasCaption || hasParts { return true }
        guard !hasTable, rows > 1, columns > 1 else { return false }
        return rows >= 10 || columns > 4 || rows * columns > 10
    }

    private func span(_ name: String) -> Int { min(max(attributes[name].flatMap { Int($0) } ?? 1, 1), 1000) }

    /// Marks the elements that hold a table of data. True if this one does.
    @discardableResult
    fileprivate func markHoldersOfData() -> Bool {
        holdsDataTable = elements.reduce(false) { $1.markHoldersOfData() || $0 }
        return holdsDataTable || isDataTable
    }
}

/// What the words in class and id say about a part of a page. Authors of pages choose them freely, so these are the words
/// that many pages have in common.
struct Vocabulary {
    /// Class and id in lower case.
    private let label: [UInt8]

    init(of element: PageElement) {
        label = Array(element.label.utf8)
    }

    /// Whether the part is probably not the article.
    var isUnlikely: Bool { Self.unlikely.occur(in: label) && !Self.possible.occur(in: label) }

    /// Whether it may name the author.
    var namesAuthor: Bool { Self.author.occur(in: label) }

    /// Whether it holds buttons to share the page.
    var shares: Bool {
        Self.sharing.occur(in: label)
            && label.split { !$0.isLetterOrDigit }.contains {
                $0.elementsEqual("share".utf8) || $0.elementsEqual("sharedaddy".utf8)
            }
    }

    /// 25 for a class or an id with a word of an article, -25 for one with a word of what surrounds it; their sum.
    static func weight(of element: PageElement) -> Double {
        ["class", "id"].reduce(0) { sum, name in
            guard let label = element.attributes[name]?.lowercased().utf8, !label.isEmpty else { return sum }
            let bytes = Array(label)
            let isHidden = bytes.split(separator: UInt8(ascii: " ")).contains { $0.elementsEqual("hid".utf8) }
            let minus: Double = isHidden || negative.occur(in: bytes) ? -25 : 0
            return sum + minus + (positive.occur(in: bytes) ? 25 : 0)
        }
    }

    private static let unlikely = Words([
        "-ad-", "ad-break", "agegate", "ai2html", "banner", "breadcrumbs", "combx", "comment", "community",
        "cover-wrap", "disqus", "extra", "footer", "gdpr", "header", "legends", "menu", "pager", "pagination", "popup",
        "related", "remark", "replies", "rss", "shoutbox", "sidebar", "skyscraper", "social", "sponsor",
        "supplemental", "yom-remote",
    ])
    private static let possible = Words(["and", "article", "body", "column", "content", "main", "mathjax", "shadow"])
    private static let positive = Words([
        "article", "blog", "body", "content", "entry", "h-entry", "hentry", "main", "page", "pagination", "post",
        "story", "text",
    ])
    private static let negative = Words([
        "-ad-", "banner", "com-", "combx", "comment", "contact", "footer", "gdpr", "hidden", "masthead", "media",
        "meta", "outbrain", "promo", "related", "scroll", "share", "shopping", "shoutbox", "sidebar", "skyscraper",
        "sponsor", "tags", "widget",
    ])
    private static let sharing = Words(["share"])
    private static let author = Words(["author", "byline", "dateline", "p-author", "writtenby"])
}

/// Words that are looked for at any place of a text, also inside of other words.
private struct Words {
    /// The words that begin with each byte.
    private var byFirst: [[[UInt8]]] = Array(repeating: [], count: 256)

    init(_ words: [String]) {
        for word in words.map({ Array($0.utf8) }) { byFirst[Int(word[0])].append(word) }
    }

    func occur(in text: [UInt8]) -> Bool {
        text.indices.contains { start in byFirst[Int(text[start])].contains { text[start...].starts(with: $0) } }
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
            || self >= 0x80
    }
}
