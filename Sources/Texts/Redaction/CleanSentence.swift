import Foundation

extension String {
    /// The text in a form that may be printed or stored, whether it is from a server, a feed, a program or a user. It
    /// is one line without active characters and without secrets.
    package var cleanSentence: String { onOneLine.withoutSecrets }

    /// The text as a message for people: as `cleanSentence`, and without long random values in addresses, which may be
    /// secrets.
    package var cleanMessage: String { RandomValues.hide(in: cleanSentence) }

    /// The text without known secrets, and without parameter values whose names say that they are secret.
    package var withoutSecrets: String { SecretParameters.hide(in: Redactor.current?.hide(in: self) ?? self) }

    /// Whether the text is an address with a user and a password.
    package var holdsPassword: Bool {
        let bytes = Array(utf8)
        return SecretParameters.userInfo(in: bytes, isAddress: true).contains { bytes[$0].contains(UInt8(ascii: ":")) }
    }
}

/// The last lines of the output of a program or a server, as one line of at most 400 characters that is safe to print.
package func oneLine(_ bytes: [UInt8]) -> String { oneLine(String(decoding: bytes, as: UTF8.self)) }

/// Secrets are hidden before the text is cut, because a part of a secret is not recognised.
package func oneLine(_ text: String) -> String {
    let lines = text.split(whereSeparator: \.isNewline).map {
        String($0).onOneLine.trimmingCharacters(in: .whitespaces)
    }
    let joined = lines.filter { !$0.isEmpty }.joined(separator: "; ").withoutSecrets
    return joined.count > 400 ? "…" + joined.suffix(400) : joined
}
