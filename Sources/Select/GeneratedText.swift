import Foundation
import Texts
import Values

/// A text that a program wrote for the reader: plain text, not empty and not too long.
struct GeneratedText {
    /// At most 1,000 characters for a summary or an intro, and 300 for a title.
    static let longestSummary = 1_000
    static let longestTitle = 300

    /// Without control characters, with an empty line between paragraphs.
    let text: String

    /// - Throws: what is wrong with the text, such as `contains markup`.
    init(_ raw: String, longest: Int) throws(Unusable) {
        // A character can have any number of scalars; sixteen are enough for every language and for emoji.
        let text = raw.utf8.count <= 64 * longest ? raw.streamSafe : nil
        guard let text, !text.exceeds(longest) else {
            throw Unusable(reason: "is longer than \(longest) characters")
        }
        guard !Self.hasMarkup(text) else { throw Unusable(reason: "contains markup") }
        self.text = text.cleanParagraphs.joined(separator: "\n\n")
        guard !self.text.isEmpty else { throw Unusable(reason: "is empty") }
    }

    struct Unusable: Error, Equatable {
        var reason: String
    }

    /// Whether the text contains tags or character references of HTML, or Markdown: bold text, links, code fences,
    /// headings, lists.
    private static func hasMarkup(_ text: String) -> Bool {
        let marks =
            #/
            <[A-Za-z!?/] | &\#[0-9xX] | &(?:amp|lt|gt|quot|apos|nbsp|[lr][sd]quo|[lr]aquo|[mn]dash|hellip);
            | \*\* | \]\( | ```
            /#
        let lines = #/^[ \t]*(?:\#{1,6}|[-*+])[ ]/#.anchorsMatchLineEndings()
        return text.contains(marks.matchingSemantics(.unicodeScalar))
            || text.contains(lines.matchingSemantics(.unicodeScalar))
    }
}

extension String {
    /// Whether the text without the white space around it has more than this number of characters, or more than
    /// sixteen scalars for each of them.
    fileprivate func exceeds(_ longest: Int) -> Bool {
        let text = trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.utf8.count > longest else { return false }
        return text.unicodeScalars.count > 16 * longest || text.count > longest
    }
}
