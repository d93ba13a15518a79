/// What a digest can be written as.
public enum Format: String, Sendable, Codable, CaseIterable {
    case markdown, html, text, json, eml

    /// The format that a file's ending stands for, such as `digest.html`; nil for an ending of no known format.
    public init?(fileName: String) {
        guard let dot = fileName.lastIndex(of: "."), !fileName[dot...].contains("/") else { return nil }
        switch fileName[dot...].dropFirst().lowercased() {
        case "md", "markdown": self = .markdown
        case "html", "htm": self = .html
        case "txt", "text": self = .text
        case "json": self = .json
        case "eml": self = .eml
        default: return nil
        }
    }

    /// The media type with its charset (RFC 6838; RFC 7763 for Markdown).
    public var mediaType: String {
        switch self {
        case .markdown: "text/markdown; charset=utf-8"
        case .html: "text/html; charset=utf-8"
        case .text: "text/plain; charset=utf-8"
        case .json: "application/json"
        case .eml: "message/rfc822"
        }
    }
}
