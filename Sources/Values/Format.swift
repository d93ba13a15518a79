/// A format in which a digest can be rendered.
package enum Format: String, Sendable, Codable, CaseIterable {
    case markdown, html, text, json
    /// An Internet message (RFC 5322) with a text and an HTML part.
    case eml
    /// An e-book (EPUB 3) with the whole texts of the stories.
    case epub
    /// A feed (RFC 4287) with an entry for each story, or for each digest.
    case atom
    case atomDigests = "atom-digests"
    /// The events, as iCalendar (RFC 5545).
    case ics

    /// The format that the ending of a file name means; nil when the ending means none.
    package init?(path: String) {
        let parts = path.split(separator: "/").last?.split(separator: ".", omittingEmptySubsequences: false) ?? []
        guard parts.count > 1 else { return nil }
        switch parts.last?.lowercased() {
        case "html", "htm": self = .html
        case "md", "markdown": self = .markdown
        case "txt", "text": self = .text
        case "json": self = .json
        case "eml": self = .eml
        case "epub": self = .epub
        case "atom": self = .atom
        case "ics": self = .ics
        default: return nil
        }
    }
}
