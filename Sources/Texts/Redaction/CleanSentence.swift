import Foundation

extension String {
    /// What may be printed or stored of words that servers, feeds, programs or users gave: one line without anything
    /// that a terminal or a log would obey, and without a secret.
    package var cleanSentence: String { onOneLine.withoutSecrets }

    /// Without any secret that is known, or that the name of an address's parameter gives away.
    package var withoutSecrets: String { SecretParameters.hide(in: Redactor.current?.hide(in: self) ?? self) }
}

/// The last lines of what a program or a server said, as one line of at most 400 characters that is safe to print.
package func oneLine(_ bytes: [UInt8]) -> String { oneLine(String(decoding: bytes, as: UTF8.self)) }

/// Secrets are hidden before anything is cut off: a part of one is no longer known as such.
package func oneLine(_ text: String) -> String {
    let lines = text.split(whereSeparator: \.isNewline).map {
        String($0).onOneLine.trimmingCharacters(in: .whitespaces)
    }
    let joined = lines.filter { !$0.isEmpty }.joined(separator: "; ").withoutSecrets
    return joined.count > 400 ? "…" + joined.suffix(400) : joined
}
