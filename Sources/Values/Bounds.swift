import Addresses
import FoundationEssentials
import Texts

/// The limits on what a source says about one item. No honest source exceeds them. So no code that reads an item
/// has to handle a huge text. The HTML of an article has its own limits, where it is read.
package enum Bounds {
    /// Unicode scalars.
    package static let title = 1_000
    package static let excerpt = 1_000
    package static let summary = 20_000
    package static let byline = 300
    /// The name of a source, a place, a price, a section or a category.
    package static let name = 200
    /// UTF-8 bytes.
    package static let address = WebAddress.longest
    package static let guid = 2_000
    package static let language = 100
    /// The number of members of a list.
    package static let tags = 200
    package static let occurrences = 1_000

    package static func tags(_ tags: [String]) -> [String] { tags.prefix(self.tags).map { $0.bounded(name) } }

    /// A text that tells items apart. A long text is cut, and the hash of the whole text is added, so it still
    /// tells items apart.
    package static func identity(_ text: String) -> String {
        text.utf8.count <= guid && text.isStreamSafe
            ? text : "\(text.streamSafe.beginning(200))#\(Identity.id(of: text))"
    }

    /// An item's address. If the address is too long to open, the result leads to the site, and still tells the
    /// item apart.
    package static func address(_ url: String) -> String {
        guard url.utf8.count > address else { return url }
        let site = WebAddress(url.beginning(name)).map { "\($0.scheme)://\($0.authority)/" } ?? ""
        return "\(site)#!\(Identity.id(of: url))"
    }

    /// The address of a picture. An item can do without a picture whose address is too long to open.
    package static func image(_ url: String?) -> String? { url.flatMap { $0.utf8.count <= address ? $0 : nil } }

    /// A date of publication. A date before 1990 is older than the web: it means that there is none, as the year 1 or
    /// the beginning of 1970 do.
    package static func published(_ date: Date?) -> Date? {
        date.flatMap { $0.timeIntervalSince1970 < 631_152_000 ? nil : $0 }
    }

    package static func event(_ event: Event) -> Event {
        var bounded = event
        if event.occurrences.count > occurrences { bounded.occurrences.removeSubrange(occurrences...) }
        (bounded.place, bounded.address) = (event.place?.bounded(name), event.address?.bounded(name))
        (bounded.price, bounded.age) = (event.price?.bounded(name), event.age?.bounded(name))
        return bounded
    }
}

extension String {
    /// A text from outside, limited to this number of scalars and without endless runs of combining marks.
    package func bounded(_ length: Int) -> String { streamSafe.clipped(to: length) }
}
