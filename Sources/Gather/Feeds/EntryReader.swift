import Addresses
import Cleaning
import FeedParser
import Foundation
import Texts
import Values

/// Makes items of the entries of a feed.
struct EntryReader {
    private let source: FeedSource
    private let feed: Feed
    private let own: OwnAddresses
    private let name: String
    /// The limits that the texts of the entries exceeded.
    private(set) var passed: Set<HTMLLimit> = []
    /// The text of the whole article by the position of its item, if the item's summary may be only a part of it.
    private(set) var articles: [Int: String] = [:]

    /// - Parameters:
    ///   - url: the address that answered, if it is not the configured one.
    ///   - name: the name of the source in its items.
    init(_ source: FeedSource, _ feed: Feed, at url: String? = nil, name: String) {
        (self.source, self.feed, self.name) = (source, feed, name)
        own = OwnAddresses(source, feed, at: url)
    }

    /// Nil for an entry without an address, and for an entry with neither a title nor a text.
    mutating func item(_ entry: FeedParser.Entry, at position: Int) -> Item? {
        guard let url = entry.address(on: own) else { return nil }
        let (excerpt, content) = (entry.summary?.asMeant(on: own), entry.content?.asMeant(on: own))
        let text = Self.excerpt(excerpt, of: content)
        let summary = entry.subtitle.flatMap { Self.subtitle($0, of: text) } ?? text
        guard let title = entry.headline(or: summary)?.bounded(Bounds.title) else { return nil }
        let (tags, date) = (Bounds.tags(entry.categories).map(own.shownText), entry.date)
        let html = (content ?? excerpt)?.safeHTML(passed: &passed)
        var item = Item(
            sourceID: source.id, source: name, guid: entry.id, url: url, title: own.shownText(title),
            summary: own.shownText(summary.isEmpty ? html.flatMap(Self.textOfPicture) ?? "" : summary),
            html: html?.nonEmpty.map(own.shownHTML),
            author: feed.byline(of: entry).map(own.shownText),
            image: entry.picture(in: html, base: url).map(own.shown), published: date?.time,
            isPublishedOnDay: date?.hasNoHour == true ? true : nil,
            category: source.section(ofTags: tags), tags: tags, language: entry.language ?? feed.language,
            position: position)
        item.comments = entry.commentsPage(unlike: url, in: html, on: own)
        item.audio = entry.recording("audio/", on: own)
        item.video = entry.recording("video/", on: own)
        if let publisher = entry.publisher(at: url, listedBy: own.page) {
            item.note(publisher: own.shownText(publisher), of: entry.source?.url ?? url)
        }
        if item.summary.mayBeCut {
            articles[position] = (content ?? excerpt).map { own.shownText($0.plainForReading) }
        }
        return item
    }

    /// The items without the pictures of their texts that three or more of them have, such as buttons, and without a
    /// picture that most of them have. The next one of the text takes its place. Episodes keep the picture of their show.
    func withoutRepeatedPictures(_ items: [Item]) -> [Item] {
        let pictures = items.map { $0.html.map { FeedParser.Entry.pictures(in: $0).map(own.shown) } ?? [] }
        var counts: [String: Int] = [:]
        for (item, pictures) in zip(items, pictures) {
            for picture in Set(pictures + [item.image].compactMap(\.self)) { counts[picture, default: 0] += 1 }
        }
        return zip(items, pictures).map { item, pictures in
            let least = pictures.contains { $0 == item.image } ? 3 : max(3, items.count / 2 + 1)
            guard item.audio == nil, let image = item.image, counts[image] ?? 0 >= least else { return item }
            var item = item
            item.image = pictures.first { counts[$0] ?? 0 < 3 }
            return item
        }
    }

    /// The `title` of the picture in sanitised HTML without words, as a comic has it. Nil if it is shorter than a
    /// sentence.
    private static func textOfPicture(in html: String) -> String? {
        let title = html[...].firstImage?.value(of: "title").map(HTMLText.line)
        return title.flatMap { $0[...].spaced.count > 4 ? $0.bounded(Bounds.excerpt) : nil }
    }

