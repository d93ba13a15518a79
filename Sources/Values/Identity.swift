import Addresses
import Foundation
import InFlight
import Texts

/// An item of one answer, with what its source said of it and the keys that find it among the stored items of its
/// source. A key is a hash of the source's id and of what the key is made of.
package struct Identity: Sendable {
    package var fingerprint: Fingerprint
    /// What an older version stored of the item has this form.
    package var cleaned: Fingerprint { Fingerprint.cleaned(item, address: address) }
    /// The hash of the address without its fragment, to find the items of all sources on one page. Nil when the item has
    /// no address, or when the address names a site and no page.
    package var page: Int64?
    /// The name of the item in the file of the work in flight while it is stored (`InFlight`).
    package var subject: String

    /// The key of the id. Nil for an item without one.
    package var id: Int64?
    /// The key of the canonical address with its fragment. Nil for an address that names a site and no page.
    package var link: Int64?
    /// The key of the title with the date. Nil for an event, and for an article without a date that has an address:
    /// titles such as "Weather" are used again.
    package var dated: Int64?
    /// The key of title, date and text together.
    package var all: Int64
    /// The key of address, title and text together. Nil without a text.
    package var whole: Int64?
    /// The keys of the address without scheme and host, of the text, and of the number in the address. Each proves
    /// nothing once several items of the source have had it.
    package var path: Int64
    package var text: Int64?
    package var number: Int64?
    package var evidence: [Int64] { [path, text, number].compactMap(\.self) }

    /// Whether the item has no address but one that was made of its id: the feed's page with `#!` and the id.
    package var isAddressOfID: Bool { fingerprint.id != nil && item.url.contains("#!") }

    private let item: Item
    private let address: CanonicalURL?

    package init(_ item: Item) {
        let subject = Quarantine.subject(ofNew: item)
        self = InFlight.during(.storing, of: subject) { Identity(item, CanonicalURL(item.url), subject: subject) }
    }

    private init(_ item: Item, _ address: CanonicalURL?, subject: String) {
        let fingerprint = Fingerprint(item, address: address)
        func key(_ text: String) -> Int64 { Self.hash(text, ofSource: item.sourceID) }
        let time = fingerprint.published.map { "\($0)" } ?? "-"
        self.item = item
        self.address = address
        self.fingerprint = fingerprint
        self.subject = subject
        let pageAddress = address.flatMap { $0.isBareHost ? nil : $0 }
        page = pageAddress.map { StableHash.hash("url:\($0.key)") }
        link = pageAddress.map { key("url:\($0.keyWithFragment)") }
        // The form of this key is that of the first version, so an id finds an item of every state.
        id = fingerprint.id.flatMap { _ in item.guid.map { key("guid:\(item.sourceID) \($0)") } }
        let isDated = item.kind == .article && (fingerprint.published != nil || pageAddress == nil)
        dated = isDated ? key("dated:\(time) \(fingerprint.wording.title)") : nil
        all = key("all:\(time) \(fingerprint.words)")
        whole = fingerprint.whole(ofSource: item.sourceID)
        path = fingerprint.path(ofSource: item.sourceID)
        text = item.isKnownByIDAlone ? nil : fingerprint.text(ofSource: item.sourceID)
        number = fingerprint.number(ofSource: item.sourceID)
    }
}

extension Identity {
    /// The keys under which an older version stored the item, except that of the id. They are made of the cleaned title.
    package var formerKeys: [Int64] { item.formerKeys(address: address).map { Self.hash($0, ofSource: item.sourceID) } }

    /// The key of a source whose ids do not count, because they are places in a list.
    package static func placesOnly(ofSource source: String) -> Int64 { hash("places", ofSource: source) }
}

extension Identity {
    /// The same hash as `page` for an address that a person types. The address may lack `https://`, as browsers show it.
    package static func page(_ address: String) -> Int64? { typed(address).map { StableHash.hash("url:\($0.key)") } }

    /// The texts of the keys of an address that a person types: with its fragment, and without.
    package static func keys(ofAddress address: String) -> [String] {
        guard let url = typed(address) else { return [] }
        return url.keyWithFragment == url.key ? ["url:\(url.key)"] : ["url:\(url.keyWithFragment)", "url:\(url.key)"]
    }

    private static func typed(_ address: String) -> CanonicalURL? {
        CanonicalURL(address) ?? CanonicalURL("https://" + address)
    }

