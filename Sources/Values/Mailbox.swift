import Addresses
import Foundation
import Texts

/// A mail address with the name that is shown for it (RFC 5322, section 3.4).
package struct Mailbox: Sendable, Equatable {
    package var name: String?
    /// The address `local@domain`, in ASCII without quotes. The domain is in the form for lookup, without a final dot.
    package var address: String

    /// Reads `anna@example.org` or `Anna <anna@example.org>`; nil for anything else.
    package init?(_ text: String) {
        let (before, written) = Self.parts(of: text.trimmingCharacters(in: .whitespacesAndNewlines))
        guard !Self.holdsAddress(before) else { return nil }
        let name = Self.unquoted(String(before).cleanLine.trimmingCharacters(in: .whitespaces))
        guard let address = Self.canonical(written), Self.isAddress(address) else { return nil }
        self.init(name: name.nonEmpty, address: address)
    }

    /// The text of a quoted string (RFC 5322, section 3.2.4). Any other name stays as it is.
    private static func unquoted(_ name: String) -> String {
        // To make the expression for each of many readers would take longer than all else here.
        guard name.hasPrefix("\""), let quoted = name.wholeMatch(of: /"((?:[^"\\]|\\.)*)"/)?.output.1 else {
            return name
        }
        return quoted.replacing(/\\(.)/) { $0.output.1 }.trimmingCharacters(in: .whitespaces)
    }

    /// Whether a name that is not quoted is an address and a comma, as in a list of addresses.
    private static func holdsAddress(_ name: Substring) -> Bool {
        !name.hasPrefix("\"") && (name.contains("<") || name.contains("@") && name.contains(","))
    }

    /// The one form of an address for envelopes, headers and lists. Nil if it has an invisible character, or a domain
    /// without an ASCII form (RFC 5890).
    private static func canonical(_ address: String) -> String? {
        guard let at = address.lastIndex(of: "@"), !address.unicodeScalars.contains(where: \.isInvisible) else {
            return nil
        }
        var domain = String(address[address.index(after: at)...])
        while domain.hasSuffix(".") { domain.removeLast() }
        if !domain.utf8.allSatisfy({ $0 < 0x80 }) {
            guard let ascii = HostName.ascii(domain) else { return nil }
            domain = ascii
        }
        return address[...at] + domain
    }

    /// What is the same in all ways to write one address, for a list of addresses. Invisible characters, which a list
    /// may have by mistake, and upper and lower case make no difference.
    package static func listed(_ text: String) -> String {
        let visible = String(scalars: text.unicodeScalars.filter { !$0.isInvisible })
        return (Mailbox(visible)?.address ?? Self.parts(of: visible).address).lowercased()
    }

    private static func isAddress(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, let first = parts[1].first else { return false }
        return (1...64).contains(parts[0].count) && parts[0].allSatisfy(ofLocalPart.contains)
            && parts[1].count <= 253 && parts[1].allSatisfy(ofDomain.contains) && !".-".utf8.contains(first)
    }

    private static let ofDomain = ByteSet.lettersAndDigits.union(".-".utf8)
    private static let ofLocalPart = ofDomain.union("!#$%&'*+/=?^_`{|}~".utf8)

    package init(name: String? = nil, address: String) {
        self.name = name
        self.address = address
    }

    /// The address within `Anna <anna@example.org>`.
    package static func address(in text: String) -> String { Mailbox(text)?.address ?? parts(of: text).address }

    /// The texts before and in the angle brackets. Without brackets, the whole text is the address.
    private static func parts(of text: String) -> (before: Substring, address: String) {
        guard text.hasSuffix(">"), let open = text.lastIndex(of: "<") else { return ("", text) }
        return (text[..<open], String(text[text.index(after: open)...].dropLast()))
    }

    package var domain: Substring { address.split(separator: "@").last ?? "" }
}
