/// A key or a password. It appears as `<hidden>` wherever it is printed, dumped or encoded.
package struct Secret: Sendable, Hashable, Encodable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    private let value: String

    package init(_ value: String) { self.value = value }

    /// The secret itself, for the one place that sends it.
    package func reveal() -> String { value }

    package var description: String { "<hidden>" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// Where a secret can be read.
package enum SecretReference: Sendable, Hashable {
    case literal(Secret)
    case environment(String)
    case file(path: String)
    /// A program with its arguments. The program prints the secret.
    case command([String])
}

extension SecretReference {
    /// Where the value comes from, as a text for a hash.
    var origin: String {
        switch self {
        case .literal(let secret): "literal \(secret.reveal())"
        case .environment(let name): "environment \(name)"
        case .file(let path): "file \(path)"
        case .command(let words): "command \(words.joined(separator: " "))"
        }
    }
}
