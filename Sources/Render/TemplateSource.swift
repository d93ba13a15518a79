import FeedParser

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

    init(file: String, kind: TemplateKind, part: String, text: String) {
        self.file = file
        self.kind = kind
        self.part = part
        self.text = text
    }

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

/// One tag of a template, and its position.
struct TemplateTag {
    /// `other` is a comment, a pragma, a change of delimiters, or the end of the file.
    enum Kind: Equatable { case variable, section, inverted, block, partial, parent, close, other }

    var kind: Kind
    var name: String
    /// The transforms, the outermost first, as in `reversed(sorted(names))`.
    var transforms: [String]
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
        self.line = line
        self.column = column
        self.range = range
    }
}
