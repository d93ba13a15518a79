import Addresses
import Foundation
import Gather
import Settings
import State
import Texts
import Values

/// New values for the keys of one feed; nil for each key that stays as it is.
package struct FeedSettings: Sendable, Equatable {
    package var name: String?
    package var category: String?
    package var weight: Double?
    package var limit: Int?
    package var isOff: Bool?

    package init(
        name: String? = nil, category: String? = nil, weight: Double? = nil, limit: Int? = nil, isOff: Bool? = nil
    ) {
        (self.name, self.category, self.weight, self.limit, self.isOff) = (name, category, weight, limit, isOff)
    }
}

extension Sources {
    /// Changes keys of a feed in the configuration file. The old text stays in `FILE.bak`.
    ///
    /// - Parameter wanted: the feed's name or address.
    /// - Returns: the feed's address, and a notice if it is another source now.
    /// - Throws: like `remove`; `RunError.usage` for a wrong section.
    package func set(_ wanted: String, _ settings: FeedSettings) throws -> (url: String, notice: String?) {
        var settings = settings
        settings.name = settings.name?.cleanLine.nonEmpty
        settings.category = try settings.category.map(section)
        return try FeedBlocks.edit(file(), profile: configuration.profileName, environment: environment) { blocks in
            let wanted = WebAddress.withoutFeedScheme(wanted)
            let feed = try feed(wanted, in: blocks, to: "change")
            // Another entry may have the same address.
            let feeds = blocks.feeds.map { other in
                let isMeant = other.url == feed.url && (wanted == feed.url || other.name == feed.name)
                return isMeant ? other.setting(settings) : other
            }
            if feeds != blocks.feeds { try blocks.write(blocks.setting(settings.values, wanted: feeds)) }
            let url = feed.setting(settings).url
            let notice = "a command is known by its name, so this is a new source now"
            return (url, url == feed.url ? nil : notice)
        }
    }

    /// The newest items that the state has of a source, and what became of each.
    /// - Parameters:
    ///   - wanted: the source's name or address.
    ///   - profile: the only profile for which it is said what became of them; nil for all.
    /// - Throws: `RunError.usage` for a source that is not configured.
    package func items(of wanted: String, for profile: String?, limit: Int) async throws -> (
        name: String, items: [(item: StoredItem, outcome: ItemOutcome)]
    ) {
        let list = await SourceList(configuration, includesOff: true, environment: environment)
        let state = try State.open(statePath, .readOnly)
        let records = try state.records(of: list.sources.map(\.id))
        let source = try source(wanted, among: list.sources, records)
        let items = try state.newestItems(ofSource: source.id, limit: limit)
        let outcomes = try state.outcomes(of: items, profile: profile)
        return (
            source.shownName(records[source.id] ?? SourceRecord()),
            zip(items, outcomes).map { (item: $0, outcome: $1) }
        )
    }
}

extension FeedSettings {
    /// The keys with their values as TOML; nil for a key that is removed.
    fileprivate var values: [String: String?] {
        var values: [String: String?] = [:]
        if let name { values["name"] = name.inTOML }
        if let category { values["category"] = category.inTOML }
        if let weight { values["weight"] = "\(weight)" }
        if let limit { values["limit"] = "\(limit)" }
        if let isOff { values.updateValue(isOff ? "true" : nil, forKey: "off") }
        return values
    }
}

extension Configuration.Feed {
    fileprivate func setting(_ settings: FeedSettings) -> Self {
        var feed = self
        feed.name = settings.name ?? name
        feed.category = settings.category ?? category
        feed.weight = settings.weight ?? weight
        feed.limit = settings.limit ?? limit
        feed.hasLimit = hasLimit || settings.limit != nil
        feed.isOff = settings.isOff ?? isOff
        return feed
    }
}
