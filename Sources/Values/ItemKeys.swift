import Addresses
import Foundation
import Texts

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
