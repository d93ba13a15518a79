import FeedParser
import Foundation
import Mustache

/// The format of a template's output. It decides how values are escaped.
enum TemplateKind: String, Sendable, CaseIterable {
    case html, markdown, text

    func escaped(_ value: String) -> String {
        switch self {
        case .html: HTMLText.escape(value)
        case .markdown: value.escapedForMarkdown
        case .text: value
        }
    }
}

/// One template file.
struct TemplateSource: Sendable, Equatable {
    /// The path of the file, for messages.
    var file: String
    var kind: TemplateKind
    /// The name by which other templates include it.
    var part: String
    var text: String
}

extension TemplateSource {
    /// Nil for a file whose name is not `PART.KIND.mustache`.
    init?(file: String, text: String) {
        let name = file.split(separator: "/").last ?? ""
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[0].isEmpty, parts[2] == "mustache",
            let kind = TemplateKind(rawValue: String(parts[1]))
        else { return nil }
        self.init(file: file, kind: kind, part: String(parts[0]), text: text)
    }
}

struct TemplateTag {
    /// `other` is a comment, a pragma, a change of delimiters, or the end of the file.
    enum Kind: Equatable { case variable, section, inverted, block, partial, parent, close, other }

    var kind: Kind
    var name: String
    /// The transforms, the outermost first, as in `reversed(sorted(names))`.
    var transforms: [String]
    var isEscaped: Bool
    /// The line, counted from 1.
    var line: Int
    /// The column in characters, counted from 1.
    var column: Int
    /// Where it stands in the text of its file.
    var range: Range<String.Index>
    /// The text after the tag before: its bytes and its line breaks.
    var textBefore = (bytes: 0, lines: 0)
    /// The columns before the tag, if nothing but space is there. Mustache writes them before each line of a partial.
    var indent = 0
}

extension TemplateSource {
    /// The tags in order, for a text that can be parsed (mustache(5)), and its end.
    var tags: [TemplateTag] {
        var tags: [TemplateTag] = []
        var (open, close) = ("{{", "}}")
        var (line, column) = (1, 1)
        var isBlank = true
        var position = text.startIndex
        var last = (end: position, line: line)
        func pass(upTo end: String.Index) {
            for character in text[position..<end] {
                column += 1
                isBlank = isBlank && character.isWhitespace
                if character.isNewline { (line, column, isBlank) = (line + 1, 1, true) }
            }
            position = end
        }
        func add(_ tag: TemplateTag) {
            var tag = tag
            tag.textBefore = (text.utf8.distance(from: last.end, to: position), line - last.line)
            if isBlank { tag.indent = column - 1 }
            tags.append(tag)
        }
        while position < text.endIndex {
            guard text[position...].hasPrefix(open) else {
                pass(upTo: text.index(after: position))
                continue
            }
            let start = text.index(position, offsetBy: open.count)
            guard let end = text[start...].firstRange(of: close) else { break }
            let content = text[start..<end.lowerBound]
            // The third brace of {{{name}}} belongs to the tag.
            let isTriple = content.hasPrefix("{") && text[end.upperBound...].hasPrefix("}")
            let range = position..<(isTriple ? text.index(after: end.upperBound) : end.upperBound)
            if content.hasPrefix("=") {
                let marks = content.dropFirst().dropLast().split(separator: " ")
                if marks.count == 2 { (open, close) = (String(marks[0]), String(marks[1])) }
            }
            add(TemplateTag(content, line: line, column: column, range: range))
            pass(upTo: range.upperBound)
            last = (position, line)
        }
        pass(upTo: text.endIndex)
        add(TemplateTag("!", line: line, column: column, range: position..<position))
        return tags
    }
}

extension TemplateTag {
    fileprivate init(_ content: Substring, line: Int, column: Int, range: Range<String.Index>) {
        let sigil = content.first
        switch sigil {
        case "!", "%", "=": kind = .other
        case "#": kind = .section
        case "^": kind = .inverted
        case "/": kind = .close
        case "$": kind = .block
        case ">": kind = .partial
        case "<": kind = .parent
        default: kind = .variable
        }
        let hasSigil = sigil.map { "#^/$><{&".contains($0) } ?? false
        let expression =
            kind == .other ? "" : (hasSigil ? content.dropFirst() : content).filter { !$0.isWhitespace && $0 != ")" }
        let calls = expression.split(separator: "(", omittingEmptySubsequences: false).map(String.init)
        name = content.contains("(") ? calls.last ?? "" : expression
        transforms = calls.dropLast()
        isEscaped = !["{", "&"].contains(content.first { !$0.isWhitespace })
        self.line = line
        self.column = column
        self.range = range
    }
}

/// A view as Mustache reads it, without reflection.
protocol TemplateNode: MustacheParent, Sendable {
    /// The names of its fields.
    var names: [String] { get }
}

/// How the values of views are made into nodes.
struct NodeStyle: Sendable {
    var locale: Locale
    /// Whether `also` has only copies.
    var copiesAlone = false

    func node(of value: (any Sendable)?) -> (any Sendable)? {
        switch value {
        case let text as String: LocalText(description: text, locale: locale)
        case let story as DigestView.StoryView: StoryNode(story, self)
        case let view as any TemplateView: self.view(view)
        case let views as [any TemplateView]: views.compactMap(node)
        default: value
        }
    }

    func view(_ view: any TemplateView) -> ViewNode { ViewNode(fields: view.fields.compactMapValues(node)) }
}

struct ViewNode: TemplateNode {
    fileprivate let fields: [String: any Sendable]

    var names: [String] { fields.keys.sorted() }

    func child(named name: String) -> Any? { fields[name] }
}

/// A story. Most of its fields are shared with other digests of the same look.
final class StoryNode: TemplateNode {
    private let view: DigestView.StoryView
    private let style: NodeStyle
    private let fields: [String: any Sendable]
    /// The digest, for a story that is rendered alone.
    private let digest: ViewNode?

    init(_ view: DigestView.StoryView, _ style: NodeStyle, of digest: ViewNode? = nil) {
        (self.view, self.style, self.digest) = (view, style, digest)
        fields = view.rendered.fields.value(for: style.copiesAlone) {
            var view = view
            if style.copiesAlone { view.also.removeAll { !$0.isSameArticle } }
            return view.fields.compactMapValues(style.node)
        }
    }

    var names: [String] { (fields.keys + ["article", "html"]).sorted() }

    func child(named name: String) -> Any? {
        switch name {
        // These differ among the digests with the story.
        case "number": view.number
        case "isLead": view.isLead
        case "share": style.node(of: view.share)
        case "hasShare": view.hasShare
        // Few templates show it, and it takes long.
        case "html": style.node(of: view.html)
        case "article": style.node(of: view.article)
        case StoryTemplate.mark: StoryTemplate.mark(ofStory: view.number)
        default: fields[name] ?? digest?.child(named: name)
        }
    }
}

/// A text whose upper case follows its language: a Turkish i keeps its dot. It has no fields.
private struct LocalText: MustacheTransformable, MustacheCustomRenderable, MustacheParent, Sendable {
    var description: String
    var locale: Locale

    var renderText: String { description }
    var isNull: Bool { false }

    func child(named name: String) -> Any? { nil }

    func transform(_ name: String) -> Any? {
        switch name {
        case "destination": LocalText(description: description.escapedForDestination, locale: locale)
        case "uppercased": LocalText(description: description.uppercased(with: locale), locale: locale)
        case "lowercased": LocalText(description: description.lowercased(with: locale), locale: locale)
        case "capitalized": LocalText(description: description.capitalized(with: locale), locale: locale)
        default: description.transform(name)
        }
    }
}
