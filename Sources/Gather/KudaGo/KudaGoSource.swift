import Foundation
import Settings
import Values

/// The events of one city on KudaGo.
package struct KudaGoSource: Sendable, Equatable {
    enum EventList: String, Sendable {
        case events
        /// The events that KudaGo's editors pick for each day.
        case eventsOfTheDay = "events-of-the-day"
    }

    var selection = EventList.events
    var baseURL = Configuration.KudaGo.standardURL
    /// The city: `msk`, `spb`, …
    var location = usual.location
    /// Slugs such as `concert`. A slug that starts with `-` excludes. An empty list means all.
    var categories: [String] = []
    var tags: [String] = []
    /// The number of days ahead.
    var days = usual.days
    var freeOnly = false
    /// `ru` or `en`.
    var language = usual.language
    /// The greatest price. An event is excluded if its lowest known price, in the city's currency, is higher.
    var maxPrice: Int?
    /// The visitor's age. Events for older visitors are excluded.
    var age: Int?
    /// The greatest number of events to request, 100 a page.
    var limit = usual.limit
    package var section = "events"
    package var name = "KudaGo"

    /// The id depends on what is requested, not on limits or filters of newsdigest.
    package var id: String {
        var parts = ["\(SourceKind.kudago.sourcePrefix)\(selection.rawValue):\(location):\(language)"]
        if !categories.isEmpty { parts.append(categories.sorted().joined(separator: ",")) }
        if !tags.isEmpty { parts.append("tags=" + tags.sorted().joined(separator: ",")) }
        if freeOnly { parts.append("free") }
        return parts.joined(separator: ":")
    }

    static let pageSize = 100

    private static let usual = Configuration.KudaGo()
}
