import Addresses
import FeedParser
import Foundation
import Languages
import Platform
import Settings
import Texts
import Values

/// The format in which `newsdigest show` prints an item.
package enum ItemFormat: String, Sendable, CaseIterable { case text, markdown, html, json }

/// One item in full: title, date, text, picture, link and the data of an event, in the profile's language. The text is
/// the article of its page, if newsdigest has it.
package struct ItemPage: Sendable {
    private let stored: StoredItem
    private let article: PageArticle?
    private let language: Language
    private let time: LocalTime
    private let now: Date

    package init(_ stored: StoredItem, article: PageArticle?, language: String, timeZone: String, now: Date) {
        self.stored = stored
        self.article = article
        self.language = Language(code: language)
        time = LocalTime(language: self.language, timeZone: timeZone, now: now)
        self.now = now
    }

    package func rendered(as format: ItemFormat) throws -> String {
        switch format {
        case .text: text
        case .markdown: markdown
        case .html: html
        case .json: try json
        }
    }

    /// What a terminal shows: the text at its width, in the pager if it is longer than the screen.
    /// - Returns: false if there is no pager, or it does not start: then the text is to be printed.
    package func isShown(on screen: Screen) -> Bool {
        let text = text(on: screen)
        let isLong = text.utf8.count { $0 == UInt8(ascii: "\n") } >= screen.height
        let page = ScreenPage(text: text, pager: isLong ? screen.pager : nil)
        return page.isShownByPager(ProcessInfo.processInfo.environment)
    }

    package func text(on screen: Screen) -> String { text.wrapped(at: screen.width) }

    private var item: Item { stored.item }
    private var title: String { stored.isTextRemoved ? StoredItem.removedText : item.title.cleanLine }
    private var link: String? { stored.shownURL.safeURL }
    private var picture: String? { item.image.flatMap { $0.safeURL } }
    private var paragraphs: [String] { (article?.text ?? item.fullText).cleanParagraphs }

    private var byline: String { bylineParts.joined(separator: " · ") }

    private var bylineParts: [String] {
        let day = item.published.map { date in
            item.isPublishedOnDay == true
                ? time.inUTC.format(date, \.full) : "\(time.format(date, \.full)), \(time.format(date, \.time))"
        }
        let author = item.byline(withPage: article)
        return [item.source.cleanLine, author, day].compactMap { $0?.nonEmpty }
    }

    var text: String {
        var blocks = [[title].filter { !$0.isEmpty }, [byline]]
        if let event = item.event { blocks.append(event.lines(time)) }
        blocks += paragraphs.map { [$0] }
        blocks.append([picture, link, stored.id].compactMap(\.self))
        return blocks.filter { !$0.isEmpty }.map { $0.map { $0 + "\n" }.joined() }.joined(separator: "\n")
    }

    private var markdown: String {
        let heading = title.escapedForMarkdown
        var blocks = [
            "# " + (link.map { "[\(heading)](<\($0.escapedForDestination)>)" } ?? heading), byline.escapedForMarkdown,
        ]
        blocks += item.event?.lines(time).map(\.escapedForMarkdown) ?? []
        blocks += paragraphs.map(\.escapedForMarkdown)
        return blocks.map { $0 + "\n" }.joined(separator: "\n")
    }

    /// A page that loads nothing and prints well.
    private var html: String {
        let base = article?.url ?? link
        let markup = (article?.html ?? item.html).map {
            HTMLText.safe($0, base: base, headingsFrom: 2).withoutControls
        }
        let body = markup ?? paragraphs.map { "<p>\(HTMLText.escape($0))</p>" }.joined(separator: "\n")
        let event = item.event.map { "<p>" + $0.lines(time).map(HTMLText.escape).joined(separator: "<br>") + "</p>\n" }
        let address = link.map(HTMLText.escape)
        let footer = address.map { "<p class=\"meta\"><a href=\"\($0)\">\($0)</a></p>" } ?? ""
        let byline = bylineParts.map { "<bdi>\(HTMLText.escape($0))</bdi>" }.joined(separator: " · ")
        let said = [article?.language, item.language].lazy.compactMap { $0.flatMap(LanguageTag.forHTML) }.first
        let direction = (paragraphs.joined(separator: " ").nonEmpty ?? title).direction(in: said)
        return PageFrame(language: said ?? language.code, title: title, style: Self.style).html(
            header: "<p class=\"meta\">\(byline)</p>",
            content: "\(event ?? "")<article dir=\"\(direction)\">\n\(body)\n</article>\n\(footer)")
    }

    private static let style = """
        article img { max-width: 100%; height: auto; }
        article pre, article table { overflow-x: auto; }
        article table { display: block; max-width: 100%; overflow-wrap: break-word; font-size: 15px; border-collapse: collapse; }
        article td, article th { border: 1px solid var(--line); padding: 4px 8px; text-align: start; }
        blockquote { margin-inline: 0; padding-inline-start: 16px; border-inline-start: 3px solid var(--line); }
        a { color: inherit; text-decoration-color: var(--quiet); }
        @media print {
        main { max-width: none; padding: 0; }
        article a[href^="http"]::after { content: " (" attr(href) ")"; font-size: 12px; }
        h1, h2, h3, figure, table { break-inside: avoid; break-after: auto; }
        }
        """

    private struct Fields: Encodable {
        var id, title, url, source: String
        var author, image, published, html: String?
        var text: String
        /// Whether the text is that of the item's page.
        var isFullText: Bool
        var event: EventJSON?
    }

    private var json: String {
        get throws {
            let fields = Fields(
                id: stored.id, title: title, url: link ?? "", source: item.source.cleanLine,
                author: item.byline(withPage: article), image: picture,
                published: item.published?.formatted(.iso8601),
                html: (article?.html ?? item.html).map {
                    HTMLText.safe($0, base: article?.url ?? link).withoutControls
                },
                text: paragraphs.joined(separator: "\n\n"), isFullText: article != nil,
                event: item.event.map { EventJSON($0, at: now) })
            return try JSONEncoder.indentedText(of: fields)
        }
    }
}

/// A stored item as programs get it.
package struct FoundItem: Encodable, Sendable {
    package var id, title, url, source: String
    package var published: Date?
    package var summary: String?
    private var event: EventJSON?

    package init(_ stored: StoredItem, at now: Date) {
        let item = stored.item
        (id, title, source) = (stored.id, item.title.cleanLine, item.source.cleanLine)
        url = stored.shownURL.safeURL ?? ""
        published = item.published
        summary = item.summary.cleanText.nonEmpty
        event = item.event.map { EventJSON($0, at: now) }
    }
}
