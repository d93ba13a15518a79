/// A key or a password. It appears as `<hidden>` wherever it is printed, dumped or encoded.
struct Secret: Sendable, Hashable, Encodable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    private let value: String

    init(_ value: String) { self.value = value }

    /// The secret itself, for the one place that sends it.
    func reveal() -> String { value }

    var description: String { "<hidden>" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: []) }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// Where a secret can be read.
enum SecretReference: Sendable, Hashable {
    case literal(Secret)
    case environment(String)
    case file(path: String)
    /// A program with its arguments. The program prints the secret.
    case command([String])
}
