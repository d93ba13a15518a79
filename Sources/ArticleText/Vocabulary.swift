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
