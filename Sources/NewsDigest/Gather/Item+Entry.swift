import FeedParser
import Foundation

extension Item {
    /// Nil for an entry that leads nowhere or says nothing.
    init?(_ entry: FeedParser.Entry, from source: FeedSource, feed: Feed, name: String, position: Int) {
        guard let url = entry.address(in: feed) else { return nil }
        let text = entry.summary?.plain ?? ""
        let summary = text.isEmpty ? entry.content?.plain ?? "" : text
        guard let title = entry.headline(or: summary) else { return nil }
        let html = (entry.content ?? entry.summary)?.safeHTML
        self.init(
            sourceID: source.id, source: name, guid: entry.id, url: url, title: title,
            summary: summary == title || summary == "Comments" ? "" : summary.shortened(to: Self.longestSummary),
            html: html.flatMap { $0.isEmpty ? nil : $0 }, author: entry.byline,
            image: entry.picture(in: html, base: url), published: entry.published ?? entry.updated,
            category: entry.categories.lazy.compactMap { source.section(of: $0) }.first ?? source.category,
            tags: entry.categories, language: source.language ?? entry.language ?? feed.language, position: position)
    }

    private static let longestSummary = 1000
}

extension FeedParser.Entry {
    /// Its page; failing that its permalink, its file, or a place of its own in the feed's page. That place begins
    /// with `#!`, which tells addresses apart where a plain fragment does not.
    fileprivate func address(in feed: Feed) -> String? {
        let base = feed.link ?? feed.selfLink
        let candidates = [originalLink, link, idIsPermalink ? id : nil, links.first?.href, enclosures.first?.url]
        if let address = candidates.lazy.compactMap({ WebAddress.absolute($0, base: base) }).first { return address }
        guard let page = WebAddress.absolute(base), let mark = id ?? title else { return nil }
        return page + "#!" + (mark.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
    }

    /// The title, or the beginning of the text.
    fileprivate func headline(or text: String) -> String? {
        let line = HTMLText.line(title.map(HTMLText.escape) ?? "")
        if !line.isEmpty { return line }
        let beginning = text.split(separator: "\n").first.map { String($0).shortened(to: 100) } ?? ""
        return beginning.isEmpty ? nil : beginning
    }

    fileprivate var byline: String? {
        let names = authors.compactMap(\.displayName).map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
        let text = names.filter { !$0.isEmpty }.joined(separator: ", ")
        return text.isEmpty ? nil : text
    }

    /// The entry's own picture, an enclosed one, or the first in its text.
    fileprivate func picture(in html: String?, base: String) -> String? {
        let enclosed = enclosures.first { $0.type?.lowercased().hasPrefix("image/") == true }?.url
        let shown = html.flatMap(Self.firstPicture)
        return [image, enclosed, shown].lazy.compactMap { WebAddress.absolute($0, base: base) }.first
    }

    /// The address of the first `img` of sanitised HTML, which writes attributes one way.
    private static func firstPicture(in html: String) -> String? {
        guard let tag = html.firstRange(of: "<img "), let end = html[tag.upperBound...].firstIndex(of: ">"),
            let source = html[tag.upperBound..<end].firstRange(of: "src=\"")
        else { return nil }
        return String(html[source.upperBound...].prefix { $0 != "\"" }).replacing("&amp;", with: "&")
    }
}

extension FeedSource {
    fileprivate func section(of category: String) -> String? {
        sections[category] ?? sections.first { $0.key.lowercased() == category.lowercased() }?.value
    }
}

extension String {
    /// Cut at the end of a word, with an ellipsis.
    func shortened(to length: Int) -> String {
        guard count > length else { return self }
        let head = prefix(length)
        let cut = head.lastIndex(where: \.isWhitespace) ?? head.endIndex
        return head[..<cut].trimmingCharacters(in: .whitespacesAndNewlines) + "…"
    }
}
