import Addresses
import CCrypto
import Foundation
import Texts

/// The address with which one recipient of one reader's mail unsubscribes (`list_unsubscribe`).
///
/// `{{recipient}}`, `{{reader}}` and `{{token}}` in it stand for the recipient's address, the reader's id and a
/// signature of both. They are percent-encoded. Without any of them, an `https:` or `http:` address gets `recipient`
/// and, if there is a secret, `token` as its query, and a `mailto:` address gets the recipient as its subject.
package struct UnsubscribeLink: Sendable, Equatable {
    /// The names that may be in braces.
    static let names = ["recipient", "reader", "token"]

    var text: String
    var secret: String?

    package init(text: String, secret: String? = nil) { (self.text, self.secret) = (text, secret) }

    /// The same address for all recipients; nil if it has braces for the values of one of them.
    package var commonAddress: String? { Self.usesNames(text) ? nil : Self.inASCII(text) }

    /// - Parameter recipient: the address alone, `anna@example.org`.
    package func address(recipient: String, reader: String) -> String {
        Self.inASCII(filled(recipient: recipient, reader: reader))
    }

    /// A header of a mail has no other letters.
    private static func inASCII(_ address: String) -> String {
        address.utf8.allSatisfy { $0 < 0x80 } ? address : WebAddress.absolute(address) ?? address
    }

    private func filled(recipient: String, reader: String) -> String {
        let encoded = { PercentEncoding.encoded($0, keeping: PercentEncoding.unreserved) }
        let token = secret.map { Self.token(recipient: recipient, reader: reader, secret: $0) }
        if Self.usesNames(text) {
            let values = ["recipient": encoded(recipient), "reader": encoded(reader), "token": token ?? ""]
            return Self.replacingNames(in: text) { values[$0] ?? "" }
        }
        if Self.isMail(text) {
            return WebAddress.adding("subject", encoded(recipient), to: text)
        }
        let named = WebAddress.adding("recipient", encoded(recipient), to: text)
        return token.map { WebAddress.adding("token", $0, to: named) } ?? named
    }

    /// The address with a letter for each value.
    static func example(of text: String) -> String { replacingNames(in: text) { _ in "a" } }

    /// Whether it leads to a mail. The scheme may have capital letters (RFC 3986, section 3.1).
    static func isMail(_ text: String) -> Bool { text.prefix("mailto:".count).lowercased() == "mailto:" }

    /// Base64url without padding (RFC 4648, section 5) of the HMAC-SHA256 (RFC 2104) over the recipient, a line feed
    /// and the reader's id.
    static func token(recipient: String, reader: String, secret: String) -> String {
        let message = Array("\(recipient)\n\(reader)".utf8)
        let key = Array(secret.utf8)
        var code = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        HMAC(EVP_sha256(), key, Int32(key.count), message, message.count, &code, &count)
        return Data(code.prefix(Int(count))).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// The names in braces, without the spaces around them.
    static func names(in text: String) -> [String] {
        var names: [String] = []
        _ = replacingNames(in: text) { name in
            names.append(name)
            return ""
        }
        return names
    }

    private static func usesNames(_ text: String) -> Bool { !names(in: text).isEmpty }

    private static func replacingNames(in text: String, with value: (String) -> String) -> String {
        let pieces = text[...].split(atLiteral: "{{")
        return pieces.dropFirst().reduce(String(pieces[0])) { filled, piece in
            // Of three braces, the last two belong to the name.
            let rest = piece.hasPrefix("{") ? piece.dropFirst() : piece
            guard let end = rest.firstRange(ofLiteral: "}}"),
                !rest[..<end.lowerBound].contains(where: { "{}".contains($0) })
            else { return filled + "{{" + piece }
            return filled + piece[..<rest.startIndex]
                + value(rest[..<end.lowerBound].trimmingCharacters(in: .whitespaces)) + rest[end.upperBound...]
        }
    }
}

/// The address of a digest's page (`view_online`). `{id}` and `{profile}` stand for the digest's id and its profile.
/// Without `{id}` it is the address of a folder of pages, as `to = "site"` writes it.
package struct OnlineAddress: Sendable, Equatable {
    var text: String

    package init(text: String) { self.text = text }

    package func address(ofDigest id: String, profile: String) -> String {
        let encoded = { (text: String) in PercentEncoding.encoded(text, keeping: PercentEncoding.unreserved) }
        let named = text.replacing(literal: OutputPath.profile, with: OutputPath.encodedName(for: profile))
        if named.contains("{id}") { return named.replacing(literal: "{id}", with: encoded(id)) }
        return WebAddress.appending("/digests/\(encoded(id)).html", to: named)
    }
}
