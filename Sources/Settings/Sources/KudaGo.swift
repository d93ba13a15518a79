import Texts
import Values

/// The events of one city on kudago.com.
package struct KudaGo: SourceSettings, KeyedSettings {
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
    package static let root = "kudago"
    package static let rank = 2

    /// KudaGo's categories of events. Some have the names of other sections.
    package static let slugs = (Category.ofEvents.filter { $0 != .events }.map(\.name) + ["entertainment", "other"])
        .sorted()

    package static func example(_ wishes: SourceWishes) -> String {
        let mark = wishes.city == nil ? "#" : ""
        let lines = lines(with: ["location": ("", (wishes.city ?? initial.location).inTOML)]).split(separator: "\n")
        return """
            # Events from kudago.com. They need no key.
            \(mark)[kudago]
            \(lines.map { $0.hasPrefix("#") ? $0 : mark + $0 }.joined(separator: "\n"))
            """
    }

    package static func builtIn(_ environment: [String: String], isAlone: Bool) -> Self? { isAlone ? Self() : nil }

    package static func sectionGroup(in configuration: Configuration) -> SectionGroup? {
        // KudaGo's own `other` stays with the events.
        let sections = [.events] + slugs.map { Category($0) }.filter { $0 != .other }
        return ("KudaGo", (configuration[Self.self] as? Self ?? Self()).language, sections)
    }

    package static let initial = Self()
    package static let keys: [Key<Self>] = [
        Key("location", \.location, .line).note("msk, spb, nsk, ekb, kzn, nnv, sochi, krasnoyarsk, online"),
        Key("categories", \.categories, .list(.string.checked(faultOfSlug)))
            .example(#"["concert", "exhibition", "-kids"]"#, note: "a minus leaves a category out"),
        Key("tags", \.tags, .strings).example(#"["с детьми"]"#, note: "only events with one of these KudaGo tags"),
        Key("events_of_the_day", \.eventsOfTheDay, .boolean)
            .example("true", note: "add the events that KudaGo's editors choose for each day"),
        Key("days", \.days, .integer(1...366)).note("how many days ahead"),
        Key("free_only", \.freeOnly, .boolean),
        Key(
            "language", \.language, .string.checked { ["ru", "en"].contains($0) ? nil : "is \"\($0)\"; known: en, ru" }
        )
        .note("ru, en"),
        Key("max_price", \.maxPrice, .integer(0...10_000_000)).example("1000", note: "in roubles"),
        Key("age", \.age, .integer(0...120))
            .example("16", note: "the visitor's age; leaves out events for older visitors"),
        Key("limit", \.limit, .integer(1...1000)),
        Key("base_url", \.baseURL, .url()).example(),
    ]

    @Sendable private static func faultOfSlug(_ slug: String) -> String? {
        let name = slug.hasPrefix("-") ? String(slug.dropFirst()) : slug
        // KudaGo may have new slugs, so only a name that looks like a typing mistake is refused.
        if slugs.contains(name) || nearest(to: name, among: slugs) == nil { return nil }
        return "has \"\(slug)\"; \(suggestion(for: name, among: slugs))"
    }

    /// The key that keeps an event out of the digest of its profile; nil for none. Unknown data keep none out.
    package func objection(to event: Event) -> String? {
        if let maxPrice, let price = event.leastPrice, price > maxPrice { return "max_price" }
        if let age, let least = event.leastAge, least > age { return "age" }
        return nil
    }

    package var summary: String? { "KudaGo \(location)" }
    package var otherSections: [String] { Category.ofEvents.map(\.name) + Self.slugs }
    package var daysAhead: Int? { days }

    package func sectionedSources(in configuration: Configuration) -> [NotShown.Source] {
        let showsEvents = configuration.digest.categories.contains { Category($0).isOnlyForEvents }
        return showsEvents ? [] : [NotShown.Source("KudaGo", in: ["events"])]
    }
}
