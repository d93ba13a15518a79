import Addresses
import Foundation
import InFlight
import Texts

/// An item of one fetch with what finds it again among those its source gave before.
package struct Identity {
    /// Hashes of the item's keys within its source, the guid's first: addresses move and titles are corrected.
    package var keys: [Int64]
    /// The address, for looking items up across sources; nil when it is none, or names a site and no page.
    package var link: Int64?
    /// What the work on it is called while it is stored (`InFlight`).
    package var subject: String

    /// The items of one fetch in their order, those given twice once; and the keys that several of them share,
    /// which are none from now on: a home page that every item links to would else make them all one.
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
        link = address.map(StableHash.key)
        self.subject = subject
    }

    /// As `link`, for an address someone types, also as browsers show it: without `https://`.
    package static func link(_ address: String) -> Int64? { key(ofAddress: address).map(StableHash.key) }

    package static func key(ofAddress address: String) -> String? {
        (CanonicalURL(address) ?? CanonicalURL("https://" + address)).map { "url:\($0.key)" }
    }

    /// Thirteen lower-case letters and digits without those that are easily taken for each other (i, l, o, u).
    /// An item's id is as much from their start as it takes to be unique.
    package static func id(of item: Item) -> String {
        let own = item.guid ?? CanonicalURL(item.url)?.key ?? item.url
        return id(of: "\(item.sourceID) \(own)")
    }

    package static func id(of text: String) -> String {
        let hash = UInt64(bitPattern: StableHash.key(text))
        let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
        return String((0..<13).map { alphabet[Int(hash >> (59 - min(59, 5 * $0)) & 31)] })
    }

    private static func hash(_ key: String, of item: Item) -> Int64 { hash(key, ofSource: item.sourceID) }

    package static func hash(_ key: String, ofSource source: String) -> Int64 { StableHash.key("\(source) \(key)") }
}

extension [String] {
    /// Of the keys of an item, that of its address.
    fileprivate var address: String? { first { $0.hasPrefix("url:") } }
}