    /// The excerpt of an entry as text, or the beginning of its content.
    private static func excerpt(_ excerpt: MeantText?, of content: MeantText?) -> String {
        let text = excerpt?.plainForReading ?? ""
        guard let content, text.isEmpty || text.mayHaveTouchingSentences else { return text.bounded(Bounds.excerpt) }
        let full = content.plainForReading
        return (text.isEmpty ? full : text.withoutReferences.spaced(as: full) ?? text).bounded(Bounds.excerpt)
    }
}

extension EntryReader {
    /// The subtitle of an episode, if it is a whole text that tells more than its text: the text is only a list, or begins
    /// with the same paragraphs, and credits follow. Nil if it does not.
    fileprivate static func subtitle(_ subtitle: Markup, of text: String) -> String? {
        let words = subtitle.plain.split(whereSeparator: \.isWhitespace)
        guard let end = words.last, end.last.map({ ".!?。！？".contains($0) }) == true, !end.hasSuffix("..") else {
            return nil
        }
        let lines = text.split(separator: "\n")
        func firstWord(_ line: Substring) -> Substring { line.drop(while: \.isWhitespace).prefix { !$0.isWhitespace } }
        let isList = lines.first.map(firstWord) == "-" && lines.count { firstWord($0) != "-" } * 4 <= lines.count
        var rest = words[...]
        let first = lines.prefix { line in
            let line = line.split(whereSeparator: \.isWhitespace)
            let isSame = !rest.isEmpty && rest.starts(with: line)
            if isSame { rest = rest.dropFirst(line.count) }
            return isSame
        }
        let isBeginning = words.count >= 8 && rest.isEmpty && first.count < lines.count
        return isList && words.count >= 3 || isBeginning ? words.joined(separator: " ").bounded(Bounds.excerpt) : nil
    }
}

extension String {
    /// Whether it has a sign that it was cut, or no mark at its end.
    fileprivate var mayBeCut: Bool {
        unicodeScalars.last?.properties.isAlphabetic == true || self[...].firstRange(ofLiteral: "…") != nil
            || self[...].firstRange(ofLiteral: "...") != nil
    }
}

extension FeedParser.Entry {
    /// The address of the entry's page, else its permalink, its file, its id if that is a page of the site, or the feed's
    /// page with an added fragment. That fragment begins with `#!`, because only such fragments make addresses different.
    fileprivate func address(on own: OwnAddresses) -> String? {
        let candidates = [originalLink, link, idIsPermalink ? id : nil, links.first?.href, enclosures.first?.url]
        if let address = candidates.lazy.compactMap({ WebAddress.absolute($0, base: own.page) }).first {
            return own.shown(address)
        }
        if let address = pageNamedByID(on: own.page) { return own.shown(address) }
        let tooLong = [originalLink, link].lazy.compactMap(\.self).first { $0.utf8.count > Bounds.address }
        guard let page = WebAddress.absolute(own.page), let mark = id ?? tooLong ?? title else { return nil }
        // The id of an entry may be the feed's address with its key.
        let identity = mark.withoutSecrets == mark ? Bounds.identity(mark) : Identity.id(of: mark)
        let fragment = identity.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
        return page + "#!" + (fragment ?? "")
    }

    /// An id that is the address of another page of the feed's site. An id is only a name (RFC 4287, section 4.2.6), but
    /// one of the web is usually made of the page's address.
    private func pageNamedByID(on page: String) -> String? {
        guard let id, id.utf8.count <= Bounds.address, !id.contains("#"), id.withoutSecrets == id,
            let named = CanonicalURL(id), let own = CanonicalURL(page), named.host == own.host, named.key != own.key,
            !named.isBareHost
        else { return nil }
        return WebAddress.absolute(id)
    }

    /// The title, or the beginning of the text.
    fileprivate func headline(or text: String) -> String? {
        if let title, title.unicodeScalars.contains(where: { !$0.isInvisible && $0 != " " }) { return title }
        return text.split(separator: "\n").first.flatMap { String($0).headline(upTo: 100).nonEmpty }
    }

