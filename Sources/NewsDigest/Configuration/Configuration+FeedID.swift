import Texts
import Values

extension Configuration.Feed {
    /// The id of its source in the state.
    var sourceID: String { Self.sourceID(url: url, headersID: headersID) }

    static func sourceID(url: String, headersID: String?) -> String {
        SourceKind.feeds.sourcePrefix + url.withoutUserInfo + (headersID.map { " as \($0)" } ?? "")
    }

    /// Distinguishes sources with the same address and different headers; nil without headers. It is the beginning of a
    /// hash of the headers as they are configured, so that it reveals no secret.
    var headersID: String? {
        guard !headers.isEmpty || auth != nil else { return nil }
        var parts = headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.origin)" }
        if let auth { parts.append("\(auth.username): \(auth.password.origin)") }
        return String(Identity.id(of: parts.joined(separator: "\n")).prefix(7))
    }
}

extension SecretReference {
    /// Where the value comes from, as a text for a hash.
    fileprivate var origin: String {
        switch self {
        case .literal(let secret): "literal \(secret.reveal())"
        case .environment(let name): "environment \(name)"
        case .file(let path): "file \(path)"
        case .command(let words): "command \(words.joined(separator: " "))"
        }
    }
}
