import Texts
import Values

/// The events of one city on kudago.com.
package struct KudaGo: SourceSettings {
    package var location = "msk"
    /// Slugs. A slug with a leading `-` is excluded.
    package var categories: [String] = []
    /// KudaGo's own tags. An event must have one of them.
    package var tags: [String] = []
    /// Whether the picks of KudaGo's editors for each day are also requested.
    package var eventsOfTheDay = false
    /// The number of days ahead.
    package var days = 7
    package var freeOnly = false
    package var language = "ru"
    /// The greatest price in roubles; nil for any.
    package var maxPrice: Int?
    /// The visitor's age in years. Events for older people are excluded.
    package var age: Int?
    package var limit = 40
    package var baseURL = standardURL

    package init() {}

    package static let standardURL = "https://kudago.com/public-api/v1.4"

    package static let kind = SourceKind("kudago", sourcePrefix: "kudago:")
    package static let root = RootKey.kudago
    package static let keys = ["[kudago]": KeyPlace.keys(KudaGoKey.self)]
    package static let rank = 2

    /// KudaGo's categories of events. Some have the names of other sections.
    package static let slugs = (Category.ofEvents.filter { $0 != .events }.map(\.name) + ["entertainment", "other"])
        .sorted()

    package static func example(_ wishes: SourceWishes) -> String {
        let mark = wishes.city == nil ? "#" : ""
        return """
            # Events from kudago.com. They need no key.
            \(mark)[kudago]
            \(mark)location = "\(wishes.city ?? "msk")"                    # msk, spb, nsk, ekb, kzn, nnv, sochi, krasnoyarsk, online
            #categories = ["concert", "exhibition", "-kids"]    # a minus leaves a category out
            #tags = ["с детьми"]                # only events with one of these KudaGo tags
            #events_of_the_day = true           # add the events that KudaGo's editors choose for each day
            \(mark)days = 7                            # how many days ahead
            \(mark)free_only = false
            \(mark)language = "ru"                     # ru, en
            #max_price = 1000                   # in roubles
            #age = 16                           # the visitor's age; leaves out events for older visitors
            \(mark)limit = 40
            #base_url = \(standardURL.inTOML)
            """
    }

    package static func builtIn(_ environment: [String: String], isAlone: Bool) -> Self? { isAlone ? Self() : nil }

    package static func sectionGroup(in configuration: Configuration) -> SectionGroup? {
        // KudaGo's own `other` stays with the events.
        let sections = [.events] + slugs.map { Category($0) }.filter { $0 != .other }
        return ("KudaGo", (configuration[Self.self] as? Self ?? Self()).language, sections)
    }

    package init?(_ file: ConfigurationTable<RootKey>, own: Configuration.OwnCategories, home: String) throws {
        guard let table = try file.table(.kudago, keys: KudaGoKey.self) else { return nil }
        location = try table.line(.location) ?? location
        categories =
            try table.each(.categories) { slug, node in
                let name = slug.hasPrefix("-") ? String(slug.dropFirst()) : slug
                // KudaGo may have new slugs, so only a name that looks like a typing mistake is refused.
                guard Self.slugs.contains(name) || nearest(to: name, among: Self.slugs) == nil else {
                    throw table.error(
                        .categories, "has \"\(slug)\"; \(suggestion(for: name, among: Self.slugs))", at: node)
                }
                return slug
            } ?? []
        tags = try table.strings(.tags) ?? tags
        eventsOfTheDay = try table.boolean(.eventsOfTheDay) ?? eventsOfTheDay
        days = try table.integer(.days, in: 1...366) ?? days
        freeOnly = try table.boolean(.freeOnly) ?? freeOnly
        limit = try table.integer(.limit, in: 1...1000) ?? limit
        baseURL = try table.url(.baseURL) ?? baseURL
        maxPrice = try table.integer(.maxPrice, in: 0...10_000_000)
        age = try table.integer(.age, in: 0...120)
        if let text = try table.string(.language) {
            guard ["ru", "en"].contains(text) else { throw table.error(.language, "is \"\(text)\"; known: en, ru") }
            language = text
        }
    }

    package var summary: String? { "KudaGo \(location)" }
    package var daysAhead: Int? { days }

    package func sectionedSources(in configuration: Configuration) -> [NotShown.Source] {
        let showsEvents = configuration.digest.categories.contains { Category($0).isOnlyForEvents }
        return showsEvents ? [] : [NotShown.Source("KudaGo", in: ["events"])]
    }
}

enum KudaGoKey: String, CaseIterable {
    case location, categories, tags, days, language, age, limit
    case eventsOfTheDay = "events_of_the_day"
    case freeOnly = "free_only"
    case maxPrice = "max_price"
    case baseURL = "base_url"
}
