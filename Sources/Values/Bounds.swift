import Addresses
import Texts

/// How much is taken of what a source says of one item. No honest one says more, and nothing that reads an item has to
/// fear its size. An article's own text has limits of its own, where HTML is read.
package enum Bounds {
    /// Unicode scalars.
    package static let title = 1_000
    package static let excerpt = 1_000
    package static let summary = 20_000
    package static let byline = 300
    /// Of a source, a place, a price, a category.
    package static let name = 200
    /// UTF-8 bytes.
    package static let address = WebAddress.longest
    package static let guid = 2_000
    package static let language = 100
    /// Members of a list.
    package static let tags = 200
    package static let occurrences = 1_000

    package static func tags(_ tags: [String]) -> [String] { tags.prefix(self.tags).map { $0.bounded(name) } }

    /// What tells items apart: its beginning with the hash of all of it where it is long, so that it still does.
    package static func identity(_ text: String) -> String {
        text.utf8.count <= guid && text.isStreamSafe
            ? text : "\(text.streamSafe.beginning(200))#\(Identity.id(of: text))"
    }

    /// An item's address; one that is too long to open leads to the site instead, and tells the item apart all the same.
    package static func address(_ url: String) -> String {
        guard url.utf8.count > address else { return url }
        let site = WebAddress(url.beginning(name)).map { "\($0.scheme)://\($0.authority)/" } ?? ""
        return "\(site)#!\(Identity.id(of: url))"
    }

    package static func event(_ event: Event) -> Event {
        Event(
            occurrences: event.occurrences.count > occurrences
                ? Array(event.occurrences.prefix(occurrences)) : event.occurrences,
            place: event.place?.bounded(name), address: event.address?.bounded(name), price: event.price?.bounded(name),
            isFree: event.isFree, age: event.age?.bounded(name), timeZone: event.timeZone)
    }
}

extension String {
    /// A text of others as it is taken over: at most so many scalars, and no run of marks without end.
    package func bounded(_ length: Int) -> String { streamSafe.clipped(to: length) }
}
