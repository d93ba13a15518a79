import Addresses
import Foundation
import Texts

extension Item {
    /// What identifies this item among those of its source; any key in common is the same item.
    ///
    /// `url:` and the canonical address, `guid:` within the source, `title:` and the folded title within source
    /// and day. An event has no title key: one title stands for many events of a day. The strings are stored:
    /// do not change their form without a migration, or everything that was sent comes again.
    package var keys: [String] {
        var keys: [String] = []
        let address = CanonicalURL(url)
        if let address, !address.isBareHost { keys.append("url:\(address.key)") }
        if let guid, !guid.isEmpty { keys.append("guid:\(sourceID) \(guid)") }
        if kind == .article, let day = titleDay(hasAddress: !keys.isEmpty) {
            let folded = FoldedText.line(of: title)
            if !folded.isEmpty { keys.append("title:\(sourceID) \(day) \(folded)") }
        }
        return keys
    }

    /// The keys of each item of one fetch, without those that cannot be keys because unlike items share them:
    /// a feed whose items all link to the front page, a guid that is the feed's own, a column's heading.
    ///
    /// An item left without any gets one made of all its parts.
    package static func keys(ofFetch items: [Item]) -> [[String]] {
        keys(ofFetch: items, each: items.map(\.keys))
    }

    /// - Parameter keys: of each of the items.
    package static func keys(ofFetch items: [Item], each keys: [[String]]) -> [[String]] {
        let parts = items.map(\.parts)
        var holders: [String: Int] = [:]
        var shared: Set<String> = []
        for (index, keys) in keys.enumerated() {
            for key in keys {
                if let holder = holders[key] {
                    if parts[holder] != parts[index] { shared.insert(key) }
                } else {
                    holders[key] = index
                }
            }
        }
        return keys.enumerated().map { index, keys in
            let own = shared.isEmpty ? keys : keys.filter { !shared.contains($0) }
            return own.isEmpty ? ["item:\(items[index].sourceID) \(parts[index])"] : own
        }
    }

    /// Compact keys under which a story is found again days after it was sent, whoever tells it then: its canonical
    /// address, and its title when that is long enough to be no other story's.
    ///
    /// The state keeps these for every telling of a sent story and looks up those of the candidates.
    package var storyKeys: [Int64] { Self.storyKeys(url: url, title: kind == .article ? title : "") }

    package static func storyKeys(url: String, title: String) -> [Int64] {
        var keys: [Int64] = []
        if let address = CanonicalURL(url), !address.isBareHost { keys.append(StableHash.key("url:\(address.key)")) }
        let line = FoldedText.line(of: title)
        let words = line.utf8.count { $0 == UInt8(ascii: " ") } + 1
        if words >= 7 { keys.append(StableHash.key("title:\(line)")) }
        return keys
    }
}

extension Item {
    private var parts: String { "\(guid ?? "") \(url) \(title)" }

    /// The day (UTC) that bounds the title key. Without a date the title counts only when there is nothing better,
    /// since headings such as "Weather" come back.
    private func titleDay(hasAddress: Bool) -> String? {
        guard let published else { return hasAddress ? nil : "-" }
        return String(Int((published.timeIntervalSince1970 / 86_400).rounded(.down)))
    }
}

extension Item {
    /// Place and title with each day (UTC) on which it happens, or its address.
    package var eventKeys: [String] {
        let folded = FoldedText.line(of: title)
        let place = FoldedText.line(of: event?.place ?? event?.address ?? "")
        let days = (event?.occurrences ?? []).compactMap(\.starts).map {
            Int(($0.timeIntervalSince1970 / 86_400).rounded(.down))
        }
        var keys = Set(days).sorted().map { "event:\(place)|\(folded)|\($0)" }
        if let address = CanonicalURL(url), !address.isBareHost { keys.append("url:\(address.key)") }
        return keys
    }
}
