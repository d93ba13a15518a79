import FeedParser
import Foundation

/// An article that was taken out of its web page.
///
/// The page is read as browsers read it, with any error in it. Nothing is loaded, and no clock is read.
public struct Article: Sendable, Equatable {
    /// The title without the name of the site. Empty if the page has none.
    public var title: String
    /// The authors as the page names them.
    public var byline: String?
    /// When the page says that it was published.
    public var published: Date?
    /// The language as a tag (BCP 47), as the page gives it.
    public var language: String?
    /// The absolute address of the picture that leads the article.
    public var image: String?
    /// The article with only those elements, attributes and schemes that cannot do harm (``HTMLText/safe(_:base:)``).
    /// All addresses are absolute.
    public var html: String
    /// The article as plain text. Paragraphs are separated by an empty line.
    public var text: String

    /// The number of characters of ``text``.
    public var length: Int { text.unicodeScalars.count }

    /// Finds the article of a page. Nil if the page has no text that could be one.
    ///
    /// - Parameters:
    ///   - page: the page as it was received, decompressed, in any encoding.
    ///   - url: the address of the page.
    ///   - charset: the `charset` of its `Content-Type`.
    public init?(page: [UInt8], url: String, charset: String? = nil) {
        let page = Page(page, charset: charset, url: url)
        let written = PageTitle.article(page.title, in: page.body)
        let title = page.metadata.title.flatMap { PageTitle.isForeign($0, to: page) ? nil : $0 } ?? written
        guard let found = Self.find(in: page, title: title) else { return nil }
        self.title = title
        byline = page.metadata.byline ?? found.byline
        published = page.metadata.published.flatMap { FeedDate.reading($0)?.date }
        language = (page.language ?? page.metadata.language)?.replacing("_", with: "-")
        html = HTMLText.safe(found.element.html, base: page.base)
        text = HTMLText.plain(html)
        image = page.metadata.image.map { URIReference.resolve($0, against: page.base) }
    }

    /// The absolute address to which a page leads browsers by itself within ten seconds, instead of showing an article;
    /// nil if it does not (HTML, section 4.2.5.3, "refresh"). The parameters are those of ``init(page:url:charset:)``.
    public static func next(page: [UInt8], url: String, charset: String? = nil) -> String? {
        Page(page, charset: charset, url: url).next
    }

    /// Tries again with fewer steps while too little is found, and takes the longest in the end.
    private static func find(in page: Page, title: String) -> (element: PageElement, byline: String?)? {
        var best: (element: PageElement, byline: String?, length: Int)?
        for steps: ArticleSearch.Steps in [.all, [.weighClasses, .dropConditionally], .dropConditionally, []] {
            var search = ArticleSearch(steps: steps, title: title, knowsAuthor: page.metadata.byline != nil)
            let element = search.article(in: page.body.copy())
            Clutter(search: search).remove(from: element)
            element.measure()
            guard element.content.mayBeArticle else { continue }
            let length = element.content.length
            if length >= Self.enough { return (element, search.byline) }
            if length > best?.length ?? 0 { best = (element, search.byline, length) }
        }
        return best.map { ($0.element, $0.byline) }
    }

    /// In characters. An article that is shorter may have lost a part.
    private static let enough = 500
}

extension PageElement {
    /// The children as HTML.
    fileprivate var html: String {
        var html = ""
        writeChildren(to: &html)
        return html
    }

    private func writeChildren(to html: inout String) {
        for child in children {
            switch child {
            case .text(let text): html += HTMLText.escape(text)
            case .element(let element): element.write(to: &html)
            }
        }
    }

    private func write(to html: inout String) {
        html += "<\(name)"
        // In an order of their own, so that the same page gives the same bytes.
        for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
            html += " \(name)=\"\(HTMLText.escape(value))\""
        }
        html += ">"
        guard !Self.void.contains(name) else { return }
        writeChildren(to: &html)
        html += "</\(name)>"
    }

    private static let void: Set = [
        "area", "br", "col", "embed", "hr", "img", "input", "link", "param", "source", "track", "wbr",
    ]
}