    /// The page with the comments, or the place for them on the entry's page. Reddit has a link `[comments]` in the text,
    /// which is often the entry's own address.
    fileprivate func commentsPage(unlike url: String, in html: String?, on own: OwnAddresses) -> String? {
        if let page = own.shownAbsolute(comments) { return page == url ? nil : page }
        return html.flatMap(Self.linkToComments).flatMap(own.shownAbsolute)
    }

    /// The address of the link `[comments]` in sanitised HTML.
    private static func linkToComments(in html: String) -> String? {
        guard let text = html[...].firstRange(ofLiteral: ">[comments]</a>") else { return nil }
        let tag = html[..<text.lowerBound]
        guard let start = tag.lastRange(ofLiteral: "<a ") else { return nil }
        return tag[start.lowerBound...].value(of: "href")?.replacing(literal: "&amp;", with: "&")
    }

    /// The first file of a kind such as `audio/`.
    fileprivate func recording(_ kind: String, on own: OwnAddresses) -> Item.Recording? {
        guard let file = (enclosures + media).first(where: { $0.isOfKind(kind) }),
            let url = own.shownAbsolute(file.url)
        else { return nil }
        let type = file.type.flatMap { $0.isEmpty || $0.utf8.count > Bounds.name ? nil : $0.lowercased() }
        return Item.Recording(url: url, type: type, seconds: file.seconds.flatMap { $0 > 0 ? $0 : nil })
    }

    /// The entry's own picture, an enclosed one, or the first in its text. A small one stands in for all others.
    fileprivate func picture(in html: String?, base: String) -> String? {
        let enclosed = enclosures.first(where: \.isPicture)?.url
        let shown = html.flatMap { Self.pictures(in: $0, most: 1).first }
        let pictures = hasSmallImage ? [enclosed, shown, image] : [image, enclosed, shown]
        return pictures.lazy.compactMap(\.self)
            .filter { !HTMLText.isPlaceholder($0) && !Self.isDecoration($0) }
            .compactMap { WebAddress.absolute($0, base: base) }.first
    }

    /// Whether it is a smiley, the picture of a person, a badge or an icon.
    private static func isDecoration(_ address: String) -> Bool {
        decorations.contains { address[...].firstRange(ofLiteral: $0) != nil }
    }

    /// The addresses of the `img` that are neither icons nor decoration in sanitised HTML, where attributes have only one
    /// form.
    fileprivate static func pictures(in html: String, most: Int = .max) -> [String] {
        var (pictures, rest): ([String], Substring) = ([], html[...])
        while pictures.count < most, let image = rest.firstImage {
            let width = image.value(of: "width").flatMap { Int($0) }.map(PictureWidth.init)
            if width?.isIcon != true, let address = image.value(of: "src")?.replacing(literal: "&amp;", with: "&"),
                !isDecoration(address)
            {
                pictures.append(address)
            }
            rest = rest[image.endIndex...]
        }
        return pictures
    }

    /// The folders in which blogs and forums have the pictures of smileys, and parts of the addresses of the others.
    private static let decorations = [
        "/smilies/", "/smileys/", "/emoji/", "gravatar.com/avatar/", "img.shields.io/", "/favicon", "/badge.svg",
    ]
}

extension Substring {
    /// The first `img`, without its last mark, in sanitised HTML, where tags have only one form.
    fileprivate var firstImage: Substring? {
        firstRange(ofLiteral: "<img ").map { tag in
            Substring(self[tag.lowerBound...].utf8.prefix { $0 != UInt8(ascii: ">") })
        }
    }

    /// The value of an attribute as it is written in a tag.
    fileprivate func value(of attribute: String) -> String? {
        guard let start = firstRange(ofLiteral: " \(attribute)=\"") else { return nil }
        return String(Substring(self[start.upperBound...].utf8.prefix { $0 != UInt8(ascii: "\"") }))
    }
}

extension Markup {
    /// The text as its source meant it, whose addresses do not contain the feed's secrets.
    fileprivate func asMeant(on own: OwnAddresses) -> MeantText { MeantText(self, base: base.map(own.shownBase)) }
}

