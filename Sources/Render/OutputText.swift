import Foundation
import Texts

extension String {
    /// The text, escaped for inline text and for a link destination (CommonMark 0.31, sections 2.4 and 6.3).
    ///
    /// Line breaks become spaces, so that no part of the text can begin a block. One space at the beginning stays, which
    /// parts the text from what stands before it.
    var escapedForMarkdown: String {
        var result = String.UnicodeScalarView()
        let line = String(scalars: unicodeScalars.lazy.map { $0.properties.isWhitespace ? " " : $0 })
        let scalars = Array(line.trimmingCharacters(in: [" "]).unicodeScalars)
        if line.unicodeScalars.first == " ", !scalars.isEmpty { result.append(" ") }
        let digits = scalars.prefix { ("0"..."9").contains($0) }
        for (index, scalar) in scalars.enumerated() {
            switch scalar {
            case "\\", "`", "*", "_", "[", "]", "<", ">", "~", "|": result.append("\\")
            case "&": if Self.isEntity(scalars[index...]) { result.append("\\") }
            // These characters have a meaning only at the beginning of a line.
            case "#", "+", "-", "=", ":": if index == 0 { result.append("\\") }
            case ".", ")":
                let endsMarker = index + 1 == scalars.endIndex || scalars[index + 1] == " "
                if !digits.isEmpty && index == digits.endIndex && endsMarker { result.append("\\") }
            default: break
            }
            result.append(scalar)
        }
        return String(result)
    }

    /// The text, escaped for a link destination between `<` and `>` (CommonMark 0.31, section 6.3). Code begins at a
    /// backtick even there, because it counts before a link.
    var escapedForDestination: String {
        var result = String.UnicodeScalarView()
        for index in unicodeScalars.indices {
            let scalar = unicodeScalars[index]
            switch scalar {
            case "\\", "<", ">", "`": result.append("\\")
            // Some programs read the entity although a backslash is before it.
            case "&" where Self.isEntity(ArraySlice(unicodeScalars[index...].prefix(40))):
                result.append(contentsOf: "&amp;".unicodeScalars)
                continue
            default: break
            }
            result.append(scalar.properties.isWhitespace ? " " : scalar)
        }
        return String(result)
    }

    /// Whether the text begins with an entity such as `&amp;` (CommonMark, section 2.5).
    private static func isEntity(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        let name = scalars.dropFirst().prefix {
            $0.isASCII && ($0.properties.isAlphabetic || "#0123456789".unicodeScalars.contains($0))
        }
        return !name.isEmpty && name.endIndex < scalars.endIndex && scalars[name.endIndex] == ";"
    }

    /// Whether the text is written from right to left: most of its letters are, or some are and its language is. Its
    /// first word may be a name in other letters.
    ///
    /// The templates state the direction, because mail clients remove `dir="auto"`.
    /// - Parameter language: the tag that its source gives.
    func isRightToLeft(in language: String?) -> Bool {
        let letters = Array(unicodeScalars.lazy.filter(\.properties.isAlphabetic).prefix(Self.mostLetters))
        let count = letters.count(where: \.isRightToLeft)
        if count == 0 || count * 2 > letters.count { return count > 0 }
        guard let language = language.flatMap(LanguageTag.known) else { return false }
        return Locale.Language(identifier: language).characterDirection == .rightToLeft
    }

    /// As the attribute `dir` has it.
    func direction(in language: String?) -> String { isRightToLeft(in: language) ? "rtl" : "ltr" }

    /// So many letters tell how a long text is written.
    private static let mostLetters = 1_000
}

extension Unicode.Scalar {
    /// The blocks of the bidirectional classes R and AL (Unicode Character Database, DerivedBidiClass.txt).
    fileprivate var isRightToLeft: Bool {
        switch value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}

extension String {
    /// The text with the lines that are wider than `width` columns broken as on a terminal. The new lines have the same
    /// indent. Those of an entry of a list (`* `) begin below its first word. An address is not broken.
    func wrapped(at width: Int) -> String {
        // Scalars are compared: comparing characters normalises them, which is slow when one has many combining marks.
        unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map {
            Self.wrap(Substring($0), at: width)
        }.joined(separator: "\n")
    }

    private static func wrap(_ line: Substring, at width: Int) -> String {
        guard line.columns > width else { return String(line) }
        let indent = line.unicodeScalars.prefix { $0 == " " }
        let isEntry = line.unicodeScalars.dropFirst(indent.count).starts(with: "* ".unicodeScalars)
        let first = line.unicodeScalars.prefix(indent.count + (isEntry ? 2 : 0))
        let next = String(repeating: " ", count: first.count)
        let text = StyledText(String(line.unicodeScalars.dropFirst(first.count)))
        let lines = [text].lines(ofColumns: width - first.count, keepingAddresses: true).map { $0.map(\.text).joined() }
        return String(first) + lines.joined(separator: "\n" + next)
    }
}

extension String {
    /// The title as it is shown. In place of an empty title, this is the address, or else the source.
    func shownTitle(url: String?, source: String = "") -> String { nonEmpty ?? url?.nonEmpty ?? source }
}
