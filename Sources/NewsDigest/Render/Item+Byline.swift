import Addresses
import Foundation
import Texts
import Values

extension Item {
    /// The names of the authors, without "By", without mail addresses, and without the publisher's own name. Nil if no
    /// name is left.
    var byline: String? {
        let line = (author ?? "").cleanLine.beginning(Self.longestAuthor)
        let names = Self.named(line).map { [$0] } ?? line.split(separator: ",").map(String.init)
        let people = names.map(Self.person).filter { !isPublisher($0) }
        return people.isEmpty ? nil : people.joined(separator: ", ")
    }

    private static let longestAuthor = 1000

    /// The name in a text: `Ann` in `By Ann`, `mail@host (Ann)` or `Ann <mail@host>`.
    private static func person(_ text: String) -> String {
        let name = text.trimmingCharacters(in: .whitespaces)
        let bare = named(name) ?? name
        guard let space = bare.firstIndex(where: \.isWhitespace) else { return bare }
        let isBy = ["by", "by:"].contains(bare[..<space].lowercased())
        return isBy ? bare[space...].trimmingCharacters(in: .whitespaces) : bare
    }

    /// The name next to a mail address (RFC 5322, section 3.4, and the form `mail@host (Name)` of RSS).
    private static func named(_ text: String) -> String? {
        let (open, isName): (Character, (Substring, Substring) -> Substring?) =
            text.hasSuffix(")")
            ? ("(", { before, inside in isMail(before) ? inside : nil })
            : ("<", { before, inside in isMail(inside) ? before : nil })
        guard text.hasSuffix(")") || text.hasSuffix(">"), let start = text.firstIndex(of: open) else { return nil }
        let inside = text[text.index(after: start)...].dropLast()
        let name = isName(text[..<start], inside)?.trimmingCharacters(in: CharacterSet(charactersIn: " \""))
        return name.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func isMail(_ text: Substring) -> Bool {
        let address = text.trimmingCharacters(in: .whitespaces)
        return address.contains("@") && !address.contains(where: \.isWhitespace)
    }

    /// Whether every word of the name is part of the source's name or of its site's name. True for a name without
    /// words.
    private func isPublisher(_ name: String) -> Bool {
        let host = CanonicalURL(url)?.host ?? ""
        let own = Set(FoldedText.words(of: source) + host.split(separator: ".").map(String.init))
        return FoldedText.words(of: name).allSatisfy(own.contains)
    }
}
