/// A key or password. It shows itself as `<hidden>` wherever it is printed, dumped or encoded.
package struct Secret: Sendable, Equatable, Encodable, CustomStringConvertible, CustomDebugStringConvertible,
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

/// Where a secret is to be had.
package enum SecretReference: Sendable, Equatable {
    case literal(Secret)
    case environment(String)
    case file(path: String)
    /// A program and its arguments that prints the secret.
    case command([String])
}
