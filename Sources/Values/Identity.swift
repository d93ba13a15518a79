import Addresses
import Foundation
import InFlight
import Texts

/// An item of one fetch, with the keys that find it among the stored items of its source.
package struct Identity {
    /// The hashes of the item's keys within its source. The key of the guid is first, because addresses change and
    /// titles are corrected.
    package var keys: [Int64]
    /// The hash of the address, to find items of all sources. Nil when the item has no address, or the address
    /// names a site and no page.
    package var link: Int64?
    /// The name of the item in the record of the work in flight while it is stored (`InFlight`).
    package var subject: String

    /// The items of one fetch in their order, and the keys that several of them share.
    ///
    /// An item that the source gave twice is returned once. The shared keys are ignored from now on. Otherwise a home
    /// page to which every item links would make all items the same.
    package static func items(_ items: [Item]) -> (items: [(item: Item, identity: Identity)], shared: Set<Int64>) {
        var seen: Set<[String]> = []
        let items = items.filter { seen.insert([$0.guid ?? "", $0.url, $0.title]).inserted }
        var shared: Set<Int64> = []
        let subjects = items.map(Quarantine.subject(ofNew:))
        let all = zip(items, subjects).map { item, subject in InFlight.during(.storing, of: subject) { item.keys } }
        let own = Item.keys(ofFetch: items, each: all)
        for (item, (all, own)) in zip(items, zip(all, own)) where all != own {
            for key in Set(all).subtracting(own) { shared.insert(hash(key, of: item)) }
        }
        let identified = items.indices.map { index in
            let identity = Identity(
                items[index], keys: own[index], address: all[index].address, subject: subjects[index])
            return (items[index], identity)
        }
        return (identified, shared)
    }

    private init(_ item: Item, keys: [String], address: String?, subject: String) {
        let guids = keys.filter { $0.hasPrefix("guid:") }
        self.keys = (guids + keys.filter { !$0.hasPrefix("guid:") }).map { Self.hash($0, of: item) }
        link = address.map(StableHash.hash)
        self.subject = subject
    }

    /// The same hash as `link` for an address that a person types. The address may lack `https://`, as browsers
    /// show it.
    package static func link(_ address: String) -> Int64? { key(ofAddress: address).map(StableHash.hash) }

    package static func key(ofAddress address: String) -> String? {
        (CanonicalURL(address) ?? CanonicalURL("https://" + address)).map { "url:\($0.key)" }
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

    private static func hash(_ key: String, of item: Item) -> Int64 { hash(key, ofSource: item.sourceID) }

    package static func hash(_ key: String, ofSource source: String) -> Int64 { StableHash.hash("\(source) \(key)") }
}

extension [String] {
    /// The key of the address among the keys of an item.
    fileprivate var address: String? { first { $0.hasPrefix("url:") } }
}
