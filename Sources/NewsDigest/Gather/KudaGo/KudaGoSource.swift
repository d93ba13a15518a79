import Foundation

/// The events of one city on KudaGo.
package struct KudaGoSource: Sendable, Equatable {
    enum Selection: String, Sendable {
        case events
        /// The ones its editors pick for each day.
        case eventsOfTheDay = "events-of-the-day"
    }

    var selection: Selection
    var baseURL: String
    /// The city: `msk`, `spb`, …
    var location: String
    /// Slugs such as `concert`; one that starts with `-` excludes. None means all.
    var categories: [String]
    var tags: [String]
    /// How far ahead, in days.
    var days: Int
    var freeOnly: Bool
    /// `ru` or `en`.
    var language: String
    /// Events whose lowest known price, in the city's currency, is higher are left out.
    var maxPrice: Int?
    /// The visitor's age: events for older ones are left out.
    var age: Int?
    /// How many events to ask for at most, 100 a page.
    var limit: Int
    var section: String
    var name: String

    init(
        _ selection: Selection = .events, baseURL: String = "https://kudago.com/public-api/v1.4",
        location: String = "msk", categories: [String] = [], tags: [String] = [], days: Int = 7,
        freeOnly: Bool = false, language: String = "ru", maxPrice: Int? = nil, age: Int? = nil, limit: Int = 200,
        section: String = "events", name: String = "KudaGo"
    ) {
        self.selection = selection
        self.baseURL = baseURL
        self.location = location
        self.categories = categories
        self.tags = tags
        self.days = days
        self.freeOnly = freeOnly
        self.language = language
        self.maxPrice = maxPrice
        self.age = age
        self.limit = limit
        self.section = section
        self.name = name
    }

    /// Follows from what is asked of the service, not from limits or filters of ours.
    var id: String {
        var parts = ["kudago:\(selection.rawValue):\(location):\(language)"]
        if !categories.isEmpty { parts.append(categories.sorted().joined(separator: ",")) }
        if !tags.isEmpty { parts.append("tags=" + tags.sorted().joined(separator: ",")) }
        if freeOnly { parts.append("free") }
        return parts.joined(separator: ":")
    }

    static let pageSize = 100
}
