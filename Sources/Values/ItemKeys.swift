import Addresses
import Foundation
import Texts

extension Item {
    /// The keys that identify this item among the items of its source. Two items with a common key are the same
    /// item.
    ///
    /// The keys are `url:` with the canonical address, `guid:` with the guid of the source, and `title:` with the
    /// folded title, within source and day. An event has no title key, because many events of one day can have the same
    /// title. The state stores these strings. Do not change their form without a migration: otherwise everything that
    /// was sent is sent again.
    package var keys: [String] {
        var keys: [String] = []
        let address = CanonicalURL(url)
        if let address, !address.isBareHost { keys.append("url:\(address.key)") }
        if let guid, !guid.isEmpty { keys.append("guid:\(sourceID) \(guid)") }
        if kind == .article, let day = titleDay(hasAddress: !keys.isEmpty) {
            let folded = FoldedText.folded(title)
            if !folded.isEmpty { keys.append("title:\(sourceID) \(day) \(folded)") }
        }
        return keys
    }

    /// The keys of each item of one fetch, without the keys that different items share.
    ///
    /// Keys are shared in a feed whose items all link to the front page, when a guid is the feed's own, or when a
    /// title is the heading of a column. An item without any other key gets a key made of all its parts.
    ///
    /// - Parameter keys: the keys of each item.
    package static func keys(ofFetch items: [Item], each keys: [[String]]) -> [[String]] {
        let parts = items.map(\.parts)
        var firstItems: [String: Int] = [:]
        var shared: Set<String> = []
        for (index, keys) in keys.enumerated() {
            for key in keys {
                if let first = firstItems[key] {
                    if parts[first] != parts[index] { shared.insert(key) }
                } else {
                    firstItems[key] = index
                }
            }
        }
        return keys.enumerated().map { index, keys in
            let own = shared.isEmpty ? keys : keys.filter { !shared.contains($0) }
            return own.isEmpty ? ["item:\(items[index].sourceID) \(parts[index])"] : own
        }
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

        package init(address: CanonicalURL?, title: String) {
            if let address, !address.isBareHost { self.address = StableHash.hash("url:\(address.key)") }
            let line = FoldedText.folded(title)
            let words = line.utf8.count { $0 == UInt8(ascii: " ") } + 1
            if words >= 7 { self.title = StableHash.hash("title:\(line)") }
        }

        package var all: [Int64] { [address, title].compactMap(\.self) }
    }

    /// - Parameter address: the canonical form of `url`.
    package func storyKeys(address: CanonicalURL?) -> StoryKeys {
        StoryKeys(address: address, title: kind == .article ? title : "")
    }
}

extension Item {
    private var parts: String { "\(guid ?? "") \(url) \(title)" }

    /// The day (UTC) for the title key. An item without a date has a title key only when it has no better key,
    /// because titles such as "Weather" are used again.
    private func titleDay(hasAddress: Bool) -> String? {
        guard let published else { return hasAddress ? nil : "-" }
        return String(published.day())
    }
}

extension Item {
    /// The place and the title with each day (UTC) of the event, and its address.
    ///
    /// - Parameter address: the canonical form of `url`.
    package func eventKeys(address: CanonicalURL?) -> [String] {
        let folded = FoldedText.folded(title)
        let place = FoldedText.folded(event?.place ?? event?.address ?? "")
        let days = (event?.occurrences ?? []).compactMap { $0.starts?.day() }
        var keys = Set(days).sorted().map { "event:\(place)|\(folded)|\($0)" }
        if let address, !address.isBareHost { keys.append("url:\(address.key)") }
        return keys
    }
}
