import Addresses
import FeedParser
import Foundation
import Texts
import Values

/// What differs between the digests of readers who get the same stories in the same look.
///
/// A digest is rendered once with a placeholder for each such value (`SharedRendering`). For each reader, only the
/// placeholders are replaced.
enum PersonalField: Character, CaseIterable {
    case id = "a"
    case profile = "b"
    case name = "c"
    case unsubscribe = "d"
    case boundary = "e"
    case contentID = "f"
    case online = "g"

    /// The text that stands for the value. Every escaping leaves its letters and digits as they are.
    var placeholder: String { Self.prefix + String(rawValue) }

    /// The beginning of all placeholders. No text of others contains it, because it is chosen at random in each
    /// process.
    static let prefix = "zq\(String(UInt64.random(in: .min ... .max), radix: 36))zq"

    /// The names that templates have for these values.
    static let templateNames = ["id", "profile", "greeting", "unsubscribe", "online"]
}

/// The values of one reader for the placeholders.
struct PersonalValues: Sendable {
    private var values: [PersonalField: String] = [:]

    init(_ digest: Digest, _ header: MailHeader?) {
        let atom = MailField.atom(digest.id)
        values = [
            .id: digest.id, .profile: digest.profile.cleanLine, .name: digest.name?.cleanLine ?? "",
            .unsubscribe: header?.unsubscribeAddress ?? "", .boundary: String(atom.prefix(40)), .contentID: atom,
            .online: header?.onlineAddress(of: digest) ?? "",
        ]
    }

    subscript(field: PersonalField) -> String { values[field] ?? "" }

    /// A text without markup, with the values in place of its placeholders.
    func inserted(in text: String) -> String {
        guard text.contains(PersonalField.prefix) else { return text }
        return PersonalField.allCases.reduce(text) { $0.replacing(literal: $1.placeholder, with: self[$1]) }
    }
}

extension Digest {
    /// The digest with placeholders in place of what is the reader's own.
    var withPlaceholders: Digest {
        var digest = self
        digest.id = PersonalField.id.placeholder
        digest.profile = PersonalField.profile.placeholder
        if digest.name?.cleanLine.isEmpty == false { digest.name = PersonalField.name.placeholder }
        return digest
    }
}

extension MailHeader {
    /// The header with a placeholder in place of the address that is the recipient's own.
    var withPlaceholders: MailHeader {
        var header = self
        if unsubscribeAddress != nil { header.unsubscribe = PersonalField.unsubscribe.placeholder }
        return header
    }
}

/// A text with placeholders, as it is sent. The parts without a placeholder are encoded once and shared by all readers.
struct PlaceholderText: Sendable {
    /// How the values for the placeholders are escaped.
    enum Escape: Sendable { case html, markdown, json, none }

    /// How the text is sent in a mail (RFC 2045). Before base64, each line ends with CRLF (section 6.8).
    enum Encoding: Sendable { case none, quotedPrintable, base64 }

    private enum Token: Sendable {
        case text(String)
        case value(PersonalField)
    }

    private enum Segment: Sendable {
        case fixed(Range<Int>)
        /// A line with placeholders. The flag says whether a line end follows.
        case line([Token], isEnded: Bool)
    }

    private var segments: [Segment] = []
    private let escape: Escape
    private let isWrapped: Bool
    private let encoding: Encoding

    /// - Parameters:
    ///   - isWrapped: whether lines are broken at 78 columns.
    ///   - encoding: the pieces that are filled get base64 all together, later.
    ///   - shared: gets the finished bytes.
    init(
        _ page: Page, escape: Escape, isWrapped: Bool = false, encoding: Encoding = .none, into shared: inout Data
    ) {
        self.escape = escape
        self.isWrapped = isWrapped
        self.encoding = encoding
        for part in page.parts {
            switch part {
            case .text(let text): add(text, to: &shared)
            case .story(let story) where story.isPersonal: add(story.text, to: &shared)
            case .story(let story): add(finished: story.finished(in: encoding, finished), to: &shared)
            }
        }
    }

