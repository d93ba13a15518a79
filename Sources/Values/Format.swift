/// What a digest can be rendered as.
package enum Format: String, Sendable, Codable, CaseIterable {
    case markdown, html, text, json
    /// An Internet message (RFC 5322) with a text and an HTML part.
    case eml

    /// The format that a file's name asks for by its ending; nil when the ending says nothing.
    package init?(path: String) {
        let parts = path.split(separator: "/").last?.split(separator: ".", omittingEmptySubsequences: false) ?? []
        guard parts.count > 1 else { return nil }
        switch parts.last?.lowercased() {
        case "html", "htm": self = .html
        case "md", "markdown": self = .markdown
        case "txt", "text": self = .text
        case "json": self = .json
        case "eml": self = .eml
        default: return nil
        }
    }
}