    /// Thirteen lower-case letters and digits, without the letters that look like others (i, l, o, u).
    /// An item's id is the beginning of this text. It is as long as it must be to be unique.
    package static func id(of item: Item) -> String {
        let own = item.guid ?? CanonicalURL(item.url)?.key ?? item.url
        return id(of: "\(item.sourceID) \(own)")
    }

    package static func id(of text: String) -> String {
        let hash = UInt64(bitPattern: StableHash.hash(text))
        let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
        return String(
            (0..<13).map { (place: Int) -> Character in
                let shift: Int = 59 - min(59, 5 * place)
                return alphabet[Int(hash >> shift & 31)]
            })
    }

    package static func hash(_ key: String, ofSource source: String) -> Int64 { StableHash.hash("\(source) \(key)") }
}

extension Fingerprint {
    fileprivate var words: String { "\(wording.title) \(wording.text ?? 0)" }

    package func whole(ofSource source: String) -> Int64? {
        wording.text.map { _ in Identity.hash("whole:\(path) \(words)", ofSource: source) }
    }

    /// The keys of `Identity.evidence`.
    package func evidence(ofSource source: String) -> [Int64] {
        [path(ofSource: source), text(ofSource: source), number(ofSource: source)].compactMap(\.self)
    }

    fileprivate func path(ofSource source: String) -> Int64 { Identity.hash("path:\(path)", ofSource: source) }

    fileprivate func text(ofSource source: String) -> Int64? {
        wording.text.map { Identity.hash("text:\($0)", ofSource: source) }
    }

    fileprivate func number(ofSource source: String) -> Int64? {
        number.map { Identity.hash("number:\($0)", ofSource: source) }
    }
}

extension Item {
    /// The keys by which earlier versions knew an item of a source, except that of its id: `url:` with the canonical
    /// address, and `title:` with the folded, cleaned title, within source and day. They find what those versions stored;
    /// no version stores new ones. Do not change their form.
    ///
    /// - Parameter address: the canonical form of `url`.
    package func formerKeys(address: CanonicalURL?) -> [String] {
        var keys: [String] = []
        if let address, !address.isBareHost { keys.append("url:\(address.key)") }
        let isKnown = !keys.isEmpty || guid?.isEmpty == false
        if kind == .article, let day = published.map({ "\($0.day())" }) ?? (isKnown ? nil : "-") {
            let folded = FoldedText.folded(title)
            if !folded.isEmpty { keys.append("title:\(sourceID) \(day) \(folded)") }
        }
        return keys
    }
}

extension Item {
    /// Compact keys that find a story again days after it was sent, whichever source tells it then. The state stores
    /// these keys for every telling of a sent story, and looks up the keys of the candidates.
    package struct StoryKeys: Sendable, Equatable {
        /// The key of the canonical address. Nil for an address that names a site and no page.
        package var address: Int64?
        /// The key of the title. Nil for a short title, because other stories may have it too.
        package var title: Int64?
        /// The keys of an event (`eventKeys`).
        package var event: [Int64] = []

        package init(address: CanonicalURL?, title: String) {
            if let address, !address.isBareHost { self.address = StableHash.hash("url:\(address.key)") }
            let line = FoldedText.folded(title)
            let words = line.utf8.count { $0 == UInt8(ascii: " ") } + 1
            if words >= 7 { self.title = StableHash.hash("title:\(line)") }
        }

        package var all: [Int64] { [address, title].compactMap(\.self) + event }
    }

    /// - Parameter address: the canonical form of `url`.
    package func storyKeys(address: CanonicalURL?) -> StoryKeys {
        if kind == .article { return StoryKeys(address: address, title: title) }
        var keys = StoryKeys(address: address, title: "")
        keys.event = eventKeys(address: nil).map(StableHash.hash)
        return keys
    }
}

extension Item {
    /// The place and the title with each day (UTC) of the event, or with its time, and its address.
    ///
    /// - Parameter address: the canonical form of `url`.
    package func eventKeys(address: CanonicalURL?) -> [String] {
        let folded = FoldedText.folded(title)
        let place = FoldedText.folded(event?.place ?? event?.address ?? "")
        // A calendar may have an event several times a day.
        let days = (event?.occurrences ?? []).compactMap { occurrence in
            occurrence.starts.map { isKnownByIDAlone && !occurrence.isAllDay ? $0.formatted(.iso8601) : "\($0.day())" }
        }
        var keys = Set(days).sorted().map { "event:\(place)|\(folded)|\($0)" }
        if let address, !address.isBareHost { keys.append("url:\(address.key)") }
        return keys
    }
}
