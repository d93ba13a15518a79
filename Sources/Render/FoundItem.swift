import Addresses
import Foundation
import Texts
import Values

/// A stored item as programs get it.
package struct FoundItem: Encodable, Sendable {
    package var id, title, url, source: String
    package var published: Date?
    package var summary: String?

    package init(_ stored: StoredItem) {
        let item = stored.item
        (id, title, source) = (stored.id, item.title.cleanLine, item.source.cleanLine)
        url = SafeURL(stored.shownURL)?.text ?? ""
        published = item.published ?? stored.firstSeen
        summary = item.summary.cleanParagraphs.joined(separator: "\n\n").nonEmpty
    }
}
