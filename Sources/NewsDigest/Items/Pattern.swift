import Foundation
import Texts

/// What a filter looks for: words in any of their forms, or a regular expression.
///
/// `open source` finds these words next to each other in any form and any case. It treats `ё` as `е`. `crypto*` finds
/// words that begin with these letters. `/a|b/` is a regular expression (ICU) that ignores case. Each of these may
/// follow a field: `title:`, `text:`, `author:`, `source:`, `category:`, `url:`.
struct Pattern: Sendable, Hashable, CustomStringConvertible {
    enum Field: String, Sendable, CaseIterable { case title, text, author, source, category, url }

    /// The pattern as it is written in the configuration.
    var description: String
    var field: Field?
    var kind: Kind

    enum Kind: Sendable, Hashable {
        case words([Word])
        case expression(String)
    }

    enum Word: Sendable, Hashable {
        case stem(String)
        case prefix(String)
    }

    /// Throws a sentence that quotes the pattern and says what is wrong with it.
    init(_ text: String) throws(InvalidPattern) {
        description = text
        var rest = text.trimmingCharacters(in: .whitespacesAndNewlines)[...]
        if let colon = rest.firstIndex(of: ":"), let field = Field(rawValue: rest[..<colon].lowercased()) {
            self.field = field
            rest = rest[rest.index(after: colon)...].drop { $0 == " " }
        }
        if rest.hasPrefix("/"), rest.hasSuffix("/"), rest.count > 2 {
            let source = String(rest.dropFirst().dropLast())
            guard (try? NSRegularExpression(pattern: source)) != nil else {
                throw InvalidPattern(pattern: text, reason: "is not a regular expression")
            }
            kind = .expression(source)
        } else {
            let words = rest.split(whereSeparator: \.isWhitespace).flatMap(Self.words)
            guard !words.isEmpty else { throw InvalidPattern(pattern: text, reason: "has no word to look for") }
            kind = .words(words)
        }
    }

    private static func words(_ piece: Substring) -> [Word] {
        let folded = FoldedText.words(of: String(piece))
        guard piece.hasSuffix("*"), let last = folded.last else { return folded.map { .stem(Stem.of($0)) } }
        return folded.dropLast().map { .stem(Stem.of($0)) } + [.prefix(last)]
    }
}

/// The error for a filter that cannot be used.
struct InvalidPattern: Error, Sendable, Equatable, CustomStringConvertible {
    var pattern: String
    var reason: String

    var description: String { "'\(pattern)' \(reason)" }
}
