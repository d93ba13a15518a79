import Foundation
import Texts

/// What a filter looks for: words in any of their forms, or a regular expression.
///
/// `open source` finds these words next to each other in any form and any case, in the language of the text
/// (`StemLanguage`). It treats `ё` as `е`. `crypto*` finds
/// words that begin with these letters. `/a|b/` is a regular expression (ICU) that ignores case. Each of these may
/// follow a field: `title:`, `text:`, `author:`, `source:`, `category:`, `url:`.
package struct Pattern: Sendable, Hashable, CustomStringConvertible {
    package enum Field: String, Sendable, CaseIterable { case title, text, author, source, category, url }

    /// The pattern as it is written in the configuration.
    package var description: String
    package var field: Field?
    package var kind: Kind

    package enum Kind: Sendable, Hashable {
        /// The words for texts in each language.
        case words([StemLanguage: [Word]])
        case expression(String)
    }

    package enum Word: Sendable, Hashable {
        case stem(String)
        case prefix(String)
    }

    /// Throws a sentence that quotes the pattern and says what is wrong with it.
    package init(_ text: String) throws(InvalidPattern) {
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
            let pieces = rest.split(whereSeparator: \.isWhitespace)
            kind = .words(
                Dictionary(
                    uniqueKeysWithValues: StemLanguage.allCases.map { language in
                        (language, pieces.flatMap { Self.words($0, language) })
                    }))
            if case .words(let words) = kind, words.values.contains(where: \.isEmpty) {
                throw InvalidPattern(pattern: text, reason: "has no word to look for")
            }
        }
    }

    private static func words(_ piece: Substring, _ language: StemLanguage) -> [Word] {
        let folded = language.words(of: String(piece))
        guard piece.hasSuffix("*"), let last = folded.last else { return folded.map { .stem(language.stem(of: $0)) } }
        return folded.dropLast().map { .stem(language.stem(of: $0)) } + [.prefix(last)]
    }
}

/// The error for a filter that cannot be used.
package struct InvalidPattern: Error, Sendable, Equatable, CustomStringConvertible {
    var pattern: String
    var reason: String

    package var description: String { "'\(pattern)' \(reason)" }
}
