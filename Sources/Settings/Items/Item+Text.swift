import Cleaning
import FeedParser
import Texts
import Values

extension Item {
    /// The longest text that the source gave, as plain text, possibly of several paragraphs.
    package var fullText: String {
        let full = html.map(HTMLText.plain) ?? ""
        return full.utf8.count > summary.utf8.count ? full : summary
    }

    package var publisher: PublisherName { PublisherName(source: source, url: url) }
}
