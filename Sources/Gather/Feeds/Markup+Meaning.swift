import FeedParser
import Texts

/// A text as its source meant it, if the source declares the wrong kind of text. Its HTML is parsed once.
struct MeantText {
    /// Plain text; empty if it is HTML.
    private var text = ""
    private var html: ParsedHTML?
    private let base: String?

    /// HTML that was declared plain text is HTML. In HTML without a tag, an empty line begins a paragraph.
    /// - Parameter base: the base for relative addresses in the text.
    init(_ markup: Markup, base: String?) {
        self.base = base
        switch markup.kind {
        case .text where !markup.value.isWrittenInHTML: text = markup.value
        case .html where !markup.value.utf8.contains(UInt8(ascii: "<")):
            html = ParsedHTML(markup.value.withParagraphTags)
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

    /// The text with tags of HTML where a paragraph or a line ends. A line that is short for this text was not wrapped,
    /// so it is a line of its own if no small letter follows.
    fileprivate var withParagraphTags: String {
        let lines = utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Substring.init)
        let longest = lines.lazy.map(\.utf8.count).max() ?? 0
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
