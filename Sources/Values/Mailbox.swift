import Foundation
import Texts

/// A mail address with the name that is shown for it (RFC 5322, section 3.4).
package struct Mailbox: Sendable, Equatable {
    package var name: String?
    /// The address `local@domain`, in ASCII without quotes.
    package var address: String

    /// Reads `anna@example.org` or `Anna <anna@example.org>`; nil for anything else.
    package init?(_ text: String) {
        let (before, address) = Self.parts(of: text.cleanLine)
        let name = before.trimmingCharacters(in: .whitespaces).trimmingCharacters(in: ["\""])
        guard address.wholeMatch(of: Self.pattern) != nil else { return nil }
        self.init(name: name.isEmpty ? nil : name, address: address)
    }

    /// It is compiled once, because this takes longer than a match. A `Regex` is not `Sendable`, but a match does not
    /// change it.
    nonisolated(unsafe) private static let pattern =
        /[A-Za-z0-9.!#$%&'*+\/=?^_`{|}~-]{1,64}@[A-Za-z0-9]([A-Za-z0-9.-]{0,252})/

    package init(name: String? = nil, address: String) {
        self.name = name
        self.address = address
    }

    /// The address within `Anna <anna@example.org>`, as it is written.
    package static func address(in text: String) -> String { parts(of: text).address }

    /// The texts before and in the angle brackets. Without brackets, the whole text is the address.
    private static func parts(of text: String) -> (before: Substring, address: String) {
        guard text.hasSuffix(">"), let open = text.lastIndex(of: "<") else { return ("", text) }
        return (text[..<open], String(text[text.index(after: open)...].dropLast()))
    }

    package var domain: Substring { address.split(separator: "@").last ?? "" }
}