extension FeedParser.Entry {
    /// The time when it was published, or else the time when it was changed.
    var date: (time: Date, hasNoHour: Bool)? {
        Bounds.published(published).map { ($0, publishedHasNoHour) }
            ?? Bounds.published(updated).map { ($0, updatedHasNoHour) }
    }
}

extension Feed {
    fileprivate func byline(of entry: FeedParser.Entry) -> String? {
        let names = authors(of: entry).prefix(50).compactMap(\.displayName)
        let text = names.indices.filter { !names[$0].isEmpty && !names[..<$0].contains(names[$0]) }
            .map { names[$0] }.joined(separator: ", ")
        return text.nonEmpty
    }
}

extension FeedSource {
    /// An item of this feed with the settings of one profile. Several profiles may use one feed, which is fetched and
    /// stored once. Each profile may have its own name, section and language for it.
    /// - Parameter title: the feed's own title.
    package func applied(to item: Item, title: String?) -> Item {
        var item = named(item, title: title)
        item.category = section(ofTags: item.tags)
        item.language = language ?? item.language
        return item
    }

    fileprivate func section(ofTags tags: [String]) -> String {
        sections.sections(of: tags).first ?? category
    }
}

/// A text as its source meant it, if the source declares the wrong kind of text. Its HTML is parsed once.
private struct MeantText {
    /// Plain text; empty if it is HTML.
    private var text = ""
    private var html: ParsedHTML?
    private let base: String?

    /// HTML that was declared plain text is HTML. In HTML without a tag for a line, an empty line begins a paragraph.
    /// - Parameter base: the base for relative addresses in the text.
    init(_ markup: Markup, base: String?) {
        self.base = base
        switch markup.kind {
        case .text where !markup.value.isWrittenInHTML: text = markup.value
        case .html where markup.value.hasOnlyTagsInsideLines: html = ParsedHTML(markup.value.withParagraphTags)
        case .text, .html: html = ParsedHTML(markup.value)
        }
    }

    /// The text of the article without the addresses of links in Markdown. HTML that was escaped twice is HTML.
    var plainForReading: String {
        guard let article = html?.article else { return text.withoutWrapping.withoutMarkdown }
        return (article.isWrittenInHTML ? HTMLText.article(article) : article).withoutMarkdown
    }

    /// HTML that is safe to show.
    /// - Parameter passed: receives the limits that the text exceeded.
    func safeHTML(passed: inout Set<HTMLLimit>) -> String {
        html?.safe(base: base, passed: &passed) ?? HTMLText.escape(text)
    }
}

extension String {
    /// Whether it begins with an element, or has a link or a line break of HTML. Other tags may be the subject of a
    /// text.
    fileprivate var isWrittenInHTML: Bool {
        guard utf8.contains(UInt8(ascii: "<")) else { return false }
        let start = Substring(utf8.drop { $0 <= 0x20 })
        return Self.blocks.contains { start.hasPrefix($0) } && start.firstRange(ofLiteral: "</") != nil
            || start.firstRange(ofLiteral: "<a ") != nil && start.firstRange(ofLiteral: " href=\"") != nil
                && start.firstRange(ofLiteral: "</a>") != nil
            || start.firstRange(ofLiteral: "<br />") != nil
    }

    private static let blocks = [
        "<p>", "<p ", "<div>", "<div ", "<ul>", "<figure", "<a href", "<span", "<strong>", "<img ", "<h1>", "<h2>",
        "<h3>",
    ]

