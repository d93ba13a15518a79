import Texts

/// The name of a destination, as the configuration writes it or as the state keeps it.
///
/// A name can contain a secret, such as a key in the path of a file. The state keeps it without secrets, and with a mark
/// that is made of the whole name. So names that differ only in a secret stay different, and a stored name is found
/// again, whatever was known to be secret when it was stored.
package struct DestinationName: Sendable {
    private let name: String
    /// ` #` and four letters or digits.
    private let mark: String

    package init(_ name: String) {
        self.name = name
        mark = Self.mark(atEndOf: name) ?? " #\(Identity.id(of: name).prefix(Self.markLength))"
    }

    /// The name without secrets: `file /srv/<hidden>/news.html #7k2m`. A name that contains none stays as it is.
    package var stored: String {
        let shown = name.withoutSecrets
        return shown == name || name.hasSuffix(mark) ? shown : shown + mark
    }

    /// The SQL pattern of all forms of this name that lack a secret.
    package var storedPattern: String { "%\(Redactor.hidden)%\(mark)" }

    /// Whether the state has this name so, now or in rows of an earlier version.
    package func isStored(as other: String) -> Bool {
        other == name || other.contains(Redactor.hidden) && other.hasSuffix(mark)
    }

    private static let markLength = 4

    private static func mark(atEndOf name: String) -> String? {
        let end = name.suffix(markLength + 2)
        return name.contains(Redactor.hidden) && end.hasPrefix(" #") ? String(end) : nil
    }
}