    func filled(with values: PersonalValues) -> [Composition.Piece] {
        segments.map { segment in
            switch segment {
            case .fixed(let range): .shared(range)
            case .line(let tokens, let isEnded):
                .own(finished(tokens.map { text(of: $0, values) }.joined() + (isEnded ? "\n" : "")))
            }
        }
    }

    private static let prefix = Array(PersonalField.prefix.utf8)
    private static let lineFeed = UInt8(ascii: "\n")
}

extension PlaceholderText {
    private mutating func add(_ text: String, to shared: inout Data) {
        var rest = Array(text.utf8)[...]
        while let found = rest.firstRange(of: Self.prefix) {
            let start = rest[..<found.lowerBound].lastIndex(of: Self.lineFeed).map { $0 + 1 } ?? rest.startIndex
            let end = rest[found.upperBound...].firstIndex(of: Self.lineFeed)
            add(fixed: rest[..<start], to: &shared)
            segments.append(.line(Self.tokens(of: rest[start..<(end ?? rest.endIndex)]), isEnded: end != nil))
            rest = rest[(end.map { $0 + 1 } ?? rest.endIndex)...]
        }
        add(fixed: rest, to: &shared)
    }

    private mutating func add(fixed bytes: ArraySlice<UInt8>, to shared: inout Data) {
        guard !bytes.isEmpty else { return }
        add(finished: finished(String(decoding: bytes, as: UTF8.self)), to: &shared)
    }

    /// Adjacent bytes are one segment.
    private mutating func add(finished bytes: Data, to shared: inout Data) {
        var start = shared.count
        shared.append(bytes)
        if case .fixed(let last) = segments.last, last.upperBound == start {
            start = last.lowerBound
            segments.removeLast()
        }
        segments.append(.fixed(start..<shared.count))
    }

    /// Whole lines as they are sent. Each line is finished by itself, so lines can be joined later.
    private func finished(_ text: String) -> Data {
        let wrapped = isWrapped ? text.wrapped(at: 78) : text
        return switch encoding {
        case .none: Data(wrapped.utf8)
        case .quotedPrintable: Data(QuotedPrintable.encoded(wrapped).utf8)
        case .base64: Data(wrapped.replacing(literal: "\n", with: "\r\n").utf8)
        }
    }

    private func text(of token: Token, _ values: PersonalValues) -> String {
        switch token {
        case .text(let text): text
        case .value(let field): escaped(values[field])
        }
    }

    private func escaped(_ value: String) -> String {
        switch escape {
        case .html: TemplateKind.html.escaped(value)
        case .markdown: TemplateKind.markdown.escaped(value)
        case .json: Self.jsonEscaped(value)
        case .none: value
        }
    }

    private static func jsonEscaped(_ value: String) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        // Encoding a string cannot fail.
        let quoted = (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return String(quoted.dropFirst().dropLast())
    }

    private static func tokens(of line: ArraySlice<UInt8>) -> [Token] {
        var tokens: [Token] = []
        var rest = line
        while let found = rest.firstRange(of: Self.prefix), found.upperBound < rest.endIndex {
            tokens.append(.text(String(decoding: rest[..<found.lowerBound], as: UTF8.self)))
            let letter = Character(Unicode.Scalar(rest[found.upperBound]))
            if let field = PersonalField(rawValue: letter) { tokens.append(.value(field)) }
            rest = rest[(found.upperBound + 1)...]
        }
        return tokens + [.text(String(decoding: rest, as: UTF8.self))]
    }
}

extension TemplateSet {
    /// Whether the templates print the values of a reader unchanged and escaped. Otherwise, the digest is rendered for
    /// each reader.
    static func showsValuesPlainly(_ source: TemplateSource) -> Bool {
        let names = PersonalField.templateNames + ["."]
        return !source.tags.contains { names.contains($0.name) && !($0.isEscaped && $0.transforms.isEmpty) }
    }
}