    /// The text with one line a paragraph, if its lines were wrapped: most lines that follow another one begin with a
    /// small letter. An empty line and the dash of a list begin a paragraph.
    fileprivate var withoutWrapping: String {
        guard utf8.contains(UInt8(ascii: "\n")) else { return self }
        let lines = utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Substring.init)
        let firsts = lines.map { line in line.unicodeScalars.first { !$0.properties.isWhitespace } }
        let breaks = firsts.indices.dropFirst().filter { firsts[$0 - 1] != nil && firsts[$0] != nil }
        let inside = breaks.count { firsts[$0]!.properties.isLowercase }
        guard inside >= 3, inside * 2 > breaks.count else { return self }
        return lines.indices.reduce(into: "") { text, index in
            let isJoined =
                index > 0 && firsts[index - 1] != nil
                && firsts[index].map { !"-•*".unicodeScalars.contains($0) } == true
            text += (index == 0 ? "" : isJoined ? " " : "\n") + lines[index]
        }
    }

    /// The text without the addresses of links and without the signs of strong words.
    fileprivate var withoutMarkdown: String {
        let text = withoutMarkdownLinks
        let parts = text[...].split(atLiteral: "**")
        let isStrong =
            parts.count > 2 && parts.count % 2 == 1
            && parts.indices.allSatisfy { $0 % 2 == 0 || parts[$0].first.map { $0 != "*" && !$0.isWhitespace } == true }
        return isStrong ? parts.joined() : text
    }

    /// `the [harbour](https://a.example/)` as `the harbour`; pictures are removed.
    fileprivate var withoutMarkdownLinks: String {
        let parts = self[...].split(atLiteral: "](http")
        guard parts.count > 1 else { return self }
        var (text, label) = ("", parts[0])
        for part in parts.dropFirst() {
            let opening = label.utf8.lastIndex(of: UInt8(ascii: "["))
            let closing = part.utf8.firstIndex(of: UInt8(ascii: ")"))
            if let opening, let closing {
                let isPicture = label[..<opening].utf8.last == UInt8(ascii: "!")
                text += isPicture ? label[..<opening].dropLast() : label[..<opening]
                if !isPicture { text += label[label.index(after: opening)...] }
                label = part[part.index(after: closing)...]
            } else {
                text += label + "](http"
                label = part
            }
        }
        return text + label
    }

    /// Whether each tag, if it has any, only marks words of a line, as `<a>` and `<b>` do.
    fileprivate var hasOnlyTagsInsideLines: Bool {
        var rest = Substring(self).utf8
        while let tag = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[rest.index(after: tag)...]
            let name = Substring(rest.prefix(8).drop { $0 == UInt8(ascii: "/") }.prefix { $0.isLetterOrDigit })
            guard Self.tagsInsideLines.contains(name.lowercased()) else { return false }
        }
        return true
    }

    private static let tagsInsideLines: Set<String> = ["a", "b", "code", "em", "i", "img", "span", "strong", "u"]

    /// The text with tags of HTML where a paragraph or a line ends. A line that is short for this text was not wrapped,
    /// so it is a line of its own if no small letter follows. With tags, nobody sees how long a line is.
    fileprivate var withParagraphTags: String {
        let lines = utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Substring.init)
        let longest = utf8.contains(UInt8(ascii: "<")) ? 0 : lines.lazy.map(\.utf8.count).max() ?? 0
        return lines.enumerated().map { index, line in
            if line.utf8.allSatisfy({ $0 <= 0x20 }) { return "<p>" }
            let isShort = line.utf8.count * 2 < longest
            let isLine = isShort && index + 1 < lines.count && lines[index + 1].beginsLine
            return String(line) + (isLine ? "<br>" : "")
        }.joined(separator: "\n")
    }
}

extension Substring {
    /// Whether the first sign is a capital letter, a digit or an emoji.
    fileprivate var beginsLine: Bool {
        guard let first = unicodeScalars.first(where: { $0 != " " }) else { return false }
        return first.properties.isUppercase || first.properties.numericType != nil
            || first.properties.isEmojiPresentation
    }
}

extension String {
    /// This text with the spaces and paragraphs of a longer text that begins with the same characters. Nil if the
    /// longer text begins with others. A source may join the paragraphs of its excerpt: `It rained.The harbour`.
    fileprivate func spaced(as longer: String) -> String? {
        let isCut = beforeCutSign != nil
        var own = (beforeCutSign ?? self[...]).unicodeScalars.lazy.filter { !$0.properties.isWhitespace }.makeIterator()
        var next = own.next()
        for index in longer.unicodeScalars.indices where !longer.unicodeScalars[index].properties.isWhitespace {
            guard let scalar = next else { return String(longer[..<index]) + (isCut ? "…" : "") }
            guard scalar == longer.unicodeScalars[index] else { return nil }
            next = own.next()
        }
        return next == nil ? longer : nil
    }
}
