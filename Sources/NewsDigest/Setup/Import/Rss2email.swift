import Foundation
import Texts
import Values

extension Subscriptions {
    /// - Parameter files: rss2email's configuration and its record, which knows the feeds by their names.
    init(rss2email files: [ImportFile]) throws {
        for file in files where file.kind == .rss2emailConfiguration { take(rss2email: file) }
        let addresses = Dictionary(feeds.map { ($0.name ?? "", $0.url) }, uniquingKeysWith: { first, _ in first })
        for file in files where file.kind == .rss2emailRecord {
            for feed in try Rss2emailRecord(file).feeds {
                if let address = addresses[feed.name] { take(feed, at: address) }
            }
        }
    }

    /// Reads the tables `[feed.NAME]` (Python's configparser with extended interpolation, where `$$` is a dollar).
    private mutating func take(rss2email file: ImportFile) {
        var current: (name: String, place: String, values: [String: String])?
        var isActive = true
        func finish(_ list: inout Subscriptions) {
            guard let (name, place, values) = current else { return }
            guard let url = values["url"] else {
                return list.leftOut.append("\(place): '\(name)' was left out: it has no url")
            }
            let isOn = values["active"].map(Self.isTrue) ?? isActive
            let address = url.replacing(literal: "$$", with: "$")
            list.feeds.append(Feed(url: address, name: name, isOff: !isOn, place: place))
        }
        for (number, line) in file.lines {
            if let header = line.wholeMatch(of: /\[([^\]]+)\]\s*/) {
                finish(&self)
                let name = header.1.hasPrefix("feed.") ? header.1.dropFirst("feed.".count) : nil
                current = name.map { (String($0), "\(file.path), line \(number)", [:]) }
            } else if let pair = line.wholeMatch(of: /(?i)([a-z][a-z0-9-]*)\s*[=:]\s*(.*?)\s*/) {
                if current == nil, pair.1.lowercased() == "active" { isActive = Self.isTrue(String(pair.2)) }
                current?.values[pair.1.lowercased()] = String(pair.2)
            }
        }
        finish(&self)
    }

    private static func isTrue(_ word: String) -> Bool { ["true", "yes", "on", "1"].contains(word.lowercased()) }

    /// rss2email knows an item without an id by a hash of its text. Such an item cannot be found.
    private mutating func take(_ feed: Rss2emailRecord.Feed, at address: String) {
        let items = feed.seen.filter { $0.key != $0.value.hash && !($0.key == $0.value.id && $0.key.isSHA1) }
        shown += items.keys.sorted().map { ShownItem(feed: address, id: $0, link: $0) }
        let others = feed.seen.count - items.count
        guard others > 0 else { return }
        leftOut.append(
            "'\(feed.name)': \(others.counted("item has", "items have")) no id in rss2email's record and may come once more"
        )
    }
}

/// rss2email's `rss2email.json`, version 1 and 2.
private struct Rss2emailRecord: Decodable {
    struct Feed: Decodable {
        var name: String
        /// By the ids of the items, or by their addresses with `trust-link`.
        var seen: [String: Seen]
    }

    struct Seen: Decodable {
        var hash: String?
        /// The only value in version 1: a hash, or with `trust-guid` the key again. A later version keeps it.
        var id: String?

        private enum CodingKeys: CodingKey { case hash, id }

        init(from decoder: any Decoder) throws {
            if let id = try? decoder.singleValueContainer().decode(String.self) {
                self.id = id
                return
            }
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            hash = try fields.decodeIfPresent(String.self, forKey: .hash)
            id = try fields.decodeIfPresent(String.self, forKey: .id)
        }
    }

    var feeds: [Feed]

    init(_ file: ImportFile) throws {
        do {
            self = try JSONDecoder.bounded.decode(Self.self, from: Data(file.bytes))
        } catch {
            throw RunError.unusableInput("\(file.path) is not a record of rss2email: it is no JSON of the known form")
        }
    }
}

extension String {
    /// Whether it has the form of a hash by SHA-1.
    fileprivate var isSHA1: Bool { utf8.count == 40 && utf8.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit } }
}
